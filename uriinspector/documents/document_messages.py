"""Messages of a document, each with a level, a sentence and findings of its own.

A mailbox and an archive hold many, and a message can hold others: a link, a part and a finding
belong to the innermost message that they are in.  Nothing is judged before somebody asks.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import decode
from uriinspector.analysis.finding import RANK, finding_order, worst_severity
from uriinspector.analysis.lazy import lazy
from uriinspector.analysis.phrase import joined
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.link import Link
from uriinspector.documents.link_location import CONTEXT, PLACE
from uriinspector.documents.message_sentence import sentence_of
from uriinspector.documents.rules.message_context import MessageContext, SiteTally
from uriinspector.documents.rules.sites import site_of
from uriinspector.documents.rules.table import message_findings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.phrase import Line
    from uriinspector.core.model import Json
    from uriinspector.documents.document_values import DocumentPart
    from uriinspector.documents.envelope import Envelope
    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.link_location import LinkPlace
    from uriinspector.documents.message_scope import MessageScope

# No more of a text is looked at for what it is about.
BEGINNING = 1 << 14
FIRST = 4
TAGS = expression(r"(?is)<(style|script|title)\b.{0,4000}?</\1\s*>|<[^<>]*+>?")
SPACES = expression(r"\s{2,}+")
FOLLOWED = frozenset({"a", "area", "form", "button", "input"})
# What stands in a text, or in a picture.
WRITTEN = frozenset({None, "img"})


class MessageReport(NamedTuple):
    """A message as it is sent elsewhere and kept: its envelope is the one of the same part.

    ``parts`` and ``attachments`` are paths; ``links`` says how many there are.
    """

    part: str
    severity: str | None
    line: Line
    findings: tuple[Finding, ...]
    attachments: tuple[str, ...]
    parts: tuple[str, ...]
    links: int

    @property
    def sentence(self) -> str:
        """The one sentence about it, in English."""
        return joined(self.line)


class EmailMessage:
    """One message: what is said of it is made when somebody asks, and once."""

    def __init__(
        self,
        scope: MessageScope,
        envelope: Envelope,
        leaves: list[tuple[int, Leaf]],
        parts: tuple[DocumentPart, ...],
        attachments: tuple[DocumentPart, ...],
    ) -> None:
        self.envelope = envelope
        self.parts = parts
        # Those that come as files, each with type, size and SHA-256.
        self.attachments = attachments
        self._scope = scope
        self._leaves = leaves
        self._findings: tuple[Finding, ...] | None = None
        self._severity: str | None = None
        self._sites: tuple[SiteTally, ...] | None = None

    @property
    def part(self) -> str:
        """The path of the part that it is."""
        return self.envelope.part

    @property
    def links(self) -> Iterator[Link]:
        """Its links, without those of messages inside of it."""
        return (Link(leaf, each) for _, leaf in self._leaves for each in leaf.locations)

    @property
    def numbers(self) -> tuple[range, ...]:
        """The numbers of its links among those of the document."""
        runs = ((first, len(leaf.locations)) for first, leaf in self._leaves)
        return tuple(range(first, first + count) for first, count in runs if count)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is said of the message as a whole, the worst first."""
        if self._findings is None:
            result = message_findings(self.context)
            result += self._scope.findings
            self._findings = tuple(sorted(result, key=finding_order))
        return self._findings

    @property
    def severity(self) -> str | None:
        """The worst of all that is said of it and of its links."""
        self._judge_links()
        return worst_severity((self._severity, *(each.severity for each in self.findings)))

    @property
    def sites(self) -> tuple[SiteTally, ...]:
        """Where its links lead that people follow: the worst site first, then the most links."""
        return self._judge_links()

    @lazy
    def context(self) -> MessageContext:
        """What rules about messages look at."""
        return MessageContext(
            self.envelope,
            self._scope.start,
            self.attachments,
            self._judge_links,
            self._beginning,
            self._scope.judge,
        )

    def _beginning(self) -> str:
        """The beginning of its text, tags and all that is not shown left out."""
        texts: list[str] = []
        for _, leaf in self._leaves[1 : 1 + FIRST]:
            octets = leaf.octets.get()[leaf.start : min(leaf.end, leaf.start + BEGINNING)]
            text = decode(octets, leaf.encoding)
            texts.append(TAGS.sub(" ", text) if leaf.is_page else text)
        return SPACES.sub(" ", " ".join(texts)[:BEGINNING])

    @property
    def line(self) -> Line:
        """The one sentence about it, in phrases."""
        return sentence_of(self.context)

    @property
    def sentence(self) -> str:
        """The one sentence about it, in English."""
        return joined(self.line)

    def _judge_links(self) -> tuple[SiteTally, ...]:
        if self._sites is None:
            counts: defaultdict[str, int] = defaultdict(int)
            ranks: defaultdict[str, int] = defaultdict(lambda: -1)
            codes: defaultdict[str, set[str]] = defaultdict(set)
            for link in self.links:
                _, findings, verdict, _ = link.judged()
                rank = RANK.get(verdict.severity or "", -1)
                if rank > RANK.get(self._severity or "", -1):
                    self._severity = verdict.severity
                host = verdict.final_host or verdict.host
                if host is not None and _is_followed(link):
                    site = site_of(host)
                    counts[site] += 1
                    ranks[site] = max(ranks[site], rank)
                    codes[site].update(each.code for each in findings)
            sites = (
                SiteTally(site, count, ranks[site], frozenset(codes[site]))
                for site, count in counts.items()
            )
            self._sites = tuple(sorted(sites, key=lambda each: (-each.rank, -each.links)))
        return self._sites

    def report(self) -> MessageReport:
        """What is kept of it."""
        return MessageReport(
            self.part,
            self.severity,
            self.line,
            self.findings,
            tuple(each.path for each in self.attachments),
            tuple(each.path for each in self.parts),
            sum(map(len, self.numbers)),
        )

    def to_dict(self) -> Json:
        """As in the JSON of the package; its envelope is the one of the same part."""
        return {
            "part": self.part,
            "severity": self.severity,
            "sentence": self.sentence,
            "claims": [each.to_dict() for each in self.envelope.claims],
            "findings": [each.to_dict() for each in self.findings],
            "attachments": [each.to_dict() for each in self.attachments],
            "parts": [each.path for each in self.parts],
            "links": [{"start": each.start, "end": each.stop} for each in self.numbers],
        }


