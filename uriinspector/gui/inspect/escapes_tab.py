"""What is escaped and why, what comes out of it layer by layer, and how to do it oneself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QWidget,
)

from uriinspector.core.characters import name, number
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.percent import MALFORMED, TRIPLETS, Octet, decoded, encode, octets
from uriinspector.core.reference import Reference
from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.inspect.component_rows import section
from uriinspector.gui.inspect.detail_tabs import Tab, divided
from uriinspector.gui.inspect.noted_table import NotedTable, copy_button
from uriinspector.gui.selection import Selection
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
    plain_text,
    shown,
)
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of, row

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

# An authority is made of three others.
PARTS = tuple(part for part in Part if part is not Part.AUTHORITY)
LONGEST = 4_096  # what is put into the field of itself


class SmallEdit(UriEdit):
    """The same editor for a text of one's own: small, and without a ribbon."""

    text_size = 13
    has_ribbon = False


class CodingPane(QWidget):
    """A text of one's own, or a component's, decoded and encoded."""

    def __init__(self, theme: Theme) -> None:
        """Start with nothing to encode."""
        super().__init__()
        self._edition = "2005"
        self._texts: dict[Part, str] = {}
        self._encoded = self._decoded = ""
        self.part = QComboBox()
        for each in PARTS:
            self.part.addItem(say(each.value), each)
        self.part.setAccessibleName(say("Component"))
        self.field = SmallEdit(theme)
        self.field.setAccessibleName(say("Text to encode and decode"))
        self.field.setPlaceholderText(say("Text to encode and decode"))
        self.encoded, self.decoded = MarkedText(theme), MarkedText(theme)
        self.copy_encoded = copy_button(say("encoded"), lambda: self._encoded)
        self.copy_decoded = copy_button(say("decoded"), lambda: self._decoded)
        self._lay_out()
        self.part.currentIndexChanged.connect(self._on_part)
        self.field.text_edited.connect(self._on_text)
        self._on_text()

    def show_inspection(self, inspection: Inspection) -> None:
        """Offer the components of what was inspected; the query first, it has most escapes."""
        self._edition = inspection.edition
        self._texts = {part: each.text for part, each in inspection.components.items()}
        wanted = next((p for p in (Part.QUERY, Part.PATH) if self._texts.get(p)), Part.PATH)
        self.part.setCurrentIndex(PARTS.index(wanted))
        self._on_part()

    def _lay_out(self) -> None:
        top = row(plain_label(say("Encode and decode as"), role="title"), self.part, None)
        lines = QGridLayout()
        lines.setHorizontalSpacing(10)
        lines.setVerticalSpacing(6)
        lines.setColumnStretch(1, 1)
        shown: tuple[tuple[str, MarkedText, QPushButton], ...] = (
            (say("Decoded"), self.decoded, self.copy_decoded),
            (say("Encoded"), self.encoded, self.copy_encoded),
        )
        for line, (words, text, copy) in enumerate(shown):
            label = plain_label(words, role="quiet")
            label.setWordWrap(False)
            lines.addWidget(label, line, 0)
            lines.addWidget(text, line, 1)
            lines.addWidget(copy, line, 2)
        column = column_of(top, into=self, margins=(0, 0, 0, 0), spacing=6)
        frame = QFrame()
        frame.setObjectName("input")
        column_of(self.field, into=frame, margins=(5, 2, 5, 2))
        column.addWidget(frame)
        column.addLayout(lines)

    def _on_part(self) -> None:
        text = self._texts.get(self._part(), "")[:LONGEST]
        if text != self.field.text():
            self.field.set_text(text)
        self._on_text()

    def _on_text(self) -> None:
        text, part = self.field.text(), self._part()
        self._decoded = decoded(text)
        self.decoded.show_pieces(outside(self._decoded))
        self.copy_decoded.setEnabled(bool(text))
        result = encode(text, part, edition=self._edition)
        self._encoded = result or ""
        if result is None:
            words = say("not allowed here, and this component allows no percent-encoding")
            self.encoded.show_pieces(ours(words, Kind.DIFFERS))
        else:
            self.encoded.show_pieces(outside(result))
        self.copy_encoded.setEnabled(bool(result))

    def _part(self) -> Part:
        return Part(self.part.currentData())


class Decoding(NamedTuple):
    """A derived text, with what came out of escapes in it marked; how many runs that were."""

    text: str
    pieces: Pieces
    runs: int

    @property
    def has_more(self) -> bool:
        """Whether there is anything left to decode."""
        return TRIPLETS.search(self.text) is not None


