"""Shortcuts of parts of the window, which appear in no menu, and all shortcuts in use.

Users change them in the same file as the shortcuts of menus.
"""

from collections.abc import Mapping

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from uriinspector.core.model import NamedTuple

Format = QKeySequence.SequenceFormat


class PlaceKey(NamedTuple):
    """A shortcut: its name, default keys and description; ``is_of_rows`` is True if it belongs to a
    table.

    Nothing is typed in tables, so a single letter can be a shortcut there.
    """

    name: str
    keys: tuple[str, ...]
    description: str
    is_of_rows: bool = True


PLACE_KEYS = (
    PlaceKey("next_component", ("Alt+Down",), "In the link: go to the next component", False),
    PlaceKey("previous_component", ("Alt+Up",), "In the link: go to the previous component", False),
    PlaceKey("next_row", ("J",), "Documents: next row"),
    PlaceKey("previous_row", ("K",), "Documents: previous row"),
    PlaceKey("mark_malicious", ("M",), "Documents: mark the link or message as malicious"),
    PlaceKey("mark_benign", ("B",), "Documents: mark the link or message as benign"),
    PlaceKey("mark_ignored", ("I",), "Documents: mark the link or message as ignored"),
    PlaceKey("add_note", ("E",), "Documents: add a note (Enter saves, Esc cancels)"),
    PlaceKey("next_to_mark", ("N",), "Documents: next file or message without a mark"),
    PlaceKey("note_on_marked", ("Shift+E",), "Documents: add a note to the last marked row"),
    PlaceKey("remove_mark", ("Del",), "Documents: remove the mark"),
    PlaceKey("undo_mark", ("U",), "Documents: undo the last mark or note"),
    PlaceKey("redo_mark", ("Shift+U",), "Documents: redo the last undone mark or note"),
    PlaceKey("select_site", ("S",), "Documents: select all links to the site"),
    PlaceKey(
        "known_site",
        ("F",),
        "Documents: mark the site as known and hide its rows below medium severity",
    ),
    PlaceKey("open_row", ("Return", "Enter"), "Documents: inspect the link, or show the links"),
    PlaceKey(
        "resolve_row",
        ("Shift+Return", "Shift+Enter"),
        "Documents: resolve the link against its base",
    ),
    PlaceKey(
        "show_details",
        ("Space",),
        "Documents, in a small window: show the details of the row instead of the list",
    ),
    PlaceKey("leave_rows", ("Esc",), "Documents: go back to the list of files, or show all"),
    PlaceKey("next_hint", ("F2",), "Learn: next hint", False),
    PlaceKey(
        *("spell_texts", ("F3",)),
        "Learn: read the texts aloud character by character, and after the answer "
        "component by component",
        False,
    ),
    PlaceKey("next_option", ("C",), "Review fixes: select the next option where there is a choice"),
)
USUAL = {each.name: each.keys for each in PLACE_KEYS}
OF_ROWS = frozenset(each.name for each in PLACE_KEYS if each.is_of_rows)


class KeysInUse:
    """The shortcuts in use, including those of menus; the user may have changed them."""

    def __init__(self) -> None:
        self.use(USUAL)

    def use(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        """Replace the shortcuts in use."""
        self._keys = {**dict.fromkeys(USUAL, ()), **keys}
        self._names = {key: name for name in USUAL for key in self._keys[name]}

    def name_of(self, event: QKeyEvent) -> str:
        """Return the name of the shortcut that was pressed, or ""."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        pressed = QKeySequence(QKeyCombination(held, Qt.Key(event.key())))
        return self._names.get(pressed.toString(Format.PortableText), "")

    def shown(self, name: str) -> str | None:
        """Return the first key of a shortcut, as displayed in menus."""
        return next(iter(self._keys.get(name, ())), None)

    def listed(self, name: str) -> str:
        """Return all keys of a shortcut in the system's notation."""
        return ", ".join(
            QKeySequence(each, Format.PortableText).toString(Format.NativeText)
            for each in self._keys.get(name, ())
        )


keys_in_use = KeysInUse()
