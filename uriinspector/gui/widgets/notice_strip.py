"""A notice over the foot of a page: what came in besides, what was done, and what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtWidgets import QApplication, QFrame, QToolButton

from uriinspector.gui.accessibility.announcements import announce
from uriinspector.gui.icons import icon, pixmap
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import row, stretched

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QPushButton, QWidget

    from uriinspector.gui.theme import Theme


LASTS = 8_000  # milliseconds that words without an action stay
WIDEST, AWAY = 760, 16  # before zoom; pixels from the edges of the page


class Notice(NamedTuple):
    """What a strip says; its severity gives it a colour and an icon."""

    words: str
    severity: str = "info"
    does: str = ""
    action: Callable[[], object] | None = None


class NoticeStrip(QFrame):
    """One notice at a time, over the page: nothing moves when it comes or goes."""

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
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LASTS)
        self._timer.timeout.connect(self._fade)
        self.hide()

    def float_over(self, page: QWidget) -> None:
        """Stay over the foot of this page, whatever its size."""
        self.setParent(page)
        page.installEventFilter(self)

    def tell(self, notice: Notice) -> None:
        """Show a notice in place of the one before."""
        self._severity = notice.severity
        self._action = notice.action
        self.words.setText(notice.words)
        self.does.setText(notice.does)
        self.does.setVisible(notice.action is not None)
        self.setProperty("severity", notice.severity)
        self._dress()
        self._place()
        self.show()
        self.raise_()
        is_passing = notice.severity == "info" and notice.action is None
        self._timer.start() if is_passing else self._timer.stop()
        announce(notice.words, is_urgent=notice.severity == "high")

    def dismiss(self) -> None:
        """Say nothing more."""
        self._action = None
        self._timer.stop()
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes it."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The page has another size: stay at its foot."""
        if event.type() == QEvent.Type.Resize and watched is self.parent():
            self._place()
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.isVisible():
            self._draw()
            self._place()

    def _place(self) -> None:
        page, layout = self.parentWidget(), self.layout()
        if page is None or layout is None:
            return
        width = min(self._theme.pixels(WIDEST), page.width() - 2 * AWAY)
        layout.invalidate()
        height = max(layout.totalHeightForWidth(width), layout.totalMinimumSize().height())
        left, top = (page.width() - width) // 2, page.height() - height - AWAY
        self.setGeometry(left, max(top, 0), width, height)

    def _fade(self) -> None:
        """Go, unless somebody is reading it or has the keys on it."""
        held = QApplication.focusWidget()
        if self.underMouse() or (held is not None and self.isAncestorOf(held)):
            self._timer.start()
        else:
            self.dismiss()

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
