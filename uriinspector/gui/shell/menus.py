"""The menu bar, made from the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from uriinspector.gui.shell.action_spec import MENUS, ActionSpec
from uriinspector.gui.shell.action_table import ACTIONS, ASKABLE, EXPORT, INSPECTING
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtWidgets import QMenu, QMenuBar

    from uriinspector.gui.storage.settings import Settings


class Menus:
    """Menus by name and actions by name; an action that no command stands for is left out."""

    def __init__(
        self,
        bar: QMenuBar,
        commands: Mapping[str, Callable[[], object]],
        settings: Settings,
        keys: Mapping[str, tuple[str, ...]],
    ) -> None:
        """Fill a menu bar that is empty; each action has the keys that its name has."""
        self._bar = bar
        self._settings = settings
        self._keys = keys
        self.menus: dict[str, QMenu] = {}
        self.actions: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._document_exports: list[QAction] = []
        for name in MENUS:
            self._add_menu(name)
        for act in ACTIONS:
            if act.choice is not None:
                self._add_choice(act, *act.choice)
            elif act.switch:
                self._add_switch(act)
            elif act.name in commands:
                self._add(act).triggered.connect(lambda _on, run=commands[act.name]: run())

    def mark(self) -> None:
        """Show which choices are in use."""
        for act in ACTIONS:
            if act.choice is not None:
                name, value = act.choice
                self.actions[act.name].setChecked(self._settings[name] == value)
            elif act.switch:
                self.actions[act.name].setChecked(self._settings[act.switch])

    def serve(self, workspace: str, *, has_way_back: bool = False) -> None:
        """Let those actions rest that are for another workspace; export what is in sight."""
        is_documents = workspace == "documents"
        for name in INSPECTING:
            is_fit = workspace == "inspect" or (is_documents and name == "copy_defanged")
            self.actions[name].setEnabled(is_fit or (has_way_back and name == "back"))
        self.actions["ask"].setEnabled(workspace in ASKABLE)
        for act in EXPORT:
            if not act.switch and act.name != "copy_defanged":
                self.actions[act.name].setVisible(not is_documents)
        self.menus["file/hand_on/fill"].menuAction().setVisible(not is_documents)
        for each in self._document_exports:
            each.setVisible(is_documents)

    def add_document_exports(self, exports: QMenu) -> None:
        """Offer there what a case can be exported as, and in this menu how."""
        first = next(self.actions[act.name] for act in EXPORT if act.switch)
        for each in exports.actions():
            action = QAction(each.text(), self._bar)
            action.triggered.connect(each.trigger)
            self.menus["file/hand_on"].insertAction(first, action)
            self._document_exports.append(action)
        exports.addSeparator()
        exports.addAction(first)

    def _add_menu(self, name: str) -> None:
        parent = self.menus.get(name.rpartition("/")[0])
        words = say(MENUS[name])
        menu = parent.addMenu(words) if parent is not None else self._bar.addMenu(words)
        menu.setToolTipsVisible(False)
        self.menus[name] = menu

    def _add(self, act: ActionSpec) -> QAction:
        menu = self.menus[act.menu]
        if act.apart and not menu.isEmpty():
            menu.addSeparator()
        action = menu.addAction(say(act.words))
        action.setObjectName(act.name)
        action.setStatusTip(say(act.tells))
        action.setShortcuts([QKeySequence(keys) for keys in self._keys[act.name]])
        self.actions[act.name] = action
        return action

    def _add_choice(self, act: ActionSpec, setting: str, value: object) -> None:
        action = self._add(act)
        action.setCheckable(True)
        action.setChecked(self._settings[setting] == value)
        group = self._groups.setdefault(setting, QActionGroup(self._bar))
        group.addAction(action)
        action.triggered.connect(lambda _on: self._settings.set(setting, value))

    def _add_switch(self, act: ActionSpec) -> None:
        action = self._add(act)
        action.setCheckable(True)
        action.setChecked(self._settings[act.switch])
        action.triggered.connect(lambda on: self._settings.set(act.switch, on))


def keys_shown(action: QAction) -> str:
    """The keys of an action as they are called on this system."""
    text = QKeySequence.SequenceFormat.NativeText
    return ", ".join(keys.toString(text) for keys in action.shortcuts())
