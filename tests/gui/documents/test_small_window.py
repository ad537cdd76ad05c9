"""Small windows: headings are not cut, list or details are shown, names keep both ends."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from tests.gui.documents.samples import wait
from uriinspector.gui.documents.decision_table import DecisionTable
from uriinspector.gui.documents.link_model import GOES
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.paragraph import TextStyle, metrics_of
from uriinspector.gui.text.pieces import cut_in_middle, file_name, fitted, ours, plain_text
from uriinspector.gui.theme import ZOOMS
from uriinspector.gui.widgets.notice_strip import Notice

SIZES = [((700, 460), 100), ((900, 600), 100), ((1320, 820), 200), ((700, 460), 200)]


PAGE = b"""<base href=https://shop.example/>
<a href=https://www.bank.example@evil.test/login>www.bank.example</a>
<a href=http://0x7f.1/pay>pay</a><a href=/terms>terms</a><img src=https://t.example/a.png>"""


@pytest.fixture
def shop(window: Window, tmp_path: Path) -> DocumentsPage:
    window.resize(1320, 820)
    window.show()
    window.open_workspace("documents")
    page = window.documents_page
    file = tmp_path / "a-page-with-a-rather-long-name-of-its-own.html"
    file.write_bytes(PAGE)
    page.open_file(str(file))
    wait(page)
    return page


def cut_titles(table: DecisionTable) -> list[str]:
    """Return headings that are wider than their column."""
    metrics = metrics_of(table._theme, TextStyle(size=12, weight=600))  # noqa: SLF001
    shown = [n for n in range(len(table.numbered.cells)) if not table.isColumnHidden(n)]
    across = Qt.Orientation.Horizontal
    titles = {n: table.numbered.headerData(n, across) for n in shown}
    return [
        title
        for n, title in titles.items()
        if metrics.horizontalAdvance(title) > table.columnWidth(n) - 20
    ]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("size", "zoom"), SIZES)
def test_column_headings_are_not_cut(
    window: Window,
    shop: DocumentsPage,
    qtbot: QtBot,
    size: tuple[int, int],
    zoom: int,
    language: str,
) -> None:
    window.profile.settings.set("language", language)
    window.display_settings.zoom(ZOOMS.index(zoom))
    window.resize(*size)
    page = window.documents_page
    assert len(page.case.rows) == len(shop.case.rows)  # a language change creates a new page
    qtbot.waitUntil(page.is_settled)
    qtbot.waitUntil(lambda: not cut_titles(page.table))
    assert not page.table.isColumnHidden(page.table.links.column(GOES))
    window.display_settings.zoom(0)
    window.profile.settings.set("language", "en")


def test_small_window_shows_either_list_or_details(
    window: Window, shop: DocumentsPage, qtbot: QtBot
) -> None:
    details, body = shop.reader, shop.body
    assert details.isVisible()
    window.resize(700, 460)
    qtbot.waitUntil(lambda: body.is_single)
    assert shop.table.isVisible()
    assert not details.isVisible()
    shop.table.setFocus()
    qtbot.keyClick(shop.table, Qt.Key.Key_Space)
    assert details.isVisible()
    assert not shop.table.isVisible()
    before = shop.table.current()
    qtbot.keyClick(details, Qt.Key.Key_J)
    assert shop.table.current() != before
    qtbot.keyClick(details, Qt.Key.Key_Escape)
    assert not details.isVisible()
    assert shop.table.isVisible()
    assert shop.table.hasFocus()
    window.resize(1320, 820)
    qtbot.waitUntil(lambda: details.isVisible() and shop.table.isVisible())
    assert not details.fold_button.isVisible()


@for_each(
    "name, most, cut",
    ("invoice-2026-11.pdf", 19, "invoice-2026-11.pdf"),
    ("invoice-2026-11.pdf", 11, "invoi\u20261.pdf"),
    ("abc", 1, "\u2026"),
    ("abcdef", 2, "a\u2026"),
    ("", 0, ""),
)
def test_long_name_is_cut_in_the_middle(name: str, most: int, cut: str) -> None:
    assert cut_in_middle(name, most) == cut
    assert len(cut) <= max(most, 1)


def test_text_after_a_cut_name_is_kept() -> None:
    pieces = file_name("a-very-long-name-of-a-file.eml") + ours("  10")
    shown = plain_text(fitted(pieces, 16, len))
    assert shown == "a-very\u2026e.eml  10"[:16] or shown.endswith(".eml  10")
    assert len(shown) <= 16
    assert plain_text(fitted(pieces, 100, len)) == plain_text(pieces)
    assert plain_text(fitted(pieces, 5, len)) == "a-\u2026ml"
    assert len(plain_text(fitted(pieces, 0, len))) <= 1


@pytest.mark.parametrize("size", [(900, 600), (1320, 820)])
def test_notice_does_not_cover_the_list(
    window: Window, shop: DocumentsPage, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window.resize(*size)
    shop.table.setFocus()
    shop.strip.tell(Notice("3 links marked as malicious.", does="Undo", action=lambda: None))
    qtbot.waitUntil(
        lambda: shop.strip.x() >= shop.reader.mapTo(shop, shop.reader.rect().topLeft()).x()
    )
    assert shop.strip.isVisible()
