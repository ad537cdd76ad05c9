"""Reading exercise rows by column, and marking answers."""

from tests.for_each import for_each
from uriinspector import resolve
from uriinspector.export.judged_answers import InputRow, delimiter_of, header, mark_of, rows

READ = (
    (["g,x"], (), {"reference": "g", "expected": "x"}),
    (["g"], (), {"reference": "g"}),
    (["b,g,x"], ("base", "reference", "expected"),
        {"base": "b", "reference": "g", "expected": "x"}),
    (["x,g"], ("expected", "reference"), {"reference": "g", "expected": "x"}),
    (["Target,URI", "x,g"], (), {"reference": "g", "expected": "x"}),
    (["base,ref", "b,g"], (), {"base": "b", "reference": "g"}),
    (['"g,h"', ""], (), {"reference": "g,h"}),
)  # fmt: skip
MARKS = (
    ("g", "http://a/g", "right"), ("g", "http://a/h", "wrong"), ("g", " ", ""), ("g", None, ""),
    ("", "same document", "right"), ("", "Same Document ", "right"), ("", "none", "wrong"),
    ("", " (The same document)", "right"),
    ("", "the same document", "wrong"),
)  # fmt: skip


@for_each("lines, order, cells", *READ)
def test_exercise_cells_are_read_by_column_name_or_order(
    lines: list[str], order: tuple[str, ...], cells: dict[str, str]
) -> None:
    assert [found for _, found in rows(lines, ("reference",), order)] == [cells]


def test_first_exercise_row_may_name_the_columns() -> None:
    lines = ["expected,reference", "x,g", "reference,expected", "y,h"]
    found = list(rows(lines, ("reference",)))
    assert found == [
        (2, {"expected": "x", "reference": "g"}),
        (3, {"expected": "reference", "reference": "expected"}),
        (4, {"expected": "y", "reference": "h"}),
    ]
    found = list(rows(["g,h\tx"], ("reference",), delimiter="\t"))
    assert found == [(1, {"reference": "g,h", "expected": "x"})]


def test_column_called_number_is_not_the_question_number() -> None:
    columns = ("question",)
    assert header(["item", "number"], columns) is None
    for name in ("nr", "nummer", "no."):
        assert header(["item", name], columns) == ("item", "question")


def test_exercise_header_names_the_expected_columns() -> None:
    assert header(["expected", "Text "], ("reference",)) == ("expected", "reference")
    assert header(["expected", "what"], ("reference",)) is None


@for_each(
    "name, column",
    *((each, "reference") for each in ("uri", "ref", "text", "link", "Referenz ", "REFERENCE")),
    *((each, "base") for each in ("base", "Basis")),
    *((each, "expected") for each in ("target", "erwartet", "expected")),
    *((each, "edition") for each in ("Ausgabe", "edition")),
    *((each, "answer") for each in ("antwort", "answer")),
    *((each, "ask") for each in ("frage", "ask")),
    ("other", "other"),
    *((name, "question") for name in ("frage", "number", "nummer", "nr", "nr.", "no", "no.")),
    *((name, "student") for name in ("name", "code", "sch\u00fcler", "sch\u00fclerin")),
)
def test_exercise_column_names_have_synonyms(name: str, column: str) -> None:
    assert header([name], (column,)) == (column,)


@for_each(
    "first, delimiter",
    *(("base;reference", ";"), ("base\treference", "\t"), ("base,reference", ",")),
    *(("x;reference;base", ";"), ("http://a/?b;c,g", ","), ("http://a/\tg;h", "\t"), ("g", ",")),
)
def test_delimiter_is_detected_from_the_header(first: str, delimiter: str) -> None:
    assert delimiter_of(first, ("base", "reference")) == delimiter


@for_each("text, expected, mark", *MARKS)
def test_exercise_answer_is_marked(text: str, expected: str | None, mark: str) -> None:
    assert mark_of(resolve("http://a/b", text, edition="1997"), expected) == mark


def test_missing_target_is_expected_as_none() -> None:
    assert mark_of(resolve("b", "g"), "None") == "right"
    assert mark_of(resolve("b", "g"), "g") == "wrong"


@for_each("count", 0, 1, 2, 3)
def test_exercise_row_is_padded_to_the_number_of_columns(count: int) -> None:
    assert InputRow(1, ("a", "b")).cells_of(count) == ("a", "b", "")[:count]
