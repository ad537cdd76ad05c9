"""Scan a page for links in one pass over its bytes.

The scanner works with offsets and copies nothing. The content that changes the meaning of what
follows (raw text, scripts, comments, foreign content) is handled by a few methods; everything else
is skipped by one regular expression. The scanner for SVG and MathML is slower, one token at a time:
drawings are small and few.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from uriinspector.core.expression import expression
from uriinspector.documents.document_values import LinkLocation, LinkPlace
from uriinspector.documents.html.open_elements import (
    DEEPEST,
    HTML,
    MATH,
    SVG,
    OpenElement,
    OpenElements,
    Stack,
)
from uriinspector.documents.html.page import Page
from uriinspector.documents.html.tokens import (
    CDATA,
    CLOSING,
    PLAIN_STEP,
    QUOTES,
    RAW,
    SPECIAL,
    STEP,
    Tag,
    content_end,
    lowered_name,
    place_of,
    read_tag,
)

if TYPE_CHECKING:
    # A tag name and the name of an attribute in the tag, as written.
    Spelling: TypeAlias = tuple[bytes, bytes | None]

# Start tags that end a drawing anywhere in it (13.2.6.5).
BREAKOUT = frozenset(
    {
        "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em",
        "embed", "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing",
        "menu", "meta", "nobr", "ol", "p", "pre", "ruby", "s", "small", "span", "strong",
        "strike", "sub", "sup", "table", "tt", "u", "ul", "var",
    }
)  # fmt: skip
FONT = frozenset({"color", "face", "size"})
# Elements in which HTML continues (13.2.4.2, HTML and MathML text integration points).
POINTS = {
    SVG: frozenset({"foreignobject", "desc", "title"}),
    MATH: frozenset({"mi", "mo", "mn", "ms", "mtext"}),
}
# An annotation is one if its encoding is HTML; "mglyph" and "malignmark" remain MathML.
ANNOTATION, PAGES = "annotation-xml", frozenset({b"text/html", b"application/xhtml+xml"})
# Elements whose text may contain addresses, and the CDATA section around it.
CODE = frozenset({"script", "style"})
SECTION = expression(rb"\s{0,99}<!\[CDATA\[")
IN_TEXT = frozenset({"mglyph", "malignmark"})


class Foreign:
    """The content of an ``svg`` or ``math`` element.

    ``closes`` returns True if an end tag closes an element of the page around it.
    """

    def __init__(self, page: Page, name: str, closes: Callable[[str], bool]) -> None:
        self.page = page
        self.octets = page.octets
        self.closes = closes
        self.stack = Stack()
        self._open(OpenElement(name, name))

    def scan(self, at: int, end: int) -> int:
        """Scan the content and return the offset at which the page continues."""
        while at < end and self.stack.nodes:
            token = PLAIN_STEP.match(self.octets, at, end)
            if token is None:
                return end
            at = token.end()
            if token[2] is not None:
                # 13.2.5.42: only foreign content has CDATA; elsewhere it is a comment.
                closing = CDATA if self.stack.nodes[-1].space else None
                at = self._until(closing, at, end)
            elif token[1] is not None:
                at = self._tag(token.start(1) - 1, token.end(1), end)
            elif self.octets.startswith(b"!--", at - 3) and self.octets[at - 4 : at - 3] == b"<":
                at = self.page.add_comment(at)
        return at

    def _until(self, closing: object, at: int, end: int) -> int:
        if closing is CDATA:
            match = CDATA.match(self.octets, at, end)
            return match.end() if match else end
        stop = self.octets.find(b">", at, end)
        return end if stop < 0 else stop + 1

    def _is_foreign(self, name: str = "") -> bool:
        """Return True if a start tag with this name would create a foreign element here."""
        node = self.stack.nodes[-1]
        if node.name == ANNOTATION and name == "svg":
            return False
        in_text = node.space == MATH and node.name != ANNOTATION and name in IN_TEXT
        return bool(node.space) and (not node.is_point or in_text)

    def _tag(self, tag: int, at: int, end: int) -> int:
        name = lowered_name(self.octets[tag + 1 : at])
        read = read_tag(self.octets, at, end)
        if not read.closed:
            return end
        if name.startswith("/"):
            return self._closed(name[1:], tag, read)
        foreign = self._is_foreign(name)
        if foreign and (name in BREAKOUT or (name == "font" and FONT & read.attributes.keys())):
            return self._broken_off(tag)
        space = self.stack.nodes[-1].space if foreign else name if name in POINTS else HTML
        self.page.add_tag(tag, name, read, foreign=bool(space))
        if space:
            if name in CODE and not read.self_closing:
                self.page.add_content(name, read, self._text_end(read.end, end))
            if not read.self_closing:
                self._open(OpenElement(name, space, self._is_point(name, space, read)))
            return read.end
        if name in RAW:
            stop = content_end(self.octets, name, read.end, end)
            self.page.add_content(name, read, stop)
            # Its end tag closes it, and no element of the same name around it.
            return read_tag(self.octets, min(stop + len(name) + 2, end), end).end
        if len(self.stack.nodes) < DEEPEST:
            self.stack.open_tag(name)
        return read.end

    def _text_end(self, at: int, end: int) -> int:
        """Return the end of the text after a start tag: code in drawings is not raw text."""
        section = SECTION.match(self.octets, at, end)
        if section is not None:
            cdata = CDATA.match(self.octets, section.end(), end)
            return cdata.end() if cdata else end
        stop = self.octets.find(b"<", at, end)
        return end if stop < 0 else stop

    def _is_point(self, name: str, space: str, read: Tag) -> bool:
        if name != ANNOTATION or space != MATH:
            return name in POINTS[space]
        attribute = read.attributes.get("encoding")
        return (
            attribute is not None and self.octets[attribute.start : attribute.end].lower() in PAGES
        )

    def _open(self, node: OpenElement) -> None:
        if len(self.stack.nodes) < DEEPEST:
            self.stack.open(node)

    def _closed(self, name: str, tag: int, read: Tag) -> int:
        """Close an element of the drawing, of HTML inside it, or of the page around it."""
        if self._is_foreign() and name in {"p", "br"}:
            return self._broken_off(tag)
        index = self._closes(name)
        if index is None:
            return read.end
        if index >= 0:
            self.stack.close(index)
            return read.end
        if not self.closes(name):
            return read.end
        self.stack.cut(0)
        return tag

    def _closes(self, name: str) -> int | None:
        """Return the index of the element that an end tag closes (13.2.6.5, any other end tag).

        While the open elements are foreign, they are compared by name; then HTML's rules apply.
        """
        stack = self.stack
        if stack.names[name]:
            for index in range(len(stack.nodes) - 1, -1, -1):
                node = stack.nodes[index]
                if not node.space:
                    break
                if node.name == name:
                    return index
        return stack.closed_by(name)

    def _broken_off(self, tag: int) -> int:
        """Leave the drawing for the page or the nearest HTML inside the drawing."""
        while self.stack.nodes and self._is_foreign():
            self.stack.cut(len(self.stack.nodes) - 1)
        return tag


# The cache of spellings of tags and attributes: they are usually few, but not bounded.
MOST_SPELLINGS = 1024
SECOND_LOOK = frozenset({*SPECIAL, *(f"/{name}" for name in CLOSING)})


class Scanner:
    """A scanner for all or part of a page, from ``start`` to ``end``; it fills ``page``."""

    def __init__(self, octets: bytes, start: int, end: int, encoding: str) -> None:
        self.octets = octets
        self.start = start
        self.end = end
        self.page = Page(octets, end, encoding)
        self._spelled: dict[Spelling, LinkPlace | bool | None] = {}
        self._templates = 0
        self._noscripts = 0
        self._in_form = False
        self._at = start
        self._opened = OpenElements(octets, start)

    def scan(self) -> Page:
        while not self.go_on(1 << 30):
            pass
        return self.page

    def go_on(self, most: int) -> bool:
        """Scan until about ``most`` more links are found; return True at the end of the page."""
        step, spelled, octets, end = STEP.match, self._spelled, self.octets, self.end
        link_locations = self.page.locations
        add, most = link_locations.append, len(link_locations) + most
        context = self.page.context
        at = self._at
        while at < end:
            token = step(octets, at, end)
            if token is None:  # unreachable: the pattern matches everywhere
                break
            at = token.end()
            key: Spelling = token.group(1, 2)  # type: ignore[assignment]
            if token.lastindex == 4:
                place = spelled.get(key, True)
                if place is None:
                    continue
                if type(place) is LinkPlace:
                    start, stop = token.span(3)
                    if start < 0:
                        start = stop = token.end(2)
                    elif start < stop and octets[start] in QUOTES:
                        start += 1
                        stop -= 1
                    add((token.start(1) - 1, start, stop, place, context, None))
                    if len(link_locations) >= most:
                        break
                    continue
            if key[0] is None:
                at = self.page.add_comment(at) if at < end else end
                continue
            at = self._look_again(token.start(1) - 1, token.end(1), key)
            context = self.page.context = self._context()
        self._at = at
        return at >= end

    def _context(self) -> str | None:
        """Return "template", whose content is not in the page yet, or else "noscript", or None."""
        if self._templates:
            return "template"
        return "noscript" if self._noscripts else None

    def _look_again(self, tag: int, at: int, key: Spelling) -> int:
        """Process a tag that the pattern could not skip; return the offset at which to continue."""
        name = lowered_name(self.octets[tag + 1 : at])
        self._remember(key, name)
        read = read_tag(self.octets, at, self.end)
        if not read.closed:
            return self.end  # parsers ignore a tag that the page ends in
        if name.startswith("/"):
            self._close(name[1:])
            return read.end
        if name == "form" and not self._may_open_form():
            return read.end
        self.page.add_tag(tag, name, read)
        return self._content(name, tag, read)

    def _remember(self, key: Spelling, name: str) -> None:
        """Cache the place for a spelling, or True if it needs ``_look_again`` every time."""
        if len(self._spelled) >= MOST_SPELLINGS:
            return
        attribute = lowered_name(key[1] or b"")
        again = name in SECOND_LOOK or attribute == "style" or attribute.startswith("on")
        self._spelled[key] = True if again else place_of(name, attribute)

    def _close(self, name: str) -> None:
        if name == "template":
            self._templates = max(self._templates - 1, 0)
        elif name == "noscript":
            self._noscripts = max(self._noscripts - 1, 0)
        elif name == "form" and not self._templates:
            self._in_form = False

    def _may_open_form(self) -> bool:
        """Return False for a form inside a form, which is ignored (13.2.6.4.7)."""
        if self._templates:
            return True
        was, self._in_form = self._in_form, True
        return not was

    def _content(self, name: str, tag: int, read: Tag) -> int:
        """Apply a start tag; return the end of its content if that is raw or a drawing."""
        if name in {"svg", "math"}:
            if read.self_closing:
                return read.end
            return self._drawing(name, tag, read.end)
        if name == "template":
            self._templates += 1
        elif name == "noscript":
            self._noscripts += 1
        if name not in RAW:
            return read.end
        end = content_end(self.octets, name, read.end, self.end)
        self.page.add_content(name, read, end)
        return end

    def _drawing(self, name: str, tag: int, at: int) -> int:
        opened = self._opened
        drawing = Foreign(self.page, name, lambda closing: opened.is_closed_by(closing, tag))
        end = opened.drawings[tag] = drawing.scan(at, self.end)
        return end


def scan_links(octets: bytes, encoding: str = "utf-8") -> list[LinkLocation]:
    """Return the links of a page, without those in comments."""
    return Scanner(octets, 0, len(octets), encoding).scan().locations
