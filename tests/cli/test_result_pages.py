"""Result pages for students: questions, answers, reasons and marks."""

import html
import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Command

PACK = """pack = 1
id = "school.example/<w>"
version = 3
title = "Hosts </style><b>"
language = "en"
[scoring]
second = 0.25
[[item]]
id = "link"
kind = "where"
texts = ["https://www.bank.example@evil.test/<i>", "https://a.test/", "https://b.test/"]
[[item]]
id = "dots"
kind = "target"
base = "http://a.test/b/c"
reference = "../g"
"""
ANSWERS = (
    "student,question,answer,tries\n" "Ann,1,www.bank.example,\n" "Ann,2,a.test,2\n"
    'Ann,4,"http://a.test/b/../g<script>\u202e",\n' "Bob,1,evil.test,\n" "Bob,2,,\n"
    "Bob,2,=evil&,\n"
)  # fmt: skip


@pytest.fixture
def pack(tmp_path: Path) -> str:
    file = tmp_path / "pack.toml"
    file.write_text(PACK, "utf-8")
    return str(file)


def pages(out: str) -> list[str]:
    return out.split("<section>")[1:]


def questions(page: str) -> list[str]:
    """Return the text of each question without markup."""
    parts = page.split('<div class="question">')[1:]
    return [html.unescape(re.sub("<[^>]*>", " ", each.partition("</div>")[0])) for each in parts]


def test_result_pages_have_every_question_of_each_student(pack: str, uriinspect: Command) -> None:
    answer = uriinspect("check", "--pack", pack, "--format", "html", "-", given=ANSWERS.encode())
    ann, bob = pages(answer.out)
    assert answer.err == "uriinspect: 2 of 5 correct\n"
    assert ["Ann \u00b7 4 questions" in ann, "Bob \u00b7 4 questions" in bob] == [True, True]
    first, second, third, fourth = questions(ann)
    assert "\u2717 Wrong  \u00b7 marks: 0" in first
    assert 'You took the userinfo for the host. The host begins after "@".' in first
    assert "userinfo-as-host" in first
    assert "\u2713 Correct  \u00b7 marks: 0.25" in second
    assert "\u2013 No answer  \u00b7 marks: 0" in third
    assert "Your answer" not in third
    assert "http://a.test/b/../g<script>" in fourth
    assert "1 of 4 correct. Marks: 0.25 of 4" in ann
    assert "Right answer" not in answer.out
    # A blank row before an answer does not replace it.
    assert "=evil&" in questions(bob)[1]


def test_hostile_text_in_result_pages_is_escaped(pack: str, uriinspect: Command) -> None:
    answer = uriinspect(
        "check", "--pack", pack, "--format", "html", "--key", "with", "-", given=ANSWERS.encode()
    )
    assert not re.search(r"<script|<b>|<i>|<w>|href|src=|\u202e", answer.out)
    assert answer.out.count("</style>") == 1
    assert "Right answer" in answer.out
    assert "Right answer" not in questions(pages(answer.out)[0])[1]


def test_result_pages_are_in_the_chosen_language(pack: str, uriinspect: Command) -> None:
    answer = uriinspect(
        *("check", "--pack", pack, "--format", "html", "--language", "de", "-"),
        given=ANSWERS.encode(),
    )
    assert '<html lang="de">' in answer.out
    ann, _ = pages(answer.out)
    assert "1 von 4 richtig. Punkte: 0,25 von 4" in ann
    first = questions(ann)[0]
    for words in ("Ihre Antwort", "Ergebnis", "Falsch", "Punkte: 0", "Grund"):
        assert words in first
    assert "Sie haben die Userinfo f\u00fcr den Host gehalten." in first


def test_result_pages_never_overwrite_the_answers(
    pack: str, tmp_path: Path, uriinspect: Command
) -> None:
    answers, results = tmp_path / "answers.csv", tmp_path / "results.html"
    answers.write_text(ANSWERS, "utf-8")
    asked = ("check", "--pack", pack, "--format", "html", str(answers), "-o")
    assert uriinspect(*asked, str(results)).out == ""
    assert results.read_text("utf-8").count("<section>") == 2
    assert "this is the input" in uriinspect(*asked, str(answers)).err
    assert answers.read_text("utf-8") == ANSWERS


def test_checked_table_can_be_written_to_a_file(
    pack: str, tmp_path: Path, uriinspect: Command
) -> None:
    file = tmp_path / "marked"
    for form in ("csv", "json"):
        shown = uriinspect("check", "--pack", pack, "--format", form, "-", given=ANSWERS.encode())
        uriinspect(
            *("check", "--pack", pack, "--format", form, "-o", str(file), "-"),
            given=ANSWERS.encode(),
        )
        assert file.read_text("utf-8") == shown.out
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [(each["on_sheet"], each["item"]) for each in records[:3]] == [
        *((1, "link"), (2, "link"), (4, "dots"))
    ]


def test_only_listed_students_have_a_result_page(
    pack: str, tmp_path: Path, uriinspect: Command
) -> None:
    names = tmp_path / "class.csv"
    names.write_text("name\nAnn\nEve\n", "utf-8")
    answer = uriinspect(
        *("check", "--pack", pack, "--students", str(names), "--format", "html", "-"),
        given=ANSWERS.encode(),
    )
    assert len(pages(answer.out)) == 1
    assert '"Bob" is not in the list of students' in answer.err
    assert "no answers from: Eve" in answer.err
    assert answer.status == 2
