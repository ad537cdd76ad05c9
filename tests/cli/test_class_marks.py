"""Marks go to the right students, judged by each student's own questions."""

import csv
import io
from pathlib import Path

import pytest

from tests.cli.conftest import Answer, Command
from tests.cli.test_sheet import rows

SPELLED = (" schmidt, ANNA", "Tim  Lehmann", "Zoe\u0308 A\u0308rmel")
CLASS = ["Anna Schmidt", "Tim Lehmann", "Zo\u00eb \u00c4rmel"]
EQUAL = """pack = 1
id = "school.example/equal"
version = 1
title = "Equal"
due = 2026-12-04
[[item]]
id = "equal"
kind = "rung"
count = 2
"""


@pytest.fixture
def class_rows(tmp_path: Path, uriinspect: Command) -> list[dict[str, str]]:
    """Return a class's rows, all answered correctly."""
    (tmp_path / "class.csv").write_text("name\n" + "\n".join(CLASS), "utf-8")
    (tmp_path / "equal.toml").write_text(EQUAL, "utf-8")
    asked = ("sheet", "--students", str(tmp_path / "class.csv"), "--key", "with")
    found = rows(uriinspect(*asked, str(tmp_path / "equal.toml")).out)
    for row in found:
        row["answer"] = row["key"]
    return found


def marked_class(
    tmp_path: Path, uriinspect: Command, found: list[dict[str, str]], *names: str, listed: bool
) -> Answer:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, names or tuple(found[0]), extrasaction="ignore")
    writer.writeheader()
    writer.writerows(found)
    (tmp_path / "answers.csv").write_text(text.getvalue(), "utf-8")
    students = ("--students", str(tmp_path / "class.csv")) if listed else ()
    files = (str(tmp_path / "equal.toml"), str(tmp_path / "answers.csv"))
    return uriinspect("check", *students, "--pack", *files)


@pytest.mark.parametrize("names", [(), ("student", "question", "asks", "answer")])
def test_row_of_another_student_is_not_marked(
    tmp_path: Path, uriinspect: Command, class_rows: list[dict[str, str]], names: tuple[str, ...]
) -> None:
    for row in class_rows:
        row["student"] = row["student"].upper()
    marked = marked_class(tmp_path, uriinspect, class_rows, *names, listed=False)
    assert (marked.status, len(rows(marked.out))) == (2, 0)
    assert marked.err.count("another version, pack or student") == 6


def test_student_names_match_in_any_spelling(
    tmp_path: Path, uriinspect: Command, class_rows: list[dict[str, str]]
) -> None:
    spelled = dict(zip(CLASS, SPELLED, strict=True))
    for row in class_rows:
        row["student"] = spelled[row["student"]]
    short = ("student", "question", "answer")
    marked = marked_class(tmp_path, uriinspect, class_rows, *short, listed=True)
    assert marked.err == "uriinspect: 6 of 6 correct\n"


def test_unknown_and_missing_students_are_reported(
    tmp_path: Path, uriinspect: Command, class_rows: list[dict[str, str]]
) -> None:
    for row in class_rows[2:4]:
        row["student"] = "Tim Lahmann"
    marked = marked_class(tmp_path, uriinspect, class_rows, listed=True)
    assert marked.status == 2
    fault = '"Tim Lahmann" is not in the list of students; the nearest name is "Tim Lehmann"'
    assert f"line 4: {fault}\n" in marked.err
    assert f"answers.csv: 1 more row: {fault}\n" in marked.err
    assert "uriinspect: no answers from: Tim Lehmann\n" in marked.err
    assert len(rows(marked.out)) == 4


@pytest.mark.parametrize("listed", [False, True])
def test_student_with_only_empty_rows_is_reported(
    tmp_path: Path, uriinspect: Command, class_rows: list[dict[str, str]], *, listed: bool
) -> None:
    silent = class_rows[2]["student"]
    for row in class_rows:
        if row["student"] == silent:
            row["answer"] = " "
    class_rows[0]["answer"] = ""  # a single empty answer does not make a student silent
    marked = marked_class(tmp_path, uriinspect, class_rows, listed=listed)
    assert [each for each in marked.err.splitlines() if "no answers from" in each] == [
        f"uriinspect: no answers from: {silent}"
    ]


