"""What is known of a host, for every link to it: documents and logs have many to few hosts.

Nothing that stands behind the authority can change what is remembered here: links that are the same
up to the end of it share one record.  Only hosts have one that all readers agree about.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uriinspector.analysis.domains import Registration
    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.international.known_names import KnownNames
    from uriinspector.analysis.rewriters import Rewriters
    from uriinspector.analysis.services import Services
    from uriinspector.core.model import Message

# So many records are in each half of a memo, of about 900 bytes each; a longer text has none.
HALF = 16_384
LONGEST = 300
# Hosts in punycode have more findings: three kilobytes each, where letters are mixed.
HALF_CODED = 4_096
# More findings than that are not kept: a host of many such labels could have hundreds.
MOST_FINDINGS = 8


class HostRecord:
    """What was seen of one host the first time; None and -1 where nobody has looked yet."""

    __slots__ = ("findings", "flags", "registration", "sentence")

    def __init__(self) -> None:
        self.flags = -1
        self.registration: Registration | None = None
        # Which gates of host rules were open, and what the rules found; seldom do others open.
        # One value, so that no thread reads half of what another one writes.
        self.findings: tuple[int, tuple[Finding, ...]] = (-1, ())
        # The headline where nothing was found.
        self.sentence: Message | None = None


class HostMemo:
    """The records of the hosts that were asked for last, by the text up to the authority's end."""

    def __init__(self, half: int = HALF) -> None:
        self._half = half
        self._young: dict[str, HostRecord] = {}
        self._old: dict[str, HostRecord] = {}

    def __len__(self) -> int:
        return len(self._young.keys() | self._old.keys())

    def record(self, start: str) -> HostRecord:
        """The record of what begins so, a new one where it was not asked for of late."""
        record = self._young.get(start)
        if record is not None:
            return record
        if len(self._young) >= self._half:
            self._old, self._young = self._young, {}
        record = self._young[start] = self._old.get(start) or HostRecord()
        return record


@lru_cache(maxsize=16)
def host_memo(
    edition: str,
    protect: tuple[str, ...],
    names: KnownNames | None,
    services: Services | None,
    rewriters: Rewriters | None,
    *,
    is_coded: bool = False,
) -> HostMemo:
    """The memo for all that a record depends on besides its host.

    Hosts in punycode have one of their own: however many come, they drop no other ones.
    """
    del edition, protect, names, services, rewriters  # they tell memos apart
    return HostMemo(HALF_CODED if is_coded else HALF)
