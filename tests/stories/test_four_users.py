"""An analyst, an author, a teacher and a user with one link, by mouse and by keyboard.

The same four users with a screen reader are in ``test_four_users_with_screen_reader.py``.
"""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.gui.documents.samples import wait
from tests.stories.conftest import Desktop
from tests.stories.people import BASE, LINK, LINKS, MAIL, PAGE, REFERENCE, TARGET, VERDICT
from uriinspector.gui.command_line import WORKSPACES
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.shell.window import Window

CONTROL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


class Hand:
    """Operates the window with one input device."""

    def __init__(self, qtbot: QtBot, desktop: Desktop) -> None:
        self.qtbot, self.desktop = qtbot, desktop
        self.window = desktop.start()
        qtbot.waitUntil(self.window.isActiveWindow)

    def bring(self, path: Path) -> DocumentsPage:
        """Open a file, and wait until it has been read."""
        raise NotImplementedError

    def open_workspace(self, name: str) -> QWidget:
        """Open a workspace and return its page."""
        raise NotImplementedError

    def use(self, button: QAbstractButton) -> None:
        """Press a button."""
        raise NotImplementedError

    def enter(self, field: QWidget, text: str) -> None:
        """Enter a text into a field."""
        raise NotImplementedError

    def choose(self, rows: QAbstractItemView, row: int) -> None:
        """Make a row the current one."""
        raise NotImplementedError


class Mouse(Hand):
    """Uses only the mouse; text is pasted from the clipboard."""

    def bring(self, path: Path) -> DocumentsPage:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        self.desktop.drop(data)
        wait(self.window.documents_page)
        return self.window.documents_page

    def open_workspace(self, name: str) -> QWidget:
        self.use(self.window.rail.buttons[name])
        return self.window.pages.shown()

    def use(self, button: QAbstractButton) -> None:
        self.qtbot.waitUntil(button.isVisible)
        self.qtbot.mouseClick(button, LEFT)

    def enter(self, field: QWidget, text: str) -> None:
        self.qtbot.mouseClick(field, LEFT, pos=QPoint(20, 12))
        data = QMimeData()
        data.setText(text)
        field.set_text("")  # type: ignore[attr-defined]
        field.insertFromMimeData(data)  # type: ignore[attr-defined]

    def choose(self, rows: QAbstractItemView, row: int) -> None:
        place = rows.visualRect(rows.model().index(row, 0)).center()
        self.qtbot.mouseClick(rows.viewport(), LEFT, pos=place)


class Keys(Hand):
    """Uses only the keyboard."""

    def bring(self, path: Path) -> DocumentsPage:
        self.open_workspace("documents")
        QGuiApplication.clipboard().setText(path.read_text(encoding="utf-8"))
        self.qtbot.keyClick(self.window, Qt.Key.Key_V, CONTROL)
        page = self.window.documents_page
        self.qtbot.waitUntil(lambda: bool(page.case.heads))
        wait(page)
        return page

    def open_workspace(self, name: str) -> QWidget:
        number = [each.name for each in WORKSPACES].index(name)
        self.qtbot.keyClick(self.window, Qt.Key(Qt.Key.Key_1 + number), CONTROL)
        return self.window.pages.shown()

    def use(self, button: QAbstractButton) -> None:
        self.go_to(button)
        self.qtbot.keyClick(button, Qt.Key.Key_Space)

    def enter(self, field: QWidget, text: str) -> None:
        self.go_to(field)
        self.qtbot.keyClick(field, Qt.Key.Key_A, CONTROL)
        self.qtbot.keyClicks(field, text)

    def choose(self, rows: QAbstractItemView, row: int) -> None:
        self.go_to(rows)
        self.qtbot.keyClick(rows, Qt.Key.Key_Home, CONTROL)
        for _ in range(row):
            self.qtbot.keyClick(rows, Qt.Key.Key_Down)

    def go_to(self, wanted: QWidget) -> None:
        """Press Tab until the widget has the focus; it must be reachable in this way."""
        self.qtbot.waitUntil(wanted.isVisible)
        for _ in range(80):
            if wanted.hasFocus():
                return
            held = QApplication.focusWidget() or self.window
            escapes = CONTROL if held.property("takes_tab") else Qt.KeyboardModifier.NoModifier
            self.qtbot.keyClick(held, Qt.Key.Key_Tab, escapes)
        pytest.fail(f"Tab never comes to {wanted.accessibleName() or wanted}")


