"""The batch command: CSV rows answered, graded, and guarded against formulas."""

import csv
import io

from tests.cli.conftest import Command
from tests.export.test_csv import rows
from tests.for_each import for_each
from uriinspector.export.csv import guarded


def test_answers_about_targets_are_marked(uriinspect: Command) -> None:
    given = b"g,http://a/b/g\r\n../g,http://a/b/g\r\n\r\ng\r\n"
    answer = uriinspect("batch", "resolve", "--base", "http://a/b/c", "-", given=given)
    assert rows(answer.out) == [
        ["reference", "expected", "got", "mark", "mistake", "reason"],
        ["g", "http://a/b/g", "http://a/b/g", "right", "", ""],
        [*("../g", "http://a/b/g", "http://a/g", "wrong", "climbed-too-short"),
            'Two possible causes. You went up one level too few. Each ".." removes one folder. '
            "You kept the last segment of the base. A relative path replaces everything after "
            "the last slash."],
        ["g", "", "http://a/b/g", "", "", ""],
    ]  # fmt: skip
    assert (answer.status, answer.err) == (1, "uriinspect: 1 of 2 correct\n")


def test_batch_columns_may_be_in_any_order(uriinspect: Command) -> None:
    given = b"\xef\xbb\xbfTarget,remark,URI,Base\nhttp://a/g,easy,g,http://a/b\n"
    answer = uriinspect("batch", "resolve", "-", given=given)
    assert rows(answer.out) == [
        ["Target", "remark", "URI", "Base", "got", "mark", "mistake", "reason"],
        ["http://a/g", "easy", "g", "http://a/b", "http://a/g", "right", "", ""],
    ]
    assert answer.status == 0


def test_missing_target_can_be_the_expected_answer(uriinspect: Command) -> None:
    given = b"/a,b,none\nhttp://a/b,,same document\nhttp://a/b,,http://a/b\n"
    answer = uriinspect("batch", "resolve", "--edition", "1997", "-", given=given)
    assert [row[-3] for row in rows(answer.out)] == ["mark", "right", "right", "wrong"]


YES = ("yes", "TRUE", "1", "valid", "equal", " Yes ")
NO = ("no", "False", "0", "invalid", "not shown")


@for_each("uri, got", ("http://a/", "yes"), ("http://a/ b", "no"))
@for_each("expected", *YES, *NO, "perhaps", "", " ")
def test_answers_about_validity_are_marked(
    expected: str, uri: str, got: str, uriinspect: Command
) -> None:
    words = YES if got == "yes" else NO
    mark = "right" if expected in words else "wrong" if expected.strip() else ""
    answer = uriinspect("batch", "valid", "-", given=f"{uri},{expected}\n".encode())
    assert rows(answer.out)[1][-4:-2] == [got, mark]


def test_answers_about_equality_are_marked(uriinspect: Command) -> None:
    given = b"a,b,expected\nHTTP://a,http://a,case\nHTTP://a,http://a,yes\na,b,no\na,b,yes\n"
    answer = uriinspect("batch", "equal", "-", given=given)
    assert [row[-4:-2] for row in rows(answer.out)] == [
        ["got", "mark"],
        ["case", "right"],
        ["case", "right"],
        ["not shown", "right"],
        ["not shown", "wrong"],
    ]


def test_bad_batch_row_is_reported_and_the_next_one_read(uriinspect: Command) -> None:
    given = b"http://a/,b\nonly\nx" + b"x" * (1 << 21) + b",y\nhttp://a/,c\n"
    answer = uriinspect("batch", "resolve", "-", given=given)
    assert [row[0] for row in rows(answer.out)] == ["base", "http://a/", "http://a/"]
    assert "line 2: missing column: reference" in answer.err
    assert "line 3: a cell has more than 1,048,576 characters" in answer.err
    assert answer.status == 2


