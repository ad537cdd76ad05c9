"""Which files are meant: folders with all that is in them, patterns, standard input."""

from __future__ import annotations

import os
from glob import glob, has_magic
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.cli.list_options import is_elsewhere

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STANDARD_INPUT = "-"


def files_of(paths: Iterable[str]) -> Iterator[str]:
    """Each file once, in order; what is on another machine is not even asked for."""
    visited = set()
    for path in paths:
        for each in _expanded(path):
            if each not in visited:
                visited.add(each)
                yield each


def _expanded(path: str) -> Iterator[str]:
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


def _inside(folder: str) -> Iterator[str]:
    """Regular files, whatever they are called; links to other places are not followed."""
    for where, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(where, name)  # noqa: PTH118
            if os.path.isfile(path) and not os.path.islink(path):  # noqa: PTH113, PTH114
                yield path
