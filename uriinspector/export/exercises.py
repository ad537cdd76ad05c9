"""Exercises in rows of CSV: read by their columns, and marked where an answer is expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.export.row_tables import InputTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from uriinspector.core.parse import Resolution

RIGHT, WRONG, UNMARKED = "right", "wrong", ""


def rows(
    lines: Iterable[str],
    columns: tuple[str, ...],
    order: tuple[str, ...] = (),
    *,
    delimiter: str = ",",
) -> Iterator[tuple[int, dict[str, str] | str]]:
    """The cells of each row by their columns, or what is wrong with it, and its line.

    The first row may name the columns; where it does not they have this order.
    """
    for row in InputTable(lines, columns, order, delimiter):
        yield row.line, row.fault or row.values


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
