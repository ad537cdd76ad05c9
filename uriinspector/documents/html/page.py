"""Extract links, texts and packed pages from an HTML page."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from uriinspector.analysis.encoding import decode
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.document_values import LinkLocation, LinkPlace
from uriinspector.documents.html.embedded_addresses import (
    EmbeddedAddress,
    script_addresses,
    style_addresses,
)
from uriinspector.documents.html.embedded_addresses import unescaped as unescaped_style
from uriinspector.documents.html.tokens import (
    COMMENT,
    PLAIN_STEP,
    RAW,
    VOID,
    Attribute,
    Tag,
    attribute_value,
    cleaned,
    content_end,
    lowered_name,
    mapped_value,
    place_of,
    read_tag,
    unescaped,
)
from uriinspector.documents.octets import Octets

if TYPE_CHECKING:
    Look: TypeAlias = Callable[[Any, int, int, Callable[[Any], str]], Iterator[EmbeddedAddress]]

# The maximum number of bytes after a link's start tag that are read as its text, in case it is
# never closed.
MOST = 1 << 16
SPACES = expression("[\t\n\f\r ]++")
# Elements whose content is their text, and the attributes that contain the text of others.
CONTENT = frozenset({"a", "button", "v:roundrect", "v:rect", "v:shape"})
TEXT_ATTRIBUTES = {"area": "alt", "img": "alt", "input": "value"}
PICTURES = frozenset({"img", "image", "svg", "video", "canvas", "object", "picture"})
# Elements that begin a new line or a new cell.
BLOCKS = frozenset({"br", "div", "p", "td", "th", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6"})
# Styles that hide an element, and styles that hide only its text.
HIDDEN = expression(
    r"(?i)display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0*(?:\.0+)?\s*(?:;|!|\Z)"
    r"|mso-hide\s*:\s*all|max-height\s*:\s*0(?:px)?\s*(?:;|\Z)"
    r"|\b(?:left|top)\s*:\s*-[0-9]{3}|\bclip\s*:\s*rect\(\s*0"
)
TEXTLESS = expression(
    r"(?i)font-size\s*:\s*0*(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:;|!|\Z)|text-indent\s*:\s*-[0-9]{3}"
)
# Styles that reverse the letters (UAX 9), and the characters with the same effect.
TURNING = expression(r"(?i)unicode-bidi\s*:\s*(?:bidi-override|isolate-override)")
RIGHT_TO_LEFT = expression(r"(?i)direction\s*:\s*rtl")
OVERRIDE, POP = "\u202e", "\u202c"
# The distance before a link to search for an element that reverses its text.
AROUND = 600
STYLE_COMMENT = expression(r"/\*[^*]*+(?:\*(?!/)[^*]*+|(?!))*+(?:\*/|\Z)")


class LinkText(NamedTuple):
    text: str
    visible: str
    # True if it contains a visible picture, even one without text.
    is_pictured: bool = False


def is_hidden(style: str | None, tag: Tag, *, pictured: bool = False) -> bool:
    """Return True if an element is hidden by its own attributes."""
    if "hidden" in tag.attributes or not style:
        return "hidden" in tag.attributes
    read = unescaped_style(STYLE_COMMENT.sub("", style))
    return bool(HIDDEN.search(read) or (not pictured and TEXTLESS.search(read)))


class TextCollector:
    """Collects the text between a tag and the end of its element."""

    def __init__(self, octets: bytes, encoding: str, hiding: frozenset[str] = frozenset()) -> None:
        self.octets = octets
        self.encoding = encoding
        # The classes that hide their elements.
        self.hiding = hiding
        self.all: list[str] = []
        self.visible: list[str] = []
        # The open element that hides its content, and the number of open elements with the
        # same name.
        self.hider: str | None = None
        self.depth = 0
        self.is_pictured = False
        # The element that reverses its text.
        self.reverser: str | None = None

    def add(self, text: str) -> None:
        self.all.append(text)
        if self.hider is None:
            self.visible.append(text)

    def value(self, tag: Tag, name: str) -> str | None:
        attribute = tag.attributes.get(name)
        return attribute and attribute_value(
            self.octets[attribute.start : attribute.end], self.encoding
        )

    def until_closed(self, element: str, at: int, end: int) -> None:
        """Collect the text up to an end tag or another start tag with this name."""
        while at < end:
            token = PLAIN_STEP.match(self.octets, at, end)
            if token is None:
                return
            self._text(at, token.end(), token.start(1))
            at = token.end()
            if token[1] is None:
                if self.octets.startswith(b"<!--", at - 4):
                    comment = COMMENT.match(self.octets, at, end)
                    at = comment.end() if comment else end
                continue
            name = lowered_name(token[1])
            if name.removeprefix("/") == element:
                return
            read = read_tag(self.octets, at, end)
            at = self._tag(name, read, end)

    def _text(self, at: int, stop: int, name_start: int) -> None:
        if name_start >= 0:
            stop = name_start - 1
        else:
            less = self.octets.find(b"<", at, stop)
            # A "<" that does not begin a tag is text, too.
            if less >= 0 and stop - less > 1:
                stop = less
        if stop > at:
            text = cleaned(decode(self.octets[at:stop], self.encoding))
            self.add(unescaped(text, attribute=False))

    def _tag(self, name: str, read: Tag, end: int) -> int:
        if name.startswith("/"):
            self._close(name[1:])
            return read.end
        if name in BLOCKS:
            self.add(" ")
        if name in RAW:
            return content_end(self.octets, name, read.end, end)
        if name in PICTURES:
            self.is_pictured |= self.hider is None
        if name == "img" and (alt := self.value(read, "alt")):
            self.add(f" {alt} ")
        if self.reverser is None and self.reverses_text(name, read):
            self.reverser = name
            self.visible.append(OVERRIDE)
        if self.hider is not None:
            self.depth += name == self.hider
        elif name not in VOID and self._is_hiding(read):
            self.hider, self.depth = name, 1
        return read.end

    def _is_hiding(self, read: Tag) -> bool:
        if is_hidden(self.value(read, "style"), read):
            return True
        classes = self.value(read, "class") if self.hiding else None
        return classes is not None and not self.hiding.isdisjoint(classes.split())

    def _close(self, name: str) -> None:
        if name == self.hider:
            self.depth -= 1
            if not self.depth:
                self.hider = None
        if name == self.reverser:
            self.reverser = None
            self.visible.append(POP)

    def reverses_text(self, name: str, read: Tag) -> bool:
        """Return True if the element displays its text from right to left."""
        if name == "bdo" and (self.value(read, "dir") or "").strip().lower() == "rtl":
            return True
        style = self.value(read, "style")
        return (
            style is not None
            and TURNING.search(style) is not None
            and (RIGHT_TO_LEFT.search(style) is not None or self.value(read, "dir") == "rtl")
        )

    def is_reversed(self, at: int) -> bool:
        """Return True if a ``bdo`` element around the link reverses its letters."""
        low = max(at - AROUND, 0)
        before = self.octets[low:at].lower()
        opened = before.rfind(b"<bdo")
        if opened < 0 or before.find(b"</bdo", opened) >= 0:
            return False
        return self.reverses_text("bdo", read_tag(self.octets, low + opened + 4, at))


def has_text(element: str) -> bool:
    """Return True if elements with this name can have visible text."""
    return element in CONTENT or element in TEXT_ATTRIBUTES


# Style sheets and class rules in them; only the first sheets of a page are searched.
SHEET = expression(rb"(?is)<style\b[^>]{0,400}>(.{0,65536}?)</style")
CLASS_RULE = expression(rb"\.([\w-]{1,100})\s{0,9}(?:,[^{}]{0,200})?\{([^{}]{0,2000})\}")
MOST_SHEETS = 16


def hiding_classes(octets: bytes, start: int, end: int) -> frozenset[str]:
    found = set()
    for sheet in islice(SHEET.finditer(octets, start, end), MOST_SHEETS):
        for name, written in CLASS_RULE.findall(sheet[1]):
            style = unescaped_style(STYLE_COMMENT.sub("", written.decode("latin-1")))
            if HIDDEN.search(style) or TEXTLESS.search(style):
                found.add(name.decode("latin-1"))
    return frozenset(found)


def link_text(
    octets: bytes,
    tag: Tag,
    end: int,
    encoding: str,
    element: str,
    hiding: frozenset[str] = frozenset(),
) -> LinkText | None:
    """Return the text of the element with this start tag, or None if it has none."""
    text = TextCollector(octets, encoding, hiding)
    if element in TEXT_ATTRIBUTES:
        words = text.value(tag, TEXT_ATTRIBUTES[element])
        return None if words is None else LinkText(_one_line([words]), _one_line([words]))
    if text.reverses_text(element, tag) or text.is_reversed(tag.end):
        text.reverser = element
        text.visible.append(OVERRIDE)
    text.until_closed(element, tag.end, min(end, tag.end + MOST))
    whole = _one_line(text.all)
    visited = whole if text.all == text.visible else _one_line(text.visible)
    return LinkText(whole, visited, text.is_pictured)


def page_text(
    octets: bytes, start: int, end: int, encoding: str, hiding: frozenset[str] = frozenset()
) -> str:
    text = TextCollector(octets, encoding, hiding)
    text.until_closed("", start, end)
    return _one_line(text.visible)


def _one_line(pieces: list[str]) -> str:
    return SPACES.sub(" ", "".join(pieces)).strip(" ")


# "<" and a letter, "!" or "?" in base64 or percent-encoding; shorter strings contain no page.
PACKED = expression(
    rb"(?<=[\"'`])(?:(?P<base64>P(?:[E-H][A-Za-z0-9+/]|C[EF]|D9)"
    rb"[A-Za-z0-9+/\s]{24,}+={0,2})|(?P<percent>%3[cC](?:%[0-9a-fA-F][0-9a-fA-F]|[^\"'`%<>\r\n\\]){16,}+))"
    rb"(?=[\"'`])"
)
UNPACKING = (b"atob", b"unescape", b"decodeURI")
ESCAPE = expression(rb"%([0-9a-fA-F]{2})")
# Code that decodes a string and runs it, so that its effect cannot be read from the page.
RUNNING = expression(
    rb"\b(?:eval|Function|setTimeout|execScript)\s{0,9}\(\s{0,9}(?:\w{1,20}\.)?"
    rb"(?:atob|unescape|decodeURI(?:Component)?)\s{0,9}\("
)


class PackedPage(NamedTuple):
    start: int
    end: int
    is_base64: bool


def packed_pages(octets: bytes, start: int, end: int) -> Iterator[PackedPage]:
    """Yield the strings of a script that decode to markup, if the script decodes anything."""
    if not any(octets.find(each, start, end) >= 0 for each in UNPACKING):
        return
    for match in PACKED.finditer(octets, start, end):
        yield PackedPage(*match.span(), match["base64"] is not None)


def runs_packed_code(octets: bytes, start: int, end: int) -> bool:
    return RUNNING.search(octets, start, end) is not None


class PercentCoding:
    """The coding of JavaScript's ``escape``: one byte per escape, other characters unchanged."""

    def __init__(self) -> None:
        # The positions of the escapes in the decoded bytes.
        self._decoded = array("I")
        self._start = 0

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """Decode the text and remember the positions of its escapes."""
        self._start = start
        places = (match.start() - start for match in ESCAPE.finditer(octets, start, end))
        self._decoded = array("I", (at - 2 * number for number, at in enumerate(places)))
        return ESCAPE.sub(lambda match: bytes((int(match[1], 16),)), octets[start:end])

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002 - every Coding is given them
        return self._place(start), self._place(end)

    def _place(self, offset: int) -> int:
        """Return the source offset; each escape before it is two characters longer than a byte."""
        return self._start + offset + 2 * bisect_right(self._decoded, offset - 1)