def as_written(text: str) -> Decoding:
    """Nothing decoded yet."""
    return Decoding(text, outside(text), 0)


def decoded_once(text: str) -> Decoding:
    """The text with one layer of escapes taken off."""
    runs = list(_runs(text))
    changed = sum(kind is Kind.ADDED for _, kind in runs)
    return Decoding("".join(run for run, _ in runs), shown(runs), changed)


def _runs(text: str) -> Iterator[Run]:
    at = 0
    for match in TRIPLETS.finditer(text):
        yield text[at : match.start()], Kind.PLAIN
        yield decoded(match[0]), Kind.ADDED
        at = match.end()
    yield text[at:], Kind.PLAIN


class DecodingPane(QWidget):
    """A derived text beside the original, which stays as it is."""

    def __init__(self, theme: Theme) -> None:
        """Start with nothing to decode."""
        super().__init__()
        self.layers: list[Decoding] = [as_written("")]
        self.heading = plain_label(say("Decoding layers"), role="title")
        self.heading.setWordWrap(False)
        self.summary = plain_label(role="quiet")
        self.text = MarkedText(theme)
        self.back = button(say("Back"), self._on_back)
        self.on = button(say("Decode once"), self._on_decode)
        column_of(
            row(self.heading, None, self.back, self.on),
            self.summary,
            self.text,
            into=self,
            margins=(0, 0, 0, 0),
            spacing=4,
        )

    def show_text(self, text: str) -> None:
        """Begin with the text as it is written."""
        self.layers = [as_written(text)]
        self._show()

    def _on_decode(self) -> None:
        if self.layers[-1].has_more:
            self.layers.append(decoded_once(self.layers[-1].text))
            self._show()

    def _on_back(self) -> None:
        del self.layers[max(1, len(self.layers) - 1) :]
        self._show()

    def _show(self) -> None:
        last, depth = self.layers[-1], len(self.layers) - 1
        self.text.show_pieces(last.pieces)
        self.summary.setText(_depth_text(depth, last))
        self.back.setEnabled(depth > 0)
        self.on.setEnabled(last.has_more)


def _depth_text(depth: int, last: Decoding) -> str:
    if not depth:
        return say("As written.")
    text = (
        say("Decoded once. Places changed: {runs}.", runs=last.runs)
        if depth == 1
        else say(
            "Decoded {depth} times. Places changed in the last pass: {runs}.",
            depth=depth,
            runs=last.runs,
        )
    )
    return text if last.has_more else f"{text} {say('No percent-encoding left.')}"


# What is wrong with octets that are no UTF-8 (RFC 3629).
NO_UTF8 = {
    "overlong": "overlong UTF-8 for {character}; can bypass filters",
    "surrogate": "half of a UTF-16 surrogate pair: not UTF-8",
    "beyond": "above U+10FFFF: not UTF-8",
    "truncated": "incomplete UTF-8 sequence",
    "stray": "UTF-8 continuation byte without a lead byte",
    "invalid": "a byte that never occurs in UTF-8",
}


@dataclass(frozen=True, slots=True)
class OctetRow:
    """One triplet; or a percent sign that starts none, which has no octet."""

    span: Span
    text: str
    octet: Octet | None
    cites: tuple[str, ...]

    @property
    def triplet(self) -> Pieces:
        "As written."
        return outside(self.text, Kind.PLAIN if self.octet else Kind.DIFFERS)

    @property
    def value(self) -> Pieces:
        """The octet, in the two ways people write it."""
        return ours(f"{self.octet.value:3d} · {self.octet.value:02X}") if self.octet else ()

    @property
    def character(self) -> Pieces:
        """What it is decoded to, with others or alone."""
        char = self.octet.char if self.octet else None
        return ours("–", Kind.MUTED) if char is None else outside("␠" if char == " " else char)

    @property
    def meaning(self) -> Pieces:
        """The character by its number and name, or what is wrong with it."""
        each = self.octet
        if each is None:
            return ours(say("invalid: two hexadecimal digits must follow"), Kind.DIFFERS)
        if each.form in NO_UTF8:
            char = _named(each.char) if each.char else ""
            words = say(NO_UTF8[each.form], character=char)
            return ours(words, Kind.DIFFERS)
        if each.layers > 1:
            words = say(
                "{count} layers of encoding, innermost {character}",
                count=each.layers,
                character=_named(chr(each.innermost)),
            )
            return ours(words, Kind.DIFFERS)
        explanation = _named(each.char or "")
        size = (each.sequence.end - each.sequence.start) // 3
        if size > 1:
            place = (each.span.start - each.sequence.start) // 3 + 1
            explanation += say(", byte {place} of {size}", place=place, size=size)
        return ours(explanation)

    @property
    def reason(self) -> Pieces:
        """Why it is needed, or is not."""
        each = self.octet
        if each is None:
            return ours(say("write “%25” for a percent sign"))
        words = _reason(each)
        if each.needless:
            clause = f" ({section(self.cites[0])})" if self.cites else ""
            words, kind = say("not needed (unreserved)") + clause, Kind.DIFFERS
        else:
            kind = Kind.PLAIN
        case = ours(say(" · lowercase; uppercase is the normal form"), Kind.MUTED)
        return (*ours(words, kind), *(case if each.lower_hex else ()))


