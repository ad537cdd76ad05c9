"""Decoding bytes: encoding labels as browsers know them, and a guess without a label."""

from __future__ import annotations

import codecs
from array import array
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from io import StringIO
from itertools import accumulate

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

UTF8, WINDOWS = "utf-8", "windows-1252"
# A byte order mark takes precedence over any label (Encoding standard 6).
MARKS = ((b"\xef\xbb\xbf", UTF8), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
# Labels that mean one encoding in browsers and another in Python (Encoding standard 4.2).
AS_BROWSERS = {
    **dict.fromkeys(
        (
            *("ascii", "us-ascii", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1"),
            *("l1", "cp1252", "x-cp1252", "windows-1252", "ansi_x3.4-1968", "cp819", "ibm819"),
        ),
        WINDOWS,
    ),
    **dict.fromkeys(("gb2312", "gb_2312-80", "x-gbk", "chinese", "gbk"), "gb18030"),
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j"), "cp932"),
    **dict.fromkeys(("euc-kr", "ks_c_5601-1987", "korean", "windows-949", "ksc5601"), "cp949"),
    **dict.fromkeys(("iso-8859-9", "latin5", "l5"), "cp1254"),
    **dict.fromkeys(("iso-8859-11", "tis-620", "dos-874", "windows-874"), "cp874"),
    **dict.fromkeys(("utf8", "unicode-1-1-utf-8", "utf-8"), UTF8),
    **dict.fromkeys(("utf-16", "utf-16le", "unicode", "ucs-2"), "utf-16-le"),
    "utf-16be": "utf-16-be",
    "big5-hkscs": "big5hkscs",
    "big5": "big5hkscs",
    "x-user-defined": WINDOWS,
}
# Encodings in which bytes below 128 are not always ASCII characters.
RECODED = frozenset(
    {"utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "utf-7", "hz"}
    | {f"iso2022_jp{each}" for each in ("", "_1", "_2", "_2004", "_3", "_ext")}
    | {"iso2022_kr"}
)
TEXT_ENCODING = expression(r"[A-Za-z0-9][A-Za-z0-9_.:+-]{0,40}")


@lru_cache(maxsize=256)
def encoding_named(label: str | None) -> str | None:
    """Return Python's name for a label as browsers read it, or None if it is unknown."""
    name = (label or "").strip("\t\n\f\r '\"").lower()
    if not TEXT_ENCODING.fullmatch(name):
        return None
    name = AS_BROWSERS.get(name, name)
    if name == WINDOWS:
        return name
    try:
        codec_info = codecs.lookup(name)
    except LookupError:
        return None
    # Python also has codecs that produce no text: zlib, rot13, idna.
    return codec_info.name if is_text(codec_info.name) else None


def is_text(name: str) -> bool:
    """Return True if the codec decodes bytes to text."""
    try:
        return b"a\0a\0".decode(name, "replace") is not None and name != "punycode"
    except (LookupError, UnicodeError):
        return False


def marked(octets: bytes) -> tuple[str | None, int]:
    """Return the encoding of a byte order mark and the length of the mark."""
    for mark, name in MARKS:
        if octets.startswith(mark):
            return name, len(mark)
    return None, 0


# Browsers decode the five undefined bytes of windows-1252 to C1 controls.
_TABLE = "".join(bytes((each,)).decode("cp1252", "ignore") or chr(each) for each in range(256))


def decode(octets: bytes, encoding: str) -> str:
    """Decode bytes as browsers do: invalid ones become U+FFFD."""
    if octets.isascii() and encoding not in RECODED:
        return octets.decode("ascii")
    if encoding == WINDOWS:
        return codecs.charmap_decode(octets, "strict", _TABLE)[0]
    return octets.decode(encoding, "replace")


# Stand-ins for invalid UTF-8: lone surrogates, which valid UTF-8 never produces. Each encodes the
# number of bytes (1 to 3) that it replaces.
LENGTHS = "uriinspector-lengths"
REPLACED = {chr(0xDC00 + length): length for length in (1, 2, 3)}
SHOWN = dict.fromkeys(map(ord, REPLACED), "\ufffd")


def _length(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return chr(0xDC00 + error.end - error.start), error.end


codecs.register_error(LENGTHS, _length)


class MappedText(NamedTuple):
    """A decoded text; character ``i`` begins at byte ``starts[i]``, and the last item is the end.

    ``starts`` is None if positions in the text and in the bytes are equal.
    """

    text: str
    starts: Sequence[int] | None

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the byte range of a run of the text."""
        return (start, end) if self.starts is None else (self.starts[start], self.starts[end])


def mapped_text(octets: bytes, encoding: str) -> MappedText:
    """Decode bytes and record where each character begins."""
    if octets.isascii() or encoding == WINDOWS:
        return MappedText(decode(octets, encoding), range(len(octets) + 1))
    if encoding == UTF8:
        with suppress(UnicodeDecodeError):
            whole = octets.decode(encoding)
            return MappedText(whole, _starts(map(len, map(str.encode, whole))))
        decoded = octets.decode(encoding, LENGTHS)
        sizes = (REPLACED.get(char) or len(char.encode()) for char in decoded)
        return MappedText(decoded.translate(SHOWN), _starts(sizes))
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    written = StringIO()  # a list would take a hundred bytes per character
    starts = array("I")
    began = 0
    for at in range(len(octets)):
        text = decoder.decode(octets[at : at + 1])
        if text:
            written.write(text)
            # The decoder returns several characters at once if an expected byte is missing.
            starts.extend([began] * (len(text) - 1))
            starts.append(at if len(text) > 1 and octets[at] < 0x80 else began)
            began = at + 1 - len(decoder.getstate()[0])
    rest = decoder.decode(b"", final=True)
    written.write(rest)
    starts.extend([began] * len(rest) + [len(octets)])
    return MappedText(written.getvalue(), starts)


def _starts(sizes: Iterable[int]) -> array[int]:
    """Return the cumulative sums of the sizes as a compact array: there can be millions."""
    return array("I", accumulate(sizes, initial=0))


def is_utf8(octets: bytes | memoryview) -> bool:
    """Return True if all bytes are valid UTF-8, decoding in pieces to save memory."""
    decoder = codecs.getincrementaldecoder(UTF8)()
    view = memoryview(octets)
    try:
        for start in range(0, len(view), 1 << 16):
            decoder.decode(view[start : start + (1 << 16)])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def guessed(octets: bytes | memoryview) -> str:
    """Return UTF-8 if the bytes are valid UTF-8, otherwise windows-1252, as in most old files."""
    return UTF8 if is_utf8(octets) else WINDOWS
