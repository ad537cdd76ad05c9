"""The card that compares the steps of two editions."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from uriinspector.gui.resolve.page import ResolvePage
from uriinspector.gui.resolve.step_cards import LEFT, MARK, RIGHT
from uriinspector.gui.resolve.variant_rows import STRICT_2005, VARIANTS
from uriinspector.gui.shell.window import Window

PAIR = ("http://a/b/c/d;p?q", "../../../g?y#s")


@pytest.fixture
def page(window: Window) -> ResolvePage:
    window.show()
    window.menus.actions["resolve"].trigger()
    window.resolve_page.show_pair(*PAIR, STRICT_2005)
    QTest.mouseClick(window.resolve_page.editions.other, Qt.MouseButton.LeftButton)
    return window.resolve_page


def column(page: ResolvePage, number: int) -> list[str]:
    model = page.comparison.table.lazy
    return [str(model.index(row, number).data()) for row in range(model.rowCount())]


def test_comparison_shows_steps_of_two_editions(page: ResolvePage) -> None:
    card = page.comparison
    assert page.pages.currentWidget() is card
    assert [way.title for way in card.ways] == ["1997 · draft", "2005 · strict"]
    header = [card.table.lazy.headerData(n, Qt.Orientation.Horizontal) for n in (LEFT, RIGHT)]
    assert header == ["1997 · draft", "2005 · strict"]
    assert '"/../g" and "/g"' in card.summary.text()
    assert column(page, MARK).count("different") == 3
    assert "no such step" in column(page, LEFT)


def test_comparison_follows_reference_and_edition(page: ResolvePage) -> None:
    card = page.comparison
    page.reference.editor.set_text("g")
    page.job.finish()
    assert "give the same target" in card.summary.text()
    titles = [way.title for way in VARIANTS]
    card.left.setCurrentIndex(titles.index("2005 · strict"))
    assert set(column(page, MARK)) == {"same"}


def test_comparison_opens_clauses_and_returns_to_steps(page: ResolvePage) -> None:
    asked: list[str] = []
    page.clause_requested.connect(asked.append)
    table = page.comparison.table
    table.setCurrentIndex(table.lazy.index(0, 0))
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert asked == ["RFC 3986 5.2.2"]
    page.drawer.close_card()
    page.comparison.done.click()
    assert page.pages.currentWidget() is page.body


def test_comparison_state_is_restored(page: ResolvePage) -> None:
    page.comparison.choose(VARIANTS[0], VARIANTS[3])
    state = page.page_state()
    assert state.compared == (VARIANTS[0], VARIANTS[3])
    page.comparison.done.click()
    page.restore(state)
    assert page.pages.currentWidget() is page.comparison
    assert page.comparison.ways == state.compared


def test_edition_rows_have_tooltips(page: ResolvePage) -> None:
    model = page.editions.answers.lazy
    tips = [
        str(model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole))
        for row in range(model.rowCount())
    ]
    assert "2003" in model.index(2, 0).data()
    assert all(tips)
    assert "RFC 2396" in tips[1]
    assert "WHATWG" in tips[-1]
    cut = model.index(0, 2).data(Qt.ItemDataRole.ToolTipRole)
    assert "not defined in 1994" in cut


def test_tooltip_escapes_untrusted_text(page: ResolvePage) -> None:
    page.show_pair("http://a/b", "<b>x</b>\u202e", STRICT_2005)
    page.job.finish()
    tip = page.editions.answers.lazy.index(1, 2).data(Qt.ItemDataRole.ToolTipRole)
    assert "<b>" not in tip
    assert "\u202e" not in tip
