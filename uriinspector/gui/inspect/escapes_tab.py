"""The tab about encoding: the corrected link, all places, allowed characters, and bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from uriinspector.analysis import escapes
from uriinspector.analysis.annotated import label_of
from uriinspector.analysis.citation import shown_cites
from uriinspector.analysis.correction import Correction, unchanged
from uriinspector.analysis.escapes import Spot, name_of_spaces, spots
from uriinspector.analysis.inspection import Inspection
from uriinspector.core.characters import name, number
from uriinspector.core.charset import ALLOWED
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.percent import RESERVED, UNRESERVED, decoded, encode, utf8_of
from uriinspector.gui.editor.canvas import draw_underline
from uriinspector.gui.editor.look import LEGEND, PATTERNS
from uriinspector.gui.inspect.detail_tabs import Tab
from uriinspector.gui.inspect.noted_table import NotedTable
from uriinspector.gui.selection import Selection, to_clipboard
from uriinspector.gui.tables.grid import Grid, SeverityDelegate
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.marked_text import MarkedText
from uriinspector.gui.text.paragraph import units
from uriinspector.gui.text.pieces import (
    INDENT,
    NEW_LINE,
    Kind,
    Piece,
    Pieces,
    Run,
    muted,
    ours,
    outside,
    plain_label,
    plain_text,
    shown,
    visible,
)
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.theme import pixels
from uriinspector.gui.widgets.cards import button, chooser, scroll_area
from uriinspector.gui.widgets.layouts import column_of, fields, row, stack_of, stretched
from uriinspector.gui.widgets.view_parts import Fitted
from uriinspector.readers.browser import host_in_unicode, sent, serialized

AROUND = 2  # characters before and after a place
MARK = INDENT * 2  # room for the mark of a problem


class Place(NamedTuple):
    """A row of the table; ``around`` is the text before and after it, to tell equal rows apart.

    ``host`` is the host that browsers contact; ``is_chosen`` is True if a corrected link is shown.
    """

    spot: Spot
    label: str
    around: tuple[str, str]
    host: str | None
    is_chosen: bool
    number: str  # of its choice in the corrected link, or ""

    @property
    def span(self) -> Span:
        return self.spot.span

    @property
    def kind(self) -> Kind:
        return Kind.PLAIN if self.spot.kinds else Kind.MUTED


def text_cell(place: Place) -> Pieces:
    """Return the text as written and its component."""
    kind = Kind.STRONG if place.spot.kinds else Kind.PLAIN
    before, after = (with_spaces(each, Kind.MUTED) for each in place.around)
    number = (*muted("\xa0"), *ours(place.number, Kind.NUMBER)) if place.number else ()
    part = muted(f"  {say(place.label)}".replace(" ", "\xa0"))
    return (*muted(MARK), *before, *with_spaces(place.spot.text, kind), *after, *number, *part)


def with_spaces(text: str, kind: Kind = Kind.PLAIN) -> Pieces:
    """Return text in which spaces are visible."""
    return outside(text.replace(" ", "␣"), kind)


def decoded_cell(place: Place) -> Pieces:
    """Return what a server gets: the text decoded once and twice, or the bytes of invalid UTF-8."""
    spot = place.spot
    if not {escapes.INVALID, escapes.OVERLONG}.isdisjoint(spot.kinds):
        return ours(say(spot.fully_decoded))
    if escapes.BROKEN in spot.kinds:
        return ours(say("programs differ"))
    if spot.text == "+" and spot.options:
        return ours(say("+ or space"))
    if not spot.octets:
        if spot.part is Part.HOST and spot.sends is None and place.host:
            return _changed(host_in_unicode(place.host), spot.text)
        return _sent(place, None if spot.sends is None else decoded(spot.sends))
    pieces: Pieces = ()
    for each in [*dict.fromkeys((spot.text, *spot.decoded))][1:]:
        pieces += muted(" → ") if pieces else ()
        pieces += ours(say(name_of_spaces(each))) or outside(each)
    return pieces


def sent_cell(place: Place) -> Pieces:
    sends = place.spot.sends
    if sends == place.spot.text:
        return muted(say("kept as it is"))
    if escapes.DOTS in place.spot.kinds and sends == "":
        is_up = place.spot.decoded[0] == ".."
        return ours(say("one folder up") if is_up else say("this folder"))
    return ours(say("removed")) if sends == "" else _sent(place, sends)


def _sent(place: Place, text: str | None) -> Pieces:
    """Return what browsers use; within a host, this is known only for the host as a whole."""
    spot = place.spot
    if text is None:
        text = place.host if spot.part is Part.HOST else None
    if text is None:
        return ours(say("link rejected"))
    return ours(say(name_of_spaces(text))) or _changed(text, spot.text)


def _changed(text: str, written: str) -> Pieces:
    """Return text for a cell, muted if it is unchanged."""
    if text == written:
        return with_spaces(text, Kind.MUTED)
    return outside(text, Kind.ADDED) if text else ours(say("nothing"))


def write_cell(place: Place) -> Pieces:
    """Return what to write instead, one line per possible meaning, or why nothing changes."""
    spot, pieces = place.spot, list[Piece]()
    written = spot.text if spot.write is None else spot.write
    for text, meaning, _ in spot.options:
        is_used = place.is_chosen and text == written
        pieces += NEW_LINE if pieces else ()
        pieces += outside("☑ " if is_used else "☐ ")
        if text is not None:
            is_clear = is_used or not text
            pieces += _changed(text, spot.text) if is_clear else outside(text, Kind.MUTED)
            pieces += muted("  ")
        pieces += muted(say(meaning))
    if pieces:
        return tuple(pieces)
    why = ours(say(spot.reason), place.kind)
    if spot.write is None:
        return why
    return (*_changed(spot.write, spot.text), *(muted("  ") if why else ()), *why)


def place_sentence(place: Place, _column: int = 0) -> str:
    """Return a row as a sentence, with notes such as the characters allowed there."""
    spot = place.spot
    return visible(
        " · ".join([spot.text.replace(" ", "␣"), *map(say, (spot.sentence, *spot.notes))])
    )


# Printable ASCII characters except letters and digits, and one non-ASCII character.
SIGNS = (*(chr(code) for code in range(0x20, 0x7F) if not chr(code).isalnum()), "\xe9")
BEYOND = expression("[^\x00-\x7f]")
COMPONENTS = (Part.USERINFO, Part.HOST, Part.PATH, Part.QUERY, Part.FRAGMENT)
# A component cannot contain the characters that end it.
ENDS = {Part.USERINFO: "/?#", Part.HOST: "/?#@:", Part.PATH: "?#", Part.QUERY: "#"}
OLDEST = "1994"


def matrix_rows(inspection: Inspection, *, in_browsers: bool) -> Iterator[tuple[Pieces, ...]]:
    """Yield a row for each character: its group and, by component, the correct or sent form."""
    edition, scheme = inspection.edition, lowered(inspection.reference.scheme or "http")
    # One non-ASCII character represents all of them.
    texts = {part: BEYOND.sub(SIGNS[-1], each.text) for part, each in inspection.components.items()}

    def cell(char: str, part: Part) -> Pieces:
        if in_browsers:
            text = before = _in_browsers(char, part, scheme)
        else:
            text, before = (_by_edition(char, part, each) for each in (edition, OLDEST))
        is_used = char in texts.get(part, "")
        is_changed = part in ALLOWED[OLDEST] and (text == char) is not (before == char)
        kind = Kind.PLAIN if text == char else Kind.MUTED
        kind = Kind.ADDED if is_used else Kind.DIFFERS if is_changed else kind
        return ours("–", kind) if text is None else outside(f"{text} •" if is_used else text, kind)

    for char in SIGNS:
        group, before = (_group(char, each) for each in (edition, OLDEST))
        kind = Kind.PLAIN if group == before else Kind.DIFFERS
        words = muted("  " + say("{name}", name=f"{number(char)} {name(char)}"))
        cells = (cell(char, part) for part in COMPONENTS)
        yield (*with_spaces(char), *words), ours(group, kind), *cells


def _group(char: str, edition: str) -> str:
    if char in RESERVED[edition]:
        return say("reserved")
    return say("unreserved") if char in UNRESERVED[edition] else "–"


def _by_edition(char: str, part: Part, edition: str) -> str | None:
    """Return the character if it is allowed, else its encoding; None if neither is possible."""
    if part not in ALLOWED[edition]:
        return None
    return char if char in ALLOWED[edition][part] else encode(char, part, edition=edition)


def _in_browsers(char: str, part: Part, scheme: str) -> str | None:
    """Return the form that browsers send; None if they reject it or end the component there."""
    is_special = scheme in escapes.SPECIAL
    is_slash = char == "\\" and is_special and part in {Part.USERINFO, Part.HOST}
    if is_slash or char in ENDS.get(part, ""):
        return None
    if part is not Part.HOST:
        return sent(char, part, is_special=is_special)
    url = serialized(f"{scheme}://a{char}b/")
    return url.host.removeprefix("a").removesuffix("b") if url and url.host else None


class ByteRow(NamedTuple):
    """A short part of the text with its bytes: as written, decoded once and twice."""

    span: Span
    text: str

    def bytes(self, times: int) -> Pieces:
        """Return the bytes in hexadecimal digits."""
        octets = utf8_of(self.text)
        for _ in range(times):
            octets = unquote_to_bytes(octets)
        kind = Kind.PLAIN if octets == utf8_of(self.text) else Kind.DIFFERS
        return outside(octets.hex(" ").upper(), kind)


RUN_OF_BYTES = 8


def byte_rows(inspection: Inspection) -> Iterator[ByteRow]:
    """Yield the text in short parts; each escaped character is a separate part."""
    text, at = inspection.text, 0
    escaped = (spot.span for spot in spots(inspection.reference) if spot.octets)
    for each in (*escaped, Span(len(text), len(text))):
        runs = range(at, each.start, RUN_OF_BYTES)
        spans = (Span(start, min(start + RUN_OF_BYTES, each.start)) for start in runs)
        yield from (ByteRow(span, span.of(text)) for span in (*spans, each) if span.of(text))
        at = each.end


TO_URI, BACK_TO_IRI = map(shown_cites, (("RFC 3987 3.1",), ("RFC 3987 3.2",)))
TALL = 380  # before zoom: lower tabs show the IRI only if no link is corrected


class CorrectionPane(Fitted, QWidget):
    """The corrected link with its choices; a tall tab also shows the IRI."""

    apply_requested = Signal(object, str)  # a Span and its replacement
    undo_requested = Signal()
    choice_shown = Signal()
    next_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.correction: Correction | None = None
        self.shown: Correction | None = None
        self._applied = ""
        self.after, self.iri = MarkedText(), MarkedText()
        self.words = Legend()
        self.next = button(say("Go to next choice"), self.next_requested.emit)
        self.copy = button(
            say("Copy link"), lambda: to_clipboard(self.shown.text if self.shown else "")
        )
        self.apply = button(say("Apply"), self._on_apply)
        self.undo = button(say("Undo"), self.undo_requested.emit)
        titles = [plain_label(say("As an IRI"), role="quiet", wraps=False) for _ in range(2)]
        self._fields = [*zip(titles, (self.after, self.iri), strict=True)]
        for title in titles:
            title.setAlignment(Qt.AlignmentFlag.AlignTop)
            title.setContentsMargins(0, 2, 0, 0)  # on the line of the text
        self._inner = QWidget()
        self._area = scroll_area(self._inner, say("Corrected"))
        lines = fields(*self._fields, spacing=(10, 4))
        self._lines = column_of(lines, None, into=self._inner, spacing=0)
        self.buttons = QWidget()
        row(self.next, self.copy, self.apply, self.undo, into=self.buttons)
        column_of(self._area, self.words, into=self, spacing=2)
        self.setContentsMargins(12, 0, 12, 0)

    def fit(self) -> None:
        """Show all lines if that leaves enough room for the table; otherwise they scroll."""
        room, is_shown = (self.parentWidget() or self).height(), self.shown is not None
        has_iri = bool(self.iri.pieces) and (room >= pixels(TALL) or not is_shown)
        has_lines = (is_shown, has_iri)
        for line, has in zip(self._fields, has_lines, strict=True):
            for each in line:
                each.setVisible(has)
        self._area.setVisible(any(has_lines))
        self.words.setVisible(bool(self.words.pieces))
        self._lines.activate()  # without the lines that were hidden
        width = self.contentsRect().width()
        wanted = self._inner.heightForWidth(width)
        self._area.setFixedHeight(max(0, min(wanted, room // 5)))
        self.words.setFixedHeight(self.words.heightForWidth(width))
        self.after.updateGeometry()  # its width may have changed

    def show_inspection(self, inspection: Inspection) -> None:
        """Show the correction, the reason why there is none, or that it was applied."""
        self._names: dict[int, str] = {}
        ends = [each.span.end for each in inspection.escapes if each.options]
        self.numbers = {end: NUMBERS.get(at, f"({at})") for at, end in enumerate(ends, 1)}
        self.correction, self._state = inspection.corrected, say(inspection.state or "")
        self._inspection = inspection
        was_applied = bool(self._applied) and inspection.text == self._applied
        if was_applied:
            self._state = say("The corrected link is in the editor.")
        self.undo.setVisible(was_applied)
        iri, words = inspection.iri, muted(f"  {say('easier to read')}, {BACK_TO_IRI}")
        self.iri.show_pieces((*outside(iri), *words) if iri else ())
        self.next.setVisible(any(each.options for each in inspection.escapes))
        self._start = self.correction or (unchanged(inspection.reference) if ends else None)
        self._show(self._start)

    def switch(self, spot: Spot) -> None:
        """Use the next option of a row in the corrected link."""
        options = [each for each in spot.options if each.replacement is not None]
        if not options or not self.shown or not self._start:
            return
        used = self.shown.written_at(spot.span)
        texts = [each.replacement for each in options]
        used = spot.text if used is None else used
        at = texts.index(used) if used in texts else -1
        name = options[(at + 1) % len(options)].name
        # An inner link that is encoded too often is changed as a whole.
        (start, end), code = spot.span, ""
        if spot.link and spot.is_of_link:
            start, end, code = *spot.link[:2], spot.worst
        self._names |= {
            each.start: name
            for each in self._start.choices
            if start <= each.start < end and code in {"", each.code}
        }
        self._show(self._start.with_options(self._names))
        self.choice_shown.emit()

    def _show(self, correction: Correction | None) -> None:
        self.shown = correction
        self.copy.setVisible(correction is not None)
        self.apply.setVisible(correction is not None and correction.text != correction.original)
        if correction is not None:
            text, changes = correction.original, correction.changes
            is_iri = changes and not any(text[each.start : each.end].isascii() for each in changes)
            title = say("As a URI") if is_iri else say("Corrected") if changes else say("Link")
            self._fields[0][0].setText(title)
            note = muted(f"  {TO_URI}" if is_iri else "")
            self.after.show_pieces((*shown(list(_runs(correction, self.numbers))), *note))
        after = self.after.pieces if correction else ()
        self.words.show_legend(self._state, self._inspection.escapes, after)
        self.fit()

    def _on_apply(self) -> None:
        assert self.shown is not None
        self._applied = self.shown.text
        self.apply_requested.emit(Span(0, len(self.shown.original)), self.shown.text)


def _runs(correction: Correction, numbers: Mapping[int, str]) -> Iterator[Run]:
    """Yield the corrected link with its changes and choices, each choice followed by its number."""
    text, at = correction.original, 0
    marked = [(each.start, each.end, each.replacement, Kind.ADDED) for each in correction.changes]
    changed = {at for each in correction.changes for at in range(each.start, each.end)}
    marked += [(end, end, number, Kind.NUMBER) for end, number in numbers.items()]
    marked += (
        (each.start, each.end, text[each.start : each.end], Kind.DIFFERS)
        for each in correction.choices
        if changed.isdisjoint(range(each.start, each.end))
    )
    for start, end, written, look in sorted(marked):
        yield from ((text[at:start], Kind.PLAIN), (written, look))
        at = end
    yield text[at:], Kind.PLAIN


NUMBERS = dict(enumerate("①②③④⑤⑥⑦⑧⑨⑩", 1))  # of choices
SAMPLE = 18  # width of a mark without text, before zoom
WIDE, NARROW = 950, 1000  # before zoom: narrower tables, and windows, show less
GAP, ROOM = "   ", " " * 6  # between the entries of a legend, and for a mark


class MarkDelegate(SeverityDelegate):
    """A delegate that paints a problem's mark in front of its row."""

    def draw(self, painter: QPainter, room: QRectF, value: Any) -> None:
        if mark := PATTERNS.get(value.spot.worst):
            right = room.left() + pixels(SAMPLE)
            draw_underline(painter, room.left(), right, round(room.center().y()), *mark)
        super().draw(painter, room, value)


