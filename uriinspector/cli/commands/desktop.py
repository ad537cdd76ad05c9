"""The command "desktop": makes the desktop open links and files with this program."""

import argparse
import base64
import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.whole_files import replacing
from uriinspector.cli.arguments import refuse
from uriinspector.cli.screen import Screen
from uriinspector.cli.styled_line import paragraph
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.scan_state import KINDS

# A larger file cannot be a list of associations.
LONGEST_FILE = 4 << 20


class AssociationFile:
    """An INI-like desktop file; comments, order and line ends are preserved."""

    def __init__(self, path: Path) -> None:
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
        """Return the value of a key, or None if it is missing."""
        at = self._place(group, key)
        return None if at is None else self._lines[at].partition("=")[2].strip()

    def set(self, group: str, key: str, value: str | None) -> None:
        """Set a key; None removes it, along with the group's header if the group becomes empty."""
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
        """The new content of the file."""
        return self._end.join(self._lines).encode("utf-8", "surrogateescape")

    def write(self) -> None:
        """Write the file if it has changed; remove it if it is empty."""
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
        """Return the line for a group's next key; create the group if it is missing."""
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
    """Replace a file atomically, or remove it if the new content is blank."""
    place = path.resolve()  # follows a symbolic link, which stays
    if not octets.strip():
        place.unlink(missing_ok=True)
        return
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with replacing(place) as file:
        file.write(octets)


WINDOW = "uriinspector"
PLAIN = expression(r"[A-Za-z0-9/._+@:-]+")


class DesktopPlaces(NamedTuple):
    """The user's configuration and data folders, and the names of the current desktop."""

    config: Path
    data: Path
    desktops: tuple[str, ...]

    @property
    def applications(self) -> Path:
        """The folder of desktop entries."""
        return self.data / "applications"

    @property
    def associations(self) -> list[Path]:
        """The files that associate types with programs, in order of precedence."""
        names = [f"{each.lower()}-mimeapps.list" for each in self.desktops]
        return [self.config / name for name in (*names, "mimeapps.list")]

    @property
    def memory(self) -> Path:
        """The file with the previous settings."""
        return self.data / "uriinspector" / "link-handler.json"


def places_of(environment: Mapping[str, str]) -> DesktopPlaces:
    """Return the folders named by the XDG variables of an environment."""
    home = Path(environment.get("HOME") or "~").expanduser()
    config, data = (
        Path(environment[name]) if environment.get(name, "").startswith("/") else home / usual
        for name, usual in (("XDG_CONFIG_HOME", ".config"), ("XDG_DATA_HOME", ".local/share"))
    )
    names = environment.get("XDG_CURRENT_DESKTOP", "").split(":")
    return DesktopPlaces(config, data, tuple(each for each in names if each.isalnum()))


def window_program(started: str = sys.argv[0]) -> Path | None:
    """Return the program with the window: next to this program, or on the PATH."""
    nearby = [Path(started).absolute().parent, Path(sys.executable).parent]
    on_path = [Path(each) for each in os.environ.get("PATH", "").split(os.pathsep) if each]
    for folder in (*nearby, *on_path):
        program = folder / WINDOW
        if program.is_file() and os.access(program, os.X_OK):
            return program.absolute()
    return None


def filled(template: str, **values: str) -> str:
    """Return a built-in template with its placeholders replaced."""
    text = shipped_text(template)
    for name, value in values.items():
        text = text.replace(f"@{name.upper()}@", value)
    return text


def quoted_program(program: Path) -> str:
    """Return a path for a desktop entry's Exec key, with two levels of quoting if necessary.

    Plain paths are not quoted: xdg-utils 1.1 would treat the quotes as part of the name.
    """
    text = str(program)
    if PLAIN.fullmatch(text):
        return text
    for each in '\\"`$':
        text = text.replace(each, f"\\{each}")
    return '"' + text.replace("\\", "\\\\") + '"'


