"""Rows about an email or a file in the reader: header, checks, findings, parts, hops."""

import re
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from uriinspector.analysis.finding import INFO, RANK
from uriinspector.core.expression import expression
from uriinspector.documents.authentication import (
    BORDER,
    SENDER,
    AuthenticationClaim,
    ReceivedHop,
    believed_and_other,
)
from uriinspector.documents.cases.link_row import LinkRow
from uriinspector.documents.document_values import (
    ENVELOPE_READER_MOST,
    DocumentPart,
    Envelope,
    Mailbox,
)
from uriinspector.documents.rules.sites import is_same
from uriinspector.documents.scan_state import HTML
from uriinspector.gui.documents import file_model, link_model
from uriinspector.gui.documents.body_pane import SourceContents
from uriinspector.gui.documents.file_model import claimed_text, date_of, kind_words, moment_words
from uriinspector.gui.documents.header_text import page_base
from uriinspector.gui.documents.open_case import FileEntry
from uriinspector.gui.documents.rows import fitted_name, host_pieces, severity_of
from uriinspector.gui.documents.source_view import SourceMark
from uriinspector.gui.inspect.findings import FindingRow, message
from uriinspector.gui.inspect.row_list import ACCENT, ClickTarget, LaidRow, ListRow
from uriinspector.gui.text.marked_text import MarkedLayout
from uriinspector.gui.text.paragraph import TextRun, TextStyle, advance, cut, draw_line, metrics_of
from uriinspector.gui.text.pieces import (
    Kind,
    Pieces,
    fitted,
    muted,
    ours,
    outside,
    plain_text,
    visible,
)
from uriinspector.gui.text.translation import number, say, say_count
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.widgets.severity_sign import draw_shape, word_of

# A host with what follows it, such as the text of a link may show.
ADDRESS = expression(r"(?:https?://)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)((?:[/?#:]\S*)?)", re.IGNORECASE)
# The link columns' shares of the width, without and with the visible text.
SHARES = ((0.6, 0.4), (0.29, 0.41, 0.3))
PLACE = "place"  # the action of a link to the bytes in the file
NARROW = 560  # before zoom: in a narrower list, a place has no name of a header field
PAD, LABEL, INDENT, HIGH, SIGN, CHIP, LINE = 16, 88, 44, 24, 12, 24, 18  # before zoom
MUTED, TITLE, SMALL = TextStyle("muted", 12), TextStyle(weight=600), TextStyle("muted", 12)
# The maximum number of findings, links or parts to list, and of mailboxes in one field.
MOST, MAILBOXES = 300, 10
Span = tuple[int, int]


@dataclass(frozen=True)
class DetailRow(ListRow):
    """A row with a label or a severity icon, lines of text, and a link to its bytes."""

    key: Hashable
    lines: tuple[Pieces, ...]
    label: str = ""
    sign: str = ""
    where: str = ""
    place: Span | None = None  # range of bytes in the file
    number: int = -1  # number of a link
    value: str = ""  # the text to copy
    is_heading: bool = False
    is_ruled: bool = True

    @property
    def title(self) -> str:
        return ", ".join(map(plain_text, self.lines))

    @property
    def look(self) -> Hashable:
        return self.label, self.lines, self.sign, self.where

    @property
    def spoken(self) -> str:
        return ", ".join(filter(None, (self.label, word_of(self.sign), self.title, self.where)))

    def lay_out(self, width: int, depth: int, *, is_open: bool) -> LaidRow:
        """Lay out the lines below one another, next to the label or icon."""
        del depth, is_open
        left = pixels(LABEL + PAD if self.label else PAD if self.is_heading else INDENT)
        target = placed_target(width, self.where)
        room = max(width - left - pixels(PAD) - (target.place.width() if target else 0), 40)
        laid = [MarkedLayout(each, theme.uri_font(12), room, wraps=True) for each in self.lines]
        words = sum(each.height for each in laid)
        is_field = self.label and not self.is_ruled
        top = max((pixels(HIGH if is_field else 32) - words) / 2, pixels(2 if is_field else 6))
        height = round(words + 2 * top)

        def paint(painter: QPainter) -> None:
            side, y = pixels(SIGN), top
            if self.label:
                high = min(laid[0].height, pixels(LINE))
                place = QRectF(pixels(PAD), top, pixels(LABEL), high)
                draw_line(painter, [TextRun(self.label, MUTED)], place)
            if self.sign:
                draw_shape(painter, self.sign, QRectF(pixels(PAD), y + pixels(3), side, side))
            for each in laid:
                each.draw(painter, left, y)
                y += each.height
            draw_placed(painter, target)

        return LaidRow(height, [target] if target else [], paint)


