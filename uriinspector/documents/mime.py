"""Parse messages: headers, multipart bodies, transfer encodings with positions, and CMS content.

Like mail programs, the decoders tolerate missing line ends, stray characters, and padding
in the middle. Of CMS (S/MIME), only the elements around the content are read, in BER or
DER; no signature is verified.
"""

from __future__ import annotations

import re
from array import array
from binascii import Error, a2b_base64, a2b_qp, a2b_uu
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from urllib.parse import unquote_to_bytes

from uriinspector.analysis.encoding import RECODED, WINDOWS, decode, encoding_named
from uriinspector.analysis.resource_files import lazy
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.authentication import TRACE, claims_of
from uriinspector.documents.document_values import (
    ENVELOPE_READER_MOST,
    Envelope,
    Mailbox,
    Protected,
)
from uriinspector.documents.octets import Octets, RunCoding

BASE64_RUN = 8192
ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
NOISE = bytes(set(range(256)) - set(ALPHABET) - {ord("=")})
STRANGE = bytes(set(range(256)) - set(ALPHABET))
LETTERS = expression(rb"[A-Za-z0-9+/]++")
PADDED = expression(rb"=++")
# If nothing follows the padding, the standard library can decode everything in one call.
BASE64_END = expression(rb"[=\s]*+\Z")
# For each byte of a four-character group: its first character, and the one after its last.
FIRST, AFTER_LAST = (0, 1, 2), (2, 3, 4)


class Base64:
    """The Base64 coding; the characters per run are counted when a position is first needed."""

    def __init__(self) -> None:
        self._body = (0, 0)
        self._counts = array("Q")
        self._runs = array("Q")
        # The start of each padded stretch, in decoded bytes and in characters.
        self._decoded = array("Q", (0,))
        self._letters = array("Q", (0,))
        # The lines of the last run: the number of characters before each, and their offsets.
        self._at = -1
        self._before: list[int] = []
        self._places: list[int] = []

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """Decode the text; decoding continues after padding."""
        self._body = (start, end)
        padding = octets.find(b"=", start, end)
        if padding < 0 or BASE64_END.match(octets, padding, end):
            try:
                return a2b_base64(octets[start:end])
            except Error:
                pass  # the last group is incomplete
        letters = octets[start:end].translate(None, NOISE).rstrip(b"=")
        if b"=" not in letters:
            return _group(letters)
        pieces = [_group(piece) for piece in PADDED.split(letters)]
        if len(self._decoded) == 1:
            self._remember(PADDED.split(letters), pieces)
        return b"".join(pieces)

    def _count(self, octets: bytes) -> None:
        count = 0
        start, end = self._body
        for at in range(start, end, BASE64_RUN):
            self._counts.append(count)
            self._runs.append(at)
            count += len(octets[at : min(at + BASE64_RUN, end)].translate(None, STRANGE))
        self._counts.append(count)
        self._runs.append(end)

    def _remember(self, written: list[bytes], decoded: list[bytes]) -> None:
        size = letters = 0
        for piece, octets in zip(written[:-1], decoded[:-1], strict=True):
            size += len(octets)
            letters += len(piece)
            self._decoded.append(size)
            self._letters.append(letters)

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:
        octets = outer.get()
        first = self._letter(octets, self._index(start, FIRST))
        if end <= start:
            return first, first
        last = self._letter(octets, self._index(end - 1, AFTER_LAST) - 1) + 1
        # Padding belongs to the bytes before it.
        while octets[last : last + 1] == b"=":
            last += 1
        return first, last

    def _index(self, offset: int, within: tuple[int, int, int]) -> int:
        """Return the index of the character that encodes a byte, without counting noise."""
        stretch = bisect_right(self._decoded, offset) - 1
        group, rest = divmod(offset - self._decoded[stretch], 3)
        return self._letters[stretch] + 4 * group + within[rest]

    def _letter(self, octets: bytes, index: int) -> int:
        if not self._counts:
            self._count(octets)
        run = bisect_right(self._counts, index) - 1
        if run >= len(self._runs) - 1:
            return self._runs[-1]
        if run != self._at:
            self._look(octets, run)
        line = bisect_right(self._before, index) - 1
        return self._places[line] + index - self._before[line]

    def _look(self, octets: bytes, run: int) -> None:
        self._at, before = run, self._counts[run]
        self._before, self._places = [], []
        for match in LETTERS.finditer(octets, self._runs[run], self._runs[run + 1]):
            self._before.append(before)
            self._places.append(match.start())
            before += match.end() - match.start()


