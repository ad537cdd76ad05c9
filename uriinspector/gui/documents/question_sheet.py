"""A dialog that asks for one line."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import DialogSheet, button

SIZE = (520, 220)


class QuestionSheet(DialogSheet):
    """Words, a line to write into, what was wrong with it, and a button that takes it."""

    answered = Signal(str)

    def __init__(
        self, parent: QWidget, theme: Theme, title: str, words: str, accepting: str
    ) -> None:
        """``accepting`` stands on the button."""
        super().__init__(parent, theme, title, SIZE)
        self.words = plain_label(words)
        self.line = QLineEdit()
        self.line.setAccessibleName(title)
        self.problem = plain_label(role="warned")
        self.problem.hide()
        self.accepting = button(accepting, self._answer)
        self.accepting.setDefault(True)
        for each in (self.words, self.line, self.problem):
            self.body.addWidget(each)
        self.body.addStretch(1)
        self.ask_by(self.accepting)
        self.line.returnPressed.connect(self._answer)
        self.line.textChanged.connect(lambda _text: self.problem.hide())
        self.line.setFocus()

    def complain(self, words: str) -> None:
        """Say what is wrong, and ask on."""
        self.problem.setText(words)
        self.problem.show()
        self.line.selectAll()
        self.line.setFocus()

    def _answer(self) -> None:
        self.answered.emit(self.line.text())
