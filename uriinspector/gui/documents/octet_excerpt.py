"""The bytes of a file around a link: read again, never rendered, or why they cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from uriinspector.analysis.regular_files import open_regular
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import Head, LinkRow
from uriinspector.documents.cases.schema import ALL, LARGEST, CaseError, ChangedError
from uriinspector.gui.text.pieces import NEW_LINE, Kind, Pieces, outside
from uriinspector.gui.text.translation import say
from uriinspector.gui.transfer.incoming import is_remote

if TYPE_CHECKING:
    Octets: TypeAlias = Callable[[int, int], bytes]

# So many lines are shown before and behind, unless they are longer than so many octets.
LINES, OCTETS = 5, 1_200
# No link is shown with more octets than this.
LONGEST = 4_000
UNPRINTABLE = expression(rb"[^\x20-\x7e]")


class NotStoredError(Exception):
    """The case does not hold the octets of the file."""


class NoSourceError(Exception):
    """A table of results has no source text."""


class Excerpt(NamedTuple):
    """What stands before a link, the link, what stands behind it, and the first line's number."""

    before: bytes
    marked: bytes
    after: bytes
    line: int
    is_cut: bool


def excerpt(row: LinkRow, octets_from: Octets) -> Excerpt:
    """Read it; whatever is raised there where the file is gone."""
    first, last = max(row.start - OCTETS, 0), min(row.end, row.start + LONGEST)
    octets = octets_from(first, last + OCTETS)
    start, end = row.start - first, last - first
    before, after = _last_lines(octets[:start]), _first_lines(octets[end:])
    line = row.line - before.count(b"\n")
    return Excerpt(before, octets[start:end], after, line, row.end > last)


def octets_of(head: Head, start: int, end: int) -> bytes:
    """Some of what was read; OSError where the file is gone, ChangedError where it is another."""
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


def _last_lines(octets: bytes) -> bytes:
    lines = octets.splitlines(keepends=True)
    whole = octets.endswith((b"\n", b"\r"))
    return b"".join(lines[-(LINES if whole else LINES + 1) :])


def _first_lines(octets: bytes) -> bytes:
    return b"".join(octets.splitlines(keepends=True)[: LINES + 1])


def lines_of(excerpt: Excerpt, kind: Kind, *, escaped: bool) -> Iterator[Pieces]:
    """A line each: its number, and its octets."""
    runs = [(excerpt.before, Kind.PLAIN), (excerpt.marked, kind), (excerpt.after, Kind.PLAIN)]
    if excerpt.is_cut:
        runs.insert(2, ("\u2026".encode(), Kind.MUTED))
    number, line = excerpt.line, []
    last = number + sum(octets.count(b"\n") for octets, _ in runs)
    width = len(str(last))
    for octets, of_kind in runs:
        first, *others = octets.split(b"\n")
        line.append((first, of_kind))
        for each in others:
            yield _line(f"{number:>{width}}", line, escaped=escaped)
            number, line = number + 1, [(each, of_kind)]
    if any(octets for octets, _ in line):
        yield _line(f"{number:>{width}}", line, escaped=escaped)


def _line(number: str, runs: list[tuple[bytes, Kind]], *, escaped: bool) -> Pieces:
    pieces = outside(f"{number}  ", Kind.MUTED)
    for octets, kind in runs:
        pieces += outside(written(octets, escaped=escaped), kind)
    return pieces + NEW_LINE


def written(octets: bytes, *, escaped: bool) -> str:
    """Octets in letters: what no printable ASCII is by its number, or as UTF-8 has it."""
    if escaped:
        return UNPRINTABLE.sub(lambda found: b"\\x%02X" % found[0][0], octets).decode("ascii")
    text = octets.removesuffix(b"\r").decode("utf-8", "backslashreplace")
    return text.replace("\t", "    ")


# Whatever reading octets again may raise.
UNREADABLE: Final = (ChangedError, NotStoredError, NoSourceError, CaseError, OSError, ValueError)

CHANGED = "The file has changed since it was read. Add it again to see its source."
GONE = "The file can no longer be read."
NO_SOURCE = (
    "The row shows what is in the table. A table of results has no source text. "
    "Inspection judges the link anew, by the rules of this version."
)
NOT_STORED = (
    "The source is not in the case: a case keeps files of up to {size} MB, {all} MB in total. "
    "Add the file again to see the source."
)


def why(error: Exception) -> str:
    """Tell it."""
    if isinstance(error, ChangedError):
        return say(CHANGED)
    if isinstance(error, NoSourceError):
        return say(NO_SOURCE)
    if isinstance(error, NotStoredError):
        return say(NOT_STORED, size=LARGEST >> 20, all=ALL >> 20)
    if isinstance(error, CaseError):
        return say(error.why)
    return say(GONE)
