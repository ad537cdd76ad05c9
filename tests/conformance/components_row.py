"""Rows of the tables of components.

The parts are marked in the text: ``s⟨http⟩://a⟨u⟨me⟩@h⟨host⟩:t⟨80⟩⟩p⟨/p⟩?q⟨q⟩#f⟨f⟩``. The letter
before ``⟨`` identifies the part; letters and marks do not belong to the text. An empty part is
``q⟨⟩``, an undefined part is absent.
"""

from typing import Final, NamedTuple

NAMES: Final = {
    "s": "scheme", "a": "authority", "u": "userinfo", "h": "host", "t": "port", "p": "path",
    "q": "query", "f": "fragment",
}  # fmt: skip


class Row(NamedTuple):
    """A text with its parts marked, and the clause for it."""

    marked: str
    clause: str
    why: str = ""

    @property
    def text(self) -> str:
        """Return the text without the marks."""
        return self.read()[0]

    @property
    def spans(self) -> dict[str, tuple[int, int]]:
        """Return the span of each defined part."""
        return self.read()[1]

    def read(self) -> tuple[str, dict[str, tuple[int, int]]]:
        """Parse the marks: a letter and ``⟨`` begin a part, ``⟩`` ends the innermost one."""
        text = ""
        spans: dict[str, tuple[int, int]] = {}
        opened: list[tuple[str, int]] = []
        for mark in self.marked:
            if mark == "⟨":
                opened.append((NAMES[text[-1]], len(text) - 1))
                text = text[:-1]
            elif mark == "⟩":
                name, start = opened.pop()
                spans[name] = (start, len(text))
            else:
                text += mark
        return text, spans
