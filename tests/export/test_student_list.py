"""Lists of students: name columns and refused lists."""

import pytest

from tests.for_each import for_each
from uriinspector.export.judged_answers import (
    MOST_STUDENTS,
    SEVERAL,
    SPREADSHEET,
    StudentsError,
    read_students,
)


@for_each(
    "text, columns, students, used",
    ("Ann\nBob\n\n", (), ("Ann", "Bob"), ()),
    ("Nr;Name\n1;Ann\n2;Bob\n", (), ("Ann", "Bob"), (1,)),
    ("Vorname,Name\nAnn,Lee\nBo,\n", ("vorname", "Name"), ("Ann Lee", "Bo"), (0, 1)),
    ("student\n'=Ann\n", (), ("=Ann",), (0,)),
)
def test_students_are_named_by_their_columns(
    text: str, columns: tuple[str, ...], students: tuple[str, ...], used: tuple[int, ...]
) -> None:
    found = read_students(text.encode(), columns)
    assert (found.students, found.used) == (students, used)


def test_other_possible_name_columns_are_recognized() -> None:
    found = read_students(b"Code,Name,First Name\n1,Lee,Ann\n")
    assert found.students == ("Lee",)
    assert found.other_names == ("code",)
    assert found.first_names == "first name"
    alone = read_students(b"Ann\n")
    assert (alone.other_names, alone.first_names) == ((), "")


@for_each(
    "text, columns, words, offered",
    (b"", (), "no students", ()), (b"name\n", (), "no students", ()),
    (b"PK\x03\x04", (), SPREADSHEET, ()), (b"a,b\n1,2\n", (), SEVERAL, ("a", "b")),
    (b"a,b\n1,2\n", ("c",), 'no column "c"', ("a", "b")),
    (b"Ann\nAnn\n", (), "Ann is listed twice", ()),
    (b"x" * (1 << 21), (), "no students", ()),
    (b"\n".join(b"%d" % at for at in range(MOST_STUDENTS + 1)), (), "more than 10,000", ()),
)  # fmt: skip
def test_list_without_students_is_refused(
    text: bytes, columns: tuple[str, ...], words: str, offered: tuple[str, ...]
) -> None:
    with pytest.raises(StudentsError) as refused:
        read_students(text, columns)
    assert refused.value.text.startswith(words)
    assert refused.value.columns == offered
