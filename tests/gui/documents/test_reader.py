"""The message reader: rows, tabs, text, attachments, hops and source."""

import base64
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from tests.documents.samples import code, picture
from tests.for_each import for_each
from tests.gui.documents.samples import MAIL, column, message_text, open_files, settle, wait
from uriinspector.documents.cases.link_row import FileKey
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.documents.reader import (
    ATTACHMENTS,
    FINDINGS,
    HOPS,
    LINKS,
    MESSAGE,
    PICTURE,
    SITE,
    SOURCE,
    TEXT,
    ReaderTabs,
)
from uriinspector.gui.documents.reader_rows import (
    PlacedFindingRow,
    delay_words,
    field_words,
    narrowed,
    shown_pieces,
)
from uriinspector.gui.documents.rows import fitted_name
from uriinspector.gui.documents.site_pane import SitePane
from uriinspector.gui.documents.source_view import SourceFile, SourceView, line_starts
from uriinspector.gui.jobs.latest_job import close_jobs
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.profile import Profile
from uriinspector.gui.text.paragraph import Paragraph, TextRun, advance
from uriinspector.gui.text.pieces import fitted, plain_text
from uriinspector.gui.text.translation import speak
from uriinspector.gui.theme import Theme

PAYPAL = b"""\
Return-Path: <bounce@evil.test>\r
Received: from send.evil.test ([198.51.100.7]) by mx.work.test; Thu, 26 Nov 2026 07:38:02 +0100\r
Authentication-Results: mx.work.test; spf=pass smtp.mailfrom=evil.test\r
Received: from web by send.evil.test; Thu, 26 Nov 2026 00:06:00 +0100\r
From: "PayPal Security" <alerts@mail.evil.test>\r
Reply-To: <case@other.test>\r
To: Dana <dana@work.test>\r
Subject: Your account is locked\r
Date: Thu, 26 Nov 2026 07:38:02 +0100\r
Message-ID: <1@evil.test>\r
Content-Type: multipart/mixed; boundary="b"\r
\r
--b\r
Content-Type: text/html\r
\r
<p>Dear customer</p><a href="https://login.evil.test/x">www.paypal.com</a>\r
<div style="display:none">unseen words</div>\r
--b\r
Content-Type: application/pdf; name="a.pdf.exe"\r
Content-Disposition: attachment; filename="a.pdf.exe"\r
\r
MZ\r
--b--\r
"""

CALM = b"From: a@friend.test\nSubject: Lunch\n\nAt noon?\n"

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def mails(page: DocumentsPage, tmp_path: Path) -> DocumentsPage:
    for name, octets in (("a.eml", PAYPAL), ("b.eml", CALM)):
        (tmp_path / name).write_bytes(octets)
    page.open_files([str(tmp_path / "a.eml"), str(tmp_path / "b.eml")])
    settle(page)
    return page


def row_at(page: DocumentsPage, words: str) -> int:
    lines = page.reader.message.rows.lines
    return next(at for at, line in enumerate(lines) if words in line.row.spoken)


def selected(page: DocumentsPage) -> bytes:
    return page.reader.source.canvas.octets()


def test_message_shows_header_checks_and_findings(mails: DocumentsPage) -> None:
    words = message_text(mails).splitlines()
    assert words[0] == "From, PayPal Security  <alerts@mail.evil.test>"
    assert "Reply-To, <case@other.test>\u00a0\u00a0differs\u00a0" in "\n".join(words).replace(
        "  \u00a0", "\u00a0\u00a0"
    )
    assert "Return-Path, bounce@evil.test" in words
    assert any(
        re.fullmatch(r"Date, 26 Nov 2026, \d\d:38  Thu, 26 Nov 2026 07:38:02 \+0100", each)
        for each in words
    )
    assert "Message-ID, 1@evil.test" in words
    (checks,) = [each for each in words if "SPF" in each]
    assert "SPF passed for evil.test only; reportedly by mx.work.test" in checks
    assert "DKIM no result in the header" in checks
    assert mails.reader.banner.headline.text() == (
        "The sender address is at mail.evil.test, not paypal.com"
    )
    order = [next(at for at, each in enumerate(words) if part in each) for part in PARTS]
    assert order == sorted(order)


PARTS = ("From,", "SPF", "Findings  ", "Links  ", "More about the email", "Message-ID,", "File,")


