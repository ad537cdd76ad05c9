"""Facts about a host alone, computed once and cached.

Documents and logs often have many links to a few hosts. Nothing after the authority can change
these facts: links that are equal up to the end of the authority share one record.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from uriinspector.analysis.consent_endpoints import ENDPOINTS
from uriinspector.analysis.domains import (
    UNREGISTERED,
    Registration,
    last_labels,
    registered,
    registration,
)
from uriinspector.analysis.international.known_names import KnownNames, index
from uriinspector.analysis.international.lookalike import (
    NOTHING,
    HostEvidence,
    evidence_in,
    label_context,
)
from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.analysis.rewriters import Rewriters, shipped_rewriters
from uriinspector.analysis.services import Services, shipped_services
from uriinspector.analysis.triggers import (
    HOST,
    LONGEST_NAME,
    MAYBE_RANDOM,
    NUMBER,
    PLAIN_PORT,
    has_front,
)
from uriinspector.core.model import NamedTuple
from uriinspector.core.reference import split_authority
from uriinspector.readers.browser import is_plain, is_taken_as_written

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.rewriter_decoders import Rewriter

# The number of records in each half of a memo (about 900 bytes each), and the longest key cached.
HALF = 16_384
LONGEST = 300
# Hosts in punycode have more findings: records with mixed scripts take three kilobytes.
HALF_CODED = 4_096
# A host with many labels in punycode could have hundreds of findings; lists of more than this many
# findings are not cached.
MOST_FINDINGS = 8


# The mark of hosts that may be named after a known site, whose paths are searched for copies of it.
DOUBTFUL = "has_doubtful_name"
NO_KINDS: dict[str, str] = {}


class HostForm(NamedTuple):
    """The kind of a host: name, special, address, odd, empty, or "" without a host.

    ``is_plain``: all readers find the same host.
    """

    kind: str
    is_plain: bool


ORDINARY = HostForm("name", is_plain=True)


def form_of(name: str, port: str | None, *, is_cached: bool = False) -> HostForm:
    """Return the form of a host that is not empty; punycode is examined only if it is cached."""
    match = HOST.fullmatch(name) if len(name) <= LONGEST_NAME else None
    if match and match.lastgroup == "name" and port is None and "--" not in name:
        return ORDINARY
    kind = "odd" if match is None else match.lastgroup or "special"
    plain = "--" not in name if match else is_plain(name)
    if not plain and is_cached:
        plain = is_taken_as_written(name)
    return HostForm(kind, plain and (port is None or PLAIN_PORT.fullmatch(port) is not None))


class HostRecord:
    """Everything about one host; only the form is known if readers disagree on it.

    ``marks`` are the facts that rules need (``rules.table``) and that are true for a calm link
    to this host.
    """

    __slots__ = (
        *("carried_findings", "evidence", "findings", "form", "host", "is_calm", "kinds", "marks"),
        *("path_tests", "registration", "rows", "verdict", "words"),
    )
    registration: Registration
    evidence: HostEvidence
    # The kinds of listed services that the host belongs to, and the services whose links
    # contain other links.
    kinds: dict[str, str]
    rows: tuple[Rewriter, ...]
    # Tests for special paths on this host; a link whose path passes one is not calm.
    path_tests: tuple[Callable[[str], object], ...]

    def __init__(self, start: str, memo: HostMemo) -> None:
        at = start.find("//") + 2
        name, port = start[at:], None
        if ":" in name:
            _, (first, end), (colon, stop) = split_authority(start, at, len(start))
            name, port = start[first:end], start[colon:stop] if colon >= 0 else None
        self.host = name
        self.form = form_of(name, port, is_cached=True) if name else HostForm("empty", False)
        # The findings of rules about hosts, and those for links of wrapping services; None
        # if unknown.
        self.findings: tuple[Finding, ...] | None = None
        self.carried_findings: tuple[Finding, ...] | None = None
        # The verdict for a link with these findings, and the words of a verdict without
        # any. (The module with their types imports this one.)
        self.verdict: Any = None
        self.words: Any = None
        self.is_calm = self.form.is_plain and self.form.kind in {"name", "address"}
        self.marks: frozenset[str] = frozenset()
        if self.form.is_plain:
            self._describe(name, memo)

    def _describe(self, name: str, memo: HostMemo) -> None:
        is_name = self.form.kind != "address"
        marks: set[str] = set() if is_name else {"is_usual_address"}
        read = registered if self.form is ORDINARY else registration
        self.registration = suffix, site = read(name) if is_name else UNREGISTERED
        self.kinds, self.rows, self.path_tests, self.evidence = NO_KINDS, (), (), NOTHING
        end = site if site and suffix and "." not in suffix else last_labels(name)
        if memo.ends is None or end in memo.ends:
            self.kinds = memo.services.kinds_of(name)
            if not memo.service_ends or end in memo.service_ends:
                self.rows = tuple(memo.rewriters.rows_of(name))
                self.path_tests = tuple(row.has for row in self.rows)
            marks |= {"is_listed", *self.kinds} if self.kinds else set()
        if name in ENDPOINTS:
            self.path_tests += tuple(each.fullmatch for each in ENDPOINTS[name][1:] if each)
        if site and suffix:
            host = name.removesuffix(".")
            front = tuple(host[: -len(site) - 1].split(".")) if host != site else ()
            context = label_context(frozenset(self.kinds), suffix, False)
            is_of_service = site in memo.service_ends or site in self.kinds.values() or self.rows
            evidence = evidence_in(
                host, site, front, context, memo.names, is_of_service=bool(is_of_service)
            )
            self.evidence = evidence
            if evidence.has_evidence:
                marks.add("may_imitate")
            if evidence is not NOTHING and (evidence.doubtful or evidence.faint):
                marks.add(DOUBTFUL)
            if front and has_front(name):
                # A single label before the site matters only if it is a known name or may be
                # random, the suffix is cheap, or a hyphen in the site seems to end the host.
                is_read = len(front) > 1 or evidence.exact or context.is_cheap or "-" in site
                if is_read or MAYBE_RANDOM.search(front[0]):
                    marks.add("has_front")
                if NUMBER.search(name):
                    marks.add("has_number")
                if ".ipfs." in name:
                    marks.add("has_ipfs")
        if "xn--" in name:
            marks.add("is_international")
        self.marks = frozenset(marks)


class HostMemo:
    """Records of recently used hosts, by the text up to the end of the authority."""

    def __init__(
        self, half: int = HALF, protect: tuple[str, ...] = (), lists: Lists = SHIPPED
    ) -> None:
        self._half = half
        self._young: dict[str, HostRecord] = {}
        self._old: dict[str, HostRecord] = {}
        self.names = index(protect, lists.known_names)
        self.services = lists.services or shipped_services()
        self.rewriters = lists.rewriters or shipped_rewriters()
        # The last two labels of all listed hosts; None if these do not decide.
        ends = self.services.ends, self.rewriters.ends
        self.service_ends = ends[1] or frozenset()
        self.ends = None if ends[0] is None or ends[1] is None else ends[0] | ends[1]

    def __len__(self) -> int:
        return len(self._young.keys() | self._old.keys())

    def record(self, start: str) -> HostRecord:
        record = self._young.get(start)
        if record is not None:
            return record
        if len(self._young) >= self._half:
            self._old, self._young = self._young, {}
        record = self._young[start] = self._old.get(start) or HostRecord(start, self)
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
    """Return the memo for these settings, on which records depend in addition to the host.

    Hosts in punycode have a separate memo, so that they never displace others.
    """
    del edition  # only a key of the cache
    return HostMemo(HALF_CODED if is_coded else HALF, protect, Lists(names, services, rewriters))


def record_of(start: str, edition: str, protect: tuple[str, ...], lists: Lists) -> HostRecord:
    """Return the record for a text that ends with the authority."""
    known = (edition, protect, lists.known_names, lists.services, lists.rewriters)
    # Leaving out an unset flag makes the look-up in the memo faster.
    memo = host_memo(*known, is_coded=True) if "--" in start else host_memo(*known)
    return memo.record(start)
