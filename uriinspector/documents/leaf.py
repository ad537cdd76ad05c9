"""A part in which links were looked for, and what its links need to be told about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote as unquoted

from uriinspector.documents.encoding import decode
from uriinspector.documents.found import END, PLACE, START, TAG, VALUE
from uriinspector.documents.html.grammar import HIDING, UNSPOKEN
from uriinspector.documents.html.passwords import Passwords
from uriinspector.documents.html.shown import Shown, has_text, shown
from uriinspector.documents.html.tag import Tag, read_tag
from uriinspector.documents.html.values import attribute_value
from uriinspector.documents.model import Source

if TYPE_CHECKING:
    from uriinspector.documents.found import Found, Place
    from uriinspector.documents.judge import Judge
    from uriinspector.documents.lines import Lines
    from uriinspector.documents.model import Base, Part
    from uriinspector.documents.octets import Octets


@dataclass(slots=True, eq=False)
class Leaf:
    """Octets with links in them, from ``start`` to ``end``; made by one reader, then only read."""

    part: Part
    octets: Octets
    start: int
    end: int
    encoding: str
    base: Base
    outer: Base
    judge: Judge
    lines: Lines
    is_page: bool
    found: list[Found] = field(default_factory=list)
    commented: list[Found] = field(default_factory=list)
    # What a link may be as well, where a line was broken behind a hyphen.
    others: dict[int, str] = field(default_factory=dict)
    # The addresses of other parts, and the part that each names.
    names: dict[str, str] = field(default_factory=dict)
    in_message: bool = False
    # The tag that was read last: one tag can hold a hundred thousand links.
    _last: tuple[int, Tag] | None = field(default=None, init=False, repr=False)
    _passwords: Passwords | None = field(default=None, init=False, repr=False)

    def value(self, found: Found) -> str:
        """What a link's value is: nothing is trimmed."""
        value = found[VALUE]
        if value is not None:
            return value
        octets = self.octets.get()[found[START] : found[END]]
        return (
            attribute_value(octets, self.encoding)
            if self.is_page
            else decode(octets, self.encoding)
        )

    def written(self, found: Found) -> bytes:
        """The octets of the value."""
        return self.octets.get()[found[START] : found[END]]

    def shown(self, found: Found, tag: Tag | None = None) -> Shown | None:
        """The text that is shown for a link; None where there is none."""
        place: Place = found[PLACE]
        if not self.is_page or place.element is None or place.attribute is None:
            return None
        if not has_text(place.element):
            return None
        tag = self.tag(found) if tag is None else tag
        return shown(self.octets.get(), tag, self.end, self.encoding, place.element)

    def is_unspoken(self, found: Found) -> bool:
        """Whether its text is in plain sight and too simple to name any site."""
        octets = self.octets.get()
        plain = UNSPOKEN.match(octets, found[END], self.end)
        return plain is not None and HIDING.search(octets, found[TAG], plain.end()) is None

    def tag(self, found: Found) -> Tag:
        """The tag that a link stands in."""
        at, place = found[TAG], found[PLACE]
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
        found = tag.attributes.get(name)
        if found is None:
            return None
        return attribute_value(self.octets.get()[found.start : found.end], self.encoding)

    def source(self, start: int, end: int) -> Source:
        """Where a run of the octets is written in the file."""
        first, last = self.octets.place(start, end)
        return Source(first, last, *self.lines.place(first))

    def named(self, value: str, target: str | None) -> str | None:
        """The part of the message that a reference names (RFC 2392, RFC 2557)."""
        if not self.names:
            return None
        if value[:4].lower() == "cid:":
            return self.names.get("cid:" + unquoted(value[4:]))
        return self.names.get((target or value).partition("#")[0])
