"""The report on a document: sites, findings, messages, and parts that were not checked."""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby, islice

from uriinspector.analysis.defang import defang
from uriinspector.analysis.finding import RANK, Finding, worst_severity
from uriinspector.analysis.safe_text import defanged, visible
from uriinspector.analysis.verdict import Verdict, inside_of
from uriinspector.cli.scan_outcome import STANDARD_INPUT, ScanRequest, Written
from uriinspector.cli.screen import Screen
from uriinspector.cli.styled_line import (
    BLANK,
    ELLIPSIS,
    Block,
    Row,
    clipped,
    finding_head,
    headed,
    heading,
    left_out,
    line,
    paragraph,
    run,
    section,
    table,
)
from uriinspector.core.expression import expression
from uriinspector.documents.authentication import (
    BORDER,
    RECEIVER,
    SENDER,
    AuthenticationClaim,
    ReceivedHop,
    believed_and_other,
)
from uriinspector.documents.cases.link_row import NO_BASE, NOWHERE, REFUSED, nowhere
from uriinspector.documents.document import Document, EmailMessage, Link, is_followed
from uriinspector.documents.document_values import ENVELOPE_READER_MOST, Mailbox
from uriinspector.documents.judge import FOLLOWED, FRAMED, IN_TEXT, effect_of
from uriinspector.documents.rules.file_names import ARCHIVE_RULES, ATTACHMENT_RULES
from uriinspector.documents.rules.sender import SHOWN as CHECK_NAMES
from uriinspector.documents.rules.sites import site_of
from uriinspector.export.packed_text import PackedText

MOST_MESSAGES, MOST_HOPS, MOST_ATTACHMENTS, MOST_CHECKS, MOST_MAILBOXES = 10, 12, 20, 16, 5
MESSAGE_LINES_LONGEST, BEGINNING, WHOLE = 300, 240, 1 << 14
NO_RESULT = "Check: no result of SPF, DKIM or DMARC found in the header"
# One symbol repeated many times.
RULED = expression(r"([^\w\s]|_)\1{4,}")
# Phrases for the server that reported an authentication result, by its header field's position.
WORDS_OF = {
    RECEIVER: "according to the receiver",
    BORDER: "according to a field under the receiver's name",
    SENDER: "according to a field that the sender could have written",
}