def _group(letters: bytes) -> bytes:
    """Decode a stretch without padding; a single character at the end is too short for a byte."""
    rest = len(letters) % 4
    if rest == 1:
        letters = letters[:-1]
    return a2b_base64(letters + b"=" * (-len(letters) % 4))


# The rest of the line after a boundary.
REST = expression(rb"(--)?[ \t]*+(?:\r?\n|\Z)")
# A line that could be a boundary, if the header has none or a wrong one.
LIKELY = expression(rb"(?:\A|\n)--([^\s-][^\r\n]{0,199}?|-[^\r\n]{1,199}?)(?:--)?[ \t]*\r?(?=\n)")


class MultipartBody(NamedTuple):
    """The spans of the parts, and of the text before and after them."""

    parts: list[tuple[int, int]]
    before: tuple[int, int]
    after: tuple[int, int]
    closed: bool


def divided(octets: bytes, boundary: bytes, start: int, end: int) -> MultipartBody:
    """Split a body at its boundary lines; a body without a closing line extends to the end."""
    parts: list[tuple[int, int]] = []
    opened, preamble = -1, (start, end)
    line = b"--" + boundary
    at = start
    while (number := octets.find(line, at, end)) >= 0:
        at = number + len(line)
        rest = REST.match(octets, at, end)
        if rest is None or (number > start and octets[number - 1] != 0x0A):
            continue
        stop = _before_line_end(octets, number, start)
        if opened < 0:
            preamble = (start, stop)
        else:
            parts.append((opened, max(opened, stop)))
        opened = at = rest.end()
        if rest[1]:
            return MultipartBody(parts, preamble, (opened, end), True)
    if opened >= 0:
        parts.append((opened, end))
    return MultipartBody(parts, preamble, (end, end), False)


def _before_line_end(octets: bytes, at: int, start: int) -> int:
    """Return the offset before the line end that belongs to a boundary."""
    if at > start and octets[at - 1] == 0x0A:
        at -= 1
        if at > start and octets[at - 1] == 0x0D:
            at -= 1
    return at


def repaired(octets: bytes, start: int, end: int) -> bytes | None:
    """Guess the boundary from the body: the first line that looks like one and is repeated."""
    match = LIKELY.search(octets, start, min(end, start + (1 << 16)))
    if match is None:
        return None
    boundary = match[1]
    again = octets.find(b"\n--" + boundary, match.end(1), end)
    return boundary if again >= 0 else None


PKCS7, SMIME = bytes.fromhex("2a864886f70d0107"), bytes.fromhex("2a864886f70d01091001")
SIGNED, COMPRESSED, ENCRYPTED, OTHER = "signed", "compressed", "encrypted", "other"
KINDS = {
    PKCS7 + b"\x02": SIGNED,
    PKCS7 + b"\x03": ENCRYPTED,
    PKCS7 + b"\x06": ENCRYPTED,
    SMIME + b"\x09": COMPRESSED,
    SMIME + b"\x17": ENCRYPTED,
}
IDENTIFIER, SEQUENCE, STRING, STRINGS, EXPLICIT = 0x06, 0x30, 0x04, 0x24, 0xA0
# The maximum depth of nesting, and the maximum number of pieces of constructed content.
DEPTH, PIECES = 4, 500_000


