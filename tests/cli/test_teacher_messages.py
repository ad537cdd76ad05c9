"""Error messages for teachers: wrong files, columns and date formats."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.for_each import for_each

HEAD = 'pack = 1\nid = "school.example/x"\nversion = 1\ntitle = "Week"\n'
ITEM = '[[item]]\nid = "x"\nkind = "where"\ntext = "https://a.test/"\n'
FIRST_ROW = "the first row has: "


@pytest.fixture
def pack(tmp_path: Path) -> str:
    file = tmp_path / "pack.toml"
    file.write_text(HEAD + ITEM, "utf-8")
    return str(file)


def written(tmp_path: Path, name: str, data: str | bytes) -> str:
    file = tmp_path / name
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    return str(file)


@for_each(
    "line, hint",
    ("title = Week 47", 'text must be in quotation marks, as in "text"'),
    ("due = 28.11.2026", "dates are written as in 2026-11-28"),
    ('due = "28.11.2026"', '"due" must be a date without quotation marks, such as 2026-11-28, or'),
    ("title = \u201eWeek\u201c", 'TOML needs straight quotation marks, as in "text"'),
    ("title = \u201cWeek\u201d", 'TOML needs straight quotation marks, as in "text"'),
    ('title = "Week', "a quotation mark is missing"),
    ("scoring.second = 0,5", "numbers are written with a decimal point, as in 0.5"),
    ("version 2", "Expected '=' after a key"),
)
def test_error_in_a_line_of_a_pack_is_explained(
    line: str, hint: str, tmp_path: Path, uriinspect: Command
) -> None:
    answer = uriinspect("sheet", written(tmp_path, "pack.toml", f"pack = 1\n{line}\n{ITEM}"))
    assert f"pack.toml: line 2: {hint}" in answer.err or f"not valid TOML: {hint}" in answer.err
    assert answer.status == 2


@for_each(
    "name, data, fault",
    ("empty.toml", "", "the file is empty"),
    ("answers.csv", "student,question,answer\n",
        "this is a table, not a pack; --pack takes the TOML"),
    ("pack.xlsx", b"PK\x03\x04....", "this is a table, not a pack; --pack takes the TOML file"),
)  # fmt: skip
def test_file_that_is_not_a_pack_is_explained(
    name: str, data: str | bytes, fault: str, tmp_path: Path, uriinspect: Command
) -> None:
    answer = uriinspect("sheet", written(tmp_path, name, data))
    assert f"{name}: {fault}" in answer.err
    assert answer.status == 2


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"PK\x03\x04....", "this is a spreadsheet; save it as CSV"),
        (b"\xd0\xcf\x11\xe0....", "this is a spreadsheet; save it as CSV"),
        ("student,frag,antwort\nA,1,x\n", f"no column names; {FIRST_ROW}student, frag, antwort; "),
        ("student|question|answer\nA|1|x\n", "with a comma, a semicolon or a tab between them"),
        ("student,question\nA,1\n", f"missing column: answer; {FIRST_ROW}student, question; need"),
        ("a,b,c,d\n", "needed: student, question, answer"),
    ],
)
def test_table_without_the_columns_is_refused(
    data: str | bytes, fault: str, pack: str, tmp_path: Path, uriinspect: Command
) -> None:
    answer = uriinspect("check", "--pack", pack, written(tmp_path, "answers.csv", data))
    assert f"answers.csv: {fault}" in answer.err or fault in answer.err
    assert (answer.status, answer.out) == (2, "")


@pytest.mark.parametrize("data", ["", "student,question,answer\n"])
def test_table_without_answers_is_reported(data: str, pack: str, uriinspect: Command) -> None:
    answer = uriinspect("check", "--pack", pack, "-", given=data.encode())
    assert "uriinspect: -: no answers\n" in answer.err


def test_missing_quotation_mark_is_reported(pack: str, uriinspect: Command) -> None:
    data = b'student,question,answer\nA,1,"a.test\nB,1,a.test\n'
    answer = uriinspect("check", "--pack", pack, "-", given=data)
    assert "the answer has several lines; a quotation mark may be missing at its end" in answer.err
    assert answer.status == 2


def test_answers_to_an_unnamed_pack_are_recognized(uriinspect: Command) -> None:
    data = b"student,question,base,reference,answer,sheet\nA,1,http://a/,g,http://a/g,AAA-AAA\n"
    answer = uriinspect("check", "-", given=data)
    assert "these answers are from a sheet; give its pack with --pack FILE" in answer.err
    assert answer.status == 0


@pytest.mark.parametrize(
    ("data", "fault"),
    [("Nachname,Vorname\nArcher,Ann\n", "available: nachname, vorname"),
        ("Ann\nBob\nAnn\n", "Ann is listed twice; sheets are told apart by name"),
        (b"PK\x03\x04....", "this is a spreadsheet; save it as CSV")],
)  # fmt: skip
def test_unusable_list_of_students_is_explained(
    data: str | bytes, fault: str, pack: str, tmp_path: Path, uriinspect: Command
) -> None:
    answer = uriinspect("sheet", "--students", written(tmp_path, "class.csv", data), pack)
    assert f"class.csv: {fault}" in answer.err or fault in answer.err
    assert answer.status == 2


def test_count_and_students_exclude_each_other(
    pack: str, tmp_path: Path, uriinspect: Command
) -> None:
    names = written(tmp_path, "class.csv", "Ann\n")
    answer = uriinspect("sheet", "--count", "5", "--students", names, pack)
    assert "choose either --count or --students" in answer.err


def test_messages_are_in_the_chosen_language(
    pack: str, tmp_path: Path, uriinspect: Command
) -> None:
    table = b"student,question,answer\nAnna,1,a.test\nAnna,9,x\nBen,1,\n"
    file = written(tmp_path, "answers.csv", table)
    answer = uriinspect("check", "--pack", pack, "--language", "de", file)
    assert "Zeile 3: es gibt keine Frage 9; das Paket hat 1" in answer.err
    assert "keine Antworten von: Ben" in answer.err
    assert "1 von 1 richtig" in answer.err
    tried = uriinspect("sheet", "--check", "--language", "de", pack)
    assert "1 Fragen pro Person, für 200 Personen geprüft" in tried.err


@for_each(
    "table, arguments, said",
    ("", ("sheet", "FILE"), "Zeile 1: id fehlt oder ist kein Text"),
    ("student,question\nA,1\n", ("check", "--pack", "PACK", "FILE"), "fehlende Spalte: answer; in "
        "der ersten Zeile steht: student, question; nötig: "),
    ("a,b\n", ("check", "FILE"), "Zeile 1: fehlende Spalte: answer"),
    ("", ("sheet", "--count", "0", "PACK"), "--count muss eine Zahl von 1 bis 10.000 sein"),
    ("", ("check", "--by", "question", "FILE"), "--by question braucht auch --pack (siehe "),
    ("", ("check", "FILE.csv"), "FILE.csv: Datei oder Ordner nicht gefunden"),
)  # fmt: skip
def test_errors_are_in_the_chosen_language(
    table: str, arguments: tuple[str, ...], said: str, pack: str, tmp_path: Path,
    uriinspect: Command,
) -> None:  # fmt: skip
    file = written(tmp_path, "file", table or "title = 5\n")
    places = {"FILE": file, "PACK": pack}
    answer = uriinspect(*(places.get(each, each) for each in arguments), "--language", "de")
    assert answer.status == 2
    assert said in answer.err
