"""Links in plain text (RFC 3986 appendix C, url-syntax-05 appendix E).

White space includes line breaks, tabs and no-break spaces, but not other control characters.  It
ends a reference, except between angle brackets or double quotes, where both appendices ignore it.

Our own heuristics decide whether a final dot or an unbalanced bracket is part of a reference, and
which references without a scheme are accepted.
"""

import re
from collections.abc import Iterator
from heapq import merge

from uriinspector.analysis import defang
from uriinspector.analysis.defanged import edited, link_edits, marked_runs
from uriinspector.analysis.domains import SPECIAL_NAMES, is_listed
from uriinspector.analysis.encoding import UTF8, decode, mapped_text
from uriinspector.analysis.host_shape import is_file_name, listed_hosts
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple

# Unicode's White_Space without control characters that people do not type; as characters for
# str.strip, and as a character class for regular expressions.
_WIDTHS = "".join(map(chr, range(0x2000, 0x200B)))
WHITE_SPACE = f"\t\n\x0b\x0c\r \u00a0\u1680{_WIDTHS}\u2028\u2029\u202f\u205f\u3000"
WHITE_CLASS = WHITE_SPACE.replace(_WIDTHS, "\u2000-\u200a")
SPACE = expression(f"[{WHITE_CLASS}]++")
# Double quotes of various languages.
QUOTES = {'"': '"', "\u201c": "\u201d", "\u201e": "\u201c", "\u00ab": "\u00bb"}
DELIMITERS = {"<": ">", **QUOTES}
PAIRS = {**DELIMITERS, "'": "'", "(": ")", "[": "]"}
PREFIX = expression(f"url:[{WHITE_CLASS}]*+", re.IGNORECASE)
# A line break with the spaces around it.
BREAK = expression("(?<![ \t])[ \t]*+[\r\n]++[ \t]*+")
# An identifier in brackets after the name of its header field: "mailto:<joe@example.com>".
HEADERS = frozenset({"mailto", "news", "mid", "cid"})
IN_HEADER = expression(f"((?:mailto|news|mid|cid):)[{WHITE_CLASS}]?<([^<>\\s]++)>", re.IGNORECASE)
# A scheme with nothing after it: the text mentions it without linking.
MENTION = expression(r"[A-Za-z][A-Za-z0-9+.-]*+:/{0,2}")
# The beginning of another reference, and the words of a sentence.
ANOTHER = expression(
    f"(?<![=&?])(?<!//)[{WHITE_CLASS}](?:[a-z][a-z0-9+.-]*+://|mailto:|www\\.)", re.IGNORECASE
)
SENTENCE = expression(r"\S*+(?=.* [^\W\d_]{2})(?: [^\W\d_][^\W\d_]*+){2,}+[.,;:!?]?")
LEADING_SCHEME = expression(f"[{WHITE_CLASS}]*+[A-Za-z][A-Za-z0-9+.-]*+:")
HYPHEN = expression(f"-[ \t]*+(?:\r\n?|\n)[{WHITE_CLASS}]*+")


class Unwrapped(NamedTuple):
    """The span and text of what a wrapper contains.

    ``is_wrapped`` is False if there was nothing but white space around the text.
    """

    start: int
    end: int
    text: str
    is_wrapped: bool


class Joined(NamedTuple):
    """A delimited reference without its white space.

    ``other`` is the alternative if it is unclear whether a hyphen at a line end belongs to the
    reference.
    """

    text: str
    other: str | None = None


def joined(written: str, opening: str) -> Joined | None:
    """Join the text between delimiters into one reference; None if it is not just one.

    A quoted sentence that begins with a link is not a reference, nor is text with a second link.
    """
    if not SPACE.search(written):
        return Joined(written)
    if ANOTHER.search(written) or (opening in QUOTES and SENTENCE.fullmatch(written)):
        return None
    text = SPACE.sub("", written)
    other = SPACE.sub("", HYPHEN.sub("", written)) if HYPHEN.search(written) else text
    return Joined(text, other if other != text else None)


def unbracketed(text: str) -> str | None:
    """Return "mailto:<x>" and the like without the angle brackets; None for other text."""
    match = IN_HEADER.fullmatch(text)
    return f"{match[1]}{match[2]}" if match else None


