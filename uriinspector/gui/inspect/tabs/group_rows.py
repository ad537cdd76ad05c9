"""How the nine groups of appendix B are shown: a row for each component.  No Qt here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.core.expression_groups import ExpressionGroup, expression_groups
from uriinspector.core.model import Span
from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

PAIRS = ((1, 2), (3, 4), (None, 5), (6, 7), (8, 9))  # only the path has no delimiter


@dataclass(frozen=True, slots=True)
class ExpressionGroupRow:
    """A component: the group that is it, and the one around it that has its delimiter too."""

    outer: ExpressionGroup | None
    inner: ExpressionGroup
    text: str

    @property
    def component(self) -> Pieces:
        """Its name in the edition."""
        return ours(say(self.inner.term))

    @property
    def with_delimiter(self) -> Pieces:
        """The outer group."""
        return self._group(self.outer) if self.outer else ()

    @property
    def value(self) -> Pieces:
        """The inner group."""
        return self._group(self.inner)

    def span(self, column: int) -> Span | None:
        """What the group of a column covers; a name is that of the inner one."""
        group = self.outer if column == 1 else self.inner
        return group.span if group else None

    def _group(self, group: ExpressionGroup) -> Pieces:
        number = ours(f"${group.number}  ", Kind.MUTED)
        value = group.value(self.text)
        if value is None:
            return (*number, *ours(say("undefined"), Kind.MUTED))
        return (*number, *(outside(value) if value else ours(say("empty"), Kind.MUTED)))


def group_rows(inspection: Inspection) -> tuple[ExpressionGroupRow, ...]:
    """The groups of what was inspected; none in an edition without appendix B."""
    groups = expression_groups(inspection.text, inspection.edition)
    return tuple(
        ExpressionGroupRow(groups[outer - 1] if outer else None, groups[inner - 1], inspection.text)
        for outer, inner in (PAIRS if groups else ())
    )


def group_note(rows: tuple[ExpressionGroupRow, ...], inspection: Inspection) -> str:
    """What to keep in mind where the expression splits otherwise than the grammar."""
    if rows and rows[0].inner.span and inspection.reference.scheme is None:
        return say("The expression does not check $2: by the grammar, it is not a scheme.")
    return ""
