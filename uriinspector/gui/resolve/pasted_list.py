"""A pasted list: its format, the resolution of each row, and the table as CSV.

No Qt here. Rows are read and marked as on the command line (``export.judged_answers``).
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import uriinspector
from uriinspector.analysis.whole_files import replacing
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse
from uriinspector.export.csv import csv_row
from uriinspector.export.judged_answers import (
    UNMARKED,
    delimiter_of,
    header,
    mark_of,
    outcome,
    rows,
)
from uriinspector.gui.jobs.stream import JobBatch, in_batches
from uriinspector.gui.transfer.incoming import lines_in

if TYPE_CHECKING:
    from uriinspector.gui.resolve.variant_rows import Variant

ASKED = ("reference",)
# Maximum number of lines, and of characters, that are used to detect the format.
LOOKED_AT, LONGEST = 50, 65_536
# Cells that expect no target.
NO_TARGET = frozenset({"", "none", "same document"})
COLUMNS = ("base", "reference", "expected", "got", "mark", "finding")


class ListFormat(NamedTuple):
    """A format of lines: its columns in order; none if the first line names them."""

    title: str
    order: tuple[str, ...]
    is_plain: bool = False  # each line is a reference, without columns


LINES = ListFormat("One reference per line", ASKED, is_plain=True)
MARKED = ListFormat("Reference, expected", ("reference", "expected"))
PAIRS = ListFormat("Base, reference", ("base", "reference"))
ALL = ListFormat("Base, reference, expected", ("base", "reference", "expected"))
NAMED = ListFormat("As named in the first line", ())
SHAPES = (LINES, MARKED, PAIRS, ALL, NAMED)


class PastedList(NamedTuple):
    """A text with a reference in each row, and its format."""

    text: str
    shape: ListFormat


class ListAnswer(NamedTuple):
    """A resolved row; ``got`` is the result, ``explanation`` says why there is no target."""

    line: int
    base: str
    reference: str
    expected: str
    got: str
    explanation: str = ""
    mark: str = UNMARKED
    finding: str = ""  # the title of the worst one above "info"

    @property
    def is_fault(self) -> bool:
        """Return True if the row could not be read; ``explanation`` says why."""
        return not self.got


def shape_of(text: str) -> ListFormat:
    """Detect the format of a text by its first lines."""
    delimiter = _delimiter(text)
    cells = _first_cells(text, delimiter)
    if cells and header(cells[0], ASKED):
        return NAMED
    counts = {len(each) for each in cells}
    if delimiter == "\t" and counts:
        # References contain no tabs, so the most common number of cells decides.
        counts = {Counter(len(each) for each in cells).most_common(1)[0][0]}
        cells = [each for each in cells if len(each) in counts]
    if counts == {3}:
        return ALL
    if counts == {2}:
        return MARKED if all(_is_answer(each[1]) for each in cells) else PAIRS
    return LINES


def fits(text: str, shape: ListFormat) -> bool:
    """Return True if the first lines of a text can be read in a format."""
    cells = _first_cells(text, _delimiter(text))
    named = bool(cells) and header(cells[0], ASKED) is not None
    if shape.is_plain or named:
        return shape.is_plain or shape is NAMED
    return any(len(each) == len(shape.order) for each in cells)


def _first_cells(text: str, delimiter: str) -> list[list[str]]:
    first = "\n".join(lines_in(text[:LONGEST])[:LOOKED_AT])
    return [each for each in csv.reader(StringIO(first), delimiter=delimiter) if each]


def _delimiter(text: str) -> str:
    """Return the delimiter of the first line, or a tab if most lines have one."""
    first = lines_in(text[:LONGEST])[:LOOKED_AT]
    if 2 * sum("\t" in each for each in first) > sum(bool(each.strip()) for each in first):
        by_name = delimiter_of(first[0], ASKED)
        return by_name if header(next(csv.reader([first[0]], delimiter=by_name)), ASKED) else "\t"
    return delimiter_of(first[0], ASKED)


def answered(pasted: PastedList, base: str, variant: Variant) -> Iterator[JobBatch]:
    """Resolve every row against its own base, or against ``base`` if it has none."""
    of = pasted.text.count("\n") + 1
    lines = _Lines(pasted.text)
    answers = (
        (line, _unread(line, lines[line], cells))
        if isinstance(cells, str)
        else (line, _answer(line, cells, base, variant))
        for line, cells in _cells(pasted)
    )
    return in_batches(answers, of)


class _Lines:
    """The lines of a text by number, split on first use."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _all(self) -> list[str]:
        return lines_in(self._text)

    def __getitem__(self, number: int) -> str:
        return self._all[number - 1] if number <= len(self._all) else ""


def csv_text(answers: Iterable[ListAnswer]) -> str:
    """Return the table as CSV, with formulas defused for spreadsheets."""
    rows_made = (
        csv_row(each.base, each.reference, each.expected, each.got, each.mark, each.finding)
        for each in answers
    )
    return csv_row(*COLUMNS) + "".join(rows_made)


class Saved(NamedTuple):
    """A text for the clipboard, or the problem with the file; both empty on success."""

    text: str | None = None
    trouble: str = ""


def saved(wanted: tuple[Path | None, list[ListAnswer]]) -> Saved:
    """Return the table as text, or write it to a file."""
    path, answers = wanted
    text = csv_text(answers)
    if path is None:
        return Saved(text)
    try:
        with replacing(path) as file:
            file.write(text.encode("utf-8", "surrogatepass"))
    except (OSError, ValueError) as trouble:
        return Saved(trouble=getattr(trouble, "strerror", None) or str(trouble))
    return Saved()


def _cells(pasted: PastedList) -> Iterator[tuple[int, dict[str, str] | str]]:
    text, shape = pasted
    if shape.is_plain:
        for number, line in enumerate(lines_in(text), 1):
            if line.strip(" \t"):
                yield number, {"reference": line}
        return
    lines = StringIO(text, newline="")
    yield from rows(lines, ASKED, shape.order, delimiter=_delimiter(text))


def _unread(line: int, text: str, fault: str) -> ListAnswer:
    """Return the answer for a line that could not be read as a row."""
    return ListAnswer(line, "", text[:LONGEST], "", "", fault)


def _answer(line: int, cells: dict[str, str], base: str, variant: Variant) -> ListAnswer:
    own, expected = cells.get("base") or base, cells.get("expected", "")
    resolution = variant.resolve(own, cells["reference"])
    explanation = ""
    if resolution.target is None:
        explanation = resolution.problem.message if resolution.problem else "the current document"
    got, mark = outcome(resolution), mark_of(resolution, expected)
    finding = _worst(cells["reference"], own, variant.edition)
    return ListAnswer(line, own, cells["reference"], expected, got, explanation, mark, finding)


def _worst(reference: str, base: str, edition: str) -> str:
    """Return the title of a reference's worst finding above "info", or ""."""
    findings = uriinspector.inspect(reference, base=base or None, edition=edition).findings
    return next((each.title for each in findings[:1] if each.severity != "info"), "")


def _is_answer(cell: str) -> bool:
    return cell.strip().casefold() in NO_TARGET or parse(cell).scheme is not None
