"""Before a round of Spot the host: which tricks, how it is answered, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLineEdit, QWidget

from uriinspector.gui.accessibility import announce
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import GAP, button, card, chooser, scrolled
from uriinspector.gui.widgets.layouts import row
from uriinspector.lessons.spot_the_host import TITLE, WAYS, SpotOptions
from uriinspector.lessons.tricks import TITLES

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from uriinspector.lessons.exercise_round import ExerciseRound

INTRODUCTION = (
    "20 links, one after the other. 8 of them are honest; some of those look odd. Wrong answers to"
    " honest links are counted separately."
)
SHARED = "The same code and the same links to practice always give the same round."
CLASS = (
    "For a class: shown at 200%. Keys 1 to 4 enter the answer of the class, Space shows the right"
    " one. Nothing is kept."
)
WIDEST = 640  # before zoom


class SpotStart(QWidget):
    """Enter begins a round."""

    started = Signal(str, object)  # the code that was typed, or "", and SpotOptions
    left = Signal()
    resumed = Signal()  # with the round that was left

    def __init__(self) -> None:
        """Offer a round of all tricks."""
        super().__init__()
        self.setObjectName("page")
        tricks = {"": say("All of them")} | {name: say(title) for name, title in TITLES.items()}
        self.trick = chooser(say("Links to practice"), tricks)
        self.way = chooser(say("Question"), {name: say(title) for name, title in WAYS.items()})
        self.code = QLineEdit()
        self.code.setPlaceholderText("7K3-F2Q")
        self.code.setAccessibleName(say("Code of a round of Spot the host, optional"))
        self.code.setAccessibleDescription(say(SHARED))
        self.colors = QCheckBox(say("Color the components before the answer"))
        self.for_class = QCheckBox(say("For a class"))
        self.for_class.setAccessibleDescription(say(CLASS))
        self.start = button(say("Start"), self._on_start)
        self.back = button(say("Back to the lesson"), self.left.emit)
        self.resume = button("", self.resumed.emit)
        self.notice = plain_label(role="quiet")
        self._lay_out()

    def show_options(
        self,
        options: SpotOptions,
        *,
        is_question: bool = False,
        begun: ExerciseRound | None = None,
    ) -> None:
        """Begin with what was chosen last; say what there is to go back to."""
        words = say("Your question is kept and not counted. Esc goes back to it.")
        self.notice.setText(words if is_question else "")
        self.notice.setVisible(is_question)
        back = say("Back to the question") if is_question else say("Back to the lesson")
        self.back.setText(back)
        self.resume.setVisible(begun is not None)
        if begun is not None:
            number, count = len(begun.results) + 1, begun.count
            self.resume.setText(say("Go on at {number} of {count}", number=number, count=count))
        if is_question:
            announce(words)
        self.trick.setCurrentIndex(max(0, self.trick.findData(options.trick)))
        self.way.setCurrentIndex(max(0, self.way.findData(options.way)))
        self.colors.setChecked(options.has_colors)
        self.for_class.setChecked(options.is_class)
        self.code.clear()
        self.start.setFocus()

    def options(self) -> SpotOptions:
        """What is chosen."""
        return SpotOptions(
            str(self.trick.currentData()),
            str(self.way.currentData()),
            self.colors.isChecked(),
            self.for_class.isChecked(),
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter begins wherever the keys are, Esc leaves."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            (self.resume.click if self.resume.hasFocus() else self._on_start)()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _on_start(self) -> None:
        self.started.emit(self.code.text(), self.options())

    def _lay_out(self) -> None:
        fields = QGridLayout()
        fields.setHorizontalSpacing(14)
        fields.setVerticalSpacing(8)
        fields.setColumnStretch(1, 1)
        rows: tuple[tuple[str, QComboBox | QLineEdit], ...] = (
            (say("Links to practice"), self.trick),
            (say("Question"), self.way),
            (say("Code of a round"), self.code),
        )
        for number, (words, field) in enumerate(rows):
            label = plain_label(words)
            label.setBuddy(field)
            fields.addWidget(label, number, 0)
            fields.addWidget(field, number, 1)
        column = scrolled(self)
        column.setContentsMargins(16, 14, 16, 10)
        column.setSpacing(GAP)
        column.addWidget(
            card(
                plain_label(say(TITLE), role="headline"),
                plain_label(say(INTRODUCTION)),
                fields,
                plain_label(say(SHARED), role="quiet"),
                self.colors,
                self.for_class,
                plain_label(say(CLASS), role="quiet"),
                self.notice,
                row(self.start, plain_label("Enter", role="key"), self.resume, self.back, None),
            )
        )
        column.addStretch(1)
