"""The headline of a comparison, in the look of the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout

from uriinspector.gui.accessibility.announcements import announce_answer
from uriinspector.gui.compare.headline import headline
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.paragraph import ParagraphLabel, TextRun, TextStyle
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of
from uriinspector.gui.widgets.severity_card import SeverityCard
from uriinspector.gui.widgets.severity_sign import SeveritySign

if TYPE_CHECKING:
    from uriinspector.gui.compare.headline import Headline
    from uriinspector.gui.theme import Theme

HEADLINE, DETAIL = TextStyle(size=18, weight=650), TextStyle()


class CompareBanner(SeverityCard):
    """Whether the two look alike, and from which rung on they are equivalent."""

    clause_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        """Start with nothing to compare."""
        super().__init__(theme)
        self.sign = SeveritySign(theme)
        self.line = ParagraphLabel(theme, most=4)
        self.detail = ParagraphLabel(theme, most=6)
        self.explain = button(say("Explain"), self._on_explain)
        self._lay_out()
        self.tell(headline(None))

    def tell(self, headline: Headline) -> None:
        """Say what was found."""
        self._headline = headline
        self.sign.show_severity(self._headline.severity)
        self.line.tell([TextRun(visible(self._headline.line), HEADLINE)])
        self.detail.tell([TextRun(visible(self._headline.detail), DETAIL)])
        self.explain.setVisible(bool(self._headline.cite))
        words = f"{self._headline.line}. {self._headline.detail}"
        self.setAccessibleName(words)
        announce_answer(self, words)
        self.update()

    def severity(self) -> str:
        """How loud it is; equivalence is never loud."""
        return self._headline.severity

    def answer_enter(self) -> None:
        """Show the clause that it rests on."""
        if self._headline.cite:
            self._on_explain()

    def _lay_out(self) -> None:
        words = column_of(self.line, self.detail, spacing=5)
        whole = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        whole.setContentsMargins(12, 12, 14, 12)
        whole.setSpacing(8)
        whole.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignVCenter)
        whole.addLayout(words, 1)
        whole.addSpacing(4)
        whole.addWidget(self.explain, 0, Qt.AlignmentFlag.AlignVCenter)

    def _on_explain(self) -> None:
        self.clause_requested.emit(self._headline.cite)
