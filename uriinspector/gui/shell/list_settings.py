"""The card of the settings with the lists that links are judged by, and files in their place."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from uriinspector.analysis.list_files.list_reader import shipped_source
from uriinspector.analysis.list_sources import KINDS, SHIPPED_FILES, TITLES
from uriinspector.analysis.resource_files import built_in_text
from uriinspector.analysis.updated_lists import update_in_use
from uriinspector.analysis.whole_files import replacing
from uriinspector.core.model import Count
from uriinspector.gui.shell.list_update_row import ListUpdateRow
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.transfer.local_paths import is_remote
from uriinspector.gui.transfer.save_dialog import may_be_written
from uriinspector.gui.widgets.cards import FoldingLayout, button, card
from uriinspector.gui.widgets.layouts import row

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from uriinspector.analysis.list_files.update_store import UpdateStore
    from uriinspector.analysis.list_sources import ListSource
    from uriinspector.gui.storage.list_store import ListStore

LISTS = (
    "Your own files can judge links instead of the built-in lists, or in addition to them. The "
    "first lines of a built-in list explain its format."
)
BUILT_IN = "Built-in list, entries: {count}, date: {date}"
UPDATED = "Updated list, entries: {count}, date: {date}"
INSTEAD = "{file}, entries: {count}, date: {date}, instead of the built-in list"
ADDED = "{file}, entries: {count}, date: {date}, in addition to the built-in list"
REMOTE = "Network files are never opened."
UNWRITTEN = "Cannot write the file: {why}"


def ask_for_list(parent: QWidget, title: str) -> str:
    """The file to be read, by the dialog of the platform."""
    return QFileDialog.getOpenFileName(parent, title)[0]


def ask_where(parent: QWidget, title: str, name: str) -> str:
    """The file to be written, by the dialog of the platform."""
    return QFileDialog.getSaveFileName(parent, title, name)[0]


class ListRow(QWidget):
    """One kind of list: what judges now, what is wrong, and what can be done."""

    changed = Signal()

    def __init__(self, store: ListStore, kind: str) -> None:
        """Show what judges now."""
        super().__init__()
        self._store = store
        self._kind = kind
        self.ask: Callable[[QWidget, str], str] = ask_for_list
        self.ask_where: Callable[[QWidget, str, str], str] = ask_where
        title = say(TITLES[kind])
        self.status = plain_label(role="quiet")
        self.problem = plain_label(role="warned")
        self.choose = button(say("Choose file…"), self._choose)
        self.export = button(say("Save built-in list…"), self._export)
        self.reset = button(say("Use built-in list"), self._reset)
        for each in (self.choose, self.export, self.reset):
            each.setAccessibleName(f"{title}: {each.text()}")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(4)
        for part in (plain_label(title), self.status, self.problem):
            column.addWidget(part)
        self._buttons = FoldingLayout(row(self.choose, self.export, None), row(self.reset, None))
        column.addLayout(self._buttons)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the buttons where there is no room for them in one row."""
        super().resizeEvent(event)
        self._buttons.fit(self.width())

    def _show(self, *problems: str) -> None:
        source = self._store.source(self._kind)
        problems = problems or self._store.problems.get(self._kind, ())
        self.status.setText(
            _status(source or shipped_source(self._kind), is_own=source is not None)
        )
        texts = [say(each) for each in problems]
        self.problem.setText("\n".join(map(visible, texts)))
        self.problem.setVisible(bool(texts))
        self.reset.setEnabled(source is not None or bool(self._store.problems.get(self._kind)))
        self.choose.setAccessibleDescription(" ".join((self.status.text(), self.problem.text())))

    def _choose(self) -> None:
        path = self.ask(self, say(TITLES[self._kind]))
        if not path:
            return
        if is_remote(path):
            self._store.refuse(self._kind, REMOTE)
        elif self._store.choose(self._kind, path):
            self.changed.emit()
        self._show()

    def _reset(self) -> None:
        self._store.reset(self._kind)
        self.changed.emit()
        self._show()

    def _export(self) -> None:
        name = SHIPPED_FILES[self._kind]
        path = self.ask_where(self, say(TITLES[self._kind]), Path(name).name)
        if not may_be_written(path, self._show):
            return
        try:
            with replacing(Path(path)) as file:
                file.write(built_in_text(name).encode())
        except (OSError, ValueError) as trouble:
            why = getattr(trouble, "strerror", None) or str(trouble)
            self._show(say(UNWRITTEN, why=why))


def _status(source: ListSource, *, is_own: bool) -> str:
    if is_own:
        template = ADDED if source.extends else INSTEAD
    else:
        template = UPDATED if update_in_use(SHIPPED_FILES[source.kind]) else BUILT_IN
    date = source.date or say("not stated")
    return visible(say(template, file=source.name, count=Count(source.entries), date=date))


def list_card(
    store: ListStore, updates: UpdateStore | None, on_changed: Callable[[], object]
) -> tuple[QWidget, list[ListRow]]:
    """The card, and its rows in the order of the kinds."""
    rows = [ListRow(store, kind) for kind in KINDS]
    for each in rows:
        each.changed.connect(partial(on_changed))
    title = plain_label(say("Lists"), role="title")
    return card(title, plain_label(say(LISTS), role="quiet"), *rows, ListUpdateRow(updates)), rows
