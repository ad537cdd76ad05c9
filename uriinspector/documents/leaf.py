"""A part in which links were looked for, and what its links need to be told about."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import unquote as unquoted

from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.encoding import decode
from uriinspector.core.expression import expression
from uriinspector.documents.document_values import Source
from uriinspector.documents.html.attribute_values import attribute_value
from uriinspector.documents.html.link_text import LinkText, has_text, link_text
from uriinspector.documents.html.passwords import Passwords
from uriinspector.documents.html.tag import Attribute, Tag, read_tag
from uriinspector.documents.html.tokens import HIDING, UNSPOKEN
from uriinspector.documents.link_location import END, PLACE, START, TAG, VALUE, LinkPlace

if TYPE_CHECKING:
    from uriinspector.documents.document_values import DocumentBase, DocumentPart
    from uriinspector.documents.judge import Judge
    from uriinspector.documents.line_index import LineIndex
    from uriinspector.documents.link_location import LinkLocation
    from uriinspector.documents.message_scope import MessageScope
    from uriinspector.documents.octets import Octets
    from uriinspector.documents.placed_findings import PlacedFindings

# How many links are asked which host most of them name, and how many have to name it.
LOOKED_AT = 1_000
FEWEST = 6
ANCHOR = LinkPlace("a", "href")
WEB_HOST = expression(rb"\s*https?://([a-zA-Z0-9.-]{1,253})(?=[/?#\s]|\Z)")


@dataclass(slots=True, eq=False)
class Leaf:
    """Octets with links in them, from ``start`` to ``end``; made by one reader, then only read."""

    part: DocumentPart
    octets: Octets
    start: int
    end: int
    encoding: str
    base: DocumentBase
    outer: DocumentBase
    message: MessageScope
    lines: LineIndex
    is_page: bool
    locations: list[LinkLocation] = field(default_factory=list)
    commented: list[LinkLocation] = field(default_factory=list)
    # What is said of its links by others.
    placed: PlacedFindings | None = None
    # What a link may be as well, where a line was broken behind a hyphen.
    others: dict[int, str] = field(default_factory=dict)
    # The tag that was read last: one tag can hold a hundred thousand links.
    _last: tuple[int, Tag] | None = field(default=None, init=False, repr=False)
    _value: tuple[Attribute, str] | None = field(default=None, init=False, repr=False)
    _passwords: Passwords | None = field(default=None, init=False, repr=False)
    _home: tuple[str | None] | None = field(default=None, init=False, repr=False)
    _linked: Counter[str] | None = field(default=None, init=False, repr=False)

    @property
    def judge(self) -> Judge:
        """Who judges its links."""
        return self.message.judge

    @property
    def in_message(self) -> bool:
        """Whether it is part of a message."""
        return self.message.envelope is not None

    @property
    def is_shown_as_message(self) -> bool:
        """Whether an email program shows it; what is attached is a document of its own."""
        return self.in_message and self.part.path not in self.message.attached

    def value(self, location: LinkLocation) -> str:
        """What a link's value is: nothing is trimmed."""
        value = location[VALUE]
        if value is not None:
            return value
        octets = self.octets.get()[location[START] : location[END]]
        return (
            attribute_value(octets, self.encoding)
            if self.is_page
            else decode(octets, self.encoding)
        )

    def written(self, location: LinkLocation) -> bytes:
        """The octets of the value."""
        return self.octets.get()[location[START] : location[END]]

    def shown(self, location: LinkLocation, tag: Tag | None = None) -> LinkText | None:
        """The text that is shown for a link; None where there is none."""
        place: LinkPlace = location[PLACE]
        if not self.is_page or place.element is None or place.attribute is None:
            return None
        if not has_text(place.element):
            return None
        tag = self.tag(location) if tag is None else tag
        return link_text(self.octets.get(), tag, self.end, self.encoding, place.element)

    def text_of(self, tag: Tag) -> str:
        """The text of a link, by its tag."""
        text = link_text(self.octets.get(), tag, self.end, self.encoding, "a")
        return text.text if text else ""

    def is_unspoken(self, location: LinkLocation) -> bool:
        """Whether its text is in plain sight and too simple to name any site."""
        octets = self.octets.get()
        plain = UNSPOKEN.match(octets, location[END], self.end)
        return plain is not None and HIDING.search(octets, location[TAG], plain.end()) is None

    def tag(self, location: LinkLocation) -> Tag:
        """The tag that a link stands in."""
        at, place = location[TAG], location[PLACE]
        if self._last is None or self._last[0] != at:
            name_end = at + 1 + len(place.element or "")
            self._last = at, read_tag(self.octets.get(), name_end, self.end)
        return self._last[1]

    @property
    def passwords(self) -> Passwords:
        """The fields for passwords; looked for once, when somebody asks."""
        if self._passwords is None:
            self._passwords = Passwords(self.octets.get(), self.start, self.end)
        return self._passwords

    @property
    def home(self) -> str | None:
        """The host that most links of a page name in full: most likely its own."""
        if self._home is None:
            self._home = (self._usual_host(),)
        return self._home[0]

    def _usual_host(self) -> str | None:
        """Of a message there is none: whoever sends it chooses what it links to."""
        if self.in_message or not self.is_page:
            return None
        counts = self.linked_sites
        most = counts.most_common(1)
        if not most or most[0][1] < FEWEST or most[0][1] * 4 < counts.total():
            return None
        return most[0][0]

    @property
    def linked_sites(self) -> Counter[str]:
        """How many links of a page name each site in full."""
        if self._linked is None:
            self._linked = Counter()
            octets = self.octets.get()
            for location in islice(self.locations, LOOKED_AT):
                if location[PLACE] == ANCHOR and (
                    host := WEB_HOST.match(octets, location[START], location[END])
                ):
                    self._linked[_site(host[1].decode("ascii").lower())] += 1
        return self._linked

    def attribute(self, tag: Tag, name: str) -> str | None:
        """The value of an attribute of a tag."""
        result = tag.attributes.get(name)
        if result is None:
            return None
        # Code of any length can have a link in each of its words, and is asked for with each.
        if self._value is None or self._value[0] != result:
            octets = self.octets.get()[result.start : result.end]
            self._value = result, attribute_value(octets, self.encoding)
        return self._value[1]

    def source(self, start: int, end: int) -> Source:
        """Where a run of the octets is written in the file."""
        first, last = self.octets.place(start, end)
        return Source(first, last, *self.lines.place(first))

    def named(self, value: str, target: str | None) -> str | None:
        """The part of the message that a reference names (RFC 2392, RFC 2557)."""
        names = self.message.names
        if not names:
            return None
        if value[:4].lower() == "cid:":
            return names.get("cid:" + unquoted(value[4:]))
        return names.get((target or value).partition("#")[0])


def _site(host: str) -> str:
    """The registrable domain of a host; an address is its own."""
    name = host.removesuffix(".")
    return (registrable_domain(name) if name[-1:].isalpha() else None) or name
