"""All that the page shows of a pair, made before it is shown: long texts are not waited for.

No Qt here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.gui.compare.climbed import rung_cards
from uriinspector.gui.compare.columns import columns, difference_rows, left_out
from uriinspector.gui.compare.compared import look_at
from uriinspector.gui.compare.headline import headline
from uriinspector.gui.compare.seen import seen_rows

if TYPE_CHECKING:
    from uriinspector.gui.compare.climbed import RungCard
    from uriinspector.gui.compare.columns import Column, DifferenceRow
    from uriinspector.gui.compare.compared import Compared, Pair
    from uriinspector.gui.compare.headline import Headline
    from uriinspector.gui.compare.seen import SeenRow


@dataclass(frozen=True, slots=True)
class Shown:
    """What is said of a pair, and the rows of every pane; none where a text is missing."""

    compared: Compared
    headline: Headline
    columns: tuple[Column, ...] = ()
    left_out: int = 0
    differences: tuple[DifferenceRow, ...] = ()
    seen: tuple[SeenRow, ...] = ()
    rungs: tuple[RungCard, ...] = ()


def shown(pair: Pair) -> Shown:
    """Compare a pair and make what is shown of it."""
    compared = look_at(pair)
    both = compared.both
    if both is None:
        return Shown(compared, headline(compared))
    return Shown(
        compared,
        headline(compared),
        columns(both.appearance),
        left_out(both.appearance),
        difference_rows(both.appearance),
        seen_rows(both),
        rung_cards(both),
    )
