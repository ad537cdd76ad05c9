"""The row of the settings that updates built-in lists from files, and goes back to them."""

from __future__ import annotations

from datetime import date
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from uriinspector.analysis.list_files.list_checks import updatable
from uriinspector.analysis.list_files.list_problems import ListError
from uriinspector.analysis.list_files.list_reader import MOST_OCTETS
from uriinspector.analysis.versions import is_old, tables
from uriinspector.documents.regular_files import open_regular
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.transfer.local_paths import is_remote
from uriinspector.gui.widgets.cards import FoldingLayout, button
from uriinspector.gui.widgets.layouts import row

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from uriinspector.analysis.list_files.update_store import UpdateStore

TITLE = "Newer built-in lists"
EXPLANATION = (
    "A file with the name of a built-in list replaces it, in the terminal too. It is checked "
    "first, and is used from the next start."
)
NONE = "No list is updated."
UPDATED = "Updated from files: {lists}"
AGED = "More than a year old: {lists}"
NOT_READ = "{file}: cannot read the file: {why}"
REMOTE = "{file}: network files are never opened."


def ask_for_files(parent: QWidget, title: str) -> list[str]:
    """The files to be read, by the dialog of the platform."""
    return QFileDialog.getOpenFileNames(parent, title)[0]


class ListUpdateRow(QWidget):
    """What was updated, what is old, what is wrong, and both ways."""

    def __init__(self, store: UpdateStore | None) -> None:
        """Show what is kept; without a store nothing can be."""
        super().__init__()
        self._store = store
        self.ask: Callable[[QWidget, str], list[str]] = ask_for_files
        title = say(TITLE)
        self.status = plain_label(role="quiet")
        self.problem = plain_label(role="warned")
        self.update_button = button(say("Update from files…"), self._update)
        self.reset = button(say("Use built-in lists"), self._reset)
        for each in (self.update_button, self.reset):
            each.setAccessibleName(f"{title}: {each.text()}")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(4)
        parts = (plain_label(title), plain_label(say(EXPLANATION), role="quiet"))
        for part in (*parts, self.status, self.problem):
            column.addWidget(part)
        self._buttons = FoldingLayout(row(self.update_button, None), row(self.reset, None))
        column.addLayout(self._buttons)
        self.show_state(())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the buttons where there is no room for them in one row."""
        super().resizeEvent(event)
        self._buttons.fit(self.width())

    def show_state(self, problems: tuple[str, ...]) -> None:
        """Show what is kept and old now, and what is wrong."""
        lists = self._store.lists if self._store else {}
        names = ", ".join(PurePath(name).name for name in lists)
        lines = [say(UPDATED, lists=names) if names else say(NONE)]
        today = date.today()
        aged = [
            PurePath(name).name
            for name, each in zip(updatable(), tables(), strict=True)
            if is_old(each, today)
        ]
        if aged:
            lines.append(say(AGED, lists=", ".join(aged)))
        self.status.setText("\n".join(map(visible, lines)))
        self.problem.setText("\n".join(map(visible, problems)))
        self.problem.setVisible(bool(problems))
        self.reset.setEnabled(bool(lists))
        self.update_button.setEnabled(self._store is not None)
        self.update_button.setAccessibleDescription(
            " ".join((self.status.text(), self.problem.text()))
        )

    def _update(self) -> None:
        problems: list[str] = []
        for path in self.ask(self, say(TITLE)):
            problems += self._taken(path)
        self.show_state(tuple(problems))

    def _taken(self, path: str) -> list[str]:
        """What is wrong with a file; nothing where it is used from now on."""
        file = PurePath(path).name
        if is_remote(path):
            return [say(REMOTE, file=file)]
        if self._store is None:
            return []
        try:
            with open_regular(path) as source:
                octets = source.read(MOST_OCTETS + 1)
            self._store.update(path, octets)
        except ListError as error:
            return [f"{file}: {say(text)}" for text in error.texts]
        except (OSError, ValueError) as trouble:
            why = getattr(trouble, "strerror", None) or str(trouble)
            return [say(NOT_READ, file=file, why=why)]
        return []

    def _reset(self) -> None:
        problems: tuple[str, ...] = ()
        if self._store:
            try:
                self._store.restore(updatable())
            except OSError as trouble:
                problems = (trouble.strerror or str(trouble),)
        self.show_state(problems)
