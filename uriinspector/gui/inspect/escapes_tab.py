"""The tab about encoding: the corrected link, all places, allowed characters, and bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import itemgetter
from typing import TypeVar
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from uriinspector.analysis.annotated import annotated
from uriinspector.analysis.citation import shown_cites
from uriinspector.analysis.correction import Correction, FixChoice, FixOption
from uriinspector.analysis.escapes import (
    BROKEN,
    INVALID,
    OVERLONG,
    SPECIAL,
    Spot,
    name_of_spaces,
    spots,
)
from uriinspector.analysis.inspection import Inspection
from uriinspector.core.characters import name, number
from uriinspector.core.charset import ALLOWED
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.percent import RESERVED, UNRESERVED, decoded, encode, utf8_of
from uriinspector.gui.editor.look import legend
from uriinspector.gui.inspect.detail_tabs import Tab
from uriinspector.gui.inspect.noted_table import NotedTable
from uriinspector.gui.selection import Selection, to_clipboard
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.marked_text import MarkedText
from uriinspector.gui.text.pieces import (
    Kind,
    Pieces,
    Run,
    muted,
    ours,
    outside,
    plain_label,
    show_tip,
    shown,
    visible,
)
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import button, chooser, scroll_area
from uriinspector.gui.widgets.layouts import column_of, fields, row, stack_of, stretched
from uriinspector.gui.widgets.view_parts import Fitted
from uriinspector.readers.browser import sent, serialized

T = TypeVar("T")
AROUND = 3  # characters before and after a place


class Place(NamedTuple):
    """A row of the table; ``text`` is the link if the spot needs its neighbors to be found."""

    spot: Spot
    text: str = ""

    @property
    def span(self) -> Span:
        return self.spot.span


def characters_cell(place: Place) -> Pieces:
    """Return the character as written, between its neighbors if others look alike, and its name."""
    spot, (start, end) = place.spot, place.span
    kind = Kind.DIFFERS if spot.kinds else Kind.PLAIN
    before, after = place.text[max(start - AROUND, 0) : start], place.text[end : end + AROUND]
    around = [with_spaces(each, Kind.MUTED) for each in (before, after)]
    name = muted(f"  {say(spot.name)}")
    return (*around[0], *with_spaces(spot.text, kind), *around[1], *name)


def with_spaces(text: str, kind: Kind = Kind.PLAIN) -> Pieces:
    """Return text in which spaces are visible."""
    return outside(text.replace(" ", "␣"), kind)


def problem_cell(spot: Spot) -> Pieces:
    """Return the problem with its clause."""
    words = ours(say(spot.problem), Kind.PLAIN if spot.kinds else Kind.MUTED)
    clause = shown_cites(spot.cites[:1]).replace(" ", "\xa0")  # stays in one line
    return (*words, *muted(f"  {clause}"))


def decoded_cell(spot: Spot) -> Pieces:
    """Return what a server gets: the text decoded once and twice, or the bytes of invalid UTF-8."""
    if not {INVALID, OVERLONG}.isdisjoint(spot.kinds):
        return ours(say(spot.fully_decoded))
    if BROKEN in spot.kinds:
        return ours(say("programs differ"))
    if spot.text == "+" and spot.options:
        return ours(say("+ or space"))
    if not spot.octets:
        return sent_cell(spot, None if spot.sends is None else decoded(spot.sends))
    texts = [*dict.fromkeys((spot.text, *spot.decoded))][1:]
    arrow = muted(" → ")
    pieces = [(*(arrow if at else ()), *_readable(text)) for at, text in enumerate(texts)]
    return tuple(piece for each in pieces for piece in each)


def _readable(text: str) -> Pieces:
    return ours(say(name_of_spaces(text))) or outside(text)


def sent_cell(spot: Spot, text: str | None) -> Pieces:
    """Return what is sent, or why that is not known for the character alone."""
    if text is None:
        in_host = spot.part is Part.HOST and not spot.octets
        return ours(say("the host as a whole" if in_host else "link rejected"))
    return text_cell(text, spot.text) if text.strip(" ") or not text else _readable(text)


def text_cell(text: str, written: str) -> Pieces:
    """Return text for a cell, muted if it is as written."""
    if text == written:
        return with_spaces(text, Kind.MUTED)
    return outside(text, Kind.ADDED) if text else ours(say("nothing"))


def write_cell(spot: Spot) -> Pieces:
    """Return what to write, or why the text stays."""
    if spot.write is not None:
        return text_cell(spot.write, spot.text)
    return ours(say(spot.reason), Kind.PLAIN if spot.kinds else Kind.MUTED)


def place_sentence(place: Place, _column: int = 0) -> str:
    """Return a row as a sentence, with notes such as the characters allowed there."""
    spot = place.spot
    return visible(" · ".join([spot.text, *map(say, (spot.sentence, *spot.notes))]))


# Printable ASCII characters except letters and digits, and one non-ASCII character.
SIGNS = (*(chr(code) for code in range(0x20, 0x7F) if not chr(code).isalnum()), "\xe9")
BEYOND = expression("[^\x00-\x7f]")
COMPONENTS = (Part.USERINFO, Part.HOST, Part.PATH, Part.QUERY, Part.FRAGMENT)
# AUTHORITY and ENDS: a component cannot contain the characters that end it.
AUTHORITY = (Part.USERINFO, Part.HOST)
ENDS = {Part.USERINFO: "/?#", Part.HOST: "/?#@:", Part.PATH: "?#", Part.QUERY: "#"}
OLDEST = "1994"


def matrix_rows(inspection: Inspection, *, in_browsers: bool) -> Iterator[tuple[Pieces, ...]]:
    """Yield a row for each character: its group and, by component, its correct or sent form."""
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
        words = muted(f"  {number(char)} {name(char)}")
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
    is_special = scheme in SPECIAL
    if char in ENDS.get(part, "") or (char == "\\" and is_special and part in AUTHORITY):
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


class CorrectionPane(Fitted, QWidget):
    """The link before and after correction, with the choices."""

    apply_requested = Signal(object, str)  # a Span and its replacement
    undo_requested = Signal()

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self._selection = selection
        self.correction: Correction | None = None
        self.shown: Correction | None = None
        self._applied = ""
        self._left: tuple[Span, ...] = ()
        self._left_words: Pieces = ()
        self._choice = -1
        self.is_needed = False
        self.before, self.after, self.iri = (MarkedText() for _ in range(3))
        self.words = plain_label(role="quiet")
        self.next = button(say("Next choice"), self._on_next)
        self.copy = button(say("Copy"), lambda: to_clipboard(self.shown.text if self.shown else ""))
        self.apply = button(say("Apply"), self._on_apply)
        self.undo = button(say("Undo"), self.undo_requested.emit)
        titles = ("", "", say("As an IRI"))
        labels = [plain_label(words, role="quiet", wraps=False) for words in titles]
        for each in labels:
            each.setAlignment(Qt.AlignmentFlag.AlignTop)
            each.setContentsMargins(0, 2, 0, 0)  # on the line of the text
        self._titles = labels[:2]
        self._lines = (labels[0], self.before, labels[1], self.after)
        self._iri_line = (labels[2], self.iri)
        texts = (self.before, self.after, self.iri)
        self._inner = QWidget()
        self._area = scroll_area(self._inner, say("Corrected"))
        lines = fields(*zip(labels, texts, strict=True), spacing=(10, 4))
        column_of(lines, None, into=self._inner)
        self.buttons = QWidget()
        row(self.next, self.copy, self.apply, self.undo, into=self.buttons)
        column_of(self._area, self.words, into=self, spacing=4)
        self.setContentsMargins(12, 0, 12, 8)

    def fit(self) -> None:
        """Show whole lines if there is room for the table, too; otherwise they scroll."""
        wanted = self._inner.heightForWidth(self.contentsRect().width())
        self._area.setFixedHeight(max(0, min(wanted, self.window().height() // 6)))
        self.after.updateGeometry()  # its width may have changed

    def show_inspection(self, inspection: Inspection) -> None:
        """Show the correction, the reason why there is none, or that it was applied."""
        self._choice = -1
        self.correction = inspection.corrected
        left, told = say(inspection.left or ""), inspection.correction
        why = say(told) if isinstance(told, str) else "" if self.correction else left
        self._left_words = muted(f"  {left}" if left else "")
        spots = inspection.escapes
        self._left = tuple(each.span for each in spots if each.kinds and each.write is None)
        was_applied = bool(self._applied) and inspection.text == self._applied
        if was_applied:
            why = say("The corrected link is in the editor.")
        self.undo.setVisible(was_applied)
        words = muted(f"  {say('easier to read')}, {BACK_TO_IRI}")
        self.iri.show_pieces((*outside(inspection.iri or ""), *words))
        for each in self._iri_line:
            each.setVisible(inspection.iri is not None)
        has_lines = self.correction is not None or inspection.iri is not None
        self._area.setVisible(has_lines)
        self._show(self.correction, why)
        self.is_needed = has_lines or bool(why)

    def _show(self, correction: Correction | None, words: str) -> None:
        self.shown = correction
        for each in (*self._lines, self.copy, self.apply):
            each.setVisible(correction is not None)
        self._show_next()
        if correction is not None:
            text, changes = correction.original, correction.changes
            is_iri = not any(text[each.start : each.end].isascii() for each in changes)
            titles = (say("IRI"), say("As a URI")) if is_iri else (say("Before"), say("Corrected"))
            for label, title in zip(self._titles, titles, strict=True):
                label.setText(title)
            clause = muted(f"  {TO_URI}" if is_iri else "")
            before, after = (
                shown(list(_runs(correction, kind, self._left)))
                for kind in (Kind.DIFFERS, Kind.ADDED)
            )
            self.before.show_pieces(before)
            left = self._left_words if self._choice < 0 else ()
            self.after.show_pieces((*after, *clause, *left))
        self.words.setText(words)
        self.words.setVisible(bool(words))
        self.fit()

    def _show_next(self) -> None:
        """Name the next choice on the button."""
        choices = _choices(self.correction) if self.correction else []
        self.next.setVisible(bool(choices))
        if self.correction and self._choice + 1 < len(choices):
            choice, option = choices[self._choice + 1]
            text = visible(self.correction.original[choice.start : choice.end], LONGEST)
            self.next.setText(say("Next choice: {text}", text=text).replace("&", "&&"))
            words = say(option.meaning)
        else:
            self.next.setText(say("Without choices"))
            words = say("Shows the corrected link without any choice.")
        show_tip(self.next, words)

    def _on_next(self) -> None:
        """Show the correction with the next option; after the last option, without options."""
        assert self.correction is not None
        choices = _choices(self.correction)
        self._choice = self._choice + 1 if self._choice + 1 < len(choices) else -1
        if self._choice < 0:
            self._show(self.correction, "")
            return
        choice, option = choices[self._choice]
        self._selection.select(Span(choice.start, choice.end))
        numbers = {"number": self._choice + 1, "count": len(choices)}
        words = say("Choice {number} of {count}: {meaning}", meaning=say(option.meaning), **numbers)
        self._show(self.correction.with_options({choice.start: option.name}), words)

    def _on_apply(self) -> None:
        assert self.shown is not None
        self._applied = self.shown.text
        self.apply_requested.emit(Span(0, len(self.shown.original)), self.shown.text)


def _choices(correction: Correction) -> list[tuple[FixChoice, FixOption]]:
    """Return the options that would change the corrected text."""
    written = {(each.start, each.end): each.replacement for each in correction.changes}
    return [
        (choice, option)
        for choice in correction.choices
        for span in [Span(choice.start, choice.end)]
        for text in [span.of(correction.original)]
        for option in choice.options
        if (text if option.replacement is None else option.replacement) != written.get(span, text)
    ]


LONGEST = 12  # characters of the text that a choice is about


def _runs(correction: Correction, kind: Kind, left: Iterable[Span]) -> Iterator[Run]:
    """Yield the text before or after the correction, in runs marked as changed or unchanged."""
    text, at = correction.original, 0
    changes = [(each.start, each.end, each.replacement) for each in correction.changes]
    for start, end, written in sorted([*changes, *((*each, None) for each in left)], key=SPAN):
        if start < at:
            continue
        yield text[at:start], Kind.PLAIN
        before = text[start:end]
        if written is None:
            yield before, Kind.UNCHANGED
        else:
            yield before.replace(" ", "␣") if kind is Kind.DIFFERS else written, kind
        at = end
    yield text[at:], Kind.PLAIN


SPAN = itemgetter(0, 1)


class EscapesTab(Tab):
    """The tab with the corrected link, and below it its places, characters or bytes."""

    edit_requested = Signal(object, str)
    undo_requested = Signal()

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self._inspection: Inspection | None = None
        self.correction = CorrectionPane(selection)
        self.correction.apply_requested.connect(self.edit_requested)
        self.correction.undo_requested.connect(self.undo_requested)
        views = {
            "table": say("Places"),
            "worst": say("Places, by severity"),
            "matrix": say("Characters by the edition"),
            "browsers": say("Characters in browsers"),
            "bytes": say("Bytes"),
        }
        self.view = chooser(say("View"), views)
        self.part = chooser(say("Component"), {"": say("All components")})
        for box in (self.view, self.part):
            box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToContents)
        placed = partial(Grid, selection, spans=lambda each, _: each.span)
        self.grid = placed(_columns(), say("Encoding"), widest=1)
        self.noted = NotedTable(self.grid, place_sentence)
        self.matrix = Grid(None, _matrix_columns(), say("Characters"), widest=len(COMPONENTS) + 1)
        self.legend = NotedTable(self.matrix, lambda _row, _column: "")
        self.bytes = placed(_byte_columns(), views["bytes"], widest=3)
        self.none = plain_label(say("Nothing to encode or decode in this link."), role="quiet")
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = stack_of(self.noted, self.legend, self.bytes, self.none)
        whole = QWidget()
        bar = row(self.view, self.part, None, self.correction.buttons, margins=(12, 8, 12, 6))
        column_of(
            bar, self.correction, stretched(self.stack), into=whole, margins=(0,) * 4, spacing=0
        )
        self.fill(whole)
        self.view.currentIndexChanged.connect(self._show_view)
        self.part.currentIndexChanged.connect(self._show_view)

    def present(self, inspection: Inspection) -> str:
        """Show the link in the selected view."""
        self._inspection = inspection
        self.correction.show_inspection(inspection)
        chosen = self.part.currentData()
        self.part.blockSignals(True)
        self.part.clear()
        self.part.addItem(say("All components"), "")
        for part in dict.fromkeys(each.part for each in inspection.escapes):
            self.part.addItem(say(part.value), part.value)
        self.part.setCurrentIndex(max(0, self.part.findData(chosen)))
        self.part.blockSignals(False)
        self._show_view()
        return ""

    def focus_row(self) -> None:
        """Focus the row of the selected place in the link."""
        for box in (self.view, self.part):
            box.setCurrentIndex(0)
        self.grid.setFocus()

    def _show_view(self) -> None:
        name, inspection = self.view.currentData(), self._inspection
        is_table = name in {"table", "worst"}
        self.part.setVisible(is_table)
        for each in (self.correction, self.correction.buttons):  # tables need the room
            each.setVisible(is_table and self.correction.is_needed)
        if inspection is None:
            return
        if is_table:
            spots, part = inspection.escapes, self.part.currentData()
            counts = Counter(each.text for each in spots)
            places = [
                Place(each, inspection.text if counts[each.text] > 1 else "")
                for each in spots
                if part in {"", each.part.value}
            ]
            if name == "worst":
                places.sort(key=lambda each: each.spot.severity)
            marks = annotated(inspection)
            told = legend((each.kind for each in marks.problems), has_others=bool(marks.marks))
            hint = say("Enter selects a place in the link.")
            if told:
                hint = f"{hint} {say('Underlines: {kinds}', kinds=told)}"
            self.noted.show_rows(places, hint)
            self.stack.setCurrentWidget(self.noted if places else self.none)
        elif name == "bytes":
            self.bytes.set_rows(byte_rows(inspection))
            self.stack.setCurrentWidget(self.bytes)
        else:
            in_browsers = name == "browsers"
            words = say("Highlighted: differs from 1994. %XX: must be encoded. –: not possible.")
            if in_browsers:
                words = say("What browsers send. –: rejected, or it begins another component.")
            rows = matrix_rows(inspection, in_browsers=in_browsers)
            self.matrix.show_column(1, shown=not in_browsers)
            self.legend.show_rows(rows, f"{say('•: in the link.')} {words}")
            self.stack.setCurrentWidget(self.legend)


def _columns() -> list[Column]:
    uri_column = partial(Column, is_uri=True, wraps=True)

    def of_spot(cell: Callable[[Spot], T]) -> Callable[[Place], T]:
        return lambda place: cell(place.spot)

    return [
        uri_column(say("Text"), characters_cell),
        Column(say("Problem"), of_spot(problem_cell), wraps=True),
        Column(say("Component"), lambda place: ours(say(place.spot.part.value))),
        uri_column(say("Browsers send"), of_spot(lambda spot: sent_cell(spot, spot.sends))),
        uri_column(say("Decoded"), of_spot(decoded_cell)),
        uri_column(say("Write"), of_spot(write_cell)),
    ]


def _matrix_columns() -> list[Column]:
    titles = (say("Character"), say("Group"), *(say(part.value) for part in COMPONENTS))
    return [Column(title, itemgetter(at), is_uri=at != 1) for at, title in enumerate(titles)]


def _byte_columns() -> list[Column]:
    titles = (say("As written"), say("Decoded once"), say("Decoded twice"))
    return [
        Column(say("Text"), lambda each: with_spaces(each.text), is_uri=True, is_rigid=True),
        *(
            Column(title, partial(ByteRow.bytes, times=times), is_uri=True)
            for times, title in enumerate(titles)
        ),
    ]
