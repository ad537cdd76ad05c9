"""The tokens of HTML as regular expressions over bytes: tags, attributes, character references.

Every repetition is possessive and every alternative begins with a different byte, so that
no text is scanned more than a few times. Names are written with both cases of each letter,
which the engine matches faster than with the flag for ignoring case.

``html.unescape`` follows the rule for text. In attributes, a name without its ";" is not a
reference before "=", letters and digits: ``?a=1&copy=2`` does not contain a copyright sign.
"""

import re
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import merge
from html.entities import html5
from io import StringIO
from typing import Any, TypeAlias

from uriinspector.analysis.encoding import (
    UTF8,
    WINDOWS,
    MappedText,
    decode,
    encoding_named,
    mapped_text,
)
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.document_values import COMMAS, ONE, SPACES, SRCSET, LinkPlace
from uriinspector.documents.octets import ConvertedPiece

HTML5 = {
    "action": "form",
    "cite": "blockquote del ins q",
    "data": "object",
    "formaction": "button input",
    "href": "a area base link",
    "imagesrcset": "link",
    "itemid": "*",
    "itemtype": "*",
    "ping": "a area",
    "poster": "video",
    "src": "audio embed iframe img input script source track video",
    "srcset": "img source",
    "usemap": "img object input",
}
# HTML 2 to 4, and inventions of browsers.
OLD = {
    "archive": "applet object",
    "background": "body table tbody td tfoot th thead tr",
    "classid": "object",
    "code": "applet",
    "codebase": "applet object",
    "dynsrc": "img",
    "icon": "command menuitem",
    "longdesc": "frame iframe img",
    "lowsrc": "img",
    "manifest": "html",
    "object": "applet",
    "pluginspage": "embed",
    "pluginurl": "embed",
    "profile": "head",
    "src": "bgsound command frame ilayer layer v:fill v:imagedata",
    "urn": "a link",
    # The shapes of VML, which Outlook draws, and the forms of AMP.
    "href": "v:arc v:curve v:group v:image v:line v:oval v:polyline v:rect v:roundrect v:shape",
    "action-xhr": "form",
}
SEVERAL = {
    "srcset": SRCSET,
    "imagesrcset": SRCSET,
    "ping": SPACES,
    "itemtype": SPACES,
    "profile": SPACES,
    "archive": COMMAS,
}
# In SVG and MathML on any element; HTML treats the prefixed old name as a single name.
FOREIGN = ("href", "xlink:href", "xml:base")
# The base of XML (W3C XML Base), on any element: browsers dropped it, other programs did not.
XML_BASE = "xml:base"
ANYWHERE = "*"


def _by_attribute() -> dict[str, frozenset[str]]:
    values: dict[str, set[str]] = {name: set() for name in FOREIGN}
    for table in (HTML5, OLD):
        for attribute, elements in table.items():
            values.setdefault(attribute, set()).update(elements.split())
    values[XML_BASE] = {ANYWHERE}
    return {attribute: frozenset(elements) for attribute, elements in values.items()}


BY_ATTRIBUTE = _by_attribute()
# Parsers change <image> to <img> (13.2.6.4.7).
RENAMED = {"image": "img"}


def place_of(element: str, attribute: str, *, foreign: bool = False) -> LinkPlace | None:
    """Return the place if the attribute contains references; names are in lower case."""
    if foreign:
        return LinkPlace(element, attribute, ONE, foreign=True) if attribute in FOREIGN else None
    name = RENAMED.get(element, element)
    elements = BY_ATTRIBUTE.get(attribute, frozenset())
    if name not in elements and ANYWHERE not in elements:
        return None
    how = SEVERAL.get(attribute, ONE)
    if attribute == "archive" and name == "object":
        how = SPACES
    return LinkPlace(name, attribute, how)


# The white space of the standard, which excludes the vertical tab.
WS = rb"\t\n\f\r "
# Start tags that change how the following text is parsed, or whose attributes are examined.
SPECIAL = (
    *("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext"),
    *("svg", "math", "template", "noscript", "form", "meta", "param", "base"),
)
# End tags that matter outside of their own raw text.
CLOSING = ("template", "noscript", "form")
Tree: TypeAlias = dict[int | None, Any]


