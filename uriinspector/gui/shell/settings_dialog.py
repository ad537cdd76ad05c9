"""The settings dialog, built from the table of settings; each change applies immediately."""

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path, PurePath
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QGridLayout,
    QPlainTextEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from uriinspector.analysis.list_files import UserFile, UserLists
from uriinspector.analysis.list_folder import MOST_OCTETS
from uriinspector.analysis.list_problems import ListError
from uriinspector.analysis.list_sources import SHIPPED_FILES, TITLES
from uriinspector.analysis.regular_files import open_regular
from uriinspector.analysis.resource_files import built_in_text
from uriinspector.analysis.versions import date_in, dated_files, is_old, kind_of, tables
from uriinspector.analysis.whole_files import replacing, why_not
from uriinspector.core.model import LANGUAGES, Count
from uriinspector.export.answer_table import LONGEST_FILE, attempts_in, csv_of
from uriinspector.gui.storage.own_lists import NameFile
from uriinspector.gui.storage.profile import Profile
from uriinspector.gui.storage.settings import ROWS
from uriinspector.gui.text.pieces import plain_label, visible
from uriinspector.gui.text.translation import URN_TITLES, edition_title, say, say_count
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.transfer.exporter import ask_for_file, may_be_written
from uriinspector.gui.transfer.incoming import is_remote
from uriinspector.gui.widgets.cards import (
    CardFrame,
    DialogSheet,
    FoldingLayout,
    button,
    card,
    chooser,
)
from uriinspector.gui.widgets.layouts import column_of, row
from uriinspector.lessons.score import Attempt

IMPORTED = ("1 answer added.", "{count} answers added.")
LEFT_OUT = ("1 row does not contain an answer.", "{count} rows do not contain answers.")
WITHOUT = "The file contains no names, and it gives times only to the minute. Nothing is sent."


def ask_for_table(parent: QWidget) -> str:
    return QFileDialog.getOpenFileName(parent, say("Import answers"), "", "*.csv")[0]


def _identity(attempt: Attempt) -> tuple[object, ...]:
    """Return a key that identifies an answer, so that an import can skip duplicates."""
    return (attempt.minute, attempt.item, attempt.seed, attempt.tries, attempt.answer)


class AnswerSettings(CardFrame):
    """The settings for exercises, and the buttons to clear, export and import answers."""

    def __init__(self, profile: Profile, changed: Callable[[], object]) -> None:
        """Show the number of answers; ``changed`` is called when any are cleared or imported."""
        super().__init__()
        self._profile = profile
        self._changed = changed
        self.ask: Callable[[QWidget], str] = ask_for_table
        self.ask_where: Callable[[str, str, str], str] = ask_for_file
        self.keep, self.due = (self._switch(name) for name in ("keep_answers", "due"))
        self.note = plain_label(role="quiet")
        self.result = plain_label(role="quiet")
        self.result.hide()
        words = say("Delete your answers from this computer")
        self.clear_button = button(say("Clear the answers"), self._clear, does=words)
        words = say("Save your answers as a table")
        self.export_button = button(say("Export answers…"), self._export, does=words)
        words = say("Add answers from an exported table")
        self.import_button = button(say("Import answers…"), self._import, does=words)
        column_of(
            plain_label(say("Exercises"), role="title"),
            self.keep,
            self.due,
            self.note,
            plain_label(say(WITHOUT), role="quiet"),
            row(self.clear_button, self.export_button, self.import_button, None),
            self.result,
            into=self,
            margins=(16, 10, 16, 10),
            spacing=8,
        )
        self._show()

    def _switch(self, name: str) -> QCheckBox:
        settings = self._profile.settings
        box = QCheckBox(say(ROWS[name].description))
        box.setChecked(settings[name])
        box.toggled.connect(partial(settings.set, name))
        return box

    def _show(self) -> None:
        record = self._profile.learning
        count = record.count()
        text = say_count(count, "1 answer to an exercise.", "{count} answers to exercises.")
        self.note.setText(say(record.problem) if record.problem else text)
        self.export_button.setEnabled(count > 0)

    def _show_result(self, words: str) -> None:
        self.result.setText(words)
        self.result.show()
        self._show()
        self._changed()

    def _clear(self) -> None:
        self._profile.learning.clear()
        self._show_result(say("The answers were cleared."))

    def _export(self) -> None:
        name = self.ask_where(say("Export answers"), "answers", "csv")
        if not may_be_written(name, self._show_result):
            return
        try:
            with replacing(Path(name), mode=0o600) as file:
                for line in csv_of(self._profile.learning.attempts()):
                    file.write(line.encode("utf-8", "backslashreplace"))
        except OSError as error:
            self._show_result(say("Cannot write the file: {why}", why=error.strerror or ""))
        else:
            self._show_result(say("The answers were exported."))

    def _import(self) -> None:
        name = self.ask(self)
        if not name:
            return
        if is_remote(name):
            self._show_result(say("Network files are never opened."))
            return
        try:
            with open_regular(name) as file:
                text = file.read(LONGEST_FILE).decode("utf-8-sig", "replace")
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or ""
            self._show_result(say("Cannot read the file: {why}", why=why))
            return
        attempts, damaged = attempts_in(text)
        known = {_identity(each) for each in self._profile.learning.attempts()}
        attempts = [each for each in attempts if _identity(each) not in known]
        self._profile.learning.add(attempts, keep=self._profile.settings["keep_answers"])
        words = [say_count(len(attempts), *IMPORTED)]
        words += [say_count(damaged, *LEFT_OUT)] if damaged else []
        self._show_result(" ".join(words))


