"""Reads the bytes of a file in a case again, or explains why it cannot."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

from uriinspector.analysis.regular_files import open_regular
from uriinspector.documents.cases.link_row import Head
from uriinspector.documents.cases.schema import ALL, LARGEST, CaseError, ChangedError
from uriinspector.gui.text.translation import say
from uriinspector.gui.transfer.incoming import is_remote

Octets: TypeAlias = Callable[[int, int], bytes]


class NotStoredError(Exception):
    """The case does not contain the bytes of the file."""


class NoSourceError(Exception):
    """A table of results has no source text."""


def octets_of(head: Head, start: int, end: int) -> bytes:
    """Return bytes of a file; raise OSError if the file is gone, ChangedError if it has changed."""
    if head.octets is not None:
        return head.octets[start:end]
    if is_remote(head.path):
        raise OSError
    path = Path(head.path)
    if path.stat().st_mtime_ns != head.stamp:
        raise ChangedError
    with open_regular(path) as file:
        file.seek(start)
        return file.read(end - start)


# Exceptions raised when the bytes cannot be read again.
UNREADABLE: Final = (ChangedError, NotStoredError, NoSourceError, CaseError, OSError, ValueError)

CHANGED = "The file has changed since it was read. Add it again to see its source."
GONE = "The file can no longer be read."
NO_SOURCE = (
    "The row shows what is in the table. A table of results has no source text. To judge the link "
    "again with the rules of this version, inspect it."
)
NOT_STORED = (
    "The source is not in the case: a case keeps files of up to {size} MB, {all} MB in total. "
    "Add the file again to see the source."
)


def why(error: Exception) -> str:
    if isinstance(error, ChangedError):
        return say(CHANGED)
    if isinstance(error, NoSourceError):
        return say(NO_SOURCE)
    if isinstance(error, NotStoredError):
        return say(NOT_STORED, size=LARGEST >> 20, all=ALL >> 20)
    if isinstance(error, CaseError):
        return say(error.why)
    return say(GONE)
