"""Building blocks of pages: cards, buttons, dialogs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from uriinspector.gui.place_keys import keys_in_use
from uriinspector.gui.text.pieces import plain_label, show_tip
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import icon, pixels, theme
from uriinspector.gui.widgets.layouts import (
    Content,
    Margins,
    TurningLayout,
    column_of,
    row,
    stretched,
)
from uriinspector.gui.widgets.view_parts import ENTER, find_viewport, round_corners

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Finding


def explain(asking: QWidget, what: str | Finding) -> None:
    """Request an explanation from the nearest parent that has the signal for clauses or
    findings.
    """
    name = "clause_requested" if isinstance(what, str) else "explain_requested"
    around: QWidget | None = asking
    while around is not None and not hasattr(around, name):
        around = around.parentWidget()
    if around is not None:
        getattr(around, name).emit(what)


GAP = 12


class CardFrame(QFrame):
    """A frame that the style sheet shows as a card."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")


def card(
    *contents: QWidget | QLayout, margins: tuple[int, int] = (16, 10), spacing: int = 4
) -> QFrame:
    """Put widgets and layouts in a column on a card; ``margins`` are horizontal and vertical."""
    frame = CardFrame()
    column_of(*contents, into=frame, margins=(*margins, *margins), spacing=spacing)
    return frame


def field_card(*contents: QWidget | QLayout) -> QFrame:
    """Return a card that is the border of a field: an editor and its related widgets."""
    frame = card(*contents)
    frame.setObjectName("field")
    return frame


def card_title(words: str) -> QLabel:
    """Return a title for the top of a card."""
    label = plain_label(words, role="title")
    label.setContentsMargins(16, 10, 16, 9)
    return label


def rule() -> QFrame:
    """Return a horizontal line between parts of a card."""
    line = QFrame()
    line.setObjectName("line")
    return line


def empty_label(words: str = "", least: int = 0) -> QLabel:
    """Return a label for an empty panel; ``least`` is its minimum height, before zoom."""
    label = plain_label(words, role="quiet")
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setContentsMargins(24, 12, 24, 12)
    label.setMinimumHeight(pixels(least))
    return label


def restyle_by(widget: QWidget, name: str, value: object) -> None:
    """Set a property used by the style sheet, and restyle the widget."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def show_focus(editor: QWidget, *, has_focus: bool) -> None:
    """Highlight the card around an editor while the editor has the focus."""
    frame = editor.parentWidget()
    while frame is not None and frame.objectName() not in {"field", "card"}:
        frame = frame.parentWidget()
    if frame is not None:
        restyle_by(frame, "focused", has_focus)


class PageArea(QScrollArea):
    """A scroll area whose scroll bar fits into the right margin, so that nothing moves."""

    def __init__(self, margin: int) -> None:
        super().__init__()
        self._margin = margin
        self._viewport = find_viewport(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inner = self.widget()
        layout = inner.layout() if inner is not None else None
        if layout is not None:
            margins = layout.contentsMargins()
            margins.setRight(max(self._margin - self.width() + self._viewport.width(), 0))
            layout.setContentsMargins(margins)


def scrolled(page: QWidget, *contents: Content, margins: Margins = (12, 8, 16, 8)) -> QVBoxLayout:
    """Put contents into a column on a page that scrolls if the window is too short."""
    inner, area = QWidget(), PageArea(margins[2])
    inner.setObjectName("page")
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inner)
    column_of(area, into=page, margins=(0, 0, 0, 4))
    return column_of(*contents, into=inner, margins=margins, spacing=GAP)


class FoldingLayout(TurningLayout):
    """Two rows, side by side if both fit, otherwise stacked."""

    def __init__(self, first: QHBoxLayout, second: QHBoxLayout) -> None:
        super().__init__(stretched(first), second, spacing=8)
        self._rows = (first, second)

    def minimumSize(self) -> QSize:
        """Return a minimum width that is enough for stacked rows."""
        margins, least = self.contentsMargins(), super().minimumSize()
        widest = max(each.minimumSize().width() for each in self._rows)
        around = margins.left() + margins.right()
        return QSize(min(widest + around, least.width()), least.height())

    def fit(self, width: int) -> None:
        margins = self.contentsMargins()
        around = margins.left() + margins.right() + self.spacing()
        fits = sum(each.sizeHint().width() for each in self._rows) + around <= width
        self.setStretch(0, int(fits))  # the first row takes spare width, but no spare height
        self.turn(is_wide=fits)


class PushButton(QPushButton):
    """A button that reacts to Enter as well as Space; Qt's own buttons do so only in dialogs."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and not event.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(event)


class DisclosureButton(PushButton):
    """A button that shows and hides the content below it."""

    def __init__(self) -> None:
        super().__init__()
        self.setAutoDefault(False)
        self.setCheckable(True)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow follows the label

    def set_label(self, words: str) -> None:
        """Set the label, followed by an arrow for the state."""
        self.setText(f"{words}\u00a0")
        self.setAccessibleName(words)
        ratios = (self.devicePixelRatioF(),)  # others would take time with each key
        self.setIcon(icon("unfold" if self.isChecked() else "fold", ratios=ratios))
        self.setIconSize(QSize(pixels(12), pixels(12)))


