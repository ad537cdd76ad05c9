"""The rows of the user's shortcut file.

    next_finding = "F4"
    redo = ["Ctrl+Y", "Ctrl+Shift+Z"]
    quit = ""

Each invalid row is reported and leaves the shortcuts of its action unchanged.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence

from uriinspector.analysis.regular_files import open_regular
from uriinspector.analysis.safe_text import visible
from uriinspector.core.model import NamedTuple
from uriinspector.gui.place_keys import OF_ROWS
from uriinspector.gui.text.translation import say

LONGEST = 1 << 16
SHOWN = 40  # maximum number of quoted characters
Format = QKeySequence.SequenceFormat
Key, Modifier = Qt.Key, Qt.KeyboardModifier
# Keys that fields and lists need, in addition to every key that types a character.
NEEDED = frozenset(
    (
        *(Key.Key_Tab, Key.Key_Backtab, Key.Key_Escape, Key.Key_Return, Key.Key_Enter),
        *(Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down, Key.Key_Home, Key.Key_End),
        *(Key.Key_PageUp, Key.Key_PageDown, Key.Key_Backspace, Key.Key_Delete, Key.Key_Insert),
    )
)
# The ones among them that tables and lists do not need.
FREE_IN_ROWS = frozenset(
    (
        *(Key.Key_Escape, Key.Key_Return, Key.Key_Enter, Key.Key_Space),
        *(Key.Key_Backspace, Key.Key_Delete, Key.Key_Insert),
    )
)
LAST_TYPED = 0xFFFFFF  # key codes up to this one are code points of characters
COMMAND_KEYS = Modifier.ControlModifier | Modifier.AltModifier | Modifier.MetaModifier


class ChosenKeys(NamedTuple):
    """The shortcuts of each action by its name, and the problems in the user's file."""

    keys: Mapping[str, tuple[str, ...]]
    problems: tuple[str, ...] = ()


def chosen_keys(file: Path | None, usual: Mapping[str, tuple[str, ...]]) -> ChosenKeys:
    """Read the user's shortcuts; ``usual`` has the default keys of every action, in order."""
    if file is None:
        return ChosenKeys(usual)
    try:
        with open_regular(file) as source:
            octets = source.read(LONGEST + 1)
        if len(octets) > LONGEST:
            return ChosenKeys(usual, (_line_of(file, say("The file is too large.")),))
        rows = tomllib.loads(octets.decode("utf-8-sig"))
    except FileNotFoundError:
        return ChosenKeys(usual)  # the file is optional
    except OSError as trouble:
        return ChosenKeys(usual, (_line_of(file, trouble.strerror or str(trouble)),))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        why = say(
            "not valid TOML, so no key was changed: {why}", why=visible(str(fault))[: SHOWN * 2]
        )
        return ChosenKeys(usual, (_line_of(file, why),))
    return _Reading(file, usual).read(rows)


class _Reading:
    """Reads the rows of one file and collects their problems."""

    def __init__(self, file: Path, usual: Mapping[str, tuple[str, ...]]) -> None:
        self._file = file
        self._usual = usual
        self._problems: list[str] = []
        self._given: dict[str, str] = {}  # key -> the first action that uses it

    def read(self, rows: Mapping[str, Any]) -> ChosenKeys:
        """Return the valid shortcuts, and the defaults of all other actions."""
        chosen: dict[str, tuple[str, ...]] = {}
        for name, value in rows.items():
            wanted = self._keys(name, value)
            if wanted is not None:
                chosen[name] = tuple(self._free(name, wanted))
        keys = {name: chosen.get(name, ()) for name in self._usual}
        for name, ours in self._usual.items():
            if name not in chosen:
                keys[name] = tuple(each for each in ours if portable(each) not in self._given)
                self._report_lost(name, ours)
        return ChosenKeys(keys, tuple(self._problems))

    def _keys(self, name: str, value: object) -> list[str] | None:
        """Return a row's keys in portable notation, or None if the row is invalid."""
        shown = visible(name)[:SHOWN]
        if name not in self._usual:
            self._report(say('There is no action named "{name}".', name=shown))
            return None
        values = value if isinstance(value, list) else [value] if value != "" else []
        if not all(isinstance(each, str) for each in values):
            self._report(say('{name}: the key must be in quotes, such as "Ctrl+K".', name=shown))
            return None
        faults = (_fault(str(each), of_rows=name in OF_ROWS) for each in values)
        wrong = next(filter(None, faults), "")
        if wrong:
            self._report(f"{shown}: {wrong}")
            return None
        return list(dict.fromkeys(map(portable, values)))

    def _free(self, name: str, keys: list[str]) -> Iterator[str]:
        """Yield the keys that no earlier action uses; report the others."""
        for each in keys:
            other = self._given.setdefault(each, name)
            if other == name:
                yield each
            else:
                self._report(
                    say(
                        "{keys} is assigned to {one} and {other}; it is used for {one}.",
                        keys=each,
                        one=other,
                        other=name,
                    )
                )

    def _report_lost(self, name: str, ours: tuple[str, ...]) -> None:
        for each in map(portable, ours):
            if each in self._given:
                self._report(
                    say(
                        "{keys} was the key for {name} and now belongs to {other}.",
                        keys=each,
                        name=name,
                        other=self._given[each],
                    )
                )

    def _report(self, words: str) -> None:
        self._problems.append(_line_of(self._file, words))


def portable(keys: str) -> str:
    """Return a shortcut in Qt's portable notation, which the file uses on all systems."""
    return QKeySequence(keys, Format.PortableText).toString(Format.PortableText)


def _fault(keys: str, *, of_rows: bool) -> str:
    """Return the reason why a shortcut cannot be used, or ""; in tables, single letters can be
    used.
    """
    shown = visible(keys)[:SHOWN]
    sequence = QKeySequence(keys, Format.PortableText)
    pressed = [sequence[at] for at in range(sequence.count())]  # type: ignore[index]
    if not pressed or any(each.key() in {Key.Key_unknown, Key(0)} for each in pressed):
        return say('"{keys}" is not a key.', keys=shown)
    if len(pressed) > 1:
        return say('"{keys}" is more than one key: use a list.', keys=shown)
    first = pressed[0]
    held = first.keyboardModifiers() & COMMAND_KEYS
    if held == Modifier.AltModifier and first.key().value <= LAST_TYPED and shown[-1:].isalpha():
        return say('"{keys}": Alt plus a letter is reserved for menus. Add Ctrl.', keys=shown)
    is_typed = first.key().value <= LAST_TYPED
    is_of_rows = of_rows and (is_typed or first.key() in FREE_IN_ROWS)
    if not held and not is_of_rows and (is_typed or first.key() in NEEDED):
        return say('"{keys}" already has a use in fields and lists: add Ctrl or Alt.', keys=shown)
    return ""


def _line_of(file: Path, words: str) -> str:
    return f"{file.name}: {words}"
