"""The page of shortcuts, made from the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from uriinspector.core.model import NamedTuple
from uriinspector.gui.shell.action_spec import MENUS
from uriinspector.gui.shell.action_table import ACTIONS
from uriinspector.gui.shell.menus import keys_shown
from uriinspector.gui.storage.place_keys import PLACE_KEYS, keys_in_use
from uriinspector.gui.tables.table_model import Table, TableField
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import card
from uriinspector.gui.widgets.dialog_sheet import DialogSheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.storage.key_file import KeyFile
    from uriinspector.gui.theme import Theme


# Keys that belong to a place and stay as they are: keys, what they do.
ELSEWHERE = (
    ("PageDown, PageUp", "Resolve: next step, previous step"),
    ("Enter", "In the text: save the link to the history"),
    ("Space", "Review fixes: take the change or skip it"),
    ("1, 2, 3, 4", "Learn: choose an answer; Enter checks it and goes on"),
    ("[, ]", "Learn, in a text to mark: widen the mark to the next delimiter"),
    ("A, B, C", "Learn, where lines are put in order: put the line of this letter last"),
    ("Alt+Up, Alt+Down", "Learn, where lines are put in order: move the line up or down"),
    ("Del", "Learn, where lines are put in order: take the line out"),
    ("A, B, C, D, E", "Learn, where a step is given: choose its rule"),
    ("Ctrl+Enter", "Learn: open the question in Inspect or Resolve once it is answered"),
    ("Tab", "Move to the next pane"),
    ("Shift+Tab", "Move to the previous pane"),
    ("Up, Down", "In a list or table: previous row, next row"),
    ("Esc", "Close the top panel"),
)


class Shortcut(NamedTuple):
    """One row: what is done, with which keys, and what that means."""

    action: str
    keys: str
    tells: str


def shortcuts(offered: Mapping[str, QAction]) -> list[Shortcut]:
    """Every action that has keys, then the keys that belong to a place."""
    rows = [
        Shortcut(plain_words(act.menu, act.words), keys, say(act.tells))
        for act in ACTIONS
        if act.name in offered and (keys := keys_shown(offered[act.name]))
    ]
    rows += [
        Shortcut("", keys, say(each.tells))
        for each in PLACE_KEYS
        if (keys := keys_in_use.listed(each.name))
    ]
    return rows + [Shortcut("", say(keys), say(tells)) for keys, tells in ELSEWHERE]


def plain_words(menu: str, words: str) -> str:
    """The way to an action, as its menus show it."""
    return f"{say(MENUS[menu])} › {say(words)}".replace("&", "").replace("…", "")


class ShortcutPage(DialogSheet):
    """Every shortcut that there is."""

    def __init__(
        self, parent: QWidget, theme: Theme, offered: Mapping[str, QAction], key_file: KeyFile
    ) -> None:
        """List them, and say where they can be changed and what is wrong there."""
        super().__init__(parent, theme, say("Keyboard shortcuts"), (820, 620))
        fields = [
            TableField(say("Action"), lambda row: row.action),
            TableField(say("Keys"), lambda row: row.keys, font=lambda _row: theme.uri_font(12)),
            TableField(say("Description"), lambda row: row.tells),
        ]
        self.table = Table(fields, say("Keyboard shortcuts"), widest=2, wraps=True)
        self.table.set_rows(shortcuts(offered))
        self.words = plain_label("\n".join((*key_file.problems, *_place(key_file))), role="quiet")
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.body.addWidget(self.words)
        self.body.addWidget(card(self.table, margins=(4, 4)))


def _place(key_file: KeyFile) -> Iterator[str]:
    if key_file.file is not None:
        file = visible(str(key_file.file))
        yield say("Keys can be changed in {file}. The manual says how.", file=file)
