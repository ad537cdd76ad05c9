"""The layout is stable when texts, notices and cards come and go."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from uriinspector.core.model import Part
from uriinspector.gui.shell.window import Window
from uriinspector.gui.theme import theme
from uriinspector.gui.widgets import notice_strip
from uriinspector.gui.widgets.notice_strip import Notice

TEXTS = (
    "", "https://a.example/", "hxxps://paypa1[.]com/x", "paypa1.com/login",
    "https://www.paypal.com@evil.example/login?x=%2e%2e",
    "https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.test%2Flogin"
    "&data=05%7C01%7Cme%40example.org%7C&reserved=0",
    "https://" + "login.secure.account." * 30 + "example.co.uk/",
    "http://0x7f.1/", "javascript:alert(1)", "urn:isbn:1", "../x",
    "a\u202eb" * 40,
)  # fmt: skip
SIZES = [(700, 460), (900, 600), (1320, 820), (1320, 1000)]
USERINFO = "https://www.paypal.com@evil.example/login"


def place(window: Window, widget: QWidget) -> QRect:
    for _ in range(4):
        QApplication.processEvents()
    return QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())


@pytest.mark.parametrize("zoom", [100, 200])
@pytest.mark.parametrize("size", SIZES)
def test_verdict_position_and_height_are_stable(
    window: Window, size: tuple[int, int], zoom: int
) -> None:
    theme.zoom = zoom  # as the menu does
    window.resize(*size)
    window.show()
    page, places = window.inspect_page, set()
    for text in TEXTS:
        window.show_text(text)
        at = place(window, page.banner)
        card = place(window, page.editor).height()
        others = [each for each in (page.derived_strip, page.excerpt) if not each.isHidden()]
        card += sum(place(window, each).height() + 4 for each in others)
        places.add((at.x(), at.y() - card, at.height()))
    assert len({each[:2] for each in places}) == 1
    # In the smallest window with the largest text, the card grows so that no reason is cut.
    assert len(places) == 1 or (size, zoom) == (SIZES[0], 200)


def test_notice_does_not_move_the_layout(window: Window, qtbot: QtBot) -> None:
    window.resize(900, 600)
    window.show()
    page = window.inspect_page
    window.show_text(USERINFO)
    parts = (page.editor, page.banner, page.components, page.findings, page.tabs)
    before = [place(window, each) for each in parts]
    window.show_notice(Notice("Something came in.", "high", "Do it", lambda: None))
    assert page.strip.isVisible()
    assert [place(window, each) for each in parts] == before
    page.strip.dismiss()
    qtbot.wait(2_500)
    assert [place(window, each) for each in parts] == before


def test_editor_grows_up_to_four_lines(window: Window, qtbot: QtBot) -> None:
    window.resize(1320, 860)
    window.show()
    page = window.inspect_page
    heights = []
    for lines in range(1, 7):
        window.show_text("https://a.example/" + "x/" * (40 * lines - 20))
        heights.append(place(window, page.editor).height())
    assert heights == sorted(heights)
    assert len(set(heights[:4])) == 4
    assert heights[3] == heights[4] == heights[5]
    qtbot.keyClicks(page.editor, "y")
    assert place(window, page.editor).height() == heights[3]


def test_notice_fits_the_page_and_plain_notice_times_out(window: Window, qtbot: QtBot) -> None:
    window.show()
    strip = window.inspect_page.strip
    for width in (700, 1320):
        window.resize(width, 600)
        window.show_notice(Notice("words " * 40, "medium", "Do it", lambda: None))
        at = place(window, strip)
        assert window.inspect_page.rect().contains(strip.geometry())
        assert strip.words.height() >= strip.words.heightForWidth(strip.words.width())
        assert at.height() < 160
    assert notice_strip.LASTS == 4_000
    strip._timer.setInterval(10)  # noqa: SLF001  # too long for a test
    window.show_notice(Notice("Copied."))
    qtbot.waitUntil(lambda: not strip.isVisible())
    window.show_notice(Notice("Not saved.", "medium"))
    qtbot.wait(40)
    assert strip.isVisible()


def test_long_route_unfolds_below_the_verdict(window: Window) -> None:
    window.resize(900, 700)
    window.show()
    window.show_text(TEXTS[5])
    banner = window.inspect_page.banner
    low = place(window, banner)
    assert not banner.route.isVisible()
    assert banner.more.accessibleName() == "Route"
    banner.more.click()
    assert banner.route.isVisible()
    opened = place(window, banner)
    assert opened.topLeft() == low.topLeft()
    assert opened.height() > low.height()
    window.show_text("https://a.example/")
    assert place(window, banner).height() == low.height()
    window.resize(1320, 860)
    assert banner.more.isHidden()


def test_cut_reasons_are_shown_in_full_when_unfolded(window: Window) -> None:
    window.resize(700, 700)
    window.show()
    window.show_text(TEXTS[2].replace("/x", "@" + "long." * 30 + "example/"))
    page = window.inspect_page
    banner = page.banner
    place(window, banner)
    if banner.rest.isHidden():
        pytest.fail(banner.text())
    banner.more.click()
    place(window, banner)
    assert page.inspection is not None
    assert all(str(each) in banner.rest.text() for each in page.inspection.verdict.why)
    assert banner.rest.height() >= banner.rest.heightForWidth(banner.rest.width())


def test_base_url_gives_a_relative_reference_a_destination(window: Window, qtbot: QtBot) -> None:
    window.show()
    window.show_text("../x")
    page = window.inspect_page
    assert (
        page.banner.headline.text() == "Incomplete link: where it goes depends on the page it is on"
    )
    qtbot.keyClicks(page.base_field.editor, "https://a.example/b/c")
    assert page.banner.headline.text() == "Goes to a.example"
    assert page.base_field.state.isHidden()
    page.base_field.show_base("b/c")
    assert page.base_field.state.text() == "cannot be a base"
    assert not page.base_field.state.isHidden()


def test_new_text_clears_the_base_and_typing_keeps_it(window: Window, qtbot: QtBot) -> None:
    page = window.inspect_page
    page.show_text("x", "https://a.example/b/c")
    assert page.base_field.editor.text() == "https://a.example/b/c"
    qtbot.keyClicks(page.editor, "y")
    assert page.inspection is not None
    assert (page.inspection.text, page.banner.headline.text()) == ("xy", "Goes to a.example")
    state = page.page_state()
    window.show_text("z")
    assert page.base_field.base is None
    page.restore(state)
    assert page.base_field.base == "https://a.example/b/c"


def test_base_field_is_toggled_by_its_button(window: Window) -> None:
    window.show()
    page = window.inspect_page
    page.show_text("x", "https://a.example/" + "b" * 100)
    assert page.base_field.isHidden()
    assert page.base_field.opener.text() == "Base: a.example"
    page.base_field.opener.click()
    assert page.base_field.isVisible()
    page.base_field.show_base(None)
    assert page.base_field.opener.text() == "+ Base URL"
    page.base_field.opener.click()
    assert page.base_field.isHidden()
    page.show_text("x", "b/c")
    assert page.base_field.isVisible()  # it shows that the text cannot be a base


def test_card_closes_with_new_text_and_never_covers_the_verdict(window: Window) -> None:
    window.resize(1120, 860)
    window.show()
    window.show_text(USERINFO)
    page = window.inspect_page
    page.banner.explain.click()
    covered = place(window, page.drawer)
    assert page.drawer.isVisible()
    assert not covered.intersects(place(window, page.banner))
    page.refresh()
    assert page.drawer.isVisible()  # the text has not changed
    window.show_text("https://a.example/")
    assert page.drawer.isHidden()


def test_open_card_follows_the_selection(window: Window, qtbot: QtBot) -> None:
    window.resize(1120, 860)
    window.show()
    window.show_text(USERINFO)
    page = window.inspect_page
    page.banner.explain.click()
    assert "Userinfo that may mislead" in page.drawer.body.text()  # type: ignore[union-attr]
    assert page.shown is not None
    page.components.list.setFocus()
    page.selection.select(page.shown.reference.span(Part.PATH))
    assert "3.3" in page.drawer.accessibleName()
    assert window.focusWidget() is page.components.list
    page.findings.list.setFocus()
    page.findings.list.setCurrentIndex(page.findings.list.model().index(0, 0))
    first = page.shown.findings[0]
    assert first.title in page.drawer.body.text()  # type: ignore[union-attr]
    qtbot.keyClick(page.drawer.done, Qt.Key.Key_Escape)
    page.findings.list.setCurrentIndex(page.findings.list.model().index(1, 0))
    assert page.drawer.isHidden()  # a closed card stays closed