class MessageText:
    """Formats emails as lines; defangs links, but not file names and IPv6 addresses."""

    def __init__(self, shown: Callable[[str], str]) -> None:
        self._shown = shown

    def plain(self, text: str, longest: int = MESSAGE_LINES_LONGEST) -> str:
        """Return text from the message on one line, with links defanged."""
        return defanged(" ".join(text.split()), longest, self._shown)

    def header(self, each: EmailMessage, *, is_full: bool) -> Iterator[Block]:
        """Yield sender, recipients, date, authentication results, and the beginning of the text.

        With ``is_full``, yield the whole text, up to a limit.
        """
        envelope = each.envelope
        reply_to, back = envelope.reply_to, (Mailbox("", envelope.return_path or ""),)
        fields = (
            ("From", self._mailboxes(envelope.senders)),
            ("To", self._mailboxes(envelope.recipients)),
            ("Date", self.plain(envelope.date or "")),
            ("Reply-To", self._mailboxes(reply_to)),
            ("Return-Path", self._mailboxes(back)),
            ("Subject", self.plain(envelope.subject or "")),
        )
        for label, text in fields:
            if text:
                yield paragraph(f"{label}: {text}", 2)
        claims = islice(chain(*believed_and_other(envelope.claims)), MOST_CHECKS)
        by_word = groupby(claims, key=lambda claim: (claim.place, claim.server))
        checks = [self._checks(place, server, tuple(group)) for (place, server), group in by_word]
        for check in checks or (NO_RESULT,):
            yield paragraph(check, 2, "muted")
        rows = [row for row in RULED.sub(" ", each.context.text).splitlines() if row.strip()]
        if not is_full or not rows:
            text = self.plain(" ".join(rows), 2 * BEGINNING)
            cut = f"{text[:BEGINNING]}{ELLIPSIS}" if len(text) > BEGINNING else text
            yield paragraph(f"Text: {cut or 'no visible text found'}", 2)
            return
        yield line("  Text:")
        left = WHOLE
        for row in rows:
            text = self.plain(row, left)
            yield paragraph(text, 4)
            left -= len(text)
            if left <= 0:
                yield line(run("    The rest of the text is not shown.", "muted"))
                return

    def _mailboxes(self, mailboxes: Sequence[Mailbox]) -> str:
        written = [
            self.plain(f"{each.name} <{each.address}>" if each.name else each.address)
            for each in mailboxes[:MOST_MAILBOXES]
        ]
        more = len(mailboxes) - MOST_MAILBOXES
        least = "at least " * (len(mailboxes) >= ENVELOPE_READER_MOST)  # the rest was not read
        return ", ".join([*written, *([f"{least}{more:,} more"] if more > 0 else [])])

    def _checks(self, place: str, server: str | None, claims: Sequence[AuthenticationClaim]) -> str:
        results = []
        for each in claims:
            method = CHECK_NAMES.get(each.method, each.method)
            domain = f" for {self.plain(each.domain)}" if each.domain else ""
            results.append(f"{method} {each.result}{domain}")
        noun = "Check" if len(results) == 1 else "Checks"
        where = f" ({self.plain(server)})" if server else ""
        return f"{noun}: {', '.join(results)}, {WORDS_OF[place]}{where}"

    def footer(self, each: EmailMessage, *, is_full: bool) -> Iterator[Block]:
        """Yield attachments and indicators; with ``is_full``, also the servers that relayed the
        email.
        """
        for part in each.attachments[:MOST_ATTACHMENTS]:
            name = visible(f"{part.name}, " if part.name else "", MESSAGE_LINES_LONGEST)
            words = f"Attachment: {name}{visible(part.type)}, {part.size:,} bytes"
            yield paragraph(f"{words}, SHA-256 {part.sha256}", 2, "muted")
        found = each.indicators
        for label, texts in (
            ("Addresses", found.addresses),
            ("Telephone numbers", found.telephones),
            ("Bitcoin", found.bitcoin),
        ):
            if texts:
                text = ", ".join(map(self.plain, texts))
                yield paragraph(f"{label}: {text}", 2, "muted")
        for hop in each.envelope.hops[:MOST_HOPS] if is_full else ():
            text = f"Received, according to the header: {self._hop(hop)}"
            yield paragraph(text, 2, "muted")

    def _hop(self, hop: ReceivedHop) -> str:
        """Return one hop of the route as text."""
        address = hop.address or ""
        address = visible(address) if ":" in address else self.plain(address)
        pieces = (
            f"from {self.plain(hop.host)}{f' [{address}]' if address else ''}" if hop.host else "",
            f"by {self.plain(hop.by)}" if hop.by else "",
            hop.date or "no date",
            _delay(hop.delay),
        )
        return ", ".join(filter(None, pieces))


def _delay(seconds: int | None) -> str:
    """Return the time since the previous server, according to the clocks of both."""
    if not seconds:
        return "" if seconds is None else "after 0 s"
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    units = ((hours, "h"), (minutes, "min"), (rest, "s"))
    time = " ".join(f"{number:,} {unit}" for number, unit in units if number)
    return f"after {time}" if seconds > 0 else f"{time} too early: a clock was wrong"


