"""Updates of built-in lists: each file is checked before it is kept, and there is a way back."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from typing import TYPE_CHECKING

from uriinspector.analysis.list_files.list_checks import checked, date_in, name_of, shipped_form
from uriinspector.analysis.list_files.list_problems import ListError, ListProblem
from uriinspector.analysis.updated_lists import INDEX, UpdatedList, read_index, stored_octets
from uriinspector.analysis.versions import program
from uriinspector.analysis.whole_files import replacing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path


class UpdateStore:
    """A folder of updates with its index; ``further`` are checks of rooms above this one."""

    def __init__(self, folder: Path, further: Mapping[str, Callable[[str], object]]) -> None:
        self.folder = folder
        self._further = further
        self.lists = read_index(folder)

    def update(self, path: str, octets: bytes) -> UpdatedList:
        """Keep a file in place of the list that it is named like; ListError, or OSError."""
        name = name_of(path)
        found = self._checked(name, octets)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._write(name.replace("/", "-"), octets)
        self._enter(self.lists | {name: found})
        return found

    def restore(self, names: Iterable[str]) -> list[str]:
        """Have the built-in lists of these names judge again; which of them were updated."""
        gone = [name for name in names if name in self.lists]
        if gone:
            self._enter({name: each for name, each in self.lists.items() if name not in gone})
        for name in gone:
            with suppress(OSError):
                (self.folder / name.replace("/", "-")).unlink()
        return gone

    def renew(self) -> None:
        """After the program changed: keep only what is a list for it, and newer than its own."""
        if all(each.program == program().version for each in self.lists.values()):
            return
        kept = {}
        for name in self.lists:
            with suppress(ListError, KeyError):
                kept[name] = self._checked(name, stored_octets(self.folder, name))
                if kept[name].date == date_in(name, shipped_form(name)):
                    del kept[name]
        with suppress(OSError):
            self._enter(kept)

    def _checked(self, name: str, octets: bytes) -> UpdatedList:
        found = checked(name, octets)
        if name in self._further:
            try:
                self._further[name](octets.decode("utf-8-sig"))
            except ValueError as fault:
                raise ListError([ListProblem(0, str(fault))]) from None
        digest = hashlib.sha256(octets).hexdigest()
        return UpdatedList(name, found.date, found.entries, digest, program().version)

    def _enter(self, lists: dict[str, UpdatedList]) -> None:
        rows = [lists[name]._asdict() for name in sorted(lists)]
        self._write(INDEX, json.dumps(rows, indent=1).encode())
        self.lists = lists

    def _write(self, name: str, octets: bytes) -> None:
        """All of it, or what was there before."""
        with replacing(self.folder / name) as file:
            file.write(octets)
