"""Cached facts about hosts, as documents and logs often have many links to few hosts.

Only hosts that all readers agree about are cached.  Nothing after the authority can change these
facts: links that are equal up to the end of the authority share one record.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.analysis.domains import Registration
    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.international.known_names import KnownNames
    from uriinspector.analysis.list_sources import Lists
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


class HostForm(NamedTuple):
    """The kind of a host: name, special, address, odd or empty; "" if there is no host.

    ``is_plain``: all readers find the same host.
    """

    kind: str
    is_plain: bool


class HostRecord:
    """Facts about one host; None until they are computed."""

    __slots__ = ("findings", "form", "host", "path_tests", "registration", "sentence")

    def __init__(self) -> None:
        self.host: str | None = None
        # True for paths that other rules than those about hosts must see.
        self.path_tests: tuple[Callable[[str], object], ...] | None = None
        self.form: HostForm | None = None
        self.registration: Registration | None = None
        # The findings of host rules, for links of services that wrap others (True), or others.
        # A single tuple, so that no thread reads half of what another one writes.
        self.findings: tuple[bool | None, tuple[Finding, ...]] = (None, ())
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


def record_of(start: str, edition: str, protect: tuple[str, ...], lists: Lists) -> HostRecord:
    """Return the record of a host, by the text up to the end of the authority."""
    known = (edition, protect, lists.known_names, lists.services, lists.rewriters)
    # Leaving out an unset flag makes the look-up in the memo faster.
    memo = host_memo(*known, is_coded=True) if "--" in start else host_memo(*known)
    return memo.record(start)