@dataclass(frozen=True)
class LinkDetailRow(DetailRow):
    """A link in columns; the last column takes the remaining width."""

    is_ruled: bool = False

    def lay_out(self, width: int, depth: int, *, is_open: bool) -> LaidRow:
        """Lay out one line; long text is cut, a host at its start; the finding is wrapped."""
        del depth, is_open
        left = pixels(INDENT)
        room = max(width - left - pixels(PAD), 120)
        shares = SHARES[len(self.lines) - 2]
        cells: list[tuple[MarkedLayout, int]] = []
        font = theme.uri_font(12)
        name, words = QFontMetricsF(font).horizontalAdvance, metrics_of(TITLE).horizontalAdvance
        for at, (line, share) in enumerate(zip(self.lines, shares, strict=True)):
            wide = round(room * share) - pixels(12)
            is_last = at == len(shares) - 1
            is_name = at == len(shares) - 2 or not (is_last or line[0].is_words)
            pieces = fitted_name(line, wide, name) if is_name else line
            if not is_name and not is_last:
                pieces = fitted(line, wide, words)
            wide += pixels(PAD - 4) * is_last
            cells.append((MarkedLayout(pieces, font, wide, wraps=is_last), left))
            left += round(room * share)
        height = max(pixels(28), round(cells[-1][0].height + pixels(10)))

        def paint(painter: QPainter) -> None:
            side = pixels(SIGN)
            if self.sign:
                sign = QRectF(pixels(PAD), (pixels(28) - side) / 2, side, side)
                draw_shape(painter, self.sign, sign)
            for cell, x in cells:
                cell.draw(painter, x, pixels(5))

        return LaidRow(height, [], paint)


def placed_target(width: int, words: str) -> ClickTarget | None:
    """Return a link, at the right edge of a row, to its bytes; None if ``words`` is empty."""
    if not words:
        return None
    shown = f"{words}  \u203a"
    wide = metrics_of(ACCENT).horizontalAdvance(shown) + pixels(8)
    place = QRectF(width - wide - pixels(12), pixels(6), wide, pixels(20))
    return ClickTarget(PLACE, words, shown, place)


def draw_placed(painter: QPainter, target: ClickTarget | None) -> None:
    if target is not None:
        draw_line(painter, [TextRun(target.words, ACCENT)], target.place)


@dataclass(frozen=True)
class PlacedFindingRow(FindingRow):
    """A finding about an email or a file, with the position of its bytes."""

    where: str = ""
    place: Span | None = None

    @property
    def look(self) -> Hashable:
        return super().look, self.where

    @property
    def spoken(self) -> str:
        return f"{super().spoken}. {self.where}"

    def lay_out(self, width: int, depth: int, *, is_open: bool) -> LaidRow:
        """Lay out the finding, with a link to its bytes at the right edge."""
        where = self.where if width > pixels(NARROW) else self.where.rpartition(", ")[2]
        target = placed_target(width, where)
        room = round(target.place.width()) + pixels(8) if target else 0
        laid = super().lay_out(width - room, depth, is_open=is_open)

        def paint(painter: QPainter) -> None:
            laid.paint(painter)
            draw_placed(painter, target)

        return LaidRow(laid.height, [*laid.targets, *([target] if target else [])], paint)