def message_lines(
    messages: Sequence[EmailMessage],
    shown: Callable[[str], str],
    *,
    findings: Iterable[Block] = (),
    links: Iterable[Block] = (),
    is_full: bool = False,
) -> Iterator[Block]:
    """Yield a summary and the header of each email; for a single email, also its attachments at the
    end.

    ``findings`` and ``links`` are those of all emails.
    """
    text, is_one = MessageText(shown), len(messages) == 1
    for number, each in enumerate(messages[:MOST_MESSAGES]):
        yield BLANK
        name = "" if is_one else f"Message {each.part}: "
        yield paragraph(f"{name}{text.plain(each.sentence)}.", 0, "strong")
        if number == 0:
            yield from findings
            yield from section("Header and text" if is_one else f"Header and text of {each.part}")
        yield from text.header(each, is_full=is_full)
        if not is_one:
            yield from text.footer(each, is_full=is_full)
    if len(messages) > MOST_MESSAGES:
        rest = len(messages) - MOST_MESSAGES
        noun = "message" if rest == 1 else "messages"
        yield line(run(f"  {rest:,} more {noun}: use --json", "muted"))
    yield from links
    if is_one:
        yield from _titled("Attachments and indicators", text.footer(messages[0], is_full=is_full))


def _titled(title: str, rows: Iterable[Block]) -> Iterator[Block]:
    """Yield lines below a heading, or nothing if there are no lines."""
    first = True
    for each in rows:
        if first:
            yield from section(title)
        first = False
        yield each


# A report on thousands of links would be too long: only the worst are listed.
MOST_GROUPS, MOST_FINDINGS, MOST_LEFT_OUT, MOST_LINKS = 40, 20, 20, 60
LONGEST, DATA_LONGEST = 300, 80
EMPTY = "(empty)"
EXPLAIN = "About a finding: uriinspect explain"
# Placeholders for hosts or links, and the findings in which they are file names.
HOSTS = frozenset({"address", "host", "inner", "known", "name", "other", "shown", "site"})
OF_FILES = frozenset(each.code for each in (*ARCHIVE_RULES, *ATTACHMENT_RULES))
WITHOUT_HOST = {
    **dict.fromkeys((NOWHERE, *REFUSED), "no valid host"),
    NO_BASE: "relative, without a base URL",
}


@dataclass(slots=True)
class LinkGroup:
    """Links that lead to the same site or target."""

    name: str
    first: tuple[int, int]
    links: int = 0
    clickable: int = 0
    worst: str | None = None
    code: str = ""


@dataclass(slots=True)
class RepeatedFinding:
    """A finding, the first link with it, and how many other links have it."""

    number: int
    link: Link
    finding: Finding
    more: int = 0
    # The number of the last link that has this finding.
    last: int = 0

    @property
    def order(self) -> tuple[int, int]:
        """Return the sort key: worst severity first, then the order of the document."""
        return -RANK[self.finding.severity], self.number


@dataclass(slots=True)
class ScanReport:
    """Groups and findings, collected from the links of a document."""

    groups: dict[str, LinkGroup] = field(default_factory=dict)
    findings: dict[tuple[str, str, str], RepeatedFinding] = field(default_factory=dict)
    worst: str | None = None
    # The rank of the lowest severity to list.
    least: int = RANK["medium"]
    # True if some findings were discarded.
    is_cut: bool = False

    def add(self, number: int, link: Link, by: str) -> None:
        target, findings, verdict, _ = link.judged()
        group = group_of(link.value, target, verdict, by)
        self.worst = worst_severity((self.worst, verdict.severity))
        place = self.groups.get(group)
        if place is None:
            source = link.source
            place = self.groups[group] = LinkGroup(group, (source.line, source.column))
        place.links += 1
        place.clickable += is_followed(link)
        if worst_severity((place.worst, verdict.severity)) != place.worst:
            place.worst, place.code = verdict.severity, verdict.worst.code if verdict.worst else ""
        for each in (*inside_of(verdict, findings), *findings):
            if RANK[each.severity] >= self.least:
                self._add_finding(number, link, each)

    def _add_finding(self, number: int, link: Link, finding: Finding) -> None:
        """Add a finding, or count the link if the finding is already known."""
        key = finding.severity, finding.code, finding.message
        known = self.findings.get(key)
        if known is not None:
            known.more += known.last != number
            known.last = number
            return
        self.findings[key] = RepeatedFinding(number, link, finding, last=number)
        if len(self.findings) > 8 * MOST_FINDINGS:
            rest = sorted(self.findings.items(), key=lambda row: row[1].order)[:MOST_FINDINGS]
            self.findings, self.is_cut = dict(rest), True


