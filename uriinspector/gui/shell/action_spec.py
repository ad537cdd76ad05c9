"""What an action of the window is, and the menus that actions stand in."""

from __future__ import annotations

from uriinspector.core.model import NamedTuple

MENUS = {
    "file": "&File",
    "file/examples": "E&xamples",
    "file/recent": "&Recent",
    "file/hand_on": "&Export",
    "file/hand_on/fill": "Fill a &template",
    "edit": "&Edit",
    "view": "&View",
    "view/theme": "&Theme",
    "view/language": "&Language",
    "view/edition": "&Edition of the specification",
    "view/proof": "&Details",
    "go": "&Go",
    "help": "&Help",
}


class ActionSpec(NamedTuple):
    """One action: where it stands, its words, what it does in a line, and its keys.

    ``choice`` names a setting and one of its values: such an action is a mark in a list.
    ``switch`` names a setting that the action turns on and off.
    ``apart`` puts a line before it.
    """

    name: str
    menu: str
    words: str
    tells: str
    keys: tuple[str, ...] = ()
    choice: tuple[str, object] | None = None
    switch: str = ""
    apart: bool = False
