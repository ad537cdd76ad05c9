"""A strip above the verdict: what came in besides the text, and what can be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QToolButton

from uriinspector.gui.accessibility.announcements import announce
from uriinspector.gui.icons import icon, pixmap
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import row, stretched

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QPushButton

    from uriinspector.gui.theme import Theme


class Notice(NamedTuple):
    """What a strip says; its severity gives it a colour and an icon."""

    words: str
    severity: str = "info"
    does: str = ""
    action: Callable[[], object] | None = None


class NoticeStrip(QFrame):
    """One notice at a time; hidden while there is none."""

    def __init__(self, theme: Theme) -> None:
        """Start hidden."""
        super().__init__()
        self._theme = theme
        self._severity = "info"
        self._action: Callable[[], object] | None = None
        self.setObjectName("strip")
        self.sign = plain_label()
        self.words = plain_label(role="told")
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.does: QPushButton = button("", self._act)
        self.close_button = QToolButton()
        self.close_button.setObjectName("bare")
        self.close_button.setAccessibleName(say("Close this notice"))
        self.close_button.clicked.connect(self.dismiss)
        row(
            self.sign,
            stretched(self.words),
            self.does,
            self.close_button,
            into=self,
            margins=(14, 7, 8, 7),
            spacing=10,
        )
        self.hide()

    def tell(self, notice: Notice) -> None:
        """Show a notice in place of the one before."""
        self._severity = notice.severity
        self._action = notice.action
        self.words.setText(notice.words)
        self.does.setText(notice.does)
        self.does.setVisible(notice.action is not None)
        self.setProperty("severity", notice.severity)
        self._dress()
        self.show()
        announce(notice.words, is_urgent=notice.severity == "high")

    def dismiss(self) -> None:
        """Say nothing more."""
        self._action = None
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes it."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.isVisible():
            self._draw()

    def _act(self) -> None:
        action = self._action
        self.dismiss()
        if action is not None:
            action()

    def _dress(self) -> None:
        self.style().unpolish(self)  # the style sheet asks for the severity
        self.style().polish(self)
        self._draw()

    def _draw(self) -> None:
        ratio = self.devicePixelRatioF()
        self.sign.setPixmap(pixmap(self._theme, self._severity, self._severity, 18, ratio))
        self.close_button.setIcon(icon(self._theme, "close"))
        side = self._theme.pixels(14)
        self.close_button.setIconSize(QSize(side, side))