class CmsContent(NamedTuple):
    """The kind of CMS content and its spans, empty if it is stored elsewhere or not readable."""

    kind: str
    runs: tuple[tuple[int, int], ...]


class BerElement(NamedTuple):
    """An element: its tag, its content, and the offset after it; -1 if the length is indefinite."""

    tag: int
    start: int
    end: int
    following: int


def read_cms(octets: bytes, start: int, end: int) -> CmsContent:
    outer = _inside(octets, _element(octets, start, end), SEQUENCE, 2)
    if len(outer) < 2 or outer[0].tag != IDENTIFIER:
        return CmsContent(OTHER, ())
    kind = KINDS.get(octets[outer[0].start : outer[0].end], OTHER)
    if kind not in {SIGNED, COMPRESSED}:
        return CmsContent(kind, ())
    wrapped = _inside(octets, outer[1], EXPLICIT, 1)
    fields = _inside(octets, wrapped[0] if wrapped else None, SEQUENCE, 3)
    content = _inside(octets, fields[2] if len(fields) > 2 else None, SEQUENCE, 2)
    written = _inside(octets, content[1] if len(content) > 1 else None, EXPLICIT, 1)
    runs: list[tuple[int, int]] = []
    for each in written:
        _collect(octets, each, runs, 0)
    return CmsContent(kind, tuple(runs))


def _collect(octets: bytes, element: BerElement, runs: list[tuple[int, int]], depth: int) -> None:
    if element.tag == STRING:
        runs.append((element.start, element.end))
    elif element.tag == STRINGS and depth < DEPTH:
        for each in _inside(octets, element, STRINGS, PIECES - len(runs)):
            _collect(octets, each, runs, depth + 1)


def _inside(octets: bytes, element: BerElement | None, tag: int, most: int) -> list[BerElement]:
    """Return the first elements inside an element, or [] if it does not have this tag."""
    result: list[BerElement] = []
    if element is None or element.tag != tag:
        return result
    at = element.start
    while len(result) < most:
        inner = _element(octets, at, element.end)
        if inner is None or (inner.tag == 0 and inner.start == inner.end):
            break
        result.append(inner)
        if len(result) < most:
            at = _following(octets, inner)
    return result


def _element(octets: bytes, at: int, end: int) -> BerElement | None:
    """Read an element: a tag of one byte, a length and the content (X.690 8.1).

    With an indefinite length, the content extends to ``end``.
    """
    if at + 2 > end or octets[at] & 0x1F == 0x1F:
        return None
    tag, length, start = octets[at], octets[at + 1], at + 2
    if length == 0x80:
        return BerElement(tag, start, end, -1)
    if length > 0x80:
        size = length & 0x7F
        length = int.from_bytes(octets[start : start + size], "big")
        start += size
    stop = min(start + length, end)
    return BerElement(tag, min(start, end), stop, stop)


def _following(octets: bytes, element: BerElement) -> int:
    """Return the offset of the next element, after the end mark of one with indefinite length."""
    if element.following >= 0:
        return element.following
    at, opened = element.start, 1
    while opened:
        inner = _element(octets, at, element.end)
        if inner is None:
            return element.end
        if inner.following < 0:
            opened += 1
            at = inner.start
        else:
            opened -= inner.tag == 0 and inner.start == inner.end
            at = inner.following
    return at


# The number of bytes to decode at a time; positions are looked up in one such run.
QUOTED_PRINTABLE_RUN = 4096
# A soft line break, possibly with white space added by a relay, or an encoded byte.
ESCAPE = expression(rb"=(?:([0-9A-Fa-f]{2})|[ \t]*+\r?\n)")
# Escapes that the standard library decodes differently or not at all.
ODD = expression(rb"=(?![0-9A-Fa-f]{2}|\r?\n)")