def either_case(text: bytes) -> bytes:
    pieces = []
    for byte in text:
        char = bytes((byte,))
        pieces.append(b"[%b%b]" % (char, char.upper()) if char.isalpha() else re.escape(char))
    return b"".join(pieces)


def one_of(names: tuple[str, ...]) -> bytes:
    """Return a pattern that matches any of the names, and looks at each byte only once."""
    tree: Tree = {}
    for name in names:
        branch = tree
        for byte in name.encode():
            branch = branch.setdefault(byte, {})
        branch[None] = True
    return _written(tree)


def _written(tree: Tree) -> bytes:
    ways = [
        either_case(bytes((byte,))) + _written(rest)
        for byte, rest in tree.items()
        if byte is not None
    ]
    if not ways:
        return b""
    ends = None in tree
    if len(ways) == 1 and not ends:
        return ways[0]
    return b"(?:" + b"|".join(ways) + (b")?+" if ends else b")")


NAME_ENDS = rb"(?=[" + WS + rb"/>]|\Z)"
ATTRIBUTE_ENDS = rb"(?=[" + WS + rb"/>=]|\Z)"
SEPARATOR = rb"[" + WS + rb"/]++"
TAG_NAME = rb"[a-zA-Z][^" + WS + rb"/>]*+"
# A "=" at the beginning belongs to the name; quotes and "<" belong to it anywhere.
ATTRIBUTE_NAME = rb"[^" + WS + rb"/>][^" + WS + rb"/>=]*+"
EQUALS = rb"[" + WS + rb"]*+=[" + WS + rb"]*+"
# An unclosed quote extends to the end of the page, and then there is no tag.
VALUE = (
    rb'(?:"[^"]*+(?:"|\Z)' + rb"|'[^']*+(?:'|\Z)" + rb"|[^" + WS + rb""">"'][^""" + WS + rb">]*+|)"
)
ATTRIBUTE = ATTRIBUTE_NAME + rb"(?:" + EQUALS + VALUE + rb"|(?!))?+"
# Only styles that may contain an address: other styles make up most of an email.
STYLE = (
    either_case(b"style")
    + EQUALS
    + rb"""(?:"[^"(@\\&]*+[(@\\&]|'[^'(@\\&]*+[(@\\&]|[^"'>"""
    + WS
    + rb"(@\\&]*+[(@\\&])"
)
WANTED = (
    rb"(?:" + one_of(tuple(BY_ATTRIBUTE)) + ATTRIBUTE_ENDS + rb"|[oO][nN][a-zA-Z]|" + STYLE + rb")"
)
# Most attributes look like this; the names of the others are compared with those wanted.
USUAL = rb' (?:class|id|title|alt|rel|name|type|width|height|target)="[^"]*+"'
DULL = rb"(?:" + USUAL + rb"|" + SEPARATOR + rb"|(?!" + WANTED + rb")" + ATTRIBUTE + rb"|(?!))*+"
ANY_ATTRIBUTES = rb"(?:" + SEPARATOR + rb"|" + ATTRIBUTE + rb")*+"
IS_SPECIAL = one_of(SPECIAL) + NAME_ENDS
IS_CLOSING = one_of(CLOSING) + NAME_ENDS


def skipped(closing: bytes, special: bytes, dull: bytes) -> bytes:
    """Return an expression for text and tags, except for these end tags, these start tags, and
    start tags with other attributes.
    """
    return (
        rb"(?:[^<]++"
        rb"|</(?!" + closing + rb")[a-zA-Z](?:[a-zA-Z0-9]*+>|"
        rb"[^" + WS + rb"/>]*+" + ANY_ATTRIBUTES + rb"(?:>|\Z))"
        rb"|<(?!" + special + rb")" + TAG_NAME + dull + rb">"
        rb"|<(?![a-zA-Z/!?])"
        # "</>" is ignored; "</ ", "<?" and "<!" begin a comment that ends at the first ">".
        rb"|</(?![a-zA-Z])[^>]*+>?+"
        rb"|<\?[^>]*+>?+|<!(?!--)[^>]*+>?+|(?!)"
        rb")*+"
    )