def messages_of(
    scopes: Iterable[MessageScope],
    leaves: Iterable[Leaf],
    parts: Iterable[tuple[DocumentPart, MessageScope]],
) -> tuple[EmailMessage, ...]:
    """The messages in their order, each with the leaves and the parts that it owns."""
    leaves_of: defaultdict[int, list[tuple[int, Leaf]]] = defaultdict(list)
    first = 0
    for leaf in leaves:
        leaves_of[id(leaf.message)].append((first, leaf))
        first += len(leaf.locations)
    parts_of: defaultdict[int, list[DocumentPart]] = defaultdict(list)
    by_path: dict[str, DocumentPart] = {}
    for part, owner in parts:
        parts_of[id(owner)].append(part)
        by_path[part.path] = part
    return tuple(
        EmailMessage(
            scope,
            scope.envelope,
            leaves_of[id(scope)],
            tuple(parts_of[id(scope)]),
            tuple(by_path[path] for path in scope.attached if path in by_path),
        )
        for scope in scopes
        if scope.envelope is not None
    )


def _is_followed(link: Link) -> bool:
    """Whether it is there to be followed: in a text, in a picture, or as an anchor or a form."""
    place: LinkPlace = link.location[PLACE]
    if link.location[CONTEXT] not in {None, "conditional"}:
        return False
    return place.element in (FOLLOWED if place.attribute is not None else WRITTEN)
