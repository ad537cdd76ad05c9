"""The base that the reference is resolved against: one line, empty where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QWidget

from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.selection import Selection
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label, show_tip
from uriinspector.gui.widgets.layouts import row, stretched

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from uriinspector.gui.theme import Theme

HEIGHT, LEAST = 26, 90  # before zoom
MARGIN = 3


class LineEdit(UriEdit):
    """A text on one line, which scrolls where it is longer than the field."""

    text_size = 12
    has_ribbon = False

    def __init__(self, theme: Theme, name: str, hint: str) -> None:
        """Start empty."""
        super().__init__(theme, Selection())
        self.setLineWrapMode(self.LineWrapMode.NoWrap)
        self.document().setDocumentMargin(MARGIN)
        self.setAccessibleName(name)
        self.setPlaceholderText("")
        self._hint = hint
        self.setAccessibleDescription(hint)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the hint too where there is no text: of a text that never wraps Qt paints none."""
        super().paintEvent(event)
        if not self.text():
            painter = QPainter(self.viewport())
            painter.setPen(self._theme.color("muted"))
            painter.setFont(self._theme.interface_font(12))
            middle = Qt.AlignmentFlag.AlignVCenter
            room = self.viewport().rect().adjusted(MARGIN, 0, 0, 0)
            hint = painter.fontMetrics().elidedText(
                self._hint, Qt.TextElideMode.ElideRight, room.width()
            )
            painter.drawText(room, middle, hint)
            painter.end()

    def set_text(self, text: str) -> None:
        """Replace all, and show the beginning."""
        super().set_text(text)
        self.select(0, 0)
        self.horizontalScrollBar().setValue(0)

    def sizeHint(self) -> QSize:
        """One line, however long."""
        return QSize(super().sizeHint().width(), self._theme.pixels(HEIGHT - 4))

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return QSize(0, self._theme.pixels(HEIGHT - 4))


class BaseField(QWidget):
    """A name, the base, and a word where it cannot be one."""

    base_edited = Signal()

    def __init__(self, theme: Theme, hint: str, of: str = "") -> None:
        """Start without a base; ``hint`` is shown then, and ``of`` names whose base it is."""
        super().__init__()
        self._theme = theme
        name = say("Base URI: {what}", what=of) if of else say("Base URI")
        self.editor = LineEdit(theme, name, hint)
        self.state = plain_label(role="warned")
        self.state.setWordWrap(False)
        self.state.hide()
        self.name = plain_label(say("Base URI"), role="quiet")
        self.name.setWordWrap(False)
        show_tip(self.name, say(TIP))
        self._frame = QFrame()
        self._frame.setObjectName("input")
        row(stretched(self.editor), self.state, into=self._frame, margins=(6, 1, 4, 1))
        row(self.name, stretched(self._frame), into=self, margins=(0, 0, 0, 0))
        self.editor.text_edited.connect(self._on_edit)

    @property
    def base(self) -> str | None:
        """The base; None where the field is empty."""
        return self.editor.text() or None

    def show_base(self, base: str | None) -> None:
        """Show another base, or none."""
        self.editor.set_text(base or "")

    def check(self, edition: str) -> None:
        """Say so where no reference can be resolved against it by this edition."""
        base = self.base
        is_wrong = False
        if base:
            from uriinspector.analysis.variants import can_be_base, variant_of  # with a base

            is_wrong = not can_be_base(variant_of(edition), base)
        self.state.setText(say("cannot be a base") if is_wrong else "")
        self.state.setVisible(is_wrong)

    def _on_edit(self) -> None:
        self.base_edited.emit()


TIP = "A relative reference is resolved against this address: that of the page or message it is in."
