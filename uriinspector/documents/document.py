"""A scanned document: its links in order, and its messages with a summary sentence each.

The statements are based on what the headers claim and the text contains; nothing was looked up
online.

A mailbox or an archive can contain many messages, and a message can contain others: links, parts
and findings belong to the innermost message around them. Nothing is judged before it is needed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Protocol, TypeVar, overload

from uriinspector.analysis.encoding import decode
from uriinspector.analysis.finding import (
    RANK,
    Finding,
    finding_order,
    severity_order,
    worst_severity,
)
from uriinspector.analysis.inspection import Inspection
from uriinspector.analysis.list_sources import ListSource
from uriinspector.analysis.resource_files import lazy
from uriinspector.analysis.safe_text import QUOTED, visible, visible_host
from uriinspector.analysis.verdict import Verdict
from uriinspector.core.expression import expression
from uriinspector.core.model import (
    EVIDENCE,
    HOST,
    INSTEAD,
    Count,
    Json,
    Marked,
    Message,
    NamedTuple,
    conjoined,
    joined,
    json_of,
    message,
)
from uriinspector.documents.authentication import BORDER, RECEIVER
from uriinspector.documents.document_values import (
    CONTEXT,
    END,
    IN_PDF,
    PLACE,
    START,
    DocumentBase,
    DocumentPart,
    Envelope,
    Examined,
    LinkLocation,
    LinkPlace,
    MessageScope,
    NotExamined,
    Source,
)
from uriinspector.documents.html.embedded_addresses import WHITE, ReferenceItem, items_of
from uriinspector.documents.html.page import page_text
from uriinspector.documents.indicators import Indicators, indicators_in
from uriinspector.documents.judge import MENTIONED, Judgement, effect_of
from uriinspector.documents.leaf import Leaf, base_of, requested
from uriinspector.documents.rules.message_context import (
    FAIL,
    FAILED,
    FORMS,
    NOTHING,
    FarText,
    MessageContext,
    SiteTally,
)
from uriinspector.documents.rules.mismatch import is_mentioned
from uriinspector.documents.rules.sites import site_of
from uriinspector.documents.rules.table import findings_of, headline_of, message_findings

NO_SENDER = message("Has no sender address")
NO_ADDRESS = message(", without a sender address")
FAILURES = {
    "dmarc": message("; DMARC failed, according to the header"),
    "compauth": message("; compauth failed, according to the header"),
    "spf": message("; SPF failed, according to the header"),
}
SOFT = message("; SPF softfail, according to the header")
NOT_PASSED = message("; no check passed, according to the header")
ONLY = "; {method} passed for {domain} only, according to the header"
SEVERAL = "; checks passed for {domain} and {count} more domains, according to the header"
TWO = "; checks passed for {domain} and {other} only, according to the header"
# The same phrases for the sender's own domain, where "only" would sound contradictory.
OWN = {
    ONLY: "; {method} passed for {domain}, according to the header",
    TWO: "; checks passed for {domain} and {other}, according to the header",
}
UNPROVEN = "; {method} passed for {domain}, according to a field that the sender could have written"
METHODS = {"spf": "SPF", "dkim": "DKIM", "dmarc": "DMARC"}
NO_LINKS = message("; no clickable web links")
# The maximum length of a sender's name in the summary sentence.
LONGEST = 60


def sentence_of(context: MessageContext) -> Message:
    return joined(_phrases(context))


def _phrases(context: MessageContext) -> Iterator[Message]:
    yield from _sender(context)
    if context.check == FAILED:
        failed = {each.method for each in context.judged if each.result == FAIL}
        yield next((FAILURES[name] for name in FAILURES if name in failed), SOFT)
    else:
        yield from _passes(context)
    yield _links(context)
    yield from _sharing(context)


def _passes(context: MessageContext) -> Iterator[Message]:
    """Yield the phrase that says which domains passed checks, and according to whom."""
    passes, template = context.passes, ONLY
    if not passes:
        passes = context.unproven_passes
        # The field right below the border may be the receiver's, unless the receiver's
        # other results contradict it.
        is_open = context.check != NOTHING and all(
            each.place != RECEIVER for each in context.judged
        )
        is_border = is_open and any(each.place == BORDER for each in passes)
        passes = tuple(each for each in passes if not is_border or each.place == BORDER)
        template = ONLY if is_border else UNPROVEN
    domains = list(dict.fromkeys(each.domain for each in passes if each.domain))
    if not passes and context.check == NOTHING and context.domain is not None:
        yield NOT_PASSED
    if not domains:
        return
    # The sender's own domain first: it is what readers look for.
    sender = context.domain or ""
    domains.sort(key=lambda each: (site_of(each) != site_of(sender), each != sender))
    first = _domain(domains[0])
    is_own = site_of(domains[0]) == site_of(sender)
    if template is UNPROVEN or len(domains) == 1:
        names = {each.method for each in passes if each.domain == domains[0]}
        method = conjoined([shown for name, shown in METHODS.items() if name in names])
        template = OWN.get(template, template) if is_own else template
        yield message(template, method=method, domain=first)
    elif domains[2:]:
        yield message(SEVERAL, domain=first, count=f"{Count(len(domains) - 1)}")
    else:
        template = OWN[TWO] if is_own else TWO
        yield message(template, domain=first, other=_domain(domains[1]))


def _sender(context: MessageContext) -> Iterator[Message]:
    claimed, domain = context.name, context.domain
    if claimed is not None:
        name = claimed.known.domain if claimed.is_disguised else claimed.written
        yield message("Claims to be {name}", name=Marked(_shown(name), INSTEAD))
        if domain is None:
            yield NO_ADDRESS
        else:
            yield message(", with an address at {domain}", domain=_domain(domain))
    elif domain is None:
        yield NO_SENDER
    else:
        yield message("Claims to be from {domain}", domain=_domain(domain))


def _links(context: MessageContext) -> Message:
    counts = {each.site: each.links - each.packed for each in context.sites}
    first, count = _first_site(context), sum(counts.values())
    if first is None or not count:
        return NO_LINKS
    name = first.site if counts[first.site] else next(filter(counts.get, counts))
    # All sites with the worst severity, as none of them may go unmentioned.
    ranks = {each.site: each.rank for each in context.sites if counts[each.site]}
    if (worst := max(ranks.values())) >= RANK["medium"]:
        name = name if ranks[name] == worst else next(iter(ranks))
        names = [name, *(each for each in ranks if ranks[each] == worst and each != name)]
    else:
        names = [name]
    here = sum(map(counts.__getitem__, names))
    shown = [Marked(visible(each, QUOTED), HOST) for each in names]
    host: str = shown[0]
    if shown[1:]:
        more = message("{count} more sites", count=f"{Count(len(shown) - 1)}")
        last = more if shown[2:] else shown[1]
        host = message("{front} and {last}", front=host, last=last)
    if here == 1 < count:
        numbers = {"all": f"{Count(count)}"}
        return message("; 1 of {all} clickable web links goes to {site}", **numbers, site=host)
    if here < count:
        numbers = {"count": f"{Count(here)}", "all": f"{Count(count)}"}
        return message("; {count} of {all} clickable web links go to {site}", **numbers, site=host)
    if count == 1:
        return message("; 1 clickable web link to {site}", site=host)
    return message("; {count} clickable web links to {site}", count=f"{Count(count)}", site=host)


def _first_site(context: MessageContext) -> SiteTally | None:
    return context.led_to or next(iter(context.sites), None)


def _sharing(context: MessageContext) -> Iterator[Message]:
    """Yield a phrase for a sharing service, whose checks pass whichever user shares something."""
    own, first = context.own_sharing_site, _first_site(context)
    if own is not None:
        yield message(
            "; {site} also sends emails for anyone who shares content there; the content was not "
            "opened",
            site=Marked(visible(own.site, QUOTED), HOST),
        )
    elif first is not None and FORMS in first.codes:
        yield message(
            "; anyone can share content on {site}; the content was not opened",
            site=Marked(visible(first.site, QUOTED), HOST),
        )


def _shown(text: str) -> str:
    return visible(text[:LONGEST], QUOTED)


def _domain(domain: str) -> Marked:
    """Return a domain for a sentence; a long one is cut at the front, as its end matters most."""
    return Marked(visible_host(domain, LONGEST), EVIDENCE)


class JudgedReference(Protocol):
    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings, the worst first."""

    @property
    def verdict(self) -> Verdict:
        """The destination and its severity."""


