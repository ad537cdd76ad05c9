"""Track the open elements of a page; find adjacent links and password fields."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from uriinspector.analysis.encoding import WINDOWS
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.html.tokens import (
    COMMENT,
    PLAIN_STEP,
    RAW,
    VOID,
    Tag,
    attribute_value,
    content_end,
    lowered_name,
    read_tag,
)

HTML, SVG, MATH = "", "svg", "math"
# Start tags that leave no open element: a parser closes it immediately, or ignores the tag in the
# body of a page (13.2.6.4.7).
NEVER_OPEN = VOID | {
    *("basefont", "bgsound", "body", "colgroup", "frame", "frameset", "head", "html", "keygen"),
    "param",
}
# The special elements (13.2.4.2) that can be open here: the end tags of ordinary elements cannot
# close past them.
SPECIAL = frozenset(
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
# Their end tags cross blocks, which stay open (the adoption agency, 13.2.6.4.7).
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
    """An open element; ``is_point`` if HTML continues in it, inside of SVG or MathML."""

    name: str
    space: str = HTML
    is_point: bool = False

    @property
    def is_special(self) -> bool:
        """True if end tags of ordinary elements cannot close past it."""
        return self.is_point or (not self.space and self.name in SPECIAL)


def barriers(name: str) -> tuple[frozenset[str], bool]:
    """Return the elements that an end tag cannot close past, and whether drawings stop it, too."""
    if name == "template":
        return frozenset(), False
    if name in TABLE:
        return TABLE_SCOPE, False
    return (SCOPE if name in SPECIAL or name in FORMATTING else SPECIAL), True


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
CLOSING = expression(rb"</[aA]\s{0,9}>")
CLOSED = expression(rb"</[aA]\s{0,9}>\Z")


def neighbors(octets: bytes, at: int, tag: Tag, end: int) -> tuple[list[Tag], list[Tag]]:
    """Return the tags of the links that touch the one at ``at``, before and after it."""
    return _before(octets, at, end), _behind(octets, tag, end)


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


def _behind(octets: bytes, tag: Tag, end: int) -> list[Tag]:
    result: list[Tag] = []
    while len(result) < MOST:
        closing = CLOSING.search(octets, tag.end, min(tag.end + ADJACENT_LINKS_LONGEST, end))
        if closing is None or OPENING.match(octets, closing.end()) is None:
            break
        tag = read_tag(octets, closing.end() + 2, end)
        result.append(tag)
    return result


STEP = expression(
    rb"(?i)<(?:!--|(input|/form|" + "|".join(sorted(RAW)).encode() + rb")(?=[\t\n\f\r />]))"
)
# Input types that show the typed text.
PLAIN = frozenset({"", "text", "tel", "number", "email", "search"})
CALLED = ("name", "id", "placeholder", "aria-label", "autocomplete")
PASSWORDS_LONGEST = 200
# In windows-1252, as field names mostly are: other letters as their UTF-8 bytes look there.
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
        while match := STEP.search(octets, at, end):
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
