"""1994: RFC 1738, and the drafts 02 and 03 that led to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.editions.year1994 import grammar, reading, resolution
from uriinspector.core.expression import lowered
from uriinspector.core.model import ESCAPES, Ladder
from uriinspector.core.reference import Edition

if TYPE_CHECKING:
    from uriinspector.core.model import Pieces

CITE = "RFC 1738"
FINAL_SLASH = {"http": f"{CITE} 3.3", "telnet": f"{CITE} 3.8"}


def may_omit_slash(pieces: Pieces) -> str:
    """The clause that lets the slash after the host be left out: with a search it has to stay."""
    return "" if pieces.query is not None else FINAL_SLASH.get(lowered(pieces.scheme or ""), "")


EDITION = Edition(
    name="1994",
    title="1994 \u00b7 RFC 1738",
    read=reading.read,
    terms=grammar.terms,
    parts=grammar.parts,
    judge=grammar.violations,
    base=resolution.base_of,
    resolve=resolution.resolve,
    ladder=Ladder(
        # 2.2: what a URL means depends on the characters alone.
        string=(f"{CITE} 2.2",),
        case=(f"{CITE} 2.1", f"{CITE} 3.1"),
        unescape=charset.UNESCAPE_1994,
        escapes=(f"{CITE} 2.2",),
        # Nothing is said of dots outside of partial forms, or of what a server answers.
        dots=(),
        scheme=(f"{CITE} 3.1",),
        protocol=(),
        # 2.2: the digits of an escape may be of either case.
        hex_case=ESCAPES,
        remove_dots=None,
        empty_path=may_omit_slash,
        scheme_note="default port, final slash, empty fragment and the rules of the scheme",
        void_fragment="url-draft-02 Fragment-id",
    ),
)
