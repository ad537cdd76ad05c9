"""Which cases and files were opened last: their paths alone, never whether they are still there."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from uriinspector.analysis.whole_files import replacing
from uriinspector.documents.regular_files import open_regular

if TYPE_CHECKING:
    from pathlib import Path

CASES, FILES = "cases", "files"
MOST = 8
LONGEST = 1 << 18  # bytes of the list


class RecentPlaces:
    """Two lists of paths, the last one first; without a file they last as long as the program."""

    def __init__(self, file: Path | None = None) -> None:
        """Read nothing yet."""
        self._file = file

    def paths(self, kind: str) -> tuple[str, ...]:
        """The cases, or the files."""
        return tuple(self._paths[kind])

    def add(self, kind: str, path: str) -> None:
        """Put a path in front."""
        before = self._paths[kind]
        self._paths[kind] = [path, *(each for each in before if each != path)][:MOST]
        if self._paths[kind] != before:
            self._save()

    def forget(self, path: str) -> None:
        """List a path no longer."""
        for kind, paths in self._paths.items():
            self._paths[kind] = [each for each in paths if each != path]
        self._save()

    def clear(self) -> None:
        """List none."""
        for paths in self._paths.values():
            paths.clear()
        if self._file:
            with suppress(OSError):
                self._file.unlink()

    @cached_property
    def _paths(self) -> dict[str, list[str]]:
        """What the file lists; what makes no sense in it is left out."""
        import json

        values: object = None
        if self._file:
            with suppress(OSError, ValueError, RecursionError), open_regular(self._file) as file:
                values = json.loads(file.read(LONGEST))
        lists = values if isinstance(values, dict) else {}
        return {kind: _texts(lists.get(kind)) for kind in (CASES, FILES)}

    def _save(self) -> None:
        """A list that cannot be written is not worth a word."""
        import json

        if self._file is None:
            return
        with suppress(OSError):
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with replacing(self._file, mode=0o600) as file:
                file.write(json.dumps(self._paths, indent=1).encode())


def _texts(value: object) -> list[str]:
    texts = value if isinstance(value, list) else []
    return list(dict.fromkeys(each for each in texts if isinstance(each, str) and each))[:MOST]
