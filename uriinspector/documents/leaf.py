"""A part in which links were looked for, and what its links need to be told about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote as unquoted

from uriinspector.analysis.encoding import decode
from uriinspector.documents.document_values import Source
from uriinspector.documents.html.attribute_values import attribute_value
from uriinspector.documents.html.link_text import LinkText, has_text, link_text
from uriinspector.documents.html.passwords import Passwords
from uriinspector.documents.html.tag import Tag, read_tag
from uriinspector.documents.html.tokens import HIDING, UNSPOKEN
from uriinspector.documents.link_location import END, PLACE, START, TAG, VALUE

if TYPE_CHECKING:
    from uriinspector.documents.document_values import DocumentBase, DocumentPart
    from uriinspector.documents.judge import Judge
    from uriinspector.documents.line_index import LineIndex
    from uriinspector.documents.link_location import LinkLocation, LinkPlace
    from uriinspector.documents.message_scope import MessageScope
    from uriinspector.documents.octets import Octets


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
    # What a link may be as well, where a line was broken behind a hyphen.
    others: dict[int, str] = field(default_factory=dict)
    # The tag that was read last: one tag can hold a hundred thousand links.
    _last: tuple[int, Tag] | None = field(default=None, init=False, repr=False)
    _passwords: Passwords | None = field(default=None, init=False, repr=False)

    @property
    def judge(self) -> Judge:
        """Who judges its links."""
        return self.message.judge

    @property
    def in_message(self) -> bool:
        """Whether it is part of a message."""
        return self.message.envelope is not None

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

    def attribute(self, tag: Tag, name: str) -> str | None:
        """The value of an attribute of a tag."""
        result = tag.attributes.get(name)
        if result is None:
            return None
        return attribute_value(self.octets.get()[result.start : result.end], self.encoding)

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
