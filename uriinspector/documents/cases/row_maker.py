"""Rows of many links: what links of one value at places of one kind share is judged once.

Of a judgement only that is kept which a row shows and which the rules about places ask for, some
four hundred octets; as a whole it would take four times as much.  Where a rule finds something at
the place of a link, the link is judged in full.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import cells_of, element_of, row_of
from uriinspector.documents.cases.row_columns import LIMIT, RowColumns, RowKind
from uriinspector.documents.empty_references import base_at
from uriinspector.documents.judge import Judgement
from uriinspector.documents.link_location import END, PLACE, START
from uriinspector.documents.rules.table import findings_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.analysis.finding import Finding
    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.link import Link
    from uriinspector.documents.link_location import LinkPlace

# So many values are remembered at most, by all processes that share a file.
REMEMBERED = 1 << 19


class KnownValue(NamedTuple):
    """What rows of a value share, its target, and what the rules about places ask for."""

    kind: RowKind
    target: str | None
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
        # Most values share what is said of them with others.
        self._kinds: dict[RowKind, RowKind] = {}
        # Rules ask which findings there are, not where: one of each kind stands for all.
        self._findings: dict[tuple[str, ...], tuple[Finding, ...]] = {}

    def rows(self, links: Iterable[Link]) -> RowColumns:
        """The same rows that ``row_of`` makes."""
        result = RowColumns()
        for each in links:
            self._add(each, result)
        return result

    def _add(self, link: Link, rows: RowColumns) -> None:
        leaf, location = link.leaf, link.location
        value = leaf.value(location)
        key = (leaf, location[PLACE], value)
        known = self._young.get(key) or self._remembered(key)
        if known is None:
            known = self._judged(link, value)
            self._remember(key, known)
        start, end = leaf.octets.place(location[START], location[END])
        if end >= LIMIT or findings_of(leaf, location, known.judged, value):
            rows.extend((row_of(link, self._file),))
            return
        rows.add(known.kind, value, known.target, (*leaf.lines.place(start), start, end))

    def _judged(self, link: Link, value: str) -> KnownValue:
        leaf, place = link.leaf, link.place
        spelled = link.spelled(value)
        target, host, site, rank, title, code = cells_of(value, spelled)
        base = leaf.base if leaf.base is leaf.outer else base_at(leaf, place, value)
        kind = RowKind(
            *(self._file, leaf.part.path, element_of(place), place.how, base.text),
            *(host, site, rank, title, code),
        )
        kind = self._kinds.setdefault(kind, kind)
        return KnownValue(kind, target, self._reduced(spelled))

    def _remembered(self, key: ValueKey) -> KnownValue | None:
        known = self._old.get(key)
        if known is not None:
            self._remember(key, known)
        return known

    def _remember(self, key: ValueKey, known: KnownValue) -> None:
        if len(self._young) >= self._most:
            self._old, self._young = self._young, {}
            self._kinds = {}
        self._young[key] = known

    def _reduced(self, spelled: Judgement) -> Judgement:
        findings = spelled.findings
        if findings:
            codes = tuple(each.code for each in findings)
            findings = self._findings.setdefault(codes, findings)
        verdict = spelled.verdict._replace(route=(), through=(), why=(), worst=None)
        return Judgement(spelled.target, findings, verdict)