class QuotedPrintable(RunCoding):
    """The quoted-printable coding."""

    def runs(self, octets: bytes, start: int, end: int) -> Iterator[tuple[int, bytes]]:
        """Decode the text; invalid escapes are copied unchanged."""
        at = start
        while at < end:
            stop = _run_end(octets, at, end)
            yield at, _plain(octets[at:stop])
            at = stop
        yield end, b""

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:
        octets = outer.get()
        first = self.start_of(octets, start)
        if end <= start:
            return first, first
        last = self.start_of(octets, end - 1)
        is_escape = ESCAPE.match(octets, last, last + 3)
        return first, last + (3 if is_escape and is_escape[1] else 1)

    def places(self, octets: bytes, run: int) -> list[int]:
        return _starts(octets, *self.starts[run : run + 2])


def _run_end(octets: bytes, at: int, end: int) -> int:
    """Return the end of a run: after a line end if one is near, and never inside an escape."""
    stop = at + QUOTED_PRINTABLE_RUN
    if stop >= end:
        return end
    line = octets.find(b"\n", stop, min(end, stop + QUOTED_PRINTABLE_RUN))
    if line >= 0:
        return line + 1
    while stop > at + QUOTED_PRINTABLE_RUN // 2 and b"=" in octets[stop - 2 : stop]:
        stop -= 1
    return stop


def _plain(run: bytes) -> bytes:
    if ODD.search(run):
        return ESCAPE.sub(_octet, run)
    return a2b_qp(run)


def _octet(match: re.Match[bytes]) -> bytes:
    return bytes.fromhex(match[1].decode("ascii")) if match[1] else b""


def _starts(octets: bytes, start: int, end: int) -> list[int]:
    """Return the source offset of each decoded byte of a run."""
    starts: list[int] = []
    at = start
    for match in ESCAPE.finditer(octets, start, end):
        starts.extend(range(at, match.start()))
        if match[1]:
            starts.append(match.start())
        at = match.end()
    starts.extend(range(at, end))
    return starts


WORD = expression(r"=\?([^?\s*]{1,60})(?:\*[^?\s]{0,40})?\?([bBqQ])\?([^?\r\n]*+)\?=")
ENCODED_WORDS_RUN = expression(r"(?:=\?[^?\s*]{1,60}(?:\*[^?\s]{0,40})?\?[bBqQ]\?[^?\r\n]*+\?=)+")
BETWEEN = expression(r"(\?=)[ \t]++(?==\?[^?\s]{1,100}\?[bBqQ]\?)")
PARAMETER = expression(
    r";[ \t]*+([^\s=;\"*]{1,60})(\*[0-9]{1,3})?(\*)?[ \t]*+=[ \t]*+"
    r"(?:\"((?:[^\"\\]|\\.)*+)\"?|([^;]*+))"
)
QUOTED_PAIR = expression(r"\\(.)")


def decoded_words(text: str) -> str:
    """Decode the encoded words in a text, without the space between two of them."""
    if "=?" not in text:
        return text
    return ENCODED_WORDS_RUN.sub(_words, BETWEEN.sub(r"\1", text))


def _words(run: re.Match[str]) -> str:
    """Decode adjacent words together: a character can be split between two of them."""
    result, octets, charset = "", b"", ""
    for match in WORD.finditer(run[0]):
        if match[1].lower() != charset:
            result += guessed_text(octets, charset)
            octets, charset = b"", match[1].lower()
        octets += _octets(match)
    return result + guessed_text(octets, charset)


def _octets(match: re.Match[str]) -> bytes:
    _, kind, written = match.groups()
    octets = written.encode("utf-8", "surrogateescape")
    if kind in "qQ":
        octets = octets.replace(b"_", b" ")
        return QuotedPrintable().decoded(octets, 0, len(octets))
    return Base64().decoded(octets, 0, len(octets))


def guessed_text(octets: bytes, charset: str | None) -> str:
    """Decode text in a charset; if it is unknown, as UTF-8 or else as windows-1252.

    In such a guess, a soft hyphen becomes U+FFFD, as it is probably a letter of another charset.
    """
    encoding = encoding_named(charset)
    if encoding is not None:
        return decode(octets, encoding)
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return decode(octets, WINDOWS).replace("\xad", "\ufffd")


