"""The text that the editor holds, all of it, and the excerpt of a huge one that is shown."""

from __future__ import annotations

from uriinspector.core.model import NamedTuple, Span

# No more than this is laid out: a longer text is shown through a window that can be moved.
LIMIT = 65_536


class TextChange(NamedTuple):
    """A run of what is shown, and what stands there from now on."""

    start: int
    end: int
    text: str


class TextExcerpt:
    """The exact text, and where in it the shown excerpt lies."""

    def __init__(self, limit: int = LIMIT) -> None:
        """Start empty."""
        self._limit = limit
        self.text = ""
        self.shown = Span(0, 0)

    @property
    def is_whole(self) -> bool:
        """Tell whether all of the text is shown."""
        return self.shown == (0, len(self.text))

    def replace(self, start: int, end: int, new: str) -> list[TextChange]:
        """Replace a run of the text; the answer is what changes in what is shown, in order."""
        first, last = self.shown
        self.text = self.text[:start] + new + self.text[end:]
        if start < first or end > last or len(new) > self._limit:
            return self._shown_from(self._first_around(start, start + len(new)))
        changes = [TextChange(start - first, end - first, new)]
        self.shown = Span(first, last + len(new) - (end - start))
        self._trim(changes, start + len(new))
        self._fill(changes)
        return changes

    def show(self, start: int, end: int) -> list[TextChange]:
        """Move the excerpt so that a run, or its beginning, lies in it."""
        first, last = self.shown
        if first <= start and (end <= last or end - start > self._limit):
            return []
        return self._shown_from(self._first_around(start, end))

    def page(self, pages: int) -> list[TextChange]:
        """Move the excerpt on or back by what is shown at once."""
        return self._shown_from(self.shown.start + pages * self._limit)

    def _first_around(self, start: int, end: int) -> int:
        """Leave room on both sides of a run that fits, else begin with it."""
        spare = self._limit - (end - start)
        return start - spare // 2 if spare > 0 else start

    def _shown_from(self, first: int) -> list[TextChange]:
        before = self.shown.end - self.shown.start
        first = max(0, min(first, len(self.text) - self._limit))
        self.shown = Span(first, min(first + self._limit, len(self.text)))
        return [TextChange(0, before, self.shown.of(self.text))]

    def _trim(self, changes: list[TextChange], caret: int) -> None:
        """Take what is too much from the end that is farther from the caret."""
        first, last = self.shown
        surplus = last - first - self._limit
        if surplus <= 0:
            return
        if caret <= last - surplus:
            changes.append(TextChange(last - surplus - first, last - first, ""))
            self.shown = Span(first, last - surplus)
        else:
            changes.append(TextChange(0, surplus, ""))
            self.shown = Span(first + surplus, last)

    def _fill(self, changes: list[TextChange]) -> None:
        """Let follow, then precede, what there is room for again."""
        first, last = self.shown
        spare = self._limit - (last - first)
        more = min(spare, len(self.text) - last)
        if more:
            changes.append(TextChange(last - first, last - first, self.text[last : last + more]))
        less = min(spare - more, first)
        if less:
            changes.append(TextChange(0, 0, self.text[first - less : first]))
        self.shown = Span(first - less, last + more)