def unwrap(text: str) -> Unwrapped:
    """Remove white space, one pair of delimiters, and the prefix "URL:"."""
    first = start = len(text) - len(text.lstrip(WHITE_SPACE))
    end = len(text.rstrip(WHITE_SPACE))
    opening = text[start : start + 1]
    closing = PAIRS.get(opening)
    if closing and text[:end].endswith(closing) and end - start > 1:
        start, end = start + 1, end - 1
        bar = (
            text.find("|", start, end)
            if opening == "<" and LEADING_SCHEME.match(text, start)
            else -1
        )
        end = bar if bar >= 0 else end  # "<http://a/|words>", as in chats
    else:
        opening = ""
    match = PREFIX.match(text, start, end)
    start = match.end() if match else start
    written = text[start:end]
    inside = unbracketed(written.strip(WHITE_SPACE))
    if inside is not None:
        return Unwrapped(start, end, inside, is_wrapped=True)
    inside = BREAK.sub("", written)
    if opening in DELIMITERS and LEADING_SCHEME.match(written) and is_one(written, opening):
        # Leading white space inside the delimiters is not part of the reference either.
        read = joined(written.strip(WHITE_SPACE), opening)
        inside = read.text if read else inside
    return Unwrapped(start, end, inside, start > first)


def delimited_at(text: str, at: int) -> tuple[int, str] | None:
    """Return the end and the text of a delimited reference, or None if there is none."""
    before = text[max(0, at - 8) : at].rstrip(WHITE_SPACE)
    if before[-4:].lower() == "url:":
        before = before[:-4].rstrip(WHITE_SPACE)
    opening = before[-1:]
    closing = DELIMITERS.get(opening)
    end = text.find(closing, at) if closing else -1
    read = joined(text[at:end].rstrip(WHITE_SPACE), opening) if end >= 0 else None
    return (end, read.text) if read else None


def is_mention(text: str) -> bool:
    return MENTION.fullmatch(text) is not None


def is_one(inside: str, opening: str) -> bool:
    """Return True if the delimiters around a text match each other, unlike "(a) and (b)"."""
    closing = PAIRS.get(opening)
    if closing is None:
        return True
    if closing == opening:
        return closing not in inside
    depth = 0
    for mark in re.findall(f"[{re.escape(opening + closing)}]", inside):
        depth += 1 if mark == opening else -1
        if depth < 0:
            return False
    return depth == 0


