"""The welcome page of an empty window, and the drop target shown while dragging."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragLeaveEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.documents.samples import MAIL, settle
from tests.gui.drag import drop_on
from tests.gui.drag import enter as drag_over
from uriinspector.analysis.inspection import inspect
from uriinspector.gui.inspect.page import InspectPage
from uriinspector.gui.inspect.welcome import SHOWN
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.profile import CASES, FILES, profile_at
from uriinspector.gui.theme import Theme


@pytest.fixture
def lasting(theme: Theme, tmp_path: Path) -> Iterator[Window]:  # noqa: ARG001
    """Return a window with a profile on disk."""
    window = Window(profile_at(tmp_path / "config", tmp_path / "data"))
    window.resize(1120, 720)
    yield window
    window.pages.stop()
    shiboken6.delete(window)


def greeted(window: Window) -> InspectPage:
    window.show()
    QApplication.processEvents()
    return window.inspect_page


def test_welcome_page_shows_inspected_examples(window: Window) -> None:
    page = greeted(window)
    assert page.welcome.isVisibleTo(page)
    assert [each.title.text() for each in page.welcome.examples] == list(SHOWN)
    headlines = [each.headline.text() for each in page.welcome.examples]
    texts = [each.example.text for each in page.welcome.examples]
    assert headlines == [inspect(each).meant.verdict.headline for each in texts]
    assert headlines[2] == "Goes to bit.ly first; the destination is not in the link"
    for each in page.welcome.examples:
        assert each.ribbon.text() == each.example.text
        assert {one.label for one in each.ribbon.look.brackets} >= {"scheme", "path"}
        assert each.headline.text() in each.accessibleName()


@pytest.mark.parametrize("by_key", [True, False])
def test_chosen_example_replaces_the_welcome_page(
    window: Window, qtbot: QtBot, by_key: bool
) -> None:
    page = greeted(window)
    first = page.welcome.examples[0]
    if by_key:
        qtbot.keyClick(first, Qt.Key.Key_Return)
    else:
        qtbot.mouseClick(first.ribbon.viewport(), Qt.MouseButton.LeftButton)
        qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
    assert page.editor.text() == first.example.text
    assert page.details.isVisibleTo(page)
    page.editor.set_text("")
    QApplication.processEvents()
    assert page.welcome.isVisibleTo(page)


@pytest.mark.usefixtures("theme")
def test_no_welcome_page_when_a_text_is_opened() -> None:
    window = Window()
    window.show_text("https://a.example/")
    page = greeted(window)
    assert "welcome" not in page.__dict__
    assert page.details.isVisibleTo(page)
    window.pages.stop()
    shiboken6.delete(window)


def test_welcome_page_offers_recent_files_and_links(lasting: Window, tmp_path: Path) -> None:
    (tmp_path / "invoice.eml").write_bytes(MAIL)
    profile = lasting.profile
    profile.keep(inspect("https://\u202ea.example/" + "x" * 200))
    profile.note_opened(FILES, str(tmp_path / "invoice.eml"))
    profile.note_opened(CASES, str(tmp_path / "gone.uricase"))
    page = greeted(lasting)
    link, case, file = page.welcome.last
    assert "\u202e" not in link.text()
    assert len(link.text()) < 90
    assert [case.text(), file.text()] == ["gone.uricase", "invoice.eml"]
    case.click()
    assert page.strip.words.text().startswith("gone.uricase is no longer there.")
    file.click()
    settle(lasting.documents_page)
    assert [each.name for each in lasting.documents_page.case.heads] == ["invoice.eml"]
    lasting.open_workspace("inspect")
    link.click()
    assert page.editor.text().startswith("https://\u202ea.example/")


def test_no_recent_links_when_history_is_off(lasting: Window) -> None:
    lasting.profile.keep(inspect("https://a.example/"))
    lasting.profile.settings.set("history", False)
    assert greeted(lasting).welcome.last == []


@pytest.mark.parametrize("width", [700, 900, 1320])
def test_welcome_page_fits_the_window(window: Window, width: int) -> None:
    window.resize(width, 820)
    page = greeted(window)
    QApplication.processEvents()
    for each in (*page.welcome.examples, page.welcome.zone):
        assert each.geometry().right() <= page.welcome.width()
        assert each.width() > 150


# Dragging.


def link_data() -> QMimeData:
    data = QMimeData()
    data.setText("https://a.example/")
    return data


def test_drop_target_is_shown_while_dragging(window: Window) -> None:
    greeted(window)
    target = window.drop_target
    assert target.isHidden()
    drag_over(window, link_data(), QPointF(300, 400))
    assert target.isVisible()
    assert target.rect() == window.rect()
    assert target.words.startswith("Drop to inspect")
    drag_over(target, link_data(), QPointF(300, 400))  # the drop target is now under the pointer
    QApplication.sendEvent(target, QDragLeaveEvent())
    assert target.isHidden()


def test_link_dropped_on_welcome_page_is_opened(window: Window, tmp_path: Path) -> None:
    page = greeted(window)
    drag_over(window, link_data(), QPointF(300, 400))
    assert drop_on(window.drop_target, link_data(), QPointF(300, 400))
    assert page.editor.text() == "https://a.example/"
    assert window.drop_target.isHidden()
    (tmp_path / "invoice.eml").write_bytes(MAIL)
    window.open_workspace("documents")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "invoice.eml"))])
    drag_over(window, data, QPointF(300, 400))
    assert window.drop_target.words.startswith("Drop to read")
    drop_on(window.drop_target, data, QPointF(300, 400))
    settle(window.documents_page)
    assert [each.name for each in window.documents_page.case.heads] == ["invoice.eml"]


def test_drop_target_stays_on_top_after_language_change(window: Window) -> None:
    greeted(window)
    window.display_settings.language_changed.emit()
    drag_over(window, link_data(), QPointF(300, 400))
    assert window.drop_target.isVisible()
    assert window.childAt(300, 400) is window.drop_target


@pytest.mark.parametrize("size", [(700, 460), (900, 600), (1320, 820)])
def test_examples_are_fully_visible_without_scroll_bar(
    qtbot: QtBot, window: Window, size: tuple[int, int]
) -> None:
    window.resize(*size)
    cards = greeted(window).welcome.examples
    qtbot.waitUntil(lambda: all(card.height() >= card.minimumSizeHint().height() for card in cards))
    for card in cards:
        assert card.ribbon.height() >= card.ribbon.sizeHint().height()
        assert card.headline.height() >= card.headline.heightForWidth(card.headline.width())
        assert not card.ribbon.verticalScrollBar().isVisible()
