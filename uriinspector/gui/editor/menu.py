"""What can be done with a text or a row, in a menu of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtWidgets import QWidget

Keys = QKeySequence.StandardKey


class MenuEntry(NamedTuple):
    """An entry: its words, what it does, whether it can be done now, its key."""

    words: str
    on: Callable[[], object]
    is_enabled: bool
    key: Keys | str | None = None


def menu_of(parent: QWidget, choices: Iterable[MenuEntry | None]) -> QMenu:
    """Build a menu; None parts what stands before it from what follows."""
    menu = QMenu(parent)
    for each in choices:
        if each is None:
            menu.addSeparator()
            continue
        action = menu.addAction(each.words)
        action.setEnabled(each.is_enabled)
        action.triggered.connect(lambda _checked=False, on=each.on: on())
        if each.key is not None:
            action.setShortcut(QKeySequence(each.key))
    return menu