LISTS = (
    "Your own files can replace the built-in lists or add to them, in the window and in the "
    "terminal. The first lines of a built-in list explain its format."
)
FOLDER = "Folder: {folder}"
BUILT_IN = "Built-in list, date: {date}"
INSTEAD = "{file}, entries: {count}, date: {date}, instead of the built-in list"
ADDED = "{file}, entries: {count}, date: {date}, in addition to the built-in list"
LATER = "The change takes effect at the next start."
NOT_USED = "{file} is not used: {why}"
NOTED = "{file}: {why}"
AGED = "More than a year old: {lists}. A newer version of this program may include newer lists."
REMOTE = "Network files are never opened."
UNREADABLE = "Cannot read the file: {why}"
UNWRITTEN = "Cannot write the file: {why}"


def ask_for_list(parent: QWidget, title: str) -> str:
    return QFileDialog.getOpenFileName(parent, title)[0]


def ask_where(parent: QWidget, title: str, name: str) -> str:
    return QFileDialog.getSaveFileName(parent, title, name)[0]


class ListSettings(QWidget):
    """The lists in use, problems in the user's own lists, and actions for the chosen list."""

    changed = Signal()

    def __init__(self, lists: UserLists) -> None:
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
        words = say("Use your rows in addition to the built-in list")
        self.add = button(say("Add rows from file…"), lambda: self._choose(adds=True), does=words)
        words = say("Use your rows instead of the built-in list")
        self.replace = button(
            say("Replace with file…"), lambda: self._choose(adds=False), does=words
        )
        words = say("Save the built-in list as a file that you can edit")
        self.export = button(say("Save built-in list…"), self._export, does=words)
        words = say("Stop using your own rows")
        self.reset = button(say("Use built-in list"), self._reset, does=words)
        self._buttons = FoldingLayout(
            row(self.add, self.replace, None), row(self.export, self.reset, None)
        )
        parts = (self.own, self.chosen, self.status, self.problem, self._buttons)
        column_of(*parts, into=self, margins=(0, 4, 0, 4), spacing=4)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
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
            self._show(say(UNREADABLE, why=why_not(trouble)))
            return
        try:
            self._lists.put(name, octets, adds=adds)
        except ListError as error:
            first, *others = map(say, error.texts)
            self._show(say(NOT_USED, file=PurePath(path).name, why=first), *others)
        except OSError as trouble:
            self._show(say(UNWRITTEN, why=why_not(trouble)))
        else:
            self._changed(name)

    def _reset(self) -> None:
        name = self.chosen.currentData()
        try:
            self._lists.remove(name)
        except OSError as trouble:
            self._show(say(UNWRITTEN, why=why_not(trouble)))
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
            self._show(say(UNWRITTEN, why=why_not(trouble)))


def _title(name: str) -> str:
    kind = kind_of(name)
    return say(TITLES[kind]) if kind in TITLES else PurePath(name).name


def _used(file: UserFile) -> str:
    source = file.source
    if source is None:
        return ""
    template = ADDED if source.extends else INSTEAD
    dated = source.date or say("not stated")
    return say(template, file=file.file, count=Count(source.entries), date=dated)


