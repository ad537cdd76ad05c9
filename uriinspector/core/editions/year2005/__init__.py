"""2005: RFC 3986, the standard."""

from __future__ import annotations


from uriinspector.core import charset
from uriinspector.core.editions.year2005 import grammar
from uriinspector.core.model import CASE, Ladder
from uriinspector.core.reference import Edition
from uriinspector.core.resolution import base_of, remove_dot_segments, resolve_2005

EDITION = Edition(
    name="2005",
    title="2005 \u00b7 RFC 3986",
    read=grammar.read,
    terms=grammar.terms,
    parts=grammar.parts,
    whole=grammar.WHOLE,
    judge=grammar.violations,
    base=base_of,
    resolve=resolve_2005,
    compares_with_base=True,
    ladder=Ladder(
        string=("RFC 3986 6.2.1",),
        case=("RFC 3986 6.2.2.1",),
        unescape=charset.UNESCAPE_2005,
        escapes=("RFC 3986 6.2.2.2", "RFC 3986 2.3"),
        dots=("RFC 3986 6.2.2.3", "RFC 3986 5.2.4"),
        scheme=("RFC 3986 6.2.3",),
        protocol=("RFC 3986 6.2.4",),
        hex_case=CASE,
        remove_dots=remove_dot_segments,
        empty_path=lambda _: "RFC 3986 6.2.3",
        scheme_note="default port, empty path and the rules of the scheme",
    ),
)
