"""The scanner: one pass over the octets of a page, jumping from one wanted tag to the next.

It works on offsets and copies nothing.  What changes the meaning of what follows (raw text,
scripts, comments, foreign content) is left to the few lines that know about it; everything else
is skipped inside one expression.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.documents.html.attributes import place_of
from uriinspector.documents.html.foreign import Foreign
from uriinspector.documents.html.open_elements import OpenElements
from uriinspector.documents.html.page import Page
from uriinspector.documents.html.rawtext import RAW, content_end
from uriinspector.documents.html.tag import QUOTES, lowered_name, read_tag
from uriinspector.documents.html.tokens import CLOSING, SPECIAL, STEP
from uriinspector.documents.link_location import LinkPlace

if TYPE_CHECKING:
    from typing import TypeAlias

    from uriinspector.documents.html.tag import Tag
    from uriinspector.documents.link_location import LinkLocation

    # The name of a tag and of an attribute in it, as they are spelled.
    Spelling: TypeAlias = tuple[bytes, bytes | None]

# Tags and attributes as they are spelled, and what they are: spellings are few, but not bounded.
MOST_SPELLINGS = 1024
SECOND_LOOK = frozenset({*SPECIAL, *(f"/{name}" for name in CLOSING)})


class Scanner:
    """A page, or a part of one, from ``start`` to ``end``; what it finds is in ``page``."""

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
        """All of it."""
        while not self.go_on(1 << 30):
            pass
        return self.page

    def go_on(self, most: int) -> bool:
        """About so many links more; the answer is whether that was all of it."""
        step, spelled, octets, end = STEP.match, self._spelled, self.octets, self.end
        link_locations = self.page.locations
        add, most = link_locations.append, len(link_locations) + most
        context = self.page.context
        at = self._at
        while at < end:
            token = step(octets, at, end)
            if token is None:  # it matches everywhere
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
        """A template counts more: what stands in it is in no page yet."""
        if self._templates:
            return "template"
        return "noscript" if self._noscripts else None

    def _look_again(self, tag: int, at: int, key: Spelling) -> int:
        """A tag of which the first look did not tell all; the answer is where to go on."""
        name = lowered_name(self.octets[tag + 1 : at])
        self._remember(key, name)
        read = read_tag(self.octets, at, self.end)
        if not read.closed:
            return self.end  # the page ends inside of the tag, and no parser makes one of it
        if name.startswith("/"):
            self._close(name[1:])
            return read.end
        if name == "form" and not self._may_open_form():
            return read.end
        self.page.add_tag(tag, name, read)
        return self._content(name, tag, read)

    def _remember(self, key: Spelling, name: str) -> None:
        """What a spelling is; True where it needs the second look every time."""
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
        """A form inside of a form is no form, templates aside (13.2.6.4.7)."""
        if self._templates:
            return True
        was, self._in_form = self._in_form, True
        return not was

    def _content(self, name: str, tag: int, read: Tag) -> int:
        """What the start tag changes; the answer is where its kind of content ends."""
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
        """Other rules, until it ends or is broken off."""
        opened = self._opened
        drawing = Foreign(self.page, name, lambda closing: opened.is_closed_by(closing, tag))
        end = opened.drawings[tag] = drawing.scan(at, self.end)
        return end


def scan_links(octets: bytes, encoding: str = "utf-8") -> list[LinkLocation]:
    """The links of a page, without those in comments."""
    return Scanner(octets, 0, len(octets), encoding).scan().locations
