"""1997: draft-fielding-url-syntax-05, on the way from RFC 1738 and 1808 to RFC 2396."""

from __future__ import annotations


from uriinspector.core import charset
from uriinspector.core.editions.year1997 import grammar
from uriinspector.core.editions.year1997.grammar import CITE
from uriinspector.core.model import Ladder
from uriinspector.core.reference import Edition
from uriinspector.core.resolution import base_1997, resolve_1997

EDITION = Edition(
    name="1997",
    title="1997 \u00b7 draft towards RFC 2396",
    read=grammar.read,
    terms=grammar.terms,
    parts=grammar.parts,
    judge=grammar.violations,
    base=base_1997,
    resolve=resolve_1997,
    ladder=Ladder(
        # Section 6 knows host names and default ports alone, and says nothing of the other rungs.
        string=(),
        case=(f"{CITE} 4.1", f"{CITE} 6"),
        unescape=charset.UNESCAPE_1997,
        escapes=(f"{CITE} 2.4.2",),
        dots=(),
        scheme=(f"{CITE} 6",),
        protocol=(),
        hex_case=None,
        remove_dots=None,
        empty_path=lambda _: "",
        scheme_note="default port and the rules of the scheme",
    ),
)
