"""What is shown: lines of runs, each run a text and its meaning.  Layout knows no colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from uriinspector.analysis.safe_text import cells, visible
from uriinspector.core.model import NamedTuple


class StyledRun(NamedTuple):
    """A run of characters that mean the same; ``style`` is a name of the palette."""

    text: str
    style: str = ""


Line: TypeAlias = "tuple[StyledRun, ...]"
BLANK: Line = ()
ELLIPSIS = "\u2026"


def run(text: str, style: str = "") -> StyledRun:
    """A run of any text, made fit to be shown."""
    return StyledRun(visible(text), style)


def line(*runs: StyledRun | str) -> Line:
    """A line of runs; what has no style may be given as a text."""
    return tuple(run(each) if isinstance(each, str) else each for each in runs)


def width(runs: Iterable[StyledRun]) -> int:
    """How many cells the runs take."""
    return sum(cells(each.text) for each in runs)


def padded(text: str, most: int, style: str = "") -> StyledRun:
    """A run filled up to so many cells."""
    result = visible(text)
    return StyledRun(result + " " * (most - cells(result)), style)


def clipped(text: str, most: int) -> str:
    """The text, shown, with an ellipsis for what does not fit."""
    result = visible(text)
    return result if cells(result) <= most else _fitting(result, most) + ELLIPSIS


def clipped_in_front(text: str, most: int) -> str:
    """The same with the ellipsis for its beginning: of hosts and paths the end is what counts."""
    result = visible(text)
    return result if cells(result) <= most else ELLIPSIS + _fitting(result[::-1], most)[::-1]


def _fitting(text: str, most: int) -> str:
    """As much of the beginning as fits beside an ellipsis."""
    used = 0
    for at, char in enumerate(text):
        used += cells(char)
        if used > most - 1:
            return text[:at]
    return text


def wrapped(text: str, most: int) -> Iterator[str]:
    """The text in rows of at most so many cells, cut between words where that is possible."""
    row: list[str] = []
    used = 0
    for word in _pieces(visible(text), most):
        size = cells(word)
        if row and used + 1 + size > most:
            yield " ".join(row)
            row, used = [], 0
        used += size + (1 if row else 0)
        row.append(word)
    if row:
        yield " ".join(row)


def _pieces(text: str, most: int) -> Iterator[str]:
    """Words, the longest of them cut."""
    for word in text.split(" "):
        start = used = 0
        for at, char in enumerate(word if cells(word) > most else ""):
            size = cells(char)
            if used + size > most and at > start:
                yield word[start:at]
                start, used = at, 0
            used += size
        yield word[start:]


def paragraph(text: str, most: int, indent: int = 0, style: str = "") -> Iterator[Line]:
    """The text in rows, each moved in."""
    for row in wrapped(text, max(most - indent, 20)):
        yield line(" " * indent, run(row, style))


def heading(text: str) -> Line:
    """The title of what follows."""
    return line(run(text, "strong"))


def table(
    rows: Iterable[tuple[StyledRun, ...]], most: int, *, indent: int = 2, grows: int = -1
) -> Iterator[Line]:
    """Columns with two spaces between them; the one that ``grows`` gives way where it is tight.

    The last column goes on in further rows, any other is cut.
    """
    styled_runs = list(rows)
    if not styled_runs:
        return
    last = len(styled_runs[0]) - 1
    sizes = [max(cells(row[at].text) for row in styled_runs) for at in range(last + 1)]
    for at in range(last + 1):
        if at != grows % (last + 1):
            sizes[at] = min(sizes[at], max(12, most * 2 // 5))
    others = indent + 2 * last + sum(sizes) - sizes[grows]
    sizes[grows] = max(min(12, sizes[grows]), min(sizes[grows], most - others))
    for row in styled_runs:
        *first, end = row
        for number, rest in enumerate(list(wrapped(end.text, max(sizes[last], 1))) or [""]):
            yield line(" " * indent, *_columns(first, sizes, number), StyledRun(rest, end.style))


def _columns(first: list[StyledRun], sizes: list[int], number: int) -> Iterator[StyledRun]:
    """All columns but the last; they are empty in its further rows."""
    for each, size in zip(first, sizes, strict=False):
        shorter = StyledRun("") if number else _cut(each, size)
        yield padded(shorter.text, size + 2, shorter.style)


def _cut(each: StyledRun, most: int) -> StyledRun:
    """A host is cut in front: its end is what counts."""
    if each.style != "host" or cells(each.text) <= most:
        return StyledRun(clipped(each.text, most), each.style)
    return StyledRun(clipped_in_front(each.text, most), each.style)
