"""Lists with two lines per row: sites, natural order, distinct names, filters and sorting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from tests.gui.documents.samples import MAIL, PAGE, settle
from tests.gui.documents.test_file_list import CALM, NO_LINKS, listed
from uriinspector.analysis.finding import RANK
from uriinspector.analysis.regular_files import natural
from uriinspector.documents.cases.link_row import Decision, FileKey
from uriinspector.gui.documents.decision_table import NARROW
from uriinspector.gui.documents.open_case import names_apart
from uriinspector.gui.documents.rows import fitted_name, host_pieces
from uriinspector.gui.text.pieces import Kind, plain_text

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from uriinspector.gui.documents.page import DocumentsPage


@pytest.fixture
def mails(page: DocumentsPage, tmp_path: Path) -> DocumentsPage:
    for name, octets in {"a.eml": CALM, "b.eml": MAIL, "c.eml": NO_LINKS}.items():
        (tmp_path / name).write_bytes(octets)
    page.open_files([str(tmp_path / name) for name in ("a.eml", "b.eml", "c.eml")])
    settle(page)
    return page


@pytest.mark.parametrize(
    ("host", "rest", "room", "shown"),
    [
        ("mail.shop.example.co.uk", "", 30, "mail.shop.example.co.uk"),
        ("mail.shop.example.co.uk", "/a/long/path", 28, "mail.shop.example.co.uk/a/l…"),
        ("mail.shop.example.co.uk", "/a/long/path", 20, "….shop.example.co.uk"),
        ("bank.example.evil.com", "/login", 14, "…mple.evil.com"),
    ],
)
def test_site_stays_whole_when_its_host_is_shortened(
    host: str, rest: str, room: int, shown: str
) -> None:
    assert plain_text(fitted_name(host_pieces(host, rest), room, len)) == shown


def test_only_the_site_of_a_host_is_emphasized() -> None:
    pieces = host_pieces("bank.example.evil.com", "/login")
    assert [each.text for each in pieces if each.kind is Kind.PLAIN] == ["evil.com"]
    assert [each.text for each in host_pieces("10.0.0.1") if each.kind is Kind.PLAIN] == [
        "10.0.0.1"
    ]


def test_natural_sort_orders_numbers_by_value() -> None:
    names = ["index10.html", "index2.html", "Index1.html", "index02a.html", "index", "10", "9"]
    assert sorted(names, key=natural) == [
        *("9", "10", "index", "Index1.html", "index2.html", "index02a.html", "index10.html"),
    ]


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["/s/a/i.html", "/s/b/i.html", "/s/c.html"], ["a/i.html", "b/i.html", "c.html"]),
        (["/x/a/i", "/y/a/i", "/y/b/i"], ["x/a/i", "y/a/i", "y/b/i"]),
        (["C:\\a\\i", "C:\\b\\i"], ["a/i", "b/i"]),
        (["/a/i", "/a/i"], ["/a/i", "/a/i"]),
    ],
)
def test_files_with_the_same_name_show_their_folders(paths: list[str], names: list[str]) -> None:
    files = [(each.replace("\\", "/").rpartition("/")[2], each) for each in paths]
    assert names_apart(files) == names


def test_pages_in_a_folder_are_listed_in_natural_order(page: DocumentsPage, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / "site" / folder).mkdir(parents=True)
        for number in (10, 2, 1):
            (tmp_path / "site" / folder / f"index{number}.html").write_bytes(PAGE)
    page.open_files([str(tmp_path / "site")])
    settle(page)
    expected = [
        f"{folder}/index{number}.html" for folder in ("one", "two") for number in (1, 2, 10)
    ]
    assert listed(page, "file") == expected
    page.files.table.sort("file")
    settle(page)
    assert [each.rpartition("/")[2] for each in listed(page, "file")] == [
        f"index{number}.html" for number in (1, 1, 2, 2, 10, 10)
    ]


def test_mail_row_shows_sender_domain_and_subject(mails: DocumentsPage) -> None:
    assert listed(mails, "from")[0] == "Bank Service, news.example"
    assert listed(mails, "subject")[0].startswith("Invoice overdue, ")
    table = mails.files.table
    wide = [
        each.name for at, each in enumerate(table.numbered.cells) if not table.isColumnHidden(at)
    ]
    assert wide == ["level", "from", "subject", "date"]
    assert table.line_count == 2


def test_narrow_list_uses_four_lines_per_row(qtbot: QtBot, mails: DocumentsPage) -> None:
    table = mails.files.table
    table.setFixedWidth(NARROW - 40)
    qtbot.waitUntil(lambda: table.line_count == 4)
    assert table.isColumnHidden(table.numbered.column("subject"))
    sender = table.numbered.cells[table.numbered.column("from")]
    assert len(table.lines_of(sender)) == 4
    assert table.rowHeight(0) == table.verticalHeader().defaultSectionSize()


def test_several_severity_filters_can_be_combined(mails: DocumentsPage) -> None:
    bar = mails.files.bar
    ranks = {each.rank for each in mails.case.files.rows}
    for rank in ranks & bar.levels.keys():
        bar.levels[rank].click()
    assert len(listed(mails, "file")) == sum(
        each.rank in bar.ranks for each in mails.case.files.rows
    )
    bar.levels[RANK["high"]].setChecked(False)
    bar.changed.emit()
    assert "b.eml" not in listed(mails, "file")


def test_list_menu_offers_mark_filters_and_sort_orders(mails: DocumentsPage) -> None:
    mails.case.decide({FileKey(0): Decision("benign")})
    bar = mails.files.bar
    menu = bar.choice.menu()
    menu.aboutToShow.emit()
    actions = {each.text(): each for each in menu.actions()}
    assert list(actions)[:5] == ["All 3", "Not marked", "Malicious", "Benign", "Ignored"]
    assert actions["All 3"].isChecked()
    actions["Benign"].trigger()
    settle(mails)
    assert listed(mails, "file") == ["a.eml"]
    assert bar.choice.accessibleName() == "Benign"
    bar.want("mark", None)
    sorting = actions["Sort by"].menu()
    assert isinstance(sorting, QMenu)
    orders = {each.text(): each for each in sorting.actions()}
    orders["File"].trigger()
    settle(mails)
    assert listed(mails, "file") == ["a.eml", "b.eml", "c.eml"]


def test_cancelled_reading_can_be_resumed(page: DocumentsPage, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(400):
        (folder / f"{number}.html").write_bytes(PAGE)
    page.scan_queue.rows_came.connect(page.scan_queue.stop)
    page.open_files([str(folder)])
    settle(page)
    if len(page.case.heads) == 400:
        pytest.skip("it was read before it could be cancelled")
    assert page.header.resume.isVisibleTo(page.header)
    page.scan_queue.rows_came.disconnect(page.scan_queue.stop)
    page.header.resume.click()
    settle(page)
    assert sorted(each.path for each in page.case.heads) == sorted(
        str(each) for each in folder.iterdir()
    )
    assert not page.case.troubles
    assert not page.header.resume.isVisibleTo(page.header)


def test_enter_and_escape_switch_panes_in_a_small_window(
    qtbot: QtBot, mails: DocumentsPage
) -> None:
    mails.window().resize(600, 460)
    qtbot.waitUntil(lambda: mails.body.is_single)
    assert not mails.reader.isVisible()
    mails.files.table.setFocus()
    qtbot.keyClick(mails.files.table, Qt.Key.Key_Down)
    qtbot.keyClick(mails.files.table, Qt.Key.Key_Return)
    assert mails.reader.isVisible()
    assert not mails.files.table.isVisible()
    assert mails.focusWidget() is mails.reader.message
    qtbot.keyClick(mails.reader.message, Qt.Key.Key_Escape)
    assert mails.files.table.isVisible()
    assert mails.focusWidget() is mails.files.table
