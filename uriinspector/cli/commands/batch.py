"""A row of CSV in, a row of CSV out; with an expected answer it is graded."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.cli.commands.resolve import run_edition
from uriinspector.cli.errors import refuse
from uriinspector.cli.list_options import opened
from uriinspector.cli.screen import complain
from uriinspector.core.compare import compare
from uriinspector.core.parse import parse
from uriinspector.export.csv import csv_row
from uriinspector.export.exercises import RIGHT, UNMARKED, WRONG, mark_of, marked, outcome, rows

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import BinaryIO

    from uriinspector.cli.screen import Screen

YES = frozenset({"yes", "true", "1", "valid", "equal"})
NO = frozenset({"no", "false", "0", "invalid", "not shown"})


class BatchRow(NamedTuple):
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
        text = io.TextIOWrapper(source, "utf-8-sig", errors="surrogateescape", newline="")
        if not options.json:
            asked = columns if options.what == "equal" else ("reference",)
            screen.exact(csv_row(*asked, "expected", "got", "mark"))
        for number, result in rows(text, columns):
            if isinstance(result, str):
                complain(f"{options.file}: line {number}: {result}")
                status = 2
                continue
            row = answer(options, result)
            marks[row.mark] += 1
            screen.exact(_as_json(row) if options.json else _as_csv(row))
        text.detach()
    screen.out.flush()
    if marks[RIGHT] or marks[WRONG]:
        complain(f"{marks[RIGHT]} of {marks[RIGHT] + marks[WRONG]} correct")
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


def _resolve(options: argparse.Namespace, row: dict[str, str]) -> BatchRow:
    base = row.get("base", options.base)
    resolution = run_edition(options, base, row["reference"], options.edition)
    expected = row.get("expected")
    return BatchRow(
        (row["reference"],), expected, outcome(resolution), mark_of(resolution, expected)
    )


def _valid(options: argparse.Namespace, row: dict[str, str]) -> BatchRow:
    valid = parse(row["reference"], edition=options.edition).valid
    words = YES if valid else NO

    def is_right(expected: str) -> bool:
        return expected.strip().casefold() in words

    expected = row.get("expected")
    mark = marked(expected, is_right)
    return BatchRow((row["reference"],), expected, "yes" if valid else "no", mark)


def _equal(options: argparse.Namespace, row: dict[str, str]) -> BatchRow:
    comparison = compare(
        row["a"], row["b"], edition=options.edition, urn_edition=options.urn_edition
    )
    first = comparison.first_equal
    words = YES | {first} if first else NO

    def is_right(expected: str) -> bool:
        return expected.strip().casefold() in words

    expected = row.get("expected")
    return BatchRow(
        (row["a"], row["b"]), expected, first or "not shown", marked(expected, is_right)
    )


ANSWERS: dict[str, Callable[[argparse.Namespace, dict[str, str]], BatchRow]] = {
    "resolve": _resolve,
    "valid": _valid,
    "equal": _equal,
}


def _as_json(row: BatchRow) -> str:
    return json.dumps(row._asdict() | {"mark": row.mark or None}) + "\n"


def _as_csv(row: BatchRow) -> str:
    return csv_row(*row.given, row.expected or "", row.got, row.mark)
