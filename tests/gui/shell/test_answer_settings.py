"""Settings for answers to exercises: keeping, clearing, exporting and importing them."""

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.gui.storage.test_learning_record import ANSWER
from uriinspector.gui.shell.settings_dialog import AnswerSettings
from uriinspector.gui.storage.profile import Profile, profile_at

ANSWERS = [replace(ANSWER, answer=text) for text in ("http://a/g", "=1")]


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    made = profile_at(tmp_path / "config", tmp_path / "data")
    made.learning.add(ANSWERS)
    return made


@pytest.fixture
def card(qtbot: QtBot, profile: Profile) -> AnswerSettings:
    card = AnswerSettings(profile, lambda: None)
    qtbot.addWidget(card)
    return card


def test_answers_are_counted_and_can_be_cleared(card: AnswerSettings, profile: Profile) -> None:
    assert card.note.text() == "2 answers to exercises."
    card.clear_button.click()
    assert card.note.text() == "0 answers to exercises."
    assert not card.export_button.isEnabled()
    assert profile.learning.attempts() == []


def test_keeping_answers_can_be_switched_off(card: AnswerSettings, profile: Profile) -> None:
    card.keep.click()
    assert profile.settings["keep_answers"] is False


def test_answers_are_exported_and_imported(
    card: AnswerSettings, profile: Profile, tmp_path: Path
) -> None:
    file = tmp_path / "answers.csv"
    card.ask_where = lambda *_: str(file)
    card.export_button.click()
    assert card.result.text() == "The answers are exported."
    card.clear_button.click()
    with file.open("a") as more:
        more.write("nonsense\n")
    card.ask = lambda _: str(file)
    card.import_button.click()
    assert card.result.text() == "2 answers added. 1 row is no answer."
    assert profile.learning.attempts() == ANSWERS
    card.import_button.click()
    assert card.result.text() == "0 answers added. 1 row is no answer."


def test_unreadable_and_unwritable_files_are_reported(card: AnswerSettings, tmp_path: Path) -> None:
    card.ask = lambda _: str(tmp_path / "none.csv")
    card.import_button.click()
    assert card.result.text().startswith("Cannot read the file: ")
    card.ask_where = lambda *_: str(tmp_path / "none" / "a.csv")
    card.export_button.click()
    assert card.result.text().startswith("Cannot write the file: ")
    card.ask = lambda _: "//host/share/a.csv"
    card.import_button.click()
    assert card.result.text() == "Network files are never opened."


def test_cancelled_file_dialogs_change_nothing(card: AnswerSettings, profile: Profile) -> None:
    card.ask = lambda _: ""
    card.ask_where = lambda *_: ""
    card.import_button.click()
    card.export_button.click()
    assert card.result.isHidden()
    assert profile.learning.count() == 2