def group_of(value: str, target: str | None, verdict: Verdict, by: str) -> str:
    """Return the site or target by which a link is grouped."""
    host = verdict.final_host or verdict.host
    if by == "target":
        return target or value
    if host:
        return site_of(host)
    name = nowhere(value, target)
    return f"({WITHOUT_HOST.get(name, name)})"


def report(
    document: Document, path: str, request: ScanRequest, by: str
) -> tuple[list[Block], str | None]:
    """Return the lines of the report, and the worst severity."""
    scan_report = ScanReport(
        worst=worst_severity(each.severity for each in document.findings),
        least=max(RANK[request.least], RANK["info" if request.is_full else "medium"]),
    )
    for number, link in enumerate(document.links):
        scan_report.add(number, link, by)
    shown = str if request.exact else defang
    groups = tuple(_groups(scan_report, by, shown, in_messages=bool(document.messages)))
    findings = tuple(_findings(document, scan_report, shown))
    rows = [*_head(document, path, scan_report)]
    if document.messages:
        links = (*_all_links(document, shown, request.least), *groups)
        rows += message_lines(
            document.messages, shown, findings=findings, links=links, is_full=request.is_full
        )
    else:
        rows += (*groups, *findings)
    rows += _left_out(document)
    return [*rows, BLANK], scan_report.worst


def as_table(
    document: Document, path: str, request: ScanRequest, *, by: str, coloured: bool, theme: str
) -> Written:
    """Return the report as text for the screen."""
    rows, worst = report(
        document, "standard input" if path == STANDARD_INPUT else path, request, by
    )
    buffer = io.StringIO()
    Screen(buffer, coloured=coloured, theme=theme, width=request.width).write(rows)
    return Written(PackedText([buffer.getvalue()]), worst)


def _head(document: Document, path: str, report: ScanReport) -> Iterator[Block]:
    count = len(document.links)
    links = f"{count:,} link" + ("" if count == 1 else "s")
    hidden = f", {len(document.commented):,} more in comments" if len(document.commented) else ""
    yield headed(report.worst, path)
    yield paragraph(f"{document.kind}, {document.size:,} bytes, {links}{hidden}", 0, "muted")
    yield paragraph(f"SHA-256 {document.sha256}", 0, "muted")
    for source in document.lists:
        yield paragraph(source.text, 0, "muted")


def _groups(
    report: ScanReport, by: str, shown: Callable[[str], str], *, in_messages: bool
) -> Iterator[Block]:
    if not report.groups:
        return
    groups = sorted(report.groups.values(), key=lambda g: (-RANK.get(g.worst or "", -1), -g.links))
    yield from section("Sites (registrable domains)" if by == "site" else "Unique URLs")
    rows = [
        (
            run(each.worst or "", each.worst or ""),
            clipped(shown(each.name), LONGEST),
            f"{each.links:,}",
            *((f"{each.clickable:,}",) if in_messages else ()),
            "{}:{}".format(*each.first),
            each.code,
        )
        for each in groups[:MOST_GROUPS]
    ]
    clickable = ("clickable",) if in_messages else ()
    titles = ("", "site" if by == "site" else "URL", "links", *clickable, "first at", "finding")
    heads = tuple(run(each, "muted") for each in titles)
    yield table((heads, *rows), "", "host", *("" for _ in clickable), "", "muted", "muted", grows=1)
    yield from left_out(len(groups) - MOST_GROUPS)
    if code := next((each.code for each in groups if each.code), ""):
        yield line(run(f"  {EXPLAIN} {code}", "muted"))


