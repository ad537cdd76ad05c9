"""The list of files and messages: keys, marks, filters, sorting."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from tests.gui.documents.samples import MAIL, PAGE, column, message_text, open_files, settle
from uriinspector.analysis.finding import RANK
from uriinspector.analysis.regular_files import natural
from uriinspector.documents.cases.link_row import Decision, FileKey
from uriinspector.documents.cases.store import CaseFile
from uriinspector.export.case.case_report import case_report
from uriinspector.export.case.recipient_removal import cleaned
from uriinspector.gui.documents.case_export import ExportSheet, export_case
from uriinspector.gui.documents.decision_table import LAST, NARROW
from uriinspector.gui.documents.file_model import claimed_text, odd_places
from uriinspector.gui.documents.open_case import names_apart
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.documents.reader import MESSAGE, SOURCE
from uriinspector.gui.documents.rows import fitted_name, host_pieces
from uriinspector.gui.text.pieces import Kind, legible, plain_text
from uriinspector.gui.text.translation import speak
from uriinspector.gui.theme import theme

B, J, K, M, N, U = (getattr(Qt.Key, f"Key_{letter}") for letter in "BJKMNU")

CALM = b"""\
From: Ann <ann@friend.example>
Subject: Lunch
Date: Mon, 16 Nov 2026 10:00:00 +0100
Authentication-Results: mx.example; spf=pass; dkim=pass; dmarc=fail

