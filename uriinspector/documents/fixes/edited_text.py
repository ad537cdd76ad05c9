"""A text while it is changed, which knows where each of its characters was in the original."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.documents.fixes.fix_table import KINDS
from uriinspector.documents.fixes.fix_values import TextFix

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class FixChange(NamedTuple):
    """Characters of the text as it is now, and what they become."""

    start: int
    end: int
    replacement: str
    code: str
    cites: tuple[str, ...] = ()
    # What was chosen of several, and what it means.
    option: str = ""
    meaning: str = ""


class EditedText:
    """The text as it is now.

    ``places`` and ``ends`` have for each character where in the original it is from.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.places = list(range(len(text) + 1))
        self.ends = list(range(1, len(text) + 2))
        self.changes: tuple[FixChange, ...] = ()

    def copy(self) -> EditedText:
        """The same text, to be changed on its own."""
        result = EditedText("")
        result.text, result.changes = self.text, self.changes
        result.places, result.ends = self.places, self.ends
        return result

    def apply(self, changes: Iterable[FixChange]) -> None:
        """Changes in order, none of which overlaps another."""
        pieces: list[str] = []
        places: list[int] = []
        ends: list[int] = []
        applied: list[FixChange] = []
        at = 0
        for each in changes:
            start, end = self.places[each.start], self._end(each)
            applied.append(each._replace(start=start, end=end))
            pieces += (self.text[at : each.start], each.replacement)
            places += self.places[at : each.start]
            places += [start] * len(each.replacement)
            ends += self.ends[at : each.start]
            ends += [end] * len(each.replacement)
            at = each.end
        self.text = "".join([*pieces, self.text[at:]])
        self.places = [*places, *self.places[at:]]
        self.ends = [*ends, *self.ends[at:]]
        self.changes = (*_outside(self.changes, applied), *applied)

    def _end(self, change: FixChange) -> int:
        """Behind its last character in the original, not where the next one is: some are gone."""
        if change.end == change.start:
            return self.places[change.start]
        return self.ends[change.end - 1]

    def fixes(self, edition: str) -> tuple[TextFix, ...]:
        """All changes in the order of the original, neighbours of one kind together."""
        return tuple(_joined(sorted(self.changes), edition))


def _outside(changes: tuple[FixChange, ...], later: list[FixChange]) -> Iterator[FixChange]:
    """Changes of what is still there: a segment that goes may have been changed before."""
    longer = [each for each in later if each.end - each.start > 1]
    for change in changes:
        if not any(each.start <= change.start < change.end <= each.end for each in longer):
            yield change


def _joined(changes: list[FixChange], edition: str) -> Iterator[TextFix]:
    last: FixChange | None = None
    for each in changes:
        if last and each.start == last.end and each[3:] == last[3:]:
            last = last._replace(end=each.end, replacement=last.replacement + each.replacement)
            continue
        if last:
            yield _fix(last, edition)
        last = each
    if last:
        yield _fix(last, edition)


def _fix(change: FixChange, edition: str) -> TextFix:
    start, end, replacement, code, cites, option, meaning = change
    if option:
        return TextFix(start, end, replacement, code, meaning, cites, option)
    kind = KINDS[code]
    return TextFix(start, end, replacement, code, kind.title, cites or kind.clauses(edition))
