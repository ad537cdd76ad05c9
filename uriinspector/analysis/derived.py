"""A text derived from another one, with a mapping of positions between the two."""

from bisect import bisect_right
from collections.abc import Iterable

from uriinspector.analysis.resource_files import lazy
from uriinspector.core.model import Json, NamedTuple, Span, json_of

# How a text was derived from the original. The first four kinds replace the original everywhere;
# the others are shown in addition to what the grammar says.
DEFANGED, ENCODED, WRAPPED, MISSPELLED = "defanged", "percent-encoded", "wrapped", "scheme-typo"
ADDRESS_BAR, EMAIL, NETWORK_PATH = "address-bar", "email", "network-path"
REPLACED = frozenset({DEFANGED, ENCODED, WRAPPED, MISSPELLED})
MEANT = REPLACED | {ADDRESS_BAR, EMAIL, NETWORK_PATH}
# Codes of the findings that still apply to the original when another text is derived from it.
OWN_CODES = {
    **dict.fromkeys(REPLACED, REPLACED | {"pasted-command", "misleading-label"}),
    ADDRESS_BAR: frozenset({"suffix-reference", "scheme-ambiguous"}),
    EMAIL: frozenset(),
    NETWORK_PATH: frozenset({"network-path", "syntax-error"}),
}


class Change(NamedTuple):
    start: int
    end: int
    before: str
    after: str

    def to_dict(self) -> Json:
        return self._asdict()


class _Edge(NamedTuple):
    """A change, as its span in one text and in the other."""

    start: int
    end: int
    other_start: int
    other_end: int


class Derived:
    """A text derived from an original by edits; ``how`` is one of MEANT.

    Positions are mapped in both directions; inserted text maps to where it was inserted.
    """

    def __init__(self, how: str, original: str, edits: Iterable[tuple[int, int, str]]) -> None:
        self.how = how
        self.original = original
        self.changes = tuple(
            Change(start, end, original[start:end], after)
            for start, end, after in edits
            if original[start:end] != after
        )

    @lazy
    def text(self) -> str:
        pieces: list[str] = []
        at = 0
        for start, end, _, after in self.changes:
            pieces += (self.original[at:start], after)
            at = end
        return "".join((*pieces, self.original[at:]))

    def place(self, start: int, end: int) -> Span:
        """Return the span in the original of a run of the derived text."""
        return _moved(self._back, start, end)

    def derived_place(self, start: int, end: int) -> Span:
        """Return the span in the derived text of a run of the original."""
        return _moved(self._forth, start, end)

    def around(self, text: str) -> str:
        """Add what the edits removed at both ends to a variant of the derived text.

        The variant is returned unchanged if there are edits anywhere else.
        """
        last = len(self.original)
        ends = [each for each in self.changes if each.start == 0 or each.end == last]
        front = [each for each in ends if each.start == 0]
        added = "".join(each.after for each in front)
        if len(ends) < len(self.changes) or not text.startswith(added):
            return text
        back = [each.before for each in ends if each.start]
        return "".join((*(each.before for each in front), text[len(added) :], *back))

    def to_dict(self) -> Json:
        return json_of(self, "how text changes")

    @lazy
    def _forth(self) -> list[_Edge]:
        edges, shift = [], 0
        for start, end, _, after in self.changes:
            edges.append(_Edge(start, end, start + shift, start + shift + len(after)))
            shift += len(after) - (end - start)
        return edges

    @lazy
    def _back(self) -> list[_Edge]:
        return [_Edge(c, d, a, b) for a, b, c, d in self._forth]


def _moved(edges: list[_Edge], start: int, end: int) -> Span:
    first = _place(edges, start, is_end=False)
    return Span(first, max(first, _place(edges, end, is_end=True)) if end > start else first)


def _place(edges: list[_Edge], at: int, *, is_end: bool) -> int:
    """Map a position to the other text; the end of a span ignores changes that begin there."""
    index = bisect_right(edges, at - is_end, key=lambda edge: edge.start) - 1
    if index < 0:
        return at
    edge = edges[index]
    if at < edge.end:
        return edge.other_end if is_end else edge.other_start
    return at - edge.end + edge.other_end
