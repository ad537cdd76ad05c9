"""The manual window: it has every shipped page, and nothing in it can be opened."""

import re

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QTextBrowser

from tests.for_each import for_each
from uriinspector.analysis.resource_files import shipped
from uriinspector.analysis.rules.table import RULES
from uriinspector.gui.shell.menu_dialogs import (
    PICTURE,
    Manual,
    manual_pages,
    read_page,
    show_pictures,
)
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.translation import speak


def test_manual_lists_every_page_by_title(window: Window) -> None:
    manual = Manual(window, window.theme)
    titles = [manual.list.item(number).text() for number in range(manual.list.count())]
    assert titles == [
        "Ten minutes with URI Inspector",
        "I got a suspicious link",
        "I got a suspicious email",
        "I have a hundred emails",
        "What to do with a High",
        "My site has broken links",
        "I teach URLs",
        "I have a log of a billion links",
        "I write a script",
        "Findings",
        "Values",
        "Fixes",
        "A folder as a site",
        "Question packs",
        "Mistakes",
        "Export formats",
        "Keys",
        "Commands",
        "JSON",
        "The Python library",
        "Columns of links",
        "Engines",
        "Benchmarks",
    ]
    assert len(titles) == len(list(shipped("manual").glob("*.md")))


def test_untranslated_pages_have_a_note_in_german(
    window: Window,
) -> None:
    speak("de")
    try:
        manual = Manual(window, window.theme)
    finally:
        speak("en")
    noted = [
        page.title for page in manual.pages if page.text.startswith("*Diese Seite gibt es nur")
    ]
    assert noted == [
        "A folder as a site",
        "Commands",
        "JSON",
        "The Python library",
        "Columns of links",
        "Engines",
        "Benchmarks",
    ]
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
        *(
            "Befunde",
            "Werte",
            "Korrekturen",
            "Pakete mit Fragen",
            "Fehler",
            "Exportformate",
            "Tasten",
        ),
    ]
    assert not [page for page in manual_pages() if "in English only" in page.text]


def test_selected_page_is_shown(window: Window) -> None:
    manual = Manual(window, window.theme)
    assert "Paste a link" in manual.view.toPlainText()
    titles = [page.title for page in manual.pages]
    manual.list.setCurrentRow(titles.index("Findings"))
    shown = manual.view.toPlainText()
    assert all(rule.code in shown for rule in RULES)
    manual.list.setCurrentRow(titles.index("Export formats"))
    assert "STIX" in manual.view.toPlainText()


def test_manual_has_no_clickable_links(window: Window) -> None:
    manual = Manual(window, window.theme)
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
        page = manual_pages(spoken)[0]
        words = re.sub(r"```.*?```|`[^`]*`", "", page.text, flags=re.DOTALL)
        assert not re.search(r"https?://|www\.", words)
