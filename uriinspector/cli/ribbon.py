"""The ribbon: a text with labelled brackets under its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.safe_text import more_characters
from uriinspector.cli.cell_layout import CellLayout, LabeledStretch
from uriinspector.cli.styled_line import ELLIPSIS, Line, StyledRun, line, run

if TYPE_CHECKING:
    from collections.abc import Iterator

# A text of more rows than this is shown by its ends.
MOST_ROWS, HEAD_ROWS, TAIL_ROWS = 12, 8, 2
# No more of a text than this is laid out.
MOST = 8_192


def ribbon(
    text: str,
    stretches: tuple[LabeledStretch, ...],
    most: int,
    emphasis: tuple[LabeledStretch, ...] = (),
) -> Iterator[Line]:
    """The text in rows, brackets under each; ``emphasis`` colours without a bracket."""
    spread = CellLayout(text[:MOST])
    rows = list(spread.rows(most))
    left_out = rows[HEAD_ROWS:-TAIL_ROWS] if len(rows) > MOST_ROWS else []
    for start, end in rows:
        if (start, end) in left_out:
            if (start, end) == left_out[0]:
                count = left_out[-1][1] - start
                yield line(run(f"{ELLIPSIS} {more_characters(count)} {ELLIPSIS}", "muted"))
            continue
        yield line(*spread.coloured(start, end, (*stretches, *emphasis)))
        yield from _brackets(spread, start, end, stretches, most)
    if len(text) > MOST:
        yield line(run(f"{ELLIPSIS} {more_characters(len(text) - MOST)}", "muted"))


def _brackets(
    spread: CellLayout, start: int, end: int, stretches: tuple[LabeledStretch, ...], most: int
) -> Iterator[Line]:
    """One row of brackets, and rows of the labels that do not fit into them."""
    runs: list[StyledRun] = []
    outside: list[tuple[int, LabeledStretch]] = []
    at = 0
    for each in stretches:
        low, high = max(each.start, start), min(each.end, end)
        if low >= high:
            continue
        left, right = spread.cells(low, high, start)
        opens, closes = low == each.start, high == each.end
        bracket, has_label = _bracket(right - left, each.label, opens=opens, closes=closes)
        runs += [StyledRun(" " * (left - at)), StyledRun(bracket, each.style)]
        at = right
        # A bracket that goes on has its label where there is room for it.
        end_of_it = min(each.end, len(spread.pieces))
        goes_on = spread.cells(high, end_of_it, high)[1] >= len(each.label) + 2
        if not has_label and opens and not goes_on:
            outside.append((left, each))
    if runs:
        yield line(*runs)
    yield from _labels(outside, most)


def _bracket(size: int, label: str, *, opens: bool, closes: bool) -> tuple[str, bool]:
    """A bracket of so many cells, and whether its label is in it."""
    if size < 2:  # an accent alone, which stands on the character before, takes no cell
        return "╵" * size, False
    first, last = "└" if opens else "─", "┘" if closes else "─"
    if len(label) + 2 <= size:
        return first + label.center(size - 2, "─") + last, True
    return first + "─" * (size - 2) + last, False


def _labels(outside: list[tuple[int, LabeledStretch]], most: int) -> Iterator[Line]:
    """Labels below their brackets, each where there is room, with a line leading down to it."""
    rows: list[list[tuple[int, str, str]]] = []
    taken: list[int] = []
    for column, each in reversed(outside):
        start = max(0, min(column, most - len(each.label)))
        row = 0
        while row < len(taken) and start + len(each.label) >= taken[row]:
            row += 1
        for above in range(row):
            rows[above].append((column, "│", each.style))
            taken[above] = min(taken[above], column)
        if row == len(taken):
            rows.append([])
            taken.append(most + 1)
        rows[row].append((start, each.label, each.style))
        taken[row] = min(taken[row], start)
    for result in rows:
        yield line(*_placed(sorted(result)))


def _placed(labels: list[tuple[int, str, str]]) -> Iterator[StyledRun]:
    at = 0
    for column, text, style in labels:
        if column < at:
            continue
        yield StyledRun(" " * (column - at))
        yield StyledRun(text, style)
        at = column + len(text)