SKIPPED = skipped(IS_CLOSING, IS_SPECIAL, DULL)
# 1: the name, with a "/" for an end tag; 2 and 3: the first wanted attribute and its value as
# written; 4: the end of the tag, if no other attribute is wanted.
TOKEN = (
    rb"(?:<(/?+" + TAG_NAME + rb")" + DULL + rb"(?:(" + ATTRIBUTE_NAME + rb")"
    rb"(?:" + EQUALS + rb"(" + VALUE + rb")|(?!))?+" + DULL + rb")?+(>)?+|<!--|\Z)"
)
# All text that can be skipped, and the next token.
STEP = expression(SKIPPED + TOKEN)
# A single token, for contents in which tags have another meaning.
PLAIN_STEP = expression(
    rb"[^<]*+(?:<(?:(/?+" + TAG_NAME + rb")|!--|(!\[CDATA\[)|(?=[!?/])[^>]*+>?+|)|\Z)"
)
ONE_ATTRIBUTE = expression(
    rb"["
    + WS
    + rb"/]*+(?:("
    + ATTRIBUTE_NAME
    + rb")(?:"
    + EQUALS
    + rb"("
    + VALUE
    + rb")|(?!))?+|(>)|\Z)"
)
# The rest of a link after an attribute's value, if its text lacks the characters that every site
# name or scheme needs: true for most links of most pages.
SILENT = rb"[^<.&:\x80-\xff]*+"
PLAIN_LINK_TEXT = expression(
    rb"[\"']?+" + ANY_ATTRIBUTES + rb">" + SILENT + rb"(?::(?!//)" + SILENT + rb"|(?!))*+</[aA]>"
)
HIDING = expression(rb"[sS][tT][yY][lL][eE]|[hH][iI][dD][dD][eE][nN]")
# "<!-->" and "<!--->" are complete; "--!>" closes, too (13.2.5.43 to 13.2.5.52).
COMMENT = expression(rb"(?:-?+>|[^-]*+(?:-(?!-!?>)[^-]*+|(?!))*+(?:--!?>|\Z))")
CDATA = expression(rb"[^\]]*+(?:\](?!\]>)[^\]]*+|(?!))*+(?:\]\]>|\Z)")