@dataclass(frozen=True)
class ChipsRow(ListRow):
    """Chips side by side, in lines that wrap, with a note below."""

    chips: tuple[tuple[TextRun, ...], ...]
    note: str = ""
    key: Hashable = "checks"

    @property
    def title(self) -> str:
        chips = ("".join(run.text for run in each).strip() for each in self.chips)
        return "; ".join((*chips, *filter(None, [self.note])))

    def lay_out(self, width: int, depth: int, *, is_open: bool) -> LaidRow:
        del depth, is_open
        places = []
        x, y, right = pixels(PAD), pixels(8), width - pixels(PAD)
        for runs in self.chips:
            wide = min(advance(runs) + 2 * pixels(10), right - pixels(PAD))
            if x > pixels(PAD) and x + wide > right:
                x, y = pixels(PAD), y + pixels(CHIP + 8)
            room = wide - 2 * pixels(10)
            places.append((QRectF(x, y, wide, pixels(CHIP)), tuple(narrowed(runs, room))))
            x += round(wide) + pixels(8)

        end = y + pixels(CHIP + 8)
        note = QRectF(pixels(PAD), end - pixels(2), right - pixels(PAD), pixels(LINE))

        def paint(painter: QPainter) -> None:
            draw_line(painter, [TextRun(self.note, MUTED)], note)
            for place, runs in places:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("hover_mark"))
                painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
                draw_line(painter, runs, place.translated(QPointF(pixels(10), 0)))

        return LaidRow(end + pixels(LINE + 4) * bool(self.note), [], paint)


def narrowed(runs: tuple[TextRun, ...], room: float) -> Iterator[TextRun]:
    """Yield the runs; if they are too wide, the widest is cut in its middle."""
    widest = max(runs, key=lambda each: advance([each]))
    left = room + 1 - advance(each for each in runs if each is not widest)
    for each in runs:
        yield cut(each, left, Qt.TextElideMode.ElideMiddle) if each is widest else each


def message_rows(
    entry: FileEntry,
    links: Sequence[tuple[int, LinkRow]],
    contents: SourceContents | None,
    name: str,
    edition: str,
) -> Iterator[ListRow]:
    """Yield rows about an email or a file: fields, checks, findings, links, unchecked parts."""
    if entry.envelope is not None:
        yield from _fields(entry.envelope, places(contents), LEADING)
        yield ChipsRow(tuple(check_chips(entry.envelope)), _caveat(entry.envelope))
    else:
        yield from _file_fields(entry, contents, name)
    yield from _finding_rows(entry, links, contents, edition)
    if links:
        yield heading(say("Links"), entry.links)
        yield from link_rows(links, contents)
    reasons = file_model.not_examined(entry)
    if reasons:
        yield heading(say("Not checked"), len(reasons))
    for at, reason in enumerate(reasons[:MOST]):
        yield DetailRow(("left", at), (muted(visible(say(reason))),))
    if entry.envelope is not None:
        yield heading(say("More about the email"))
        yield from _fields(entry.envelope, places(contents), TRAILING)
        yield DetailRow("file", (file_model.file(entry, name),), say("File"), is_ruled=False)


def _finding_rows(
    entry: FileEntry,
    links: Sequence[tuple[int, LinkRow]],
    contents: SourceContents | None,
    edition: str,
) -> Iterator[ListRow]:
    """Yield an entry's findings; for an email, the worst one about a link is ranked among them."""
    findings = entry.findings
    worst = max(links, key=lambda each: each[1].rank, default=None)
    is_listed = entry.envelope is not None and worst is not None and worst[1].rank > RANK[INFO]
    if findings or is_listed:
        count = len(findings) + is_listed
        about = say("Findings") if entry.envelope else say("Findings about the whole file")
        yield heading(about, count, "" if is_listed else say("Press Enter to show the bytes"))
    rows: list[ListRow] = []
    for at, each in enumerate(findings[:MOST]):
        span = (each.start, each.end)
        words = where_words(span, contents)
        rows.append(PlacedFindingRow(each, (each,), ("finding", at), where=words, place=span))
    if worst is not None and is_listed:
        at, row = worst
        where = where_words((row.start, row.end), contents)
        first = sum(RANK[each.severity] > row.rank for each in findings[:MOST])
        rows.insert(first, _link_finding(at, row, entry, where, edition))
    yield from rows


