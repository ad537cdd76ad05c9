"""The card of the settings with the answers to exercises: kept or not, cleared, taken along."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QFileDialog, QFrame

from uriinspector.analysis.whole_files import replacing
from uriinspector.documents.regular_files import open_regular
from uriinspector.export.answer_table import LONGEST_FILE, attempts_in, csv_of
from uriinspector.gui.storage.settings import ROWS
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.transfer.local_paths import is_remote
from uriinspector.gui.transfer.save_dialog import ask_for_file, may_be_written
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of, row

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.storage.profile import Profile
    from uriinspector.lessons.score import Attempt

IMPORTED = ("1 answer added.", "{count} answers added.")
LEFT_OUT = ("1 row is no answer.", "{count} rows are no answers.")
WITHOUT = "No name is in the file, and no time finer than minutes. Nothing is sent."


def ask_for_table(parent: QWidget) -> str:
    """The file to be read, by the dialog of the platform."""
    return QFileDialog.getOpenFileName(parent, say("Import answers"), "", "*.csv")[0]


def _identity(attempt: Attempt) -> tuple[object, ...]:
    """What tells an answer from others: one that is there already is not added again."""
    return (attempt.minute, attempt.item, attempt.seed, attempt.tries, attempt.answer)


class AnswerSettings(QFrame):
    """What is kept of exercises, and what can be done with it."""

    def __init__(self, profile: Profile, changed: Callable[[], object]) -> None:
        """Show how many answers there are; ``changed`` is called when they are others."""
        super().__init__()
        self.setObjectName("card")
        self._profile = profile
        self._changed = changed
        self.ask: Callable[[QWidget], str] = ask_for_table
        self.ask_where: Callable[[str, str, str], str] = ask_for_file
        self.keep, self.due = (self._switch(name) for name in ("keep_answers", "due"))
        self.note = plain_label(role="quiet")
        self.result = plain_label(role="quiet")
        self.result.hide()
        self.clear_button = button(say("Clear the answers"), self._clear)
        self.export_button = button(say("Export answers…"), self._export)
        self.import_button = button(say("Import answers…"), self._import)
        column_of(
            plain_label(say("Exercises"), role="title"),
            self.keep,
            self.due,
            self.note,
            plain_label(say(WITHOUT), role="quiet"),
            row(self.clear_button, self.export_button, self.import_button, None),
            self.result,
            into=self,
            margins=(14, 10, 14, 10),
            spacing=4,
        )
        self._show()

    def _switch(self, name: str) -> QCheckBox:
        settings = self._profile.settings
        box = QCheckBox(say(ROWS[name].tells))
        box.setChecked(settings[name])
        box.toggled.connect(partial(settings.set, name))
        return box

    def _show(self) -> None:
        record = self._profile.learning
        count = record.count()
        text = say_count(count, "1 answer to exercises.", "{count} answers to exercises.")
        self.note.setText(say(record.problem) if record.problem else text)
        self.export_button.setEnabled(count > 0)

    def _tell(self, words: str) -> None:
        self.result.setText(words)
        self.result.show()
        self._show()
        self._changed()

    def _clear(self) -> None:
        self._profile.learning.clear()
        self._tell(say("The answers are cleared."))

    def _export(self) -> None:
        name = self.ask_where(say("Export answers"), "answers", "csv")
        if not may_be_written(name, self._tell):
            return
        try:
            with replacing(Path(name), mode=0o600) as file:
                for line in csv_of(self._profile.learning.attempts()):
                    file.write(line.encode("utf-8", "backslashreplace"))
        except OSError as error:
            self._tell(say("Cannot write the file: {why}", why=error.strerror or ""))
        else:
            self._tell(say("The answers are exported."))

    def _import(self) -> None:
        name = self.ask(self)
        if not name:
            return
        if is_remote(name):
            self._tell(say("Network files are never opened."))
            return
        try:
            with open_regular(name) as file:
                text = file.read(LONGEST_FILE).decode("utf-8-sig", "replace")
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or ""
            self._tell(say("Cannot read the file: {why}", why=why))
            return
        attempts, damaged = attempts_in(text)
        known = {_identity(each) for each in self._profile.learning.attempts()}
        attempts = [each for each in attempts if _identity(each) not in known]
        self._profile.learning.add(attempts, keep=self._profile.settings["keep_answers"])
        words = [say_count(len(attempts), *IMPORTED)]
        words += [say_count(damaged, *LEFT_OUT)] if damaged else []
        self._tell(" ".join(words))