def button(
    words: str,
    on: Callable[[], object],
    *,
    link: bool = False,
    name: str = "",
    checkable: bool = False,
    is_primary: bool = False,
    act: str = "",
    does: str = "",
) -> QPushButton:
    """Return a button; with ``link``, it looks like a link, but never opens one.

    A primary button is the next step of a task. Its tooltip is ``does``, or else ``name`` or the
    label, with the key of the action ``act``.
    """
    result = PushButton(words)
    result.setAutoDefault(False)
    result.setCheckable(checkable)
    result.setProperty("primary", is_primary)
    if link:
        result.setObjectName("link")
    if name:  # for screen readers
        result.setAccessibleName(name)
    if does:
        show_tip(result, with_key(does, act))
    elif name or act:
        add_key(result, name or words, act)
    result.clicked.connect(lambda: on())
    return result


def add_key(widget: QWidget, words: str, act: str = "") -> None:
    """Show a tooltip with an action's keys, and describe them to screen readers."""
    show_tip(widget, with_key(words, act), keys_in_use.listed(act))


def with_key(words: str, act: str) -> str:
    """Return words for a tooltip with the keys of an action."""
    key = keys_in_use.listed(act)
    return f"{words} ({key})" if key else words


def back_button(on: Callable[[], object], name: str) -> QPushButton:
    """Return a button that leads back; ``name`` says where to."""
    return button(f"‹ {say('Back')}", on, name=name)


def icon_button(name: str, on: Callable[[], object]) -> QToolButton:
    """Return a button with an icon; ``name`` is its tooltip and accessible name."""
    result = QToolButton()
    result.setObjectName("fold")
    result.setAccessibleName(name)
    show_tip(result, name)
    result.clicked.connect(lambda: on())
    return result


def chooser(
    name: str, titles: Mapping[Any, str] = {}, chosen: Any = None, *, letters: int = 4
) -> QComboBox:
    """Return a combo box with titles, at least ``letters`` characters wide.

    Four letters are enough for an edition's year; 0 makes room for all titles.
    """
    box = QComboBox()
    for each, title in titles.items():
        box.addItem(title, each)
    if chosen is not None:
        box.setCurrentIndex(box.findData(chosen))
    box.setMinimumContentsLength(letters)
    box.setAccessibleName(name)
    show_tip(box, name, "")
    return box


def line_edit(name: str, hint: str = "") -> QLineEdit:
    """Return a line edit that shows the hint while it is empty."""
    line = QLineEdit(placeholderText=hint)
    line.setAccessibleName(name)
    return line


def scroll_area(inner: QWidget, name: str) -> QScrollArea:
    """Return a vertically scrolling area that can have the keyboard focus."""
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
    """A button with a menu; its hover state is updated after the menu closes."""

    def setMenu(self, menu: QMenu) -> None:
        super().setMenu(menu)
        round_corners(menu)
        # While the menu is open, it gets all events, so the button does not notice the pointer
        # leaving it.
        menu.aboutToHide.connect(self._on_hide, Qt.ConnectionType.QueuedConnection)

    def _on_hide(self) -> None:
        if not self.rect().contains(self.mapFromGlobal(QCursor.pos())):
            self.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
        self.setDown(False)
        self.update()


def menu_button(words: str, menu: QMenu | None = None, does: str = "") -> QToolButton:
    """Return a button that opens a menu; ``does`` is its tooltip."""
    result = MenuButton()
    show_tip(result, does)
    result.setObjectName("button")
    result.setText(words)
    result.setAccessibleName(words)
    result.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    if menu is not None:
        result.setMenu(menu)
    return result


MARGIN = 16


class DialogSheet(QDialog):
    """A dialog in front of its window; it is deleted when it closes."""

    has_close_button = True  # Esc always closes it

    def __init__(self, parent: QWidget, title: str, size: tuple[int, int] = (560, 480)) -> None:
        """Create an empty dialog; ``size`` (before zoom) is limited to the window's size."""
        super().__init__(parent)
        self.closing = say("Close")
        self._does: tuple[QPushButton, ...] = ()
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.body = column_of(spacing=10)
        self._whole = column_of(stretched(self.body), into=self, margins=(MARGIN,) * 4, spacing=10)
        self._whole.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        width, height = (pixels(length) for length in size)
        room = parent.window().size()
        self.resize(min(width, room.width() - 40), min(height, room.height() - 40))

    @cached_property
    def close_button(self) -> QPushButton:
        """The closing button, created when first shown so that it is last in the focus order."""
        result = button(self.closing, self.reject, does=f"{self.closing} ({say('Esc')})")
        self._whole.addLayout(row(None, result, *self._does))
        return result

    def ask_by(self, *buttons: QPushButton) -> None:
        """Add buttons next to the closing button, which becomes "Cancel"."""
        self.closing, self._does = say("Cancel"), buttons

    def showEvent(self, event: QShowEvent) -> None:
        """Add the closing button, and focus the first widget."""
        if self.has_close_button:
            self.close_button.show()
        super().showEvent(event)
        if self.focusWidget() is None:
            self.focusNextChild()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a border, since some systems draw none around a window."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setPen(theme.color("border"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


class WayBack(QPushButton):
    """A button that leads back to where a text was chosen; hidden if there is no such place."""

    changed = Signal(bool)  # True if there is a way back

    def __init__(self) -> None:
        super().__init__()
        self.action: Callable[[], object] | None = None
        self.setAutoDefault(False)
        show_tip(self, say("Esc"))
        self.clicked.connect(self.go)
        self.hide()

    def lead(self, action: Callable[[], object] | None, words: str = "") -> None:
        """Set the action for going back, or None; the default label is "Back to the list"."""
        self.action = action
        words = words or say("Back to the list")
        self.setText(f"‹ {words}")
        self.setAccessibleName(words)
        self.setVisible(action is not None)
        self.changed.emit(action is not None)

    def go(self) -> bool:
        """Go back; return False if there is no way back."""
        action = self.action
        if action is None:
            return False
        action()
        return True
