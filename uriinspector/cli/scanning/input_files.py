"""Which files are meant: folders with all that is in them, patterns, standard input."""

from __future__ import annotations

import os
from glob import glob, has_magic
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.cli.list_options import is_elsewhere
from uriinspector.documents.regular_files import Skipped, files_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STANDARD_INPUT = "-"
EMPTY = "no file in it"
# So many paths are named for each reason.
NAMED = 5


def files_of(paths: Iterable[str]) -> Iterator[str | Skipped]:
    """Each file once, in order; what is on another machine is not even asked for."""
    visited: set[str | Skipped] = set()
    for path in paths:
        for each in _expanded(path):
            if each not in visited:
                visited.add(each)
                yield each


def _expanded(path: str) -> Iterator[str | Skipped]:
    if path == STANDARD_INPUT or is_elsewhere(path):
        yield path
    elif os.path.isdir(path):  # noqa: PTH112 - a Path would change how it is written
        yield from _inside(path)
    elif has_magic(path) and not Path(path).exists():
        result = sorted(glob(path, recursive=True))  # noqa: PTH207 - as it is written
        for each in result or [path]:
            if os.path.isdir(each):  # noqa: PTH112
                yield from _inside(each)
            else:
                yield each
    else:
        yield path


def _inside(folder: str) -> Iterator[str | Skipped]:
    """All that is in a folder; an empty one is told of."""
    is_empty = True
    for each in files_in(folder):
        is_empty = False
        yield each
    if is_empty:
        yield Skipped(folder, EMPTY)


class SkippedFiles:
    """What was not read, told in few lines at the end: a folder may hold thousands of links."""

    def __init__(self) -> None:
        self._by_reason: dict[str, list[str]] = {}

    def without(self, files: Iterable[str | Skipped]) -> Iterator[str]:
        """Those to be read; the others are kept in mind."""
        for each in files:
            if isinstance(each, Skipped):
                self._by_reason.setdefault(each.why, []).append(each.path)
            else:
                yield each

    def __bool__(self) -> bool:
        return bool(self._by_reason)

    def has_any(self, asked: Iterable[str]) -> bool:
        """Whether one that was asked for by its name could not be read; an empty folder was."""
        lost = {path for why in self._by_reason.keys() - {EMPTY} for path in self._by_reason[why]}
        return not lost.isdisjoint(asked)

    def lines(self) -> Iterator[str]:
        """One line a reason."""
        for why, paths in self._by_reason.items():
            named, more = ", ".join(paths[:NAMED]), len(paths) - NAMED
            yield f"not read, {why}: {named}" + (f" and {more:,} more" if more > 0 else "")
