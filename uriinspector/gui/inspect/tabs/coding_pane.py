"""Encoding and decoding for a component that was chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QPushButton, QWidget

from uriinspector.core.model import Part
from uriinspector.core.percent import decoded, encode
from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.inspect.tabs.copy_button import copy_button
from uriinspector.gui.text.marked_text import MarkedText
from uriinspector.gui.text.pieces import Kind, ours, outside, plain_label
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
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
        for number, (words, text, copy) in enumerate(shown):
            label = plain_label(words, role="quiet")
            label.setWordWrap(False)
            lines.addWidget(label, number, 0)
            lines.addWidget(text, number, 1)
            lines.addWidget(copy, number, 2)
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