def problems_of(file: UserFile) -> list[str]:
    """Return the problems of a file, the first one preceded by the file's name."""
    first, *others = [say(each) for each in file.problems] or [""]
    template = NOTED if file.source else NOT_USED
    return [say(template, file=file.file, why=first), *others] if first else []


def _overview(lists: UserLists) -> list[str]:
    """Return lines about the folder, the files and their problems, and outdated lists."""
    today, dated = date.today(), zip(dated_files(), tables(), strict=True)
    lines = [say(FOLDER, folder=str(lists.folder))] if lists.folder else []
    for each in lists.files:
        lines += [_used(each), *problems_of(each)]
    old = [PurePath(name).name for name, each in dated if is_old(each, today)]
    if old:
        lines.append(say(AGED, lists=", ".join(old)))
    return [each for each in lines if each]


def list_card(lists: UserLists, on_changed: Callable[[], object]) -> tuple[QWidget, ListSettings]:
    settings = ListSettings(lists)
    settings.changed.connect(lambda: on_changed())
    title = plain_label(say("Lists"), role="title")
    return card(title, plain_label(say(LISTS), role="quiet"), settings, spacing=8), settings


EXPANDING, FIXED = QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred
THEMES = {"light": "Light", "dark": "Dark", "system": "Use system setting"}
PROTECTED = (
    "One name per line, such as your own domain. Hosts that resemble one of them are reported "
    "as imitations. Text after “#” is a comment."
)
STILL_STORED = (
    "History is off, but these links are still stored. Clear the history to erase them now."
)


# The settings shown in the dialog that come from the settings table; the titles of the others.
IN_TABLE = (
    *("theme", "zoom", "language", "english_reports", "edition", "urn_edition", "clipboard"),
    *("history", "days", "cases", "ask_to_quit", "keep_answers", "due"),
)
OTHERS = {
    "clear_history": "Clear the history",
    "lists": "Lists",
    "protected": "Protected names",
    "known": "Known sites",
}


def titles() -> dict[str, str]:
    """Return the titles of all settings in the dialog by name."""
    rows = {name: say(ROWS[name].description) for name in IN_TABLE}
    return rows | {name: say(title) for name, title in OTHERS.items()}