def test_finding_about_a_link_has_sentence_clauses_and_place(
    qtbot: QtBot, mails: DocumentsPage
) -> None:
    rows = mails.reader.message
    row = next(each.row for each in rows.rows.lines if each.row.key == "worst")
    assert isinstance(row, PlacedFindingRow)
    assert "www.paypal.com" in row.spoken
    assert row.finding.cites
    assert row.where.startswith("line ")
    rows.choose(row_at(mails, row.title))
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert mails.reader.bar.tab == SOURCE


@for_each(
    "words, octets",
    ("The display name contains", b"mail.evil.test"),
    ("replies go to", b"other.test"),
    ("two file extensions", b"MZ"),
)
def test_enter_on_finding_shows_its_bytes_and_escape_returns(
    qtbot: QtBot, mails: DocumentsPage, words: str, octets: bytes
) -> None:
    rows = mails.reader.message
    rows.setFocus()
    rows.choose(row_at(mails, words))
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert mails.reader.bar.tab == SOURCE
    assert selected(mails) == octets
    canvas = mails.reader.source.canvas
    assert octets.hex(" ").upper()[:11] in canvas.text()
    assert words in mails.reader.source.sentence.text()
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert mails.reader.bar.tab == MESSAGE


def test_recipients_that_were_not_read_are_not_counted(page: DocumentsPage, tmp_path: Path) -> None:
    to = ", ".join(f"p{number}@work.test" for number in range(200))
    (tmp_path / "many.eml").write_text(f"From: a@b.test\nTo: {to}\n\nHi\n")
    page.open_files([str(tmp_path / "many.eml")])
    settle(page)
    assert "<p9@work.test> and at least 90 more" in message_text(page)


def test_enter_on_header_field_selects_its_bytes(qtbot: QtBot, mails: DocumentsPage) -> None:
    mails.reader.message.choose(row_at(mails, "Message-ID"))
    qtbot.keyClick(mails.reader.message, Qt.Key.Key_Return)
    assert selected(mails) == b"Message-ID: <1@evil.test>"


def test_f3_steps_through_the_findings(qtbot: QtBot, mails: DocumentsPage) -> None:
    starts = []
    for _ in range(len(mails.reader.source.canvas.file.marks) + 3):
        qtbot.keyClick(mails.reader.message, Qt.Key.Key_F3)
        starts.append(mails.reader.source.canvas.selection[0])
    assert len(set(starts)) >= 3
    assert mails.reader.source.counted.text().startswith("Place ")


@for_each(
    "key, tab",
    (Qt.Key.Key_1, MESSAGE), (Qt.Key.Key_2, TEXT), (Qt.Key.Key_3, LINKS),
    (Qt.Key.Key_4, ATTACHMENTS), (Qt.Key.Key_5, HOPS), (Qt.Key.Key_6, SOURCE),
)  # fmt: skip
def test_alt_digit_selects_a_tab(qtbot: QtBot, mails: DocumentsPage, key: Qt.Key, tab: int) -> None:
    override = QKeyEvent(QKeyEvent.Type.ShortcutOverride, key, ALT)
    QApplication.sendEvent(mails.files.table, override)
    assert override.isAccepted()
    qtbot.keyClick(mails.files.table, key, ALT)
    assert mails.reader.bar.tab == tab


def test_mark_and_note_keys_work_in_the_reader(qtbot: QtBot, mails: DocumentsPage) -> None:
    qtbot.keyClick(mails.reader.message, Qt.Key.Key_M)
    assert mails.case.file_marks == {FileKey(0): "malicious"}
    mails.files.table.go(0)
    qtbot.keyClick(mails.reader.message, Qt.Key.Key_E)
    editor = mails.files.table.note_editor
    assert editor is not None
    qtbot.keyClicks(editor, "why")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: mails.case.file_notes == {FileKey(0): "why"})
    assert mails.reader.marks.marks["malicious"].isChecked()
    mails.reader.marks.marks["benign"].click()
    assert mails.case.file_marks == {FileKey(0): "benign"}
    mails.reader.marks.marks["benign"].click()
    assert mails.case.file_marks == {}