# Longer references are cut.
LONGEST = 16_384
LONGEST_CHARACTER = 4
# The number of bytes decoded first, and the maximum distance of a closing mark from the end of a
# piece.
FIRST_PIECE, FURTHEST = 512, 320
# A UTF-8 character that may continue after the last byte here.
CONTINUED = expression(rb"[\xc0-\xff][\x80-\xbf]{1,3}\Z")
SHORT = 256
# The host of a link without a scheme, or of a mailbox.
HOST_END = expression(r"(?:[^@/?#\s]*@)?(?P<host>[^@/?#:\s]+)")
# A marked link has more characters than this.
SHORTEST_MARKED = 4
# The maximum number of references offered from one text.
MOST = 500
# Schemes that need no slashes; mid and cid only with the brackets of a header.
BARE = rb"(?i:urn|mid|cid|" + defang.BARE.encode() + rb"):(?=[^\s:]|\s<)"
# "http" and "https" with lookalike letters, or with invisible characters after a letter.
_UNSEEN = b"(?:\xc2\xad|\xe2\x80[\x8b-\x8f]|\xe2\x81\xa0|\xef\xbb\xbf){0,9}"
_LETTERS = (b"\xd2\xbb|\xef\xbd\x88|[hH]", b"\xef\xbd\x94|[tT]", b"\xd1\x80|\xef\xbd\x90|[pP]")
_H, _T, _P = (b"(?:" + each + b")" + _UNSEEN for each in _LETTERS)
DISGUISED = _H + _T + _T + _P + b"(?:(?:\xd1\x95|\xef\xbd\x93|[sS])" + _UNSEEN + b")?://"
SCHEME = (
    rb"(?:[a-zA-Z][a-zA-Z0-9+.-]{0,30}(?::|\[:\])(?://|\\\\|\[//\])"
    rb"|(?i:[hf](?:xx|tt|\*\*|xt)?ps?)(?:\[:?//\]:?|\[:\]//|://)"
    rb"|" + BARE + rb"|" + DISGUISED + rb")"
)
NAME = rb"[A-Za-z0-9\x80-\xff_-]++"
DOT = rb"(?:\.|\[\.\]|\(\.\)|\{\.\}|(?i:\[dot\]|\(dot\)|\{dot\}))"
MARKED_DOT = rb"(?:\[\.\]|\(\.\)|\{\.\}|(?i:\[dot\]|\(dot\)|\{dot\}))"
ABBREVIATED = (
    rb"(?:(?i:www[0-9]{0,2}|ftp)" + DOT + rb"(?=[A-Za-z0-9\x80-\xff])"
    rb"|" + NAME + rb"(?:\." + NAME + rb"){0,9}" + MARKED_DOT + rb"(?=[A-Za-z0-9\x80-\xff]))"
)
# Not within a word; but a scheme may follow letters that it cannot contain, since some scripts
# put no spaces between words.
BEGINS = rb"(?<![A-Za-z0-9.@+/-])(?P<begin>" + SCHEME + rb"|(?<![\x80-\xff_])" + ABBREVIATED + rb")"
# Non-ASCII white space and the quotes of QUOTES, in UTF-8.
BLANK = rb"(?:\s|\xc2\xa0){0,9}"
WRAPPED = (
    rb"(?P<open>[<\"]|\xe2\x80[\x9c\x9e]|\xc2\xab)"
    + BLANK
    + rb"(?P<prefix>(?i:URL:)?+"
    + BLANK
    + rb")"
    rb"(?P<inner>" + SCHEME + rb")"
)
STARTS = expression(WRAPPED + rb"|" + BEGINS)
# Every link contains one of these, with no white space between it and the start of the scheme or
# name. A wrapper can take up to WRAPPING bytes before that start.
ANCHOR = expression(rb"[:.]|(?<=[\[({])(?i:dot)")
WHITE = (b" ", b"\n", b"\t", b"\r", b"\f", b"\v")
SPACES = expression(rb"\s")
WRAPPING = 48
# The number of bytes searched at once after an anchor, extended to the end of a word.
AT_ONCE = 1_024
# A link that directly follows another one.
GLUED = expression(rb"(?P<begin>(?i:h(?:tt|xx)ps?://))(?P<open>(?!))?")
# A header's brackets around an identifier: "mailto:<joe@example.com>".
BRACKETED = expression(rb"(?i:mailto|news|mid|cid):\s?<[^<>\s]{1,998}>")
HEADER_ONLY = expression(rb"(?i:mid|cid):")
RUN = expression(rb"[^\s<>\"\x00-\x20\x7f]*+")
TO_CLOSE = {
    opening.encode(): expression(
        rb"(?:[^<>\"\x80-\xff]++|(?!" + closing.encode() + rb")[^<>]|(?!))*+"
    )
    for opening, closing in DELIMITERS.items()
}
# Punctuation of other scripts that ends no reference, and multi-byte spaces. Direction controls
# (U+202A to U+202E) stay, so that their effect is reported.
FOREIGN_END = expression(
    "[\u00a0\u00ab\u00bb\u2000-\u200a\u2018-\u201f\u2026-\u2029\u202f\u2039\u203a\u3000-\u3002"
    "\u3008-\u3011\uff01\uff02\uff07-\uff09\uff0c\uff1a\uff1b\uff1e\uff1f\uff3d\uff5d\uff63]"
)
# Places where a run contains more than the reference: markup after it ("](", "[/url]",
# "&gt;"), line ends as in source code and JSON, a bracket that was not opened, and the scheme of
# another link directly after it.  After "/", "=" and the like a second scheme belongs to the first
# reference.
JOINT = expression(
    r"(?P<markup>\\[nrt](?![^\s/]{0,64}@)|\]\(|\[/(?=[a-z])|&(?:gt|lt|quot|#3[49]);"
    r"|(?<=[\w,;|)\]}'])(?<!%[0-9A-Fa-f]{2})(?=h(?:tt|xx)ps?://))|[()\[{'`|]|(?<!\.)[\]}]",
    re.IGNORECASE,
)
TRAILING = "\\'*_~.,;:!?\u2019\u201d`|"
CLOSING = {")": "(", "]": "[", "}": "{"}
OPENING = {opening: closing for closing, opening in CLOSING.items()}
# The end of a link, by the mark before it ("[http://a/|words]").
MARKED_OFF = {"[": "|", "|": "|", "'": "'", "`": "`"}


class TextAddress(NamedTuple):
    """A reference in a text, its span, and the alternative if a line ends in a hyphen."""

    start: int
    end: int
    value: str
    other: str | None = None


def addresses(
    octets: bytes, start: int, end: int, encoding: str = UTF8, *, are_lines: bool = True
) -> Iterator[TextAddress]:
    """Yield each reference in a range, in order; if two overlap, only the longer one.

    ``are_lines``: the author made the line breaks, so hosts on separate lines are a list of links.
    """
    ways = [_written(octets, start, end, encoding), _marked(octets, start, end, encoding)]
    if are_lines:
        ways.append(_listed(octets, start, end))
    at = start
    for each in merge(*ways, key=_by_place):
        if each.start >= at:
            at = each.end
            yield each


