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
from uriinspector.gui.editor.look import NOTHING
from uriinspector.gui.editor.spelled import looked_at

if TYPE_CHECKING:
    from uriinspector.gui.compare.climbed import RungCard
    from uriinspector.gui.compare.columns import Column, DifferenceRow
    from uriinspector.gui.compare.compared import Compared, Pair
    from uriinspector.gui.compare.headline import Headline
    from uriinspector.gui.compare.seen import SeenRow
    from uriinspector.gui.editor.look import Look


@dataclass(frozen=True, slots=True)
class Shown:
    """What is said of a pair, and the rows of every pane; none where a text is missing."""

    compared: Compared
    headline: Headline
    looks: tuple[tuple[Look, str], ...]
    columns: tuple[Column, ...] = ()
    left_out: int = 0
    differences: tuple[DifferenceRow, ...] = ()
    seen: tuple[SeenRow, ...] = ()
    rungs: tuple[RungCard, ...] = ()


def shown(pair: Pair) -> Shown:
    """Compare a pair and make what is shown of it."""
    compared = look_at(pair)
    both = compared.both
    looks = tuple(
        (NOTHING, "") if each is None else looked_at(each) for each in (compared.a, compared.b)
    )
    if both is None:
        return Shown(compared, headline(compared), looks)
    return Shown(
        compared,
        headline(compared),
        looks,
        columns(both.appearance),
        left_out(both.appearance),
        difference_rows(both.appearance),
        seen_rows(both),
        rung_cards(both),
    )
