"""Lines of styled text and their layout, independent of colors."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeAlias

from uriinspector.analysis.safe_text import cells, visible
from uriinspector.core.model import NamedTuple


class StyledRun(NamedTuple):
    """Text in one style; ``style`` is a name in the palette."""

    text: str
    style: str = ""


Line: TypeAlias = "tuple[StyledRun, ...]"
# A row of a table; a plain string is a cell without a style.
Row: TypeAlias = "Sequence[StyledRun | str]"
BLANK: Line = ()
# A line, or a function that lays out lines for a given width.
Block: TypeAlias = "Line | Callable[[int], Iterator[Line]]"
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
    """Return text in a style, padded with spaces to ``most`` cells."""
    result = visible(text)
    return StyledRun(result + " " * (most - cells(result)), style)


def clipped(text: str, most: int) -> str:
    """Return text cut to ``most`` cells, with an ellipsis at the end."""
    result = visible(text)
    return result if cells(result) <= most else _fitting(result, most) + ELLIPSIS


def clipped_in_front(text: str, most: int) -> str:
    """Return text cut at the start: for hosts and paths, whose ends matter more."""
    result = visible(text)
    return result if cells(result) <= most else ELLIPSIS + _fitting(result[::-1], most)[::-1]


def _fitting(text: str, most: int) -> str:
    """Return as much of an overlong text as fits before an ellipsis."""
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
    """Yield the words; split those that are too long."""
    for word in text.split(" "):
        start = used = 0
        for at, char in enumerate(word if cells(word) > most else ""):
            size = cells(char)
            if used + size > most and at > start:
                yield word[start:at]
                start, used = at, 0
            used += size
        yield word[start:]


def laid_out(blocks: Iterable[Block], most: int) -> Iterator[Line]:
    """Yield lines of at most ``most`` cells."""
    for block in blocks:
        if callable(block):
            yield from block(most)
        else:
            yield block


def paragraph(text: str, indent: int = 0, style: str = "", *before: StyledRun) -> Block:
    """Return text wrapped to the width; every line begins with ``before``."""
    taken = width(before) + indent
    return lambda most: (
        line(*before, " " * indent, run(row, style)) for row in wrapped(text, max(most - taken, 20))
    )


def fitting(before: Line, text: str, *after: StyledRun, least: int = 8, style: str = "") -> Block:
    """Return a line with ``before``, ``text`` cut to the remaining room, and ``after``."""
    taken = width(before) + width(after)
    return lambda most: iter(
        [(*before, run(clipped(text, max(most - taken, least)), style), *after)]
    )


def headed(severity: str | None, path: str) -> Block:
    """Return a line with a severity badge and a path, cut at the start if it is too long."""
    return lambda most: iter([(*badge(severity), run(clipped_in_front(path, most - 10), "strong"))])


def heading(text: str) -> Line:
    return line(run(text, "strong"))


def section(title: str) -> Iterator[Line]:
    """Yield a blank line and a heading."""
    yield BLANK
    yield heading(title)


def finding_head(severity: str, title: str, *after: str) -> Line:
    """Return the severity and title of a finding, followed by muted texts."""
    others = (run(f"  {each}", "muted") for each in after)
    return (StyledRun(severity, severity), StyledRun(f"  {title}"), *others)


def with_links(message: str, link: Callable[[str], str]) -> str:
    """Return the message with ``link`` applied to each URL in it."""
    return " ".join(link(word) if "://" in word else word for word in message.split(" "))


def left_out(count: int, where: str = "--json") -> Iterator[Line]:
    """Yield a line about items that are not shown, if there are any."""
    if count > 0:
        yield line(run(f"  {count:,} more: use {where}", "muted"))


def badge(severity: str | None) -> tuple[StyledRun, ...]:
    """Return the severity as a badge followed by a space, or nothing if the severity is None."""
    if severity is None:
        return ()
    return StyledRun(f" {severity} ", f"badge-{severity}"), StyledRun(" ")


def table(
    rows: Iterable[Row], *styles: str, indent: int = 2, grows: int = -1
) -> Callable[[int], Iterator[Line]]:
    """Return a table with two spaces between columns; ``styles`` apply to cells without a style.

    If there is too little room, the column ``grows`` is narrowed. Long text is wrapped in the last
    column, and cut in the others.
    """
    styled_runs = [
        tuple(
            run(cell, style) if isinstance(cell, str) else cell
            for cell, style in zip_longest(row, styles[: len(row)], fillvalue="")
        )
        for row in rows
    ]
    return lambda most: _table(styled_runs, most, indent, grows)


def _table(styled_runs: list[Line], most: int, indent: int, grows: int) -> Iterator[Line]:
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
    """Yield a row's cells, except the last one; in continuation rows, these are empty."""
    for each, size in zip(first, sizes, strict=False):
        shorter = StyledRun("") if number else _cut(each, size)
        yield padded(shorter.text, size + 2, shorter.style)


def _cut(each: StyledRun, most: int) -> StyledRun:
    """Cut text at its end, but hosts at the start, because their ends matter more."""
    if each.style != "host" or cells(each.text) <= most:
        return StyledRun(clipped(each.text, most), each.style)
    return StyledRun(clipped_in_front(each.text, most), each.style)