class Legend(MarkedText):
    """Words, then the meanings of the colors in the corrected link and of the marks that occur."""

    def __init__(self) -> None:
        super().__init__(is_uri=False, size=12)
        self._marks: list[tuple[int, str, str]] = []

    def show_legend(self, words: str, spots: Sequence[Spot], after: Pieces) -> None:
        """Show the words and the legend; ``after`` is the corrected link."""
        kinds = {each.kind for each in after}
        pieces = muted(f"{words}{GAP}" if words else "")
        choice = f" {say('choice')}"
        samples = {Kind.ADDED: (say("changed"), ""), Kind.NUMBER: (NUMBERS[1], choice)}
        for kind, (sample, more) in samples.items():
            pieces += (*ours(sample, kind), *muted(f"{more}{GAP}")) if kind in kinds else ()
        self._marks = []
        if self.window().width() < pixels(NARROW):
            spots = ()  # a second line would take the room of a row
        marks = {PATTERNS[each.worst][::-1] for each in spots if each.worst in PATTERNS}
        for pattern, meaning in sorted(marks, key=lambda each: [*LEGEND].index(each[0])):
            self._marks.append((units(plain_text(pieces)), meaning, pattern))
            title = f"{ROOM} {say(LEGEND[pattern])}".replace(" ", "\xa0")  # on one line
            pieces += muted(title + GAP)
        self.show_pieces(pieces)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, laid = QPainter(self), self._laid_out(self.width())
        for at, meaning, pattern in self._marks:
            place = laid.place_of(at)
            draw_underline(
                painter, place.x(), place.x() + pixels(SAMPLE), place.y(), meaning, pattern
            )
        painter.end()


