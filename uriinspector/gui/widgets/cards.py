"""What pages are laid out with: cards and their buttons, sheets."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLayout,
    QMenu,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from uriinspector.gui.text.pieces import show_tip
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.layouts import row

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme


GAP = 12
CLOSED, OPEN = "\u25be", "\u25b4"  # what a button shows is hidden, is shown


def card(*contents: QWidget | QLayout, margins: tuple[int, int] = (14, 10)) -> QFrame:
    """Put things below each other on one card; margins: of the sides, of the top."""
    frame = QFrame()
    frame.setObjectName("card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(margins[0], margins[1], margins[0], margins[1])
    column.setSpacing(4)
    for each in contents:
        if isinstance(each, QWidget):
            column.addWidget(each)
        else:
            column.addLayout(each)
    return frame


def field_card(*contents: QWidget | QLayout) -> QFrame:
    """Put an editor and what belongs to it on a card, which is the border of a field."""
    frame = card(*contents)
    frame.setObjectName("field")
    return frame


def show_focus(editor: QWidget, *, has_focus: bool) -> None:
    """Let the card that an editor is on show where the keys go."""
    frame = editor.parentWidget()
    while frame is not None and frame.objectName() not in {"field", "card"}:
        frame = frame.parentWidget()
    if frame is not None:
        frame.setProperty("focused", has_focus)
        frame.style().unpolish(frame)  # the style sheet asks for it
        frame.style().polish(frame)


def scrolled(page: QWidget) -> QVBoxLayout:
    """Give the column of a page, which scrolls where the window is lower than what stands on it."""
    inner, area = QWidget(), QScrollArea()
    inner.setObjectName("page")
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inner)
    whole = QVBoxLayout(page)
    whole.setContentsMargins(0, 0, 0, 4)
    whole.addWidget(area)
    return QVBoxLayout(inner)


class FoldingLayout(QBoxLayout):
    """Two rows beside each other where both fit, else one below the other."""

    def __init__(self, first: QHBoxLayout, second: QHBoxLayout) -> None:
        """Begin side by side."""
        super().__init__(QBoxLayout.Direction.LeftToRight)
        self.setSpacing(8)
        self.addLayout(first, 1)
        self.addLayout(second)
        self._rows = (first, second)

    def minimumSize(self) -> QSize:
        """Ask for no more width than the wider row has to have: it is there once it folds."""
        margins, least = self.contentsMargins(), super().minimumSize()
        widest = max(each.minimumSize().width() for each in self._rows)
        around = margins.left() + margins.right()
        return QSize(min(widest + around, least.width()), least.height())

    def fit(self, width: int) -> None:
        """Stand in this width."""
        margins = self.contentsMargins()
        around = margins.left() + margins.right() + self.spacing()
        fits = sum(each.sizeHint().width() for each in self._rows) + around <= width
        ways = QBoxLayout.Direction
        self.setStretch(0, int(fits))  # the first takes what width is left, and never height
        self.setDirection(ways.LeftToRight if fits else ways.TopToBottom)


class PushButton(QPushButton):
    """Pressed by Enter as by space; outside of dialogs Qt knows space alone."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses it."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(event)


class DisclosureButton(PushButton):
    """Shows what is below it, and hides it again; screen readers say which."""

    def __init__(self) -> None:
        """Begin closed."""
        super().__init__()
        self.setAutoDefault(False)
        self.setCheckable(True)

    def tell(self, words: str) -> None:
        """Say what it shows, with an arrow."""
        self.setText(f"{words} {OPEN if self.isChecked() else CLOSED}")
        self.setAccessibleName(words)


def button(words: str, on: Callable[[], object], *, link: bool = False) -> QPushButton:
    """Make a button; one that looks like a link opens a card of ours, never anything else."""
    result = PushButton(words)
    result.setAutoDefault(False)
    if link:
        result.setObjectName("link")
    result.clicked.connect(lambda: on())
    return result


def chooser(name: str, titles: dict[str, str]) -> QComboBox:
    """Make a box to choose one of several titles from."""
    box = QComboBox()
    for each, title in titles.items():
        box.addItem(title, each)
    box.setMinimumContentsLength(4)  # where there is no room: the year alone
    box.setAccessibleName(name)
    return box


def scroll_area(inner: QWidget, name: str) -> QScrollArea:
    """Let what is higher than its place scroll; the keys scroll it too."""
    area = QScrollArea()
    area.setAccessibleName(name)
    inner.setObjectName("plain")
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    area.setWidget(inner)
    return area


class MenuButton(QToolButton):
    """Opens a menu; when that closes, it knows whether the pointer is still over it."""

    def setMenu(self, menu: QMenu) -> None:
        """Open this menu."""
        super().setMenu(menu)
        # The pointer leaves while the menu has all events: nobody tells the button.
        menu.aboutToHide.connect(self._on_hide, Qt.ConnectionType.QueuedConnection)

    def _on_hide(self) -> None:
        if not self.rect().contains(self.mapFromGlobal(QCursor.pos())):
            self.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
        self.setDown(False)
        self.update()


def menu_button(words: str) -> QToolButton:
    """Make a button that opens a menu."""
    result = MenuButton()
    result.setObjectName("button")
    result.setText(f"{words} ▾")
    result.setAccessibleName(words)
    result.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return result


MARGIN = 16


class DialogSheet(QDialog):
    """A dialog in front of its window, gone for good when it is closed."""

    def __init__(
        self, parent: QWidget, theme: Theme, title: str, size: tuple[int, int] = (560, 480)
    ) -> None:
        """Make an empty one; its size is before zoom and never more than the window's."""
        super().__init__(parent)
        self.theme = theme
        self.closing = say("Close")
        self._does: tuple[QPushButton, ...] = ()
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.body = QVBoxLayout()
        self.body.setSpacing(10)
        self._whole = whole = QVBoxLayout(self)
        whole.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        whole.setSpacing(10)
        whole.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        whole.addLayout(self.body, 1)
        width, height = (theme.pixels(length) for length in size)
        room = parent.window().size()
        self.resize(min(width, room.width() - 40), min(height, room.height() - 40))

    @cached_property
    def close_button(self) -> QPushButton:
        """Made when it is shown: the keys come to it last."""
        result = button(self.closing, self.reject)
        self._whole.addLayout(row(None, result, *self._does))
        return result

    def ask_by(self, *buttons: QPushButton) -> None:
        """Put what the dialog asks for beside the button that closes it, and does none of it."""
        self.closing, self._does = say("Cancel"), buttons

    def showEvent(self, event: QShowEvent) -> None:
        """Have a button that closes, and the keys inside."""
        self.close_button.show()
        super().showEvent(event)
        if self.focusWidget() is None:
            self.focusNextChild()


class WayBack(QPushButton):
    """Out of sight as long as there is nothing to go back to."""

    changed = Signal(bool)  # whether there is something to go back to

    def __init__(self) -> None:
        """Lead nowhere."""
        super().__init__()
        self.action: Callable[[], object] | None = None
        self.setAutoDefault(False)
        show_tip(self, say("Esc"))
        self.clicked.connect(self.go)
        self.hide()

    def lead(self, action: Callable[[], object] | None, words: str = "") -> None:
        """Lead there from now on, or nowhere; ``words`` say where, if it is no list."""
        self.action = action
        words = words or say("Back to the list")
        self.setText(f"‹ {words}")
        self.setAccessibleName(words)
        self.setVisible(action is not None)
        self.changed.emit(action is not None)

    def go(self) -> bool:
        """Go back; whether there was a way."""
        action = self.action
        if action is None:
            return False
        action()
        return True