def parameters(value: str) -> tuple[str, dict[str, str]]:
    """Return the value before the first ";", in lower case, and the parameters after it."""
    main, semicolon, rest = value.partition(";")
    pieces: dict[str, list[tuple[int, bool, str]]] = {}
    for match in PARAMETER.finditer(semicolon + rest):
        name, section, extended, quoted, bare = match.groups()
        text = QUOTED_PAIR.sub(r"\1", quoted) if quoted is not None else bare.strip()
        number = int(section[1:]) if section else 0
        pieces.setdefault(name.lower(), []).append((number, bool(extended), text))
    return main.strip().lower(), {name: _joined(each) for name, each in pieces.items()}


def _joined(pieces: list[tuple[int, bool, str]]) -> str:
    """Join the sections of a parameter (RFC 2231); the first one contains the charset."""
    pieces.sort(key=lambda piece: piece[0])
    if not any(extended for _, extended, _ in pieces):
        return "".join(text for _, _, text in pieces)
    charset, octets = None, b""
    for number, extended, text in pieces:
        if extended and number == 0 and text.count("'") >= 2:
            charset, _, text = text.split("'", 2)
        octets += unquote_to_bytes(text) if extended else text.encode("utf-8", "surrogateescape")
    return decode(octets, encoding_named(charset) or WINDOWS)


ENVELOPE_READER_LONGEST = 4096
# The fields whose domains are protected against imitation in this message.
PROTECTED = ("to", "delivered-to", "from")
# RFC 5322 3.2.2: a remark may contain remarks; deeper nesting is not supported.
REMARK = r"(?:[^()\\]|\\.|\((?:[^()\\]|\\.)*+\)|(?!))*+"
# A quoted name, an address, a remark, the end of a mailbox (a group's name ends at its colon).
TOKEN = expression(
    r"\"(?P<quoted>(?:[^\"\\]|\\.)*+)\"?|<(?P<angle>[^<>]*+)>?|\((?P<comment>" + REMARK + r")\)?"
    r"|(?P<end>[,;])|(?P<word>[^\s\"<>(),;]++)"
)
PAIR = expression(r"\\(.)")
# The fields with recipients. Those in the second list are addresses without names, as servers
# write them, some with a prefix ("rfc822; ann@work.example", RFC 3464 2.3.1).
NAMED = ("to", "cc", "bcc", "resent-to", "resent-cc", "resent-bcc", "apparently-to")
WRITTEN = (
    *("delivered-to", "x-delivered-to", "x-original-to", "x-envelope-to", "envelope-to"),
    *("x-rcpt-to", "x-recipient", "x-forwarded-to", "x-forwarded-for", "x-failed-recipients"),
    *("x-apparently-to", "x-real-to", "x-original-recipient"),
    *("original-recipient", "final-recipient"),
)
LISTS = ("list-post", "list-owner", "mailing-list", "x-mailing-list", "list-id", "x-beenthere")
ADDRESS = expression(r"[^\s<>()\[\],;:\"@]{1,64}@[^\s<>()\[\],;:\"@?]{1,255}")
MOST_FURTHER = 1_000
SHOWN = {"to": "To", "delivered-to": "Delivered-To", "from": "From"}
# RFC 5322 3.6 and RFC 2045 3: at most one of each.
ONCE = {
    "from": "From",
    "sender": "Sender",
    "reply-to": "Reply-To",
    "to": "To",
    "cc": "Cc",
    "subject": "Subject",
    "date": "Date",
    "message-id": "Message-ID",
    "content-type": "Content-Type",
    "content-transfer-encoding": "Content-Transfer-Encoding",
    "content-disposition": "Content-Disposition",
    "mime-version": "MIME-Version",
}


