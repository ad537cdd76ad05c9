"""The Compare workspace, used by mouse and keyboard."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from uriinspector.core.schemes.urn import equivalent
from uriinspector.gui.compare.comparison_view import ComparePair, ExamplePair, pairs
from uriinspector.gui.compare.page import ComparePage
from uriinspector.gui.jobs.latest_job import AT_ONCE
from uriinspector.gui.shell.window import Window
from uriinspector.gui.widgets.cards import PageArea

ALIKE = ComparePair("http://www.apple.com/login", "http://www.\u0430pple.com/login")

LIST = "http://a/\nHTTP://a:80\nb:c\n"


@pytest.fixture
def page(window: Window) -> ComparePage:
    window.resize(1320, 860)
    window.show()
    window.open_workspace("compare")
    return window.compare_page


def line(page: ComparePage) -> str:
    return page.banner.line.text()


def keys(qtbot: QtBot, text: str) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    qtbot.keyClicks(focused, text)


def test_references_are_compared_by_keyboard(qtbot: QtBot, window: Window) -> None:
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    page = window.compare_page
    assert line(page) == "Enter two links to compare"
    page.a.editor.setFocus()
    qtbot.keyClicks(page.a.editor, "HTTP://a/")
    assert line(page) == "One link is missing"
    for _ in range(8):
        if page.b.editor.hasFocus():
            break
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert page.b.editor.hasFocus()
    keys(qtbot, "http://a")
    assert line(page) == "Equal after scheme-based normalization"
    keys(qtbot, "/")
    assert line(page) == "Equal after case normalization"


def test_empty_page_shows_placeholders(page: ComparePage) -> None:
    assert page.likeness.empty.isVisible()
    assert page.ladder.empty.isVisible()
    page.show_pair(ALIKE)
    assert not page.likeness.empty.isVisible()
    assert not page.ladder.empty.isVisible()
    page.show_pair(ComparePair("", ""))
    assert page.ladder.empty.isVisible()
    assert not page.likeness.aligned.isVisible()
    assert not any(each.isVisible() for each in page.ladder.rungs)


def test_swap_exchanges_the_references(page: ComparePage) -> None:
    page.show_pair(ALIKE)
    page.swap.click()
    assert page.pair() == ALIKE._replace(a=ALIKE.b, b=ALIKE.a)
    assert line(page).startswith("Lookalikes with different sites")


def test_reference_is_copied_exactly(page: ComparePage) -> None:
    page.show_pair(ALIKE)
    page.b.copy.click()
    assert QGuiApplication.clipboard().text() == ALIKE.b


def test_selecting_a_difference_selects_both_texts(page: ComparePage) -> None:
    page.show_pair(ALIKE)
    page.likeness.table.selectRow(0)
    assert page.a.editor.selected() == page.b.editor.selected() == (11, 12)


def test_clause_link_opens_its_card(page: ComparePage) -> None:
    page.show_pair(ALIKE)
    link = page.ladder.rungs[1].links[0]
    assert isinstance(link, QAbstractButton)
    assert link.text() == "RFC 3986 §6.2.2.1"
    link.click()
    assert page.drawer.isVisible()
    page.drawer.close_card()
    page.banner.explain.click()
    assert page.drawer.isVisible()


def test_changing_editions_changes_the_result(page: ComparePage) -> None:
    page.show_pair(ComparePair("http://a/%3a", "http://a/%3A"))
    assert line(page) == "Equal after case normalization"
    page.edition.setCurrentIndex(page.edition.findData("2003"))
    assert line(page) == "Equal after percent-encoding normalization"
    page.show_pair(ComparePair("urn:a-b:c?=d", "urn:a-b:c"))
    assert line(page).startswith("Equal after scheme")
    page.urn_edition.setCurrentIndex(page.urn_edition.findData("rfc2141"))
    assert line(page) == "Not equal under any rule checked"


def test_every_example_can_be_opened(page: ComparePage) -> None:
    menu = page.examples.menu()
    below = [each for each in menu.findChildren(QMenu) if each.parent() is menu]
    assert len(below) == len({each.group for each in pairs()} - {""})
    actions = [each for each in menu.actions() if each.menu() is None]
    actions += [action for each in below for action in each.actions()]
    assert len(actions) == len(pairs()) > 5
    for action, example in zip(actions, pairs(), strict=True):
        action.trigger()
        assert page.pair() == example.pair
        assert page.banner.explain.isVisible()


@pytest.mark.parametrize("width", [1320, 900, 700])
def test_columns_wrap_to_the_window_width(window: Window, page: ComparePage, width: int) -> None:
    window.resize(width, 600)
    page.show_pair(
        ComparePair("http://a/" + "b" * 500, "http://a/" + "b" * 250 + "\u202e" + "b" * 250)
    )
    QApplication.processEvents()
    aligned = page.likeness.aligned
    blocks = aligned.blocks()
    assert sum(len(each.edges) - 1 for each in blocks) == 510
    assert all(each.edges[-1] <= aligned.viewport().width() for each in blocks)
    assert len(blocks) > 3
    assert aligned.verticalScrollBar().value() > 0  # scrolled to the difference


def test_references_are_side_by_side_in_wide_window(window: Window, page: ComparePage) -> None:
    page.show_pair(ALIKE)
    QApplication.processEvents()
    assert page.a.y() == page.b.y()
    window.resize(900, 700)
    QApplication.processEvents()
    assert page.a.y() < page.b.y()
    assert page.likeness.y() < page.ladder.y()


def test_appearance_starts_on_first_screen_of_low_window(window: Window, page: ComparePage) -> None:
    page.show_pair(ComparePair("HTTP://www.Example.com:80/a/%7efoo/../b", "http://example.com/"))
    window.resize(900, 600)
    QApplication.processEvents()
    assert page.a.y() == page.b.y()
    top = page.likeness.mapTo(page, page.likeness.rect().topLeft()).y()
    assert top < page.height() * 3 / 4


def test_status_describes_only_visible_texts(page: ComparePage) -> None:
    page.show_pair(ALIKE)
    told: list[str] = []
    page.described.connect(told.append)
    page.group("http://a/\nhttp://b/")
    assert told[-1] == ""
    page.close_list()
    assert told[-1].startswith("A: ")


def test_long_texts_are_compared_in_background(qtbot: QtBot, page: ComparePage) -> None:
    text = "http://a/" + "b" * AT_ONCE
    with qtbot.waitSignal(page.compared):
        page.b.editor.set_text(text)
    with qtbot.waitSignal(page.compared):
        page.a.editor.set_text(text.replace("http", "HTTP"))
    assert line(page) == "Equal after case normalization"


def test_pasted_list_is_grouped(page: ComparePage) -> None:
    QGuiApplication.clipboard().setText(LIST)
    page.list_button.click()
    assert page.listing.summary.text() == "3 references in 2 groups"
    assert not page.a.isVisible()
    page.listing.rung.setCurrentIndex(0)
    assert page.listing.summary.text() == "3 references in 3 groups"
    page.listing.back.click()
    assert page.a.isVisible()


def test_list_row_is_compared_with_the_first_of_its_group(qtbot: QtBot, page: ComparePage) -> None:
    QGuiApplication.clipboard().setText(LIST)
    page.show_list()
    page.listing.grid.selectRow(2)
    page.listing.copy.click()
    assert QGuiApplication.clipboard().text() == "HTTP://a:80"
    qtbot.keyClick(page.listing.grid, Qt.Key.Key_Return)
    assert (page.pair().a, page.pair().b) == ("http://a/", "HTTP://a:80")
    assert page.a.isVisible()
    assert line(page).startswith("Equal after scheme")


def test_empty_list_page_offers_paste(page: ComparePage) -> None:
    QGuiApplication.clipboard().clear()
    page.show_list()
    assert page.listing.summary.text() == "No list yet"
    assert page.listing.paste.isVisible()
    assert page.window().focusWidget() is page.listing.paste


def test_language_and_zoom_changes_keep_the_pair(window: Window, page: ComparePage) -> None:
    page.show_pair(ALIKE)
    window.profile.settings.set("language", "de")
    assert window.compare_page is not page
    assert window.compare_page.pair() == ALIKE
    assert line(window.compare_page).startswith("Ähnlich aussehend")
    window.profile.settings.set("zoom", 150)
    window.profile.settings.set("language", "en")
    assert line(window.compare_page).startswith("Lookalikes")


def test_focusable_widgets_have_accessible_names(page: ComparePage) -> None:
    page.show_pair(ALIKE)
    for each in page.findChildren(QWidget):
        if each.isVisible() and each.focusPolicy() & Qt.FocusPolicy.TabFocus:
            named = each.accessibleName() or getattr(each, "text", str)()
            assert named, each


def test_hostile_texts_are_never_shown_raw(page: ComparePage) -> None:
    page.show_pair(ComparePair("http://a\u202eb\u200b\u05d0/\r\n\ud800", "http://a/"))
    QApplication.processEvents()
    told = [each.accessibleName() for each in page.findChildren(QWidget)]
    told += [each.accessibleDescription() for each in (page.likeness.aligned,)]
    assert not any(char in text for text in told for char in "\u202e\u200b\u05d0\r\ud800")


def test_pasting_lines_offers_a_list(page: ComparePage) -> None:
    page.show_pair(ComparePair("a:b", "c"))
    QGuiApplication.clipboard().setText("x:y\nX:y\n")
    page.b.editor.selectAll()
    page.b.editor.paste()
    page.strip.does.click()
    assert page.b.editor.text() == "c"
    assert page.listing.summary.text() == "2 references in 1 group"


def test_grouping_a_long_list_can_be_cancelled(page: ComparePage, qtbot: QtBot) -> None:
    page.listing.show_list(tuple(f"http://a/{number}" for number in range(30_000)))
    assert page.listing.progress.isVisibleTo(page.listing)
    page.listing.progress.cancel.click()
    assert "Stopped" in page.listing.summary.text()
    assert page.listing.grid.isHidden()
    page.listing.show_list(tuple(f"http://a/{number % 9}" for number in range(3_000)))
    qtbot.waitUntil(lambda: not page.listing.job.is_busy, timeout=20_000)
    assert page.listing.summary.text() == "3,000 references in 9 groups"


def test_long_texts_are_shown_gradually_and_can_be_superseded(
    page: ComparePage, qtbot: QtBot
) -> None:
    long = "http://a/" + "x" * 5_000
    page.show_pair(ComparePair(long, long + "y"))
    qtbot.waitUntil(lambda: page.idle_queue.is_busy, timeout=20_000)
    page.b.editor.set_text("z:")  # supersedes the pending panes
    assert not page.idle_queue.is_busy
    qtbot.waitUntil(lambda: not page.job.is_busy and not page.idle_queue.is_busy, timeout=20_000)
    assert page.likeness.note.text().startswith("913 more characters")


@pytest.mark.parametrize("size", [(700, 460), (900, 600), (1_320, 860)])
def test_edition_choosers_are_not_cut(
    window: Window, page: ComparePage, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window.resize(*size)
    choosers = (page.edition, page.urn_edition)
    qtbot.waitUntil(lambda: all(each.width() >= each.sizeHint().width() for each in choosers))


def test_each_side_can_have_a_base(page: ComparePage) -> None:
    page.show_pair(ComparePair("g", "http://a/b/g"))
    assert line(page) == "Not compared: relative reference without a base"
    page.a.base.set_text("http://a/b/c")
    assert line(page) == "Equal: the same text"
    page.swap.click()
    assert (page.a.base.text(), page.b.base.text()) == ("", "http://a/b/c")
    assert line(page) == "Equal: the same text"
    state = page.page_state()
    page.show_pair(ComparePair("", ""))
    page.restore(state)
    assert page.pair() == state


def test_compare_page_can_ignore_fragments(page: ComparePage) -> None:
    page.show_pair(ComparePair("http://a/#b", "http://a/#c"))
    assert line(page) == "Not equal under any rule checked"
    page.without_fragments.click()
    assert line(page) == "Equal: the same text"
    assert not page.pair().fragments


def test_references_from_a_list_have_no_base(page: ComparePage) -> None:
    page.show_pair(ComparePair("a", "b", base_a="http://a/", base_b="http://b/"))
    page.listing.pair_requested.emit("x:c", "x:d")
    assert (page.pair().a, page.pair().base_a, page.pair().base_b) == ("x:c", "", "")


@pytest.mark.parametrize("size", [(1320, 820), (900, 600), (700, 460)])
def test_long_text_does_not_move_the_layout(
    window: Window, page: ComparePage, size: tuple[int, int]
) -> None:
    window.resize(*size)
    page.show_pair(ComparePair("http://a/", "http://a"))
    QApplication.processEvents()
    before = [each.geometry() for each in (page.a, page.b, page.banner)]
    page.a.editor.set_text("http://a/" + "b/c/" * 200)
    QApplication.processEvents()
    assert [each.geometry().topLeft() for each in (page.a, page.b, page.banner)] == [
        each.topLeft() for each in before
    ]
    assert page.a.editor.verticalScrollBar().maximum() > 0


def test_appearance_is_above_the_ladder_in_a_small_window(window: Window) -> None:
    window.resize(900, 600)
    window.show()
    window.open_workspace("compare")
    page = window.compare_page
    for pair in (ComparePair("http://a.test:80/", "http://a.test/"), ALIKE):
        page.show_pair(pair)
        QApplication.processEvents()
        assert page.likeness.y() < page.ladder.y()
    window.resize(1320, 860)
    QApplication.processEvents()
    assert page.likeness.x() < page.ladder.x()


@pytest.mark.parametrize("size", [(1320, 820), (900, 600), (700, 460)])
def test_tab_order_ignores_text_length(qtbot: QtBot, window: Window, size: tuple[int, int]) -> None:
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    window.open_workspace("compare")
    window.resize(*size)
    page = window.compare_page
    page.show_pair(ComparePair("http://www.example.com/" + "a" * 60, "http://a/"))
    QApplication.processEvents()
    for side in (page.a, page.b):
        side.base_field.show()
    page.a.editor.setFocus()
    reached = []
    for _ in range(4):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    order = [page.b.editor, page.a.base, page.b.base]
    if page.a.y() != page.b.y():
        order = [page.a.base, page.b.editor, page.b.base]
    assert [each for each in reached if each in order] == order


# draft-ietf-urnbis-rfc2141bis-urn-03 5.1, with the draft's numbers.
URNS = {
    "1": "URN:foo:a123,456", "2": "urn:foo:a123,456", "3": "urn:FOO:a123,456",
    "4": "urn:foo:A123,456", "5": "urn:foo:a123%2C456", "6": "URN:FOO:a123%2c456",
    "7": "urn:foo:a123,456?x=y", "8": "urn:foo:a123,456#xyz",
}  # fmt: skip

DRAFT = [each for each in pairs() if each.group]

ANSWERS = {
    ": equivalent (": (True, True),
    ": not equivalent (": (False, False),
    "5a, not": (True, False),
}


def test_draft_examples_cover_all_eight_urns() -> None:
    assert len(DRAFT) == 8
    assert {urn for each in DRAFT for urn in each.pair[:2]} == set(URNS.values())


@for_each("example", *DRAFT)
def test_draft_example_titles_match_the_results(example: ExamplePair) -> None:
    first, _, second = example.title.partition(":")[0].split(" ")
    assert example.pair[:2] == (URNS[first], URNS[second])
    answers = [answer for words, answer in ANSWERS.items() if words in example.title]
    rulings = {each.rule: each.equal for each in equivalent(*example.pair[:2], "draft2012")}
    assert answers == [(rulings["5a"], rulings["5b"])]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(900, 600), (1120, 720), (1320, 860)])
def test_only_appearance_and_ladder_scroll(
    window: Window, page: ComparePage, size: tuple[int, int], language: str
) -> None:
    window.profile.settings.set("language", language)
    page = window.compare_page
    page.show_pair(ComparePair("HTTP://www.example.com:80/%7Eann/", "http://www.example.com/~ann/"))
    window.resize(*size)
    for _ in range(4):
        QApplication.processEvents()
    area = page.findChild(PageArea)
    assert area is not None
    assert area.verticalScrollBar().maximum() == 0
    areas = page.findChildren(QAbstractScrollArea)
    bars = [each for each in areas if each.verticalScrollBar().isVisible()]
    assert [each.isAncestorOf(page.ladder) for each in bars] == [True]
    window.profile.settings.set("language", "en")
