"""All that the page shows of a pair, made before it is shown: long texts are not waited for.

No Qt here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.gui.compare.character_columns import columns, difference_rows, left_out
from uriinspector.gui.compare.compared_pair import look_at
from uriinspector.gui.compare.headline import headline
from uriinspector.gui.compare.likeness_facts import fact_rows
from uriinspector.gui.compare.rung_cards import rung_cards
from uriinspector.gui.editor.accessible_text import look_and_description
from uriinspector.gui.editor.look import NOTHING

if TYPE_CHECKING:
    from uriinspector.gui.compare.character_columns import CharacterColumn, DifferenceRow
    from uriinspector.gui.compare.compared_pair import Compared, ComparePair
    from uriinspector.gui.compare.headline import Headline
    from uriinspector.gui.compare.likeness_facts import FactRow
    from uriinspector.gui.compare.rung_cards import RungCard
    from uriinspector.gui.editor.look import Look


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """What is said of a pair, and the rows of every pane; none where a text is missing."""

    compared: Compared
    headline: Headline
    looks: tuple[tuple[Look, str], ...]
    columns: tuple[CharacterColumn, ...] = ()
    left_out: int = 0
    differences: tuple[DifferenceRow, ...] = ()
    facts: tuple[FactRow, ...] = ()
    rungs: tuple[RungCard, ...] = ()


def comparison_view(pair: ComparePair) -> ComparisonView:
    """Compare a pair and make what is shown of it."""
    compared = look_at(pair)
    both = compared.both
    looks = tuple(
        (NOTHING, "") if each is None else look_and_description(each)
        for each in (compared.a, compared.b)
    )
    if both is None:
        return ComparisonView(compared, headline(compared), looks)
    return ComparisonView(
        compared,
        headline(compared),
        looks,
        columns(both.appearance),
        left_out(both.appearance),
        difference_rows(both.appearance),
        fact_rows(both),
        rung_cards(both),
    )
