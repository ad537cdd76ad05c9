"""What a scanner finds: offsets and little else, since a page may hold a million of them."""

from __future__ import annotations

from typing import Final, TypeAlias

from uriinspector.core.model import NamedTuple

# How a value is read: one reference, or several of them.
ONE, SRCSET, SPACES, COMMAS = "one", "srcset", "spaces", "commas"


class LinkPlace(NamedTuple):
    """Where a reference stands, and how its value is read; shared by all links of its kind."""

    element: str | None
    attribute: str | None
    how: str = ONE
    # In SVG or MathML.
    foreign: bool = False

    @property
    def is_markup(self) -> bool:
        """Whether a page has it, where relative references are due."""
        return self.element is not None and self.attribute is not None


# A link before anything is made of it; ``Link`` adds the document around it.
# The place of the element's first octet, start and end of the value as it is written, what it is,
# "noscript" or "template" around it, and the value where it is not simply what is written.
# A plain tuple: naming its fields would cost as much as finding it.
LinkLocation: TypeAlias = tuple[int, int, int, LinkPlace, str | None, str | None]
TAG: Final = 0
START: Final = 1
END: Final = 2
PLACE: Final = 3
CONTEXT: Final = 4
VALUE: Final = 5
