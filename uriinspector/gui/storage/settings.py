"""The settings: one table, stored as JSON in a human-readable file."""

import re
from base64 import b64decode, b64encode
from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import QJsonDocument, QObject, Signal

import uriinspector
from uriinspector.analysis.regular_files import open_regular
from uriinspector.analysis.whole_files import PRIVATE, replacing
from uriinspector.core.expression import expression
from uriinspector.core.model import LANGUAGES, NamedTuple
from uriinspector.core.parse import URN_EDITIONS
from uriinspector.gui.theme import ZOOMS

# Longer files are not read, since they cannot be settings files.
LONGEST = 1 << 20

DAYS = (7, 30, 90, 365, 0)  # 0: forever


class Setting(NamedTuple):
    """A setting: its name, default value, description, and allowed values."""

    name: str
    default: Any
    description: str
    choices: tuple[Any, ...] = ()


SETTINGS = (
    Setting("edition", "2005", "Edition of the specification", uriinspector.EDITIONS),
    Setting("urn_edition", "rfc8141", "URN edition", URN_EDITIONS),
    Setting("theme", "system", "Theme", ("light", "dark", "system")),
    Setting("zoom", 100, "Zoom", ZOOMS),
    Setting("language", "system", "Language", (*LANGUAGES, "system")),
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
    Setting("workspace", "inspect", "Last used workspace"),
    Setting("lesson", "", "Last opened lesson"),
    Setting("learner", "", "Code used to select exercises"),
    Setting("open_case", "", "Currently open case"),
)
ROWS = {setting.name: setting for setting in SETTINGS}


class Settings(QObject):
    """The settings in use; each change is saved and emits ``changed``."""

    changed = Signal(str)

    def __init__(self, file: Path | None = None) -> None:
        """Read the file; without ``file``, nothing is saved."""
        super().__init__()
        self._file = file
        # True if the file cannot be read or written, so that nothing is saved.
        self.problem = False
        stored = self._stored()
        self._values = {each.name: read(each, stored.get(each.name)) for each in SETTINGS}

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def set(self, name: str, value: Any, *, keep: bool = True) -> None:
        """Change a value; unless ``keep`` is true, only until the program ends."""
        if self[name] == value:
            return
        self._values[name] = value
        if keep and self._file is not None:
            self._keep(self._file, name, value)
        self.changed.emit(name)

    def _keep(self, file: Path, name: str, value: Any) -> None:
        """Write one value; the others are read from the file first, since another window may have
        changed them.
        """
        stored = self._stored()
        if self.problem:
            return  # do not overwrite a file that the user may want to repair
        stored[name] = b64encode(value).decode("ascii") if isinstance(value, bytes) else value
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with replacing(file, mode=PRIVATE, is_synced=False) as written:
                written.write(QJsonDocument.fromVariant(stored).toJson().data())
        except (OSError, ValueError):
            self.problem = True

    def _stored(self) -> dict[str, Any]:
        """Return the values in the file; if there is no file, those of version 0.1."""
        self.problem = False
        if self._file is None:
            return {}
        try:
            if not self._file.exists():
                return old_values(octets_of(self._file.with_name(OLD_NAME)))
            # QJsonDocument, because loading Python's json module would delay the first
            # frame.
            document = QJsonDocument.fromJson(octets_of(self._file))
        except (OSError, ValueError):
            document = QJsonDocument()
        self.problem = not document.isObject()
        return {} if self.problem else document.toVariant()


def octets_of(file: Path) -> bytes:
    """Read a file, after making it readable only by its owner; return b"" if there is none."""
    if not file.exists():
        return b""
    if file.is_file() and file.stat().st_mode & 0o077:
        with suppress(OSError):
            file.chmod(PRIVATE)
    with open_regular(file) as source:
        octets = source.read(LONGEST + 1)
    if len(octets) > LONGEST:
        raise ValueError
    return octets


# The settings of version 0.1, in Qt's format. They are read once and not deleted.
OLD_NAME = "uriinspector.ini"


ESCAPED = expression(r"\\(?:x([0-9a-fA-F]{1,2})|(.))")
CONTROLS = {"0": "\0", "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def old_values(octets: bytes) -> dict[str, Any]:
    """Return the settings in a file of version 0.1; None replaces values of the wrong type."""
    values: dict[str, Any] = {}
    for line in octets.decode("utf-8", "replace").splitlines():
        name, _, text = line.strip().partition("=")
        if name not in ROWS:
            continue
        text, default = ESCAPED.sub(_unescaped, text.strip('"')), ROWS[name].default
        if isinstance(default, bool):
            values[name] = {"true": True, "false": False}.get(text.lower())
        elif isinstance(default, int):
            values[name] = int(text) if text.isdecimal() and len(text) < 9 else None
        elif isinstance(default, str):
            values[name] = text
        elif text.startswith("@ByteArray("):
            inside = text.removeprefix("@ByteArray(").removesuffix(")")
            values[name] = b64encode(inside.encode("latin-1", "replace")).decode("ascii")
    return values


def _unescaped(match: re.Match[str]) -> str:
    return chr(int(match[1], 16)) if match[1] else CONTROLS.get(match[2], match[2])


def read(setting: Setting, stored: Any) -> Any:
    """Return a stored value, or the default if it is invalid."""
    default = setting.default
    if isinstance(default, bytes) and isinstance(stored, str):
        try:
            return b64decode(stored, validate=True)
        except ValueError:
            return default
    if type(stored) is not type(default) or (setting.choices and stored not in setting.choices):
        return default
    return stored
