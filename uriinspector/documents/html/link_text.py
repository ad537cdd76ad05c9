"""The text that people see of a link: its content as a browser would lay it out in one line."""

from __future__ import annotations

from uriinspector.analysis.encoding import decode
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.html.attribute_values import attribute_value, cleaned
from uriinspector.documents.html.embedded_addresses import unescaped as unescaped_style
from uriinspector.documents.html.rawtext import RAW, content_end
from uriinspector.documents.html.references import unescaped
from uriinspector.documents.html.tag import VOID, Tag, lowered_name, read_tag
from uriinspector.documents.html.tokens import COMMENT, PLAIN_STEP

# Beyond this much of the page no text belongs to a link, whether it is closed or not.
MOST = 1 << 16
SPACES = expression("[\t\n\f\r ]++")
# Elements whose content is their text, and the attribute that is the text of others.
CONTENT = frozenset({"a", "button"})
TEXT_ATTRIBUTES = {"area": "alt", "img": "alt", "input": "value"}
PICTURES = frozenset({"img", "image", "svg", "video", "canvas", "object", "picture"})
# Elements that begin a new line or a new cell.
BLOCKS = frozenset({"br", "div", "p", "td", "th", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6"})
# Styles under which nothing is seen, and those under which text is not.
HIDDEN = expression(
    r"(?i)display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0*(?:\.0+)?\s*(?:;|!|\Z)"
    r"|mso-hide\s*:\s*all|max-height\s*:\s*0(?:px)?\s*(?:;|\Z)"
    r"|\b(?:left|top)\s*:\s*-[0-9]{3}|\bclip\s*:\s*rect\(\s*0"
)
TEXTLESS = expression(
    r"(?i)font-size\s*:\s*0*(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:;|!|\Z)|text-indent\s*:\s*-[0-9]{3}"
)
# A style under which letters run backwards, and what does the same in a text (UAX 9).
TURNING = expression(r"(?i)unicode-bidi\s*:\s*(?:bidi-override|isolate-override)")
RIGHT_TO_LEFT = expression(r"(?i)direction\s*:\s*rtl")
OVERRIDE, POP = "\u202e", "\u202c"
# So far before a link it is looked for what turns it.
AROUND = 600
STYLE_COMMENT = expression(r"/\*[^*]*+(?:\*(?!/)[^*]*+|(?!))*+(?:\*/|\Z)")


class LinkText(NamedTuple):
    """All the text of a link, and what of it can be seen."""

    text: str
    visible: str
    # Whether a picture is seen in it, which may say nothing.
    is_pictured: bool = False


def is_hidden(style: str | None, tag: Tag, *, pictured: bool = False) -> bool:
    """Whether an element is made to be not seen, by its own attributes."""
    if "hidden" in tag.attributes or not style:
        return "hidden" in tag.attributes
    read = unescaped_style(STYLE_COMMENT.sub("", style))
    return bool(HIDDEN.search(read) or (not pictured and TEXTLESS.search(read)))


class TextCollector:
    """Gathers the text between a tag and the end of its element."""

    def __init__(self, octets: bytes, encoding: str) -> None:
        self.octets = octets
        self.encoding = encoding
        self.all: list[str] = []
        self.visible: list[str] = []
        # The element that hides its content, and how many of its name are open inside.
        self.hider: str | None = None
        self.depth = 0
        self.is_pictured = False
        # The element that turns its content.
        self.turner: str | None = None

    def add(self, text: str) -> None:
        """Text, seen or not."""
        self.all.append(text)
        if self.hider is None:
            self.visible.append(text)

    def value(self, tag: Tag, name: str) -> str | None:
        """An attribute's value."""
        attribute = tag.attributes.get(name)
        return attribute and attribute_value(
            self.octets[attribute.start : attribute.end], self.encoding
        )

    def until_closed(self, element: str, at: int, end: int) -> None:
        """All up to the end tag, or to another start tag of the same name."""
        end = min(end, at + MOST)
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
            # A "<" that begins nothing is text too.
            if less >= 0 and stop - less > 1:
                stop = less
        if stop > at:
            text = cleaned(decode(self.octets[at:stop], self.encoding))
            self.add(unescaped(text, attribute=False))

    def _tag(self, name: str, read: Tag, end: int) -> int:
        """What a tag does to the text; the answer is where to go on."""
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
        if self.turner is None and self.is_turning(name, read):
            self.turner = name
            self.visible.append(OVERRIDE)
        if self.hider is not None:
            self.depth += name == self.hider
        elif name not in VOID and is_hidden(self.value(read, "style"), read):
            self.hider, self.depth = name, 1
        return read.end

    def _close(self, name: str) -> None:
        if name == self.hider:
            self.depth -= 1
            if not self.depth:
                self.hider = None
        if name == self.turner:
            self.turner = None
            self.visible.append(POP)

    def is_turning(self, name: str, read: Tag) -> bool:
        """Whether the element shows its letters from right to left."""
        if name == "bdo" and (self.value(read, "dir") or "").strip().lower() == "rtl":
            return True
        style = self.value(read, "style")
        return (
            style is not None
            and TURNING.search(style) is not None
            and (RIGHT_TO_LEFT.search(style) is not None or self.value(read, "dir") == "rtl")
        )

    def is_turned_around(self, at: int) -> bool:
        """Whether a ``bdo`` around the link shows its letters from right to left."""
        low = max(at - AROUND, 0)
        before = self.octets[low:at].lower()
        opened = before.rfind(b"<bdo")
        if opened < 0 or before.find(b"</bdo", opened) >= 0:
            return False
        return self.is_turning("bdo", read_tag(self.octets, low + opened + 4, at))


def has_text(element: str) -> bool:
    """Whether elements of the name can have a text that people see."""
    return element in CONTENT or element in TEXT_ATTRIBUTES


def link_text(octets: bytes, tag: Tag, end: int, encoding: str, element: str) -> LinkText | None:
    """The text of the element with that start tag; None where it has none."""
    text = TextCollector(octets, encoding)
    if element in TEXT_ATTRIBUTES:
        words = text.value(tag, TEXT_ATTRIBUTES[element])
        return None if words is None else LinkText(_one_line([words]), _one_line([words]))
    if text.is_turning(element, tag) or text.is_turned_around(tag.end):
        text.turner = element
        text.visible.append(OVERRIDE)
    text.until_closed(element, tag.end, end)
    whole = _one_line(text.all)
    visited = whole if text.all == text.visible else _one_line(text.visible)
    return LinkText(whole, visited, text.is_pictured)


def _one_line(pieces: list[str]) -> str:
    return SPACES.sub(" ", "".join(pieces)).strip(" ")
