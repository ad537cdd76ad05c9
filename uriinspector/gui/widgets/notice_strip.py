"""Notices over the page, and the status bar below it."""

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QPushButton, QToolButton, QWidget

from uriinspector.analysis.safe_text import is_unsafe
from uriinspector.core.model import NamedTuple, Span
from uriinspector.gui.accessibility import announce
from uriinspector.gui.place_keys import keys_in_use
from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.theme import icon, pixels, pixmap
from uriinspector.gui.widgets.cards import button, restyle_by
from uriinspector.gui.widgets.layouts import row, stretched
from uriinspector.gui.widgets.view_parts import Restyled

LASTS = 4_000  # milliseconds after which a temporary notice disappears
WIDEST, AWAY = 760, 16  # before zoom; distance from the edges of the page
MOVES = {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show}


class Notice(NamedTuple):
    """A message with a severity, and optionally a button with an action.

    A message of severity "info" disappears by itself, unless it has an action; a brief one always
    does.
    """

    words: str
    severity: str = "info"
    does: str = ""
    action: Callable[[], object] | None = None
    is_brief: bool = False


def copied_notice(words: str, exact: Callable[[], object] | None) -> Notice:
    """Return a notice that a text was copied defanged, with a button for copying the original."""
    return Notice(words, "info", say("Copy original"), exact, is_brief=True)


class NoticeStrip(Restyled, QFrame):
    """A strip over the page that shows one notice, without changing the layout."""

    last_attribute = "_timer"

    def __init__(self) -> None:
        super().__init__()
        self._severity = "info"
        self._action: Callable[[], object] | None = None
        self._notice: Notice | None = None
        self._before: QWidget | None = None  # the widget that had the focus before the strip
        self._escape: QShortcut | None = None
        self._pane: QWidget | None = None
        self.setObjectName("strip")
        self.sign = plain_label()
        self.words = plain_label(role="told")
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.does: QPushButton = button("", self._act)
        self.close_button = QToolButton()
        self.close_button.setObjectName("bare")
        self.close_button.setAccessibleName(say("Close this notice"))
        self.close_button.clicked.connect(self.dismiss)
        row(
            self.sign,
            stretched(self.words),
            self.does,
            self.close_button,
            into=self,
            margins=(14, 7, 8, 7),
            spacing=10,
        )
        self._timer = QTimer(self, singleShot=True, interval=LASTS)
        self._timer.timeout.connect(self._fade)
        self.hide()

    def float_over(self, page: QWidget, pane: QWidget | None = None) -> None:
        """Place the strip over the bottom of a page or, while it is visible, of ``pane``."""
        self.setParent(page)
        page.installEventFilter(self)
        self._pane = pane
        if pane is not None:
            pane.installEventFilter(self)
        self._escape = QShortcut(Qt.Key.Key_Escape, page, self.dismiss)
        self._escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._escape.setEnabled(False)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus)

    def show_notice(self, notice: Notice) -> None:
        """Show a notice, replacing the current one."""
        self._notice = notice
        self._severity = notice.severity
        self._action = notice.action
        self.words.setText(notice.words)
        self.does.setText(notice.does)
        self.does.setVisible(notice.action is not None)
        restyle_by(self, "severity", notice.severity)
        self._draw()
        self._place()
        self.show()
        self.raise_()
        self._listen()
        is_passing = notice.severity == "info" and (notice.is_brief or notice.action is None)
        self._timer.start() if is_passing else self._timer.stop()
        announce(notice.words, is_urgent=notice.severity == "high")

    def dismiss(self) -> None:
        """Hide the notice, and return the focus to where it was."""
        self._action = self._notice = None
        self._timer.stop()
        before, had_keys = self._before, self._holds(QApplication.focusWidget())
        self._before = None
        if had_keys and before is not None and shiboken6.isValid(before):
            before.setFocus()
        self.hide()
        self._listen()

    def withdraw(self, notice: Notice | None) -> None:
        """Hide this notice if it is still shown."""
        if notice is not None and notice is self._notice:
            self.dismiss()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the page's size and position."""
        if event.type() in MOVES and watched in {self.parent(), self._pane}:
            self._place()
        return super().eventFilter(watched, event)

    def restyle(self) -> None:
        if self.isVisible():
            self._draw()
            self._place()

    def _place(self) -> None:
        page, layout = self.parentWidget(), self.layout()
        if page is None or layout is None:
            return
        pane = self._pane if self._pane is not None and self._pane.isVisible() else page
        width = min(pixels(WIDEST), pane.width() - 2 * AWAY)
        layout.invalidate()
        height = max(layout.totalHeightForWidth(width), layout.totalMinimumSize().height())
        left, top = (pane.width() - width) // 2, page.height() - height - AWAY
        result = QRect(pane.mapTo(page, QPoint(left, 0)).x(), max(top, 0), width, height)
        focus = QApplication.focusWidget()
        if focus is not None and not self._holds(focus) and page.isAncestorOf(focus):
            result = _above(focus, page, result)
        self.setGeometry(result)

    def _on_focus(self, before: QWidget | None, now: QWidget | None) -> None:
        """Move away from the newly focused widget, so that the strip never covers it."""
        if not self.isVisible():
            return
        if self._holds(now):
            if not self._holds(before):
                self._before = before
        elif now is not None:
            self._place()
        self._listen()

    def _listen(self) -> None:
        """Enable Esc to dismiss the notice, unless the focused field or card uses that key."""
        focus = QApplication.focusWidget()
        answers = isinstance(focus, QLineEdit) or (
            focus is not None and _is_on_drawer(focus, self.parentWidget())
        )
        if self._escape is not None:
            self._escape.setEnabled(self.isVisible() and not answers)

    def _holds(self, widget: QWidget | None) -> bool:
        return widget is not None and (widget is self or self.isAncestorOf(widget))

    def _fade(self) -> None:
        """Hide the notice, unless the pointer or the focus is on it."""
        if self.underMouse() or self._holds(QApplication.focusWidget()):
            self._timer.start()
        else:
            self.dismiss()

    def _act(self) -> None:
        action = self._action
        self.dismiss()
        if action is not None:
            action()

    def _draw(self) -> None:
        ratio = self.devicePixelRatioF()
        self.sign.setPixmap(pixmap(self._severity, self._severity, 18, ratio))
        self.close_button.setIcon(icon("close"))
        side = pixels(14)
        self.close_button.setIconSize(QSize(side, side))


