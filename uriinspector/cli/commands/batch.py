"""The command "batch": resolves, checks or compares the rows of a CSV file; marks answers."""

import argparse
import io
import json
from collections.abc import Callable

from uriinspector.cli.arguments import opened, standard_input
from uriinspector.cli.commands.resolve import run_edition
from uriinspector.cli.screen import Screen, complain
from uriinspector.core.compare import NO_BASE, compare
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import Resolution, parse
from uriinspector.export.csv import csv_row
from uriinspector.export.judged_answers import (
    RIGHT,
    UNMARKED,
    WRONG,
    InputRow,
    InputTable,
    mark_of,
    marked,
    outcome,
)

YES = frozenset({"yes", "true", "1", "valid", "equal"})
NO = frozenset({"no", "false", "0", "invalid", "not shown"})
ADDED = ("got", "mark", "mistake", "reason")


class BatchRow(NamedTuple):
    """The result for a row; ``given`` are the input values."""

    given: tuple[str, ...]
    expected: str | None
    got: str
    mark: str
    mistake: str = ""
    reason: str = ""


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Process every row; rows with errors are reported and skipped."""
    answer = ANSWERS[options.what]
    marks = {RIGHT: 0, WRONG: 0, UNMARKED: 0}
    status = 0
    file = options.file
    with standard_input() if file == "-" else opened(file) as source:
        text = io.TextIOWrapper(source, "utf-8-sig", errors="surrogateescape", newline="")
        table = InputTable(text, _columns(options))
        if not options.json:
            screen.exact(csv_row(*table.names, *ADDED, delimiter=table.delimiter))
        for row in table:
            fault = row.fault or table.surplus(row)
            if fault:
                complain(f"{file}: line {row.line}: {fault}")
                status = 2
                continue
            result = answer(options, row.values)
            marks[result.mark] += 1
            screen.exact(
                _as_json(result, row, table) if options.json else _as_csv(result, row, table)
            )
        text.detach()
    screen.out.flush()
    if marks[RIGHT] or marks[WRONG]:
        complain(f"{marks[RIGHT]} of {marks[RIGHT] + marks[WRONG]} correct")
    if not (status or any(marks.values())):
        complain(f"{file}: no rows")
    return max(status, int(marks[WRONG] > 0))


def _columns(options: argparse.Namespace) -> tuple[str, ...]:
    if options.what == "equal":
        return "a", "b"
    if options.what == "resolve" and options.base is None:
        return "base", "reference"
    return ("reference",)


def _resolve(options: argparse.Namespace, row: dict[str, str]) -> BatchRow:
    base = row.get("base", options.base)
    resolution = run_edition(options, base, row["reference"], options.edition)
    expected = row.get("expected")
    mark = mark_of(resolution, expected)
    mistake, reason = "", ""
    if mark == WRONG and not options.lenient and options.above_root == "keep":
        mistake, reason = _cause(resolution, expected or "")
    return BatchRow((row["reference"],), expected, outcome(resolution), mark, mistake, reason)


def _cause(resolution: Resolution, expected: str) -> tuple[str, str]:
    """Return the code and explanation of the mistake that would give the expected target."""
    from uriinspector.lessons.kinds.targets import explained

    diagnosis = explained(resolution, expected)
    return diagnosis.mistake or "", diagnosis.text


def _valid(options: argparse.Namespace, row: dict[str, str]) -> BatchRow:
    reference = parse(row["reference"], edition=options.edition)
    valid = reference.valid
    words = YES if valid else NO
    expected = row.get("expected")
    mark = marked(expected, lambda answer: answer.strip().casefold() in words)
    reason = ""
    if mark == WRONG and valid:
        reason = f"It matches the grammar of the {options.edition} edition."
    elif mark == WRONG:
        first = min(reference.violations, key=lambda each: each.start)
        reason = f"Character {first.start + 1}: {first.message}"
    return BatchRow((row["reference"],), expected, "yes" if valid else "no", mark, reason=reason)


def _equal(options: argparse.Namespace, row: dict[str, str]) -> BatchRow:
    base = row.get("base") or options.base
    comparison = compare(
        row["a"],
        row["b"],
        edition=options.edition,
        urn_edition=options.urn_edition,
        base_a=base,
        base_b=base,
    )
    first = comparison.first_equal
    words = YES | {first} if first else NO
    expected = row.get("expected")
    mark = marked(expected, lambda answer: answer.strip().casefold() in words)
    reason = ""
    if mark == WRONG:
        reason = (
            f"The two links match at this level: {first}." if first else "Equivalence is not shown."
        )
        if any(side.problem is NO_BASE for side in comparison.sides):
            reason = NO_BASE.message
    return BatchRow((row["a"], row["b"]), expected, first or "not shown", mark, reason=reason)


ANSWERS: dict[str, Callable[[argparse.Namespace, dict[str, str]], BatchRow]] = {
    "resolve": _resolve,
    "valid": _valid,
    "equal": _equal,
}


def _as_json(result: BatchRow, row: InputRow, table: InputTable) -> str:
    record = result._asdict() | {
        "mark": result.mark or None,
        "mistake": result.mistake or None,
        "reason": result.reason or None,
        "row": dict(zip(table.names, row.cells, strict=False)),
    }
    return json.dumps(record) + "\n"


def _as_csv(result: BatchRow, row: InputRow, table: InputTable) -> str:
    added = (result.got, result.mark, result.mistake, result.reason)
    return csv_row(*row.cells_of(len(table.names)), *added, delimiter=table.delimiter)
