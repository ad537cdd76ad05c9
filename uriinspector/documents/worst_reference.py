"""The judgement on a link: of several references in one value the worst counts, and all are told.

One mechanism for the scan, the table and what is handed on: they differ only in what judges a
single reference, which may answer with all of its inspection or with what it comes to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from uriinspector.analysis.finding import RANK
from uriinspector.documents.html.reference_lists import WHITE, ReferenceItem, items_of
from uriinspector.documents.rules.table import headline_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.verdict import Verdict


class JudgedReference(Protocol):
    """What is said of one reference."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The worst first."""

    @property
    def verdict(self) -> Verdict:
        """Where it goes."""


T = TypeVar("T", bound=JudgedReference)


def worst_of(
    value: str, how: str, judge: Callable[[str], T], *, in_markup: bool = False
) -> tuple[T, tuple[Finding, ...]]:
    """The worst reference in a value, and the findings of all where they stand in it.

    ``in_markup``: white space around the one in an attribute is no part of it (HTML 2.4.1).
    """
    items = items_of(value, how)
    if items is None and in_markup and (trimmed := value.strip(WHITE)) != value:
        items = (ReferenceItem(len(value) - len(value.lstrip(WHITE)), trimmed),)
    if not items:
        only = judge(value if items is None else "")
        return only, only.findings
    judged = [judge(item.text) for item in items]
    findings = [
        each._replace(start=each.start + item.start, end=each.end + item.start)
        for item, one in zip(items, judged, strict=True)
        for each in one.findings
    ]
    return max(judged, key=_rank), _in_order(findings)


def in_place(
    verdict: Verdict, findings: tuple[Finding, ...], own: Sequence[Finding]
) -> tuple[Verdict, tuple[Finding, ...]]:
    """Verdict and findings of a link together with what its place alone tells."""
    if not own:
        return verdict, findings
    findings = _in_order([*own, *findings])
    return headline_of(verdict, findings, list(own)), findings


def _rank(judged: JudgedReference) -> int:
    return RANK.get(judged.verdict.severity or "", -1)


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda each: (-RANK[each.severity], each.start, each.end)))