T = TypeVar("T", bound=JudgedReference)


def worst_of(
    value: str, how: str, judge: Callable[[str], T], *, in_markup: bool = False
) -> tuple[T, tuple[Finding, ...]]:
    """Return the judgement of the worst reference in a value and the findings of all of them.

    Positions are relative to the value. With ``in_markup``, white space around an attribute's
    reference is not part of it (HTML 2.4.1).
    """
    items = items_of(value, how)
    if items is None and in_markup and (trimmed := value.strip(WHITE)) != value:
        items = (ReferenceItem(len(value) - len(value.lstrip(WHITE)), trimmed),)
    if not items:
        only = judge(value if items is None else "")
        return only, only.findings
    judged = [judge(item.text) for item in items]
    findings = [
        each._replace(start=each.start + item.start, end=each.end + item.start)
        for item, one in zip(items, judged, strict=True)
        for each in one.findings
    ]
    return max(judged, key=_rank), _in_order(findings)


def in_place(
    verdict: Verdict, findings: tuple[Finding, ...], own: Sequence[Finding]
) -> tuple[Verdict, tuple[Finding, ...]]:
    """Add the findings about a link's place to its verdict and findings."""
    if not own:
        return verdict, findings
    findings = _in_order([*own, *findings])
    return headline_of(verdict, findings, list(own)), findings


