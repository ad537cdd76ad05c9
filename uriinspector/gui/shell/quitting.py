"""How a session ends and the next begins: the question before quitting, and a case left open."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication

from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.dialog_sheet import DialogSheet
from uriinspector.gui.widgets.layouts import row
from uriinspector.gui.widgets.notice_strip import Notice

if TYPE_CHECKING:
    from PySide6.QtWidgets import QPushButton, QWidget

    from uriinspector.gui.documents.unsaved_work import UnsavedWork
    from uriinspector.gui.shell.window_base import WindowBase
    from uriinspector.gui.theme import Theme

SIZE = (620, 210)


class QuitQuestion(DialogSheet):
    """What would be lost, and what to do about it; Esc goes on as before."""

    save_requested = Signal()
    keep_requested = Signal()
    discard_requested = Signal()

    def __init__(self, parent: QWidget, theme: Theme, work: UnsavedWork) -> None:
        """Ask about this work."""
        title = say("Quit while files are being read?") if work.is_saved else say("Unsaved case")
        super().__init__(parent, theme, title, SIZE)
        asked = title if work.is_saved else say("Quit without saving the case?")
        self.body.addWidget(plain_label(asked, role="headline"))
        self.words = [plain_label(each) for each in work.words]
        for each in self.words:
            self.body.addWidget(each)
        self.body.addStretch(1)
        self.save = button(say("Save case as…"), self.save_requested.emit)
        self.save.setVisible(work.can_save)
        self.keep = button(say("Quit and keep a copy"), self.keep_requested.emit)
        self.keep.setVisible(work.can_keep)
        quits = say("Quit") if work.is_saved else say("Quit and discard")
        self.discard = button(quits, self.discard_requested.emit)
        self.keep.setDefault(work.can_keep)

    @cached_property
    def close_button(self) -> QPushButton:
        """All answers in one line; the one that changes nothing comes last."""
        result = button(say("Cancel"), self.reject)
        self._whole.addLayout(row(self.discard, None, self.save, self.keep, result))
        return result


def is_quit_asked(window: WindowBase) -> bool:
    """Ask before work is lost; whether the window waits for an answer."""
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
    dialog = QuitQuestion(window, window.theme, work)

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
            dialog.reject()  # what is wrong, or still being read, is said behind it

    dialog.save_requested.connect(save)
    dialog.keep_requested.connect(keep)
    dialog.discard_requested.connect(discard)
    dialog.open()


def offer_open_case(window: WindowBase) -> None:
    """Offer the case that was open when the program ended without being asked to."""
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
    words = say("The program ended while a case was open.")
    if is_named:
        name = visible(Path(path).name)
        words = say("The program ended while {file} was open.", file=name)
    window.tell(Notice(words, "info", say("Reopen"), reopen))