def _findings(
    document: Document, report: ScanReport, shown: Callable[[str], str]
) -> Iterator[Block]:
    result = sorted(report.findings.values(), key=lambda each: each.order)
    if not document.findings and not result:
        yield BLANK
        above = f"No findings above {report.worst}; --full also lists those below medium"
        if document.not_examined and not document.examined:
            yield heading("Nothing in this file could be checked")
        else:
            yield heading(above if report.worst else "No findings")
        return
    yield from section("Findings")
    # Sorting by severity is stable, so findings about the whole document come first.
    rows = [(RANK[each.severity], _of_document(each, shown)) for each in document.findings]
    has_parts = len(document.parts) > 1
    for repeated in result[:MOST_FINDINGS]:
        lines = _of_link(repeated, shown, has_parts=has_parts)
        rows.append((RANK[repeated.finding.severity], lines))
    for _, lines in sorted(rows, key=lambda row: -row[0]):
        yield from lines
    rest = len(result) - MOST_FINDINGS
    if report.is_cut or rest > 0:
        count = "" if report.is_cut else f"{rest:,} "
        yield line(run(f"  {count}more: use --json", "muted"))


def _of_document(each: Finding, shown: Callable[[str], str]) -> Iterator[Block]:
    yield finding_head(each.severity, each.title, each.code)
    yield paragraph(_sentence(each, shown), 4)


def _of_link(
    repeated: RepeatedFinding, shown: Callable[[str], str], *, has_parts: bool
) -> Iterator[Block]:
    link, each = repeated.link, repeated.finding
    source = link.source
    part = f"{link.part}:" if has_parts else ""
    more = f" and {repeated.more:,} more" if repeated.more else ""
    where = f"{part}{source.line}:{source.column}{more}  {each.code}"
    yield finding_head(each.severity, each.title, where)
    yield paragraph(clipped(shown(link.value), LONGEST), 4)
    yield paragraph(_sentence(each, shown), 4, "muted")


def _sentence(each: Finding, shown: Callable[[str], str]) -> str:
    """Return a finding's sentence with hosts and links defanged, but not file names."""
    if each.code not in OF_FILES:
        args = {
            name: shown(text) if name in HOSTS or "://" in text else text
            for name, text in each.args.items()
        }
        each = each._replace(args=args)
    return each.plain


def _all_links(document: Document, shown: Callable[[str], str], least: str) -> Iterator[Block]:
    """Yield each link in the emails once, defanged, with its worst severity and the reason.

    The worst come first. Links to follow precede pictures and styles, which load automatically.
    """
    worst: dict[str, Verdict] = {}
    for link in sorted(document.links, key=_is_loaded):
        verdict = link.judged().verdict
        known = worst.setdefault(link.value, verdict)
        if _rank(verdict) > _rank(known):
            worst[link.value] = verdict
    ordered = sorted(worst.items(), key=lambda row: -_rank(row[1]))
    listed = [row for row in ordered if not RANK[least] or _rank(row[1]) >= RANK[least]]
    rows: list[Row] = []
    for value, verdict in listed[:MOST_LINKS]:
        longest = DATA_LONGEST if value[:5].lower() == "data:" else LONGEST
        severity = verdict.severity or ""
        rows.append((run(severity, severity), clipped(shown(value), longest).strip() or EMPTY))
        if verdict.worst is not None:
            rows.append(("", run(clipped(_sentence(verdict.worst, shown), LONGEST), "muted")))
    yield from _titled("Links", [table(rows)] if rows else ())
    yield from left_out(len(listed) - MOST_LINKS)
    if len(listed) < len(ordered):
        yield line(run(f"  {len(ordered) - len(listed):,} below {least} not shown", "muted"))


def _rank(verdict: Verdict) -> int:
    return RANK.get(verdict.severity or "", -1)


def _is_loaded(link: Link) -> bool:
    return effect_of(link.element, link.attribute) not in {FOLLOWED, FRAMED, IN_TEXT, None}


def _left_out(document: Document) -> Iterator[Block]:
    if not document.not_examined:
        return
    yield from section("Not checked")
    for each in document.not_examined[:MOST_LEFT_OUT]:
        yield paragraph(f"{each.part} {each.type}: {each.reason}", 2)
    yield from left_out(len(document.not_examined) - MOST_LEFT_OUT)
