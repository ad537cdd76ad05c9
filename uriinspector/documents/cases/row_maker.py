"""Rows of many links: what links of one value at places of one kind share is judged once.

Of a judgement only that is kept which a row shows and which the rules about places ask for, some
four hundred octets; as a whole it would take four times as much.  Where a rule finds something at
the place of a link, the link is judged in full.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from uriinspector.documents.cases.link_row import cells_of, row_of, row_with
from uriinspector.documents.judge import Judgement
from uriinspector.documents.link_location import PLACE

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Finding
    from uriinspector.documents.cases.link_row import JudgedCells, LinkRow
    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.link import Link
    from uriinspector.documents.link_location import LinkPlace

# So many values are remembered at most, by all processes that share a file.
REMEMBERED = 1 << 19


class KnownValue(NamedTuple):
    """What a row shows of a value, and what the rules about places ask for."""

    cells: JudgedCells
    judged: Judgement


ValueKey: TypeAlias = "tuple[Leaf, LinkPlace, str]"


class RowMaker:
    """Makes the rows of one file."""

    def __init__(self, file: int, most: int = REMEMBERED) -> None:
        self._file = file
        # Two generations: what nobody asked for in the time of one is forgotten.
        self._most = max(most // 2, 1)
        self._young: dict[ValueKey, KnownValue] = {}
        self._old: dict[ValueKey, KnownValue] = {}
        # Rules ask which findings there are, not where: one of each kind stands for all.
        self._findings: dict[tuple[str, ...], tuple[Finding, ...]] = {}

    def row(self, link: Link) -> LinkRow:
        """The same row that ``row_of`` makes."""
        value = link.value
        key = (link.leaf, link.location[PLACE], value)
        known = self._young.get(key) or self._remembered(key)
        if known is None:
            spelled = link.spelled(value)
            known = KnownValue(cells_of(value, spelled), self._reduced(spelled))
            self._remember(key, known)
        if link.placed(value, known.judged):
            return row_of(link, self._file)
        return row_with(link, self._file, value, known.cells)

    def _remembered(self, key: ValueKey) -> KnownValue | None:
        known = self._old.get(key)
        if known is not None:
            self._remember(key, known)
        return known

    def _remember(self, key: ValueKey, known: KnownValue) -> None:
        if len(self._young) >= self._most:
            self._old, self._young = self._young, {}
        self._young[key] = known

    def _reduced(self, spelled: Judgement) -> Judgement:
        findings = spelled.findings
        if findings:
            codes = tuple(each.code for each in findings)
            findings = self._findings.setdefault(codes, findings)
        verdict = spelled.verdict._replace(route=(), through=(), why=(), worst=None)
        return Judgement(spelled.target, findings, verdict)