def envelope_of(header: Header, part: str, *, is_inside: bool = False) -> Envelope:
    """Read the envelope; for an embedded message, the sender could have written every field."""
    delivered = tuple(_addresses(header, "delivered-to"))
    return Envelope(
        part=part,
        subject=header.get("subject"),
        date=header.get("date"),
        message_id=header.get("message-id"),
        senders=_senders(header),
        reply_to=_mailboxes(header, "reply-to"),
        return_path=next(iter(_addresses(header, "return-path")), None),
        recipients=_mailboxes(header, "to"),
        delivered_to=delivered,
        authentication=tuple(header.all_of("authentication-results")[:ENVELOPE_READER_MOST]),
        protected=_protected(header),
        sender=_mailboxes(header, "sender"),
        received_spf=header.get("received-spf"),
        arc=tuple(header.all_of("arc-authentication-results")[:ENVELOPE_READER_MOST]),
        received=tuple(header.all_of("received")[:ENVELOPE_READER_MOST]),
        repeated=_repeated(header),
        claims=claims_of(_trace(header), is_inside=is_inside),
        further_recipients=_further_recipients(header),
        lists=_lists(header),
        is_listed=any(field.name in LISTS for field in header.fields),
    )


def _trace(header: Header) -> Iterator[tuple[str, str]]:
    """Yield the fields that servers add on the route, in order."""
    counts: Counter[str] = Counter()
    for field in header.fields:
        if field.name in TRACE and counts[field.name] < ENVELOPE_READER_MOST:
            counts[field.name] += 1
            yield field.name, header.text(field)


def _further_recipients(header: Header) -> tuple[Mailbox, ...]:
    """Return the recipients in all fields except those in the first To field."""
    result: dict[Mailbox, None] = {}
    for name in NAMED:
        for field in header.raw_all(name):
            result |= dict.fromkeys(mailboxes(field))
    written = (_addresses_in(field) for name in WRITTEN for field in header.raw_all(name))
    result |= dict.fromkeys(Mailbox("", address) for found in written for address in found)
    first = {*_mailboxes(header, "to")}
    return tuple(each for each in result if each not in first)[:MOST_FURTHER]


def _lists(header: Header) -> tuple[str, ...]:
    """Return the addresses of mailing lists (RFC 2369, and older fields of list programs)."""
    fields = (each for name in LISTS for each in header.raw_all(name))
    return tuple(dict.fromkeys(each for field in fields for each in _addresses_in(field)))[
        :ENVELOPE_READER_MOST
    ]


def _addresses_in(field: str) -> list[str]:
    return ADDRESS.findall(field[:ENVELOPE_READER_LONGEST])


def _repeated(header: Header) -> tuple[str, ...]:
    counts = Counter(field.name for field in header.fields)
    return tuple(shown for name, shown in ONCE.items() if counts[name] > 1)


def _senders(header: Header) -> tuple[Mailbox, ...]:
    """Return the mailboxes of every From field: programs differ in which one they show."""
    fields = header.raw_all("from")
    return tuple(each for field in fields for each in mailboxes(field[:ENVELOPE_READER_LONGEST]))[
        :ENVELOPE_READER_MOST
    ]


def _mailboxes(header: Header, name: str) -> tuple[Mailbox, ...]:
    """Return a field's mailboxes; names are decoded later, as they may contain encoded commas."""
    return tuple(
        mailboxes((header.raw(name) or "")[:ENVELOPE_READER_LONGEST])[:ENVELOPE_READER_MOST]
    )


def mailboxes(value: str) -> list[Mailbox]:
    """Parse the names and addresses in a field (RFC 5322 3.4), tolerating errors."""
    result: list[Mailbox] = []
    name: list[str] = []
    address = comment = ""
    for token in (*TOKEN.finditer(value), None):
        kind = token.lastgroup if token else "end"
        text = token[kind] if token and kind else ""
        if kind == "angle":
            address = text.strip()
        elif kind == "quoted":
            name.append(PAIR.sub(r"\1", text))
        elif kind == "comment":
            comment = PAIR.sub(r"\1", text)
        elif kind == "word":
            name.append(text)
        else:
            mailbox = _mailbox(" ".join(name), address, comment)
            if mailbox.name or mailbox.address:
                result.append(mailbox)
            name, address, comment = [], "", ""
    return result


