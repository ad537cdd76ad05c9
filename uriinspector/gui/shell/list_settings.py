"""The card of the settings with the lists that links are judged by, and your own files."""

from __future__ import annotations

from datetime import date
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from uriinspector.analysis.list_folder import MOST_OCTETS
from uriinspector.analysis.list_problems import ListError
from uriinspector.analysis.list_sources import SHIPPED_FILES, TITLES
from uriinspector.analysis.resource_files import built_in_text
from uriinspector.analysis.versions import date_in, dated_files, is_old, kind_of, tables
from uriinspector.analysis.whole_files import replacing
from uriinspector.core.model import Count
from uriinspector.documents.regular_files import open_regular
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.transfer.local_paths import is_remote
from uriinspector.gui.transfer.save_dialog import may_be_written
from uriinspector.gui.widgets.cards import FoldingLayout, button, card, chooser
from uriinspector.gui.widgets.layouts import row

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from uriinspector.analysis.list_files.user_lists import UserFile, UserLists

LISTS = (
    "Your own files can judge links instead of the built-in lists, or in addition to them, in the "
    "terminal too. The first lines of a built-in list explain its format."
)
FOLDER = "Folder: {folder}"
BUILT_IN = "Built-in list, date: {date}"
INSTEAD = "{file}, entries: {count}, date: {date}, instead of the built-in list"
ADDED = "{file}, entries: {count}, date: {date}, in addition to the built-in list"
LATER = "The change is used from the next start."
NOT_USED = "{file} is not used: {why}"
NOTED = "{file}: {why}"
AGED = "More than a year old: {lists}"
REMOTE = "Network files are never opened."
UNREADABLE = "Cannot read the file: {why}"
UNWRITTEN = "Cannot write the file: {why}"


def ask_for_list(parent: QWidget, title: str) -> str:
    """The file to be read, by the dialog of the platform."""
    return QFileDialog.getOpenFileName(parent, title)[0]


def ask_where(parent: QWidget, title: str, name: str) -> str:
    """The file to be written, by the dialog of the platform."""
    return QFileDialog.getSaveFileName(parent, title, name)[0]