def _by_place(address: TextAddress) -> tuple[int, int]:
    return address.start, -address.end


def _listed(octets: bytes, start: int, end: int) -> Iterator[TextAddress]:
    for first, last in listed_hosts(octets, start, end):
        yield TextAddress(first, last, octets[first:last].decode("ascii"))


def _marked(octets: bytes, start: int, end: int, encoding: str) -> Iterator[TextAddress]:
    """Yield defanged links whose start is hidden by marks."""
    for first, last in marked_runs(octets, start, end):
        written = octets[first:last]
        mapped = mapped_text(written, encoding) if not written.isascii() else None
        text = trimmed((mapped.text if mapped else written.decode("ascii")).rstrip(" \t"))
        size = mapped.place(0, len(text))[1] if mapped else len(text)
        if len(text) > SHORTEST_MARKED and _is_marked(text):
            yield TextAddress(first, first + size, text)


def _is_marked(text: str) -> bool:
    """Return True for a single defanged link to a listed host, or with a scheme."""
    edits = link_edits(text)
    if not edits:
        return False
    plain = edited(text, 0, len(text), edits)
    scheme, colon, _ = plain.partition(":")
    if colon and "." not in scheme and "@" not in scheme:
        return True
    host = HOST_END.match(plain.removeprefix("//"))
    if host is None or is_file_name(plain):
        return False
    name = lowered(host["host"])
    return is_listed(name) or name.rpartition(".")[2] in SPECIAL_NAMES


def _written(octets: bytes, start: int, end: int, encoding: str) -> Iterator[TextAddress]:
    at = start
    # For each opening delimiter, the position before which no closing one occurs.
    unclosed: dict[bytes, int] = {}
    while match := GLUED.match(octets, at, end) or next_start(octets, at, end):
        start, least = match.span("inner" if match["open"] else "begin")
        address = _bracketed(octets, start, end, encoding)
        if address is None and match["open"]:
            address = _wrapped(octets, match, end, encoding, unclosed)
            if address is None:
                # Not a single reference: search again as if there were no delimiters.
                at = start
                continue
        if address is None and not HEADER_ONLY.match(octets, start, least):
            address = _plain(octets, (start, least), end, encoding)
        if address is not None:
            yield address
        at = max(match.end(), address.end if address else _passed(octets, match.end(), end))


def next_start(octets: bytes, at: int, end: int) -> re.Match[bytes] | None:
    """Like ``STARTS.search``, but only near characters that every link has."""
    word = at
    while anchor := ANCHOR.search(octets, word, end):
        point = anchor.start()
        first = max(octets.rfind(each, word, point) for each in WHITE) + 1 or word
        after = min(point + AT_ONCE, end)
        space = SPACES.search(octets, after, min(after + LONGEST, end))
        if space is None:
            return STARTS.search(octets, max(at, first - WRAPPING), end)
        word = space.start()
        # Includes an identifier in the brackets of a header: "mid: <".
        if match := STARTS.search(octets, max(at, first - WRAPPING), min(word + 2, end)):
            return match
    return None


def references_in(text: str, most: int = MOST) -> list[str]:
    """Return the distinct references in a text, in order; lone surrogates are preserved."""
    octets = text.encode("utf-8", "surrogatepass")
    references: dict[str, None] = {}
    for address in addresses(octets, 0, len(octets)):
        value = address.value
        if "\ufffd" in value:
            value = octets[address.start : address.end].decode("utf-8", "surrogatepass")
            value = SPACE.sub("", value)
        references[value] = None
        if len(references) == most:
            break
    return list(references)


def _passed(octets: bytes, at: int, end: int) -> int:
    """Return where to search on after a place without a reference; long runs are skipped."""
    run = RUN.match(octets, at, min(end, at + LONGEST))
    return run.end() if run and run.end() - at > SHORT else at


def _bracketed(octets: bytes, start: int, end: int, encoding: str) -> TextAddress | None:
    match = BRACKETED.match(octets, start, end)
    value = unbracketed(decode(match[0], encoding)) if match else None
    return TextAddress(start, match.end(), value) if match and value else None


