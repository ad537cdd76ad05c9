"""The sheet command: sheets for a class, printed, filled in and marked."""

import csv
import html
import io
import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.for_each import for_each
from uriinspector.lessons.kinds.table import KINDS
from uriinspector.lessons.mistakes.table import ANSWER_ROWS, MISTAKES
from uriinspector.lessons.tricks import TRICKS


@pytest.fixture
def pack(tmp_path: Path, uriinspect: Command) -> str:
    file = tmp_path / "pack.toml"
    assert uriinspect("sheet", "-o", str(file)).status == 0
    return str(file)


def rows(out: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(out, newline="")))


def test_sheet_has_an_empty_cell_for_each_answer(pack: str, uriinspect: Command) -> None:
    found = rows(uriinspect("sheet", pack).out)
    assert len(found) == 20
    assert set(found[0]) == {
        *("student", "question", "item", "asks", "base", "reference", "answer", "sheet")
    }
    assert {row["answer"] for row in found} == {""}


@for_each("command", "sheet --count 2 PACK", "report http://a.test/")
def test_table_with_answers_is_not_overwritten(
    command: str, pack: str, tmp_path: Path, uriinspect: Command
) -> None:
    answers, marks = str(tmp_path / "answers.csv"), str(tmp_path / "marks.csv")
    Path(answers).unlink(missing_ok=True)
    for _ in range(2):  # it can be made again while there are no answers
        assert uriinspect("sheet", "-o", answers, pack).status == 0
    filled = Path(answers).read_text("utf-8").replace(",,", ",none,", 1)
    Path(answers).write_text(filled, "utf-8")
    answer = uriinspect(*command.replace("PACK", pack).split(), "-o", answers)
    assert (answer.status, Path(answers).read_text("utf-8")) == (2, filled)
    assert "contains answers and was left unchanged; choose another name" in answer.err
    for _ in range(2):  # the output of "check" can be made again
        assert uriinspect("check", "--pack", pack, "-o", marks, answers).status == 0