class ListSettings(QWidget):
    """Which lists judge, what is wrong with your own, and what can be done for the chosen one."""

    changed = Signal()

    def __init__(self, lists: UserLists) -> None:
        """Show what judges now."""
        super().__init__()
        self._lists = lists
        self.ask: Callable[[QWidget, str], str] = ask_for_list
        self.ask_where: Callable[[QWidget, str, str], str] = ask_where
        self.own = plain_label(role="quiet")
        names = dict.fromkeys((*SHIPPED_FILES.values(), *dated_files()))
        self.chosen = chooser(say("List"), {name: _title(name) for name in names})
        self.chosen.currentIndexChanged.connect(lambda _: self._show())
        self.status = plain_label(role="quiet")
        self.problem = plain_label(role="warned")
        self.add = button(say("Add rows from file…"), lambda: self._choose(adds=True))
        self.replace = button(say("Replace by file…"), lambda: self._choose(adds=False))
        self.export = button(say("Save built-in list…"), self._export)
        self.reset = button(say("Use built-in list"), self._reset)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(4)
        for part in (self.own, self.chosen, self.status, self.problem):
            column.addWidget(part)
        self._buttons = FoldingLayout(
            row(self.add, self.replace, None), row(self.export, self.reset, None)
        )
        column.addLayout(self._buttons)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the buttons where there is no room for them in one row."""
        super().resizeEvent(event)
        self._buttons.fit(self.width())

    def _show(self, *problems: str, note: str = "") -> None:
        lists, name = self._lists, self.chosen.currentData()
        self.own.setText("\n".join(map(visible, _overview(lists))))
        used = [_used(each) for each in lists.of(name) if each.source]
        if all(each.source.extends for each in lists.of(name) if each.source):
            dated = date_in(name, built_in_text(name)) or say("not stated")
            used.insert(0, say(BUILT_IN, date=dated))
        self.status.setText("\n".join(map(visible, filter(None, (*used, note)))))
        broken = [text for each in lists.of(name) for text in problems_of(each)]
        self.problem.setText("\n".join(map(visible, problems or broken)))
        self.problem.setVisible(bool(problems or broken))
        for each in (self.add, self.replace, self.export, self.reset):
            each.setAccessibleName(f"{_title(name)}: {each.text()}")
        self.add.setEnabled(lists.folder is not None)
        self.replace.setEnabled(lists.folder is not None)
        self.reset.setEnabled(bool(lists.of(name)))
        self.chosen.setAccessibleDescription(" ".join((self.status.text(), self.problem.text())))

    def _choose(self, *, adds: bool) -> None:
        name = self.chosen.currentData()
        path = self.ask(self, _title(name))
        if not path:
            return
        if is_remote(path):
            self._show(say(REMOTE))
            return
        try:
            with open_regular(path) as source:
                octets = source.read(MOST_OCTETS + 1)
        except (OSError, ValueError) as trouble:
            self._show(say(UNREADABLE, why=_why(trouble)))
            return
        try:
            self._lists.put(name, octets, adds=adds)
        except ListError as error:
            first, *others = map(say, error.texts)
            self._show(say(NOT_USED, file=PurePath(path).name, why=first), *others)
        except OSError as trouble:
            self._show(say(UNWRITTEN, why=_why(trouble)))
        else:
            self._changed(name)

    def _reset(self) -> None:
        name = self.chosen.currentData()
        try:
            self._lists.remove(name)
        except OSError as trouble:
            self._show(say(UNWRITTEN, why=_why(trouble)))
        else:
            self._changed(name)

    def _changed(self, name: str) -> None:
        self._show(note="" if name in SHIPPED_FILES.values() else say(LATER))
        self.changed.emit()

    def _export(self) -> None:
        name = self.chosen.currentData()
        path = self.ask_where(self, _title(name), PurePath(name).name)
        if not may_be_written(path, self._show):
            return
        try:
            with replacing(Path(path)) as file:
                file.write(built_in_text(name).encode())
        except (OSError, ValueError) as trouble:
            self._show(say(UNWRITTEN, why=_why(trouble)))


def _title(name: str) -> str:
    kind = kind_of(name)
    return say(TITLES[kind]) if kind in TITLES else PurePath(name).name


def _why(trouble: Exception) -> str:
    return getattr(trouble, "strerror", None) or str(trouble)


def _used(file: UserFile) -> str:
    source = file.source
    if source is None:
        return ""
    template = ADDED if source.extends else INSTEAD
    dated = source.date or say("not stated")
    return say(template, file=file.file, count=Count(source.entries), date=dated)


def problems_of(file: UserFile) -> list[str]:
    """What is wrong with a file, the first of it with the file's name."""
    first, *others = [say(each) for each in file.problems] or [""]
    template = NOTED if file.source else NOT_USED
    return [say(template, file=file.file, why=first), *others] if first else []


def _overview(lists: UserLists) -> list[str]:
    """The folder, the lists that are old, the files that judge, and those that do not."""
    today, dated = date.today(), zip(dated_files(), tables(), strict=True)
    lines = [say(FOLDER, folder=str(lists.folder))] if lists.folder else []
    for each in lists.files:
        lines += [_used(each), *problems_of(each)]
    old = [PurePath(name).name for name, each in dated if is_old(each, today)]
    if old:
        lines.append(say(AGED, lists=", ".join(old)))
    return [each for each in lines if each]


def list_card(lists: UserLists, on_changed: Callable[[], object]) -> tuple[QWidget, ListSettings]:
    """The card, and what is on it."""
    settings = ListSettings(lists)
    settings.changed.connect(lambda: on_changed())
    title = plain_label(say("Lists"), role="title")
    return card(title, plain_label(say(LISTS), role="quiet"), settings), settings
