"""The tab about encoding: the corrected link, all escapes, allowed characters, and bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from uriinspector.analysis.citation import shown_cites
from uriinspector.analysis.escapes import SPECIAL, Spot, escaped, spots
from uriinspector.core.characters import name, number
from uriinspector.core.charset import ALLOWED
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, Span, message
from uriinspector.core.percent import decoded, encode, utf8_of
from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.inspect.detail_tabs import Tab
from uriinspector.gui.inspect.noted_table import NotedTable, copy_button
from uriinspector.gui.selection import Selection, to_clipboard
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.marked_text import MarkedText
from uriinspector.gui.text.pieces import (
    Kind,
    Pieces,
    Run,
    ours,
    outside,
    plain_label,
    shown,
    visible,
)
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import button, chooser
from uriinspector.gui.widgets.layouts import column_of, fields, row, stack_of, stretched
from uriinspector.readers.browser import sent

if TYPE_CHECKING:
    from uriinspector.analysis.correction import Correction, FixChoice, FixOption
    from uriinspector.analysis.inspection import Inspection

# All components except the authority, which consists of others.
PARTS = tuple(part for part in Part if part is not Part.AUTHORITY)
LONGEST = 4_096  # the maximum length of a component in the text field


class SmallEdit(UriEdit):
    """A small editor without a ribbon."""

    text_size = 13
    has_ribbon = False


class CodingPane(QWidget):
    """A field for text, or a component of the link, shown encoded and decoded."""

    def __init__(self) -> None:
        super().__init__()
        self._edition = "2005"
        self._texts: dict[Part, str] = {}
        self._encoded = self._decoded = ""
        parts = {each: say(each.value) for each in PARTS}
        self.part = chooser(say("Component"), parts, letters=0)
        self.field = SmallEdit()
        self.field.setAccessibleName(say("Text to encode and decode"))
        self.field.setPlaceholderText(say("Text to encode and decode"))
        self.encoded, self.decoded = MarkedText(), MarkedText()
        self.copy_encoded = copy_button(say("encoded"), lambda: self._encoded)
        self.copy_decoded = copy_button(say("decoded"), lambda: self._decoded)
        self._lay_out()
        self.part.currentIndexChanged.connect(self._on_part)
        self.field.text_edited.connect(self._on_text)
        self._on_text()

    def show_inspection(self, inspection: Inspection) -> None:
        """Offer the components of a link, first the query, which usually has the most escapes."""
        self._edition = inspection.edition
        self._texts = {part: each.text for part, each in inspection.components.items()}
        wanted = next((p for p in (Part.QUERY, Part.PATH) if self._texts.get(p)), Part.PATH)
        self.part.setCurrentIndex(PARTS.index(wanted))
        self._on_part()

    def _lay_out(self) -> None:
        title = plain_label(say("Encode and decode as"), role="title", wraps=False)
        decoded_label, encoded_label = (
            plain_label(words, role="quiet", wraps=False)
            for words in (say("Decoded"), say("Encoded"))
        )
        lines = fields(
            (decoded_label, row(stretched(self.decoded), self.copy_decoded)),
            (encoded_label, row(stretched(self.encoded), self.copy_encoded)),
            spacing=(10, 6),
        )
        frame = QFrame()
        frame.setObjectName("input")
        column_of(self.field, into=frame, margins=(5, 2, 5, 2))
        top = row(title, self.part, None)
        column_of(top, frame, lines, into=self, margins=(0, 0, 0, 0), spacing=6)

    def _on_part(self) -> None:
        text = self._texts.get(self._part(), "")[:LONGEST]
        if text != self.field.text():
            self.field.set_text(text)
        self._on_text()

    def _on_text(self) -> None:
        text, part = self.field.text(), self._part()
        self._decoded, result = decoded(text), encode(text, part, edition=self._edition)
        self._encoded = result or ""
        words = say("not allowed here, and this component allows no percent-encoding")
        pieces = ours(words, Kind.DIFFERS) if result is None else outside(result)
        self.decoded.show_pieces(outside(self._decoded))
        self.encoded.show_pieces(pieces)
        self.copy_decoded.setEnabled(bool(text))
        self.copy_encoded.setEnabled(bool(result))

    def _part(self) -> Part:
        return Part(self.part.currentData())


def characters_cell(spot: Spot) -> Pieces:
    """Return the text as written, with the name of the character."""
    kind = Kind.DIFFERS if spot.kinds else Kind.PLAIN
    return (*with_spaces(spot.text, kind), *ours(f"  {say(spot.name)}", Kind.MUTED))


def with_spaces(text: str, kind: Kind = Kind.PLAIN) -> Pieces:
    """Return text with visible spaces."""
    return outside(text.replace(" ", "␣"), kind)


def problem_cell(spot: Spot) -> Pieces:
    """Return the problem with its clause."""
    words = ours(say(spot.problem), Kind.PLAIN if spot.kinds else Kind.MUTED)
    return (*words, *ours(f"  {shown_cites(spot.cites[:1])}", Kind.MUTED))


def decoded_cell(spot: Spot) -> Pieces:
    """Return the text decoded once and twice."""
    texts = [*dict.fromkeys((spot.text, *spot.decoded))][1:]
    arrow = ours(" → ", Kind.MUTED)
    pieces = [(*(arrow if number else ()), *outside(text)) for number, text in enumerate(texts)]
    return tuple(piece for each in pieces for piece in each) or ours("–", Kind.MUTED)


def text_cell(text: str | None, written: str) -> Pieces:
    """Return text for a cell, muted if it is as written; a dash for None."""
    if text is None:
        return ours("–", Kind.MUTED)
    if text == written:
        return with_spaces(text, Kind.MUTED)
    return outside(text, Kind.ADDED) if text else ours(say("nothing"))


def spot_sentence(spot: Spot, _column: int = 0) -> str:
    """Return a row as text, with the characters allowed at that place."""
    words = f"{visible(spot.text)} · {say(spot.name)} · {say(spot.problem)}"
    if spot.fault is None:
        return words
    allowed = say(spot.fault.expected)
    more = say("allowed in the {part}: {allowed}", part=say(spot.part.value), allowed=allowed)
    return f"{words} · {more}"


# Printable ASCII characters that are not letters or digits, and one beyond ASCII.
SIGNS = (*(chr(code) for code in range(0x20, 0x7F) if not chr(code).isalnum()), "\xe9")
BEYOND = expression("[^\x00-\x7f]")
COMPONENTS = (Part.USERINFO, Part.HOST, Part.PATH, Part.QUERY, Part.FRAGMENT)
# Components in which browsers encode single characters; a host is converted as a whole.
SENT = tuple(part for part in COMPONENTS if part is not Part.HOST)


class MatrixRow(NamedTuple):
    """A character in each component, by the edition and in browsers."""

    char: str
    edition: str
    used: frozenset[Part]
    is_special: bool

    def character(self) -> Pieces:
        words = f"  {number(self.char)} {name(self.char)}"
        return (*with_spaces(self.char), *ours(words, Kind.MUTED))

    def by_edition(self, part: Part) -> Pieces:
        """Return the character if allowed, or else its encoding; marked if the link has it."""
        if part not in ALLOWED[self.edition]:
            return ours("–", Kind.MUTED)
        allowed = self.char in ALLOWED[self.edition][part]
        kind = Kind.PLAIN if allowed else Kind.MUTED
        if part in ALLOWED["1994"] and allowed is not (self.char in ALLOWED["1994"][part]):
            kind = Kind.DIFFERS
        text = self.char if allowed else escaped(self.char.encode())
        return outside(f"{text} •", Kind.ADDED) if part in self.used else outside(text, kind)

    def by_browsers(self, part: Part) -> Pieces:
        """Return what browsers send for the character."""
        if self.char in DIVIDING.get(part, ""):
            return ours("–", Kind.MUTED)
        text = sent(self.char, part, is_special=self.is_special)
        if part in self.used:
            return outside(f"{text} •", Kind.ADDED)
        return outside(text, Kind.PLAIN if text == self.char else Kind.MUTED)


# Characters that end a component, so that they cannot be in it.
DIVIDING = {Part.USERINFO: "/?#", Part.PATH: "?#", Part.QUERY: "#"}


def matrix_rows(inspection: Inspection) -> Iterator[MatrixRow]:
    """Yield a row for each character; those in the link are highlighted."""
    reference = inspection.reference
    # The one character beyond ASCII is an example for all of them.
    texts = {part: BEYOND.sub(SIGNS[-1], each.text) for part, each in inspection.components.items()}
    is_special = lowered(reference.scheme or "http") in SPECIAL
    for char in SIGNS:
        used = frozenset(part for part in COMPONENTS if char in texts.get(part, ""))
        yield MatrixRow(char, reference.edition, used, is_special)


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
    for spot in spots(inspection.reference):
        if spot.octets:
            yield from _plain_rows(text, at, spot.span.start)
            yield ByteRow(spot.span, spot.text)
            at = spot.span.end
    yield from _plain_rows(text, at, len(text))


def _plain_rows(text: str, start: int, end: int) -> Iterator[ByteRow]:
    for at in range(start, end, RUN_OF_BYTES):
        span = Span(at, min(at + RUN_OF_BYTES, end))
        yield ByteRow(span, span.of(text))


class CorrectionPane(QWidget):
    """The link before and after correction, with the choices."""

    apply_requested = Signal(object, str)  # a Span and its replacement
    undo_requested = Signal()

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self._selection = selection
        self.correction: Correction | None = None
        self.shown: Correction | None = None
        self._applied = ""
        self._choice = -1
        self.before, self.after, self.iri = (MarkedText() for _ in range(3))
        self.words = plain_label(role="quiet")
        self.next = button(say("Next choice"), self._on_next)
        self.copy = button(say("Copy"), lambda: to_clipboard(self.shown.text if self.shown else ""))
        self.apply = button(say("Apply"), self._on_apply)
        self.undo = button(say("Undo"), self.undo_requested.emit)
        titles = (say("Before"), say("Corrected"), say("As an IRI"))
        labels = [plain_label(words, role="quiet", wraps=False) for words in titles]
        for each in labels:
            each.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._lines = (labels[0], self.before, labels[1], self.after)
        self._iri_line = (labels[2], self.iri)
        texts = (self.before, self.after, self.iri)
        lines = fields(*zip(labels, texts, strict=True), spacing=(10, 4))
        self.buttons = (self.next, self.copy, self.apply, self.undo)
        column_of(lines, self.words, into=self, margins=(12, 0, 12, 8), spacing=4)

    def show_inspection(self, inspection: Inspection) -> None:
        """Show the correction, the reason why there is none, or that it was applied."""
        self._choice = -1
        self.correction = inspection.corrected
        why = inspection.correction if isinstance(inspection.correction, str) else ""
        was_applied = bool(self._applied) and inspection.text == self._applied
        if was_applied:
            why = message("The corrected link is in the editor.")
        self.undo.setVisible(was_applied)
        self._show(self.correction, say(why) if why else "")
        self.iri.show_pieces(outside(inspection.iri or ""))
        for each in self._iri_line:
            each.setVisible(inspection.iri is not None)
        has_words = self.correction is not None or bool(why)
        self.setVisible(has_words or inspection.iri is not None)

    def _show(self, correction: Correction | None, words: str) -> None:
        self.shown = correction
        for each in (*self._lines, self.copy, self.apply):
            each.setVisible(correction is not None)
        self.next.setVisible(correction is not None and bool(_choices(correction)))
        if correction is not None:
            self.before.show_pieces(shown(list(_runs(correction, Kind.CUT))))
            self.after.show_pieces(shown(list(_runs(correction, Kind.ADDED))))
        self.words.setText(words)
        self.words.setVisible(bool(words))

    def _on_next(self) -> None:
        """Show the correction with the next option; after the last one, without any."""
        assert self.correction is not None
        choices = _choices(self.correction)
        self._choice = self._choice + 1 if self._choice + 1 < len(choices) else -1
        if self._choice < 0:
            self._show(self.correction, "")
            return
        choice, option = choices[self._choice]
        self._selection.select(Span(choice.start, choice.end))
        words = say(
            "Choice {number} of {count}: {meaning}",
            number=self._choice + 1,
            count=len(choices),
            meaning=say(option.meaning),
        )
        self._show(self.correction.with_options({choice.start: option.name}), words)

    def _on_apply(self) -> None:
        assert self.shown is not None
        self._applied = self.shown.text
        self.apply_requested.emit(Span(0, len(self.shown.original)), self.shown.text)


def _choices(correction: Correction) -> list[tuple[FixChoice, FixOption]]:
    """Return the options that would change the corrected text."""
    return [
        (choice, option)
        for choice in correction.choices
        for option in choice.options
        if option.replacement is not None
        and correction.with_options({choice.start: option.name}).text != correction.text
    ]


def _runs(correction: Correction, kind: Kind) -> Iterator[Run]:
    at = 0
    for each in correction.changes:
        yield correction.original[at : each.start], Kind.PLAIN
        before = correction.original[each.start : each.end]
        yield before if kind is Kind.CUT else each.replacement, kind
        at = each.end
    yield correction.original[at:], Kind.PLAIN


VIEWS = ("table", "matrix", "browsers", "bytes", "coding")


class EscapesTab(Tab):
    """The tab with the corrected link, and below it escapes, characters, bytes, or a text field."""

    edit_requested = Signal(object, str)
    undo_requested = Signal()

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self._inspection: Inspection | None = None
        self.correction = CorrectionPane(selection)
        self.correction.apply_requested.connect(self.edit_requested)
        self.correction.undo_requested.connect(self.undo_requested)
        titles = (
            *(say("Places"), say("Characters by the edition"), say("Characters in browsers")),
            *(say("Bytes"), say("Encode and decode")),
        )
        self.view = chooser(say("View"), dict(zip(VIEWS, titles, strict=True)))
        self.part = chooser(say("Component"), {"": say("All components")})
        for box in (self.view, self.part):
            box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToContents)
        self.grid = Grid(
            selection, _columns(), say("Encoding"), widest=1, spans=lambda each, _: each.span
        )
        self.noted = NotedTable(self.grid, spot_sentence)
        self.matrix, self.browsers = (
            Grid(selection, columns, name, widest=0)
            for name, columns in (
                (titles[1], _matrix_columns(MatrixRow.by_edition, COMPONENTS)),
                (titles[2], _matrix_columns(MatrixRow.by_browsers, SENT)),
            )
        )
        self.bytes = Grid(
            selection, _byte_columns(), titles[3], widest=0, spans=lambda each, _: each.span
        )
        self.none = plain_label(say("Nothing to encode or decode in this link."), role="quiet")
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.legends = [
            NotedTable(grid, lambda _row, _column: "") for grid in (self.matrix, self.browsers)
        ]
        self.coding = CodingPane()
        side = QWidget()
        column_of(self.coding, None, into=side, margins=(12, 8, 12, 8))
        self.stack = stack_of(self.noted, *self.legends, self.bytes, side, self.none)
        whole = QWidget()
        buttons = self.correction.buttons
        bar = row(self.view, self.part, None, *buttons, margins=(12, 8, 12, 6))
        column_of(
            bar, self.correction, stretched(self.stack), into=whole, margins=(0,) * 4, spacing=0
        )
        self.fill(whole)
        self.view.currentIndexChanged.connect(self._show_view)
        self.part.currentIndexChanged.connect(self._show_rows)

    def present(self, inspection: Inspection) -> str:
        """Show the link in the selected view."""
        self._inspection = inspection
        self.correction.show_inspection(inspection)
        self.coding.show_inspection(inspection)
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

    def _show_view(self) -> None:
        name, inspection = self.view.currentData(), self._inspection
        self.part.setVisible(name == "table")
        if inspection is None:
            return
        self.stack.setCurrentIndex(VIEWS.index(name))
        if name == "table":
            self._show_rows()
        elif name == "matrix":
            words = say("•: in the link. Highlighted: not as in 1994. %XX: must be encoded.")
            self.legends[0].show_rows(matrix_rows(inspection), words)
        elif name == "browsers":
            words = say("What browsers send for each character; –: it begins another component.")
            self.legends[1].show_rows(matrix_rows(inspection), words)
        elif name == "bytes":
            self.bytes.set_rows(byte_rows(inspection))

    def _show_rows(self) -> None:
        assert self._inspection is not None
        part = self.part.currentData()
        places = [each for each in self._inspection.escapes if part in {"", each.part.value}]
        self.noted.show_rows(places, say("Enter selects a place in the link."))
        if self.view.currentData() == "table":
            self.stack.setCurrentIndex(0 if places else len(VIEWS))


def _columns() -> list[Column]:
    uri_column = partial(Column, is_uri=True, wraps=True)
    return [
        uri_column(say("Text"), characters_cell),
        Column(say("Problem"), problem_cell, wraps=True),
        Column(say("Component"), lambda spot: ours(say(spot.part.value))),
        uri_column(say("Browsers send"), lambda spot: text_cell(spot.sends, spot.text)),
        uri_column(say("Decoded"), decoded_cell),
        uri_column(say("Write"), lambda spot: text_cell(spot.write, spot.text)),
    ]


def _matrix_columns(cell: Callable[..., Pieces], parts: Iterable[Part]) -> list[Column]:
    return [
        Column(say("Character"), MatrixRow.character, is_uri=True),
        *(Column(say(part.value), partial(cell, part=part), is_uri=True) for part in parts),
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
