"""SVG and MathML inside of a page: other rules for tags, until it ends or is broken off.

Slower than the scanner, one token at a time: drawings are small and few.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.documents.html.open_elements import DEEPEST, HTML, MATH, SVG, OpenElement, Stack
from uriinspector.documents.html.rawtext import RAW, content_end
from uriinspector.documents.html.tag import Tag, lowered_name, read_tag
from uriinspector.documents.html.tokens import CDATA, PLAIN_STEP

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.documents.html.page import Page

# Start tags that end a drawing, wherever in it they stand (13.2.6.5).
BREAKOUT = frozenset(
    {
        "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em",
        "embed", "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing",
        "menu", "meta", "nobr", "ol", "p", "pre", "ruby", "s", "small", "span", "strong",
        "strike", "sub", "sup", "table", "tt", "u", "ul", "var",
    }
)  # fmt: skip
FONT = frozenset({"color", "face", "size"})
# Inside of these a page goes on (13.2.4.2, HTML and MathML text integration points).
POINTS = {
    SVG: frozenset({"foreignobject", "desc", "title"}),
    MATH: frozenset({"mi", "mo", "mn", "ms", "mtext"}),
}
# An annotation is one where it says that it holds a page; these two stay formulas in all of them.
ANNOTATION, PAGES = "annotation-xml", frozenset({b"text/html", b"application/xhtml+xml"})
# Elements whose text holds addresses, and what may stand around all of it.
CODE = frozenset({"script", "style"})
SECTION = expression(rb"\s{0,99}<!\[CDATA\[")
IN_TEXT = frozenset({"mglyph", "malignmark"})


class Foreign:
    """The content of one ``svg`` or ``math``; ``closes`` says whether an end tag of that name
    closes an element of the page around it."""

    def __init__(self, page: Page, name: str, closes: Callable[[str], bool]) -> None:
        self.page = page
        self.octets = page.octets
        self.closes = closes
        self.stack = Stack()
        self._open(OpenElement(name, name))

    def scan(self, at: int, end: int) -> int:
        """Where the page goes on."""
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
        """Whether a start tag of that name is read as one of a drawing now."""
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
            # Its end tag closes it, and nothing of the same name around it.
            return read_tag(self.octets, min(stop + len(name) + 2, end), end).end
        if len(self.stack.nodes) < DEEPEST:
            self.stack.open_tag(name)
        return read.end

    def _text_end(self, at: int, end: int) -> int:
        """Where the text behind a start tag ends: in a drawing, code is no text of its own kind."""
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
        """An end tag: of the drawing, of a piece of a page inside of it, or of what is around."""
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
        """13.2.6.5, any other end tag: by name while nodes are foreign, then as in a page."""
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
        """Out of the drawing, to the page or to the nearest piece of a page inside of it."""
        while self.stack.nodes and self._is_foreign():
            self.stack.cut(len(self.stack.nodes) - 1)
        return tag
