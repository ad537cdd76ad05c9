"""A row of CSV in, a row of CSV out; with an expected answer it is graded."""

from __future__ import annotations

import csv
import io
import json
import sys
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.cli.commands.resolve import outcome, run_edition
from uriinspector.cli.misuse import refuse
from uriinspector.cli.protected import opened
from uriinspector.cli.screen import complain
from uriinspector.core.compare import compare
from uriinspector.core.parse import parse
from uriinspector.export.csv import csv_row

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from uriinspector.cli.screen import Screen

RIGHT, WRONG, UNMARKED = "right", "wrong", ""
YES = frozenset({"yes", "true", "1", "valid", "equal"})
NO = frozenset({"no", "false", "0", "invalid", "not shown"})
LONGEST = 1 << 20
# Other names that people give to the columns.
ALIASES = {"uri": "reference", "ref": "reference", "text": "reference", "target": "expected"}


class Row(NamedTuple):
    """One row's answer; ``given`` is what was asked about."""

    given: tuple[str, ...]
    expected: str | None
    got: str
    mark: str


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Every row in turn; a bad one is told, and the next one is read."""
    columns = _columns(options)
    answer = ANSWERS[options.what]
    marks = {RIGHT: 0, WRONG: 0, UNMARKED: 0}
    status = 0
    with _opened(options.file) as source:
        if not options.json:
            asked = columns if options.what == "equal" else ("reference",)
            screen.exact(csv_row(*asked, "expected", "got", "mark"))
        for number, found in _rows(source, columns):
            if isinstance(found, str):
                complain(f"{options.file}: line {number}: {found}")
                status = 2
                continue
            row = answer(options, found)
            marks[row.mark] += 1
            screen.exact(_as_json(row) if options.json else _as_csv(row))
    screen.out.flush()
    if marks[RIGHT] or marks[WRONG]:
        complain(f"{marks[RIGHT]} of {marks[RIGHT] + marks[WRONG]} right")
    return max(status, int(marks[WRONG] > 0))


def _columns(options: argparse.Namespace) -> tuple[str, ...]:
    if options.what == "equal":
        return "a", "b"
    if options.what == "resolve" and options.base is None:
        return "base", "reference"
    return ("reference",)


def _opened(file: str) -> BinaryIO:
    if file == "-":
        if sys.stdin is None:
            refuse("standard input is closed")
        return sys.stdin.buffer
    return opened(file)


def _rows(source: BinaryIO, columns: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str] | str]]:
    """The cells of each row by their columns, or what is wrong with it, and its line."""
    csv.field_size_limit(LONGEST)
    text = io.TextIOWrapper(source, "utf-8-sig", errors="surrogateescape", newline="")
    reader = csv.reader(text)
    order: tuple[str, ...] | None = None
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            text.detach()
            return
        except csv.Error as fault:
            yield reader.line_num, str(fault)
            continue
        if order is None:
            order = _header(cells, columns)
            if order:
                continue
            order = (*columns, "expected")
        if not cells:
            continue
        found = dict(zip(order, cells, strict=False))
        missing = [name for name in columns if name not in found]
        yield reader.line_num, f"the column {missing[0]} is missing" if missing else found


def _header(cells: list[str], columns: tuple[str, ...]) -> tuple[str, ...] | None:
    """The columns in the order of the first row, where that names them."""
    names = [cell.strip().casefold() for cell in cells]
    order = tuple(name if name in columns else ALIASES.get(name, name) for name in names)
    return order if set(columns) <= set(order) else None


def _marked(expected: str | None, is_right: Callable[[str], bool]) -> str:
    if expected is None or not expected.strip():
        return UNMARKED
    return RIGHT if is_right(expected) else WRONG


def _resolve(options: argparse.Namespace, row: dict[str, str]) -> Row:
    base = row.get("base", options.base)
    made = run_edition(options, base, row["reference"], options.edition)
    got = outcome(made)

    def is_right(expected: str) -> bool:
        if made.target is None:
            word = "same document" if made.same_document else "none"
            return expected.strip().casefold() in {word, got.casefold()}
        return expected == got

    expected = row.get("expected")
    return Row((row["reference"],), expected, got, _marked(expected, is_right))


def _valid(options: argparse.Namespace, row: dict[str, str]) -> Row:
    valid = parse(row["reference"], edition=options.edition).valid
    words = YES if valid else NO

    def is_right(expected: str) -> bool:
        return expected.strip().casefold() in words

    expected = row.get("expected")
    mark = _marked(expected, is_right)
    return Row((row["reference"],), expected, "yes" if valid else "no", mark)


def _equal(options: argparse.Namespace, row: dict[str, str]) -> Row:
    made = compare(row["a"], row["b"], edition=options.edition, urn_edition=options.urn_edition)
    first = made.first_equal
    words = YES | {first} if first else NO

    def is_right(expected: str) -> bool:
        return expected.strip().casefold() in words

    expected = row.get("expected")
    return Row((row["a"], row["b"]), expected, first or "not shown", _marked(expected, is_right))


ANSWERS: dict[str, Callable[[argparse.Namespace, dict[str, str]], Row]] = {
    "resolve": _resolve,
    "valid": _valid,
    "equal": _equal,
}


def _as_json(row: Row) -> str:
    return json.dumps(row._asdict() | {"mark": row.mark or None}) + "\n"


def _as_csv(row: Row) -> str:
    return csv_row(*row.given, row.expected or "", row.got, row.mark)
