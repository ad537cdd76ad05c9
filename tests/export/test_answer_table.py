"""The table of a learner's answers: round trip and invalid rows."""

import csv
import io
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector.export.answer_table import (
    COLUMNS,
    LONGEST_FIELD,
    MOST_SECONDS,
    MOST_TRIES,
    attempts_in,
    csv_of,
)
from uriinspector.lessons.score import Attempt

ANSWER = Attempt(
    *(29_000_000, "=dots/up", "target", 2, "+seed", {"base": "http://a/", "reference": '=g"'}),
    *("@http://a/g", False, "-glued", 1, 3, 12),
)
TEXT = (
    "time,item,kind,level,seed,given,answer,right,mistake,hints,try,seconds\n"
    "2025-02-19T21:20Z,'=dots/up,target,2,'+seed,"
    '"{""base"": ""http://a/"", ""reference"": ""=g\\""""}",'
    "'@http://a/g,no,'-glued,1,3,12\n"
)
CELLS = dict(zip(COLUMNS, next(csv.reader([TEXT.splitlines()[1]])), strict=True))
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)


def table(**changed: str | None) -> str:
    """Return a table with changed cells; None omits a column."""
    cells = {name: value for name, value in (CELLS | changed).items() if value is not None}
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, cells)
    writer.writeheader()
    writer.writerow(cells)
    return out.getvalue()


def test_answer_is_a_row_guarded_against_formulas() -> None:
    assert "".join(csv_of([ANSWER])) == TEXT
    assert attempts_in(TEXT) == ([ANSWER], 0)
    assert attempts_in("\ufeff" + TEXT) == ([ANSWER], 0)


@settings(max_examples=20)
@given(TEXTS, TEXTS, TEXTS, TEXTS, TEXTS, st.booleans())
def test_every_answer_round_trips(
    item: str, seed: str, text: str, answer: str, mistake: str, right: bool
) -> None:
    given_texts = {"reference": text, item: seed}
    attempt = Attempt(
        *(1, item, "kind", 0, seed, given_texts, answer, right),
        *(mistake, 9, MOST_TRIES, MOST_SECONDS),
    )
    assert attempts_in("".join(csv_of([attempt, ANSWER]))) == ([attempt, ANSWER], 0)


@for_each(
    "column, cell",
    *((name, None) for name in COLUMNS),
    *((name, "") for name in ("time", "level", "given", "right", "hints", "try", "seconds")),
    *(("time", each) for each in ("2025-02-19T21:20", "2025-02-19 21:20Z", "2025-13-19T21:20Z")),
    *(("time", each) for each in ("1969-12-31T23:59Z", "0223-03-28T11:08Z", "9997-05-23T10:41Z")),
    *(("level", each) for each in ("-1", "1.0", "10", "\u0662", "\u00b2")),
    *(("given", each) for each in ("[]", '{"a": 1}', '{"a": null}', "{", "[" * 100_000, "1")),
    *(("right", each) for each in ("Yes", "true", "1")),
    *(("hints", "10"), ("try", "10"), ("seconds", "100000"), ("seconds", " 1")),
    *((name, "x" * (LONGEST_FIELD + 1)) for name in ("item", "kind", "seed", "answer")),
    ("mistake", "x" * (LONGEST_FIELD + 1)),
)
def test_invalid_answers_are_counted_and_the_others_kept(column: str, cell: str | None) -> None:
    bad = table(**{column: cell})
    assert attempts_in(bad) == ([], 1)
    if cell is not None:
        row = bad.partition("\r\n")[2]
        assert attempts_in(TEXT + row + TEXT.partition("\n")[2]) == ([ANSWER, ANSWER], 1)


@for_each(
    "column, cell, attempt",
    ("level", "9", replace(ANSWER, level=9)),
    ("try", "9", replace(ANSWER, tries=9)),
    ("seconds", "86399", replace(ANSWER, seconds=86_399)),
    ("seconds", "86400", replace(ANSWER, seconds=86_400)),
    ("seconds", "86401", replace(ANSWER, seconds=86_400)),
    ("right", "yes", replace(ANSWER, right=True)),
    ("time", "1970-01-01T00:00Z", replace(ANSWER, minute=0)),
    ("time", "9997-05-23T10:40Z", replace(ANSWER, minute=4_222_000_000)),
    ("answer", "x" * LONGEST_FIELD, replace(ANSWER, answer="x" * LONGEST_FIELD)),
)
def test_answers_within_the_limits_are_read(column: str, cell: str, attempt: Attempt) -> None:
    assert attempts_in(table(**{column: cell})) == ([attempt], 0)


def test_oversized_field_ends_reading_of_answers() -> None:
    assert attempts_in(TEXT + f'"{"x" * (1 << 21)}"' + "\n" + TEXT) == ([ANSWER], 1)
