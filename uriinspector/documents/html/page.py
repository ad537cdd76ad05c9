"""What a scanner gathers about one page."""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import decode
from uriinspector.core.expression import expression
from uriinspector.documents.html.attribute_values import attribute_value, mapped_value
from uriinspector.documents.html.attributes import place_of
from uriinspector.documents.html.embedded_addresses import script_addresses, style_addresses
from uriinspector.documents.html.packed_pages import packed_pages, runs_packed_code
from uriinspector.documents.html.tokens import COMMENT
from uriinspector.documents.link_location import LinkPlace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeAlias

    from uriinspector.documents.html.embedded_addresses import EmbeddedAddress
    from uriinspector.documents.html.packed_pages import PackedPage
    from uriinspector.documents.html.tag import Attribute, Tag
    from uriinspector.documents.link_location import LinkLocation

    Look: TypeAlias = Callable[[Any, int, int, Callable[[Any], str]], Iterator[EmbeddedAddress]]

REFRESH = LinkPlace("meta", "content")
PARAMETER = LinkPlace("param", "value")
STYLE, SCRIPT = LinkPlace("style", None), LinkPlace("script", None)
# Attributes that are styles of drawings (SVG 2 6.6).
PAINTS = frozenset(
    {"clip-path", "cursor", "fill", "filter", "marker-end", "marker-mid", "marker-start", "mask"}
    | {"stroke"}
)
# Names under which plug-ins were told what to load.
LOADED = frozenset({"movie", "src", "url", "filename", "data", "href"})


class Page:
    """Links in the order of the text, comments, pages inside of attributes, the BASE."""

    def __init__(self, octets: bytes, end: int, encoding: str) -> None:
        self.octets = octets
        self.end = end
        self.encoding = encoding
        self.context: str | None = None
        self.locations: list[LinkLocation] = []
        # Where those begin and end, one behind the other, that a tag could stand in.
        self.comments = array("Q")
        # The first BASE with an href counts (4.2.3), be it where it may.
        self.base: LinkLocation | None = None
        # Pages in ``srcdoc``: where the attribute's value stands.
        self.inside: list[tuple[int, int]] = []
        # Pages in strings of scripts, in base64 or percent-encoded.
        self.packed: list[PackedPage] = []
        # Whether a script runs code that it decodes first.
        self.runs_packed = False

    def value(self, attribute: Attribute) -> str:
        """The value of an attribute."""
        return attribute_value(self.octets[attribute.start : attribute.end], self.encoding)

    def add_tag(self, tag: int, name: str, read: Tag, *, foreign: bool = False) -> None:
        """All references in a tag's attributes."""
        for each in read.attributes.values():
            place = place_of(name, each.name, foreign=foreign)
            if place is not None:
                result = (tag, each.start, each.end, place, self.context, None)
                self.locations.append(result)
                if name == "base" and self.base is None and self.context != "template":
                    self.base = result
            elif each.name == "style" or (foreign and each.name in PAINTS):
                self._add_inside(tag, each, LinkPlace(name, each.name), style_addresses)
            elif each.name.startswith("on"):
                self._add_inside(tag, each, LinkPlace(name, each.name), script_addresses)
            elif each.name == "srcdoc" and name == "iframe":
                self.inside.append((each.start, each.end))
        if name in {"meta", "param"}:
            self._add_declared(tag, name, read)

    def _add_declared(self, tag: int, name: str, read: Tag) -> None:
        """References that are told by another attribute of the same tag."""
        attributes = read.attributes
        if name == "meta":
            kind, content = attributes.get("http-equiv"), attributes.get("content")
            if kind and content and self.value(kind).lower() == "refresh":
                self._add_refresh(tag, content)
            return
        value = attributes.get("value")
        texts = [
            self.value(attributes[each]).lower()
            for each in ("name", "valuetype")
            if each in attributes
        ]
        if value and ("ref" in texts[-1:] or LOADED.intersection(texts[:1])):
            self.locations.append((tag, value.start, value.end, PARAMETER, self.context, None))

    def _add_refresh(self, tag: int, content: Attribute) -> None:
        mapped = mapped_value(self.octets[content.start : content.end], self.encoding)
        span = refresh_target(mapped.text)
        if span is not None:
            start, end = mapped.place(*span)
            self._add(
                tag, content.start + start, content.start + end, REFRESH, mapped.text[slice(*span)]
            )

    def _add_inside(self, tag: int, attribute: Attribute, place: LinkPlace, look: Look) -> None:
        """Addresses inside of the value of an attribute."""
        mapped = mapped_value(self.octets[attribute.start : attribute.end], self.encoding)
        for each in look(mapped.text, 0, len(mapped.text), str):
            if place.attribute in PAINTS and each.value.startswith("#"):
                continue  # another piece of the same drawing
            start, end = mapped.place(each.start, each.end)
            self._add(tag, attribute.start + start, attribute.start + end, place, each.value)

    def _add(self, tag: int, start: int, end: int, place: LinkPlace, value: str) -> None:
        self.locations.append((tag, start, end, place, self.context, value))

    def add_comment(self, at: int) -> int:
        """A comment, from behind its "<!--" on; the answer is where the page goes on."""
        match = COMMENT.match(self.octets, at, self.end)
        end = match.end() if match else self.end
        if self.octets.find(b"<", at, end) >= 0:
            self.comments.extend((at, end))
        return end

    def add_content(self, name: str, read: Tag, end: int) -> None:
        """Addresses in the content of a style or a script."""
        if name not in {"style", "script"} or end == read.end:
            return
        look: Look = style_addresses if name == "style" else script_addresses
        place = STYLE if name == "style" else SCRIPT
        for each in look(self.octets, read.end, end, self._decoded):
            self._add(each.start, each.start, each.end, place, each.value)
        if name == "script":
            self.packed += packed_pages(self.octets, read.end, end)
            self.runs_packed |= runs_packed_code(self.octets, read.end, end)

    def _decoded(self, octets: bytes) -> str:
        return decode(octets, self.encoding)


WS = "[\t\n\f\r ]*+"
# A time, then ";" or "," or white space, perhaps "url=", perhaps in quotes.
REFRESH_CONTENT = expression(
    rf"{WS}(?=[0-9.])(?P<time>[0-9]*+)[0-9.]*+(?:(?=[;,\t\n\f\r ]){WS}[;,]?+{WS}|\Z)", re.IGNORECASE
)
KEY = expression(rf"(?:[uU][rR][lL]{WS}={WS}|(?!))?+")


def refresh_target(content: str) -> tuple[int, int] | None:
    """Where the address stands; None where there is none, and the page loads itself again."""
    match = REFRESH_CONTENT.match(content)
    if match is None or match.end() == len(content):
        return None
    key = KEY.match(content, match.end())
    start = key.end() if key else match.end()
    quote = content[start : start + 1]
    if quote in {'"', "'"}:
        start += 1
        end = content.find(quote, start)
        return start, len(content) if end < 0 else end
    return start, len(content)