@pytest.fixture(params=[Mouse, Keys], ids=["mouse", "keys"])
def hand(request: pytest.FixtureRequest, qtbot: QtBot, desktop: Desktop) -> Hand:
    made: Hand = request.param(qtbot, desktop)
    return made


def test_analyst_triages_a_mail_with_twelve_links(hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "account.eml"
    path.write_text(MAIL, encoding="utf-8")
    page = hand.bring(path)
    assert len(page.case.rows) == len(LINKS) == 12
    words = page.reader.banner.accessibleName()
    assert words.startswith("high. The text shows www.bank.example; the link goes to ")
    assert "Do not click or reply. Report it." in words
    hand.qtbot.keyClick(page, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    hand.choose(page.table, 0)
    worst = page.table.current()
    assert page.table.links.severity(worst) == "high"
    hand.qtbot.keyClick(page.table, Qt.Key.Key_M)
    assert page.case.marks == {worst: "malicious"}
    assert page.table.current() != worst  # marking moves to the next row
    hand.choose(page.table, 1)
    opened = page.case.rows[page.table.current()].value
    hand.use(page.reader.link.open)
    assert hand.window.pages.shown() is hand.window.inspect_page
    assert hand.window.inspect_page.editor.text() == opened
    hand.open_workspace("documents")
    assert list(page.case.marks.values()) == ["malicious"]


def test_author_resolves_a_link_of_a_page(hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "guide.html"
    path.write_text(PAGE, encoding="utf-8")
    page = hand.bring(path)
    values = [page.case.rows[number].value for number in page.table.links.numbers]
    hand.choose(page.table, values.index("../api/v2#top"))
    hand.use(page.reader.link.resolve)
    assert hand.window.pages.shown() is hand.window.resolve_page
    resolved = hand.window.resolve_page.resolved
    assert resolved is not None
    assert resolved.resolution.target == "https://docs.example/api/v2#top"


def test_teacher_steps_through_a_covered_resolution(hand: Hand) -> None:
    page = hand.window.resolve_page
    assert hand.open_workspace("resolve") is page
    hand.enter(page.base.editor, BASE)
    hand.enter(page.reference.editor, REFERENCE)
    hand.use(page.target.cover)
    assert page.teaches
    assert page.steps.at == 0
    count = 0
    while page.steps.at < page.steps.count and count < 40:
        hand.use(page.steps.buttons["forward"])
        count += 1
    assert page.steps.at == page.steps.count > 3
    assert page.resolved is not None
    assert page.resolved.resolution.target == TARGET


def test_user_reads_and_copies_the_verdict_of_a_link(hand: Hand) -> None:
    page = hand.window.inspect_page
    hand.open_workspace("inspect")
    hand.enter(page.editor, LINK)
    hand.qtbot.waitUntil(lambda: page.inspection is not None and page.inspection.text == LINK)
    page.inspection_job.finish()
    assert VERDICT in page.banner.accessibleName()
    hand.use({each.text(): each for each in page.findChildren(QPushButton)}["Copy defanged"])
    assert "hxxps://" in QGuiApplication.clipboard().text()


def every_button(window: Window) -> list[str]:
    return list(window.rail.buttons)


@pytest.mark.parametrize("name", [each.name for each in WORKSPACES])
def test_every_workspace_can_be_opened(hand: Hand, name: str) -> None:
    assert every_button(hand.window) == [each.name for each in WORKSPACES]
    page = hand.open_workspace(name)
    assert page is hand.window.pages.page(name)
    hand.qtbot.waitUntil(page.isVisible)
    assert hand.window.profile.settings["workspace"] == name
