"""What one line of a component table says.

The marks show the parts in place: ``s⟨http⟩://a⟨u⟨me⟩@h⟨host⟩:t⟨80⟩⟩p⟨/p⟩?q⟨q⟩#f⟨f⟩``. The letter
before ``⟨`` names the part; letters and marks do not belong to the text. A part that is empty is
``q⟨⟩``, one that is undefined is not there.
"""

from typing import Final, NamedTuple

NAMES: Final = {
    "s": "scheme",
    "a": "authority",
    "u": "userinfo",
    "h": "host",
    "t": "port",
    "p": "path",
    "q": "query",
    "f": "fragment",
}


class Row(NamedTuple):
    """A text with its parts marked, and the clause that parts it so."""

    marked: str
    clause: str
    why: str = ""

    @property
    def text(self) -> str:
        """Take the marks off."""
        return self.read()[0]

    @property
    def spans(self) -> dict[str, tuple[int, int]]:
        """Say which parts are defined, from where to where."""
        return self.read()[1]

    def read(self) -> tuple[str, dict[str, tuple[int, int]]]:
        """Read the marks: a letter and ``⟨`` open a part, ``⟩`` closes the innermost one."""
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
