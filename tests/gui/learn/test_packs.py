"""Question packs of teachers: opening, answering by keyboard and handing in."""

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from tests.gui.learn.keyboard import answer_rightly, focus, press, tab_to_press
from uriinspector.export.judged_answers import JudgedAnswer, PackQuestions, judged_rows, pack_table
from uriinspector.gui.learn.page import LearnPage, has_reasons
from uriinspector.gui.shell.window import Window
from uriinspector.lessons.exercise_round import PackRound
from uriinspector.lessons.pack_file import read_pack

Key = Qt.Key
PACK = """pack = 1
id = "school.example/week-47"
version = 2
title = "Week 47 <b>bold</b>"
tries = 2

[scoring]
second = 0.25

[[item]]
id = "merge"
kind = "target"
count = 2
reference = ["{name}", "../{name}"]

[[item]]
id = "host"
kind = "where"
text = "https://www.bank.example@x93.test/"

[[item]]
id = "level"
kind = "rung"
"""

OTHER_QUESTION = (
    "the pack has a different question here; the answer may belong to another version, pack or "
    "student"
)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    file = tmp_path / "week.toml"
    file.write_text(PACK, "utf-8")
    return file


def begin(page: LearnPage, pack: Path, student: str = "Anna B") -> PackRound:
    page.open_pack(str(pack))
    assert page.stack.currentWidget() is page.pack_view
    press(focus(), student)
    press(focus(), Key.Key_Return)
    page.pack_view.job.finish()
    asking = page.question_view.round
    assert isinstance(asking, PackRound)
    return asking


def judged(text: str, pack: str) -> list[JudgedAnswer]:
    return list(judged_rows(pack_table(text), PackQuestions(read_pack(pack))))


def handed_in(page: LearnPage, place: Path) -> str:
    page.ask_where = lambda *_: str(place)
    tab_to_press(page.pack_view.hand_in)
    return place.read_text("utf-8")


def test_pack_is_answered_by_keyboard_and_handed_in(
    page: LearnPage, pack: Path, tmp_path: Path
) -> None:
    asking = begin(page, pack)
    view = page.question_view
    assert view.head.title.text() == "Week 47 <b>bold</b>"
    press(focus(), "http://x.example/")
    press(focus(), Key.Key_Return)
    assert view.reason is not None
    assert not view.reason.show_answer.isVisible()
    press(focus(), Key.Key_Return)  # again
    for _ in range(4):
        answer_rightly(view)
        press(focus(), Key.Key_Return)
    assert page.stack.currentWidget() is page.pack_view
    assert page.pack_view.progress.text().startswith("4 of 4 questions answered")
    answers = tmp_path / "answers.csv"
    text = handed_in(page, answers)
    assert text.startswith("student,question,item,asks,base,reference,answer,tries,hints,sheet")
    assert text.count(asking.sheet.code) == 4
    rows = judged(text, PACK)
    assert [(row.right, row.row.values["tries"]) for row in rows] == [
        (True, "2"),
        *[(True, "1")] * 3,
    ]
    assert "<b>" not in page.strip.words.text()


def test_pack_answers_are_kept_per_student(page: LearnPage, pack: Path) -> None:
    begin(page, pack)
    answer_rightly(page.question_view)
    press(focus(), Key.Key_Escape)
    assert page.stack.currentWidget() is page.pack_view
    assert page.pack_view.begin.text() == "Continue"
    assert len(begin(page, pack).results) == 1
    assert page.question_view.head.place.text() == "2 of 4"
    assert not begin(page, pack, "Ben").results
    kept = page.record.attempts()
    assert len(kept) == 1
    assert "Anna" not in f"{kept[0].item}{kept[0].seed}"


def test_answers_for_another_pack_version_or_student_are_refused(
    page: LearnPage, pack: Path, tmp_path: Path
) -> None:
    begin(page, pack)
    answer_rightly(page.question_view)
    press(focus(), Key.Key_Escape)
    answers = tmp_path / "answers.csv"
    text = handed_in(page, answers)
    assert [row.right for row in judged(text, PACK)] == [True, None, None, None]
    other = PACK.replace("version = 2", "version = 3")
    for rows in (judged(text, other), judged(text.replace("Anna B", "Ben"), PACK)):
        assert all(row.fault.endswith(OTHER_QUESTION) for row in rows)


