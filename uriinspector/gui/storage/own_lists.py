"""The user's own lists: files that extend or replace built-in ones, and protected names."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.list_folder import INDEX, file_name, read_list, use_folder
from uriinspector.analysis.list_sources import SHIPPED, SHIPPED_FILES, Lists
from uriinspector.analysis.regular_files import open_regular
from uriinspector.analysis.whole_files import replacing

if TYPE_CHECKING:
    from uriinspector.analysis.list_files import UserFile, UserLists

# The line near the start of a list that makes it extend the built-in one.
EXTENDS = re.compile(rb"^(?:# *)?extends *[:=]", re.MULTILINE)
LONGEST_HEAD = 4_000


class OwnLists:
    """The lists in the user's folder or, if there is no folder, only the built-in lists."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    @cached_property
    def user(self) -> UserLists:
        """The files in the folder, with operations on them."""
        from uriinspector.analysis.list_files import UserLists
        from uriinspector.export.templates import LIST_CHECKS

        return UserLists(self._folder, LIST_CHECKS)

    @property
    def lists(self) -> Lists:
        """The lists in use: the built-in ones, extended or replaced by the user's files."""
        if "user" not in self.__dict__:
            try:
                has_files = self._folder is not None and any(self._folder.iterdir())
            except OSError:
                has_files = False
            if not has_files:
                return SHIPPED
        return self.user.lists

    @property
    def broken(self) -> tuple[UserFile, ...]:
        """The files that look like lists but cannot be used."""
        if self.lists is SHIPPED and "user" not in self.__dict__:
            return ()
        return tuple(each for each in self.user.files if each.name and each.source is None)


def begin_lists() -> None:
    """Use the user's lists, after moving those chosen in version 0.1."""
    folder = use_folder()
    if folder and (folder / INDEX).exists():
        from uriinspector.analysis.list_files import rename_updates

        rename_updates(folder)


def move_chosen_lists(before: Path, folder: Path) -> None:
    """Move files that were chosen as lists in version 0.1 into the folder of lists.

    A file is not moved if the folder already contains a file with its new name.
    """
    if not before.is_dir():
        return
    for kind, name in SHIPPED_FILES.items():
        with suppress(OSError):
            for file in sorted((before / kind).iterdir())[:1]:
                octets = read_list(file) or b""
                adds = EXTENDS.search(octets[:LONGEST_HEAD]) is not None
                new = folder / file_name(name, adds=adds)
                if not new.exists():
                    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                    with replacing(new, mode=0o600) as written:
                        written.write(octets)
                    file.unlink()
            (before / kind).rmdir()
    with suppress(OSError):
        before.rmdir()


LONGEST = 1 << 20


class NameFile:
    """A text file of names, one per line, with "#" comments."""

    def __init__(self, file: Path | None = None) -> None:
        """Read the file if it exists."""
        self._file = file
        self.text = ""
        if file:
            with suppress(OSError), open_regular(file) as source:
                self.text = source.read(LONGEST).decode("utf-8-sig", "replace")

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names, without empty lines and comments."""
        result = (row.partition("#")[0].strip() for row in self.text.splitlines())
        return tuple(name for name in result if name)

    def add(self, name: str) -> bool:
        """Append a name; return False if the file cannot be written."""
        before = self.text if not self.text or self.text.endswith("\n") else f"{self.text}\n"
        return self.save(f"{before}{name}\n")

    def save(self, text: str) -> bool:
        """Replace the text of the file; return False if it cannot be written."""
        self.text = text
        if not self._file:
            return True
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with replacing(self._file, mode=0o600) as file:
                file.write(text.encode("utf-8", "replace"))
        except OSError:
            return False
        return True
