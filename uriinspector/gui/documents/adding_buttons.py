"""The buttons that bring files onto the page, and the entries of the menu that do the same."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QPushButton, QToolButton

from uriinspector.core.model import NamedTuple
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import button, menu_button


class AddingButtons(NamedTuple):
    """Files, a folder, a folder that is a site, what was pasted, and the cases of before."""

    files: QPushButton
    folder: QPushButton
    site: QPushButton
    pasted: QPushButton
    cases: QToolButton

    def fill(self, menu: QMenu) -> None:
        """Offer in a menu what brings files."""
        for each in (self.files, self.folder, self.site, self.pasted):
            menu.addAction(each.text()).triggered.connect(each.click)


def adding_buttons(
    on_files: Callable[[], object],
    on_folder: Callable[[], object],
    on_site: Callable[[], object],
    on_paste: Callable[[], object],
    cases: QMenu,
) -> AddingButtons:
    """Make the buttons; the last one opens the menu of cases."""
    opening = menu_button(say("Cases"))
    opening.setMenu(cases)
    return AddingButtons(
        button(say("Files…"), on_files),
        button(say("Folder…"), on_folder),
        button(say("Folder as a site…"), on_site),
        button(say("Paste"), on_paste),
        opening,
    )