def _mailbox(name: str, address: str, comment: str) -> Mailbox:
    if not address and "@" in name:
        name, address = comment, name
    return Mailbox(decoded_words(name or comment), address)


def _addresses(header: Header, name: str) -> list[str]:
    return [each.address for each in _mailboxes(header, name) if each.address]


def _protected(header: Header) -> tuple[Protected, ...]:
    values: dict[str, str] = {}
    for name in PROTECTED:
        for each in _mailboxes(header, name):
            if "." in each.domain and "@" in each.address:
                values.setdefault(each.domain, SHOWN[name])
    return tuple(Protected(domain, field) for domain, field in values.items())


# A name, a colon, and the value with folded lines; white space before the colon is obsolete.
HEADER_LINE = rb"(?:[^\r\n]++|\r(?!\n)|(?!))*+"
FIELD = expression(
    rb"([!-9;-~]{1,200})[ \t]*+:("
    + HEADER_LINE
    + rb"(?:\r?\n[ \t]++(?=[^\r\n])"
    + HEADER_LINE
    + rb"|(?!))*+)(?:\r?\n|\Z)"
)
# Lines that mboxes, relays and sloppy programs insert between the fields.
ENVELOPE = expression(rb">?From [^\r\n]*+\r?\n")
EMPTY = expression(rb"[ \t]*+\r?\n")
# The maximum number of bytes of a field to interpret; links are searched for in all of it.
HEADER_LONGEST = 16_384


class HeaderField(NamedTuple):
    """A header field: its name in lower case, and the span of its value."""

    name: str
    start: int
    end: int


class Header:
    def __init__(self, octets: bytes, fields: list[HeaderField], body: int) -> None:
        self.octets = octets
        self.fields = fields
        self.body = body

    def all_of(self, name: str) -> list[str]:
        """Return the values of all fields with this name, as users see them."""
        return [self.text(field) for field in self.fields if field.name == name]

    def get(self, name: str) -> str | None:
        """Return the value of the first field with this name, or None."""
        raw = self.raw(name)
        return None if raw is None else decoded_words(raw)

    def raw(self, name: str) -> str | None:
        """Return the value of the first field with this name, without decoding encoded words."""
        field = next((each for each in self.fields if each.name == name), None)
        return None if field is None else self._unfolded(field)

    def raw_all(self, name: str) -> list[str]:
        """Return the values of all fields with this name, without decoding encoded words."""
        return [self._unfolded(each) for each in self.fields if each.name == name]

    def text(self, field: HeaderField) -> str:
        """Return the unfolded value of a field, with encoded words decoded."""
        return decoded_words(self._unfolded(field))

    def _unfolded(self, field: HeaderField) -> str:
        """Unfold a value; bytes beyond ASCII are UTF-8, or else in the charset of the body."""
        octets = self._octets(field).replace(b"\r\n", b"").replace(b"\n", b"").strip(b" \t")
        try:
            return octets.decode()
        except UnicodeDecodeError:
            return guessed_text(octets, self._charset)

    @lazy
    def _charset(self) -> str | None:
        """The charset of the body if the header could be in it as well, or None."""
        field = next((each for each in self.fields if each.name == "content-type"), None)
        value = "" if field is None else self._octets(field).decode("ascii", "replace")
        charset = parameters(" ".join(value.split()))[1].get("charset")
        is_said = (charset or "").lower() not in {"us-ascii", "ascii"}
        return charset if is_said and encoding_named(charset) not in RECODED else None

    def _octets(self, field: HeaderField) -> bytes:
        return self.octets[field.start : min(field.end, field.start + HEADER_LONGEST)]


