"""Dialogs of the menus: About, manual, list of clauses, and what lies over the window."""

import re

import pytest
from PySide6.QtCore import QRect, Qt, QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QTextBrowser, QWidget
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from uriinspector.analysis.card import cards
from uriinspector.analysis.resource_files import shipped
from uriinspector.analysis.rules.table import RULES
from uriinspector.documents.clauses import every_clause, explained_clauses
from uriinspector.gui.command_line import make_parser
from uriinspector.gui.compare.page import ComparePage
from uriinspector.gui.resolve.page import ResolvePage
from uriinspector.gui.shell.commands import show_clauses
from uriinspector.gui.shell.menu_dialogs import (
    PICTURE,
    About,
    Licences,
    Manual,
    Picker,
    PickerRow,
    licences,
    manual_pages,
    read_page,
    show_pictures,
)
from uriinspector.gui.shell.settings_dialog import SettingsDialog
from uriinspector.gui.shell.window import Window
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.text.translation import speak
from uriinspector.gui.theme import theme
from uriinspector.gui.widgets.notice_strip import Notice


def test_about_lists_shipped_components_with_licenses(window: Window) -> None:
    about = About(window)
    told = "\n".join(label.text() for label in about.findChildren(QLabel))
    for each in licences()[1:]:
        assert any(row.startswith(each.name) and each.licence in row for row in told.split("\n"))
    assert "MIT" in told
    assert not about.findChildren(QLabel)[0].pixmap().isNull()


def test_licenses_button_shows_all_texts(window: Window) -> None:
    about = About(window)
    about.texts.click()
    shown = about.findChild(Licences)
    assert shown is not None
    assert shown.view.isReadOnly()
    assert all(each.text in shown.view.toPlainText() for each in licences()[:3])


def test_help_fits_on_a_terminal_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = make_parser().format_help()
    assert len(text.splitlines()) <= 24
    assert "--screenshot" in text
    assert "--zoom" in text


def test_manual_lists_every_page_by_title(window: Window) -> None:
    manual = Manual(window)
    titles = [manual.list.item(number).text() for number in range(manual.list.count())]
    assert titles == [
        "Ten minutes with URI Inspector", "I got a suspicious link", "I got a suspicious email",
        "I have a hundred emails", "What to do about a High verdict", "My site has broken links",
        "I teach URLs", "I have a log of a billion links", "I write a script", "Findings", "Values",
        "Fixes", "A folder as a site", "Question packs", "Mistakes", "Export formats", "Keys",
        "Commands", "JSON", "The Python library", "Columns of links", "Engines", "Benchmarks",
    ]  # fmt: skip
    assert len(titles) == len(list(shipped("manual").glob("*.md")))


def test_untranslated_pages_have_a_note_in_german(window: Window) -> None:
    speak("de")
    try:
        manual = Manual(window)
    finally:
        speak("en")
    noted = [
        page.title for page in manual.pages if page.text.startswith("*Diese Seite gibt es nur")
    ]
    assert noted == ["Commands", "JSON", "Benchmarks"]
    others = [page.title for page in manual.pages if page.title not in noted]
    assert others == [
        "Zehn Minuten mit URI Inspector",
        "Ich habe einen verdächtigen Link bekommen",
        "Ich habe eine verdächtige E-Mail bekommen",
        "Ich habe hundert E-Mails",
        "Was bei „Hoch“ zu tun ist",
        "Meine Website hat kaputte Links",
        "Ich unterrichte URLs",
        "Ich habe ein Protokoll mit einer Milliarde Links",
        "Ich schreibe ein Skript",
        *("Befunde", "Werte", "Korrekturen", "Ein Ordner als Website", "Pakete mit Fragen"),
        *("Fehler", "Exportformate", "Tasten", "Die Python-Bibliothek", "Links in Tabellenspalten",
            "Engines"),
    ]  # fmt: skip
    assert not [page for page in manual_pages() if "in English only" in page.text]


def test_selected_page_is_shown(window: Window) -> None:
    manual = Manual(window)
    assert "Paste a link" in manual.view.toPlainText()
    titles = [page.title for page in manual.pages]
    manual.list.setCurrentRow(titles.index("Findings"))
    shown = manual.view.toPlainText()
    assert all(rule.code in shown for rule in RULES)
    manual.list.setCurrentRow(titles.index("Export formats"))
    assert "STIX" in manual.view.toPlainText()


def test_manual_has_no_clickable_links(window: Window) -> None:
    manual = Manual(window)
    assert not isinstance(manual.view, QTextBrowser)
    assert manual.view.isReadOnly()
    text = "".join(page.text for page in manual_pages())
    assert "](#" not in text
    assert ".md)" not in text


