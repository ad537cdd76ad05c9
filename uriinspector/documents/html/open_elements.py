"""Which elements are open: what an end tag closes, and what keeps it from doing so (13.2.4.2)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.documents.html.rawtext import RAW, content_end
from uriinspector.documents.html.tag import VOID, lowered_name, read_tag
from uriinspector.documents.html.tokens import COMMENT, PLAIN_STEP

if TYPE_CHECKING:
    from collections.abc import Sequence

HTML, SVG, MATH = "", "svg", "math"
# Start tags that open nothing for what is behind them: a parser takes the element off again, or has
# none of that name in the body of a page (13.2.6.4.7).
NEVER_OPEN = VOID | {
    *("basefont", "bgsound", "body", "colgroup", "frame", "frameset", "head", "html", "keygen"),
    "param",
}
# Elements that only an end tag of another such element reaches over (13.2.4.2, "special"), of those
# that can be open here.
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
# The end tag of any heading closes any other.
HEADINGS = dict.fromkeys(("h2", "h3", "h4", "h5", "h6"), "h1")
# Of these the end tag reaches over blocks, which stay open (the adoption agency, 13.2.6.4.7).
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
# No element is looked for further up: browsers do not nest deeper either.
DEEPEST = 512


class OpenElement(NamedTuple):
    """An open element; ``is_point`` where a page goes on inside of a drawing or a formula."""

    name: str
    space: str = HTML
    is_point: bool = False

    @property
    def is_special(self) -> bool:
        """Whether only an end tag of another such element reaches over it."""
        return self.is_point or (not self.space and self.name in SPECIAL)


def barriers(name: str) -> tuple[frozenset[str], bool]:
    """What the end tag of an element does not reach over, and whether drawings hold it up."""
    if name == "template":
        return frozenset(), False
    if name in TABLE:
        return TABLE_SCOPE, False
    return (SCOPE if name in SPECIAL or name in FORMATTING else SPECIAL), True


class Stack:
    """Open elements, the outermost first."""

    def __init__(self) -> None:
        self.nodes: list[OpenElement] = []
        self.names: Counter[str] = Counter()
        self._points = 0

    def open(self, node: OpenElement) -> None:
        """One more."""
        self.nodes.append(node)
        self.names[node.name] += 1
        self._points += node.is_point

    def open_tag(self, name: str) -> None:
        """A start tag of a page; the pieces of a table are none outside of one."""
        is_piece = name in TABLE and name != "table"
        if is_piece and not (self.names["table"] or self.names["template"]):
            return
        if name not in NEVER_OPEN:
            self.open(OpenElement(HEADINGS.get(name, name)))

    def cut(self, index: int, reopened: Sequence[OpenElement] = ()) -> None:
        """Closes all from there on, some of them aside."""
        closed = self.nodes[index:]
        del self.nodes[index:]
        for node in closed:
            self.names[node.name] -= 1
            self._points -= node.is_point
        for node in reopened:
            self.open(node)

    def close(self, index: int) -> None:
        """What an end tag does to the element there."""
        rest: Sequence[OpenElement] = ()
        if not self.nodes[index].space and self.nodes[index].name in FORMATTING:
            inside = self.nodes[index + 1 :]
            blocks = [at for at, node in enumerate(inside, 1) if node.is_special]
            rest = inside[: blocks[-1]] if blocks else ()
        self.cut(index, rest)

    def closed_by(self, name: str) -> int | None:
        """Which element an end tag closes by the rules of pages: -1 is further out than these,
        None that it is ignored (13.2.6.4.7)."""
        name = HEADINGS.get(name, name)
        if name == "form":  # its end tag closes nothing that stands in it
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
    """What is open in a page where a drawing begins: looked for when an end tag in it asks."""

    def __init__(self, octets: bytes, start: int) -> None:
        self._octets = octets
        self._at = start
        self._stack = Stack()
        self._asked: dict[str, bool] = {}
        # Where drawings begin and end.
        self.drawings: dict[int, int] = {}

    def is_closed_by(self, name: str, at: int) -> bool:
        """Whether the end tag closes an element that is open at that octet."""
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
