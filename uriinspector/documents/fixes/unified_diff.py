"""A patch that ``patch`` and ``git apply`` take: made from the edits themselves, so in one pass."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.documents.fixes.octet_edits import OctetEdit, applied

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

CONTEXT = 3
NO_LINE_END = b"\n\\ No newline at end of file\n"
# Names with these are quoted, as git does it.
QUOTED = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"'}


class ChangedLines(NamedTuple):
    """Lines from ``first`` to before ``end``, and the lines that take their place."""

    first: int
    end: int
    lines: list[bytes]


def unified_diff(name: str, octets: bytes, edits: Sequence[OctetEdit]) -> Iterator[bytes]:
    """The patch of one file, piece by piece; nothing where there is no edit."""
    if not edits:
        return
    lines = _lines(octets)
    path = name.replace("\\", "/").lstrip("/")
    yield _heading("---", f"a/{path}")
    yield _heading("+++", f"b/{path}")
    shift = 0
    for hunk in _hunks(_changed(octets, lines, edits)):
        yield from _hunk(lines, hunk, shift)
        shift += sum(len(each.lines) - (each.end - each.first) for each in hunk)


def _heading(mark: str, path: str) -> bytes:
    if any(each in path for each in QUOTED):
        path = '"' + "".join(QUOTED.get(each, each) for each in path) + '"'
    elif " " in path:
        path += "\t"  # or the name would end at the space
    return f"{mark} {path}\n".encode("utf-8", "surrogateescape")


def _lines(octets: bytes) -> list[bytes]:
    """Lines with their line feeds: nothing else ends one for those who apply patches."""
    lines = [each + b"\n" for each in octets.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _changed(
    octets: bytes, lines: list[bytes], edits: Iterable[OctetEdit]
) -> Iterator[ChangedLines]:
    """The lines that edits are in; edits in the same lines together."""
    starts = [0, *accumulate(map(len, lines))]
    group: list[OctetEdit] = []
    first = end = -1
    for each in edits:
        begins = min(bisect_right(starts, each.start), len(lines)) - 1
        # A line whose end goes is put together with the next one.
        last = each.end if octets[each.end - 1 : each.end] == b"\n" else each.end - 1
        ends = min(bisect_right(starts, max(last, each.start)), len(lines))
        if group and begins >= end:
            yield _block(octets, starts, first, end, group)
            group = []
        first, end = (first, max(end, ends)) if group else (begins, ends)
        group.append(each)
    yield _block(octets, starts, first, end, group)


def _block(
    octets: bytes, starts: list[int], first: int, end: int, edits: list[OctetEdit]
) -> ChangedLines:
    at = starts[first]
    moved = [OctetEdit(each.start - at, each.end - at, each.octets) for each in edits]
    return ChangedLines(first, end, _lines(applied(octets[at : starts[end]], moved)))


def _hunks(blocks: Iterable[ChangedLines]) -> Iterator[list[ChangedLines]]:
    """Blocks whose context would meet are one hunk."""
    hunk: list[ChangedLines] = []
    for each in blocks:
        if hunk and each.first - hunk[-1].end > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(each)
    yield hunk


def _hunk(lines: list[bytes], hunk: list[ChangedLines], shift: int) -> Iterator[bytes]:
    first, end = max(hunk[0].first - CONTEXT, 0), min(hunk[-1].end + CONTEXT, len(lines))
    size = end - first + sum(len(each.lines) - (each.end - each.first) for each in hunk)
    yield f"@@ -{first + 1},{end - first} +{first + 1 + shift},{size} @@\n".encode()
    at = first
    for each in hunk:
        yield from (_line(b" ", line) for line in lines[at : each.first])
        yield from (_line(b"-", line) for line in lines[each.first : each.end])
        yield from (_line(b"+", line) for line in each.lines)
        at = each.end
    yield from (_line(b" ", line) for line in lines[at:end])


def _line(mark: bytes, line: bytes) -> bytes:
    return mark + (line if line.endswith(b"\n") else line + NO_LINE_END)
