"""The manual in the window: every shipped page, and nothing in it can be opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QTextBrowser

from uriinspector.analysis.resource_files import shipped
from uriinspector.analysis.rules.table import RULES
from uriinspector.gui.shell.manual import Manual, manual_pages, read_page

if TYPE_CHECKING:
    from uriinspector.gui.shell.window import Window


def test_every_shipped_page_is_there_under_its_title(window: Window) -> None:
    manual = Manual(window, window.theme)
    titles = [manual.bar.tabText(number) for number in range(manual.bar.count())]
    assert titles == [
        "Rules",
        "Values",
        "Fixes",
        "A folder as a site",
        "Teachers",
        "Export formats",
        "JSON",
        "Keys",
        "Columns of links",
    ]
    assert len(titles) == len(list(shipped("manual").glob("*.md")))


def test_a_page_that_is_chosen_is_shown(window: Window) -> None:
    manual = Manual(window, window.theme)
    shown = manual.view.toPlainText()
    assert all(rule.code in shown for rule in RULES)
    manual.bar.setCurrentIndex(5)
    assert "STIX" in manual.view.toPlainText()


def test_nothing_in_it_opens(window: Window) -> None:
    manual = Manual(window, window.theme)
    assert not isinstance(manual.view, QTextBrowser)
    assert manual.view.isReadOnly()
    assert "](#" not in "".join(page.text for page in manual_pages())


def test_a_title_is_taken_off_and_a_comment_is_not_shown() -> None:
    assert read_page("<!-- made\nby -->\n\n# A b\n\nc [d](#e)\n") == ("A b", "\nc d\n")