def test_read_page_strips_title_comments_and_links() -> None:
    page = "<!-- made\nby -->\n\n# A b\n\nc [d](#e) [f](../g.md)\n![h](i.png)\n"
    assert read_page(page) == ("A b", "\nc d f\n![h](i.png)\n")


@pytest.mark.usefixtures("qapp")
@for_each("spoken", "en", "de")
def test_manual_pictures_exist_and_are_shown(spoken: str) -> None:
    """Pictures match the page's language and fit the window."""
    folder = shipped("manual" if spoken == "en" else f"manual/{spoken}")
    source = "".join(page.read_text("utf-8") for page in sorted(folder.glob("*.md")))
    names = PICTURE.findall(source)
    assert len(names) == 6
    assert [name for name in names if not (folder / name).resolve().is_file()] == []
    assert [name for name in names if not name.endswith(f".{spoken}.png")] == []
    document = QTextDocument()
    document.setMarkdown(source)
    show_pictures(document, source, 300)
    for name in names:
        image = document.resource(QTextDocument.ResourceType.ImageResource, QUrl(name))
        assert (image.isNull(), image.width()) == (False, 300)


def test_translated_pages_replace_english_pages() -> None:
    german = {page.title for page in manual_pages("de")}
    assert "Zehn Minuten mit URI Inspector" in german
    assert len(german) == len(manual_pages())
    assert [page.title for page in manual_pages("fr")] == [page.title for page in manual_pages()]


def test_translated_page_has_the_same_structure() -> None:
    english, german = (
        (shipped(f"manual/{name}")).read_text("utf-8")
        for name in ("ten-minutes.md", "de/ten-minutes.md")
    )
    for mark in ("\n## ", "![", "```", "\n- ", "`hxxps://"):
        assert english.count(mark) == german.count(mark), mark


def test_manual_pages_have_no_bare_urls() -> None:
    """Code forges turn URLs outside code spans into links."""
    for spoken in ("en", "de"):
        words = re.sub(r"```.*?```|`[^`]*`", "", manual_pages(spoken)[0].text, flags=re.DOTALL)
        assert not re.search(r"https?://|www\.", words)


def test_all_clauses_are_listed_in_order() -> None:
    listed = explained_clauses()
    assert set(listed) == {*cards(), *every_clause()}
    wanted = ["RFC 1738 3.4.9", "RFC 1738 3.10", "RFC 1738 7", "RFC 1738 appendix"]
    assert sorted(wanted, key=listed.index) == wanted


@pytest.mark.parametrize(
    ("search", "title"),
    [
        ("RFC 1738 3.4.5", "Gopher+ items with forms"),
        ("RFC 1738 appendix", "URLs in running text"),
        ("url-syntax-05 5.1.4", "Default base URL"),
        ("url-draft-02 partial", "Partial form (draft 02)"),
        ("delims unwise", "Excluded characters: delims and unwise"),
    ],
)
def test_clause_is_found_and_shown(window: Window, qtbot: QtBot, search: str, title: str) -> None:
    show_clauses(window)
    (picker,) = window.findChildren(Picker)
    picker.search.setText(search)
    qtbot.keyClick(picker.search, Qt.Key.Key_Return)
    body = window.inspect_page.drawer.body
    assert body is not None
    assert title in body.text().splitlines()


def test_picker_without_rows_shows_a_note(qtbot: QtBot, window: Window) -> None:
    rows = [PickerRow("http://a.example/")]
    picker = Picker(
        window,
        "History",
        lambda search: [each for each in rows if search in each.text],
        lambda search: f"Nothing found: {search}",
    )
    qtbot.addWidget(picker)
    picker.show()
    assert picker.table.isVisible()
    picker.search.setText("b.example")
    assert not picker.table.isVisible()
    assert picker.note.text() == "Nothing found: b.example"
    qtbot.waitUntil(lambda: picker.note.y() < picker.search.geometry().bottom() + 60)
    picker.search.setText("a")
    assert picker.table.isVisible()


def test_find_action_runs_matching_action(qtbot: QtBot, window: Window) -> None:
    window.menus.actions["find_action"].trigger()
    (picker,) = window.findChildren(Picker)
    picker.search.setText("compare seven")
    assert not picker.table.isVisible()
    picker.search.setText("go compare")
    (row,) = [picker.table.model().index(0, 0).data(ROW_ROLE)]
    assert (row.text, row.when) == ("Go › Compare", "Ctrl+3")
    qtbot.keyClick(picker.search, Qt.Key.Key_Return)
    assert window.pages.shown() is window.compare_page


def test_find_action_also_finds_settings(qtbot: QtBot, window: Window) -> None:
    window.menus.actions["find_action"].trigger()
    (picker,) = window.findChildren(Picker)
    picker.search.setText("settings offer links")
    qtbot.keyClick(picker.search, Qt.Key.Key_Return)
    (dialog,) = window.findChildren(SettingsDialog)
    assert dialog.focusWidget() is dialog.fields["clipboard"]