def _wrapped(
    octets: bytes, match: re.Match[bytes], end: int, encoding: str, unclosed: dict[bytes, int]
) -> TextAddress | None:
    """Return the reference between delimiters without its white space, or None."""
    start = match.start("inner")
    opening = match["open"]
    closing = DELIMITERS[opening.decode()].encode()
    limit = _limit(octets, start, end)
    first = min(max(start, unclosed.get(opening, start)), limit)
    inside = TO_CLOSE[opening].match(octets, first, limit)
    stop = inside.end() if inside else first
    if not octets.startswith(closing, stop, end):
        unclosed[opening] = stop
        return None
    if opening == b"<" and (bar := octets.find(b"|", start, stop)) >= 0:
        stop = bar  # "<http://a/|words>", as in chats
    if opening == b'"' and octets[match.start("open") - 1 : match.start("open")] == b"\\":
        stop -= octets[start:stop].endswith(b"\\")  # nested quotes, as in JSON
    decoded = decode(octets[start:stop], encoding)
    read = joined(decoded.rstrip(WHITE_SPACE), opening.decode())
    if read is None or is_mention(read.text):
        return None
    return TextAddress(start, start + len(octets[start:stop].rstrip()), read.text, read.other)


def _limit(octets: bytes, start: int, end: int) -> int:
    """Return the maximum end of a reference, moved so that it does not cut a UTF-8 character."""
    limit = min(end, start + LONGEST)
    return _between(octets, limit) if limit < end else limit


def _plain(octets: bytes, begin: tuple[int, int], end: int, encoding: str) -> TextAddress | None:
    """Return a reference up to white space, without the punctuation of the sentence around it."""
    start, least = begin
    run = RUN.match(octets, start, _limit(octets, start, end))
    last = run.end() if run else start
    before = octets[max(start - 1, 0) : start].decode("latin-1")
    # Decoding in pieces avoids quadratic time if many references follow each other directly.
    size = FIRST_PIECE
    while True:
        stop = last if start + size >= last else _between(octets, start + size)
        read = _read(octets[start:stop], least - start, before, encoding)
        if stop == last or read.scanned + FURTHEST < stop - start:
            break
        size *= 8
    # Trimming can leave only the start of a reference, which is not one.
    if start + read.size <= least or not _is_reference(read.text):
        return None
    return TextAddress(start, start + read.size, read.text)


class _DelimitedText(NamedTuple):
    """A reference, its size in bytes, and how many bytes were searched for its end."""

    text: str
    size: int
    scanned: int


def _read(written: bytes, least: int, before: str, encoding: str) -> _DelimitedText:
    mapped = mapped_text(written, encoding) if not written.isascii() else None
    text = mapped.text if mapped else written.decode("ascii")
    if foreign := FOREIGN_END.search(text):
        text = text[: foreign.start()]
    joint = _joint(text, least, before)
    text = trimmed(text[:joint])
    if mapped is None:
        return _DelimitedText(text, len(text), joint)
    return _DelimitedText(text, mapped.place(0, len(text))[1], mapped.place(0, joint)[1])


def _between(octets: bytes, at: int) -> int:
    """Move an offset to the start of the UTF-8 character that contains it."""
    inside = CONTINUED.search(octets, at - LONGEST_CHARACTER, at + 1)
    return inside.start() if inside else at


def _joint(text: str, at: int, before: str) -> int:
    """Return the end of the reference whose scheme ends at ``at``.

    ")" and "'" may be part of a reference: they end it only if they match the delimiter before it.
    """
    depth = dict.fromkeys(CLOSING, 0)
    for match in JOINT.finditer(text, at):
        char = match[0]
        if match["markup"] is not None or char == MARKED_OFF.get(before):
            return match.start()
        if char in OPENING:
            depth[OPENING[char]] += 1
        elif char in CLOSING:
            depth[char] -= 1
            if depth[char] < 0 and (char != ")" or before == "("):
                return match.start()
    return len(text)


def trimmed(text: str) -> str:
    """Remove trailing punctuation and brackets that belong to the sentence."""
    opened = {closing: text.count(opening) for closing, opening in CLOSING.items()}
    closed = {closing: text.count(closing) for closing in CLOSING}
    end = len(text)
    while end:
        char = text[end - 1]
        if char in CLOSING:
            if closed[char] <= opened[char]:
                break
            closed[char] -= 1
        elif char not in TRAILING:
            break
        end -= 1
    return text[:end]


def _is_reference(text: str) -> bool:
    """Return True if there is text after the scheme, or after "www." and the like."""
    scheme, colon, rest = text.partition(":")
    if colon and "." not in scheme:
        return bool(rest.strip("/\\[]:"))
    return len(text) > 4 and (text[-1:].isalnum() or "/" in text)