@for_each("command", ("batch", "valid"), ("batch", "resolve"), ("check",))
def test_overlong_first_batch_row_is_reported(
    command: tuple[str, ...], uriinspect: Command
) -> None:
    """The delimiter is detected in this row."""
    given = b"x" * (1 << 20) + b"x,y\nhttp://a/,b\n"
    answer = uriinspect(*command, "-", given=given)
    assert "line 1: a cell has more than 1,048,576 characters" in answer.err
    assert "Traceback" not in answer.err


@for_each("cell", "=1+1", "+1", "-1", "@a", "\tx", "\rx")
def test_formula_in_a_batch_is_escaped(cell: str, uriinspect: Command) -> None:
    answer = uriinspect("batch", "valid", "-", given=f'"{cell}",\n'.encode())
    assert rows(answer.out)[1][0] == guarded(cell) == f"'{cell}"


def test_invalid_utf8_is_written_back_unchanged(uriinspect: Command) -> None:
    given = b"reference\n\xffx\n"
    from tests.cli.conftest import started

    assert b"\xffx,no," in started("batch", "valid", "-", given=given).stdout
    assert uriinspect("batch", "valid", "-").out == "reference,expected,got,mark,mistake,reason\n"


def test_batch_output_keeps_every_input_column(uriinspect: Command) -> None:
    given = (
        b'student;base;reference;expected\nann;http://a/b/c;g;http://a/b/c/g\n"x;y";http://a/;;\n'
    )
    answer = uriinspect("batch", "resolve", "-", given=given)
    found = list(csv.reader(io.StringIO(answer.out, newline=""), delimiter=";"))
    assert [row[0] for row in found] == ["student", "ann", "x;y"]
    assert found[1][-2:] == [
        "kept-last-segment",
        "You kept the last segment of the base. A relative path replaces everything after the "
        "last slash.",
    ]


@for_each("front", b"sep=;\r\n", b'"sep=;"\n', b"\xef\xbb\xbf")
def test_separator_line_of_a_spreadsheet_is_not_a_row(front: bytes, uriinspect: Command) -> None:
    given = front + b"base;reference\nhttp://a/b;g\n"
    assert "http://a/b;g;http://a/g;;;\n" in uriinspect("batch", "resolve", "-", given=given).out


def test_unnamed_batch_columns_are_numbered(uriinspect: Command) -> None:
    answer = uriinspect("batch", "valid", "-", given=b"http://a/,yes,easy\nb,no\n")
    assert rows(answer.out)[0][:3] == ["reference", "expected", "column 3"]
    assert rows(answer.out)[2][:3] == ["b", "no", ""]


def test_row_with_too_many_cells_is_not_marked(uriinspect: Command) -> None:
    answer = uriinspect("batch", "valid", "-", given=b"reference,expected\ng,h,no\ng,yes\n")
    assert "line 2: 3 cells, but 2 columns" in answer.err
    assert (len(rows(answer.out)), answer.status) == (2, 2)


@for_each(
    "what, given, reason",
    ("valid", b"http://a/,no\n", "It matches the grammar of the 2005 edition."),
    ("valid", b"http://a b/,yes\n", "Character 9: "),
    ("equal", b"HTTP://a,http://a,no\n", "They match at this level: case."),
    ("equal", b"x:a,y:a,yes\n", "Equivalence is not shown."),
    ("equal", b"x,x,yes\n", "A relative reference is resolved before it is compared"),
)
def test_wrong_batch_answer_has_a_reason(
    what: str, given: bytes, reason: str, uriinspect: Command
) -> None:
    assert rows(uriinspect("batch", what, "-", given=given).out)[1][-1].startswith(reason)


def test_lenient_resolution_is_not_a_mistake(uriinspect: Command) -> None:
    given = b"http://a/b/c,http:g,http:g\n"
    answer = uriinspect("batch", "resolve", "--lenient", "-", given=given)
    assert rows(answer.out)[1][-3:] == ["wrong", "", ""]


def test_right_batch_answer_has_no_reason(uriinspect: Command) -> None:
    given = b"a,b,expected\nhttp://a/,http://a/,yes\nhttp://a/,http://b/,no\na,b,\n"
    found = rows(uriinspect("batch", "equal", "-", given=given).out)
    assert [row[-1] for row in found[1:]] == ["", "", ""]