def _link_finding(at: int, row: LinkRow, entry: FileEntry, where: str, edition: str) -> ListRow:
    worst = entry.finding_of(row, edition)
    if worst is None:
        line = link_model.finding(row) + muted("  ") + link_model.goes(row)
        sign = severity_of(row.rank)
        return DetailRow("worst", (line,), sign=sign, number=at, value=row.value)
    place = (row.start, row.end)
    return PlacedFindingRow(worst, (worst,), "worst", where=where, place=place)


def link_rows(
    links: Sequence[tuple[int, LinkRow]], contents: SourceContents | None
) -> Iterator[ListRow]:
    """Yield rows for links: the visible text, the destination, and the worst finding."""
    shown = shown_texts(links, contents)
    is_shown = any(row.element == "a href" for _, row in links) and bool(shown)
    yield LinkDetailRow("links", _titles(is_shown=is_shown), is_heading=True)
    for at, row in links[:MOST]:
        text = shown.get((row.part, row.start))
        words = shown_pieces(text) if text else muted("")
        if is_shown and not text:
            place = (
                "\u2013" if row.element == "a href" else f"({plain_text(link_model.element(row))})"
            )
            words = muted(say("(nothing visible)") if text == "" else place)
        found = link_model.finding(row) or muted(say("no finding"))
        columns = (*((words,) if is_shown else ()), link_model.goes(row), found)
        sign = severity_of(row.rank)
        yield LinkDetailRow(("link", at), columns, sign=sign, number=at, value=row.value)


def shown_pieces(text: str) -> Pieces:
    """Return the visible text of a link; an address loses its scheme, and is cut like a host."""
    address = ADDRESS.fullmatch(text.strip())
    return host_pieces(*address.groups()) if address else as_words(claimed_text(text))


def shown_texts(
    links: Sequence[tuple[int, LinkRow]], contents: SourceContents | None
) -> dict[tuple[str, int], str]:
    """Return the visible texts of links by part and offset.

    Links with the same target are matched in file order; if that is uncertain, a text is returned
    only if all of them have it.
    """
    texts: dict[str, list[str]] = {}
    for part in contents.body.parts if contents else ():
        for run in part.runs:
            if run.target:
                texts.setdefault(run.target, []).append(run.shown)
    rows: dict[str, list[LinkRow]] = {}
    for _, row in sorted(links, key=lambda each: each[0]):
        if row.element == "a href":
            rows.setdefault(row.target or row.value, []).append(row)
    result: dict[tuple[str, int], str] = {}
    for target, found in rows.items():
        shown = texts.get(target, [])
        if len(set(shown)) == 1:
            shown = shown[:1] * len(found)
        if len(shown) == len(found):
            places = ((row.part, row.start) for row in found)
            result.update(zip(places, shown, strict=True))
    return result


def _titles(*, is_shown: bool) -> tuple[Pieces, ...]:
    names = ([say("As shown")] if is_shown else []) + [say("Goes to"), say("Finding")]
    return tuple(muted(each) for each in names)


def heading(words: str, count: int | None = None, hint: str = "") -> DetailRow:
    """Return the heading of a section, with the number of its rows if given."""
    pieces = ours(words, Kind.STRONG)
    pieces += muted(f"  {number(count)}") if count is not None else ()
    pieces += muted(f"    {hint}" if hint else "")
    return DetailRow((words, "heading"), (pieces,), is_heading=True)


