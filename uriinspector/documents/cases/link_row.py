"""The stored row of a link and the header of a file: small, and independent of the document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from sys import intern
from typing import TYPE_CHECKING, Protocol, TypeAlias

from uriinspector.analysis.finding import MEDIUM, RANK, SEVERITIES, Finding
from uriinspector.analysis.inspection import Inspection, inspect
from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse
from uriinspector.documents.document import Document, Link, MessageReport, in_place, worst_of
from uriinspector.documents.document_values import (
    DocumentBase,
    DocumentPart,
    Envelope,
    LinkPlace,
    NotExamined,
)
from uriinspector.documents.judge import FOLLOWED, MENTIONED, WEIGHTS, Judgement, effect_of
from uriinspector.documents.leaf import base_of
from uriinspector.documents.reading.codes import IN_PICTURE
from uriinspector.documents.rules.sites import site_of
from uriinspector.readers.browser import host_in_browsers

if TYPE_CHECKING:

    class CountedFile(Protocol):
        """The attributes of a file that are counted."""

        @property
        def envelopes(self) -> Sequence[Envelope]:
            """Return the envelopes of the emails in the file."""


# The part number of the file itself.
WHOLE = "1"


class CaseCounts(NamedTuple):
    """Numbers of files, of emails in them, of files without emails, and of links."""

    files: int
    emails: int
    others: int
    links: int

    def words(self, count: Callable[[int, str, str], str]) -> str:
        """Return the numbers of emails and other files in words; ``count`` fills in each number."""
        emails = count(self.emails, "1 email", "{count} emails") if self.emails else ""
        if not self.emails:
            return count(self.others, "1 file", "{count} files")
        others = count(self.others, "1 other file", "{count} other files") if self.others else ""
        return ", ".join(filter(None, (emails, others)))


def case_counts(files: Iterable[CountedFile], links: int) -> CaseCounts:
    """Count the files of a case; a file that only contains emails counts as those emails."""
    envelopes = [len(each.envelopes) for each in files]
    return CaseCounts(len(envelopes), sum(envelopes), envelopes.count(0), links)


def is_counted(file: CountedFile, part: str) -> bool:
    """Return True for an email or another file, False for a file that only contains emails."""
    is_email = any(each.part == WHOLE for each in file.envelopes)
    return bool(part) or is_email or not file.envelopes


# Replace the site of links without a host.
SAME, NO_BASE, NOWHERE = "same document", "no base", "nowhere"
# Replaces the site of a link in a table without destinations.
NOT_IN_TABLE = "not in the table"
# Replace the site of links that browsers refuse because their host is invalid.
REFUSED = ("http:", "https:", "ws:", "wss:", "ftp:")
CALM = -1
# A scheme without dots: "example.com:" is a host before its port.
SCHEME = expression("[A-Za-z][A-Za-z0-9+-]*+")
BLANK = " \t\n\f\r"
MALICIOUS, BENIGN, IGNORED = "malicious", "benign", "ignored"


class Head(NamedTuple):
    """The header of a file; ``octets`` are kept only if they cannot be read from a file again."""

    path: str
    name: str
    kind: str
    size: int
    sha256: str
    stamp: int
    parts: tuple[DocumentPart, ...]
    envelopes: tuple[Envelope, ...]
    not_examined: tuple[NotExamined, ...]
    findings: tuple[Finding, ...]
    protect: tuple[str, ...]
    links: int
    bases: dict[str, DocumentBase]
    messages: tuple[MessageReport, ...] = ()
    locked: tuple[str, ...] = ()  # archives in it that require a password
    octets: bytes | None = None
    # The lists that the links were judged with; not stored in the case file.
    lists: Lists = SHIPPED


class Trouble(NamedTuple):
    """A file that could not be read, with the reason."""

    path: str
    why: str


class FileKey(NamedTuple):
    """The key of a file in a case, or of an email in it by the path of its part."""

    file: int
    part: str = ""


# The subject of a decision: a link by its number, or a file.
DecisionKey: TypeAlias = "int | FileKey"


class Decision(NamedTuple):
    """A mark and a note of the user; both can be empty."""

    mark: str = ""
    note: str = ""


class LinkRow(NamedTuple):
    """A ``Link`` without its document, as tables and case files keep it.

    It can be shown, sorted and inspected again without the bytes of the document. ``element``
    is the element and attribute, ``rank`` the rank of the worst finding, and ``own`` are the
    findings that depend on the place of the link.
    """

    file: int
    part: str
    element: str
    value: str
    how: str
    base: str | None
    target: str | None
    host: str | None
    site: str
    rank: int
    title: str
    code: str
    line: int
    column: int
    start: int
    end: int
    own: tuple[Finding, ...] = ()

    @property
    def is_code(self) -> bool:
        """True if the link was read from a QR code or another code in an image."""
        return self.element == IN_PICTURE.element

    @property
    def is_markup(self) -> bool:
        """True if the link is the value of an attribute in a web page."""
        return " " in self.element

    @property
    def severity(self) -> str | None:
        """Return the severity of the worst finding, or None."""
        return None if self.rank == CALM else SEVERITIES[self.rank]

    def inspection(
        self, edition: str, protect: tuple[str, ...], lists: Lists = SHIPPED
    ) -> Inspection:
        """Inspect the link again: return its worst reading, with the findings about its place."""
        element, _, attribute = self.element.partition(" ")
        effect = effect_of(element or None, attribute or None)
        if effect == FOLLOWED and self.rank < RANK[MEDIUM]:
            effect = MENTIONED
        weigh = WEIGHTS[effect] if effect else None
        worst, findings = worst_of(
            self.value,
            self.how,
            lambda text: inspect(
                text,
                base=self.base,
                edition=edition,
                protect=protect,
                lists=lists,
                in_document=self.is_markup,
                weigh=weigh,
            ),
            in_markup=self.is_markup,
        )
        return worst.judged_as(*in_place(worst.verdict, findings, self.own))


class JudgedCells(NamedTuple):
    """The columns of a row that depend on the judgement."""

    target: str | None
    host: str | None
    site: str
    rank: int
    title: str
    code: str


def row_of(link: Link, file: int, judged: Judgement | None = None) -> LinkRow:
    """Return the row of a link; ``judged`` is its judgement if that is already known."""
    value, judged = link.value, judged or link.judged()
    place, source = link.place, link.source
    return LinkRow(
        file,
        link.part,
        element_of(place),
        value,
        place.how,
        base_of(link.leaf, link.location, value).text,
        *cells_of(value, judged),
        source.line,
        source.column,
        source.start,
        source.end,
        judged.own,
    )


def cells_of(value: str, judged: Judgement) -> JudgedCells:
    """Return the columns of a judgement."""
    target, verdict, worst = judged.target, judged.verdict, judged.verdict.worst
    host = verdict.final_host or verdict.host or (named_host(value) if target is None else None)
    host = host and intern(host)  # shared by all links to it
    return JudgedCells(
        value if target == value else target,
        host,
        intern(site_of(host) if host else nowhere(value, target)),
        RANK[worst.severity] if worst else CALM,
        worst.title if worst else "",
        worst.code if worst else "",
    )


def element_of(place: LinkPlace) -> str:
    """Return the element and attribute; all links in the same kind of place share the string."""
    return intern(" ".join(filter(None, place[:2])))


def named_host(value: str) -> str | None:
    """Return the host of a reference that starts with "//" (RFC 3986 4.2), or None."""
    text = value.strip(BLANK)
    return host_in_browsers(parse(text).host or "") or None if text.startswith("//") else None


def is_site(site: str) -> bool:
    """Return True for the name of a site, False for a text shown in place of one."""
    return site not in {SAME, NO_BASE, NOWHERE, NOT_IN_TABLE} and not site.endswith(":")


def nowhere(value: str, target: str | None) -> str:
    """Return the replacement for the site of a link without a host: its scheme, if it has one."""
    if target is None and value.startswith("#"):
        return SAME
    head, colon, _ = (target or value).strip().partition(":")
    if not value or not colon or not SCHEME.fullmatch(head):
        return NO_BASE
    scheme = f"{head.lower()}:"
    return NOWHERE if scheme in REFUSED else scheme


def head_of(document: Document, path: str, stamp: int) -> Head:
    leaves = document.links.leaves
    return Head(
        path,
        document.name or path,
        document.kind,
        document.size,
        document.sha256,
        stamp,
        document.parts,
        document.envelopes,
        document.not_examined,
        document.findings,
        leaves[0].judge.protect if leaves else (),
        len(document.links),
        {leaf.part.path: leaf.base for leaf in leaves},
        tuple(each.report() for each in document.messages),
        locked=document.locked,
        lists=leaves[0].judge.lists if leaves else SHIPPED,
    )
