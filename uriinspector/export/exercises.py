"""Exercises in rows of CSV: read by their columns, and marked where an answer is expected."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from uriinspector.core.resolve import Resolution

RIGHT, WRONG, UNMARKED = "right", "wrong", ""
LONGEST = 1 << 20  # of a cell
# Other names that people give to the columns.
ALIASES = {"uri": "reference", "ref": "reference", "text": "reference", "target": "expected"}


def rows(
    lines: Iterable[str],
    columns: tuple[str, ...],
    order: tuple[str, ...] = (),
    *,
    delimiter: str = ",",
) -> Iterator[tuple[int, dict[str, str] | str]]:
    """The cells of each row by their columns, or what is wrong with it, and its line.

    The first row may name the columns; where it does not they stand in this order.
    """
    csv.field_size_limit(LONGEST)
    reader = csv.reader(lines, delimiter=delimiter)
    is_first = True
    order = order or (*columns, "expected")
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as fault:
            yield reader.line_num, str(fault)
            continue
        named = header(cells, columns) if is_first else None
        is_first = False
        if named:
            order = named
            continue
        if not cells:
            continue
        values = dict(zip(order, cells, strict=False))
        missing = [name for name in columns if name not in values]
        yield reader.line_num, f"missing column: {missing[0]}" if missing else values


def header(cells: list[str], columns: tuple[str, ...]) -> tuple[str, ...] | None:
    """The columns in the order of a row, where that names them."""
    names = [cell.strip().casefold() for cell in cells]
    order = tuple(name if name in columns else ALIASES.get(name, name) for name in names)
    return order if set(columns) <= set(order) else None


def marked(expected: str | None, is_right: Callable[[str], bool]) -> str:
    """Right or wrong; nothing where nothing is expected."""
    if expected is None or not expected.strip():
        return UNMARKED
    return RIGHT if is_right(expected) else WRONG


def outcome(resolution: Resolution) -> str:
    """The target, or why there is none."""
    if resolution.target is not None:
        return resolution.target
    if resolution.same_document:
        return "(the same document)"
    return f"(none: {resolution.problem.message})" if resolution.problem else "(none)"


def mark_of(resolution: Resolution, expected: str | None) -> str:
    """The mark of a resolution; that there is no target can be expected too."""

    def is_right(answer: str) -> bool:
        if resolution.target is not None:
            return answer == resolution.target
        word = "same document" if resolution.same_document else "none"
        return answer.strip().casefold() in {word, outcome(resolution).casefold()}

    return marked(expected, is_right)