def places(contents: SourceContents | None) -> Callable[[str], Span | None]:
    """Return a function that finds the bytes of a header field, or else returns None."""
    fields = contents.body.fields if contents else {}

    def place(name: str) -> Span | None:
        span = fields.get(name)
        return span if span and span[0] < span[1] else None

    return place


def where_words(span: Span, contents: SourceContents | None) -> str:
    """Return the line of a range of bytes, and the header field there, if any."""
    if contents is None or not contents.lines:
        return ""
    line = bisect_right(contents.lines, span[0])
    name = next((name for name, each in contents.body.fields.items() if each == span), "")
    if name and span[0] < span[1]:
        return say("{field}, line {line}", field=field_words(name), line=number(line))
    return say("line {line}", line=number(line))


def source_marks(
    entry: FileEntry, links: Iterable[tuple[int, LinkRow]], contents: SourceContents | None
) -> tuple[SourceMark, ...]:
    """Return marks for the source view, for findings about the email and its links."""
    marks = [
        SourceMark(
            *(each.start, each.end, each.severity, say(each.title), message(each)),
            where_words((each.start, each.end), contents),
            tuple(each.args.get(name, "") for name in ("shown", "host", "name")),
        )
        for each in entry.findings
        if each.start < each.end
    ]
    for _, each in links:
        if each.title:
            place = where_words((each.start, each.end), contents)
            severity, title = severity_of(each.rank), say(each.title)
            marks.append(SourceMark(each.start, each.end, severity, title, title, place))
    return tuple(sorted(marks, key=lambda each: (each.start, -RANK[each.severity])))


LEADING = ("From", "To", "Sender", "Reply-To", "Return-Path", "Date")
TRAILING = ("Message-ID",)


def _fields(
    envelope: Envelope, place: Callable[[str], Span | None], names: Sequence[str]
) -> Iterator[DetailRow]:
    """Yield these fields of a header."""
    senders = envelope.senders
    domains = [each.domain for each in senders if each.domain]
    differs = any(
        other.domain and not any(is_same(other.domain, each) for each in domains)
        for other in envelope.reply_to
    )
    message_id = (envelope.message_id or "").strip("<> ")
    note = ours("  ") + ours(f"\u00a0{say('differs')}\u00a0", Kind.DIFFERS)
    path = envelope.return_path
    for name, pieces, value in (
        ("From", _people(senders) or muted(say("(no sender)")), _addresses(senders)),
        ("To", _people(envelope.recipients), _addresses(envelope.recipients)),
        ("Sender", _people(envelope.sender), _addresses(envelope.sender)),
        (
            "Reply-To",
            _people(envelope.reply_to) + (note if differs else ()),
            _addresses(envelope.reply_to),
        ),
        ("Return-Path", _address(path) if path else (), path or ""),
        ("Date", _date(envelope.date) if envelope.date else (), envelope.date or ""),
        ("Message-ID", outside(message_id), message_id),
    ):
        if pieces and name in names:
            at = place(name)
            label = field_words(name)
            yield DetailRow(name, (pieces,), label, place=at, value=value, is_ruled=False)


def field_words(name: str) -> str:
    """Return the name of a header field in the window's language, if it has one."""
    return {
        "From": say("From"),
        "To": say("To"),
        "Sender": say("Sender"),
        "Reply-To": say("Reply-To"),
        "Subject": say("Subject"),
        "Date": say("Date"),
    }.get(name, name)


def _addresses(mailboxes: Sequence[Mailbox]) -> str:
    return ", ".join(each.address for each in mailboxes)


