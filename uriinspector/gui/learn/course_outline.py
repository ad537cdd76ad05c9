"""The lessons of the course, one below the other, each with how far it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QProgressBar, QWidget

from uriinspector.gui.learn.signs import COLORS, sign_words
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.theme import icon
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QResizeEvent

    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.lesson import Course

ROW = 33  # before zoom
INDENT = " " * 5  # of a second line
TITLE_MARGIN = 54  # the sign of a lesson, and the space around its title and the tag


class CourseOutline(QFrame):
    """A list of lessons of which one is open."""

    lesson_chosen = Signal(int)
    lesson_entered = Signal()  # by Enter, on the lesson that is open

    def __init__(self, theme: Theme, course: Course, *buttons: QWidget) -> None:
        """List the lessons; the ``buttons`` are under them."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self._course = course
        self._signs: list[str] = []
        self._due: Mapping[str, int] = {}
        self._tags: dict[int, QWidget] = {}
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(theme.pixels(6))
        self.progress = plain_label(role="quiet")
        self.list = QListWidget()
        self.list.setAccessibleName(say("Lessons"))
        self.list.setObjectName("outline")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setWordWrap(False)
        for lesson in course.lessons:
            item = QListWidgetItem(f"{lesson.number}   {say(lesson.title)}")
            self.list.addItem(item)
        self.list.currentRowChanged.connect(self.lesson_chosen)
        self.list.itemActivated.connect(lambda _: self.lesson_entered.emit())
        column_of(
            plain_label(say(course.title), role="title"),
            self.bar,
            self.progress,
            stretched(self.list),
            *buttons,
            into=self,
            margins=(12, 12, 12, 12),
            spacing=8,
        )

    def show_progress(self, signs: Sequence[str], done: int, count: int) -> None:
        """Show how far each lesson is, and how many exercises are done."""
        self._signs = list(signs)
        self.bar.setRange(0, count)
        self.bar.setValue(done)
        words = say("{done} of {count} exercises done", done=done, count=count)
        self.progress.setText(words)
        self.bar.setAccessibleName(words)
        self._draw()

    def show_due(self, counts: Mapping[str, int]) -> None:
        """Show how many questions of a lesson are due, by its code."""
        self._due = counts
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrower list has less room for titles."""
        super().resizeEvent(event)
        self._draw()

    def choose(self, number: int) -> None:
        """Make a lesson the open one, without telling."""
        blocked = self.list.blockSignals(True)
        self.list.setCurrentRow(number)
        self.list.blockSignals(blocked)

    def changeEvent(self, event: QEvent) -> None:
        """Take the colors and sizes of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "list"):
            self._draw()

    def _draw(self) -> None:
        side = self._theme.pixels(16)
        self.list.setIconSize(QSize(side, side))
        for number, name in enumerate(self._signs):
            item, lesson = self.list.item(number), self._course.lessons[number]
            item.setIcon(icon(self._theme, name, COLORS[name]))
            words = say(
                "Lesson {number}, {title}: {sign}",
                number=lesson.number,
                title=say(lesson.title),
                sign=sign_words(name),
            )
            due = self._due.get(lesson.code, 0)
            tag = say("{count} due", count=due) if due else ""
            words = f"{words}, {tag}" if tag else words
            item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
            self._show_tag(item, f"{lesson.number}   {say(lesson.title)}", tag)

    def _show_tag(self, item: QListWidgetItem, title: str, words: str) -> None:
        """Put a tag at the end of a row; the title has a second line where it needs one."""
        before = self._tags.pop(self.list.row(item), None)
        if before is not None:
            before.hide()  # the list deletes it later
            self.list.removeItemWidget(item)
        if not words:
            self._show_title(item, title, 0)
            return
        tag, holder = plain_label(words, role="tag"), QWidget()
        tag.setWordWrap(False)
        holder.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row(None, tag, into=holder, margins=(0, 0, 6, 0))
        tag.ensurePolished()
        self._show_title(item, title, tag.sizeHint().width())
        self._tags[self.list.row(item)] = holder
        self.list.setItemWidget(item, holder)

    def _show_title(self, item: QListWidgetItem, title: str, taken: int) -> None:
        """Show a title in one line or in two, beside what the tag has taken."""
        pixels, metrics = self._theme.pixels, self.list.fontMetrics()
        room = self.list.viewport().width() - taken - pixels(TITLE_MARGIN)
        first, rest = title, ""
        while metrics.horizontalAdvance(first) > room and " " in first.strip():
            first, _, word = first.rpartition(" ")
            rest = f"{word} {rest}".strip()
        elided = metrics.elidedText(f"{INDENT}{rest}", Qt.TextElideMode.ElideRight, room)
        item.setText(f"{first}\n{elided}" if rest else title)
        height = pixels(ROW) + (metrics.lineSpacing() if rest else 0)
        item.setSizeHint(QSize(0, height))
