"""SVG and MathML inside of a page: other rules for tags, until it ends or is broken off.

Slower than the scanner, one token at a time: drawings are small and few.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.documents.html.grammar import CDATA, PLAIN_STEP
from uriinspector.documents.html.rawtext import RAW, content_end
from uriinspector.documents.html.tag import VOID, Tag, lowered_name, read_tag

if TYPE_CHECKING:
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
INTEGRATION = frozenset({"foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext"})
DEEPEST = 512


class Foreign:
    """The content of one ``svg`` or ``math``; ``stack`` holds what is open in it, and
    whether that is foreign itself."""

    def __init__(self, page: Page, context: str | None, name: str) -> None:
        self.page = page
        self.octets = page.octets
        self.context = context
        self.stack: list[tuple[str, bool]] = [(name, True)]

    def scan(self, at: int, end: int) -> int:
        """Where the page goes on."""
        while at < end and self.stack:
            token = PLAIN_STEP.match(self.octets, at, end)
            if token is None:
                return end
            at = token.end()
            if token[2] is not None:
                # 13.2.5.42: only foreign content has CDATA; elsewhere it is a comment.
                closing = CDATA if self.stack[-1][1] else None
                at = self._until(closing, at, end)
            elif token[1] is not None:
                at = self._tag(token.start(1) - 1, token.end(1), end)
            elif self.octets.startswith(b"!--", at - 3) and self.octets[at - 4 : at - 3] == b"<":
                at = self.page.add_comment(at)
        return at

    def _until(self, closing: object, at: int, end: int) -> int:
        if closing is CDATA:
            found = CDATA.match(self.octets, at, end)
            return found.end() if found else end
        stop = self.octets.find(b">", at, end)
        return end if stop < 0 else stop + 1

    def _is_foreign(self) -> bool:
        """Whether tags are read as those of a drawing now."""
        name, foreign = self.stack[-1]
        return foreign and name not in INTEGRATION

    def _tag(self, tag: int, at: int, end: int) -> int:
        name = lowered_name(self.octets[tag + 1 : at])
        read = read_tag(self.octets, at, end)
        if not read.closed:
            return end
        if name.startswith("/"):
            return self._closed(name[1:], tag, read)
        foreign = self._is_foreign()
        if foreign and (name in BREAKOUT or (name == "font" and FONT & read.attributes.keys())):
            return self._broken_off(tag)
        foreign = foreign or name in {"svg", "math"}
        self.page.add_tag(tag, name, read, foreign=foreign)
        if foreign:
            if not read.self_closing:
                self._open(name, foreign=True)
            return read.end
        if name in RAW:
            stop = content_end(self.octets, name, read.end, end)
            self.page.add_content(name, read, stop)
            # Its end tag closes it, and nothing of the same name around it.
            return read_tag(self.octets, min(stop + len(name) + 2, end), end).end
        if name not in VOID:
            self._open(name, foreign=False)
        return read.end

    def _open(self, name: str, *, foreign: bool) -> None:
        if len(self.stack) < DEEPEST:
            self.stack.append((name, foreign))

    def _closed(self, name: str, tag: int, read: Tag) -> int:
        """An end tag: of the drawing, or of a piece of a page inside of it."""
        if self._is_foreign() and name in {"p", "br"}:
            return self._broken_off(tag)
        wanted = self.stack[-1][1]
        for index in range(len(self.stack) - 1, -1, -1):
            opened, foreign = self.stack[index]
            if foreign != wanted:
                break
            if opened == name:
                del self.stack[index:]
                break
        return read.end

    def _broken_off(self, tag: int) -> int:
        """Out of the drawing, to the page or to the nearest piece of a page inside of it."""
        while self.stack and self._is_foreign():
            self.stack.pop()
        return tag