TITLE = "Inspect with URI Inspector"
# The template and the installed file for each file manager. PCManFM and PCManFM-Qt read actions in
# a common format; the file for Thunar only adds an entry to "Send To".
ENTRIES = {
    "Dolphin": ("desktop/dolphin.desktop", "kio/servicemenus/uriinspector.desktop"),
    "Nemo": ("desktop/nemo.nemo_action", "nemo/actions/uriinspector.nemo_action"),
    "PCManFM": ("desktop/actions.desktop", "file-manager/actions/uriinspector.desktop"),
    "Thunar": ("desktop/thunar.desktop", "Thunar/sendto/uriinspector.desktop"),
}
# These file managers run scripts, which have to be installed for each user.
SCRIPTS = {name: f"{name.lower()}/scripts/{TITLE}" for name in ("Nautilus", "Caja")}
SCRIPT = "desktop/script.sh"
# Dolphin and the file managers with scripts only run files that are executable by their owner.
EXECUTED = frozenset({"Dolphin", *SCRIPTS})
# Formats that are recognized but not read, and a pattern for several types.
UNREAD = frozenset({"application/octet-stream", "application/vnd.rar", "image/*"})
# Other names that desktops use for readable formats.
FURTHER = (
    *("application/xhtml+xml", "application/x-mimearchive", "application/x-uricase"),
    *("multipart/related", "image/svg+xml", "text/x-vcard", "application/vnd.ms-tnef"),
    *("application/x-ms-shortcut", "application/x-bzip", "application/epub+zip"),
    *("image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff"),
    *("text/markdown", "text/x-rst", "text/csv", "text/x-log", "text/x-tex", "application/json"),
    *("text/x-python", "text/x-csrc", "text/x-component"),
    *("application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint"),
    "inode/directory",  # a folder: everything in it is scanned
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
)


def media_types() -> tuple[str, ...]:
    """Return all media types that can be read, under the names that desktops use."""
    types = (each.media for each in KINDS if each.media not in UNREAD)
    return tuple(sorted({*types, *FURTHER}))


def entry_texts(program: str) -> dict[str, str]:
    """Return the desktop entries' texts by file name; packages install them for all users."""
    types = "".join(f"{each};" for each in media_types())
    return {
        file: filled(template, program=program, types=types) for template, file in ENTRIES.values()
    }


def shell_quoted(program: Path) -> str:
    return "'" + str(program).replace("'", "'\\''") + "'"


class FileMenus:
    """The menu entries of one user."""

    def __init__(self, places: DesktopPlaces) -> None:
        self._places = places

    @property
    def files(self) -> dict[str, Path]:
        """The menu entry file for each file manager."""
        entries = {name: file for name, (_, file) in ENTRIES.items()}
        return {name: self._places.data / file for name, file in {**entries, **SCRIPTS}.items()}

    def add(self, program: Path) -> None:
        """Write all entries, even for file managers that are not installed."""
        texts = entry_texts(quoted_program(program))
        texts |= dict.fromkeys(SCRIPTS.values(), filled(SCRIPT, program=shell_quoted(program)))
        for name, path in self.files.items():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            text = texts[path.relative_to(self._places.data).as_posix()]
            with replacing(path) as file:
                file.write(text.encode())
            path.chmod(0o755 if name in EXECUTED else 0o644)

    def remove(self) -> bool:
        """Remove all entries; return True if there were any."""
        there = [path for path in self.files.values() if path.exists()]
        for path in there:
            path.unlink()
        return bool(there)

    @property
    def is_added(self) -> bool:
        """True if any entry exists."""
        return any(path.exists() for path in self.files.values())


ENTRY = "uriinspector-links.desktop"
SCHEMES = ("x-scheme-handler/http", "x-scheme-handler/https")
DEFAULT, ADDED = "Default Applications", "Added Associations"
# If this key is set, Plasma uses it first.
PLASMA = ("General", "BrowserApplication")
LONGEST_MEMORY = 32 << 20
TEMPLATE = "desktop/links.desktop"


class ChangedKey(NamedTuple):
    """A changed key with its value before and after."""

    file: str
    group: str
    key: str
    before: str | None
    since: str


class Memory(NamedTuple):
    """The stored changes, with each file's previous content and the SHA-256 of its new content."""

    changes: list[ChangedKey]
    before: dict[str, bytes]
    after: dict[str, str]