def test_filled_in_sheets_of_a_class_are_marked(
    pack: str, tmp_path: Path, uriinspect: Command
) -> None:
    names = tmp_path / "list.csv"
    names.write_text("id;name\n1;J\u00fcrgen\n2;=ann\n", "utf-8")
    found = rows(uriinspect("sheet", "--students", str(names), "--key", "with", pack).out)
    assert [row["student"] for row in found[::20]] == ["J\u00fcrgen", "'=ann"]
    for number, row in enumerate(found):
        row["answer"] = row["base"] or "none" if number % 20 == 1 else row["key"]
    answers = tmp_path / "answers.csv"
    with answers.open("w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, [*found[0], "remark"])
        writer.writeheader()
        writer.writerows(found)
    marked = rows(uriinspect("check", "--pack", pack, str(answers)).out)
    wrong = [row for row in marked if row["right"] != "yes"]
    assert [(row["item"], row["question"], row["mark"]) for row in wrong] == [
        ("merge", "2", "0")
    ] * 2
    assert all(row["reason"] for row in wrong)
    assert {row["mark"] for row in marked} == {"0", "1"}
    assert {"remark", "key", "mistake", "also"} <= set(marked[0])
    sums = uriinspect("check", "--pack", pack, "--by", "item", str(answers))
    assert re.search(
        r"merge +questions 1 to 4 +6 right +2 wrong \(2 students\) "
        r"+0 without an answer +mark 6 of 8",
        sums.out,
    )


def test_printed_pages_have_no_links_and_escape_everything(
    tmp_path: Path, uriinspect: Command
) -> None:
    file = tmp_path / "pack.toml"
    file.write_text(
        'pack = 1\nid = "a"\nversion = 1\ntitle = "<b>\u202e"\n[[item]]\nid = "x"\nkind = "where"\n'
        'text = "https://a\\"<script>@b.test/"\n',
        "utf-8",
    )
    answer = uriinspect("sheet", "--format", "html", "--count", "3", "--key", "with", str(file))
    assert answer.out.count("<section>") == 3
    assert not re.search(r"<script|<b>|href|src=|\u202e", answer.out)
    assert "b.test" in answer.out
    plain = uriinspect("sheet", "--format", "html", str(file)).out
    assert html.unescape(plain).count("b.test") == 1


def test_sheets_are_printed_as_json(pack: str, uriinspect: Command) -> None:
    answer = uriinspect("sheet", "--format", "json", "--count", "2", pack)
    one, other = map(json.loads, answer.out.splitlines())
    assert one["code"] != other["code"]
    assert "key" not in one["questions"][0]
    keyed = uriinspect("sheet", "--format", "json", "--key", "alone", pack)
    assert all("key" in each for each in json.loads(keyed.out)["questions"])


def test_sheet_questions_can_be_german(pack: str, uriinspect: Command) -> None:
    found = rows(uriinspect("sheet", "--language", "de", pack).out)
    asked, answer = found[0]["asks"].split(" | ")
    assert asked == "Wie lautet die Ziel-URI der Referenz in der Ausgabe 2005?"
    assert answer.startswith("Antwort: Die ganze Ziel-URI")


def test_sheet_test_tries_out_a_pack(pack: str, uriinspect: Command) -> None:
    answer = uriinspect("sheet", "--check", pack)
    assert "20 questions per student, tried with 200 students" in answer.err
    assert (answer.status, answer.out) == (0, "")


def test_answers_to_another_version_are_not_marked(
    pack: str, tmp_path: Path, uriinspect: Command
) -> None:
    sheet = uriinspect("sheet", "--count", "1", pack).out.encode()
    assert uriinspect("check", "--pack", pack, "-", given=sheet).status == 0
    text = Path(pack).read_text("utf-8")
    other = tmp_path / "other.toml"
    other.write_text(re.sub("version = [0-9]+", "version = 77", text), "utf-8")
    answer = uriinspect("check", "--pack", str(other), "-", given=sheet)
    assert "the pack has a different question here" in answer.err
    assert answer.status == 2


@for_each("form", "html", "moodle")
def test_sheet_keeps_line_breaks_of_a_page(form: str, tmp_path: Path, uriinspect: Command) -> None:
    file = tmp_path / "pack.toml"
    file.write_text(
        'pack = 1\nid = "a"\nversion = 1\ntitle = "t"\n[[item]]\nid = "x"\nkind = "base"\n'
        'page = "<base href=/x/>\\n<a href=g>y</a>"\nurl = "http://h.example/p/q"\n',
        "utf-8",
    )
    answer = uriinspect("sheet", "--format", form, str(file))
    assert answer.status == 0, answer.err
    assert "<br>" in html.unescape(answer.out)
    assert "U+000A" not in answer.out


def test_pack_sets_the_language_of_its_sheets(tmp_path: Path, uriinspect: Command) -> None:
    file = tmp_path / "pack.toml"
    file.write_text(
        'pack = 1\nid = "a"\nversion = 1\ntitle = "b"\nlanguage = "de"\n'
        '[[item]]\nid = "x"\nkind = "site"\ntext = "https://www.shop.example/"\n',
        "utf-8",
    )
    assert "registrierbare Domain" in uriinspect("sheet", str(file)).out
    assert "registrable domain" in uriinspect("sheet", "--language", "en", str(file)).out
    answers = tmp_path / "answers.csv"
    answers.write_text("student,item,number,answer\nann,x,1,www.shop.example\n", "utf-8")
    marked = uriinspect("check", "--pack", str(file), str(answers)).out
    assert "Seine registrierbare Domain ist k\u00fcrzer." in marked


def test_sheet_exports_questions_for_moodle(pack: str, uriinspect: Command) -> None:
    answer = uriinspect("sheet", "--format", "moodle", pack)
    assert answer.out.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<quiz>')
    assert answer.out.count("<name><text>merge ") == 30
    assert "You kept the last segment of the base." in answer.out


def test_separate_answer_key_lists_wrong_answers(pack: str, uriinspect: Command) -> None:
    answer = uriinspect("sheet", "--format", "html", "--key", "alone", pack)
    assert answer.out.count("Wrong answers") > 10
    assert "Wrong answers" not in uriinspect("sheet", "--format", "html", pack).out


def test_every_kind_trick_and_mistake_is_listed(uriinspect: Command) -> None:
    def listed(what: str) -> set[str]:
        out = uriinspect("sheet", "--list", what).out
        return {row.split()[0] for row in out.splitlines() if re.match("  [a-z]", row)}

    assert listed("kinds") == set(KINDS)
    assert listed("tricks") == set(TRICKS)
    assert listed("mistakes") == {each.code for each in (*MISTAKES, *ANSWER_ROWS)}


def test_error_points_to_the_help_of_the_command_unless_it_is_in_a_file(
    tmp_path: Path, uriinspect: Command
) -> None:
    file = tmp_path / "pack.toml"
    file.write_text("pack = 1\n", "utf-8")
    for command in (("sheet", str(file)), ("check", "--pack", str(file), "-")):
        assert "--help" not in uriinspect(*command).err
    assert uriinspect("sheet", "--key", "x").err.endswith("(see uriinspect sheet --help)\n")
    assert uriinspect("--edition", "1800", "x").err.endswith("(see uriinspect --help)\n")


def test_name_and_sheet_code_are_on_every_page(
    pack: str, tmp_path: Path, uriinspect: Command
) -> None:
    code = r"\b[0-9A-Z]{3}-[0-9A-Z]{3}\b"
    assert len(set(re.findall(code, uriinspect("sheet", "--format", "html", pack).out))) == 1
    file = tmp_path / "list.csv"
    file.write_text("Ann Archer\n", "utf-8")
    named = uriinspect("sheet", "--format", "html", "--students", str(file), pack).out
    # Browsers repeat the head of a table on every page.
    (head,) = re.findall("<thead>.*?</thead>", named, re.DOTALL)
    assert "Ann Archer \u00b7 20 questions" in head
    assert re.search(f"school.example/relative-references, version 1 \u00b7 sheet {code}", head)


def test_pages_are_numbered_for_each_student_and_the_end_is_marked(
    pack: str, uriinspect: Command
) -> None:
    page = uriinspect("sheet", "--format", "html", "--count", "2", pack).out
    assert 'content: "Page " counter(odd) "";' in page
    assert page.count("End of the questions. Question 20 is the last one.") == 2
    german = uriinspect("sheet", "--format", "html", "--language", "de", pack).out
    # For a single sheet, browsers know the number of pages.
    assert 'content: "Seite " counter(page) " von " counter(pages) "";' in german
    assert "Ende der Fragen. Frage 20 ist die letzte." in german
    key = uriinspect("sheet", "--format", "html", "--key", "alone", pack).out
    assert "is the last one" not in key


def test_answer_formats_are_on_the_sheet(pack: str, uriinspect: Command) -> None:
    page = html.unescape(uriinspect("sheet", "--format", "html", pack).out)
    assert 'Answer: The host, or "none".' in page
    assert 'Answer: The host, or ""none"".' in uriinspect("sheet", pack).out
    assert "Answer: The host" in html.unescape(uriinspect("sheet", "--format", "moodle", pack).out)


def test_lesson_is_printed_as_a_handout_and_marked(tmp_path: Path, uriinspect: Command) -> None:
    page = uriinspect("sheet", "--format", "html", "--count", "2", "lesson:4").out
    assert page.count("A relative path replaces everything after the last slash") == 2
    assert "<code>/b/c/d;p</code>" in page
    german = uriinspect("sheet", "--format", "html", "--language", "de", "lesson:merging").out
    assert "A relative path" not in german
    key = rows(uriinspect("sheet", "--key", "alone", "lesson:4").out)
    file = tmp_path / "answers.csv"
    written = [f"{row['student']},{row['question']},{row['key']}" for row in key]
    file.write_text("student,question,answer\n" + "\n".join(written), "utf-8")
    marked = uriinspect("check", "--pack", "lesson:4", str(file))
    assert marked.err == (
        "uriinspect: student names were not checked; --students FILE finds misspelled ones\n"
        f"uriinspect: {len(key)} of {len(key)} correct\n"
    )
    missing = uriinspect("sheet", "lesson:99")
    assert "no such lesson; available: lesson:1 to lesson:" in missing.err


def test_list_of_students_with_long_rows_is_read_completely(
    pack: str, tmp_path: Path, uriinspect: Command
) -> None:
    file = tmp_path / "list.csv"
    names = ["ann", "bob", "cem"]
    file.write_text(
        "name,remark\n" + "".join(f"{each},{'x' * 20_000}\n" for each in names), "utf-8"
    )
    found = rows(uriinspect("sheet", "--students", str(file), pack).out)
    assert list(dict.fromkeys(row["student"] for row in found)) == names
