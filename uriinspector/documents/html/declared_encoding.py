"""The encoding that a page declares itself (HTML standard 13.2.3.2)."""

from __future__ import annotations

from uriinspector.analysis.encoding import UTF8, encoding_named
from uriinspector.core.expression import expression
from uriinspector.documents.html.tag import read_tag
from uriinspector.documents.html.tokens import COMMENT

# No declaration counts that stands further down.
LOOKED_AT = 1024
STEP = expression(
    rb"(?is)<(?:!--|(meta)(?=[\t\n\f\r />])|\?xml\s([^>]{0,200})\?>|/?[a-z][^\s/>]*+)"
)
CHARSET = expression(
    r"(?i)charset[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"([^\"]*)\"|'([^']*)'|([^\s;\"']+))"
)
XML = expression(rb"(?i)encoding\s{0,9}=\s{0,9}[\"']([A-Za-z0-9._-]{1,40})")


def declared(octets: bytes, start: int, end: int) -> str | None:
    """The encoding of the first META that tells one, or of an XML declaration; None without."""
    end = min(end, start + LOOKED_AT)
    at = start
    while match := STEP.search(octets, at, end):
        at = match.end()
        if match[0] == b"<!--":
            comment = COMMENT.match(octets, at, end)
            at = comment.end() if comment else end
            continue
        if match[2] is not None:
            name = _xml(match[2])
        elif match[1] is None:
            at = read_tag(octets, at, end).end
            continue
        else:
            name = _meta(octets, at, end)
            at = read_tag(octets, at, end).end
        if name:
            # 13.2.3.2: whoever could be read this far is not in UTF-16.
            return UTF8 if name.replace("_", "-").startswith("utf-16") else name
    return None


def _xml(declaration: bytes) -> str | None:
    match = XML.search(declaration)
    return encoding_named(match[1].decode("ascii")) if match else None


def _meta(octets: bytes, at: int, end: int) -> str | None:
    attributes = read_tag(octets, at, end).attributes

    def value(name: str) -> str:
        attribute = attributes.get(name)
        return octets[attribute.start : attribute.end].decode("latin-1") if attribute else ""

    if "charset" in attributes:
        return encoding_named(value("charset"))
    if value("http-equiv").lower() != "content-type":
        return None
    match = CHARSET.search(value("content"))
    return encoding_named(match[1] or match[2] or match[3]) if match else None