def _rank(judged: JudgedReference) -> int:
    return RANK.get(judged.verdict.severity or "", -1)


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda each: (-RANK[each.severity], each.start, each.end)))


@dataclass(frozen=True, slots=True)
class Link:
    """A link in a leaf of the document; its value, base and judgement are computed on demand.

    Nothing is cached: a ``LinkRow`` stores the results.
    """

    leaf: Leaf
    location: LinkLocation

    @property
    def place(self) -> LinkPlace:
        """The element and attribute, and how the value is parsed."""
        return self.location[PLACE]

    @property
    def element(self) -> str | None:
        """The element in lower case, or None outside of pages."""
        return self.place.element

    @property
    def attribute(self) -> str | None:
        """The attribute, or None for links in text, scripts and styles."""
        return self.place.attribute

    @property
    def value(self) -> str:
        """The value as a conforming parser returns it, untrimmed."""
        return self.leaf.value(self.location)

    @property
    def items(self) -> tuple[str, ...] | None:
        """The references in a value that contains several, or None if it contains only one."""
        reference_items = items_of(self.value, self.place.how)
        return None if reference_items is None else tuple(each.text for each in reference_items)

    @property
    def text(self) -> str | None:
        link_text = self.leaf.shown(self.location)
        return link_text and link_text.text

    @property
    def context(self) -> str | None:
        """The kind of markup around the link, such as "template" or "noscript", or None."""
        return self.location[CONTEXT]

    @property
    def source(self) -> Source:
        """The span of the value in the file."""
        return self.leaf.source(self.location[START], self.location[END])

    @property
    def part(self) -> str:
        """The path of the part that contains the link."""
        return self.leaf.part.path

    @property
    def message(self) -> str | None:
        """The path of the innermost message around the link, or None outside of messages."""
        envelope = self.leaf.message.envelope
        return envelope.part if envelope else None

    @property
    def base(self) -> DocumentBase:
        """The base that the link is resolved against, and its origin."""
        return base_of(self.leaf, self.location, self.value)

    @property
    def names_part(self) -> str | None:
        """The path of the part that the link names by Content-ID or Content-Location, if any."""
        return self.leaf.named(self.value, self.target)

    @property
    def _effect(self) -> str | None:
        """The use of the link, from ``effect_of``; MENTIONED if a newsletter just names a site."""
        if is_mentioned(self.leaf, self.location):
            return MENTIONED
        return effect_of(self.place.element, self.place.attribute)

    @property
    def inspection(self) -> Inspection:
        """The full inspection; if there are several references, that of the worst one."""
        judge, base, is_markup = self.leaf.judge, self.base.text, self.place.is_markup
        effect = self._effect
        return worst_of(
            self.value,
            self.place.how,
            lambda text: judge.inspection(text, base, in_document=is_markup, effect=effect),
            in_markup=is_markup,
        )[0]

    @property
    def target(self) -> str | None:
        """The link resolved against its base."""
        return self._spelling(self.value)[0].target

    @property
    def verdict(self) -> Verdict:
        """The destination, and the worst finding."""
        return self.judged().verdict

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings about the link's spelling and place, the worst first."""
        return self.judged().findings

    def _spelling(self, value: str) -> tuple[Judgement, tuple[Finding, ...]]:
        leaf, location = self.leaf, self.location
        judge, base = leaf.judge, base_of(leaf, location, value).text
        is_markup = self.place.is_markup
        effect = self._effect
        worst, findings = worst_of(
            value,
            self.place.how,
            lambda text: judge.of(text, base, in_document=is_markup, effect=effect),
            in_markup=is_markup,
        )
        return requested(leaf, location, value, worst), findings

    def judged(self) -> Judgement:
        """Judge the spelling with its base and place; for several references, return the worst."""
        value = self.value
        spelled = self.spelled(value)
        own = self.placed(value, spelled)
        if not own:
            return spelled
        verdict, findings = in_place(spelled.verdict, spelled.findings, own)
        return Judgement(spelled.target, findings, verdict, tuple(own))

    def spelled(self, value: str) -> Judgement:
        """Judge the spelling with its base; the result is the same for all links with this
        value, base and kind of place.
        """
        worst, findings = self._spelling(value)
        return Judgement(worst.target, findings, worst.verdict)

    def placed(self, value: str, spelled: Judgement) -> list[Finding]:
        return findings_of(self.leaf, self.location, spelled, value)

    def to_dict(self) -> Json:
        judged = self.judged()
        return {
            **json_of(self, "element attribute value items text context source part message base"),
            "target": judged.target,
            "names_part": self.leaf.named(self.value, judged.target),
            **json_of(judged, "verdict findings"),
        }


