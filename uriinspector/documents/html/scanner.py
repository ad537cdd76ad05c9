"""Scan a page for links in one pass over its bytes.

The scanner works with offsets and copies nothing. The content that changes the meaning of what
follows (raw text, scripts, comments, foreign content) is handled by a few methods; everything else
is skipped by one regular expression. The scanner for SVG and MathML is slower, one token at a time:
drawings are small and few. Open elements are tracked to find adjacent links and password fields.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from uriinspector.analysis.encoding import WINDOWS
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.document_values import LinkLocation, LinkPlace
from uriinspector.documents.html.page import Page
from uriinspector.documents.html.tokens import (
    CDATA,
    CLOSING,
    COMMENT,
    PLAIN_STEP,
    QUOTES,
    RAW,
    SPECIAL,
    STEP,
    VOID,
    Tag,
    attribute_value,
    content_end,
    lowered_name,
    place_of,
    read_tag,
)

if TYPE_CHECKING:
    Spelling: TypeAlias = tuple[bytes, bytes | None]


HTML, SVG, MATH = "", "svg", "math"
# Start tags that leave no open element: a parser closes it immediately, or ignores the tag in the
# body of a page (13.2.6.4.7).
NEVER_OPEN = VOID | {
    *("basefont", "bgsound", "body", "colgroup", "frame", "frameset", "head", "html", "keygen"),
    "param",
}
# The special elements (13.2.4.2) that can be open here; end tags of ordinary elements do not close
# them.
SPECIAL_ELEMENTS = frozenset(
    {
        "address", "applet", "article", "aside", "blockquote", "button", "caption", "center", "dd",
        "details", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
        "h1", "header", "hgroup", "li", "listing", "main", "marquee", "menu", "nav", "noscript",
        "object", "ol", "p", "pre", "search", "section", "select", "summary", "table", "tbody",
        "td", "template", "tfoot", "th", "thead", "tr", "ul",
    }
)  # fmt: skip
SCOPE = frozenset({"applet", "caption", "marquee", "object", "table", "td", "template", "th"})
TABLE = frozenset({"caption", "table", "tbody", "td", "tfoot", "th", "thead", "tr"})
TABLE_SCOPE = frozenset({"table", "template"})
# The end tag of a heading closes a heading of any level.
HEADINGS = dict.fromkeys(("h2", "h3", "h4", "h5", "h6"), "h1")
# Formatting elements: their end tags may be inside blocks, which stay open (the adoption agency,
# 13.2.6.4.7).
FORMATTING = frozenset(
    {
        "a",
        "b",
        "big",
        "code",
        "em",
        "font",
        "i",
        "nobr",
        "s",
        "small",
        "strike",
        "strong",
        "tt",
        "u",
    }
)
# The maximum depth of the search: browsers do not nest deeper either.
DEEPEST = 512


class OpenElement(NamedTuple):
    """An open element; ``is_point`` is True if HTML resumes in it, inside SVG or MathML."""

    name: str
    space: str = HTML
    is_point: bool = False

    @property
    def is_special(self) -> bool:
        """True if end tags of ordinary elements cannot close anything outside it."""
        return self.is_point or (not self.space and self.name in SPECIAL_ELEMENTS)


def barriers(name: str) -> tuple[frozenset[str], bool]:
    """Return the elements that stop an end tag, and True if drawings stop it, too."""
    if name == "template":
        return frozenset(), False
    if name in TABLE:
        return TABLE_SCOPE, False
    return (SCOPE if name in SPECIAL_ELEMENTS or name in FORMATTING else SPECIAL_ELEMENTS), True


class Stack:
    """The open elements, the outermost first."""

    def __init__(self) -> None:
        self.nodes: list[OpenElement] = []
        self.names: Counter[str] = Counter()
        self._points = 0

    def open(self, node: OpenElement) -> None:
        self.nodes.append(node)
        self.names[node.name] += 1
        self._points += node.is_point

    def open_tag(self, name: str) -> None:
        """Open the element of a start tag; parts of a table are ignored outside of tables."""
        is_piece = name in TABLE and name != "table"
        if is_piece and not (self.names["table"] or self.names["template"]):
            return
        if name not in NEVER_OPEN:
            self.open(OpenElement(HEADINGS.get(name, name)))

    def cut(self, index: int, reopened: Sequence[OpenElement] = ()) -> None:
        """Close the elements from an index on, and reopen some of them."""
        closed = self.nodes[index:]
        del self.nodes[index:]
        for node in closed:
            self.names[node.name] -= 1
            self._points -= node.is_point
        for node in reopened:
            self.open(node)

    def close(self, index: int) -> None:
        """Close the element at an index; blocks in a formatting element stay open."""
        rest: Sequence[OpenElement] = ()
        if not self.nodes[index].space and self.nodes[index].name in FORMATTING:
            inside = self.nodes[index + 1 :]
            blocks = [at for at, node in enumerate(inside, 1) if node.is_special]
            rest = inside[: blocks[-1]] if blocks else ()
        self.cut(index, rest)

    def closed_by(self, name: str) -> int | None:
        """Return the index of the element that an end tag closes.

        -1 means an element outside of this stack, None that the tag is ignored (13.2.6.4.7).
        """
        name = HEADINGS.get(name, name)
        if name == "form":  # its end tag does not close elements in it
            return None
        stops, at_points = barriers(name)
        if not self.names[name] and (at_points or not self._points):
            return None if self._points else -1
        nodes = self.nodes
        for index in range(len(nodes) - 1, max(len(nodes) - DEEPEST, 0) - 1, -1):
            node = nodes[index]
            if not node.space and node.name == name:
                return index
            if (at_points and node.is_point) or (not node.space and node.name in stops):
                return None
        return -1


class OpenElements:
    """The open elements of a page where a drawing begins, computed when needed."""

    def __init__(self, octets: bytes, start: int) -> None:
        self._octets = octets
        self._at = start
        self._stack = Stack()
        self._asked: dict[str, bool] = {}
        # The ends of drawings by their starts.
        self.drawings: dict[int, int] = {}

    def is_closed_by(self, name: str, at: int) -> bool:
        if self._at < at:
            self._asked.clear()
            self._go_on(at)
        if name not in self._asked:
            number = self._stack.closed_by(name)
            self._asked[name] = number is not None and number >= 0
        return self._asked[name]

    def _go_on(self, end: int) -> None:
        while self._at < end:
            token = PLAIN_STEP.match(self._octets, self._at, end)
            if token is None:
                break
            self._at = token.end()
            if token[1] is not None:
                self._tag(token.start(1) - 1, lowered_name(token[1]), end)
            elif self._octets.startswith(b"<!--", self._at - 4):
                comment = COMMENT.match(self._octets, self._at, end)
                self._at = comment.end() if comment else end
        self._at = end

    def _tag(self, tag: int, name: str, end: int) -> None:
        self._at = self.drawings.get(tag) or read_tag(self._octets, self._at, end).end
        if name.startswith("/"):
            self._close(name[1:])
        elif name in RAW:
            self._at = content_end(self._octets, name, self._at, end)
        elif name not in {SVG, MATH}:
            self._stack.open_tag(name)

    def _close(self, name: str) -> None:
        stack = self._stack
        index = stack.closed_by(name) if stack.names[HEADINGS.get(name, name)] else None
        if index is not None and index >= 0:
            stack.close(index)


# The maximum number and length of adjacent links.
MOST, ADJACENT_LINKS_LONGEST = 8, 4_000
OPENING = expression(rb"<[aA](?=[\t\n\f\r /])")
LINK_END = expression(rb"</[aA]\s{0,9}>")
CLOSED = expression(rb"</[aA]\s{0,9}>\Z")


def neighbors(octets: bytes, at: int, tag: Tag, end: int) -> tuple[list[Tag], list[Tag]]:
    """Return the tags of the links that touch the one at ``at``, before and after it."""
    return _before(octets, at, end), _following(octets, tag, end)


def _before(octets: bytes, at: int, end: int) -> list[Tag]:
    result: list[Tag] = []
    while len(result) < MOST and CLOSED.search(octets[max(at - 16, 0) : at]):
        low = max(at - ADJACENT_LINKS_LONGEST, 0)
        starts = [match.start() for match in OPENING.finditer(octets, low, at)]
        if not starts:
            break
        at = starts[-1]
        result.insert(0, read_tag(octets, at + 2, end))
    return result


def _following(octets: bytes, tag: Tag, end: int) -> list[Tag]:
    result: list[Tag] = []
    while len(result) < MOST:
        closing = LINK_END.search(octets, tag.end, min(tag.end + ADJACENT_LINKS_LONGEST, end))
        if closing is None or OPENING.match(octets, closing.end()) is None:
            break
        tag = read_tag(octets, closing.end() + 2, end)
        result.append(tag)
    return result


FIELD = expression(
    rb"(?i)<(?:!--|(input|/form|" + "|".join(sorted(RAW)).encode() + rb")(?=[\t\n\f\r />]))"
)
# Input types that show the typed text.
PLAIN = frozenset({"", "text", "tel", "number", "email", "search"})
CALLED = ("name", "id", "placeholder", "aria-label", "autocomplete")
PASSWORDS_LONGEST = 200
# Field names are searched as windows-1252: the two-character alternatives are letters in UTF-8.
ASKING = expression(
    r"(?i)passwor[dt]|passcode|passphrase|kennwort|contrase(?:n|\xf1|\xc3\xb1)a|wachtwoord|parola"
    r"|mot[\s_-]?de[\s_-]?passe|has(?:l|\xc5\u201a)o\b|l(?:o|\xf6|\xc3\xb6)senord"
    r"|(?<![a-z])(?:pass|passwd|pwd|psw|psswd|mdp|senha)(?![a-z])"
)


class Passwords:
    """The password fields of a page, found in one pass for all its forms."""

    def __init__(self, octets: bytes, start: int, end: int) -> None:
        self._octets = octets
        self._places = array("Q")
        self._ends = array("Q")
        # Fields with a "form" attribute, which can be anywhere in the page (HTML 4.10.17.3).
        self._named: set[bytes] = set()
        at = start
        while match := FIELD.search(octets, at, end):
            at = self._after(match, end)

    def _after(self, match: re.Match[bytes], end: int) -> int:
        at = match.end()
        if match[1] is None:
            comment = COMMENT.match(self._octets, at, end)
            return comment.end() if comment else end
        name = lowered_name(match[1])
        if name == "/form":
            self._ends.append(match.start())
            return at
        tag = read_tag(self._octets, at, end)
        if name != "input":
            return content_end(self._octets, name, tag.end, end)
        if self._is_for_password(tag):
            if "form" in tag.attributes:
                self._named.add(self._value(tag, "form"))
            else:
                self._places.append(match.start())
        return tag.end

    def _is_for_password(self, tag: Tag) -> bool:
        """Return True if a field is for passwords, by its type, a masking style, or its names."""
        kind = attribute_value(self._value(tag, "type"), WINDOWS).strip().lower()
        if kind == "password":
            return True
        if kind not in PLAIN:
            return False
        if b"text-security" in self._value(tag, "style").lower():
            return True
        return any(
            ASKING.search(attribute_value(self._value(tag, name), WINDOWS)[:PASSWORDS_LONGEST])
            for name in CALLED
        )

    def _value(self, tag: Tag, name: str) -> bytes:
        attribute = tag.attributes.get(name)
        return self._octets[attribute.start : attribute.end] if attribute else b""

    @property
    def are_any(self) -> bool:
        return bool(self._places or self._named)

    def are_asked_for(self, form: Tag) -> bool:
        """Return True if the form with this start tag has a password field."""
        if "id" in form.attributes and self._value(form, "id") in self._named:
            return True
        closed = bisect_left(self._ends, form.end)
        field = bisect_left(self._places, form.end)
        if field == len(self._places):
            return False
        return closed == len(self._ends) or self._places[field] < self._ends[closed]


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
# HTML also continues in an "annotation-xml" whose encoding is HTML; "mglyph" and "malignmark"
# remain MathML.
ANNOTATION, PAGES = "annotation-xml", frozenset({b"text/html", b"application/xhtml+xml"})
# Elements whose text may contain addresses, and the start of a CDATA section around it.
CODE = frozenset({"script", "style"})
COMMENT_END = expression(rb"[^>]*+>")
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
                at = self._until(at, end, is_cdata=bool(self.stack.nodes[-1].space))
            elif token[1] is not None:
                at = self._tag(token.start(1) - 1, token.end(1), end)
            elif self.octets.startswith(b"!--", at - 3) and self.octets[at - 4 : at - 3] == b"<":
                at = self.page.add_comment(at)
        return at

    def _until(self, at: int, end: int, *, is_cdata: bool) -> int:
        match = (CDATA if is_cdata else COMMENT_END).match(self.octets, at, end)
        return match.end() if match else end

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
            # The end tag closes this element, not one of the same name around it.
            return read_tag(self.octets, min(stop + len(name) + 2, end), end).end
        if len(self.stack.nodes) < DEEPEST:
            self.stack.open_tag(name)
        return read.end

    def _text_end(self, at: int, end: int) -> int:
        """Return the end of the text after a start tag: code in drawings is not raw text."""
        section = SECTION.match(self.octets, at, end)
        if section is not None:
            return self._until(section.end(), end, is_cdata=True)
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


# The maximum number of cached spellings of tags and attributes; usually there are only a few.
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
        """Return "template" for content that is not in the page yet, else "noscript", else None."""
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
