"""Announcements: when they are spoken, delayed or dropped."""

from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from uriinspector.gui.accessibility import SETTLED, SOON, Announcement, Announcer

pytestmark = pytest.mark.usefixtures("qapp")


class Ear:
    """Records announcements while it listens."""

    def __init__(self) -> None:
        self.is_listening = True
        self.heard: list[Announcement] = []

    def __call__(self, announcement: Announcement) -> bool:
        if self.is_listening:
            self.heard.append(announcement)
        return self.is_listening

    @property
    def words(self) -> list[str]:
        return [each.words for each in self.heard]


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
def announcer(ear: Ear) -> Announcer:
    return Announcer(ear)


@pytest.fixture
def label() -> Iterator[QLabel]:
    label = QLabel()
    label.show()
    yield label
    if shiboken6.isValid(label):
        shiboken6.delete(label)


def test_repeated_notice_is_announced_each_time(
    announcer: Announcer, ear: Ear, qtbot: QtBot
) -> None:
    for _ in range(2):
        announcer.add_notice("Saved as a.svg.")
        qtbot.wait(SOON + 50)
    assert ear.words == ["Saved as a.svg.", "Saved as a.svg."]


def test_urgent_notice_can_interrupt(announcer: Announcer, ear: Ear, qtbot: QtBot) -> None:
    announcer.add_notice("The disk is full.", is_urgent=True)
    qtbot.waitUntil(lambda: ear.heard == [Announcement("The disk is full.", is_urgent=True)])


def test_copy_is_announced_unless_a_notice_reports_it(
    announcer: Announcer, ear: Ear, qtbot: QtBot
) -> None:
    announcer.add_copy("hxxp://a[.]test")
    qtbot.waitUntil(lambda: ear.words == ["Copied: hxxp://a[.]test"])
    announcer.add_copy("# Report")
    announcer.add_notice("Report copied as Markdown.")
    qtbot.wait(SOON + 50)
    assert ear.words[1:] == ["Report copied as Markdown."]


def test_only_the_settled_answer_is_announced(
    announcer: Announcer, ear: Ear, label: QLabel, qtbot: QtBot
) -> None:
    for words in ("Goes to e", "Goes to ev", "Goes to evil.test"):
        announcer.add_answer(label, words)
    qtbot.wait(SETTLED + 100)
    announcer.add_answer(label, "Goes to evil.test")
    qtbot.wait(SETTLED + 100)
    assert ear.words == ["Goes to evil.test"]


def test_cleared_answer_is_not_announced(
    announcer: Announcer, ear: Ear, label: QLabel, qtbot: QtBot
) -> None:
    announcer.add_answer(label, "2 rows shown")
    announcer.add_answer(label, "")
    qtbot.wait(SETTLED + 100)
    assert ear.words == []


def test_hidden_answer_is_not_announced(
    announcer: Announcer, ear: Ear, label: QLabel, qtbot: QtBot
) -> None:
    label.hide()
    announcer.add_answer(label, "Goes to evil.test")
    qtbot.wait(SETTLED + 100)
    assert ear.words == []


def test_answer_of_deleted_widget_is_not_announced(
    announcer: Announcer, ear: Ear, label: QLabel, qtbot: QtBot
) -> None:
    announcer.add_answer(label, "Goes to evil.test")
    shiboken6.delete(label)
    qtbot.wait(SETTLED + 100)
    assert ear.words == []


def test_announcements_wait_while_the_window_is_inactive(
    announcer: Announcer, ear: Ear, label: QLabel, qtbot: QtBot
) -> None:
    ear.is_listening = False
    for count in range(9):
        announcer.add_notice(f"notice {count}")
    announcer.add_answer(label, "Goes to a.test")
    announcer.add_answer(label, "Goes to evil.test")
    qtbot.wait(SETTLED + 100)
    ear.is_listening = True
    assert ear.words == []
    announcer.resume()
    qtbot.wait(SETTLED + 100)
    assert ear.words == ["notice 6", "notice 7", "notice 8", "Goes to evil.test"]
