"""Equal findings are one row, which opens into the places where each of them stands."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from uriinspector.analysis.finding import Finding
from uriinspector.core.model import NamedTuple, Span
from uriinspector.gui.inspect.finding_row import words_of

# So many are looked at, and so many rows laid out to know how long the list is; the text itself
# shows the places of all.
GROUPED, MOST = 1_000, 300


class FindingLine(NamedTuple):
    """A row: a finding, how often it is said, and whether its places stand below it.

    ``is_place``: one of the places of a row above; ``has_fix`` where its fix is another one.
    """

    finding: Finding
    times: int = 1
    is_open: bool = False
    is_place: bool = False
    has_fix: bool = False


class FindingGroups:
    """Findings in their order, equal ones together where the first of them stands."""

    def __init__(
        self, findings: Sequence[Finding] = (), is_open: frozenset[Hashable] = frozenset()
    ) -> None:
        """``is_open`` are the words of those that were open before."""
        self.findings = tuple(findings)
        groups: dict[Hashable, list[int]] = {}
        for number, each in enumerate(self.findings[:GROUPED]):
            groups.setdefault(words_of(each), []).append(number)
        self._groups = list(groups.items())[:MOST]
        self.open = is_open & groups.keys()
        self._make()

    @property
    def listed(self) -> int:
        """How many findings have a row."""
        return len(self._groups)

    def toggle(self, row: int) -> int:
        """Open or close the places of a row; tell how many rows that makes or takes."""
        words = words_of(self.rows[row].finding)
        self.open ^= {words}
        before = len(self.rows)
        self._make()
        return len(self.rows) - before

    def row_at(self, span: Span | None) -> int:
        """The row of the finding with that span, else of the smallest that holds it; -1: none."""
        if span is None:
            return -1
        holding = (
            (each.end - each.start, row)
            for each, row in self._row_of.items()
            if each.start <= span.start and span.end <= each.end
        )
        return min(holding, default=(0, -1))[1]

    def row_of(self, number: int) -> int:
        """The row of this one of the findings; -1: it has none."""
        return next((row for at, row in self._row_of.items() if at.number == number), -1)

    def _make(self) -> None:
        self.rows = tuple(self._rows())
        self._row_of: dict[_At, int] = {}
        at = 0
        for words, members in self._groups:
            is_open = words in self.open
            for place, number in enumerate(members):
                each = self.findings[number]
                self._row_of[_At(each.start, each.end, number)] = at + (place + 1) * is_open
            at += 1 + len(members) * is_open

    def _rows(self) -> Iterator[FindingLine]:
        for words, members in self._groups:
            is_open = words in self.open
            first = self.findings[members[0]]
            yield FindingLine(first, len(members), is_open)
            for number in members if is_open else ():
                each = self.findings[number]
                yield FindingLine(each, is_place=True, has_fix=each.fix != first.fix)


class _At(NamedTuple):
    """Where a finding stands, and which it is."""

    start: int
    end: int
    number: int


def span_of(finding: Finding) -> Span:
    """Where a finding stands."""
    return Span(finding.start, finding.end)