See https://friend.example/menu
"""

NO_LINKS = b"From: <nobody@friend.example>\nDate: Mon, 2 Nov 2026 10:00:00 +0000\n\nHello\n"

BOX = b"".join(b"From x@y Mon\n" + each + b"\n" for each in (CALM, MAIL, NO_LINKS))


@pytest.fixture
def mails(page: DocumentsPage, tmp_path: Path) -> DocumentsPage:
    """Three mails and a page."""
    open_files(page, tmp_path, {"a.eml": CALM, "b.eml": MAIL, "c.eml": NO_LINKS, "d.html": PAGE})
    page.files.table.let_go()
    return page


def listed(page: DocumentsPage, name: str) -> list[str]:
    """Return the texts of a column of the file list, top to bottom."""
    model = page.files.table.files
    at = model.column(name)
    return [model.index(row, at).data() for row in range(model.rowCount())]


def press(qtbot: QtBot, page: DocumentsPage, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(page.files.table, key)


def shown_files(page: DocumentsPage) -> list[int]:
    return sorted({page.case.rows[each].file for each in page.table.links.order.numbers})


def test_highest_severity_is_first_and_all_links_are_shown(mails: DocumentsPage) -> None:
    assert mails.files.card.isVisible()
    assert listed(mails, "file")[0] == "b.eml"
    assert listed(mails, "level")[0] == "high"
    assert len(listed(mails, "file")) == 4
    assert mails.files.entry is None
    assert shown_files(mails) == [0, 1, 3]
    assert not mails.bar.chips[0].isVisibleTo(mails.bar)


def test_worst_of_several_pages_is_selected_first(page: DocumentsPage, tmp_path: Path) -> None:
    bad = b'<a href="https://www.paypal.com@evil.example/">x</a>'
    open_files(page, tmp_path, {"a.html": PAGE, "b.html": bad})
    assert page.files.entry is not None
    assert page.files.entry.head.name == "b.html"
    assert shown_files(page) == [1]


def test_narrow_header_keeps_the_name_and_the_unchecked_parts(
    page: DocumentsPage, tmp_path: Path
) -> None:
    open_files(page, tmp_path, {"a.eml": MAIL, "b.eml": CALM, "c.eml": MAIL, "d.html": PAGE})
    words = page.header.words
    shown = plain_text(words.fitted(300, lambda text: 7.0 * len(text)))
    assert shown.startswith("4 files")
    assert shown.endswith("Not checked: 2 parts")


def test_selected_file_filters_the_links(qtbot: QtBot, mails: DocumentsPage) -> None:
    press(qtbot, mails, J)
    assert shown_files(mails) == [1]
    assert mails.bar.chips[0].isVisibleTo(mails.bar)
    assert plain_text(mails.parts.facets[0].pieces).startswith("b.eml")
    assert len(mails.parts.facets) == 1
    assert mails.reader.bar.tab == MESSAGE
    shown = "The text shows www.bank.example; the link goes to xn--bnk-6cd.example"
    assert mails.reader.banner.headline.text().startswith(shown)
    assert mails.reader.banner.accessibleName().startswith(f"high. {shown}")
    assert mails.reader.banner.accessibleName().endswith("Link text shows another site")
    speak("de")
    mails.reader.banner.fit()
    shown = "Der Text zeigt www.bank.example; der Link führt zu xn--bnk-6cd.example"
    assert mails.reader.banner.headline.text().startswith(shown)
    speak("en")
    mails.reader.banner.fit()
    assert mails.reader.banner.detail.text().startswith(
        "2 of 4 clickable web links go to xn--bnk-6cd.example and 203.0.113.9. Do not click"
    )
    press(qtbot, mails, Qt.Key.Key_Escape)
    assert mails.files.entry is None
    assert shown_files(mails) == [0, 1, 3]
    press(qtbot, mails, J)
    mails.bar.chips[0].click()
    assert shown_files(mails) == [0, 1, 3]


def test_message_without_links_is_shown_and_can_be_marked(
    qtbot: QtBot, mails: DocumentsPage
) -> None:
    mails.files.table.go(mails.case.files.numbers[FileKey(2)])
    assert column(mails, "value") == []
    assert mails.table.nothing == "No links in this message."
    assert "nobody@friend.example" in message_text(mails)
    press(qtbot, mails, M)
    assert mails.case.file_marks == {FileKey(2): "malicious"}


def test_mark_keys_go_to_the_next_row_and_can_be_undone(qtbot: QtBot, mails: DocumentsPage) -> None:
    first, second = mails.files.table.files.order.numbers[:2]
    press(qtbot, mails, M)
    assert mails.case.file_marks == {}  # no file is selected yet
    press(qtbot, mails, J, M, B)
    keys = [mails.case.files.rows[each].key for each in (first, second)]
    assert mails.case.file_marks == {keys[0]: "malicious", keys[1]: "benign"}
    assert mails.case.marks == {}
    assert mails.files.status.text() == "2 of 4 not marked"
    press(qtbot, mails, U)
    assert mails.files.table.current() == second
    mails.undo()
    assert mails.case.file_marks == {}
    assert mails.files.table.current() == first


def test_n_key_cycles_through_unmarked_files(qtbot: QtBot, mails: DocumentsPage) -> None:
    press(qtbot, mails, N, M, K, N)
    order = mails.files.table.files.order.numbers
    assert mails.files.table.current() == order[1]
    press(qtbot, mails, N, N, N)
    assert mails.files.table.current() == order[1]
    press(qtbot, mails, B, B, B)
    assert len(mails.case.file_marks) == 4
    assert mails.files.status.text() == "0 of 4 not marked"


def test_marked_files_disappear_under_the_unmarked_filter(
    qtbot: QtBot, mails: DocumentsPage
) -> None:
    mails.files.bar.want("mark", "")
    press(qtbot, mails, J, M, M, M, M)
    settle(mails)
    assert listed(mails, "file") == []
    assert mails.files.table.accessibleDescription() == "No file or message matches the filter."
    mails.files.bar.want("mark", None)
    assert len(listed(mails, "mark")) == 4


def test_file_list_can_be_filtered_and_sorted(mails: DocumentsPage) -> None:
    bar, table = mails.files.bar, mails.files.table
    bar.filter.setText("LUNCH")
    assert listed(mails, "file") == ["a.eml"]
    bar.filter.setText("friend.example")
    assert sorted(listed(mails, "file")) == ["a.eml", "c.eml"]
    bar.filter.clear()
    bar.levels[RANK["high"]].click()
    assert listed(mails, "file") == ["b.eml"]
    bar.levels[RANK["high"]].click()
    for name in ("level", "mark", "from", "subject", "sentence", "checks", "date", "count", "file"):
        orders = []
        for falls in (False, True):
            table.sort_requested.emit(name, falls)
            orders.append(listed(mails, "file"))
        assert sorted(orders[0]) == sorted(orders[1]) == ["a.eml", "b.eml", "c.eml", "d.html"]
        assert len(set(listed(mails, name))) == 1 or orders[0] != orders[1]
    table.sort_requested.emit("date", True)
    dates = [each.removesuffix(" 2026") for each in listed(mails, "date")]
    assert dates[:2] == ["16 Nov", "2 Nov"]


def test_authentication_results_are_shown_as_text(mails: DocumentsPage) -> None:
    checks = dict(zip(listed(mails, "file"), listed(mails, "checks"), strict=True))
    assert checks == {
        "a.eml": "SPF pass?, DKIM pass?, DMARC fail",
        "b.eml": "SPF pass?",
        "c.eml": "none",
        "d.html": "",
    }


def test_mailbox_messages_are_listed_below_the_mailbox(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    open_files(page, tmp_path, {"all.mbox": BOX})
    assert [each.split(" · ")[0] for each in listed(page, "file")] == ["all.mbox"] * 4
    page.files.table.let_go()
    assert listed(page, "from")[0] == "all.mbox, mailbox"
    assert listed(page, "subject")[0].startswith("3 messages, ")
    assert listed(page, "from")[1].startswith("↳ Bank Service, news.example")
    press(qtbot, page, J, J)
    assert {page.case.rows[each].part.split(".")[1] for each in page.table.links.order.numbers} == {
        "2"
    }
    press(qtbot, page, K, M)
    assert len(page.case.file_marks) == 4
    assert listed(page, "subject")[0].startswith("3 messages · 3 marked, ")
    press(qtbot, page, U)
    assert page.case.file_marks == {}


def test_message_marks_are_saved_in_the_case(qtbot: QtBot, mails: DocumentsPage) -> None:
    press(qtbot, mails, J, M)
    settle(mails)
    path = mails.case_storage.file
    assert path
    mails.case_commands.new()
    with_marks = CaseFile.open(path)
    assert with_marks.summary().decisions == 1
    with_marks.close()
    mails.case_commands.open(path)
    settle(mails)
    assert mails.case.file_marks == {FileKey(1): "malicious"}
    assert listed(mails, "mark")[0] == "malicious"
    assert mails.case.heads[1].messages


def test_enter_focuses_the_message_and_escape_returns(qtbot: QtBot, mails: DocumentsPage) -> None:
    mails.window().activateWindow()
    press(qtbot, mails, J, Qt.Key.Key_Return)
    assert mails.reader.bar.tab == MESSAGE
    assert mails.focusWidget() is mails.reader.message
    qtbot.keyClick(mails.reader.message, M)
    assert list(mails.case.file_marks.values()) == ["malicious"]
    qtbot.keyClick(mails.reader.message, Qt.Key.Key_Escape)
    assert mails.focusWidget() is mails.files.table
    assert mails.files.entry is not None


def test_note_can_be_added_to_a_message(qtbot: QtBot, mails: DocumentsPage) -> None:
    press(qtbot, mails, J, Qt.Key.Key_E)
    editor = mails.files.table.note_editor
    assert editor
    qtbot.keyClicks(editor, "reported by Ann")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(mails.case.file_notes))
    assert mails.case.decision(FileKey(1)) == Decision("", "reported by Ann")


@pytest.mark.parametrize(
    ("name", "octets", "is_listed"), [("a.eml", MAIL, True), ("a.html", PAGE, False)]
)
def test_file_list_is_shown_for_a_single_mail_but_not_a_page(
    page: DocumentsPage, tmp_path: Path, name: str, octets: bytes, is_listed: bool
) -> None:
    (tmp_path / name).write_bytes(octets)
    page.open_file(str(tmp_path / name))
    settle(page)
    assert page.files.card.isVisible() == is_listed
    assert page.reader.banner.isVisible() == is_listed


@pytest.mark.parametrize("is_cleaned", [False, True])
def test_message_decisions_are_in_the_report(
    qtbot: QtBot, mails: DocumentsPage, *, is_cleaned: bool
) -> None:
    press(qtbot, mails, J, M)
    mails.case.decide({FileKey(1): Decision("malicious", "Reported by ann@work.example")})
    case = export_case(ExportSheet(mails.case, mails.table.links.order.numbers, {}), Event())
    assert [each.decision("").mark for each in case.files] == ["", "malicious", "", ""]
    report = case_report(cleaned(case) if is_cleaned else case)
    facts = [f"{each.name}: {each.text}" for each in report.files[1].facts]
    assert "Marked by the analyst: malicious" in facts
    note = "Note: Reported by removed" if is_cleaned else "Note: Reported by ann[@]work[.]example"
    assert note in facts
    about = [each.name for each in report.files[1].envelopes[0].facts]
    assert ("Assessment" in about) is not is_cleaned


@pytest.mark.parametrize("is_chosen", [True, False])
def test_chosen_tab_stays_when_file_list_appears(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path, is_chosen: bool
) -> None:
    open_files(page, tmp_path, {"d.html": PAGE})
    bar = page.reader.bar
    if is_chosen:
        for tab in (MESSAGE, SOURCE):
            qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.place_of(tab).center())
    open_files(page, tmp_path, {"b.eml": MAIL})
    assert page.files.is_listed
    assert bar.tab == (SOURCE if is_chosen else MESSAGE)


if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from uriinspector.gui.documents.page import DocumentsPage


@pytest.fixture
def three_mails(page: DocumentsPage, tmp_path: Path) -> DocumentsPage:
    open_files(page, tmp_path, {"a.eml": CALM, "b.eml": MAIL, "c.eml": NO_LINKS})
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
        *("9", "10", "index", "Index1.html", "index2.html", "index02a.html", "index10.html")
    ]


@pytest.mark.parametrize(
    ("paths", "names"),
    [(["/s/a/i.html", "/s/b/i.html", "/s/c.html"], ["a/i.html", "b/i.html", "c.html"]),
        (["/x/a/i", "/y/a/i", "/y/b/i"], ["x/a/i", "y/a/i", "y/b/i"]),
        (["C:\\a\\i", "C:\\b\\i"], ["a/i", "b/i"]), (["/a/i", "/a/i"], ["/a/i", "/a/i"])],
)  # fmt: skip
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


def test_mail_row_shows_sender_domain_and_subject(three_mails: DocumentsPage) -> None:
    assert listed(three_mails, "from")[0] == "Bank Service, news.example"
    assert listed(three_mails, "subject")[0].startswith("Invoice overdue, ")
    table = three_mails.files.table
    wide = [
        each.name for at, each in enumerate(table.numbered.cells) if not table.isColumnHidden(at)
    ]
    assert wide == ["level", "from", "date"]
    sender, subject, below = (
        lines(table.numbers[0]) for lines, _ in table.lines_of(table.numbered.cells[2])
    )
    assert plain_text(sender) == "Bank Service"
    assert plain_text(subject) == "Invoice overdue"
    assert plain_text(below).startswith("news.example · ")


def test_reason_is_the_worst_finding(page: DocumentsPage, tmp_path: Path) -> None:
    of_link = CALM.replace(b"https://friend.example/menu", b"https://www.paypal.com@evil.test/")
    open_files(page, tmp_path, {"a.eml": of_link, "b.eml": NO_LINKS, "c.html": PAGE, "d.eml": MAIL})
    cells = dict(zip(listed(page, "file"), listed(page, "subject"), strict=True))
    for entry in page.case.files.rows:
        assert entry.title in cells[entry.head.name]
    table = page.files.table
    row = listed(page, "file").index("a.eml")
    tip = table.numbered.index(row, table.numbered.column("subject")).data(
        Qt.ItemDataRole.ToolTipRole
    )
    assert "link to evil.test" in tip


def test_subject_and_reason_reach_under_the_date(three_mails: DocumentsPage) -> None:
    table = three_mails.files.table
    assert table.rowHeight(0) == table.verticalHeader().defaultSectionSize()
    sender, date = (table.numbered.column(name) for name in ("from", "date"))
    (_, _, wide), *others = table.texts_in(table.numbered.cells[sender])
    assert (others, wide) == ([], table.columnWidth(date) - LAST)
    (own, _, _), (lines, apart, _) = table.texts_in(table.numbered.cells[date])
    assert (len(own), len(lines), apart) == (1, 3, table.columnWidth(sender))


def test_low_narrow_list_shows_five_rows_with_all_texts(
    qtbot: QtBot, three_mails: DocumentsPage
) -> None:
    table = three_mails.files.table
    table.setFixedSize(NARROW - 40, 420)
    qtbot.waitUntil(lambda: table.viewport().height() >= 5 * table.rowHeight(0))
    lines = table.lines_of(table.numbered.cells[table.numbered.column("from")])
    shown = ", ".join(plain_text(line(table.numbers[0])) for line, _ in lines)
    for name in ("from", "subject"):
        assert all(each in shown for each in listed(three_mails, name)[0].split(", "))


def test_current_row_has_a_ring_while_the_list_has_the_focus(
    qtbot: QtBot, three_mails: DocumentsPage
) -> None:
    table, reader = three_mails.files.table, three_mails.reader
    for view in (table, reader.message):
        view.window().activateWindow()
        view.setFocus()
        qtbot.waitUntil(view.hasFocus)
        if view is table:
            table.choose(0)
        else:
            reader.message.choose(1)
        place = view.visualRect(view.currentIndex())
        image = view.viewport().grab().toImage()
        middle = view.viewport().width() // 2
        for y in (place.top(), place.top() + 1):
            assert image.pixelColor(middle, y) == theme.color("accent"), (view, y)


def test_mark_buttons_show_their_keys(three_mails: DocumentsPage) -> None:
    marks = three_mails.reader.marks
    for are_shown in (True, False):  # in a narrow window, the icons are hidden
        marks.show_icons(are_shown=are_shown)
        assert [each.text() for each in marks.keys.values()] == ["M", "B", "I", "E"]


def test_several_severity_filters_can_be_combined(three_mails: DocumentsPage) -> None:
    bar = three_mails.files.bar
    ranks = {each.rank for each in three_mails.case.files.rows}
    for rank in ranks & bar.levels.keys():
        bar.levels[rank].click()
    assert len(listed(three_mails, "file")) == sum(
        each.rank in bar.ranks for each in three_mails.case.files.rows
    )
    bar.levels[RANK["high"]].setChecked(False)
    bar.changed.emit()
    assert "b.eml" not in listed(three_mails, "file")


def test_list_menu_offers_mark_filters_and_sort_orders(three_mails: DocumentsPage) -> None:
    three_mails.case.decide({FileKey(0): Decision("benign")})
    bar = three_mails.files.bar
    menu = bar.choice.menu()
    menu.aboutToShow.emit()
    actions = {each.text(): each for each in menu.actions()}
    assert list(actions)[:5] == ["All 3", "Not marked", "Malicious", "Benign", "Ignored"]
    assert actions["All 3"].isChecked()
    actions["Benign"].trigger()
    settle(three_mails)
    assert listed(three_mails, "file") == ["a.eml"]
    assert bar.choice.accessibleName() == "Benign"
    bar.want("mark", None)
    sorting = actions["Sort by"].menu()
    assert isinstance(sorting, QMenu)
    {each.text(): each for each in sorting.actions()}["File"].trigger()
    settle(three_mails)
    assert listed(three_mails, "file") == ["a.eml", "b.eml", "c.eml"]


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
    qtbot: QtBot, three_mails: DocumentsPage
) -> None:
    three_mails.window().resize(600, 460)
    qtbot.waitUntil(lambda: three_mails.body.is_single)
    assert not three_mails.reader.isVisible()
    three_mails.files.table.setFocus()
    qtbot.keyClick(three_mails.files.table, Qt.Key.Key_Down)
    qtbot.keyClick(three_mails.files.table, Qt.Key.Key_Return)
    assert three_mails.reader.isVisible()
    assert not three_mails.files.table.isVisible()
    assert three_mails.focusWidget() is three_mails.reader.message
    qtbot.keyClick(three_mails.reader.message, Qt.Key.Key_Escape)
    assert three_mails.files.table.isVisible()
    assert three_mails.focusWidget() is three_mails.files.table


@for_each(
    "text",
    *("Übermäßige Gebühr", "Sua transferência", "Счёт за ноябрь", "お支払い", "Ελλάδα"),
    *("naïve café", "Łódź", "10 € – “now”", "📦 Paket", "Ångström", "e\u0301te\u0301"),
)
def test_ordinary_letters_are_not_marked(text: str) -> None:
    assert odd_places(text) == frozenset()


@for_each(
    "text, odd",
    ("P\u0430yPal", {1}), ("Micr\u03bfsoft", {4}), ("\U0001d41a\U0001d41b", {0, 1}),
    ("\uff41mazon", {0}),
    ("Ihr P\u0430ket f\u00fcr М\u043eskau", {5, 14, 15}),
)  # fmt: skip
def test_lookalike_letters_are_marked(text: str, odd: set[int]) -> None:
    assert odd_places(text) == odd
    marked = "".join(each.text for each in claimed_text(text) if each.kind is Kind.DIFFERS)
    assert marked == "".join(legible(text[at]) for at in sorted(odd))  # some fonts lack a glyph
