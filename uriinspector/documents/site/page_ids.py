"""What a fragment can name in a page: every ``id``, and the ``name`` of an anchor (HTML 7.4.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.html.attribute_values import attribute_value
from uriinspector.documents.html.rawtext import RAW, content_end
from uriinspector.documents.html.tag import lowered_name, read_tag
from uriinspector.documents.html.tokens import (
    ANY_ATTRIBUTES,
    ATTRIBUTE,
    ATTRIBUTE_ENDS,
    COMMENT,
    NAME_ENDS,
    SEPARATOR,
    TAG_NAME,
    WS,
    one_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMING = one_of(("id", "name")) + ATTRIBUTE_ENDS
STOPPING = one_of((*sorted(RAW), "template")) + NAME_ENDS
CLOSING = one_of(("template",)) + NAME_ENDS
DULL = rb"(?:" + SEPARATOR + rb"|(?!" + NAMING + rb")" + ATTRIBUTE + rb"|(?!))*+"
SKIPPED = (
    rb"(?:[^<]++"
    rb"|</(?!" + CLOSING + rb")[a-zA-Z](?:[a-zA-Z0-9]*+>|"
    rb"[^" + WS + rb"/>]*+" + ANY_ATTRIBUTES + rb"(?:>|\Z))"
    rb"|<(?!" + STOPPING + rb")" + TAG_NAME + DULL + rb">"
    rb"|<(?![a-zA-Z/!?])"
    rb"|</(?![a-zA-Z])[^>]*+>?+"
    rb"|<\?[^>]*+>?+|<!(?!--)[^>]*+>?+|(?!)"
    rb")*+"
)
# Everything that names nothing, and the one token after it: 1 the name of a tag.
STEP = expression(SKIPPED + rb"(?:<(/?+" + TAG_NAME + rb")|<!--|\Z)")


class PageName(NamedTuple):
    """A name that a fragment can have, and where it is written, in the octets of the page."""

    name: str
    start: int
    end: int
    is_id: bool


class PageNames:
    """All names in a page; those in templates are in no page yet."""

    def __init__(self, octets: bytes, start: int, end: int, encoding: str, *, is_xml: bool) -> None:
        self.has_scripts = False
        self._octets = octets
        self._start, self._end = start, end
        self._encoding = encoding
        # Only XML has elements without an end tag that HTML reads as text up to their end.
        self._is_xml = is_xml
        self._templates = 0

    def __iter__(self) -> Iterator[PageName]:
        octets, end, at = self._octets, self._end, self._start
        while at < end:
            token = STEP.match(octets, at, end)
            if token is None:  # it matches everywhere
                return
            at = token.end()
            if token[1] is None:
                comment = COMMENT.match(octets, at, end)
                at = comment.end() if comment else end
                continue
            name = lowered_name(token[1])
            tag = read_tag(octets, at, end)
            if not tag.closed:
                return
            if name == "/template":
                self._templates = max(self._templates - 1, 0)
            elif not name.startswith("/") and not self._templates:
                for attribute in ("id", "name") if name == "a" else ("id",):
                    place = tag.attributes.get(attribute)
                    if place is not None and place.start < place.end:
                        value = attribute_value(octets[place.start : place.end], self._encoding)
                        yield PageName(value, place.start, place.end, attribute == "id")
            at = self._content(name, tag.end, is_empty=tag.self_closing and self._is_xml)

    def _content(self, name: str, at: int, *, is_empty: bool) -> int:
        """What the tag changes; the answer is where its kind of content ends."""
        self.has_scripts |= name == "script"
        if is_empty:
            return at
        if name == "template":
            self._templates += 1
        return content_end(self._octets, name, at, self._end) if name in RAW else at