def _above(widget: QWidget, page: QWidget, place: QRect) -> QRect:
    """Return ``place`` or, if it covers the widget and there is room, a place above the widget."""
    covered = QRect(widget.mapTo(page, widget.rect().topLeft()), widget.size())
    above = QRect(place)
    above.moveBottom(covered.top() - AWAY // 2)
    return above if place.intersects(covered) and above.top() >= 0 else place


def _is_on_drawer(widget: QWidget, page: QWidget | None) -> bool:
    """Return True if a widget is on a drawer, which is in front of the page."""
    upper: QWidget | None = widget
    while upper is not None and upper is not page:
        if upper.objectName() == "drawer":
            return True
        upper = upper.parentWidget()
    return False


ALWAYS = "Offline: nothing is ever opened."
PROMISE = "Offline: only the text was checked; the site was not visited."


SPACE = 16  # pixels between the texts


class StatusBar(QWidget):
    """The status bar: the text's length, the selection, and the promise about checks."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._workspace = "inspect"
        self._selected = ""
        self._words: dict[str, str] = {}  # by workspace, except Inspect
        self.selection = plain_label(role="quiet", wraps=False)
        self.text = plain_label(role="quiet", wraps=False, yields=True)
        self.keys = plain_label(role="quiet", wraps=False)
        self.promise = plain_label(say(ALWAYS), role="quiet", wraps=False)
        self.promise.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row(
            self.selection,
            stretched(self.text),
            self.keys,
            self.promise,
            into=self,
            margins=(12, 0, 16, 8),
            spacing=SPACE,
        )
        self.selection.hide()

    def show_text(self, text: str | None) -> None:
        """Describe the text in Inspect."""
        self._text = text or ""
        self._describe()

    def show_words(self, workspace: str, words: str) -> None:
        """Set the words to show while a workspace is open."""
        self._words[workspace] = words
        self._describe()

    def serve(self, workspace: str) -> None:
        """Show the words of the workspace that is now open."""
        self._workspace = workspace
        self._describe()

    def _describe(self) -> None:
        is_inspect = self._workspace == "inspect"
        text = self._text if is_inspect else ""
        words = self._words.get(self._workspace, "")
        self.text.setText(described(text) if text else words or hint())
        self._show_selected()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_promise()

    def _show_promise(self) -> None:
        """Show that only the text was checked, and keys; shorter if there is no room or no text."""
        has_text = self._workspace == "inspect" and bool(self._text)
        measure = self.promise.fontMetrics().horizontalAdvance
        room = self.width() - measure(self.text.text()) - 3 * SPACE
        self.promise.setText(say(PROMISE if has_text and measure(say(PROMISE)) <= room else ALWAYS))
        whole, short = key_hints(self._workspace if self._words.get(self._workspace) else "")
        fits = measure(whole) <= room - measure(self.promise.text()) - SPACE
        self.keys.setText(whole if fits else short)

    def _show_selected(self) -> None:
        self.selection.setText(self._selected if self._workspace == "inspect" else "")
        self.selection.setVisible(bool(self.selection.text()))
        self._show_promise()

    def show_selection(self, span: Span | None) -> None:
        self.show_at_caret(selected(span) if span and span.start < span.end else "")

    def show_at_caret(self, words: str) -> None:
        """Show a description of Inspect's selection, or the problem at the caret."""
        self._selected = words
        self._show_selected()


def hint() -> str:
    """Return the keys to begin with."""
    keys = keys_in_use.listed
    return say("{paste}: paste · {open}: open files", paste=keys("paste"), open=keys("open"))


def key_hints(workspace: str) -> tuple[str, str]:
    """Return the most used keys of a workspace with those that show the others, and only these."""
    keys = keys_in_use.listed
    last = say("{keys}: all keys", keys=keys("shortcuts"))
    if workspace != "documents":
        return last, last
    rows = say(
        "{next}, {previous}: next, previous row",
        next=keys("next_row"),
        previous=keys("previous_row"),
    )
    return f"{rows} · {say('{keys}: next not marked', keys=keys('next_to_mark'))} · {last}", last


def selected(span: Span) -> str:
    """Return a selection's length and offsets, which match the table of components."""
    return say_count(
        span.end - span.start,
        "Selection {start}–{end} · 1 character",
        "Selection {start}–{end} · {count} characters",
        start=span.start,
        end=span.end,
    )


def described(text: str) -> str:
    """Return a text's length, and whether it has invisible, misleading or non-ASCII characters."""
    hidden = sum(map(is_unsafe, text))
    if hidden:
        length = say_count(len(text), "1 character", "{count} characters")
        return say("{length} · {hidden} invisible or misleading", length=length, hidden=hidden)
    if text.isascii():
        return say_count(len(text), "1 character · ASCII only", "{count} characters · ASCII only")
    return say_count(
        len(text), "1 character · not ASCII", "{count} characters · includes non-ASCII"
    )