def test_message_text_shows_destinations_and_hatches_hidden_text(mails: DocumentsPage) -> None:
    mails.reader.show_tab(TEXT)
    edit = mails.reader.body.edit
    assert "www.paypal.com \u2192 https://login.evil.test/x" in edit.toPlainText()
    cursor = edit.document().find("unseen words")
    assert cursor.charFormat().background().style() == Qt.BrushStyle.BDiagPattern
    cursor = edit.document().find("Dear customer")
    assert cursor.charFormat().background().style() == Qt.BrushStyle.NoBrush
    edit.selectAll()
    edit.copy()
    assert "hxxps://login[.]evil[.]test/x" in QGuiApplication.clipboard().text()
    mails.files.table.go(1)
    settle(mails)
    assert edit.toPlainText().strip() == "At noon?"


def test_attachments_show_hash_and_findings(mails: DocumentsPage) -> None:
    mails.reader.show_tab(ATTACHMENTS)
    (line,) = mails.reader.attachments.rows.lines
    part = next(each for each in mails.case.heads[0].parts if each.name == "a.pdf.exe")
    for words in ("high", "a.pdf.exe", "application/pdf", part.sha256, "two file extensions"):
        assert words in line.row.spoken


def test_hops_show_the_delay_between_servers(mails: DocumentsPage) -> None:
    mails.reader.show_tab(HOPS)
    words = [line.row.spoken for line in mails.reader.hops.rows.lines]
    assert "7 h 32 min later" in words[1]
    assert "send.evil.test [198.51.100.7] \u2192 mx.work.test" in words[1]
    mails.files.table.go(1)
    assert mails.reader.hops.rows.lines == ()


@for_each(
    "seconds, words",
    (1, "1 s later"), (3_600, "1 h later"), (27_120, "7 h 32 min later"), (90_061, "1 d 1 h later"),
    (-61, "1 min 1 s earlier"),
)  # fmt: skip
def test_delay_is_given_in_at_most_two_units(seconds: int, words: str) -> None:
    assert delay_words(seconds) == words