BATCH = 1_000


class Links(Sequence[Link]):
    """The links of all leaves in order; only their offsets are stored."""

    def __init__(self, leaves: tuple[tuple[Leaf, list[LinkLocation]], ...]) -> None:
        self._leaves = leaves
        self._ends = list(accumulate(len(link_locations) for _, link_locations in leaves))

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return tuple(leaf for leaf, _ in self._leaves)

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[Link]:
        for leaf, link_locations in self._leaves:
            for each in link_locations:
                yield Link(leaf, each)

    @overload
    def __getitem__(self, index: int) -> Link: ...
    @overload
    def __getitem__(self, index: slice) -> list[Link]: ...
    def __getitem__(self, index: int | slice) -> Link | list[Link]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(index)
        number = bisect_right(self._ends, at)
        leaf, link_locations = self._leaves[number]
        return Link(leaf, link_locations[at - self._ends[number] + len(link_locations)])


class ReportRow(NamedTuple):
    """A link's row in a table: small, and safe to send to other processes."""

    number: int
    severity: str | None
    code: str | None
    host: str | None


@dataclass(frozen=True, slots=True)
class Document:
    """The results of a scan, including the parts that were not examined."""

    name: str | None
    kind: str
    size: int
    sha256: str
    links: Links
    commented: Links
    # The scope of the parts that are not in a message.
    outside: MessageScope
    messages: tuple[EmailMessage, ...]
    parts: tuple[DocumentPart, ...]
    envelopes: tuple[Envelope, ...]
    examined: tuple[Examined, ...]
    not_examined: tuple[NotExamined, ...]
    # The paths of archives that need a password.
    locked: tuple[str, ...] = ()
    # The word lists that replaced built-in ones.
    lists: tuple[ListSource, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings about messages, and about pages outside of messages, the worst first."""
        messages, own = self.messages, self.outside.findings
        if len(messages) == 1 and not own:
            return messages[0].findings
        every = chain(own, *(each.findings for each in messages))
        return tuple(sorted(every, key=severity_order))

    @property
    def envelope(self) -> Envelope | None:
        """The envelope of the outermost message; None for mailboxes and files without one."""
        return self.envelopes[0] if self.envelopes and self.kind != "mbox" else None

    @property
    def severity(self) -> str | None:
        """The worst severity of the document; computing it judges every link."""
        own = (each.severity for each in self.findings)
        return worst_severity(chain(own, (row.severity for rows in self.rows() for row in rows)))

    def rows(self, size: int = BATCH) -> Iterator[list[ReportRow]]:
        batch: list[ReportRow] = []
        for index, link in enumerate(self.links):
            verdict = link.verdict
            code = verdict.worst.code if verdict.worst else None
            batch.append(
                ReportRow(index, verdict.severity, code, verdict.final_host or verdict.host)
            )
            if len(batch) >= size:
                yield batch
                batch = []
        if batch:
            yield batch

    def head(self) -> Json:
        """Return the document without its links as JSON."""
        names = "name kind size sha256 findings parts envelope envelopes messages examined"
        record = {"schema": 1} | json_of(self, f"{names} not_examined")
        return record | (json_of(self, "lists") if self.lists else {})

    def to_dict(self) -> Json:
        record = self.head()
        record["links"] = [each.to_dict() for each in self.links]
        record["commented"] = [each.to_dict() for each in self.commented]
        return record


# The maximum number of bytes of a message's text to search for its subject matter.
TEXT_LONGEST = 1 << 18
FOLLOWED = frozenset({"a", "area", "form", "button", "input", "v:roundrect", "v:rect", "v:shape"})
# Empty lines in pages and text, counted afterwards to take linear time, and huge margins.
PAGE_GAP = expression(
    rb"(?i)(?:(?:<br\b[^<>]{0,80}>|</(?:p|div)\s{0,9}>)(?:[\s\xa0\xc2]|&nbsp;|&#160;"
    rb"|<(?:p|div|span|font|o:p)\b[^<>]{0,200}>|</(?:span|font|o:p)\s{0,9}>|(?!))*+|(?!))++"
)
MARGIN = expression(
    rb"(?i)\b(?:margin|padding)(?:-top)?\s{0,9}:\s{0,9}(?:[2-9][0-9]{3}|[0-9]{5,6})px"
)
TEXT_GAP = expression(rb"\n(?:[ \t\r]*+\n|(?!))++")
PAGE_LINE = expression(rb"(?i)<br\b|</(?:p|div)\b")
# About a screen of empty lines.
FAR_LINES = 40
# Fewer letters after a gap may be a signature or a notice.
FAR_LETTERS = 200
# Links in text (no element) and in pictures.
WRITTEN = frozenset({None, "img"})


class MessageReport(NamedTuple):
    """The stored summary of a message; its envelope is stored separately, under the same part.

    ``parts`` and ``attachments`` are paths; ``links`` is a number.
    """

    part: str
    severity: str | None
    line: Message
    findings: tuple[Finding, ...]
    attachments: tuple[str, ...]
    parts: tuple[str, ...]
    links: int


class EmailMessage:
    """A message, whose judgements are computed on demand and cached."""

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
        # The parts attached as files, with type, size and SHA-256.
        self.attachments = attachments
        self._scope = scope
        self._leaves = leaves
        self._findings: tuple[Finding, ...] | None = None
        self._severity: str | None = None
        self._sites: tuple[SiteTally, ...] | None = None

    @property
    def part(self) -> str:
        return self.envelope.part

    @property
    def links(self) -> Iterator[Link]:
        """The links of the message, without those of embedded messages."""
        return (Link(leaf, each) for _, leaf in self._leaves for each in leaf.locations)

    @property
    def numbers(self) -> tuple[range, ...]:
        runs = ((first, len(leaf.locations)) for first, leaf in self._leaves)
        return tuple(range(first, first + count) for first, count in runs if count)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings about the message as a whole, the worst first."""
        if self._findings is None:
            result = message_findings(self.context)
            result += sorted(self._scope.findings, key=finding_order)
            self._findings = tuple(sorted(result, key=severity_order))
        return self._findings

    @property
    def severity(self) -> str | None:
        self._judge_links()
        return worst_severity((self._severity, *(each.severity for each in self.findings)))

    @property
    def sites(self) -> tuple[SiteTally, ...]:
        """The sites of the links that users follow: the worst first, then by number of links."""
        return self._judge_links()

    @lazy
    def context(self) -> MessageContext:
        return MessageContext(
            self.envelope,
            self._scope.place,
            self.attachments,
            self._judge_links,
            self._text,
            self._has_linked_picture,
            self._scope.judge,
            lambda part: (each.value for each in self.links if each.leaf.part.path == part.path),
            self._far_text,
        )

    def _has_linked_picture(self) -> bool:
        anchors = (each for each in self.links if each.element == "a")
        texts = (each.leaf.shown(each.location) for each in anchors)
        return any(each is not None and each.is_pictured for each in texts)

    def _text(self) -> str:
        """Return the text that readers of the message see, without attachments."""
        return "\n".join(_text_of(leaf, leaf.start, end) for leaf, end in self._shown_leaves())

    def _shown_leaves(self) -> Iterator[tuple[Leaf, int]]:
        """Yield the leaves that email programs show, and the end of the text to use in each."""
        left = TEXT_LONGEST
        for _, leaf in self._leaves[1:]:
            if leaf.is_shown_as_message:
                yield leaf, min(leaf.end, leaf.start + left)
                left -= min(leaf.end - leaf.start, left)

    def _far_text(self) -> FarText | None:
        """Return the first text that is far below the rest."""
        for leaf, end in self._shown_leaves():
            gap = _gap_in(leaf, end)
            letters = sum(map(str.isalpha, _text_of(leaf, gap.end(), end))) if gap else 0
            if gap and letters >= FAR_LETTERS:
                source = leaf.source(*gap.span())
                return FarText((source.start, source.end), letters)
        return None

    @lazy
    def indicators(self) -> Indicators:
        """The email, telephone and Bitcoin addresses in the message, except those of recipients."""
        envelope = self.envelope
        mailboxes = (*envelope.senders, *envelope.reply_to, *envelope.sender)
        senders = (*(each.address for each in mailboxes), envelope.return_path or "")
        to = (*envelope.recipients, *envelope.further_recipients)
        recipients = (*(each.address for each in to), *envelope.delivered_to, *envelope.lists)
        return indicators_in(self.context.text, senders, recipients)

    @property
    def sentence(self) -> Message:
        return sentence_of(self.context)

    def _judge_links(self) -> tuple[SiteTally, ...]:
        if self._sites is None:
            counts: defaultdict[str, int] = defaultdict(int)
            ranks: defaultdict[str, int] = defaultdict(lambda: -1)
            codes: defaultdict[str, set[str]] = defaultdict(set)
            packed: defaultdict[str, int] = defaultdict(int)
            for link in self.links:
                _, findings, verdict, _ = link.judged()
                rank = RANK.get(verdict.severity or "", -1)
                if rank > RANK.get(self._severity or "", -1):
                    self._severity = verdict.severity
                host = verdict.final_host or verdict.host
                if host is not None and is_followed(link):
                    site = site_of(host)
                    counts[site] += 1
                    packed[site] += link.leaf.is_in_attached_file
                    ranks[site] = max(ranks[site], rank)
                    codes[site].update(each.code for each in findings)
            sites = (
                SiteTally(site, count, ranks[site], frozenset(codes[site]), packed[site])
                for site, count in counts.items()
            )
            self._sites = tuple(sorted(sites, key=lambda each: (-each.rank, -each.links)))
        return self._sites

    def report(self) -> MessageReport:
        return MessageReport(
            self.part,
            self.severity,
            self.sentence,
            self.findings,
            tuple(each.path for each in self.attachments),
            tuple(each.path for each in self.parts),
            sum(map(len, self.numbers)),
        )

    def to_dict(self) -> Json:
        return {
            **json_of(self, "part severity sentence"),
            "claims": [each.to_dict() for each in self.envelope.claims],
            **json_of(self, "findings attachments indicators"),
            "parts": [each.path for each in self.parts],
            "links": [{"start": each.start, "end": each.stop} for each in self.numbers],
        }


def _gap_in(leaf: Leaf, end: int) -> re.Match[bytes] | None:
    """Return the first gap in a page or text that is about a screen high."""
    octets = leaf.octets.get()
    if not leaf.is_page:
        gaps = TEXT_GAP.finditer(octets, leaf.start, end)
        return next((each for each in gaps if each[0].count(b"\n") > FAR_LINES), None)
    gaps = PAGE_GAP.finditer(octets, leaf.start, end)
    empty = (each for each in gaps if len(PAGE_LINE.findall(each[0])) >= FAR_LINES)
    return next(empty, None) or MARGIN.search(octets, leaf.start, end)


def _text_of(leaf: Leaf, start: int, end: int) -> str:
    octets = leaf.octets.get()
    if leaf.is_page:
        return page_text(octets, start, end, leaf.encoding, leaf.hiding)
    return decode(octets[start:end], leaf.encoding)


def messages_of(
    scopes: Iterable[MessageScope],
    leaves: Iterable[Leaf],
    parts: Iterable[tuple[DocumentPart, MessageScope]],
) -> tuple[EmailMessage, ...]:
    """Return the messages in order, each with its own leaves and parts."""
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


def is_followed(link: Link) -> bool:
    """Return True for links that users follow: in text or pictures, and as anchors or forms."""
    place: LinkPlace = link.location[PLACE]
    if link.location[CONTEXT] not in {None, "conditional"}:
        return False
    if place == IN_PDF:
        return True
    return place.element in (FOLLOWED if place.attribute is not None else WRITTEN)
