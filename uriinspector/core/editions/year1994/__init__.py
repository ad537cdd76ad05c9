"""1994: RFC 1738, and the drafts 02 and 03 that led to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.editions.year1994 import grammar, reading, resolution
from uriinspector.core.normal import Ladder
from uriinspector.core.reference import Edition

if TYPE_CHECKING:
    from uriinspector.core.model import Node
    from uriinspector.core.reference import Reference

CITE = "RFC 1738"


def derive(reference: Reference) -> Node:
    """The tree of the rules over a text; what makes it is read when the first one is wanted."""
    from uriinspector.core.editions.year1994.derivation import derive as made

    return made(reference)


EDITION = Edition(
    name="1994",
    title="1994 \u00b7 RFC 1738",
    read=reading.read,
    terms=grammar.terms,
    parts=grammar.parts,
    judge=grammar.violations,
    derive=derive,
    base=resolution.base_of,
    resolve=resolution.resolve,
    ladder=Ladder(
        string=(f"{CITE} 2",),
        case=(f"{CITE} 2.1", f"{CITE} 3.1"),
        unescape=charset.UNESCAPE_1994,
        escapes=(f"{CITE} 2.2",),
        dots=(f"{CITE} 2.3",),
        scheme=(f"{CITE} 3.1", f"{CITE} 3.3"),
        protocol=(f"{CITE} 2",),
        hex_case=None,
        remove_dots=None,
        # 3.3: without a path and a search the slash may be left out too.
        empty_path=lambda pieces: (pieces.scheme or "").lower() == "http" and pieces.query is None,
    ),
)
