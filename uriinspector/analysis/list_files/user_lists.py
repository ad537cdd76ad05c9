"""The lists in the user's folder: those that judge, and what is wrong with the others."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path, PurePath

from uriinspector.analysis.list_files.list_reader import ListFile, lists_from, with_source
from uriinspector.analysis.list_folder import INDEX, file_name, own_files, read_list
from uriinspector.analysis.list_problems import ListError, ListProblem, quoted, text_of
from uriinspector.analysis.list_sources import SHIPPED, SHIPPED_FILES, Lists, ListSource
from uriinspector.analysis.resource_files import built_in_text
from uriinspector.analysis.table_rows import changed_table
from uriinspector.analysis.versions import date_in, dated_files, kind_of
from uriinspector.analysis.whole_files import replacing
from uriinspector.core.model import NamedTuple, message

MOST_STRANGE = 20
OLDER = "older than the built-in list of {date}"
STRANGE = "no built-in list has this name"


class UserFile(NamedTuple):
    """A file in the folder: the list that it is for, what it says, and what is wrong with it.

    Without a source it does not judge.
    """

    file: str
    name: str
    source: ListSource | None
    problems: tuple[str, ...] = ()


class UserLists:
    """The lists of a folder; ``checks`` count the entries of lists that other rooms read."""

    def __init__(self, folder: Path | None, checks: Mapping[str, Callable[[str], int]]) -> None:
        """Read every file; None has none."""
        self.folder = folder
        self._checks = checks
        self.lists: Lists = SHIPPED
        self.files: tuple[UserFile, ...] = ()
        # The tables as they are with the files that were read so far.
        self._texts: dict[str, str] = {}
        self.read()

    def read(self) -> None:
        """Read the folder again."""
        self.lists, files, known = SHIPPED, [], set()
        self._texts = {}
        if self.folder is not None:
            rename_updates(self.folder)
        for name in dated_files():
            for file, adds in own_files(self.folder, name):
                known.add(file.name)
                found = self._file(file, name, adds=adds)
                if found is not None:
                    files.append(found)
        self.files = (*files, *self._strange(known))

    def put(self, name: str, octets: bytes, *, adds: bool) -> None:
        """Keep a file for a list, in addition to it or instead of it; ListError, or OSError."""
        if self.folder is None:
            return
        self._with(name, file_name(name, adds=adds), octets, adds=adds)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with replacing(self.folder / file_name(name, adds=adds), mode=0o600) as file:
            file.write(octets)
        self.read()

    def remove(self, name: str) -> None:
        """Remove the files of a list; OSError."""
        for file, _ in own_files(self.folder, name):
            file.unlink(missing_ok=True)
        self.read()

    def of(self, name: str) -> tuple[UserFile, ...]:
        """The files of a list."""
        return tuple(each for each in self.files if each.name == name)

    def _file(self, file: Path, name: str, *, adds: bool) -> UserFile | None:
        try:
            octets = read_list(file)
            if octets is None:
                return None
            self.lists = self._with(name, file.name, octets, adds=adds)
        except ListError as error:
            return UserFile(file.name, name, None, error.texts)
        except OSError as trouble:
            return UserFile(file.name, name, None, (trouble.strerror or str(trouble),))
        source, built_in = self.lists.sources[-1], date_in(name, built_in_text(name))
        is_older = _is_before(source.date, built_in)
        notes = (message(OLDER, date=built_in),) if is_older else ()
        return UserFile(file.name, name, source, notes)

    def _with(self, name: str, file: str, octets: bytes, *, adds: bool) -> Lists:
        """The lists with one more file; ListError."""
        kind = kind_of(name)
        if name == SHIPPED_FILES.get(kind):
            return lists_from([ListFile(kind, file, octets, adds)], self.lists)
        text = text_of(octets)
        if name in self._checks:
            entries = self._checks[name](text)
            if not entries:
                raise ListError([ListProblem(0, message("the file has no rows"))])
        else:
            built_in = built_in_text(name)
            before = self._texts.get(name, built_in)
            changed = changed_table(name, before, octets, built_in, adds=adds)
            self._texts[name], entries = changed
        digest = hashlib.sha256(octets).hexdigest()
        dated = quoted(date_in(name, text)) or None
        return with_source(self.lists, ListSource(kind, file, entries, dated, adds, digest))

    def _strange(self, known: set[str]) -> Iterator[UserFile]:
        """The files that are for no list."""
        names: list[str] = []
        with suppress(OSError):
            names = sorted(each.name for each in self.folder.iterdir()) if self.folder else []
        strange = [each for each in names if each not in known and each[0] != "."]
        for each in strange[:MOST_STRANGE]:
            yield UserFile(each, "", None, (message(STRANGE),))


def _is_before(stated: str | None, built_in: str) -> bool:
    try:
        return date.fromisoformat(stated or built_in) < date.fromisoformat(built_in)
    except ValueError:
        return False


def rename_updates(folder: Path) -> None:
    """Rename the lists that version 0.1 kept here, but for those that ours are newer than."""
    with suppress(OSError, ValueError, RecursionError):
        index = read_list(folder / INDEX)
        if index is None:
            return
        rows = json.loads(index)
        rows = rows if isinstance(rows, list) else []
        kept = [row.get("name") for row in rows if isinstance(row, dict)]
        for name in dated_files():
            old, new = folder / name.replace("/", "-"), folder / PurePath(name).name
            octets = read_list(old) if name in kept else None
            if octets is None or (old != new and new.exists()):
                continue
            text = octets.decode("utf-8", "replace")
            if _is_before(date_in(name, text), date_in(name, built_in_text(name))):
                new = folder / f"{new.name}.old"
            old.rename(new)
        (folder / INDEX).unlink()
