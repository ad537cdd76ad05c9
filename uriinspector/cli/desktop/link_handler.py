"""The handler of web links: chosen by one command, undone by another.

What the files of associations said before is kept, and comes back word by word, unless somebody
has chosen another handler since: then that one stays.
"""

from __future__ import annotations

import base64
import hashlib
import json
from typing import TYPE_CHECKING

from uriinspector.cli.desktop.association_file import AssociationFile, write_or_remove
from uriinspector.cli.desktop.desktop_places import filled, quoted_program
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from uriinspector.cli.desktop.desktop_places import DesktopPlaces

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
