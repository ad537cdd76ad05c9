"""What the table keeps of a link, and the header of a file: small, and fit to be sent elsewhere."""

from __future__ import annotations

from sys import intern
from typing import TypeAlias

from uriinspector.analysis.finding import RANK, SEVERITIES, Finding
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
from uriinspector.documents.judge import WEIGHTS, Judgement, effect_of
from uriinspector.documents.leaf import base_of
from uriinspector.documents.reading.image import IN_PICTURE
from uriinspector.documents.rules.sites import site_of
from uriinspector.readers.browser import host_in_browsers

# What stands for the site where a link has no host.
SAME, NO_BASE, NOWHERE = "same document", "no base", "nowhere"
# The same for a link of a table that holds no destinations.
UNTOLD = "not in the table"
# What stands for links that browsers refuse, since they name no host that could be one.
REFUSED = ("http:", "https:", "ws:", "wss:", "ftp:")
CALM = -1
# A scheme, of which one with a dot would be taken for a host with its port.
SCHEME = expression("[A-Za-z][A-Za-z0-9+-]*+")
BLANK = " \t\n\f\r"
MALICIOUS, BENIGN, IGNORED = "malicious", "benign", "ignored"


class Head(NamedTuple):
    """A file as a whole; ``octets`` are kept only where no file holds them."""

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
    locked: tuple[str, ...] = ()  # the archives in it that want a password
    octets: bytes | None = None
    # What judged the links; the file of a case does not hold it.
    lists: Lists = SHIPPED


class Trouble(NamedTuple):
    """A file that could not be read, and why."""

    path: str
    why: str


class FileKey(NamedTuple):
    """What names a file of a case: its number; and a message in it, by the path of its part."""

    file: int
    part: str = ""


# What somebody decides of: a link, by its number, or a file.
DecisionKey: TypeAlias = "int | FileKey"


class Decision(NamedTuple):
    """What somebody has decided of a link or a file, and why; both may be empty."""

    mark: str = ""
    note: str = ""


class LinkRow(NamedTuple):
    """A ``Link`` without its document: what a table and the file of a case keep of it.

    It needs no octets to be shown, sorted and inspected again.  ``element`` is element and
    attribute, ``rank`` that of its worst finding, and ``own`` what only its place tells.
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
        """Whether it was read from a code in a picture."""
        return self.element == IN_PICTURE.element

    @property
    def is_markup(self) -> bool:
        """Whether it is the value of an attribute in a page."""
        return " " in self.element

    @property
    def severity(self) -> str | None:
        """That of its worst finding; None where there is none."""
        return None if self.rank == CALM else SEVERITIES[self.rank]

    def inspection(
        self, edition: str, protect: tuple[str, ...], lists: Lists = SHIPPED
    ) -> Inspection:
        """All about it, made anew: the worst of its references, with all that is said of it."""
        element, _, attribute = self.element.partition(" ")
        effect = effect_of(element or None, attribute or None)
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
    """The cells of a row that a judgement says, and nothing else."""

    target: str | None
    host: str | None
    site: str
    rank: int
    title: str
    code: str


def row_of(link: Link, file: int, judged: Judgement | None = None) -> LinkRow:
    """The row of a link; ``judged`` is what it comes to, where that is known already."""
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
    """What a row shows of a judgement."""
    target, verdict, worst = judged.target, judged.verdict, judged.verdict.worst
    host = verdict.final_host or verdict.host or (named_host(value) if target is None else None)
    host = host and intern(host)  # one text for all links that share it
    return JudgedCells(
        value if target == value else target,
        host,
        intern(site_of(host) if host else nowhere(value, target)),
        RANK[worst.severity] if worst else CALM,
        worst.title if worst else "",
        worst.code if worst else "",
    )


def element_of(place: LinkPlace) -> str:
    """Element and attribute; one text for all links at such a place."""
    return intern(" ".join(filter(None, place[:2])))


def named_host(value: str) -> str | None:
    """The host of a reference that names one, and lacks the scheme alone (RFC 3986 4.2)."""
    text = value.strip(BLANK)
    return host_in_browsers(parse(text).host or "") or None if text.startswith("//") else None


def is_site(site: str) -> bool:
    """Whether it is the name of one, and nothing that stands for it."""
    return site not in {SAME, NO_BASE, NOWHERE, UNTOLD} and not site.endswith(":")


def nowhere(value: str, target: str | None) -> str:
    """What stands for the site of a link that names no host: its scheme, if it has one."""
    if target is None and value.startswith("#"):
        return SAME
    head, colon, _ = (target or value).strip().partition(":")
    if not value or not colon or not SCHEME.fullmatch(head):
        return NO_BASE
    scheme = f"{head.lower()}:"
    return NOWHERE if scheme in REFUSED else scheme


def head_of(document: Document, path: str, stamp: int) -> Head:
    """The header of a file."""
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
