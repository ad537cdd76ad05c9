"""What is spoken without being asked for: notices, copies, verdicts, other answers.

Screen readers drop what comes from a window without the focus, and what comes in the moment in
which they read the focus anew.  So nothing is sent before a moment has passed, and what comes
meanwhile waits until the window is active again.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QApplication, QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say

SOON = 200  # milliseconds: by then a reader has begun to read what got the focus
SETTLED = 700  # an answer to what is typed is spoken when no key has come for that long
LONGEST = 1000  # characters; nobody listens to more at once
COPY_SHOWN = 80
MOST = 3  # notices that wait for the focus


class Announcement(NamedTuple):
    """Words to be spoken, and whether they may interrupt."""

    words: str
    is_urgent: bool = False


class Announcer(QObject):
    """Holds back what is to be spoken until somebody can hear it."""

    def __init__(self, send: Callable[[Announcement], bool], parent: QObject | None = None) -> None:
        """Speak by ``send``, which answers whether anybody could hear it."""
        super().__init__(parent)
        self._send = send
        self._notices: list[Announcement] = []
        self._copied = self._character = ""
        self._answers: dict[QWidget, str] = {}
        self._spoken: dict[QWidget, str] = {}
        self._soon = self._timer(SOON, self._flush_notices)
        self._settled = self._timer(SETTLED, self._flush_answers)

    def add_notice(self, words: str, *, is_urgent: bool = False) -> None:
        """Speak this soon, also if it was spoken before; it says what was copied, if anything."""
        self._copied = ""
        self._notices.append(Announcement(words, is_urgent))
        del self._notices[:-MOST]
        self._soon.start()

    def add_copy(self, text: str) -> None:
        """Say that a text was copied, unless a notice says so."""
        self._copied = text
        self._soon.start()

    def add_character(self, words: str) -> None:
        """Name the character that the caret has come to; "" where it needs no name."""
        self._character = words
        self._soon.start()

    def add_answer(self, widget: QWidget, words: str) -> None:
        """Speak what a widget has come to, once it stays at that and is in sight."""
        if widget not in self._spoken:
            widget.destroyed.connect(lambda: self._forget(widget))
            self._spoken[widget] = ""
        if words == self._spoken[widget]:
            self._answers.pop(widget, None)
        else:
            self._answers[widget] = words
        if self._answers:
            self._settled.start()

    def resume(self) -> None:
        """Speak what had to wait: the window has the focus again."""
        if self._notices or self._copied or self._character:
            self._soon.start()
        if self._answers:
            self._settled.start()

    def _flush_notices(self) -> None:
        if self._copied:
            self._notices.append(Announcement(say("Copied: {text}", text=self._copied)))
            self._copied = ""
        if self._character:
            self._notices.append(Announcement(self._character))
            self._character = ""
        while self._notices and self._send(self._notices[0]):
            del self._notices[0]

    def _flush_answers(self) -> None:
        for widget, words in list(self._answers.items()):
            if not widget.isVisible():
                self._spoken[widget] = ""  # spoken when it is next shown and comes to something
            elif words and not self._send(Announcement(words)):
                return
            else:
                self._spoken[widget] = words
            del self._answers[widget]

    def _forget(self, widget: QWidget) -> None:
        self._answers.pop(widget, None)
        self._spoken.pop(widget, None)

    def _timer(self, wait: int, on: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=wait)
        timer.timeout.connect(on)
        return timer


def announce(words: str, *, is_urgent: bool = False) -> None:
    """Have a notice spoken, if anybody listens."""
    if QAccessible.isActive():
        _announcer().add_notice(words, is_urgent=is_urgent)


def announce_copy(text: str) -> None:
    """Have it spoken what is on the clipboard now."""
    if QAccessible.isActive():
        _announcer().add_copy(shown_copy(text))


def shown_copy(text: str) -> str:
    """The beginning of what was copied, all of it to be read."""
    shown = visible(text[: COPY_SHOWN + 1])
    return shown if len(text) <= COPY_SHOWN else f"{shown[:COPY_SHOWN]}…"


def announce_character(words: str) -> None:
    """Have it spoken which character the caret has come to."""
    if QAccessible.isActive():
        _announcer().add_character(words)


def announce_answer(widget: QWidget, words: str) -> None:
    """Have it spoken what a widget has come to, when it stays at that."""
    if QAccessible.isActive():
        _announcer().add_answer(widget, words)


def _announcer() -> Announcer:
    """The one of the application."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    found = application.findChild(Announcer)
    if found is None:
        found = Announcer(_send, application)
        application.focusWindowChanged.connect(found.resume)
    return found


def _send(announcement: Announcement) -> bool:
    window = QApplication.activeWindow()
    if window is None:
        return False
    event = QAccessibleAnnouncementEvent(window, announcement.words[:LONGEST])
    politeness = QAccessible.AnnouncementPoliteness
    event.setPoliteness(politeness.Assertive if announcement.is_urgent else politeness.Polite)
    QAccessible.updateAccessibility(event)
    return True
