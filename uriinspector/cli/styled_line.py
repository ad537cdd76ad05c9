"""Lines of styled text and their layout. The layout does not know colors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from uriinspector.analysis.safe_text import cells, visible
from uriinspector.core.model import NamedTuple


class StyledRun(NamedTuple):
    """Text in one style; ``style`` is a name in the palette."""

    text: str
    style: str = ""


Line: TypeAlias = "tuple[StyledRun, ...]"
# A row of a table; a string is a cell without a style.
Row: TypeAlias = "tuple[StyledRun | str, ...]"
BLANK: Line = ()
ELLIPSIS = "\u2026"


def run(text: str, style: str = "") -> StyledRun:
    """Return styled text with hidden characters made visible."""
    return StyledRun(visible(text), style)


def line(*runs: StyledRun | str) -> Line:
    """Return a line of styled texts; strings have no style."""
    return tuple(run(each) if isinstance(each, str) else each for each in runs)


def width(runs: Iterable[StyledRun]) -> int:
    return sum(cells(each.text) for each in runs)


def padded(text: str, most: int, style: str = "") -> StyledRun:
    """Return text padded with spaces to ``most`` cells."""
    result = visible(text)
    return StyledRun(result + " " * (most - cells(result)), style)


def clipped(text: str, most: int) -> str:
    """Return text cut to ``most`` cells, with an ellipsis at the end."""
    result = visible(text)
    return result if cells(result) <= most else _fitting(result, most) + ELLIPSIS


def clipped_in_front(text: str, most: int) -> str:
    """Return text cut at its beginning: the end of hosts and paths is more important."""
    result = visible(text)
    return result if cells(result) <= most else ELLIPSIS + _fitting(result[::-1], most)[::-1]


def _fitting(text: str, most: int) -> str:
    """Return the beginning of the text that leaves one cell for an ellipsis."""
    used = 0
    for at, char in enumerate(text):
        used += cells(char)
        if used > most - 1:
            return text[:at]
    return text


def wrapped(text: str, most: int) -> Iterator[str]:
    """Yield rows of at most ``most`` cells, broken between words if possible."""
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
    """Yield the words; those that are too long are split."""
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
    for row in wrapped(text, max(most - indent, 20)):
        yield line(" " * indent, run(row, style))


def heading(text: str) -> Line:
    return line(run(text, "strong"))


def section(title: str) -> Iterator[Line]:
    """Yield a blank line and the title of what follows."""
    yield BLANK
    yield heading(title)


def left_out(count: int, where: str = "--json") -> Iterator[Line]:
    """Yield a line about items that are not shown, if there are any."""
    if count > 0:
        yield line(run(f"  {count:,} more: use {where}", "muted"))


def badge(severity: str | None) -> tuple[StyledRun, ...]:
    """Return the severity as a badge, with a space after it; nothing if there is none."""
    if severity is None:
        return ()
    return StyledRun(f" {severity} ", f"badge-{severity}"), StyledRun(" ")


def table(rows: Iterable[Row], most: int, *, indent: int = 2, grows: int = -1) -> Iterator[Line]:
    """Yield columns with two spaces between them; column ``grows`` shrinks if there is little room.

    Long text is wrapped in the last column, and cut in the others.
    """
    styled_runs = [line(*row) for row in rows]
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
    """Yield all columns except the last; they are empty in continuation rows."""
    for each, size in zip(first, sizes, strict=False):
        shorter = StyledRun("") if number else _cut(each, size)
        yield padded(shorter.text, size + 2, shorter.style)


def _cut(each: StyledRun, most: int) -> StyledRun:
    """Cut text at its end; hosts at their beginning, because the end is more important."""
    if each.style != "host" or cells(each.text) <= most:
        return StyledRun(clipped(each.text, most), each.style)
    return StyledRun(clipped_in_front(each.text, most), each.style)
