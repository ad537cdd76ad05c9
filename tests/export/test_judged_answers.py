"""Judging answers in rows: the question of each row, the verdict and its reason."""

from functools import partial

from tests.for_each import for_each
from uriinspector.export.judged_answers import (
    ITEM_COLUMNS,
    ORDER,
    JudgedAnswer,
    PackQuestions,
    answer_table,
    judged_rows,
    pack_table,
    plain_question,
    plain_row,
    text_of,
)
from uriinspector.export.language import speaking
from uriinspector.lessons.pack import sheet_of
from uriinspector.lessons.pack_file import read_pack

HEAD = ",".join(ORDER) + "\n"
PACK = read_pack(
    'pack = 1\nid = "school.example/x"\nversion = 1\ntitle = "Links"\n'
    '[[item]]\nid = "dots"\nkind = "target"\ncount = 2\n'
    '[[item]]\nid = "host"\nkind = "where"\ntext = "https://a.test@b.test/"\n'
)

OTHER_QUESTION = (
    "the pack has a different question here; the answer may belong to another version, pack or "
    "student"
)


def judge(text: str) -> list[JudgedAnswer]:
    return list(judged_rows(answer_table(text), partial(plain_row, base="", edition="2005")))


@for_each(
    "row, given",
    ("http://a/,g,,x,", {"base": "http://a/", "reference": "g", "edition": "2005"}),
    ("http://a/,'=g,1997,x,", {"base": "http://a/", "reference": "=g", "edition": "1997"}),
    ("'+a,'g,2003,x,target", {"base": "+a", "reference": "'g", "edition": "2003"}),
    (" http://a/ ,g, RFC3986 ,x,", {"base": "http://a/", "reference": "g", "edition": "2005"}),
    ("b:/,g,RFC 3986,x, TARGET ", {"base": "b:/", "reference": "g", "edition": "2005"}),
    ("http://a/,g,rfc1738,x,", {"base": "http://a/", "reference": "g", "edition": "1994"}),
    ("http://a/,g,rfc 1738,x,", {"base": "http://a/", "reference": "g", "edition": "1994"}),
    (",https://a/,,x,host", {"text": "https://a/", "base": ""}),
    (",https://a/,1,x,where", {"text": "https://a/", "base": ""}),
    ("http://a/,https://a/,,x,Site", {"text": "https://a/", "base": "http://a/"}),
)
def test_answer_row_defines_its_question(row: str, given: dict[str, str]) -> None:
    (found,) = judge(HEAD + row)
    assert found.fault == ""
    assert found.question is not None
    assert dict(found.question.given) == given
    asks = row.rpartition(",")[2].strip().lower() or "target"
    assert found.question.kind == {"host": "where"}.get(asks, asks)


def test_base_and_edition_of_a_row_default_to_the_table() -> None:
    question = plain_question({"reference": "g"}, "http://b/", "1997")
    assert dict(question.given) == {"base": "http://b/", "reference": "g", "edition": "1997"}
    question = plain_question({"reference": "g", "base": "http://c/"}, "http://b/", "1997")
    assert question.given["base"] == "http://c/"


@for_each(
    "row, fault",
    (",g,,x,", "no base"),
    ("http://a/,g,1995,x,", 'edition is "1995"; available: 1994, 1997, 2003, 2005'),
    ("http://a/,g,,x,who", 'ask is "who"; available: target, host, site'),
    (f"http://a/,g,,x,{'w' * 41}", f'ask is "{"w" * 40}"; available: target, host, site'),
    (f"http://a/,g,{'9' * 41},x,", f'edition is "{"9" * 40}"; available: 1994, 1997, 2003, 2005'),
    ("a,b,2005,c,,d", "6 cells, but 5 columns: quote cells with delimiters"),
    ("a", "missing column: reference"),
)
def test_invalid_row_has_a_fault_and_the_next_one_is_judged(row: str, fault: str) -> None:
    found = judge(HEAD + row + "\nhttp://a/,g,,http://a/g,\n")
    assert [each.fault for each in found] == [fault, ""]
    assert (found[0].right, found[0].mistake, found[0].also, found[0].reason()) == (
        None,
        None,
        (),
        "",
    )
    assert found[1].right is True


