"""What a namespace is: its clauses, what it sees in a name, what it takes for the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.message import message
from uriinspector.core.named_tuple import NamedTuple
from uriinspector.core.schemes.dossier import Field, Note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uriinspector.core.model import Span


def unchanged(name: str) -> str:
    """Where the namespace adds no equivalence of its own."""
    return name


class Namespace(NamedTuple):
    """A row of the table.

    ``look`` gets the whole text and the span of the specific string; ``same`` the string alone,
    with the digits of its escapes in capitals.  What does not fit is a note, never a violation.
    """

    nid: str
    title: str
    cites: tuple[str, ...]
    look: Callable[[str, Span], Iterator[Field | Note]]
    same: Callable[[str], str] = unchanged


def misshapen(nid: str, span: Span, expected: str, *cites: str) -> Note:
    """The name has not the form that its namespace asks for."""
    explanation = message("expected form: {expected}", expected=message(expected))
    return Note(f"{nid}-form", "unusual", explanation, span, cites)