def test_class_totals_are_translated_and_state_the_maximum(
    tmp_path: Path, uriinspect: Command, class_rows: list[dict[str, str]]
) -> None:
    del class_rows[3]  # a question without a row counts, too
    class_rows[0]["answer"], class_rows[1]["answer"] = "?", ""

    def sums(by: str) -> str:
        files = (str(tmp_path / "equal.toml"), str(tmp_path / "answers.csv"))
        asked = ("check", "--by", by, "--language", "de", "--pack", *files)
        return " ".join(uriinspect(*asked).out.split())

    marked_class(tmp_path, uriinspect, class_rows, listed=True)

    assert sums("student").startswith(
        "Person Anna Schmidt 0 richtig 1 falsch 1 ohne Antwort Punkte: 0 von 2 Tim Lehmann "
        "1 richtig 0 falsch 0 ohne Antwort Punkte: 1 von 2 "
    )
    assert sums("class") == (
        "Klasse Klasse 3 richtig 1 falsch (1 Person) 1 ohne Antwort Punkte: 3 von 6"
    )
    assert sums("question") == (
        "Frage 1 2 richtig 1 falsch (1 Person) 0 ohne Antwort Punkte: 2 von 3 "
        "2 1 richtig 0 falsch 1 ohne Antwort Punkte: 1 von 2"
    )
    assert sums("item").startswith("Aufgaben equal Fragen 1 bis 2 3 richtig ")
    assert "1 Person 1 Antwort (keine Antwort)" in sums("mistake")


def test_only_the_first_answer_to_a_question_counts(
    tmp_path: Path, uriinspect: Command, class_rows: list[dict[str, str]]
) -> None:
    blank = class_rows[0] | {"answer": ""}
    twice = [blank, *class_rows, class_rows[0] | {"answer": "?"}]
    marked = marked_class(tmp_path, uriinspect, twice, listed=True)
    assert "Anna Schmidt has already answered question 1; the first answer counts" in marked.err
    assert marked.err.endswith("6 of 6 correct\n")


def test_sheet_shows_the_due_date_and_key_is_short(tmp_path: Path, uriinspect: Command) -> None:
    pack = tmp_path / "equal.toml"
    pack.write_text(EQUAL, "utf-8")
    sheet = uriinspect("sheet", "--format", "html", str(pack)).out
    assert '<p class="due">due: 2026-12-04</p>' in sheet
    german = ("sheet", "--format", "html", "--language", "de", "--key", "alone")
    key = uriinspect(*german, str(pack)).out
    assert "Richtige Antworten" in key
    assert '<section class="key">' in key
    assert 'class="choices"' not in key


def test_several_editions_for_drawn_questions_are_refused(
    tmp_path: Path, uriinspect: Command
) -> None:
    pack = tmp_path / "drawn.toml"
    pack.write_text(f'{EQUAL}editions = ["2003", "2005"]\n', "utf-8")
    answer = uriinspect("sheet", "--check", str(pack))
    assert answer.status == 2
    assert (
        'line 10: "editions" is only for fixed questions; randomly drawn ones have one edition each'
        in answer.err
    )


def test_key_lists_the_requested_mistake_first(tmp_path: Path, uriinspect: Command) -> None:
    pack = tmp_path / "above.toml"
    item = '[[item]]\nid = "x"\nkind = "target"\nedition = "1997"\nabout = ["above-root-dropped"]'
    pack.write_text(EQUAL.partition("[[")[0] + item, "utf-8")
    key = uriinspect("sheet", "--format", "html", "--key", "alone", str(pack)).out
    assert "above the root" in key.partition("<li>")[2].partition("</li>")[0]
