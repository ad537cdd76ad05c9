"""2003: draft-fielding-uri-rfc2396bis-01, on the way from RFC 2396 to RFC 3986."""

from __future__ import annotations


from uriinspector.core import charset
from uriinspector.core.editions.year2003 import grammar
from uriinspector.core.editions.year2003.grammar import CITE
from uriinspector.core.model import ESCAPES, Ladder
from uriinspector.core.reference import Edition
from uriinspector.core.resolution import base_of, merge_2003, resolve_2003


def without_dots(path: str) -> str:
    """6.2.2.3: the path after its first slash is merged with that slash as its base."""
    return merge_2003("/", path[1:], "keep") or ""


EDITION = Edition(
    name="2003",
    title="2003 \u00b7 draft towards RFC 3986",
    read=grammar.read,
    terms=grammar.terms,
    parts=grammar.parts,
    judge=grammar.violations,
    base=base_of,
    resolve=resolve_2003,
    ladder=Ladder(
        string=(f"{CITE} 6.2.1",),
        case=(f"{CITE} 6.2.2.1",),
        unescape=charset.UNESCAPE_2003,
        escapes=(f"{CITE} 6.2.2.2", f"{CITE} 2.3"),
        dots=(f"{CITE} 6.2.2.3", f"{CITE} 5.2"),
        scheme=(f"{CITE} 6.2.3",),
        protocol=(f"{CITE} 6.2.4",),
        hex_case=ESCAPES,
        remove_dots=without_dots,
        # 6.2.3 has default ports; that an empty path is "/" came in 2005.
        empty_path=lambda _: "",
        scheme_note="default port and the rules of the scheme",
        # 2.3: an encoded mark means the same as the mark, though only "_" and "~" of them are worth
        # decoding; 6.2.2.2 counts as equivalent whatever is unreserved.
        equivalent=charset.UNRESERVED_2003,
    ),
)
