"""What a screen reader meets in place of some widgets: Qt's own interfaces do not fit them.

A workspace's button is a tab, a box is called by what it chooses, and an editor is read by the
names of what has no shape.  Interfaces are made by the name of the widget's class.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QAccessibleWidget,
    QComboBox,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QToolButton,
    QWidget,
)
from shiboken6 import Shiboken

Role, Text = QAccessible.Role, QAccessible.Text
Kind = QAccessible.InterfaceType


class Spoken(Protocol):
    """An editor, with what is read of it."""

    def spoken(self) -> QPlainTextEdit | None:
        """The field that a reader works with, once there is one."""


class PressedInterface(QAccessibleWidget):
    """A button in the role of something else, which can still be pressed."""

    def __init__(self, button: QAbstractButton, role: QAccessible.Role, name: str) -> None:
        """Stand for the button."""
        super().__init__(button, role, name)
        self._button = button

    def actionNames(self) -> list[str]:
        """It is pressed."""
        return [QAccessibleActionInterface.pressAction(), *super().actionNames()]

    def doAction(self, action: str) -> None:
        """Press it."""
        if action == QAccessibleActionInterface.pressAction():
            self._button.click()
        else:
            super().doAction(action)


class TabInterface(PressedInterface):
    """A button that shows a page."""

    def __init__(self, button: QToolButton) -> None:
        """Name it by its words."""
        super().__init__(button, Role.PageTab, button.text())

    def state(self) -> QAccessible.State:
        """Tell whether its page is the one that is shown."""
        state = super().state()
        state.selectable = 1
        state.selected = int(self._button.isChecked())
        return state


class ChoiceInterface(QAccessibleWidget):
    """A box, called by what it chooses and by what is chosen: one name is all that is read."""

    def __init__(self, box: QComboBox) -> None:
        """Stand for the box."""
        super().__init__(box, Role.ComboBox, "")
        self._box = box

    def text(self, kind: QAccessible.Text) -> str:
        """Say what it chooses, and what is chosen."""
        value = self._box.currentText()
        if kind == Text.Name:
            return ": ".join(filter(None, (self._box.accessibleName(), value)))
        return value if kind == Text.Value else super().text(kind)

    def state(self) -> QAccessible.State:
        """Tell whether its list is open."""
        state = super().state()
        is_open = self._box.view().isVisible()
        state.hasPopup = state.expandable = 1
        state.expanded, state.collapsed = int(is_open), int(not is_open)
        return state

    def childCount(self) -> int:
        """Give its list."""
        return 1

    def child(self, index: int) -> QAccessibleInterface:
        """Give its list."""
        found = QAccessible.queryAccessibleInterface(self._box.view()) if index == 0 else None
        return cast("QAccessibleInterface", found)

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Know its list."""
        return 0 if child is self.child(0) else -1

    def actionNames(self) -> list[str]:
        """It is opened."""
        return [QAccessibleActionInterface.showMenuAction(), *super().actionNames()]

    def doAction(self, action: str) -> None:
        """Open its list, or close it."""
        if action != QAccessibleActionInterface.showMenuAction():
            super().doAction(action)
        elif self._box.view().isVisible():
            self._box.hidePopup()
        else:
            self._box.showPopup()


class EditorInterface(QAccessibleWidget):
    """An editor, whose text is that of the field that is read."""

    def __init__(self, editor: QWidget) -> None:
        """Stand for the editor."""
        super().__init__(editor, Role.EditableText, "")
        self._editor = editor

    def text(self, kind: QAccessible.Text) -> str:
        """Give what is read as its value."""
        field = self._field()
        return field.toPlainText() if field and kind == Text.Value else super().text(kind)

    def state(self) -> QAccessible.State:
        """It can be selected in, and written to unless it is for reading."""
        state = super().state()
        is_fixed = bool(self._editor.property("readOnly"))
        state.selectableText = state.multiLine = 1
        state.editable, state.readOnly = int(not is_fixed), int(is_fixed)
        return state

    def childCount(self) -> int:
        """What is inside is nobody's but ours."""
        return 0

    def interface_cast(self, kind: QAccessible.InterfaceType) -> int:
        """Lend the field's way to read, move and write; C++ is handed an address."""
        field = self._field() if kind in {Kind.TextInterface, Kind.EditableTextInterface} else None
        if field is None:
            return cast("int", Shiboken.VoidPtr(super().interface_cast(kind) or 0))
        lender = QAccessible.queryAccessibleInterface(field)
        is_text = kind == Kind.TextInterface
        lent = lender.textInterface() if is_text else lender.editableTextInterface()
        return cast("int", Shiboken.VoidPtr(Shiboken.getCppPointer(lent)[0]))

    def _field(self) -> QPlainTextEdit | None:
        return cast("Spoken", self._editor).spoken()


class DisclosureInterface(PressedInterface):
    """A button that shows and hides something: expanded or collapsed, not checked."""

    def __init__(self, button: QPushButton) -> None:
        """Stand for the button."""
        super().__init__(button, Role.Button, "")

    def state(self) -> QAccessible.State:
        """Tell whether what it shows is shown."""
        state, is_open = super().state(), self._button.isChecked()
        state.expandable = 1
        state.expanded, state.collapsed = int(is_open), int(not is_open)
        return state


class PanesInterface(QAccessibleWidget):
    """Panes and dividers in the order in which they are seen; Qt has the last pane first."""

    def __init__(self, panes: QSplitter) -> None:
        """Stand for the panes."""
        super().__init__(panes, Role.Splitter, "")
        self._panes = panes

    def childCount(self) -> int:
        """Count panes, and dividers between them."""
        return len(self._parts())

    def child(self, index: int) -> QAccessibleInterface:
        """Give one of them."""
        parts = self._parts()
        is_there = 0 <= index < len(parts)
        found = QAccessible.queryAccessibleInterface(parts[index]) if is_there else None
        return cast("QAccessibleInterface", found)

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Know them."""
        held = child.object()
        return next((at for at, each in enumerate(self._parts()) if each is held), -1)

    def _parts(self) -> list[QWidget]:
        panes = self._panes
        both = ((panes.handle(at), panes.widget(at)) for at in range(panes.count()))
        parts = [cast("QWidget", each) for pair in both for each in pair]
        return parts[1:]  # the first divider is never seen


def _divider(divider: QWidget) -> QAccessibleInterface:
    return QAccessibleWidget(divider, Role.Separator, "")


def _words(label: QWidget) -> QAccessibleInterface:
    return QAccessibleWidget(label, Role.StaticText, "")


def _tab_list(rail: QWidget) -> QAccessibleInterface:
    return QAccessibleWidget(rail, Role.PageTabList, rail.accessibleName())


MAKERS: dict[str, Callable[..., QAccessibleInterface]] = {
    "NavigationRail": _tab_list,
    "RailTab": TabInterface,
    "ExactTextEdit": EditorInterface,
    "QComboBox": ChoiceInterface,
    "DisclosureButton": DisclosureInterface,
    "Divider": _divider,
    "DividedPanes": PanesInterface,
    **dict.fromkeys(("LaidLabel", "SeveritySign"), _words),
}
