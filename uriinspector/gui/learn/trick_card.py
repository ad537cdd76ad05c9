"""What came of a round of Spot the host: by trick, with a round of those that were not seen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from uriinspector.gui.learn.row_stack import RowStack
from uriinspector.gui.learn.signs import DONE, WRONG, Sign
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.lessons.tricks import TITLES

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.spot_the_host import SpotResult, TrickResult


def summary_words(result: SpotResult) -> str:
    """False alarms, and the time, which counts for nothing."""
    words = say(
        "Honest links answered wrong: {count} of {honest}.",
        count=result.false_alarms,
        honest=result.honest,
    )
    if result.seconds is None:
        return words
    return f"{words} {say('Median time: {seconds} s.', seconds=round(result.seconds))}"


class TrickCard(QFrame):
    """A row for each trick; those that were not always seen through come first."""

    trick_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        """Start hidden."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self.stack = RowStack()
        head = plain_label(say("By kind of link"), role="title")
        column_of(head, self.stack, into=self, margins=(14, 10, 14, 12), spacing=6)
        self.hide()

    def show_result(self, result: SpotResult) -> None:
        """Show a row for each trick that was answered."""
        rows = sorted(result.tricks, key=lambda each: each.right == each.asked)
        self.stack.show_rows(self._row(each) for each in rows)
        self.setVisible(bool(rows))

    def _row(self, result: TrickResult) -> QWidget:
        is_seen = result.right == result.asked
        title = say(TITLES[result.trick])
        score = say("{right} of {asked}", right=result.right, asked=result.asked)
        frame = QFrame()
        frame.setObjectName("rung")
        sign = Sign(self._theme, DONE if is_seen else WRONG, 16)
        sign.setAccessibleName(say("all correct") if is_seen else say("not all correct"))
        count = plain_label(score)
        count.setWordWrap(False)
        practice = button(say("Practice"), partial(self.trick_requested.emit, result.trick))
        practice.setAccessibleName(f"{practice.text()}: {title}")
        practice.setAccessibleDescription(score)
        row(
            sign,
            stretched(plain_label(title)),
            count,
            practice,
            into=frame,
            margins=(0, 6, 0, 6),
            spacing=12,
        )
        if is_seen:
            practice.hide()
        frame.setAccessibleName(f"{title}: {score}")
        return frame