def read_header(octets: bytes, start: int, end: int) -> Header:
    """Read the fields up to an empty line, or up to a line that is not a field."""
    fields: list[HeaderField] = []
    at = start
    while at < end:
        match = FIELD.match(octets, at, end)
        if match:
            fields.append(HeaderField(match[1].decode("ascii").lower(), *match.span(2)))
            at = match.end()
            continue
        empty = EMPTY.match(octets, at, end)
        if empty and not _goes_on(octets, empty, end):
            return Header(octets, fields, empty.end())
        if empty:
            at = empty.end()
            continue
        envelope = ENVELOPE.match(octets, at, end)
        if envelope is None:
            break
        at = envelope.end()
    return Header(octets, fields, at)


# Fields after which a line of white space alone does not end the header.
WELL_KNOWN = expression(
    rb"(?i)(?:from|sender|reply-to|to|cc|subject|date|received|message-id|mime-version|content-type)"
    rb"[ \t]*:"
)


def _goes_on(octets: bytes, empty: re.Match[bytes], end: int) -> bool:
    """Return True for a line of white space that folds a field (RFC 5322 4.2)."""
    is_folded = empty[0][:1] in {b" ", b"\t"}
    return is_folded and WELL_KNOWN.match(octets, empty.end(), end) is not None


BEGIN = expression(rb"^begin [0-7]{3,4} ([^\r\n]{1,260})\r?\n", re.MULTILINE)
UUENCODE_END = expression(rb"^end[ \t]*\r?$", re.MULTILINE)
UUENCODE_LINE = expression(rb"([ -`][ -`]*)\r?\n?")
# The maximum number of files in a text.
UUENCODE_MOST = 64


class UuencodedFile(NamedTuple):
    name: str
    start: int
    end: int


def uuencoded_files(octets: bytes, start: int, end: int) -> Iterator[UuencodedFile]:
    """Yield the files between "begin" and "end" lines in a text."""
    at = start
    for _ in range(UUENCODE_MOST):
        begin = BEGIN.search(octets, at, end)
        if begin is None:
            return
        at = begin.end()
        if not _is_line(octets, at, end):
            continue  # ordinary text
        closing = UUENCODE_END.search(octets, at, end)
        at = closing.start() if closing else end
        yield UuencodedFile(begin[1].decode("utf-8", "replace").strip(), begin.end(), at)


def _is_line(octets: bytes, at: int, end: int) -> bool:
    """Return True if a line's length matches its first character; spaces at its end may be lost."""
    line = UUENCODE_LINE.match(octets, at, end)
    if line is None:
        return False
    over = len(line[1]) - 1 - (_size(line[1]) + 2) // 3 * 4
    return -2 <= over <= 2


class Uuencode(RunCoding):
    """The uuencode coding; each line is a run."""

    def runs(self, octets: bytes, start: int, end: int) -> Iterator[tuple[int, bytes]]:
        """Decode the lines, starting after the "begin" line if there is one."""
        begin = BEGIN.search(octets, start, end)
        at = begin.end() if begin else start
        while at < end and not UUENCODE_END.match(octets, at, end):
            line = UUENCODE_LINE.match(octets, at, end)
            if line is None:
                break
            yield at, _line(line[1])
            at = line.end()
        yield at, b""

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002 - every Coding is given them
        first = self._group(start)
        if end <= start:
            return first, first
        return first, self._group(end - 1) + 4

    def _group(self, offset: int) -> int:
        line = self.run_at(offset)
        if line >= len(self.sizes) - 1:
            return self.starts[-1]
        return self.starts[line] + 1 + (offset - self.sizes[line]) // 3 * 4


def _size(written: bytes) -> int:
    return (written[0] - 32) & 63


def _line(written: bytes) -> bytes:
    """Decode a line; one that is too short or too long is decoded as far as possible."""
    size = _size(written)
    if not size:
        return b""
    wanted = (size + 2) // 3 * 4
    try:
        return a2b_uu(written[:1] + written[1 : 1 + wanted].ljust(wanted))
    except Error:
        return b""
