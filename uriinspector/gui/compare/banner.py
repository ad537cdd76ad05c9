"""The headline of a comparison, in the look of the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout

from uriinspector.analysis.safe_text import visible
from uriinspector.gui.cards import button
from uriinspector.gui.compare.headline import headline
from uriinspector.gui.edged import Edged
from uriinspector.gui.sign import Sign
from uriinspector.gui.told import Look, Run, Told
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from uriinspector.gui.compare.headline import Headline
    from uriinspector.gui.theme import Theme

HEADLINE, DETAIL = Look(size=18, weight=650), Look()


class CompareBanner(Edged):
    """Whether the two look alike, and from which rung on they are equivalent."""

    clause_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        """Start with nothing to compare."""
        super().__init__(theme)
        self.sign = Sign(theme)
        self.line = Told(theme, most=4)
        self.detail = Told(theme, most=6)
        self.explain = button(say("Explain"), self._on_explain)
        self._lay_out()
        self.tell(headline(None))

    def tell(self, said: Headline) -> None:
        """Say what was found."""
        self._said = said
        self.sign.show_severity(self._said.severity)
        self.line.tell([Run(visible(self._said.line), HEADLINE)])
        self.detail.tell([Run(visible(self._said.detail), DETAIL)])
        self.explain.setVisible(bool(self._said.cite))
        self.setAccessibleName(f"{self._said.line}. {self._said.detail}")
        self.update()

    def severity(self) -> str:
        """How loud it is; equivalence is never loud."""
        return self._said.severity

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(5)
        words.addWidget(self.line)
        words.addWidget(self.detail)
        whole = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        whole.setContentsMargins(12, 12, 14, 12)
        whole.setSpacing(8)
        whole.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignVCenter)
        whole.addLayout(words, 1)
        whole.addSpacing(4)
        whole.addWidget(self.explain, 0, Qt.AlignmentFlag.AlignVCenter)

    def _on_explain(self) -> None:
        self.clause_requested.emit(self._said.cite)
