"""A row of the components: its name, what stands there, what it means, and by which rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say

# No cell has room for more; what is cut stands in the middle.
HEAD, TAIL = 300, 100
# Names with a translation; all other names are those of the specification.
COMPONENTS = frozenset(part.value for part in Part)


def clipped(text: str) -> str:
    """A text made visible, its middle left out where it is very long."""
    if len(text) > HEAD + TAIL + 1:
        return f"{visible(text[:HEAD])}\u2026{visible(text[-TAIL:])}"
    return visible(text)


def nothing(_most: int) -> Iterable[ComponentRow]:
    """No rows below."""
    return ()


class ComponentRow(NamedTuple):
    """One row; ``text`` is None where it is not present, ``span`` where there is no place for it.

    ``key`` tells it from its siblings, whatever stands in it.  ``size`` rows stand below it;
    ``children`` makes the first of them.  ``strong`` is the end of the text that counts most.
    """

    key: str
    name: str
    text: str | None
    span: Span | None
    meaning: str
    cite: str = ""
    part: str = ""
    strong: str = ""
    is_outside: bool = False  # the name stands in the text
    size: int = 0
    children: Callable[[int], Iterable[ComponentRow]] = nothing

    @property
    def called(self) -> str:
        """The name as it is shown."""
        if self.is_outside:
            return clipped(self.name)
        return say(self.name) if self.name in COMPONENTS else self.name

    @property
    def shown(self) -> str:
        """The text as it is shown."""
        if self.text is None:
            return say("not present")
        return clipped(self.text) or say("empty")

    @property
    def spoken(self) -> str:
        """The whole row in words."""
        return ", ".join(each for each in (self.called, self.shown, self.meaning) if each)