def test_actions_of_the_open_workspace_come_first(window: Window) -> None:
    window.show_text("https://a.example/")
    window.menus.actions["find_action"].trigger()
    (picker,) = window.findChildren(Picker)
    rows = [each.text for each in picker.table.lazy.rows]
    own = [each for each in rows if each.startswith("Inspect › ")]
    assert "Inspect › Next finding" in own
    assert rows[: len(own)] == own
    assert picker.search.placeholderText() == "Find an action"


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_every_button_of_a_page_is_an_action(window: Window, spoken: str) -> None:
    window.show()
    window.profile.settings.set("language", spoken, keep=False)
    shown = {"resolve": (ResolvePage, 6), "compare": (ComparePage, 4)}
    for name, (kind, least) in shown.items():
        window.open_workspace(name)
        QApplication.processEvents()
        window.menus.actions["find_action"].trigger()
        picker = window.findChildren(Picker)[-1]
        ends = {each.text.rpartition(" › ")[2] for each in picker.table.lazy.rows}
        page = window.pages.shown()
        assert isinstance(page, kind)
        buttons = [each for each in page.findChildren(QAbstractButton) if each.isVisible()]
        words = [each.accessibleName() or each.text().replace("&", "") for each in buttons]
        assert len(words) >= least
        assert {*words} <= ends
        picker.reject()


@pytest.mark.parametrize(
    ("workspace", "search", "title"),
    [
        ("resolve", "next step", "Resolve › Next step"),
        ("resolve", "list", "Resolve › Resolve a list"),
        ("compare", "swap", "Compare › Swap"),
        ("compare", "ignore", "Compare › Ignore fragments"),
        ("inspect", "explain", "Inspect › Explain"),
        ("inspect", "base", "Inspect › Base URL"),
        ("inspect", "json", "Export › JSON, original links"),
        ("inspect", "dark", "Theme › Dark"),
        ("inspect", "keys", "Help › Keyboard shortcuts"),
        ("inspect", "clear history", "Settings › Clear the history"),
        ("inspect", "template splunk", "Fill in a template › Splunk search"),
        ("learn", "host", "Learn › Spot the host"),
    ],
)
def test_task_is_found_by_a_word(
    window: Window, qtbot: QtBot, workspace: str, search: str, title: str
) -> None:
    window.show()
    window.show_text("https://www.bank.example@a.example/")
    window.inspect_page.inspection_job.finish()
    window.open_workspace(workspace)
    QApplication.processEvents()
    window.menus.actions["find_action"].trigger()
    (picker,) = window.findChildren(Picker)
    picker.search.setText(search)
    rows = [each.text for each in picker.table.lazy.rows]
    assert rows[0] == title
    if workspace == "compare" and search == "swap":
        window.compare_page.a.editor.set_text("http://x.example/")
        qtbot.keyClick(picker.search, Qt.Key.Key_Return)
        assert window.compare_page.b.editor.text() == "http://x.example/"


def test_list_of_actions_shows_whole_rows_only(window: Window) -> None:
    window.show()
    window.menus.actions["find_action"].trigger()
    (picker,) = window.findChildren(Picker)
    table = picker.table
    row = table.rowHeight(0)
    table.setFixedHeight(table.height() // row * row + row // 2)
    QApplication.processEvents()
    shown = table.viewport().grab().toImage()
    card = theme.color("card").name()
    height = shown.height() - 2
    assert {shown.pixelColor(x, height).name() for x in range(0, shown.width(), 3)} == {card}


def test_full_screen_is_toggled(window: Window) -> None:
    for is_full in (True, False):
        window.menus.actions["full_screen"].trigger()
        assert bool(window.windowState() & Qt.WindowState.WindowFullScreen) is is_full


def is_inside(window: Window, widget: QWidget) -> bool:
    for _ in range(4):
        QApplication.processEvents()
    place = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())
    return widget.isVisible() and window.rect().contains(place)


@pytest.mark.parametrize("zoom", [100, 200])
@pytest.mark.parametrize("size", [(700, 460), (900, 600)])
def test_cards_and_notices_stay_inside_the_window(
    window: Window, size: tuple[int, int], zoom: int
) -> None:
    theme.zoom = zoom  # as the menu does it
    window.resize(*size)
    window.show()
    window.show_text("https://www.paypal.com@evil.test/")
    page = window.inspect_page
    page.drawer.show_clause("RFC 3986 7.6")
    assert is_inside(window, page.drawer)
    page.strip.show_notice(Notice("A long notice. " * 20, "high", "Do it", lambda: None))
    assert is_inside(window, page.strip)