REFRESH = LinkPlace("meta", "content")
PARAMETER = LinkPlace("param", "value")
STYLE, SCRIPT = LinkPlace("style", None), LinkPlace("script", None)
# Attributes that are styles of drawings (SVG 2 6.6).
PAINTS = frozenset(
    {"clip-path", "cursor", "fill", "filter", "marker-end", "marker-mid", "marker-start", "mask"}
    | {"stroke"}
)
# Names of parameters that told plug-ins what to load.
LOADED = frozenset({"movie", "src", "url", "filename", "data", "href"})


ANIMATIONS, ANIMATED = frozenset({"animate", "set"}), ("from", "to", "by", "values")
VALUES = expression(r"[^;\s][^;]*+")


class Page:
    """The links of a page in order, its comments, its embedded pages and its BASE."""

    def __init__(self, octets: bytes, end: int, encoding: str) -> None:
        self.octets = octets
        self.end = end
        self.encoding = encoding
        self.context: str | None = None
        self.locations: list[LinkLocation] = []
        # The starts and ends of comments that may contain tags, alternating.
        self.comments = array("Q")
        # The first BASE with an href counts (4.2.3), wherever it is.
        self.base: LinkLocation | None = None
        # The spans of ``srcdoc`` values, which contain pages.
        self.inside: list[tuple[int, int]] = []
        # Pages in strings of scripts, in base64 or percent-encoded.
        self.packed: list[PackedPage] = []
        # True if a script decodes code and runs it.
        self.runs_packed = False

    def value(self, attribute: Attribute) -> str:
        return attribute_value(self.octets[attribute.start : attribute.end], self.encoding)

    def add_tag(self, tag: int, name: str, read: Tag, *, foreign: bool = False) -> None:
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
        elif foreign and name in ANIMATIONS:
            self._add_animated(tag, name, read)

    def _add_declared(self, tag: int, name: str, read: Tag) -> None:
        """Add references in attributes whose meaning depends on another attribute of the tag."""
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

    def _add_animated(self, tag: int, name: str, read: Tag) -> None:
        """Add the addresses that an animation gives to a link (SVG Animations 3.3 and 3.5)."""
        what = read.attributes.get("attributename")
        if what is None or self.value(what).strip().lower() not in {"href", "xlink:href"}:
            return
        for each in (read.attributes[key] for key in ANIMATED if key in read.attributes):
            mapped = mapped_value(self.octets[each.start : each.end], self.encoding)
            for match in VALUES.finditer(mapped.text):
                start, end = (each.start + at for at in mapped.place(*match.span()))
                self._add(tag, start, end, LinkPlace(name, "href", foreign=True), match[0])

    def _add_refresh(self, tag: int, content: Attribute) -> None:
        mapped = mapped_value(self.octets[content.start : content.end], self.encoding)
        span = refresh_target(mapped.text)
        if span is not None:
            start, end = mapped.place(*span)
            self._add(
                tag, content.start + start, content.start + end, REFRESH, mapped.text[slice(*span)]
            )

    def _add_inside(self, tag: int, attribute: Attribute, place: LinkPlace, look: Look) -> None:
        mapped = mapped_value(self.octets[attribute.start : attribute.end], self.encoding)
        for each in look(mapped.text, 0, len(mapped.text), str):
            if place.attribute in PAINTS and each.value.startswith("#"):
                continue  # another part of the same drawing
            start, end = mapped.place(each.start, each.end)
            self._add(tag, attribute.start + start, attribute.start + end, place, each.value)

    def _add(self, tag: int, start: int, end: int, place: LinkPlace, value: str) -> None:
        self.locations.append((tag, start, end, place, self.context, value))

    def add_comment(self, at: int) -> int:
        """Add a comment, given the offset after "<!--"; return the offset after it."""
        match = COMMENT.match(self.octets, at, self.end)
        end = match.end() if match else self.end
        if self.octets.find(b"<", at, end) >= 0:
            self.comments.extend((at, end))
        return end

    def add_content(self, name: str, read: Tag, end: int) -> None:
        """Add the addresses in the content of a style or script element."""
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
    """Return the span of the address, or None if there is none and the page just reloads itself."""
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
