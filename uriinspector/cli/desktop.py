"""Places on a desktop that the user opts into: the handler of web links, file menus.

What the files of associations said before is kept, and comes back word by word, unless somebody
has chosen another handler since: then that one stays.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.whole_files import replacing
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.scan_state import KINDS

# A larger file is no list of associations.
LONGEST_FILE = 4 << 20


class AssociationFile:
    """Groups of keys as desktops write them; comments, order and line ends are kept."""

    def __init__(self, path: Path) -> None:
        """Read it, if it is there."""
        self.path = path
        try:
            with path.open("rb") as file:
                octets = file.read(LONGEST_FILE + 1)
        except FileNotFoundError:
            octets = b""
        if len(octets) > LONGEST_FILE:
            raise OSError(0, "larger than 4 MB", str(path))
        self._before = octets
        text = octets.decode("utf-8", "surrogateescape")
        self._end = "\r\n" if "\r\n" in text else "\n"
        self._lines = text.split(self._end)

    def value(self, group: str, key: str) -> str | None:
        """What a key says; None where it is not there."""
        at = self._place(group, key)
        return None if at is None else self._lines[at].partition("=")[2].strip()

    def set(self, group: str, key: str, value: str | None) -> None:
        """Have a key say something, or take it away, and the head of a group that is empty then."""
        at = self._place(group, key)
        if at is not None and value is not None:
            self._lines[at] = f"{key}={value}"
        elif at is not None:
            del self._lines[at]
            self._drop_empty(group)
        elif value is not None:
            self._lines.insert(self._end_of(group), f"{key}={value}")

    @property
    def octets(self) -> bytes:
        """The file as it is to be."""
        return self._end.join(self._lines).encode("utf-8", "surrogateescape")

    def write(self) -> None:
        """Put it in the place of what was there; a file that is empty then goes."""
        if self.octets != self._before:
            write_or_remove(self.path, self.octets)

    def _head(self, group: str) -> int | None:
        head = f"[{group}]"
        return next((at for at, line in enumerate(self._lines) if line.strip() == head), None)

    def _lines_of(self, group: str) -> range:
        head = self._head(group)
        if head is None:
            return range(0)
        rest = range(head + 1, len(self._lines))
        end = next((at for at in rest if self._lines[at].startswith("[")), len(self._lines))
        return range(head + 1, end)

    def _place(self, group: str, key: str) -> int | None:
        for at in self._lines_of(group):
            name, sign, _ = self._lines[at].partition("=")
            if sign and name.strip() == key:
                return at
        return None

    def _end_of(self, group: str) -> int:
        """Where the next key of a group goes: behind its last line that is not empty."""
        if self._head(group) is None:
            if self._lines[-1] == "":
                self._lines.pop()
            self._lines += [f"[{group}]", ""]
        lines = self._lines_of(group)
        written = [at for at in lines if self._lines[at].strip()]
        return (written[-1] if written else lines.start - 1) + 1

    def _drop_empty(self, group: str) -> None:
        lines = self._lines_of(group)
        head = self._head(group)
        if head is not None and not any(self._lines[at].strip() for at in lines):
            is_last = lines.stop == len(self._lines)
            del self._lines[head : lines.stop]
            if is_last:
                self._lines.append("")


def write_or_remove(path: Path, octets: bytes) -> None:
    """Have a file hold some octets, all of them at once; one without any goes."""
    place = path.resolve()  # a link to the file of somebody's settings stays one
    if not octets.strip():
        place.unlink(missing_ok=True)
        return
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with replacing(place) as file:
        file.write(octets)


WINDOW = "uriinspector"
PLAIN = expression(r"[A-Za-z0-9/._+@:-]+")


class DesktopPlaces(NamedTuple):
    """The folders of one person, and the names of their desktop."""

    config: Path
    data: Path
    desktops: tuple[str, ...]

    @property
    def applications(self) -> Path:
        """Where entries of programs are."""
        return self.data / "applications"

    @property
    def associations(self) -> list[Path]:
        """Files that say what opens what, those that count first in front."""
        names = [f"{each.lower()}-mimeapps.list" for each in self.desktops]
        return [self.config / name for name in (*names, "mimeapps.list")]

    @property
    def memory(self) -> Path:
        """Where it is kept what was there before."""
        return self.data / "uriinspector" / "link-handler.json"


def places_of(environment: Mapping[str, str]) -> DesktopPlaces:
    """Those of whoever runs this."""
    home = Path(environment.get("HOME") or "~").expanduser()
    config, data = (
        Path(environment[name]) if environment.get(name, "").startswith("/") else home / usual
        for name, usual in (("XDG_CONFIG_HOME", ".config"), ("XDG_DATA_HOME", ".local/share"))
    )
    names = environment.get("XDG_CURRENT_DESKTOP", "").split(":")
    return DesktopPlaces(config, data, tuple(each for each in names if each.isalnum()))


def window_program(started: str = sys.argv[0]) -> Path | None:
    """The program of the window beside this one, else on the path of the shell."""
    beside = [Path(started).absolute().parent, Path(sys.executable).parent]
    on_path = [Path(each) for each in os.environ.get("PATH", "").split(os.pathsep) if each]
    for folder in (*beside, *on_path):
        program = folder / WINDOW
        if program.is_file() and os.access(program, os.X_OK):
            return program.absolute()
    return None


def filled(template: str, **values: str) -> str:
    """A shipped template with a value in each of its places."""
    text = shipped_text(template)
    for name, value in values.items():
        text = text.replace(f"@{name.upper()}@", value)
    return text


def quoted_program(program: Path) -> str:
    """A path as the Exec key of an entry has it: quoted twice.

    Only where that is needed: xdg-utils 1.1 takes the quotes for a part of the name.
    """
    text = str(program)
    if PLAIN.fullmatch(text):
        return text
    for each in '\\"`$':
        text = text.replace(each, f"\\{each}")
    return '"' + text.replace("\\", "\\\\") + '"'


TITLE = "Inspect with URI Inspector"
# By file manager, the entry as we have it and the file that it looks for. PCManFM and PCManFM-Qt
# read the actions that desktops agreed on; Thunar has such files for its menu "Send To" alone.
ENTRIES = {
    "Dolphin": ("desktop/dolphin.desktop", "kio/servicemenus/uriinspector.desktop"),
    "Nemo": ("desktop/nemo.nemo_action", "nemo/actions/uriinspector.nemo_action"),
    "PCManFM": ("desktop/actions.desktop", "file-manager/actions/uriinspector.desktop"),
    "Thunar": ("desktop/thunar.desktop", "Thunar/sendto/uriinspector.desktop"),
}
# These take scripts, and only those of one person.
SCRIPTS = {name: f"{name.lower()}/scripts/{TITLE}" for name in ("Nautilus", "Caja")}
SCRIPT = "desktop/script.sh"
# Dolphin and both that take scripts start nothing that its owner cannot execute.
EXECUTED = frozenset({"Dolphin", *SCRIPTS})
# Kinds that are listed with the reason why they are not read, and a star that means several types.
UNREAD = frozenset({"application/octet-stream", "application/vnd.rar", "image/*"})
# What desktops call these kinds, as their list of types has them.
FURTHER = (
    *("application/xhtml+xml", "application/x-mimearchive", "application/x-uricase"),
    *("multipart/related", "image/svg+xml", "text/x-vcard", "application/vnd.ms-tnef"),
    *("application/x-ms-shortcut", "application/x-bzip", "application/epub+zip"),
    *("image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff"),
    *("text/markdown", "text/x-rst", "text/csv", "text/x-log", "text/x-tex", "application/json"),
    *("text/x-python", "text/x-csrc", "text/x-component"),
    *("application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint"),
    "inode/directory",  # a folder is read with all that is in it
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
)


def media_types() -> tuple[str, ...]:
    """Every type that is read, as desktops call it."""
    types = (each.media for each in KINDS if each.media not in UNREAD)
    return tuple(sorted({*types, *FURTHER}))


def entry_texts(program: str) -> dict[str, str]:
    """By file, the entries that name a program by its command; packages bring these for all."""
    types = "".join(f"{each};" for each in media_types())
    return {
        file: filled(template, program=program, types=types) for template, file in ENTRIES.values()
    }


def shell_quoted(program: Path) -> str:
    """A path as a shell reads it."""
    return "'" + str(program).replace("'", "'\\''") + "'"


class FileMenus:
    """The entries of one person."""

    def __init__(self, places: DesktopPlaces) -> None:
        """Change nothing yet."""
        self._places = places

    @property
    def files(self) -> dict[str, Path]:
        """By file manager, the file of the entry."""
        entries = {name: file for name, (_, file) in ENTRIES.items()}
        return {name: self._places.data / file for name, file in {**entries, **SCRIPTS}.items()}

    def add(self, program: Path) -> None:
        """Write every entry; file managers that are not there do not read them."""
        texts = entry_texts(quoted_program(program))
        texts |= dict.fromkeys(SCRIPTS.values(), filled(SCRIPT, program=shell_quoted(program)))
        for name, path in self.files.items():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            text = texts[path.relative_to(self._places.data).as_posix()]
            with replacing(path) as file:
                file.write(text.encode())
            path.chmod(0o755 if name in EXECUTED else 0o644)

    def remove(self) -> bool:
        """Remove every entry; whether there was one."""
        there = [path for path in self.files.values() if path.exists()]
        for path in there:
            path.unlink()
        return bool(there)

    @property
    def is_added(self) -> bool:
        """Whether an entry is there."""
        return any(path.exists() for path in self.files.values())


ENTRY = "uriinspector-links.desktop"
SCHEMES = ("x-scheme-handler/http", "x-scheme-handler/https")
DEFAULT, ADDED = "Default Applications", "Added Associations"
# Plasma asks this key first, where it is set.
PLASMA = ("General", "BrowserApplication")
LONGEST_MEMORY = 32 << 20
TEMPLATE = "desktop/links.desktop"


class ChangedKey(NamedTuple):
    """A key, what it said before, and what it says since."""

    file: str
    group: str
    key: str
    before: str | None
    since: str


class Memory(NamedTuple):
    """What was changed; by file, what it held before, and the sum of what it holds since."""

    changes: list[ChangedKey]
    before: dict[str, bytes]
    after: dict[str, str]


class LinkHandler:
    """The choice of one person."""

    def __init__(self, places: DesktopPlaces) -> None:
        """Change nothing yet."""
        self._places = places

    @property
    def is_chosen(self) -> bool:
        """Whether both schemes are handled by the window."""
        return self.handlers() == [ENTRY, ENTRY]

    def handlers(self) -> list[str | None]:
        """What the files say of http and of https."""
        files = [AssociationFile(path) for path in self._places.associations]
        return [
            next(
                (
                    first_of(each.value(DEFAULT, scheme))
                    for each in files
                    if each.value(DEFAULT, scheme)
                ),
                None,
            )
            for scheme in SCHEMES
        ]

    def choose(self, program: Path) -> None:
        """Have links shown in the window, and keep what was there before the first time."""
        self.undo()
        applications = self._places.applications
        applications.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = str(program).replace("\\", "\\\\")
        text = filled(TEMPLATE, program=quoted_program(program), path=path)
        write_or_remove(applications / ENTRY, text.encode())
        changes = self._changes()
        names = dict.fromkeys(each.file for each in changes)
        before = {name: self._octets(name) for name in names}
        self._remember(Memory(changes, before, {}))
        for change in changes:
            self._set(change, change.since)
        after = {name: digest(self._octets(name)) for name in names}
        self._remember(Memory(changes, before, after))

    def undo(self) -> list[ChangedKey]:
        """Bring back what was there; the keys that somebody has changed since, as they stay."""
        memory = self._memory()
        changed = []
        for name, octets in memory.before.items():
            if digest(self._octets(name)) == memory.after.get(name):
                write_or_remove(self._places.config / name, octets)
                continue
            for change in reversed([each for each in memory.changes if each.file == name]):
                now = AssociationFile(self._places.config / name).value(change.group, change.key)
                if now == change.since:
                    self._set(change, change.before)
                elif now != change.before:
                    changed.append(change._replace(since=now or "no handler"))
        for path in (self._places.applications / ENTRY, self._places.memory):
            path.unlink(missing_ok=True)
        return changed

    @property
    def is_installed(self) -> bool:
        """Whether there is something to undo."""
        return (self._places.applications / ENTRY).exists() or self._places.memory.exists()

    def _changes(self) -> list[ChangedKey]:
        """What is to be said where; files of one desktop only where they already say something."""
        changes = []
        for path in self._places.associations:
            file = AssociationFile(path)
            is_general = path.name == "mimeapps.list"
            for scheme in SCHEMES:
                before = file.value(DEFAULT, scheme)
                if is_general or before is not None:
                    changes.append(ChangedKey(path.name, DEFAULT, scheme, before, f"{ENTRY};"))
                if is_general:
                    added = file.value(ADDED, scheme)
                    others = [each for each in (added or "").split(";") if each and each != ENTRY]
                    since = ";".join([ENTRY, *others, ""])
                    changes.append(ChangedKey(path.name, ADDED, scheme, added, since))
        plasma = AssociationFile(self._places.config / "kdeglobals").value(*PLASMA)
        if plasma is not None:
            changes.append(ChangedKey("kdeglobals", *PLASMA, plasma, ENTRY))
        return changes

    def _set(self, change: ChangedKey, value: str | None) -> None:
        file = AssociationFile(self._places.config / change.file)
        file.set(change.group, change.key, value)
        file.write()

    def _octets(self, name: str) -> bytes:
        try:
            return (self._places.config / name).read_bytes()
        except FileNotFoundError:
            return b""

    def _memory(self) -> Memory:
        """What was kept; nothing where it is damaged, and then the entry alone goes."""
        try:
            with self._places.memory.open("rb") as file:
                values = json.loads(file.read(LONGEST_MEMORY))
            changes = [changed_key(*row) for row in values["changes"]]
            before = {str(name): base64.b64decode(each) for name, each in values["before"].items()}
            after = {str(name): str(each) for name, each in values["after"].items()}
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return Memory([], {}, {})
        known = {name: octets for name, octets in before.items() if is_ours(name)}
        return Memory([each for each in changes if each.file in known], known, after)

    def _remember(self, memory: Memory) -> None:
        before = {name: base64.b64encode(each).decode() for name, each in memory.before.items()}
        values = {
            "changes": [list(each) for each in memory.changes],
            "before": before,
            "after": memory.after,
        }
        write_or_remove(self._places.memory, json.dumps(values, indent=1).encode())


def changed_key(*row: object) -> ChangedKey:
    """A row of the memory; TypeError for what is none."""
    match row:
        case (str(file), str(group), str(key), (str() | None) as before, str(since)):
            return ChangedKey(file, group, key, before, since)
    raise TypeError(row)


def is_ours(name: str) -> bool:
    """Whether it is a file that is ever changed: none in another folder."""
    return name == "kdeglobals" or (name.endswith("mimeapps.list") and "/" not in name)


def digest(octets: bytes) -> str:
    """The sum of a file."""
    return hashlib.sha256(octets).hexdigest()


def first_of(value: str | None) -> str | None:
    """The first entry of a list, which is the one that opens."""
    return next((each for each in (value or "").split(";") if each), None)