RAW = frozenset(
    {"style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "script", "plaintext"}
)
SCRIPT = either_case(b"script") + NAME_ENDS
IN_SCRIPT = expression(rb"<!--|-->|<(/)?+" + SCRIPT)


@lru_cache(maxsize=16)
def _closing(name: str) -> re.Pattern[bytes]:
    return re.compile(rb"</" + either_case(name.encode()) + rb"(?=[\t\n\f\r />])")


def content_end(octets: bytes, name: str, at: int, end: int) -> int:
    """Return the start of the end tag that closes the element, or ``end`` if there is none."""
    if name == "plaintext":
        return end
    if name == "script":
        return script_end(octets, at, end)
    match = _closing(name).search(octets, at, end)
    return match.start() if match else end


def script_end(octets: bytes, at: int, end: int) -> int:
    """Return the start of the end tag that closes a script.

    Between "<!--" and "-->", a "<script" needs its own end tag (13.2.5.20 to 31).
    """
    escaped = doubled = False
    while True:
        match = IN_SCRIPT.search(octets, at, end)
        if match is None:
            return end
        token = match[0]
        at = match.end()
        if token == b"<!--":
            escaped = True
            # "<!-->" and "<!--->" end it immediately: their dashes count for start and end.
            at -= 2
        elif token == b"-->":
            escaped = doubled = False
        elif match[1]:
            if not doubled:
                return match.start()
            doubled = False
        elif escaped:
            doubled = True


REFERENCE = expression(r"&(?:#[xX][0-9A-Fa-f]++;?|#[0-9]++;?|[A-Za-z][A-Za-z0-9]{1,31};?)")
REPLACEMENT = "\ufffd"
LAST = 0x10FFFF
# The names that browsers also accept without a semicolon, and the length of the longest one.
BARE = {name: text for name, text in html5.items() if not name.endswith(";")}
LONGEST_BARE = max(map(len, BARE))


def unescaped(text: str, *, attribute: bool) -> str:
    if "&" not in text:
        return text
    pieces, at = [], 0
    for start, end, decoded in references(text, attribute=attribute):
        pieces.append(text[at:start])
        pieces.append(decoded)
        at = end
    pieces.append(text[at:])
    return "".join(pieces)


def references(text: str, *, attribute: bool) -> Iterator[tuple[int, int, str]]:
    """Yield the span and the text of each valid character reference."""
    for match in REFERENCE.finditer(text):
        written = match[0]
        if written[1] == "#":
            yield match.start(), match.end(), _numeric(written[2:].removesuffix(";"))
            continue
        decoded = html5.get(written[1:]) if written[-1] == ";" else None
        end = match.end()
        if decoded is None:
            size = _bare(written)
            end = match.start() + 1 + size
            if not size or (attribute and _goes_on(text, end)):
                continue
            decoded = BARE[written[1 : 1 + size]]
        yield match.start(), end, decoded


def _bare(written: str) -> int:
    """Return the length of the longest name without a semicolon, or 0."""
    for size in range(min(LONGEST_BARE, len(written) - 1), 1, -1):
        if written[1 : 1 + size] in BARE:
            return size
    return 0


def _goes_on(text: str, at: int) -> bool:
    """Return True if the text continues so that a name without a semicolon is not a reference
    (13.2.5.73).
    """
    char = text[at : at + 1]
    return char == "=" or (char.isascii() and char.isalnum())


def _numeric(written: str) -> str:
    """Decode a number: U+FFFD for invalid ones, windows-1252 for C1 controls (13.2.5.80)."""
    is_hex = written[0] in "xX"
    digits = written[1 if is_hex else 0 :].lstrip("0")
    # Seven digits are beyond the last character in either notation.
    number = int(digits or "0", 16 if is_hex else 10) if len(digits) <= 7 else LAST + 1
    if number == 0 or number > LAST or 0xD800 <= number <= 0xDFFF:
        return REPLACEMENT
    if 0x80 <= number <= 0x9F:
        return decode(bytes((number,)), WINDOWS)
    return chr(number)


# A line end that is not LF, and NUL; references contain neither.
UNCLEAN = expression(r"\r\n?|\0")
CLEANED = {"\0": REPLACEMENT}


def cleaned(text: str) -> str:
    """Normalize line ends to LF (13.2.3.5) and replace NUL (13.2.5.36 to 13.2.5.38)."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\0", REPLACEMENT) if "\0" in text else text


def attribute_value(octets: bytes, encoding: str = UTF8) -> str:
    """Return the value as a conforming parser returns it, untrimmed."""
    return unescaped(cleaned(decode(octets, encoding)), attribute=True)


def mapped_value(octets: bytes, encoding: str = UTF8) -> MappedText:
    """Return the value as ``attribute_value`` does, with the offset of each character."""
    if octets.isascii() and not any(each in octets for each in (b"&", b"\r")):
        return MappedText(cleaned(octets.decode("ascii")), None)
    written = _lines(mapped_text(octets, encoding))
    text = StringIO()
    starts = array("I")
    at = 0
    places: Sequence[int] = written.starts or ()
    for start, end, decoded in references(written.text, attribute=True):
        text.write(written.text[at:start])
        text.write(decoded)
        starts.extend(places[at:start])
        starts.extend([places[start]] * len(decoded))
        at = end
    text.write(written.text[at:])
    starts.extend(places[at:])
    return MappedText(text.getvalue(), starts)


def value_pieces(octets: bytes, start: int, end: int) -> Iterator[ConvertedPiece]:
    """Yield the value in pieces, in UTF-8 or another encoding that extends ASCII.

    Each reference, CR and NUL is a separate piece; everything between them is copied.
    """
    # One character per byte: references are ASCII, so their positions are those of the bytes.
    text = octets[start:end].decode("latin-1")
    at = 0
    for first, last, decoded in _changes(text):
        if at < first:
            yield ConvertedPiece(octets[start + at : start + first], start + at, start + first)
        # A piece of the same size as its source would be mapped byte by byte.
        octet = decoded.encode("utf-8")
        pieces = (octet[:-1], octet[-1:]) if len(octet) == last - first > 1 else (octet,)
        for piece in pieces:
            yield ConvertedPiece(piece, start + first, start + last)
        at = last
    yield ConvertedPiece(octets[start + at : end], start + at, end)


def _changes(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the span and the replacement of each part that is not copied."""
    ends = (
        (match.start(), match.end(), CLEANED.get(match[0], "\n"))
        for match in UNCLEAN.finditer(text)
    )
    yield from merge(references(text, attribute=True), ends)


def _lines(written: MappedText) -> MappedText:
    """Replace CR and CR LF with LF, and NUL with U+FFFD, keeping the offsets."""
    text, starts = written
    if starts is not None and "\r" in text:
        kept = array(
            "I",
            (
                starts[at]
                for at, char in enumerate(text)
                if not (char == "\n" and text[at - 1 : at] == "\r")
            ),
        )
        kept.append(starts[-1])
        starts = kept
    return MappedText(cleaned(text), starts)


# Elements that never have content (13.1.2).
VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track"}
    | {"wbr"}
)
QUOTES = b"\"'"


