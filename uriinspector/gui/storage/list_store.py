"""Lists of one's own: a copy of each file is kept, and judges until the built-in list is back."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.list_sources import KINDS, SHIPPED
from uriinspector.analysis.whole_files import replacing
from uriinspector.core.model import message
from uriinspector.documents.regular_files import open_regular

if TYPE_CHECKING:
    from uriinspector.analysis.list_sources import Lists, ListSource

UNREADABLE = "Cannot read the file: {why}"
NAMED = "{file}: {why}"
UNSAVED = "Cannot save a copy of the list. It is used until you close the window."


class ListStore:
    """One folder a kind, with one file in it that has the name which it was chosen by."""

    def __init__(self, folder: Path | None = None) -> None:
        """Read nothing yet: most people have no lists."""
        self._folder = folder
        self._files: dict[str, tuple[str, bytes]] | None = None
        self._lists: Lists = SHIPPED
        # By kind, what is wrong with its file.
        self.problems: dict[str, tuple[str, ...]] = {}

    @property
    def lists(self) -> Lists:
        """What judges now."""
        if self._files is None:
            self._files = dict(self._stored())
            self._lists = self._read(self._files)
        return self._lists

    def source(self, kind: str) -> ListSource | None:
        """The file of a kind that is in use."""
        return next((each for each in self.lists.sources if each.kind == kind), None)

    def choose(self, kind: str, path: str) -> bool:
        """Judge by a file; False where it is no list, and then nothing changes but the problems."""
        from uriinspector.analysis.list_files.list_problems import ListError
        from uriinspector.analysis.list_files.list_reader import (
            MOST_OCTETS,
            ListFile,
            lists_from,
        )

        before = dict(self._all())
        try:
            with open_regular(path) as source:
                octets = source.read(MOST_OCTETS + 1)
            lists_from([ListFile(kind, path, octets)])
        except ListError as error:
            return self.refuse(kind, *_named(Path(path).name, error.texts))
        except (OSError, ValueError) as trouble:
            why = getattr(trouble, "strerror", None) or str(trouble)
            return self.refuse(kind, message(UNREADABLE, why=why))
        self._use(before | {kind: (Path(path).name, octets)})
        if not self._keep(kind, Path(path).name, octets):
            self.refuse(kind, UNSAVED)
        return True

    def reset(self, kind: str) -> None:
        """Judge by the built-in list again."""
        files = dict(self._all())
        files.pop(kind, None)
        self._use(files)
        self._forget(kind)

    def _all(self) -> dict[str, tuple[str, bytes]]:
        _ = self.lists
        return self._files or {}

    def _use(self, files: dict[str, tuple[str, bytes]]) -> None:
        self.problems = {}
        self._files = files
        self._lists = self._read(files)

    def _read(self, files: dict[str, tuple[str, bytes]]) -> Lists:
        """The lists; a file that is none any more is left out, and that is said."""
        if not files:
            return SHIPPED
        from uriinspector.analysis.list_files.list_problems import ListError
        from uriinspector.analysis.list_files.list_reader import ListFile, lists_from

        lists = SHIPPED
        for kind, (name, octets) in files.items():
            try:
                lists = lists_from([ListFile(kind, name, octets)], lists)
            except ListError as error:
                self.problems[kind] = _named(name, error.texts)
        return lists

    def _stored(self) -> list[tuple[str, tuple[str, bytes]]]:
        files = {kind: file for kind in KINDS if (file := self._file(kind)) is not None}
        if not files:
            return []
        from uriinspector.analysis.list_files.list_reader import MOST_OCTETS

        result = []
        for kind, file in files.items():
            try:
                with open_regular(file) as source:
                    result.append((kind, (file.name, source.read(MOST_OCTETS + 1))))
            except OSError as trouble:
                why = trouble.strerror or str(trouble)
                self.problems[kind] = (message(UNREADABLE, why=why),)
        return result

    def _file(self, kind: str) -> Path | None:
        if self._folder is None:
            return None
        try:
            return next((each for each in sorted((self._folder / kind).iterdir())), None)
        except OSError:
            return None

    def _keep(self, kind: str, name: str, octets: bytes) -> bool:
        if self._folder is None:
            return True
        file = self._folder / kind / name
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with replacing(file, mode=0o600) as to:
                to.write(octets)
        except OSError:
            return False
        self._forget(kind, but=name)
        return True

    def _forget(self, kind: str, but: str = "") -> None:
        if self._folder is None:
            return
        with suppress(OSError):
            for file in list((self._folder / kind).iterdir()):
                if file.name != but:
                    file.unlink()

    def refuse(self, kind: str, *problems: str) -> bool:
        """Say what is wrong with a file of this kind; always False."""
        self.problems[kind] = problems
        return False


def _named(file: str, texts: tuple[str, ...]) -> tuple[str, ...]:
    """What is wrong, the first of it with the name of the file."""
    first, *others = texts
    return (message(NAMED, file=file, why=first), *others)
