"""Exercise sheets in every format, with and without the key, and golden files."""

import csv
import io
import json
import sys
from dataclasses import replace

from tests.for_each import for_each
from tests.golden_files import compare
from tests.lessons.question_kinds import ASKED, asked_items, drawn_question
from uriinspector.export.judged_answers import PackQuestions, judged_rows, pack_table
from uriinspector.export.language import speaking
from uriinspector.export.moodle_quiz import as_moodle
from uriinspector.export.sheet_forms import (
    ALONE,
    LABELS,
    WITH,
    WITHOUT,
    SheetForm,
    answers_as_csv,
    as_csv,
    as_json,
)
from uriinspector.export.sheet_page import (
    MOST_LIKELY,
    SPECIAL_TARGETS,
    as_html,
    as_result_pages,
    student_results,
)
from uriinspector.lessons.pack import Sheet, sheet_of
from uriinspector.lessons.pack_file import read_pack
from uriinspector.lessons.score import Attempt

PACK = read_pack(
    'pack = 1\nid = "school.example/x"\nversion = 1\ntitle = "Links & <bases>/1"\n'
    + "".join(f'[[item]]\nid = "{asks}"\nkind = "{kind}"\n{of}' for asks, kind, of in asked_items())
    + '[[item]]\nid = "fixed"\nkind = "target"\nbase = "http://a.test/b*c?=\\"1"\n'
    'references = ["*\\u0001\\u202e<b>]]>&amp;", "", "=g"]\n'
    '[[item]]\nid = "page"\nkind = "base"\nurl = "https://a.test/<script>"\n'
    'page = "<base href=//b.test/>\\n<a href=x>y</a>"\n'
)
STUDENTS = ("=J\u00fcrgen", "<b>\u202e")
# Given values that are part of the question's wording, or not shown.
SAID = {"part", "edition", "parts", "asks", "wants", "times", "of"}

URLLIB = "Python&amp;#x27;s urllib"


def sheets(count: int = 1) -> list[Sheet]:
    return [sheet_of(PACK, student) for student in STUDENTS[:count]]


def test_sheet_table_with_key_matches_the_golden_file() -> None:
    compare("sheet.csv", "".join(as_csv(sheets(2), SheetForm(WITH))))


@for_each("key, columns", (WITHOUT, ["answer"]), (WITH, ["answer", "key"]), (ALONE, ["key"]))
def test_sheet_table_has_the_key_on_request(key: str, columns: list[str]) -> None:
    (sheet,) = sheets()
    head, *found = csv.reader(io.StringIO("".join(as_csv([sheet], SheetForm(key))), newline=""))
    assert head[6:] == [*columns, "sheet"]
    keys = [row.question.key for row in sheet.rows]
    assert len(found) == len(keys)
    for row, answer in zip(found, keys, strict=True):
        cells = {"answer": "", "key": answer}
        assert row[6:] == [*(cells[name] for name in columns), sheet.code]


def test_sheet_json_lines_match_the_golden_file() -> None:
    compare("sheet.jsonl", "".join(as_json(sheets(), SheetForm())))


@for_each("key", WITH, ALONE)
def test_sheet_json_has_the_key_of_each_question(key: str) -> None:
    (sheet,) = sheets()
    record = json.loads("".join(as_json([sheet], SheetForm(key))))
    assert [each["key"] for each in record["questions"]] == [r.question.key for r in sheet.rows]


@for_each("key", WITHOUT, WITH, ALONE)
def test_sheet_html_pages_match_the_golden_files(key: str) -> None:
    language = "de" if key == ALONE else "en"
    form = SheetForm(key, speaking(language), key == WITHOUT)
    count = 2 if key == WITHOUT else 1
    compare(f"sheet.{key}.html", "".join(as_html(PACK, sheets(count), form)))


def test_result_pages_and_moodle_questions_match_the_golden_files() -> None:
    (sheet,) = sheets()
    head = "student,question,answer\n"
    answers = ("http://a/", sheet.rows[1].question.key, "", *["A", "<b>\u202e", "'=x"] * 6)
    text = head + "".join(f"'{STUDENTS[0]},{at},{x}\n" for at, x in enumerate(answers, 1))
    questions = PackQuestions(PACK)
    results = student_results(questions.sheets, judged_rows(pack_table(text), questions))
    form = SheetForm(WITH, speaking("de"), has_names=True)
    compare("results.html", "".join(as_result_pages(PACK, results, form)))
    found = "".join(as_moodle(PACK, sheets(), SheetForm()))
    if sys.version_info >= (3, 14):  # its urllib does not remove the text after ";"
        reason = "It is part of its segment."
        assert found.count(f"{reason}<") == 1
        found = found.replace(reason, f"{reason} Your answer is the result in {URLLIB}.")
    compare("quiz.xml", found)


def test_likely_mistakes_are_few_and_distinct_with_rare_ones_last() -> None:
    page = "".join(as_html(PACK, sheets(), SheetForm(ALONE)))
    lists = [part.partition("</ul>")[0] for part in page.split('<p class="wrong">')[1:]]
    assert max(each.count("<li>") for each in lists) == MOST_LIKELY
    for each in lists:
        answers = [part.partition("</code>")[0] for part in each.split("<li><code>")[1:]]
        reasons = [part.partition("</li>")[0] for part in each.split("</code>: ")[1:]]
        assert len(set(reasons)) == len(reasons)
        rare = [answer in SPECIAL_TARGETS for answer in answers]
        assert rare == sorted(rare)


@for_each("kind", *ASKED)
def test_every_given_value_of_a_question_has_a_label(kind: str) -> None:
    given = {name for number in range(5) for name in drawn_question(kind, f"s{number}").given}
    assert given <= LABELS.keys() | SAID


def test_answers_are_exported_with_tries_and_hints() -> None:
    (sheet,) = sheets()
    stored = Attempt(0, "", "target", 1, "", {}, "=a", right=True, tries=2, hints=3)
    answers = {1: stored, 2: replace(stored, answer="", right=False, tries=1, hints=0)}
    written = "".join(answers_as_csv(sheet, answers, SheetForm()))
    head, *found = csv.reader(io.StringIO(written, newline=""))
    assert head == [*head[:6], "answer", "tries", "hints", "sheet"]
    assert [row[6:9] for row in found[:4]] == [
        ["", "", ""],
        ["'=a", "2", "3"],
        ["", "1", "0"],
        ["", "", ""],
    ]
    assert len(found) == len(sheet.rows)
    assert {row[9] for row in found} == {sheet.code}
    questions = csv.reader(io.StringIO("".join(as_csv([sheet], SheetForm())), newline=""))
    assert [row[:6] for row in questions] == [each[:6] for each in (head, *found)]