class Attribute(NamedTuple):
    """The lower-case name of an attribute, and the span of its value without quotes."""

    name: str
    start: int
    end: int


class Tag(NamedTuple):
    """A start or end tag.

    ``end`` is the position after its ">"; ``closed`` is False if it has none.
    """

    attributes: dict[str, Attribute]
    end: int
    closed: bool
    self_closing: bool


def lowered_name(octets: bytes) -> str:
    """Return a name as the tokenizer emits it: ASCII letters in lower case, NUL replaced."""
    return octets.lower().decode("utf-8", "replace").replace("\0", "\ufffd")


def read_tag(octets: bytes, at: int, end: int) -> Tag:
    """Read the attributes of a tag from the end of its name; the first of repeated ones counts."""
    attributes: dict[str, Attribute] = {}
    match = ONE_ATTRIBUTE.match
    while True:
        result = match(octets, at, end)
        if result is None or result.end() == at or not result.lastindex:
            return Tag(attributes, end, False, False)
        start, at = at, result.end()
        if result.lastindex == 3:
            # Only a "/" right before the ">" closes: in "<a x=y/>" it belongs to the value.
            closing = at - 2 >= start and octets[at - 2 : at - 1] == b"/"
            return Tag(attributes, at, True, closing)
        name = lowered_name(result[1])
        if name not in attributes:
            attributes[name] = Attribute(name, *value_span(octets, result.span(2), result.end(1)))


def value_span(octets: bytes, span: tuple[int, int], name_end: int) -> tuple[int, int]:
    """Return the span of a value without quotes; a missing value is empty and follows the name."""
    start, end = span
    if start < 0:
        return name_end, name_end
    if start < end and octets[start] in QUOTES:
        return start + 1, end - 1 if end - start > 1 and octets[end - 1] == octets[start] else end
    return start, end


# Declarations count only in this many bytes of the page.
LOOKED_AT = 1024
DECLARED_ENCODING_STEP = expression(
    rb"(?is)<(?:!--|(meta)(?=[\t\n\f\r />])|\?xml\s([^>]{0,200})\?>|/?[a-z][^\s/>]*+)"
)
CHARSET = expression(
    r"(?i)charset[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"([^\"]*)\"|'([^']*)'|([^\s;\"']+))"
)
XML = expression(rb"(?i)encoding\s{0,9}=\s{0,9}[\"']([A-Za-z0-9._-]{1,40})")


def declared(octets: bytes, start: int, end: int) -> str | None:
    """Return the encoding declared in the first META that has one, or in an XML declaration."""
    end = min(end, start + LOOKED_AT)
    at = start
    while match := DECLARED_ENCODING_STEP.search(octets, at, end):
        at = match.end()
        if match[0] == b"<!--":
            comment = COMMENT.match(octets, at, end)
            at = comment.end() if comment else end
            continue
        if match[2] is not None:
            name = _xml(match[2])
        elif match[1] is None:
            at = read_tag(octets, at, end).end
            continue
        else:
            name = _meta(octets, at, end)
            at = read_tag(octets, at, end).end
        if name:
            # 13.2.3.2: a page readable up to here is not in UTF-16.
            return UTF8 if name.replace("_", "-").startswith("utf-16") else name
    return None


def _xml(declaration: bytes) -> str | None:
    match = XML.search(declaration)
    return encoding_named(match[1].decode("ascii")) if match else None


def _meta(octets: bytes, at: int, end: int) -> str | None:
    attributes = read_tag(octets, at, end).attributes

    def value(name: str) -> str:
        attribute = attributes.get(name)
        return octets[attribute.start : attribute.end].decode("latin-1") if attribute else ""

    if "charset" in attributes:
        return encoding_named(value("charset"))
    if value("http-equiv").lower() != "content-type":
        return None
    match = CHARSET.search(value("content"))
    return encoding_named(match[1] or match[2] or match[3]) if match else None
