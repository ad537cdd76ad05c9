"""Back and forward, as in a browser: a row of texts and a place in it."""

from __future__ import annotations

MOST = 500


class Navigation:
    """Where one has been; who goes back and then elsewhere drops what lay ahead."""

    def __init__(self) -> None:
        """Start nowhere."""
        self._texts: list[str] = []
        self._at = -1

    def begin(self, texts: list[str]) -> None:
        """Put what was looked at in earlier sessions behind this one; the oldest first."""
        self._texts[:0] = texts
        self._at += len(texts)

    def visit(self, text: str) -> None:
        """Go on to a text; the one that one is at already is not entered twice."""
        if self.here == text:
            return
        del self._texts[self._at + 1 :]
        self._texts.append(text)
        del self._texts[:-MOST]
        self._at = len(self._texts) - 1

    @property
    def here(self) -> str | None:
        """The text that one is at."""
        return self._texts[self._at] if self._at >= 0 else None

    def can_go(self, steps: int) -> bool:
        """Whether there is something that many steps ahead, or behind if below nought."""
        return 0 <= self._at + steps < len(self._texts)

    def go(self, steps: int) -> str | None:
        """Go there, if there is something."""
        if not self.can_go(steps):
            return None
        self._at += steps
        return self._texts[self._at]

    def clear(self) -> None:
        """Know of nothing any more."""
        self._texts.clear()
        self._at = -1
