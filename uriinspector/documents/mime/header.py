"""The header of a message or a part: its fields, where they stand, and where the body begins."""

from __future__ import annotations

from uriinspector.analysis.encoding import RECODED, encoding_named
from uriinspector.analysis.lazy import lazy
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.mime.encoded_words import decoded_words, guessed_text, parameters

# A name, a colon, and the lines that belong to it; white space before the colon is old and odd.
LINE = rb"(?:[^\r\n]++|\r(?!\n)|(?!))*+"
FIELD = expression(
    rb"([!-9;-~]{1,200})[ \t]*+:("
    + LINE
    + rb"(?:\r?\n[ \t]++(?=[^\r\n])"
    + LINE
    + rb"|(?!))*+)(?:\r?\n|\Z)"
)
# What an mbox, a relay or a sloppy program puts between the fields.
ENVELOPE = expression(rb">?From [^\r\n]*+\r?\n")
EMPTY = expression(rb"[ \t]*+\r?\n")
# No field is read further for what it means; its references are looked for in all of it.
LONGEST = 16_384


class HeaderField(NamedTuple):
    """One field: its name in small letters, and where its value stands."""

    name: str
    start: int
    end: int


class Header:
    """All fields of a header, in order."""

    def __init__(self, octets: bytes, fields: list[HeaderField], body: int) -> None:
        self.octets = octets
        self.fields = fields
        self.body = body

    def all_of(self, name: str) -> list[str]:
        """The values of all fields of a name, as people read them."""
        return [self.text(field) for field in self.fields if field.name == name]

    def get(self, name: str) -> str | None:
        """The value of the first field of a name."""
        field = next((each for each in self.fields if each.name == name), None)
        return None if field is None else self.text(field)

    def raw(self, name: str) -> str | None:
        """The same with encoded words left as they are."""
        field = next((each for each in self.fields if each.name == name), None)
        return None if field is None else self._unfolded(field)

    def raw_all(self, name: str) -> list[str]:
        """The values of all fields of a name with encoded words left as they are."""
        return [self._unfolded(each) for each in self.fields if each.name == name]

    def text(self, field: HeaderField) -> str:
        """A value unfolded, its encoded words decoded."""
        return decoded_words(self._unfolded(field))

    def _unfolded(self, field: HeaderField) -> str:
        """A value in one line; bytes beyond ASCII as UTF-8, else in the charset of the body."""
        octets = self._octets(field).replace(b"\r\n", b"").replace(b"\n", b"").strip(b" \t")
        try:
            return octets.decode()
        except UnicodeDecodeError:
            return guessed_text(octets, self._charset)

    @lazy
    def _charset(self) -> str | None:
        """The charset of the body, where it can be that of the header as well."""
        field = next((each for each in self.fields if each.name == "content-type"), None)
        value = "" if field is None else self._octets(field).decode("ascii", "replace")
        charset = parameters(" ".join(value.split()))[1].get("charset")
        is_said = (charset or "").lower() not in {"us-ascii", "ascii"}
        return charset if is_said and encoding_named(charset) not in RECODED else None

    def _octets(self, field: HeaderField) -> bytes:
        return self.octets[field.start : min(field.end, field.start + LONGEST)]


def read_header(octets: bytes, start: int, end: int) -> Header:
    """The fields up to an empty line, or up to what is no field."""
    fields: list[HeaderField] = []
    at = start
    while at < end:
        match = FIELD.match(octets, at, end)
        if match:
            fields.append(HeaderField(match[1].decode("ascii").lower(), *match.span(2)))
            at = match.end()
            continue
        empty = EMPTY.match(octets, at, end)
        if empty:
            return Header(octets, fields, empty.end())
        envelope = ENVELOPE.match(octets, at, end)
        if envelope is None:
            break
        at = envelope.end()
    return Header(octets, fields, at)