def test_answer_is_judged_with_a_reason() -> None:
    wrong, none, guarded = judge(
        HEAD + "http://a/b/c,../g,,http://a/b/../g,\nhttp://a/,g,,,\nhttp://a/,=g,,'=g,\n"
    )
    assert (wrong.right, wrong.mistake) == (False, "dots-left")
    assert wrong.reason() == ("You left dot segments in the path. They are removed after merging.")
    assert wrong.reason(speaking("de")).startswith("Sie haben Punktsegmente")
    assert (none.right, none.reason()) == (None, "")
    assert (guarded.right, guarded.mistake) == (False, "path-alone")


@for_each("mark", "", "\ufeff")
@for_each("encoding", "utf-8", "utf-16-le", "utf-16-be")
def test_table_encoding_is_detected_from_its_mark(mark: str, encoding: str) -> None:
    text = "r\u00e9f,\U0001f600\n"
    if not mark and encoding != "utf-8":
        return
    assert text_of((mark + text).encode(encoding)) == text


def test_answers_that_are_not_utf_8_are_read_as_windows_1252() -> None:
    assert text_of(b"J\xfcrgen \x80 \x81") == "J\u00fcrgen \u20ac \ufffd"
    assert text_of(b"\xff\xfea") == "\u00ff\u00fea"


def pack_row(student: str, item: str, number: str, more: str = "") -> str:
    return f"{','.join(ITEM_COLUMNS)},base,reference\n{student},{item},{number},x{more or ',,'}\n"


@for_each("number", "1", " 2 ", "2.0")
def test_pack_question_is_that_of_the_students_sheet(number: str) -> None:
    ask = PackQuestions(PACK)
    for student in ("ann", "=bob"):
        sheet = {(r.item, r.number): r.question for r in sheet_of(PACK, student).rows}
        cell = f" {student} " if student == "ann" else f"'{student}"
        (row,) = judged_rows(pack_table(pack_row(cell, " dots ", number)), ask)
        assert row.question == sheet["dots", int(float(number))]


@for_each(
    "item, number, fault",
    ("dots", "3", "the pack has no question dots 3"),
    ("dots", "0", "the pack has no question dots 0"),
    ("dot", "1", "the pack has no question dot 1"),
    ("i" * 41, "1" * 5, f'"{"1" * 5}" is not the number of a question, such as 7'),
)
def test_unknown_question_of_a_pack_is_reported(item: str, number: str, fault: str) -> None:
    (row,) = judged_rows(pack_table(pack_row("ann", item, number)), PackQuestions(PACK))
    assert row.fault == fault


@for_each(
    "base, reference, fault",
    ("", "https://a.test@b.test/", ""), ("", "", ""), ("", " https://a.test@b.test/ ", ""),
    ("", "https://a.test@b.test", OTHER_QUESTION),
    ("http://a/", "https://a.test@b.test/", OTHER_QUESTION),
)  # fmt: skip
def test_texts_repeated_in_a_row_must_match_the_question(
    base: str, reference: str, fault: str
) -> None:
    text = pack_row("ann", "host", "1", f",{base},{reference}")
    (row,) = judged_rows(pack_table(text), PackQuestions(PACK))
    assert row.fault == (fault and f"ann, question 3: {fault}")


def test_impossible_questions_of_a_student_are_reported() -> None:
    impossible = read_pack(
        'pack = 1\nid = "a"\nversion = 1\ntitle = "t"\n[[item]]\nid = "x"\nkind = "target"\n'
        'reference = ["g"]\nabout = ["lost-query"]\n'
    )
    (row,) = judged_rows(pack_table(pack_row("ann", "x", "1")), PackQuestions(impossible))
    assert row.fault == "no question can be drawn for x"