def _people(mailboxes: Sequence[Mailbox]) -> Pieces:
    pieces: Pieces = ()
    for at, each in enumerate(mailboxes[:MAILBOXES]):
        pieces += ours(", ") if at else ()
        if each.name:
            name = claimed_text(each.name[:200])
            pieces += tuple(piece._replace(is_words=not piece.is_chip) for piece in name) + ours(
                "  "
            )
        pieces += outside("<") + _address(each.address) + outside(">")
    if mailboxes[MAILBOXES:]:
        count = len(mailboxes) - MAILBOXES
        more = say_count(count, "and 1 more", "and {count} more")
        if len(mailboxes) >= ENVELOPE_READER_MOST:  # the rest was not read
            more = say("and at least {count} more", count=count)
        pieces += muted(f" {more}")
    return pieces


def _address(address: str) -> Pieces:
    """Return an address with the site of its domain emphasized."""
    local, at, domain = address[:400].rpartition("@")
    return link_model.marked(local + at) + host_pieces(domain)


def _date(claimed: str) -> Pieces:
    """Return a date in the language's format, then as written."""
    written = as_words(claimed_text(claimed[:200]))
    if date_of(claimed) is None:
        return written
    return ours(f"{moment_words(claimed)}  ") + tuple(
        each._replace(kind=Kind.MUTED) if each.kind is Kind.PLAIN else each for each in written
    )


def as_words(pieces: Pieces) -> Pieces:
    """Return text from outside in the interface font, for names, subjects and dates."""
    return tuple(each._replace(is_words=not each.is_chip) for each in pieces)


def _file_fields(
    entry: FileEntry, contents: SourceContents | None, name: str
) -> Iterator[DetailRow]:
    """Yield the properties of a file that is not an email."""
    head = entry.head
    title = contents.body.title if contents else ""
    is_pasted = head.octets is not None
    fields: list[tuple[str, Pieces, str]] = [
        (say("Title"), claimed_text(title), title),
        (say("File"), file_model.file(entry, name), head.name),
        (say("Folder"), () if is_pasted else outside(head.path.rpartition("/")[0]), head.path),
        (say("Kind"), ours(kind_words(head.kind)), head.kind),
        (say("Size"), ours(say_count(head.size, "1 byte", "{count} bytes")), str(head.size)),
        ("SHA-256", outside(head.sha256), head.sha256),
    ]
    if head.kind == HTML:
        fields += [(say("Base URL"), each, plain_text(each)) for each in page_base(head)]
    for label, pieces, value in fields:
        if pieces:
            yield DetailRow(label, (pieces,), label, value=value, is_ruled=False)


SIGNS = {"pass": "\u2713  ", "fail": "\u2715  ", "softfail": "\u2715  "}


def check_chips(envelope: Envelope) -> Iterator[tuple[TextRun, ...]]:
    """Yield a chip for each check: its result, the domain, and who reported it."""
    believed, others = believed_and_other(envelope.claims)
    shown = dict.fromkeys((*believed, *others))
    for method in dict.fromkeys((*file_model.METHODS, *(each.method for each in shown))):
        claims = [each for each in shown if each.method == method]
        for each in claims:
            yield _check(each, envelope)
        if not claims:
            yield (
                TextRun("\u2013  ", MUTED),
                TextRun(method.upper(), TextStyle(size=12, weight=600)),
                TextRun(f" {say('no result in the header')}", TextStyle(size=12)),
            )


def _caveat(envelope: Envelope) -> str:
    """Return a caveat if the sender could have forged any of the checks."""
    believed, others = believed_and_other(envelope.claims)
    is_needed = any(each.place == SENDER for each in (*believed, *others))
    return say("* The sender could have written this.") if is_needed else ""


