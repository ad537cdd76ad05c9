"""The hints on a question: where to look, the rule, another one solved, the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from uriinspector.gui.accessibility import announce
from uriinspector.gui.learn.row_stack import CiteLine, RowStack
from uriinspector.gui.learn.sentences import WORDS, as_sentence, phrase_runs, spoken
from uriinspector.gui.storage.place_keys import keys_in_use
from uriinspector.gui.text.paragraph import NEW_LINE, ParagraphLabel, TextRun
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of, row
from uriinspector.lessons.hints import RUNGS

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.hints import Hint


def hint_titles() -> tuple[str, ...]:
    """What each hint is, before it is asked for."""
    return (
        say("1 where to look"),
        say("2 the rule"),
        say("3 another question, solved"),
        say("4 the answer (0 points)"),
    )


class HintCard(QFrame):
    """Hints come one after the other; how many were used is said."""

    hint_requested = Signal()
    clause_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        """Start without any."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self.count = plain_label(role="quiet")
        self.count.setWordWrap(False)
        self.more = button(say("Hint"), self.hint_requested.emit)
        self.key = plain_label(keys_in_use.listed("next_hint"), role="key")
        self.key.setWordWrap(False)
        self.titles = [plain_label(words, role="quiet") for words in hint_titles()]
        self.texts = RowStack(spacing=8)
        self.given: tuple[Hint, ...] = ()
        head = row(plain_label(say("Hints"), role="title"), None, self.count)
        foot = row(self.more, self.key, None)
        column_of(
            head,
            self.texts,
            *self.titles,
            foot,
            into=self,
            margins=(14, 10, 14, 12),
            spacing=6,
        )
        self.clear()

    def clear(self) -> None:
        """Another question has none yet."""
        self.texts.show_rows(())
        self.given = ()
        for title in self.titles:
            title.show()
        self._count(0)

    def show_hint(self, hint: Hint, *, is_new: bool = True) -> None:
        """Show the next one, and have it spoken if it is new."""
        self.given += (hint,)
        label = ParagraphLabel(self._theme)
        runs = [TextRun(f"{hint.rung}  ", WORDS)]
        for number, line in enumerate(hint.lines):
            runs.append(TextRun(NEW_LINE if number else "", WORDS))
            runs += phrase_runs(line)
        label.tell(runs)
        self.texts.add_row(label)
        if hint.cite:
            cite_line, links = QWidget(), CiteLine(self.clause_requested.emit)
            links.setContentsMargins(0, 0, 0, 0)
            links.show_cites([hint.cite])
            cite_line.setLayout(links)
            self.texts.add_row(cite_line)
        self.titles[hint.rung - 1].hide()
        self._count(hint.rung)
        if is_new:
            announce(" ".join(as_sentence(spoken(each)) for each in hint.lines))

    def let_ask(self, *, can_ask: bool) -> None:
        """Offer another hint, or none: the question is over."""
        self.more.setEnabled(can_ask)

    def _count(self, used: int) -> None:
        self.count.setText(say("{used} of {count} used", used=used, count=RUNGS))
        self.more.setEnabled(used < RUNGS)
