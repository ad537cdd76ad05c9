"""What can be set: one table, kept in a file that a person can read.

Qt makes any value of its own from what a file says, such as pictures and cursors, before anybody
asks for a value: large ones take the memory, and some end the program.  None of that is a setting.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

import uriinspector
from uriinspector.analysis.regular_files import open_regular
from uriinspector.analysis.whole_files import NEW, replacing
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import URN_EDITIONS
from uriinspector.gui.theme import ZOOMS

# No settings are longer; what is beyond is dropped with the first change.
LONGEST = 1 << 20
# Escapes are undone before Qt looks for an "@" at the beginning: so the first character is neither.
ESCAPED = rb"\\[^\r\n]"
TEXT = rb"(?:[^\\@\",;\r\n](?:[^\\\",;\r\n]|" + ESCAPED + rb")*+)?"
QUOTED_TEXT = rb"\"(?:[^\\@\"\r\n](?:[^\\\"\r\n]|" + ESCAPED + rb")*+)?\""
BYTES = rb"@ByteArray\((?:[^\\\",;\r\n]|" + ESCAPED + rb")*+(?<=\))"
QUOTED_BYTES = rb"\"@ByteArray\((?:[^\\\"\r\n]|" + ESCAPED + rb")*+(?<=\))\""
VALUE = rb"(?:" + rb"|".join((QUOTED_BYTES, QUOTED_TEXT, BYTES, TEXT)) + rb")"
LINE = (
    rb"[ \t]*+(?:\[[^\r\n]*|[;#][^\r\n]*|[^=\\\r\n]*+="
    rb"[ \t]*+" + VALUE + rb"(?:,[ \t]*+" + VALUE + rb")*+)?[ \t]*+[\r\n]*+"
)


def is_tame(file: Path) -> bool:
    """Take out of a file what is no setting; False where something has to stay in it."""
    try:
        with open_regular(file) as source:
            octets = source.read(LONGEST)
    except (OSError, ValueError):
        return True  # there is none, or Qt cannot read it either
    lines = octets.splitlines(keepends=True)
    plain = [line for line in lines if _line().fullmatch(line)]
    if len(plain) == len(lines):
        return True
    try:
        with replacing(file, mode=0o600) as written:
            written.write(b"".join(plain))
    except OSError:
        return False
    return True


@cache  # when there is a file: at the first start there is none
def _line() -> re.Pattern[bytes]:
    return re.compile(LINE)


DAYS = (7, 30, 90, 365, 0)  # 0: for ever


class Setting(NamedTuple):
    """One row: its name, what it is at first, what it is about, and what it can be."""

    name: str
    default: Any
    tells: str
    choices: tuple[Any, ...] = ()


SETTINGS = (
    Setting("edition", "2005", "Edition of the specification", uriinspector.EDITIONS),
    Setting("urn_edition", "rfc8141", "URN edition", URN_EDITIONS),
    Setting("theme", "system", "Theme", ("light", "dark", "system")),
    Setting("zoom", 100, "Zoom", ZOOMS),
    Setting("language", "system", "Language", ("en", "de", "system")),
    Setting("clipboard", False, "Offer links from the clipboard"),
    Setting("history", True, "Keep a history of links, files and cases"),
    Setting("keep_answers", True, "Keep my answers to exercises"),
    Setting("due", True, "Show in Learn which questions are due today"),
    Setting("cases", True, "Keep unsaved cases so that no work is lost"),
    Setting("ask_to_quit", True, "Ask before quitting with an unsaved case"),
    Setting("days", 90, "Keep history for", DAYS),
    Setting("without_recipient", False, "Remove recipient data from exports"),
    Setting("english_reports", False, "Always write reports in English"),
    Setting("geometry", b"", "Window position and size"),
    Setting("splitters", b"", "Pane sizes"),
    Setting("workspace", "inspect", "Last open workspace"),
    Setting("lesson", "", "Last open lesson"),
    Setting("learner", "", "Code that exercises are drawn by"),
    Setting("open_case", "", "Case that is open now"),
)
ROWS = {setting.name: setting for setting in SETTINGS}


class Settings(QObject):
    """The settings in use; every change is told and kept at once."""

    changed = Signal(str)

    def __init__(self, file: Path | None = None) -> None:
        """Read the file; without one nothing is kept."""
        super().__init__()
        self._values: dict[str, Any] = {}
        self._is_unfit = file is not None and not is_tame(file)
        is_used = file is not None and not self._is_unfit
        self._path = file if is_used else None
        if file is not None and is_used and file.exists():
            make_private(file)
        self._file = QSettings(str(file), QSettings.Format.IniFormat) if is_used else None
        if self._file:
            for setting in SETTINGS:
                self._values[setting.name] = read(setting, self._file.value(setting.name))

    def __getitem__(self, name: str) -> Any:
        return self._values.get(name, ROWS[name].default)

    def set(self, name: str, value: Any, *, keep: bool = True) -> None:
        """Use a value from now on; unless it is to be kept, only until the program ends."""
        if self[name] == value:
            return
        self._values[name] = value
        if self._file and self._path and keep:
            make_private(self._path)
            self._file.setValue(name, QByteArray(value) if isinstance(value, bytes) else value)
            self._file.sync()
        self.changed.emit(name)

    @property
    def problem(self) -> bool:
        """Whether the file cannot be read or written: then nothing is kept."""
        if self._file is None:
            return self._is_unfit
        return self._file.status() != QSettings.Status.NoError


def make_private(file: Path) -> None:
    """Let only the owner read a file, which is made if there is none; Qt keeps its mode."""
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not file.exists():
            os.close(os.open(file, NEW, 0o600))
        elif file.is_file() and file.stat().st_mode & 0o077:
            file.chmod(0o600)


def read(setting: Setting, stored: Any) -> Any:
    """What a file says, or the default where it says nothing that makes sense."""
    default = setting.default
    if isinstance(default, bool):
        value: Any = {"true": True, "false": False}.get(str(stored).lower(), default)
    elif isinstance(default, int):
        value = int(str(stored)) if str(stored).isdecimal() and len(str(stored)) < 9 else default
    elif isinstance(default, bytes):
        value = bytes(stored.data()) if isinstance(stored, QByteArray) else default
    else:
        value = stored if isinstance(stored, str) else default
    return default if setting.choices and value not in setting.choices else value