def _check(claim: AuthenticationClaim, envelope: Envelope) -> tuple[TextRun, ...]:
    is_own = claim.domain in {each.domain for each in envelope.senders}
    names = {"pass": say("passed"), "fail": say("failed"), "none": say("nothing to check")}
    result = names.get(claim.result, visible(claim.result))
    if claim.domain and claim.result == "pass" and not is_own:
        result = say("{result} for {domain} only", result=result, domain=visible(claim.domain))
    elif claim.domain:
        result = say("{result} for {domain}", result=result, domain=visible(claim.domain))
    if claim.place == SENDER:
        whose = ""
    elif claim.place == BORDER:
        whose = say("reportedly by {server}", server=visible(claim.server or "?"))
    elif claim.server:
        whose = say("according to {server}", server=visible(claim.server))
    else:
        whose = say("according to the header")
    is_bad = claim.result in {"fail", "softfail"}
    return (
        TextRun(SIGNS.get(claim.result, "\u2013  "), TextStyle("high" if is_bad else "muted", 12)),
        TextRun(visible(claim.method.upper()), TextStyle(size=12, weight=600)),
        TextRun(f" {result}", TextStyle(size=12)),
        TextRun(f"; {whose}" if whose else " *", MUTED),
    )


def attachment_rows(entry: FileEntry) -> Iterator[DetailRow]:
    """Yield an email's attachments with their type, size, hash and findings."""
    findings = entry.findings
    left_out = {each.part: each.reason for each in entry.head.not_examined}
    for at, part in enumerate(attachments(entry)[:MOST]):
        about = [each for each in findings if (each.start, each.end) == (part.start, part.end)]
        size = say_count(part.size, "1 byte", "{count} bytes")
        facts = f"{visible(part.type)} \u00b7 {size}"
        name = claimed_text(part.name) if part.name else muted(say("(no name)"))
        reason = left_out.get(part.path)
        yield DetailRow(
            at,
            (
                tuple(each._replace(kind=_strong(each.kind)) for each in as_words(name)),
                muted(facts),
                muted("SHA-256 ") + outside(part.sha256, Kind.MUTED),
                *(ours(message(each)) for each in about),
                *([_not_checked(reason)] if reason else []),
            ),
            sign=max((each.severity for each in about), key=RANK.__getitem__, default=""),
            where=say("Bytes"),
            place=(part.start, part.end),
            value=part.sha256,
        )


def _not_checked(reason: str) -> Pieces:
    return ours(say("Not checked: {what}", what=visible(say(reason))), Kind.DIFFERS)


def _strong(kind: Kind) -> Kind:
    return Kind.STRONG if kind is Kind.PLAIN else kind


def attachments(entry: FileEntry) -> list[DocumentPart]:
    """Return the parts of an email that are attachments."""
    paths = entry.report.attachments if entry.report else ()
    return [each for each in entry.head.parts if each.path in paths]


def hop_rows(hops: Sequence[ReceivedHop]) -> Iterator[DetailRow]:
    """Yield the servers on the route that the header claims, in order."""
    for at, hop in enumerate(hops[:MOST], 1):
        address = f"[{hop.address}]" if hop.address else None
        names = dict.fromkeys((hop.host, address))  # some servers give their address as a name
        way = visible(" ".join(each for each in (*names, hop.by and f"\u2192 {hop.by}") if each))
        delay = ours(delay_words(hop.delay), Kind.STRONG) if hop.delay else ()
        times = muted(moment_words(hop.date) if hop.date else say("(no time)"))
        by = muted(f" \u00b7 {hop.protocol}" if hop.protocol else "")
        gap = ours("   ") if delay else ()
        yield DetailRow(at, (outside(way) or ours("?"), times + by + gap + delay), number_words(at))


def number_words(at: int) -> str:
    return say("Hop {number}", number=at)


def delay_words(seconds: int) -> str:
    """Return the delay at a server in words; it can be negative if a clock is wrong."""
    minutes, left = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    units = [
        (days, say("{count} d", count=days)),
        (hours, say("{count} h", count=hours)),
        (minutes, say("{count} min", count=minutes)),
        (left, say("{count} s", count=left)),
    ]
    while not units[0][0]:
        del units[0]
    words = " ".join(text for count, text in units[:2] if count)
    return say("{time} later", time=words) if seconds > 0 else say("{time} earlier", time=words)