def octet_rows(reference: Reference) -> Iterator[OctetRow]:
    """Every escape and every percent sign that is none, in the order of the text, as asked for."""
    text, cites = reference.text, reference.rules.ladder.escapes
    good = (OctetRow(each.span, each.span.of(text), each, cites) for each in octets(reference))
    bad = (
        OctetRow(Span(*match.span()), match[0], None, cites) for match in MALFORMED.finditer(text)
    )
    return merge(good, bad, key=lambda row: row.span)


def _named(char: str) -> str:
    return f"{number(char)} {name(char)}"


def _reason(each: Octet) -> str:
    if each.hides == "%":
        return say("needed (an unencoded “%” would start an encoded byte)")
    if each.hides:
        return say("needed where it is data (unencoded, it can be a delimiter)")
    if each.is_control:
        return say("needed (control character)")
    if each.form == "ascii":
        return say("needed (not allowed unencoded)")
    return say("needed (not ASCII)")


MEANING, WHY = 3, 4
LEAST_ROOM = {MEANING: 520, WHY: 300}  # of the table, before zoom, for a column


class OctetGrid(Grid):
    """The octets; in a narrow pane the row's tip tells what they mean."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what would be cut to nothing."""
        for column, least in LEAST_ROOM.items():
            self.show_column(column, shown=self.width() >= self._theme.pixels(least))
        super().resizeEvent(event)


class SideArea(QScrollArea):
    """Scrolls up and down alone: it is as wide as what is in it has to be."""

    def minimumSizeHint(self) -> QSize:
        """Have room for the widest row, and for the bar."""
        least, inner = super().minimumSizeHint(), self.widget()
        wanted = inner.minimumSizeHint().width() if inner is not None else 0
        width = wanted + self.verticalScrollBar().sizeHint().width()
        return QSize(max(least.width(), width), least.height())


class EscapesTab(Tab):
    """The octet table on the left; layers, encoding and decoding on the right."""

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start without rows."""
        super().__init__()
        self.grid = OctetGrid(
            theme,
            selection,
            _columns(),
            say("Encoding"),
            widest=4,
            spans=lambda row, _column: row.span,
        )
        self.none = plain_label(say("No percent-encoding in this link."), role="quiet")
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.table = QStackedWidget()
        self.noted = NotedTable(self.grid, _row_text)
        self.table.addWidget(self.noted)
        self.table.addWidget(self.none)
        self.peeling = DecodingPane(theme)
        self.coding = CodingPane(theme)
        self.fill(divided(self.table, self._side(), (620, 480)))

    def present(self, inspection: Inspection) -> str:
        """Show the octets; the rest works on any text."""
        self.noted.show_rows(octet_rows(inspection.reference), say("One row per encoded byte."))
        self.table.setCurrentIndex(0 if self.grid.lazy.rows else 1)
        self.peeling.show_text(inspection.text)
        self.coding.show_inspection(inspection)
        return ""

    def _side(self) -> QWidget:
        side = QWidget()
        column = column_of(self.peeling, into=side, margins=(16, 10, 14, 10), spacing=10)
        line = QFrame()
        line.setObjectName("line")
        column.addWidget(line)
        column.addWidget(self.coding)
        column.addStretch(1)
        area = SideArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(side)
        side.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        return area


def _columns() -> list[Column]:
    return [
        Column(say("Encoded byte"), lambda row: row.triplet, is_uri=True, is_rigid=True),
        Column(say("Byte"), lambda row: row.value, is_uri=True, is_rigid=True),
        Column(say("Character"), lambda row: row.character, is_uri=True, is_rigid=True),
        Column(say("Meaning"), lambda row: row.meaning),
        Column(say("Why"), lambda row: row.reason),
    ]


def _row_text(row: OctetRow, _column: int) -> str:
    return f"{plain_text(row.triplet)} · {plain_text(row.meaning)} · {plain_text(row.reason)}"