def test_pack_without_reasons_advances_after_each_answer(page: LearnPage, pack: Path) -> None:
    pack.write_text(PACK.replace("tries = 2", 'reasons = "never"'), "utf-8")
    begin(page, pack)
    view = page.question_view
    assert not view.hints.isVisible()
    press(focus(), Key.Key_F2)
    assert view.round is not None
    assert view.round.hints == 0
    press(focus(), "http://x.example/")
    press(focus(), Key.Key_Return)
    assert view.head.place.text() == "2 of 4"
    for _ in range(3):
        answer_rightly(view)
    assert page.stack.currentWidget() is page.pack_view
    assert page.pack_view.again.isVisible()
    tab_to_press(page.pack_view.again)
    assert view.head.place.text() == "1 of 4"
    answer_rightly(view)
    assert len(view.round.results) == 1
    assert isinstance(view.round, PackRound)
    assert view.round.answers[0].right
    assert view.round.answers[0].tries == 1


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (PACK.replace("where", "wehre"), 'line 18: kind: unknown "wehre"; similar: where'),
        (PACK.replace("tries", "trys"), 'line 5: unknown field "trys"; similar: tries'),
        (PACK.replace("tries = 2", 'due = "soon"'), 'line 5: "due" must be a date without'),
        ("not toml", "line 1: not valid TOML"),
        ("\udcff", "The file is not UTF-8."),
    ],
)  # fmt: skip
def test_invalid_pack_is_refused_with_line_and_field(
    page: LearnPage, pack: Path, text: str, fault: str
) -> None:
    pack.write_bytes(text.encode("utf-8", "surrogateescape"))
    page.open_pack(str(pack))
    assert page.pack_view.title.text() == "The pack cannot be used"
    texts = [each.text() for each in page.pack_view.faults.rows]  # type: ignore[attr-defined]
    assert any(each.startswith(fault) for each in texts), texts
    assert not page.pack_view.asking.isVisible()


def test_pack_requires_a_name_and_refuses_network_files(page: LearnPage, pack: Path) -> None:
    page.open_pack(str(pack))
    press(focus(), Key.Key_Return)
    assert page.pack_view.progress.text() == "Type your name or code first."
    page.open_pack(r"\\host.test\share\week.toml")
    assert page.pack_view.faults.rows[0].text() == "Network files are never opened."  # type: ignore[attr-defined]


def test_dropped_pack_is_opened(page: LearnPage, window: Window, pack: Path) -> None:
    window.open_workspace("documents")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(pack))])
    none = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    window.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, data, *none))
    assert window.pages.shown() is page
    assert page.pack_view.opened is not None
    assert page.pack_view.opened.pack is not None


def test_language_change_keeps_the_pack(page: LearnPage, window: Window, pack: Path) -> None:
    begin(page, pack)
    window.profile.settings.set("language", "de")
    assert isinstance(window.learn_page.question_view.round, PackRound)
    press(focus(), Key.Key_Escape)
    assert window.learn_page.pack_view.student.text() == "Anna B"
    window.profile.settings.set("language", "en")


def test_pack_reasons_follow_setting_and_deadline() -> None:
    now = datetime(2026, 11, 28, 18, 0, tzinfo=timezone(timedelta(hours=1)))
    for head, expected in (
        ("", True),
        ('reasons = "never"', False),
        ('reasons = "after the deadline"', False),
        ('reasons = "after the deadline"\ndue = 2026-11-28T18:00:00+01:00', True),
        ('reasons = "after the deadline"\ndue = 2026-11-28T18:00:01+01:00', False),
        ('reasons = "after the deadline"\ndue = 2026-11-28T17:00:00', True),
        ('reasons = "after the deadline"\ndue = 2026-11-28', False),
        ('reasons = "after the deadline"\ndue = 2026-11-27', True),
    ):
        assert has_reasons(read_pack(PACK.replace("tries = 2", head)), now) is expected


def test_pack_is_recognized_among_toml_files(
    page: LearnPage, window: Window, pack: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.toml"
    other.write_text('home = "https://a.example/"\n', "utf-8")
    window.open_paths([str(pack)])
    assert page.stack.currentWidget() is page.pack_view
    assert page.isVisible()
    window.open_paths([str(other)])
    assert not page.isVisible()
    window.open_paths([])
    window.open_paths([str(tmp_path / "missing.toml")])
    assert not page.isVisible()


def test_pack_results_are_saved_as_one_page(page: LearnPage, pack: Path, tmp_path: Path) -> None:
    begin(page, pack)
    press(focus(), "http://x.example/")
    press(focus(), Key.Key_Return)
    press(focus(), Key.Key_Return)  # again
    answer_rightly(page.question_view)
    press(focus(), Key.Key_Escape)
    place = tmp_path / "results.html"
    page.ask_where = lambda *_: str(place)
    tab_to_press(page.pack_view.results)
    text = place.read_text("utf-8")
    assert text.count("<section") == 1
    assert "1 of 4 correct" in text
    assert "Anna" in text
    assert "counter(pages)" in text
