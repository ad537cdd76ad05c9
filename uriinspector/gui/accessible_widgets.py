"""Accessible interfaces for widgets that Qt's own interfaces do not suit.

A workspace's button is a tab, a combo box is named by its label and value, and an editor's text
names its invisible characters. Qt finds interfaces by the widget's class name.
"""

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
    """An editor with a hidden field for screen readers."""

    def spoken(self) -> QPlainTextEdit | None:
        """The field for screen readers, or None if it has not been created."""


class PressedInterface(QAccessibleWidget):
    """A button presented with a role other than "button", which can still be pressed."""

    def __init__(self, button: QAbstractButton, role: QAccessible.Role, name: str) -> None:
        super().__init__(button, role, name)
        self._button = button

    def actionNames(self) -> list[str]:
        return [QAccessibleActionInterface.pressAction(), *super().actionNames()]

    def doAction(self, action: str) -> None:
        if action == QAccessibleActionInterface.pressAction():
            self._button.click()
        else:
            super().doAction(action)


class TabInterface(PressedInterface):
    """A button that shows a page, presented as a tab."""

    def __init__(self, button: QToolButton) -> None:
        super().__init__(button, Role.PageTab, button.text())

    def state(self) -> QAccessible.State:
        state = super().state()
        state.selectable = 1
        state.selected = int(self._button.isChecked())
        return state


class ChoiceInterface(QAccessibleWidget):
    """A combo box named by its label and value, since screen readers read only the name."""

    def __init__(self, box: QComboBox) -> None:
        super().__init__(box, Role.ComboBox, "")
        self._box = box

    def text(self, kind: QAccessible.Text) -> str:
        """Return the label and the current value as the name."""
        value = self._box.currentText()
        if kind == Text.Name:
            return ": ".join(filter(None, (self._box.accessibleName(), value)))
        return value if kind == Text.Value else super().text(kind)

    def state(self) -> QAccessible.State:
        state = super().state()
        is_open = self._box.view().isVisible()
        state.hasPopup = state.expandable = 1
        state.expanded, state.collapsed = int(is_open), int(not is_open)
        return state

    def childCount(self) -> int:
        return 1

    def child(self, index: int) -> QAccessibleInterface:
        found = QAccessible.queryAccessibleInterface(self._box.view()) if index == 0 else None
        return cast("QAccessibleInterface", found)

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return 0 if child is self.child(0) else -1

    def actionNames(self) -> list[str]:
        return [QAccessibleActionInterface.showMenuAction(), *super().actionNames()]

    def doAction(self, action: str) -> None:
        if action != QAccessibleActionInterface.showMenuAction():
            super().doAction(action)
        elif self._box.view().isVisible():
            self._box.hidePopup()
        else:
            self._box.showPopup()


class EditorInterface(QAccessibleWidget):
    """Presents an editor with the text of its hidden screen reader field."""

    def __init__(self, editor: QWidget) -> None:
        super().__init__(editor, Role.EditableText, "")
        self._editor = editor

    def text(self, kind: QAccessible.Text) -> str:
        field = self._field()
        return field.toPlainText() if field and kind == Text.Value else super().text(kind)

    def state(self) -> QAccessible.State:
        """Return the state of a selectable multi-line text, editable or read-only."""
        state = super().state()
        is_fixed = bool(self._editor.property("readOnly"))
        state.selectableText = state.multiLine = 1
        state.editable, state.readOnly = int(not is_fixed), int(is_fixed)
        return state

    def childCount(self) -> int:
        """Hide the child widgets by returning 0."""
        return 0

    def interface_cast(self, kind: QAccessible.InterfaceType) -> int:
        """Return a pointer to the field's text interface."""
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
    """A disclosure button, which is expanded or collapsed, not checked."""

    def __init__(self, button: QPushButton) -> None:
        super().__init__(button, Role.Button, "")

    def state(self) -> QAccessible.State:
        state, is_open = super().state(), self._button.isChecked()
        state.expandable = 1
        state.expanded, state.collapsed = int(is_open), int(not is_open)
        return state


class PanesInterface(QAccessibleWidget):
    """Lists panes and dividers in visual order; Qt would put the last pane first."""

    def __init__(self, panes: QSplitter) -> None:
        super().__init__(panes, Role.Splitter, "")
        self._panes = panes

    def childCount(self) -> int:
        return len(self._parts())

    def child(self, index: int) -> QAccessibleInterface:
        parts = self._parts()
        is_there = 0 <= index < len(parts)
        found = QAccessible.queryAccessibleInterface(parts[index]) if is_there else None
        return cast("QAccessibleInterface", found)

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        held = child.object()
        return next((at for at, each in enumerate(self._parts()) if each is held), -1)

    def _parts(self) -> list[QWidget]:
        panes = self._panes
        both = ((panes.handle(at), panes.widget(at)) for at in range(panes.count()))
        parts = [cast("QWidget", each) for pair in both for each in pair]
        return parts[1:]  # the first divider is never visible


def _divider(divider: QWidget) -> QAccessibleInterface:
    return QAccessibleWidget(divider, Role.Separator, "")


def _document(view: QWidget) -> QAccessibleInterface:
    return QAccessibleWidget(view, Role.Document, "")


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
    "SourceCanvas": _document,
    "DividedPanes": PanesInterface,
    **dict.fromkeys(("LaidLabel", "SeveritySign"), _words),
}