class SettingsDialog(DialogSheet):
    names_changed = Signal()
    known_changed = Signal()
    lists_changed = Signal()
    answers_changed = Signal()

    def __init__(self, parent: QWidget, profile: Profile) -> None:
        super().__init__(parent, say("Settings"), (620, 680))
        self._profile = profile
        self.fields: dict[str, QWidget] = {}
        inside = QWidget()
        inside.setObjectName("page")
        answers = AnswerSettings(profile, self.answers_changed.emit)
        column_of(
            self._choices(say("Appearance"), "theme", "zoom", "language", "english_reports"),
            self._choices(say("Input"), "edition", "urn_edition", "clipboard"),
            self._history(),
            self._cases(),
            answers,
            self._lists(),
            self._protected(),
            self._known(),
            None,
            into=inside,
            margins=(0, 0, 8, 0),
            spacing=12,
        )
        self.fields |= {"keep_answers": answers.keep, "due": answers.due}
        self.fields |= {"lists": self.lists.chosen, "protected": self.names, "known": self.known}
        self._scroll = scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.body.addWidget(scroll)
        if profile.settings.problem:
            self.body.addWidget(plain_label(say(UNSAVED_SETTINGS), role="quiet"))

    def open_at(self, name: str) -> None:
        """Open the dialog with a setting visible and focused."""
        field = self.fields.get(name)
        if field is not None:
            field.setFocus()
        self.open()
        if field is not None:  # after layout
            QTimer.singleShot(0, self, lambda: self._scroll.ensureWidgetVisible(field))

    def _choices(self, title: str, *names: str) -> QWidget:
        grid = QGridLayout()
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        for line, name in enumerate(names):
            field = self._field(name)
            words = say(ROWS[name].description)
            field.setAccessibleName(words)
            if isinstance(field, QCheckBox):
                field.setText(words)
                grid.addWidget(field, line, 0, 1, 2)
            else:
                grid.addWidget(plain_label(words), line, 0)
                grid.addWidget(field, line, 1)
            self.fields[name] = field
        return card(plain_label(title, role="title"), grid, spacing=8)

    def _field(self, name: str) -> QCheckBox | QComboBox:
        settings = self._profile.settings
        if isinstance(ROWS[name].default, bool):
            box = QCheckBox()
            box.setChecked(settings[name])
            box.toggled.connect(lambda on: settings.set(name, on))
            return box
        chooser = QComboBox()
        for choice in ROWS[name].choices:
            chooser.addItem(shown(name, choice), choice)
        chooser.setMinimumWidth(pixels(236))
        chooser.setCurrentIndex(chooser.findData(settings[name]))
        chooser.activated.connect(lambda at: settings.set(name, chooser.itemData(at)))
        return chooser

    def _history(self) -> QWidget:
        frame = self._choices(say("History"), "history", "days")
        self.history_note = plain_label(role="quiet")
        words = say("Delete all links in the history from this computer")
        self.clear_button = button(say("Clear the history"), self._clear, does=words)
        self.fields["clear_history"] = self.clear_button
        layout = frame.layout()
        assert isinstance(layout, QVBoxLayout)
        self.history_note.setSizePolicy(EXPANDING, FIXED)
        layout.addLayout(row(self.history_note, self.clear_button))
        self._profile.settings.changed.connect(self._on_history_setting)
        self._show_history_note()
        return frame

    def _clear(self) -> None:
        self._profile.clear_history()
        self._show_history_note()

    def _on_history_setting(self, name: str) -> None:
        if name in {"history", "days"}:
            self._show_history_note()

    def _show_history_note(self) -> None:
        count = self._profile.history.count()
        self.fields["days"].setEnabled(self._profile.settings["history"])
        text = say_count(count, "1 link in the history.", "{count} links in the history.")
        if count and not self._profile.settings["history"]:
            text = f"{text} {say(STILL_STORED)}"
        problem = self._profile.history.problem
        self.history_note.setText(say(problem) if problem else text)

    def _cases(self) -> QWidget:
        frame = self._choices(say("Cases"), "cases", "ask_to_quit")
        layout = frame.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.addWidget(plain_label(say(CASES), role="quiet"))
        return frame

    def _protected(self) -> QWidget:
        self.names_note = plain_label(say(PROTECTED), role="quiet")
        self.names = self._names(say("Protected names"), self._profile.protected)
        self.names.textChanged.connect(
            lambda: self._save(self.names, self._profile.protected, self.names_changed)
        )
        title = plain_label(say("Protected names"), role="title")
        return card(title, self.names_note, self.names, spacing=8)

    def _known(self) -> QWidget:
        self.known = self._names(say("Known sites"), self._profile.known)
        self.known.textChanged.connect(
            lambda: self._save(self.known, self._profile.known, self.known_changed)
        )
        title = plain_label(say("Known sites"), role="title")
        return card(title, plain_label(say(KNOWN), role="quiet"), self.known, spacing=8)

    def _lists(self) -> QWidget:
        frame, self.lists = list_card(self._profile.lists.user, self.lists_changed.emit)
        return frame

    def _names(self, name: str, file: NameFile) -> QPlainTextEdit:
        edit = QPlainTextEdit(file.text)
        edit.setAccessibleName(name)
        edit.setTabChangesFocus(True)
        edit.setFont(theme.uri_font(13))
        edit.setObjectName("framed")
        edit.setFixedHeight(pixels(96))
        edit.setPlaceholderText("example.com")
        return edit

    def _save(self, field: QPlainTextEdit, file: NameFile, changed: SignalInstance) -> None:
        if not file.save(field.toPlainText()):
            self.names_note.setText(say(UNSAVED))
        changed.emit()


KNOWN = (
    "One name per line. In Documents, links to these sites and their subdomains are hidden, "
    "except links that are of medium or high severity or marked as malicious."
)
CASES = (
    "The program keeps links, marks, notes and files until you save or discard the case. Cases "
    "without marks or notes are not kept. Applies after a restart."
)
UNSAVED = "Cannot save the protected names. Changes will be lost when you close the window."
UNSAVED_SETTINGS = "Cannot save the settings. Changes are lost when you close the window."


def shown(name: str, choice: Any) -> str:
    if choice == "system":
        return say("Use system setting")
    match name:
        case "edition":
            return edition_title(choice)
        case "urn_edition":
            return say(URN_TITLES[choice])
        case "theme":
            return say(THEMES[choice])
        case "language":
            return LANGUAGES[choice]
        case "zoom":
            return say("{percent}%", percent=choice)
    return say_count(choice, "1 day", "{count} days") if choice else say("forever")