class LinkHandler:
    """The user's handler of web links."""

    def __init__(self, places: DesktopPlaces) -> None:
        self._places = places

    @property
    def is_chosen(self) -> bool:
        """True if the window handles both http and https."""
        return self.handlers() == [ENTRY, ENTRY]

    def handlers(self) -> list[str | None]:
        """Return the current handlers of http and https, or None where no file names one."""
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
        """Make the window the handler of web links, and store the previous settings."""
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
        """Restore the previous settings, except for keys changed since then, which are returned."""
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
        """True if there is something to undo."""
        return (self._places.applications / ENTRY).exists() or self._places.memory.exists()

    def _changes(self) -> list[ChangedKey]:
        """Return the keys to change; in desktop-specific files, only keys that are already set."""
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
        """Return the stored settings, or empty ones if the file is missing or damaged."""
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
    """Return the stored row as a ChangedKey; raise TypeError if it is invalid."""
    match row:
        case (str(file), str(group), str(key), (str() | None) as before, str(since)):
            return ChangedKey(file, group, key, before, since)
    raise TypeError(row)


def is_ours(name: str) -> bool:
    """Return True if this is the bare name of a file that we change."""
    return name == "kdeglobals" or (name.endswith("mimeapps.list") and "/" not in name)


def digest(octets: bytes) -> str:
    return hashlib.sha256(octets).hexdigest()


def first_of(value: str | None) -> str | None:
    """Return the first entry of a list: the program that opens the links."""
    return next((each for each in (value or "").split(";") if each), None)


ELSEWHERE = (
    "this works only on Linux and BSD desktops; elsewhere, choose the link handler in "
    "the system settings"
)
NO_WINDOW = "the package uriinspector, which has the window, is not installed"
FIELD = "{path}: desktops cannot start a program with % in its path"
CHOSEN = (
    "Web links now go to URI Inspector, which inspects them and opens nothing. Undo this "
    'with "uriinspect desktop --undo".'
)
MENUS = (
    'File managers now offer "Inspect with URI Inspector" in newly opened windows: Dolphin, '
    'Nemo, PCManFM, Nautilus and Caja, and Thunar under "Send To".'
)
UNDONE = "URI Inspector no longer handles web links."
MENUS_UNDONE = "The entries in file managers have been removed."
NOTHING = "There is nothing to undo."
CHANGED_SINCE = "{file}: {key} has been changed since then and stays as it is: {value}."


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Set up or undo the integration, or show its state."""
    if sys.platform in {"win32", "darwin"}:
        refuse(ELSEWHERE)
    places = places_of(os.environ)
    is_chosen = options.handle_links or options.file_menus
    if options.undo and is_chosen:
        refuse("--undo cannot be combined with --handle-links or --file-menus")
    texts = _undo(places) if options.undo else _choose(options, places, chosen=is_chosen)
    screen.write(map(paragraph, texts))
    return 0


def _choose(options: argparse.Namespace, places: DesktopPlaces, *, chosen: bool) -> Iterator[str]:
    handler, menus = LinkHandler(places), FileMenus(places)
    if not chosen:
        http, https = (each or "not chosen" for each in handler.handlers())
        yield f"Handler of http links: {http}"
        yield f"Handler of https links: {https}"
        yield f"File managers: {'added' if menus.is_added else 'not added'}"
        return
    program = window_program()
    if program is None:
        refuse(NO_WINDOW)
    if "%" in str(program):  # GLib treats "%" as a placeholder, even if doubled
        refuse(FIELD.format(path=program))
    if options.handle_links:
        handler.choose(program)
        yield CHOSEN
    if options.file_menus:
        menus.add(program)
        yield MENUS


def _undo(places: DesktopPlaces) -> Iterator[str]:
    handler, menus = LinkHandler(places), FileMenus(places)
    is_installed = handler.is_installed
    for change in handler.undo():
        yield CHANGED_SINCE.format(file=change.file, key=change.key, value=change.since)
    if is_installed:
        yield UNDONE
    if menus.remove():
        yield MENUS_UNDONE
    elif not is_installed:
        yield NOTHING
