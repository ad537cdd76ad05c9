"""Cached facts about hosts, as documents and logs often have many links to few hosts.

Only hosts that all readers agree about are cached.  Nothing after the authority can change these
facts: links that are equal up to the end of the authority share one record.
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

# Records in each half of a memo, of about 900 bytes each; longer beginnings are not cached.
HALF = 16_384
LONGEST = 300
# Hosts in punycode have more findings: three kilobytes each if scripts are mixed.
HALF_CODED = 4_096
# A host with many such labels could have hundreds of findings; more than this are not cached.
MOST_FINDINGS = 8


class HostRecord:
    """Facts about one host; None and -1 until they are computed."""

    __slots__ = ("findings", "flags", "registration", "sentence")

    def __init__(self) -> None:
        self.flags = -1
        self.registration: Registration | None = None
        # The open gates of host rules and the findings of these rules; other gates rarely open.
        # A single tuple, so that no thread reads half of what another one writes.
        self.findings: tuple[int, tuple[Finding, ...]] = (-1, ())
        # The headline if there are no findings.
        self.sentence: Message | None = None


class HostMemo:
    """Records of recently used hosts, by the text up to the end of the authority."""

    def __init__(self, half: int = HALF) -> None:
        self._half = half
        self._young: dict[str, HostRecord] = {}
        self._old: dict[str, HostRecord] = {}

    def __len__(self) -> int:
        return len(self._young.keys() | self._old.keys())

    def record(self, start: str) -> HostRecord:
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
    """Return the memo for everything that a record depends on in addition to its host.

    Hosts in punycode have a separate memo, so that they never displace others.
    """
    del edition, protect, names, services, rewriters  # only keys of the cache
    return HostMemo(HALF_CODED if is_coded else HALF)
