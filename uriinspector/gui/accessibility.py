"""Announcements to screen readers: notices, copied texts, characters, changed answers.

Screen readers drop announcements that come from a window without the focus, or while they begin to
read a newly focused widget. So announcements are delayed, and held back until the window is active.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QApplication, QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say

SOON = 200  # milliseconds; by then, a screen reader has begun to read the focused widget
SETTLED = 700  # milliseconds without a key press before an answer is announced
LONGEST = 1000  # characters; users would not listen to more
COPY_SHOWN = 80
MOST = 3  # maximum number of waiting notices


class Announcement(NamedTuple):
    """A text to announce, and whether it may interrupt."""

    words: str
    is_urgent: bool = False


class Announcer(QObject):
    """A queue of announcements, sent when a screen reader is ready for them."""

    def __init__(self, send: Callable[[Announcement], bool], parent: QObject | None = None) -> None:
        """Create an empty queue; ``send`` returns False if no window is active."""
        super().__init__(parent)
        self._send = send
        self._notices: list[Announcement] = []
        self._copied = self._character = ""
        self._answers: dict[QWidget, str] = {}
        self._spoken: dict[QWidget, str] = {}
        self._soon = self._timer(SOON, self._flush_notices)
        self._settled = self._timer(SETTLED, self._flush_answers)

    def add_notice(self, words: str, *, is_urgent: bool = False) -> None:
        """Announce a notice soon, even a repeated one; it replaces a pending "Copied"."""
        self._copied = ""
        self._notices.append(Announcement(words, is_urgent))
        del self._notices[:-MOST]
        self._soon.start()

    def add_copy(self, text: str) -> None:
        """Announce a copied text, unless a notice soon takes its place."""
        self._copied = text
        self._soon.start()

    def add_character(self, words: str) -> None:
        """Announce the character at the caret; "" announces nothing."""
        self._character = words
        self._soon.start()

    def add_answer(self, widget: QWidget, words: str) -> None:
        """Announce a widget's new answer once it has stopped changing and is visible."""
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
        """Send waiting announcements, now that the window has the focus."""
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
                self._spoken[widget] = ""  # its next answer is announced when it is shown again
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
    """Announce a notice, if a screen reader is active."""
    if QAccessible.isActive():
        _announcer().add_notice(words, is_urgent=is_urgent)


def announce_copy(text: str) -> None:
    """Announce a text that was put on the clipboard."""
    if QAccessible.isActive():
        _announcer().add_copy(shown_copy(text))


def shown_copy(text: str) -> str:
    """Return the beginning of a copied text, with labels for unsafe characters."""
    shown = visible(text[: COPY_SHOWN + 1])
    return shown if len(text) <= COPY_SHOWN else f"{shown[:COPY_SHOWN]}…"


def announce_character(words: str) -> None:
    if QAccessible.isActive():
        _announcer().add_character(words)


def announce_answer(widget: QWidget, words: str) -> None:
    """Announce a widget's answer once it stops changing."""
    if QAccessible.isActive():
        _announcer().add_answer(widget, words)


def _announcer() -> Announcer:
    """Return the application's announcer, which is created on first use."""
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
