"""The card of the steps: where one is, and the way forward and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QToolButton

from uriinspector.gui.icons import icon
from uriinspector.gui.resolve.step_table import StepTable
from uriinspector.gui.resolve.variants import cite_of
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QWidget

    from uriinspector.core.reference import Step
    from uriinspector.gui.theme import Theme


# Before zoom: a narrower table has no room for words.
NARROW = 520


class StepsCard(QFrame):
    """Steps of one edition; nothing is computed here, they are only walked through."""

    stepped = Signal(int)
    clause_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        """Start without steps."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self.edition = "2005"
        self.is_narrow = False
        self.steps: Sequence[Step] = ()
        self.table = StepTable(theme)
        self.place = plain_label(role="title")
        self.place.setWordWrap(False)
        self.note = plain_label(role="quiet")
        self.description = plain_label(role="title")
        self.description.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.description.hide()
        self.buttons = {
            "first": self._button(say("First step"), lambda: self.go(min(1, self.count))),
            "back": self._button(say("Step back"), lambda: self.step(-1)),
            "forward": self._button(say("Next step"), lambda: self.step(1)),
            "last": self._button(say("Last step"), lambda: self.go(self.count)),
        }
        self._lay_out()
        self.dress()
        self.table.step_chosen.connect(self.go)
        self.table.steps_requested.connect(self.step)
        self.table.clause_requested.connect(
            lambda rule: self.clause_requested.emit(cite_of(self.edition, rule))
        )

    @property
    def count(self) -> int:
        """How many steps there are."""
        return len(self.steps)

    @property
    def at(self) -> int:
        """The step that was made last."""
        return self.table.at

    def show_steps(self, steps: Sequence[Step], edition: str, note: str = "") -> None:
        """Show the steps of an edition; the note says why there are none."""
        self.steps, self.edition = steps, edition
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.table.show_steps(steps, edition)

    def speak_up(self, *, loud: bool) -> None:
        """Say what happens so that it is read from the last row."""
        self.description.setObjectName("headline" if loud else "title")
        self.description.style().polish(self.description)
        # What stands below must not jump from step to step.
        lines = 2 * self.description.fontMetrics().lineSpacing() + 10
        self.description.setMinimumHeight(lines if loud else 0)

    def step(self, steps: int) -> None:
        """Go on, or back."""
        self.go(self.at + steps)

    def go(self, number: int) -> None:
        """Make a step the current one; before the first one there is nothing."""
        self.table.go(min(max(number, 0), self.count))
        self.place.setText(say("{at} of {count}", at=self.at, count=self.count))
        for name, each in self.buttons.items():
            is_back = name in {"first", "back"}
            each.setEnabled(self.at > int(name == "first") if is_back else self.at < self.count)
        self.description.setText(say(self.steps[self.at - 1].note) if self.at else "")
        self.stepped.emit(self.at)

    def dress(self) -> None:
        """Draw the icons in the colours of the theme."""
        side = self._theme.pixels(14)
        for name, each in self.buttons.items():
            each.setIcon(icon(self._theme, name, "text", "accent"))
            each.setIconSize(QSize(side, side))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say above the table what happens, where it has no room for that."""
        super().resizeEvent(event)
        self.is_narrow = self.width() < self._theme.pixels(NARROW)
        self.table.fit_words(is_narrow=self.is_narrow)
        self.description.setVisible(self.is_narrow)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.dress()

    def _button(self, words: str, on: Callable[[], object]) -> QToolButton:
        button = QToolButton()
        button.setObjectName("button")
        button.setAccessibleName(words)
        button.setStatusTip(words)
        button.clicked.connect(lambda: on())
        return button

    def _lay_out(self) -> None:
        title = plain_label(say("Steps"), role="title")
        title.setWordWrap(False)
        first, back, forward, last = self.buttons.values()
        line: list[QWidget | None] = [title, None, first, back, self.place, forward, last]
        head = row(*line, margins=(10, 8, 14, 6))
        for each in (self.note, self.description):
            each.setContentsMargins(10, 2, 14, 8)
        column_of(
            head,
            self.note,
            self.description,
            stretched(self.table),
            into=self,
            margins=(1, 0, 1, 1),
            spacing=0,
        )