def test_only_the_selected_mailbox_message_is_shown(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    box = b"From x@y Mon\n" + CALM + b"\nFrom x@y Mon\n" + PAYPAL.replace(b"\r", b"")
    (tmp_path / "all.mbox").write_bytes(box)
    page.open_files([str(tmp_path / "all.mbox")])
    settle(page)
    page.reader.show_tab(TEXT)
    assert "Dear customer" in page.reader.body.edit.toPlainText()
    assert "At noon?" not in page.reader.body.edit.toPlainText()
    page.reader.show_tab(MESSAGE)
    page.reader.message.choose(row_at(page, "replies go to"))
    line = box[: box.index(b"Reply-To")].count(b"\n") + 1
    assert (
        f"Reply-To, line {line}"
        in page.reader.message.rows.lines[page.reader.message.currentIndex().row()].row.spoken
    )
    qtbot.keyClick(page.reader.message, Qt.Key.Key_Return)
    assert selected(page) == b"other.test"


@pytest.fixture
def source(theme: Theme) -> Iterator[SourceView]:  # noqa: ARG001
    octets = bytes(range(256)) + b"\r\nsecond \xe2\x80\xae line\r\nhttps://a.test/\r\n"
    made, window = SourceView(), QScrollArea()
    window.setWidgetResizable(True)
    window.setWidget(made)
    window.resize(720, 400)
    made.show_file(SourceFile("a", len(octets), lambda a, b: octets[a:b], line_starts(octets)))
    window.show()
    yield made
    close_jobs(made)
    shiboken6.delete(window)


@for_each(
    "sought, found",
    ("SECOND", b"second"), ("0A 0B 0C", b"\n\x0b\x0c"), ("0x61", b"a"),
    ("https://a.test", b"https://a.test"),
)  # fmt: skip
def test_source_search_finds_text_hex_and_offsets(
    qtbot: QtBot, source: SourceView, sought: str, found: bytes
) -> None:
    source.search.setText(sought)
    qtbot.keyClick(source.search, Qt.Key.Key_Return)
    assert source.canvas.octets() == found


@for_each(
    "sought, words", ("e", ["1 of 2", "2 of 2", "1 of 2", "2 of 2"]), ("zzz", ["Not found"] * 4)
)
def test_source_search_counts_matches_and_steps_through_them(
    qtbot: QtBot, source: SourceView, sought: str, words: list[str]
) -> None:
    octets = b"One text"
    source.show_file(SourceFile("b", len(octets), lambda a, b: octets[a:b]))
    seen = []
    qtbot.keyClicks(source.search, sought)
    seen.append(source.match.text())
    qtbot.keyClick(source.search, Qt.Key.Key_F3)
    seen.append(source.match.text())
    qtbot.keyClick(source.canvas, Qt.Key.Key_F3)
    seen.append(source.match.text())
    qtbot.keyClick(source.search, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    seen.append(source.match.text())
    assert seen == words


def test_text_search_counts_matches(qtbot: QtBot, page: DocumentsPage, tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(PAYPAL)
    page.open_file(str(tmp_path / "a.eml"))
    settle(page)
    page.reader.show_tab(TEXT)
    body = page.reader.body
    count = body.edit.toPlainText().lower().count("e")
    qtbot.keyClicks(body.search, "e")
    assert body.match.text() == f"1 of {count}"
    qtbot.keyClick(body.search, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert body.match.text() == f"{count} of {count}"
    qtbot.keyClick(body.edit, Qt.Key.Key_F3)
    assert body.match.text() == f"1 of {count}"
    qtbot.keyClicks(body.search, "zzz")
    assert body.match.text() == "Not found"


def test_hex_view_shows_offsets_and_text_view_line_numbers(source: SourceView) -> None:
    rows = source.canvas.text().splitlines()
    assert rows[6].startswith("000060  60 61 62")
    assert rows[6].endswith("`abcdefghijklmno")
    assert rows[1].endswith("\u00b7" * 16)
    source.show_form(is_hex=False)
    assert "2  second \u2039U+202E\u203a line" in source.canvas.text().replace(
        "3  second", "2  second"
    )


def test_bytes_selected_by_keys_are_copied_as_hex(qtbot: QtBot, source: SourceView) -> None:
    canvas = source.canvas
    canvas.select(0x41, 0x42)
    for _ in range(2):
        qtbot.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert canvas.octets() == b"ABC"
    source.copying.menu().aboutToShow.emit()
    source.copying.menu().actions()[0].trigger()
    assert QGuiApplication.clipboard().text() == "41 42 43"
    assert canvas.accessibleDescription().startswith("000040  40 41")


def test_unreadable_source_shows_the_reason(source: SourceView) -> None:
    def gone(_start: int, _end: int) -> bytes:
        raise OSError

    source.show_file(SourceFile("b", 10, gone))
    assert source.canvas.problem == "The file can no longer be read."
    assert source.canvas.octets() == b""


@pytest.mark.usefixtures("theme")
def test_reader_is_fully_translated(
    page: DocumentsPage, tmp_path: Path, untranslated: set[str]
) -> None:
    del page
    speak("de")
    try:
        german = DocumentsPage()
        (tmp_path / "a.eml").write_bytes(PAYPAL)
        german.open_file(str(tmp_path / "a.eml"))
        settle(german)
        for tab in german.reader.bar.offered:
            german.reader.show_tab(tab)
        assert german.reader.banner.headline.text().startswith(
            "Die Absenderadresse gehört zu mail.evil.test"
        )
        assert untranslated <= {"{before}{next}"}  # this one joins two other sentences
        german.close()
    finally:
        speak("en")


@pytest.fixture
def bar(qtbot: QtBot) -> ReaderTabs:
    made = ReaderTabs()
    qtbot.addWidget(made)
    made.offer({MESSAGE: "File", LINKS: "Link", SOURCE: "Source"})
    made.show()
    return made


def heard(bar: ReaderTabs) -> list[str]:
    interface = QAccessible.queryAccessibleInterface(bar)
    children = [interface.child(number) for number in range(interface.childCount())]
    tabs = [each for each in children if each.role() == QAccessible.Role.PageTab]
    return [each.text(QAccessible.Text.Name) for each in tabs]


def test_screen_reader_sees_only_offered_tabs(bar: ReaderTabs) -> None:
    assert heard(bar) == ["File", "Link", "Source"]
    bar.offer({MESSAGE: "Message", LINKS: "Links 3", SOURCE: "Source", PICTURE: "Image"})
    assert heard(bar) == ["Message", "Links 3", "Source", "Image"]
    bar.offer({MESSAGE: "Page"})
    assert heard(bar) == ["Page"]
    assert bar.place_of(MESSAGE).width() > 0


def test_tab_chosen_is_emitted_only_for_user_clicks(bar: ReaderTabs) -> None:
    chosen: list[int] = []
    bar.tab_chosen.connect(chosen.append)
    bar.look_at(SOURCE)
    bar.offer({MESSAGE: "Message", LINKS: "Link", SOURCE: "Source", PICTURE: "Image"})
    assert chosen == []
    for tab in (LINKS, MESSAGE):
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.place_of(tab).center())
    assert chosen == [LINKS, MESSAGE]


QR = "http://xn--bnk-6cd.example/qr"

POSTER = (
    b'--b\nContent-Type: image/png; name="poster.png"\nContent-Transfer-Encoding: base64\n\n'
    + base64.encodebytes(picture(text=QR))
    + b"--b--\n"
)


@pytest.fixture
def poster(window: Window, tmp_path: Path) -> Iterator[DocumentsPage]:
    (tmp_path / "m.eml").write_bytes(MAIL.replace(b"--b--\n", POSTER))
    window.show()
    window.open_workspace("documents")
    window.documents_page.open_file(str(tmp_path / "m.eml"))
    wait(window.documents_page)
    yield window.documents_page
    window.documents_page.close()


def choose(poster: DocumentsPage, value: str) -> None:
    poster.table.go(next(n for n, row in enumerate(poster.case.rows) if row.value == value))


def words(poster: DocumentsPage) -> str:
    return poster.reader.picture.words.text()


def test_qr_code_image_is_shown_with_outline(qtbot: QtBot, poster: DocumentsPage) -> None:
    assert "code" in column(poster, "element")
    choose(poster, QR)
    assert poster.reader.bar.tab == PICTURE
    assert words(poster) == "Loading the image…"
    qtbot.waitUntil(lambda: words(poster).startswith("QR code at "))
    size = code(QR).size
    assert words(poster).endswith(f" in an image of {size[0]} by {size[1]} pixels")
    canvas = poster.reader.picture.canvas
    assert canvas.accessibleName() == words(poster)
    outline, room = canvas.outline().boundingRect(), canvas.room()
    assert room.contains(outline)
    assert outline.width() > room.width() / 2
    assert canvas.rect().contains(room.toAlignedRect())


def test_image_tab_is_offered_only_for_links_from_codes(poster: DocumentsPage) -> None:
    choose(poster, QR)
    choose(poster, "https://bank.example/")
    assert PICTURE not in poster.reader.bar.offered
    assert poster.reader.bar.tab == MESSAGE
    poster.reader.show_tab(LINKS)
    choose(poster, QR)
    assert PICTURE in poster.reader.bar.offered
    assert poster.reader.bar.tab == LINKS


def test_image_is_not_shown_after_file_changed_or_vanished(
    qtbot: QtBot, poster: DocumentsPage, tmp_path: Path
) -> None:
    (tmp_path / "m.eml").write_bytes(MAIL)
    choose(poster, QR)
    qtbot.waitUntil(lambda: "has changed" in words(poster))
    (tmp_path / "m.eml").unlink()
    choose(poster, "https://bank.example/")
    choose(poster, QR)
    qtbot.waitUntil(lambda: "can no longer be read" in words(poster))


@pytest.mark.usefixtures("theme")
def test_wide_chip_is_cut_inside_its_domain() -> None:
    runs = (TextRun("SPF"), TextRun(f" pass for {'a' * 200}.example"), TextRun(" *"))
    shown = tuple(narrowed(runs, 240))
    assert advance(shown) <= 241
    assert (shown[0], shown[2]) == (runs[0], runs[2])
    assert "\u2026" in shown[1].text
    assert shown[1].text.endswith(".example")
    assert tuple(narrowed(runs, 4_000)) == runs


def test_links_of_a_message_are_listed_by_text_destination_and_finding(
    mails: DocumentsPage,
) -> None:
    lines = [line.row for line in mails.reader.message.rows.lines]
    titles = next(row for row in lines if row.key == "links")
    assert titles.title == "As shown, Goes to, Finding"
    link = next(row for row in lines if row.key == ("link", 0))
    assert link.spoken.startswith("high, www.paypal.com, login.evil.test/x, ")


def test_link_without_visible_text_is_labeled_as_such(page: DocumentsPage, tmp_path: Path) -> None:
    head = b"From: a@b.test\nSubject: x\nContent-Type: text/html\n\n"
    link = b'<a href="https://a.test/"><span style="display:none">x</span></a><a href="https://b.test/">y</a>'
    (tmp_path / "a.eml").write_bytes(head + link)
    page.open_files([str(tmp_path / "a.eml")])
    settle(page)
    rows = [line.row.title for line in page.reader.message.rows.lines]
    assert any(each.startswith("(nothing visible), a.test/") for each in rows)
    assert any(each.startswith("y, b.test/") for each in rows)


def test_texts_of_links_to_one_target_are_not_mixed_up(page: DocumentsPage, tmp_path: Path) -> None:
    link = '<a href="https://a.test/">{}</a>'
    head = "From: a@b.test\nSubject: x\nContent-Type: text/html\n\n"
    both = "".join(map(link.format, ("www.bank.example", "here")))
    (tmp_path / "a.eml").write_text(head + both)
    # With a link that is not in the text, the order says nothing.
    (tmp_path / "b.eml").write_text(f"{head}{both}<!--[if mso]>{link.format('no')}<![endif]-->")
    page.open_files([str(tmp_path / "a.eml"), str(tmp_path / "b.eml")])
    settle(page)
    shown = []
    for number in (0, 1):
        page.files.table.go(number)
        settle(page)
        rows = [line.row.title for line in page.reader.message.rows.lines]
        shown.append([each.partition(",")[0] for each in rows if ", a.test/" in each])
    assert sorted(shown[0]) == ["here", "www.bank.example"]
    assert shown[1] == []
    assert any(each.startswith("a.test/") for each in rows)


HTML = b'<a href="https://login.evil.test/x">one</a>\n<a href="../two">two</a>\n'


@pytest.fixture
def html(window: Window, tmp_path: Path) -> DocumentsPage:
    window.open_workspace("documents")
    window.resize(1320, 860)
    window.show()
    (tmp_path / "page.html").write_bytes(HTML)
    window.documents_page.open_files([str(tmp_path / "page.html")])
    settle(window.documents_page)
    return window.documents_page


def test_link_of_a_page_is_above_the_tabs(qtbot: QtBot, html: DocumentsPage) -> None:
    reader = html.reader
    assert reader.details.isVisible()
    assert reader.details.isAncestorOf(reader.link)
    assert reader.link.shown.text() == "https://login.evil.test/x"
    assert reader.title.text() == "Link 1 of 2, shown as one"
    assert reader.bar.tab == FINDINGS
    assert [reader.bar.tabText(at) for at in range(reader.bar.count())] == [
        *("Findings 1", "Page", "Text", "Source", "Parts and base")
    ]
    reader.link.bytes.click()
    assert selected(html) == b"https://login.evil.test/x"
    qtbot.keyClick(reader.source.canvas, Qt.Key.Key_Escape)
    assert reader.bar.tab == FINDINGS
    html.table.go(1)
    assert reader.title.text() == "Link 2 of 2, shown as two"
    assert html.header.base.isVisible()


def test_tabs_of_a_page_can_be_enlarged(html: DocumentsPage) -> None:
    reader = html.reader
    assert reader.larger.accessibleName() == "Enlarge"
    reader.larger.click()
    assert not reader.details.isVisible()
    assert reader.larger.accessibleName() == "Show the link"
    reader.larger.click()
    assert reader.details.isVisible()


def test_german_tab_titles_are_not_cut_in_a_narrow_reader(
    html: DocumentsPage, tmp_path: Path
) -> None:
    speak("de")
    try:
        html.window().resize(900, 600)
        html.body.show_site(SitePane(str(tmp_path)))
        html.reader.show_tab(SOURCE)
        bar = html.reader.bar
        assert bar.count() == 6
        assert sum(bar.tabRect(at).width() for at in range(bar.count())) <= bar.width()
        html.body.close_site()
    finally:
        speak("en")


def test_banner_cuts_a_long_host_at_its_beginning(page: DocumentsPage, tmp_path: Path) -> None:
    host = "login.microsoftonline.com." + "a-very-long-" * 4 + "name.test"
    octets = PAYPAL.replace(b"mail.evil.test", host.encode())
    open_files(page, tmp_path, {"a.eml": octets})
    page.window().resize(900, 600)
    words = page.reader.banner.headline.text()
    assert "\u2026" in words
    assert "name.test, not paypal.com" in words
    page.reader.banner.is_brief = True
    page.reader.banner.fit()
    assert page.reader.banner.detail.text() == "Do not click or reply. Report it."


@pytest.mark.parametrize(
    ("shown", "cut"),
    [
        ("https://www.bank.example/login", "…k.example"),
        ("www.bank.example", "…k.example"),
        ("b\u0430nk.example, not a host", "b\u0430nk.exam…"),
        ("Click here to log in", "Click her…"),
    ],
)
def test_address_as_text_of_a_link_is_cut_at_its_beginning(shown: str, cut: str) -> None:
    pieces = shown_pieces(shown)
    fit = fitted if pieces[0].is_words else fitted_name
    assert plain_text(fit(pieces, 10, lambda text: float(len(text)))) == cut


def test_advice_about_an_email_is_shown_to_its_end(window: Window, tmp_path: Path) -> None:
    domain = "newsletter.provider.test"
    mail = (
        f"Authentication-Results: mx.unknown.example; spf=pass smtp.mailfrom={domain};"
        f" dkim=pass header.d={domain}; dmarc=pass header.from={domain}\n"
        f"From: Service <service@{domain}>\nContent-Type: text/html\n\n"
        '<a href="https://login.other.test/">x</a>'
    )
    window.open_workspace("documents")
    window.resize(900, 600)
    window.show()
    open_files(window.documents_page, tmp_path, {"a.eml": mail.encode()})
    QApplication.processEvents()
    assert window.documents_page.reader.banner.is_brief
    detail = window.documents_page.reader.banner.detail
    assert "Click only links to sites that you know." in detail.text()
    assert detail.height() >= detail.height_in(detail.width())


def test_low_reader_shows_the_link_only_with_its_findings(
    window: Window, html: DocumentsPage
) -> None:
    window.resize(900, 560)
    html.reader.show_tab(SOURCE)
    assert not html.reader.details.isVisible()
    html.reader.show_tab(FINDINGS)
    assert html.reader.details.isVisible()


def test_low_reader_shows_the_source_above_a_site_check(
    html: DocumentsPage, tmp_path: Path
) -> None:
    html.window().resize(900, 600)
    html.body.show_site(SitePane(str(tmp_path)))
    QApplication.processEvents()
    link = html.reader.link
    assert html.reader.details.isVisible()
    assert link.source.isVisible()
    assert not link.banner.isVisible()
    assert link.place.text().startswith("page.html, line ")
    html.reader.show_tab(FINDINGS)
    assert link.banner.isVisible()
    assert link.place.text().startswith("Line ")
    html.body.close_site()


def test_each_button_of_a_site_check_is_in_one_place(html: DocumentsPage) -> None:
    own = (html.header.fixes, html.header.base, html.header.export)
    assert SITE not in html.reader.bar.offered
    check = html.body.check
    assert all(each.isVisible() for each in (check, *own))
    check.click()
    assert html.reader.bar.tab == SITE
    assert not any(each.isVisible() for each in (check, *own))
    html.reader.show_tab(SOURCE)
    assert all(each.isVisible() for each in own)
    assert not check.isVisible()
    html.body.close_site()
    assert SITE not in html.reader.bar.offered
    assert check.isVisible()


def test_verdict_buttons_are_for_emails_only(html: DocumentsPage, tmp_path: Path) -> None:
    marks = html.reader.marks
    assert [each.isVisible() for each in marks.marks.values()] == [False, False, True]
    open_files(html, tmp_path, {"a.eml": PAYPAL})
    assert all(each.isVisible() for each in marks.marks.values())
    html.files.table.go(0)
    assert [each.isVisible() for each in marks.marks.values()] == [False, False, True]


def test_german_header_has_german_field_names() -> None:
    speak("de")
    try:
        fields = [field_words(each) for each in ("From", "Reply-To", "Date", "Message-ID")]
    finally:
        speak("en")
    assert fields == ["Von", "Antwort an", "Datum", "Message-ID"]


@pytest.mark.usefixtures("qapp")
def test_domain_is_not_broken_after_a_hyphen() -> None:
    words = "Antworten gehen an quedra-help.net und nicht an den sign-in-Absender zurück."
    for width in range(120, 500, 7):
        layout = Paragraph([TextRun(words)], width).layout
        lines = [layout.lineAt(at) for at in range(layout.lineCount())]
        texts = [words[each.textStart() : each.textStart() + each.textLength()] for each in lines]
        assert "".join(texts) == words
        assert any("quedra-help.net" in each for each in texts)


def test_counts_of_links_agree_for_one_file(html: DocumentsPage, tmp_path: Path) -> None:
    reader = html.reader
    assert "2 links" in html.header.text()
    assert html.bar.choice.text() == "All 2"
    html.bar.filter.setText("login.evil.test")
    settle(html)
    assert reader.title.text().startswith("Link 1 of 2")
    many = "".join(f"<p>https://a{at}.test/\n" for at in range(600))
    (tmp_path / "many.eml").write_text(f"From: a@b.test\n\n{many}")
    html.open_files([str(tmp_path / "many.eml")])
    settle(html)
    html.files.table.go(next(n for n, e in enumerate(html.case.files.rows) if e.envelope))
    settle(html)
    assert "Links 600" in [reader.bar.tabText(at) for at in range(reader.bar.count())]
    assert any(each.row.title == "Links  600" for each in reader.message.rows.lines)


def test_link_is_shown_on_its_tab_for_an_email(html: DocumentsPage, tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(PAYPAL)
    html.open_files([str(tmp_path / "a.eml")])
    settle(html)
    reader = html.reader
    html.files.table.go(next(n for n, e in enumerate(html.case.files.rows) if e.envelope))
    settle(html)
    assert not reader.details.isVisible()
    assert reader.panel.isAncestorOf(reader.title)
    reader.show_tab(LINKS)
    assert reader.links_page.isAncestorOf(reader.link)
    assert not html.header.base.isVisible()
    assert not html.body.check.isVisible()


def test_selection_and_tab_survive_a_change_of_language(
    mails: DocumentsPage, desk: Profile
) -> None:
    mails.files.table.go(1)
    mails.reader.choose(list(mails.reader.bar.offered).index(TEXT))
    state = mails.page_state()
    mails.close()
    other = DocumentsPage(desk, state)
    settle(other)
    assert other.files.table.current() == 1
    assert other.reader.bar.tab == TEXT
    other.close()
    shiboken6.delete(other)


def test_list_and_reader_share_the_width_after_one_of_them_was_alone(mails: DocumentsPage) -> None:
    window = mails.window()
    for width in (600, 900):
        window.resize(width, 600)
        QApplication.processEvents()
    sizes = mails.body.across.sizes()
    assert min(sizes) >= 300, sizes


def test_verdict_above_the_tabs_is_not_cut(html: DocumentsPage) -> None:
    html.window().resize(900, 600)
    for _ in range(5):
        QApplication.processEvents()
    link = html.reader.link
    assert link.isVisible()
    banner, view = link.banner, link.area.viewport()
    assert banner.mapTo(view, banner.rect().bottomLeft()).y() <= view.height()


def test_links_to_own_files_are_marked_as_not_checked(page: DocumentsPage, tmp_path: Path) -> None:
    links = ("b.html", "#x", "#", "https://a.example/", "//a.example/", "a b.html")
    octets = "".join(f'<a href="{each}">x</a>' for each in links).encode()
    open_files(page, tmp_path, {"a.html": octets})
    model = page.table.links
    found = {model.name(each): model.severity(each) for each in model.numbers}
    assert found == {
        **dict.fromkeys(("b.html", "#x"), "unchecked"),
        **dict.fromkeys(("https://a.example/", "//a.example/"), "info"),
        "#": "",
        "a b.html": "low",
    }
    own = next(each for each in model.numbers if model.name(each) == "b.html")
    assert model.row_sentence(model.index(model.row_of(own), 0)).startswith("not checked yet, ")


@for_each(
    "link, advice",
    ("http://a.example/a b", "Write /a%20b instead."),
    ("http://a.example/a%zz", ""),  # only the author knows what was meant
    ("http://a.example/a", ""),
    ("https://www.paypal.com@evil.test/a b", "Write /a%20b instead. Do not open it."),
)
def test_verdict_in_a_page_begins_with_what_to_write(
    page: DocumentsPage, tmp_path: Path, link: str, advice: str
) -> None:
    open_files(page, tmp_path, {"a.html": f'<a href="{link}">x</a>'.encode()})
    assert page.reader.link.banner.detail.text().endswith(advice)
    assert ("Write " in page.reader.link.banner.detail.text()) == ("Write " in advice)


@for_each("name, begin", ("IT-Support", 'Claims to be "IT-Support"; '), ("", "According to "))
def test_headline_names_the_claimed_sender_before_failed_checks(
    page: DocumentsPage, tmp_path: Path, name: str, begin: str
) -> None:
    head = PAYPAL.partition(b"Reply-To")[0].replace(b"spf=pass", b"spf=fail")
    octets = head.replace(b"PayPal Security", name.encode())
    open_files(page, tmp_path, {"a.eml": octets + b"Subject: Hello\r\n\r\nHello\r\n"})
    assert page.reader.banner.headline.text().startswith(begin)
    assert "mail.evil.test" in page.reader.banner.headline.text()
