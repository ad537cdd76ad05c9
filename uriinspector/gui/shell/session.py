"""The end of a session, and what the next one restores.

Each text is stored as a draft until it is in the history. Drafts left behind by a killed program
are added to the history at the next start.
"""

from __future__ import annotations

from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from uriinspector.gui.inspect.inspection_job import InspectionJob
from uriinspector.gui.jobs.latest_job import timer_of
from uriinspector.gui.text.pieces import plain_label, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import DialogSheet, button
from uriinspector.gui.widgets.layouts import fill, row
from uriinspector.gui.widgets.notice_strip import Notice

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.documents.case_storage import UnsavedWork
    from uriinspector.gui.shell.workspaces import WindowBase
    from uriinspector.gui.storage.profile import LeftDraft, Profile


SIZE = (620, 210)


class QuitQuestion(DialogSheet):
    """The question before quitting with unsaved work; Esc cancels."""

    save_requested = Signal()
    keep_requested = Signal()
    discard_requested = Signal()

    def __init__(self, parent: QWidget, work: UnsavedWork) -> None:
        title = say("Quit while files are being read?") if work.is_saved else say("Unsaved case")
        super().__init__(parent, title, SIZE)
        asked = title if work.is_saved else say("Quit without saving the case?")
        self.words = [plain_label(each) for each in work.words]
        fill(self.body, plain_label(asked, role="headline"), *self.words, None)
        self.save = button(say("Save case as…"), self.save_requested.emit)
        self.save.setVisible(work.can_save)
        self.keep = button(say("Quit and keep a copy"), self.keep_requested.emit)
        self.keep.setVisible(work.can_keep)
        quits = say("Quit") if work.is_saved else say("Quit and discard")
        self.discard = button(quits, self.discard_requested.emit)
        self.keep.setDefault(work.can_keep)

    @cached_property
    def close_button(self) -> QPushButton:
        """Put all buttons in one row, and return the last one, which cancels."""
        result = button(say("Cancel"), self.reject)
        self._whole.addLayout(row(self.discard, None, self.save, self.keep, result))
        return result


def is_quit_asked(window: WindowBase) -> bool:
    """Ask about unsaved work if there is any; return True if the window must wait for an answer."""
    app = QGuiApplication.instance()
    is_session_ending = isinstance(app, QGuiApplication) and app.isSavingSession()
    if is_session_ending or not window.profile.settings["ask_to_quit"]:
        return False
    if not window.pages.is_created("documents"):
        return False
    work = window.documents_page.case_commands.unsaved()
    if work is None:
        return False
    if window.findChild(QuitQuestion) is None:
        _ask(window, work)
    return True


def _ask(window: WindowBase, work: UnsavedWork) -> None:
    commands = window.documents_page.case_commands
    dialog = QuitQuestion(window, work)

    def leave() -> None:
        dialog.accept()
        window.quit_at_once()

    def keep() -> None:
        commands.keep_copy()
        leave()

    def discard() -> None:
        if not work.is_saved:
            commands.discard()
        leave()

    def save() -> None:
        commands.save()
        commands.finish()
        if commands.unsaved() is None:
            leave()
        elif commands.case_storage.problem or commands.case_storage.is_saved:
            dialog.reject()  # the page behind the dialog shows the problem

    dialog.save_requested.connect(save)
    dialog.keep_requested.connect(keep)
    dialog.discard_requested.connect(discard)
    dialog.open()


def offer_open_case(window: WindowBase) -> None:
    """Offer to reopen the case that was open when the program was killed."""
    settings = window.profile.settings
    path = settings["open_case"]
    settings.set("open_case", "")
    if not path:
        return
    from uriinspector.gui.documents.case_storage import CaseStorage

    if not CaseStorage(window.profile.cases_folder).is_reopenable(Path(path)):
        return

    def reopen() -> None:
        window.open_workspace("documents")
        window.documents_page.case_commands.open(Path(path))

    is_named = Path(path).parent != window.profile.cases_folder
    words = say("The program closed while a case was open.")
    if is_named:
        name = visible(Path(path).name)
        words = say("The program closed while {file} was open.", file=name)
    window.show_notice(Notice(words, "info", say("Reopen"), reopen))


REST = 2_000  # milliseconds


class HistoryRecorder(QObject):
    """A recorder that adds texts to the history after a pause, to avoid half-typed ones."""

    def __init__(self, profile: Profile, parent: QObject) -> None:
        super().__init__(parent)
        self._profile = profile
        self._waiting: Inspection | None = None
        self._known: str | None = None
        self._timer = timer_of(self, self.finish, is_single=True, interval=REST)

    def know(self, text: str) -> None:
        """Mark a restored text, so that it is not added to the history again."""
        self._known = text

    def restore(self) -> str | None:
        """Load earlier texts and drafts, and return the last one."""
        left = self._profile.left_drafts()
        for each in left:
            self._enter(each)
        last = self._profile.remember()
        return left[-1].draft.text if left else last

    def keep_draft(self, text: str, edition: str) -> None:
        """Save the text being typed as a draft, unless it is the restored text."""
        if text == self._known:
            self._profile.drafts.drop()
        else:
            self._profile.keep_draft(text, edition)

    def look(self, inspection: Inspection | None) -> None:
        """Restart the delay timer when the text changes."""
        if inspection is not None and inspection.text == self._known:
            return
        self._known = None
        self._waiting = inspection
        self._timer.start()

    def finish(self) -> None:
        """Add the waiting inspection to the history now."""
        self._timer.stop()
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._profile.keep(waiting)

    def _enter(self, left: LeftDraft) -> None:
        """Inspect a draft, then add it to the history."""
        job = InspectionJob(self)
        job.inspected.connect(partial(self._profile.enter_draft, left))
        job.inspect(
            left.draft.text,
            left.draft.edition,
            protect=self._profile.protected.names,
            lists=self._profile.lists.lists,
        )
