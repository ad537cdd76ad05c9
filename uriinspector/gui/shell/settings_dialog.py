"""The settings, made from their table; each is in use as soon as it is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QPlainTextEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from uriinspector.gui.shell.answer_settings import AnswerSettings
from uriinspector.gui.shell.list_settings import list_card
from uriinspector.gui.storage.settings import ROWS
from uriinspector.gui.text.edition_titles import URN_TITLES, edition_title
from uriinspector.gui.text.translation import LANGUAGES, say, say_count
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button, card
from uriinspector.gui.widgets.dialog_sheet import DialogSheet
from uriinspector.gui.widgets.layouts import column_of, row

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from uriinspector.gui.storage.name_file import NameFile
    from uriinspector.gui.storage.profile import Profile
    from uriinspector.gui.theme import Theme

EXPANDING, FIXED = QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred
THEMES = {"light": "Light", "dark": "Dark", "system": "Use system setting"}
PROTECTED = (
    "One name per line, such as your own domain. Hosts that resemble one of them are reported "
    "as imitations. Text after “#” is a comment."
)
STILL_STORED = (
    "History is off, but these links are still stored. Clear the history to erase them now."
)


class SettingsDialog(DialogSheet):
    """Everything that can be set."""

    names_changed = Signal()
    known_changed = Signal()
    lists_changed = Signal()
    answers_changed = Signal()

    def __init__(self, parent: QWidget, theme: Theme, profile: Profile) -> None:
        """Show what is set now."""
        super().__init__(parent, theme, say("Settings"), (620, 680))
        self._profile = profile
        self.fields: dict[str, QWidget] = {}
        inside = QWidget()
        inside.setObjectName("page")
        column_of(
            self._choices(say("Appearance"), "theme", "zoom", "language", "english_reports"),
            self._choices(say("Input"), "edition", "urn_edition", "clipboard"),
            self._history(),
            self._cases(),
            AnswerSettings(profile, self.answers_changed.emit),
            self._lists(),
            self._protected(),
            self._known(),
            None,
            into=inside,
            margins=(0, 0, 8, 0),
            spacing=12,
        )
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.body.addWidget(scroll)
        if profile.settings.problem:
            self.body.addWidget(plain_label(say(UNSAVED_SETTINGS), role="quiet"))

    def _choices(self, title: str, *names: str) -> QWidget:
        grid = QGridLayout()
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        for line, name in enumerate(names):
            field = self._field(name)
            words = say(ROWS[name].tells)
            field.setAccessibleName(words)
            if isinstance(field, QCheckBox):
                field.setText(words)
                grid.addWidget(field, line, 0, 1, 2)
            else:
                grid.addWidget(plain_label(words), line, 0)
                grid.addWidget(field, line, 1)
            self.fields[name] = field
        return card(plain_label(title, role="title"), grid)

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
        chooser.setMinimumWidth(self.theme.pixels(236))
        chooser.setCurrentIndex(chooser.findData(settings[name]))
        chooser.activated.connect(lambda at: settings.set(name, chooser.itemData(at)))
        return chooser

    def _history(self) -> QWidget:
        frame = self._choices(say("History"), "history", "days")
        self.history_note = plain_label(role="quiet")
        self.clear_button = button(say("Clear the history"), self._clear)
        layout = frame.layout()
        assert isinstance(layout, QVBoxLayout)
        self.history_note.setSizePolicy(EXPANDING, FIXED)
        layout.addLayout(row(self.history_note, self.clear_button))
        self._profile.settings.changed.connect(self._on_history_setting)
        self._tell_history()
        return frame

    def _clear(self) -> None:
        self._profile.clear_history()
        self._tell_history()

    def _on_history_setting(self, name: str) -> None:
        if name in {"history", "days"}:
            self._tell_history()

    def _tell_history(self) -> None:
        count = self._profile.history.count()
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
        return card(title, self.names_note, self.names)

    def _known(self) -> QWidget:
        self.known = self._names(say("Known sites"), self._profile.known)
        self.known.textChanged.connect(
            lambda: self._save(self.known, self._profile.known, self.known_changed)
        )
        title = plain_label(say("Known sites"), role="title")
        return card(title, plain_label(say(KNOWN), role="quiet"), self.known)

    def _lists(self) -> QWidget:
        frame, self.lists = list_card(self._profile.lists.user, self.lists_changed.emit)
        return frame

    def _names(self, name: str, file: NameFile) -> QPlainTextEdit:
        edit = QPlainTextEdit(file.text)
        edit.setAccessibleName(name)
        edit.setTabChangesFocus(True)
        edit.setFont(self.theme.uri_font(13))
        edit.setObjectName("framed")
        edit.setFixedHeight(self.theme.pixels(96))
        edit.setPlaceholderText("example.com")
        return edit

    def _save(self, field: QPlainTextEdit, file: NameFile, changed: SignalInstance) -> None:
        if not file.save(field.toPlainText()):
            self.names_note.setText(say(UNSAVED))
        changed.emit()


KNOWN = (
    "One name per line. In Documents, links to these sites and their subdomains are hidden, "
    "except links of medium or high severity or marked as malicious."
)
CASES = (
    "The program keeps links, marks, notes and files until you save or discard the case. Cases "
    "without marks or notes are not kept. Applies after a restart."
)
UNSAVED = "Cannot save the names. Changes are lost when you close the window."
UNSAVED_SETTINGS = "Cannot save the settings. Changes are lost when you close the window."


def shown(name: str, choice: Any) -> str:
    """Say a choice."""
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
