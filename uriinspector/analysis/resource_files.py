"""Built-in resource files, and properties that are computed when first used.

In a wheel, the files are inside the package; in a checkout, they are next to it.  Every table
begins with ``# key: value`` lines about its content, version, date and origin.  The user's own
files replace tables or add to them; lists with a field in ``Lists`` are read by
``list_files.UserLists`` instead.

``functools.cached_property`` takes a lock each time, which on Python 3.11 costs more than most of
the values that are cached here.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar, overload

from uriinspector.analysis.list_folder import SUFFIX_LIST, folder_in_use, own_files, read_list

PACKAGE = Path(__file__).resolve().parents[1]
# Folders and files that the user can replace.
LISTED = ("lists/", "unicode/", SUFFIX_LIST)


def shipped(name: str, package: Path = PACKAGE) -> Path:
    """Return the path of a built-in file, inside the package or next to it."""
    inside = package / "resources" / name
    return inside if inside.exists() else package.parent / "resources" / name


@cache
def shipped_text(name: str) -> str:
    """Return the text of a built-in file, changed by the user's own tables."""
    return own_table(name) or built_in_text(name)


def own_table(name: str) -> str | None:
    """Return a table's text as changed by the user's files; None if there are none."""
    if folder_in_use() is None or not name.startswith(LISTED):
        return None
    # Imported late, since most users have no lists and need a fast start.
    from uriinspector.analysis.list_problems import SHAPES, ListError, changed_table

    text = None
    if name != SUFFIX_LIST and name not in SHAPES:
        return None
    for file, adds in own_files(folder_in_use(), name):
        with suppress(OSError, ListError):  # ``UserLists`` reports them
            octets = read_list(file)
            if octets is not None:
                built_in = built_in_text(name)
                text, _ = changed_table(name, text or built_in, octets, built_in, adds=adds)
    return text


def built_in_text(name: str) -> str:
    """Return the text of a built-in file, without any changes."""
    if name == SUFFIX_LIST:
        from publicsuffixlist import PSLFILE  # most files are of other kinds

        return Path(PSLFILE).read_text("utf-8")
    return shipped(name).read_text("utf-8")


def shipped_rows(name: str) -> list[list[str]]:
    return rows_in(shipped_text(name))


def rows_in(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - used like ``property``
    """A property whose value replaces it on the instance when first computed."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> lazy[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> lazy[T] | T:
        if instance is None:
            return self
        value = self.make(instance)
        # Does not create the instance's dictionary, and works if the instance is read-only.
        object.__setattr__(instance, self.name, value)
        return value