class EscapesTab(Fitted, Tab):
    """The tab with the corrected link, and below it a table of its places, characters or bytes."""

    edit_requested = Signal(object, str)
    undo_requested = Signal()

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self._inspection: Inspection | None = None
        self.correction = CorrectionPane()
        self.correction.apply_requested.connect(self.edit_requested)
        self.correction.undo_requested.connect(self.undo_requested)
        self.correction.choice_shown.connect(self._show_view)
        self.correction.next_requested.connect(self._on_next)
        views = {
            "table": say("Characters in this link"),
            "matrix": say("Characters by edition"),
            "browsers": say("Characters in browsers"),
            "bytes": say("Bytes"),
        }
        self.view = chooser(say("View"), views)
        self.part = chooser(say("Component"), {"": say("Whole link")})
        for box in (self.view, self.part):
            box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToContents)
        placed = partial(Grid, selection, spans=lambda each, _: each.span)
        self.grid = placed(_columns(), say("Encoding"), widest=5)
        self.grid.setItemDelegateForColumn(0, MarkDelegate(_columns()[0], self.grid))
        self.grid.row_opened.connect(lambda place: self.correction.switch(place.spot))
        self.noted = NotedTable(self.grid, place_sentence)
        titles = (say("Character"), say("Group"), *(say(part.value) for part in COMPONENTS))
        columns = [Column(each, itemgetter(at), is_uri=at != 1) for at, each in enumerate(titles)]
        self.matrix = Grid(None, columns, say("Characters"), widest=len(COMPONENTS) + 1)
        self.allowed = NotedTable(self.matrix, lambda _row, _column: "")
        self.bytes = placed(_byte_columns(), views["bytes"], widest=3)
        self.none = plain_label(say("Nothing to encode or decode in this link."), role="quiet")
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = stack_of(self.noted, self.allowed, self.bytes, self.none)
        whole = QWidget()
        bar = row(self.view, self.part, None, self.correction.buttons, margins=(12, 3, 12, 1))
        column_of(bar, self.correction, stretched(self.stack), into=whole, spacing=0)
        self.fill(whole)
        self.view.currentIndexChanged.connect(self._show_view)
        self.part.currentIndexChanged.connect(self._show_view)

    def present(self, inspection: Inspection) -> str:
        """Show the link in the selected view."""
        self._inspection = inspection
        self.correction.show_inspection(inspection)
        chosen, spots = self.part.currentData(), inspection.escapes
        entries = [("", say("Whole link"), len(spots))]
        for part, rows in Counter(each.part for each in spots).items():
            label = say(label_of(part, inspection.reference))
            entries.append((part.value, say("{part} only", part=label), rows))
        with QSignalBlocker(self.part):
            self.part.clear()
            for value, title, rows in entries:
                self.part.addItem(f"{title}: {say_count(rows, '1 row', '{count} rows')}", value)
            self.part.setCurrentIndex(max(0, self.part.findData(chosen)))
        self._show_view()
        return ""

    def fit(self) -> None:
        self.correction.fit()

    def focus_row(self) -> None:
        """Focus the row for the place selected in the link."""
        for box in (self.view, self.part):
            box.setCurrentIndex(0)
        self.grid.setFocus()

    def _on_next(self) -> None:
        """Select the next row with a choice."""
        rows = [at for at, each in enumerate(self.grid.lazy.rows) if each.spot.options]
        current = self.grid.currentIndex().row()
        if rows:
            self.grid.selectRow(next((at for at in rows if at > current), rows[0]))
            self.grid.setFocus()

    def _show_view(self) -> None:
        name, inspection = self.view.currentData(), self._inspection
        is_table = name == "table"
        self.part.setVisible(is_table)
        pane = self.correction
        is_needed = pane.shown is not None or bool(pane.iri.pieces or pane.words.pieces)
        for each in (pane, pane.buttons):  # tables need the room
            each.setVisible(is_table and is_needed)
        if inspection is None:
            return
        if is_table:
            self._show_places(inspection)
        elif name == "bytes":
            self.bytes.set_rows(byte_rows(inspection))
            self.stack.setCurrentWidget(self.bytes)
        else:
            in_browsers = name == "browsers"
            words = say(
                "Highlighted: differs from the 1994 edition. %XX: must be encoded. –: not possible."
            )
            if in_browsers:
                words = say(
                    'What browsers send. "–": browsers reject the character, or it begins another '
                    "component."
                )
            rows = matrix_rows(inspection, in_browsers=in_browsers)
            self.matrix.show_column(1, shown=not in_browsers)
            self.allowed.show_rows(rows, f"{say('•: occurs in the link.')} {words}")
            self.stack.setCurrentWidget(self.allowed)

    def _show_places(self, inspection: Inspection) -> None:
        spots, part = inspection.escapes, self.part.currentData()
        counts, text = Counter(each.text for each in spots), inspection.text
        shown = self.correction.shown  # with the chosen options
        url, host = serialized(text, inspection.base), inspection.reference.span(Part.HOST)

        def around(spot: Spot) -> tuple[str, str]:
            start, end = spot.span
            near = 0 if spot.octets and counts[spot.text] == 1 else AROUND
            first, last = max(start - near, 0), end + near
            if spot.part is Part.HOST and host and url:
                first, last = host
            return text[first:start], text[end:last]

        places = [
            Place(
                each._replace(write=shown.written_at(each.span)) if shown else each,
                label_of(each.part, inspection.reference),
                around(each),
                url.host if url else None,
                shown is not None,
                self.correction.numbers.get(each.span.end, "") if shown and each.options else "",
            )
            for each in sorted(spots, key=lambda each: not each.kinds)  # correct ones last
            if part in {"", each.part.value}
        ]
        self.noted.show_rows(places, "")
        self.stack.setCurrentWidget(self.noted if places else self.none)


def _columns() -> list[Column]:
    column = partial(Column, wraps=True, above=4)
    uri_column = partial(column, is_uri=True)
    return [
        uri_column(say("In the link"), text_cell),
        column(say("Problem"), lambda each: ours(say(each.spot.brief), each.kind)),
        column(say("Clause"), lambda each: muted(shown_cites(each.spot.cites[:1])), least=WIDE),
        uri_column(say("In browsers"), sent_cell),
        uri_column(say("Decoded"), decoded_cell, least=WIDE),
        uri_column(say("Write instead (☑ in the link above)"), write_cell),
    ]


def _byte_columns() -> list[Column]:
    titles = (say("As written"), say("Decoded once"), say("Decoded twice"))
    return [
        Column(say("Text"), lambda each: with_spaces(each.text), is_uri=True, is_rigid=True),
        *(
            Column(title, partial(ByteRow.bytes, times=times), is_uri=True)
            for times, title in enumerate(titles)
        ),
    ]
