"""data and javascript: the content is in the link itself."""

import binascii
from collections.abc import Iterator
from string import ascii_letters, digits

from uriinspector.core.charset import ALPHANUM, URIC_2003
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import (
    FaultRows,
    NamedTuple,
    Part,
    Span,
    Violation,
    counting,
    fault,
    message,
)
from uriinspector.core.percent import decoded, octets_of
from uriinspector.core.production import Production
from uriinspector.core.reference import Reference, cut
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Field,
    NoteRows,
    Remarks,
    Scheme,
    generic_faults,
    noted,
    pair,
    part_of,
    visible,
    whole_of,
)
from uriinspector.core.schemes.nesting import embedded

SCRIPT_BOUND = 4096  # characters of the code that are shown as an action


# The level, the message and the clauses of each note.
NOTES: NoteRows = {
    "code": (
        "danger",
        "in a browser, runs with the rights of the current page, including its cookies and login",
        (),
    ),
    "active": (
        "danger",
        "active content: a program that shows it also runs the code in it",
        ("RFC 2397 6",),
    ),
    "base64": ("unusual", "invalid base64: {fault}", ("RFC 2397 2", "RFC 4648 4")),
    "fragment": (
        "info",
        '"#" ends the content: the text after it is not part of the content',
        ("RFC 3986 3.5",),
    ),
    "handed-over": ("unusual", "not shown in the browser, but saved or opened in an app", ()),
}
# The rule, the expected text and the clauses of each fault.
FAULTS: FaultRows = {
    "the comma before the content is missing": ("dataurl", '","', ("RFC 2397 3",)),
    "the type is missing": ("type", "a type", ("RFC 2397 3",)),
    "a media type needs a subtype": ("mediatype", '"/" and a subtype', ("RFC 2397 3",)),
    "the subtype is missing": ("subtype", "a subtype", ("RFC 2397 3",)),
    "a parameter needs a name": ("attribute", "a name", ("RFC 2397 3",)),
    "a parameter needs a value": ("value", '"=" and a value', ("RFC 2397 3",)),
    "base64 must come last, directly before the comma": (
        "value",
        '"=" and a value',
        ("RFC 2397 3",),
    ),
}


def describe_script(reference: Reference, _: Choice) -> Remarks:
    """Describe the decoded code that would run, including what looks like a fragment."""
    text, span = reference.text, whole_of(reference)
    code = visible(text[span.start : min(span.end, span.start + SCRIPT_BOUND)])
    yield Field("code", span, "the decoded code")
    yield Action("run", code, "in a browser; this program never runs it")
    yield from generic_faults(reference)
    yield noted(NOTES, "code", span)
    yield from embedded(reference)


JAVASCRIPT = Scheme(
    ("javascript",), "JavaScript code", ("HTML",), "code", describe_script, nests=True
)
VBSCRIPT = JAVASCRIPT._replace(names=("vbscript",), title="VBScript code")

CITE = "RFC 2397 3"
TOKEN = ALPHANUM + "!$&'*+-._~"  # RFC 2045 5.1, without characters that URLs must escape
URLCHAR = URIC_2003.replace("[", "").replace("]", "")
TYPE = Production("type", TOKEN, CITE)
SUBTYPE = Production("subtype", TOKEN, CITE)
ATTRIBUTE = Production("attribute", TOKEN, CITE)
VALUE = Production("value", TOKEN, CITE)
QUOTED = Production("value", URLCHAR, CITE)
DATA = Production("data", URLCHAR, CITE)

BOUND = 4096  # characters of the content that are shown
BASE64 = (ascii_letters + digits + "+/").encode()
SPACES = " \t\n\f\r"
DEFAULT_TYPE = "text/plain"
MEDIA_TYPE = expression(r"[!#$%&'*+.^_`|~0-9a-z-]++/[!#$%&'*+.^_`|~0-9a-z-]++")  # RFC 9110 8.3.1
TEXT = expression(r"text/|.*(?:[/+](?:json|xml)|javascript|ecmascript|urlencoded)\Z")
ACTIVE = expression(
    r"(?:text|application)/(?:html|xhtml\+xml|xml|xsl|xslt\+xml|(?:x-)?(?:java|ecma)script"
    r"|vbscript|hta|pdf|x-shockwave-flash)\Z|image/svg\+xml\Z|multipart/|.*\+xml\Z"
)
PASSIVE = expression(r"(?:image|audio|video|font)/|text/(?:plain|css|csv)\Z|application/json\Z")
CHARSETS = {"utf-8": "utf-8", "utf8": "utf-8", "iso-8859-1": "latin-1", "windows-1252": "cp1252"}
CHARSETS |= {"utf-16": "utf-16", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be"}


class Content(NamedTuple):
    """The parts of a data reference; ``data`` is None if there is no comma."""

    type: Span
    params: tuple[Span, ...]
    base64: Span | None
    data: Span | None


class DecodedContent(NamedTuple):
    """Decoded content: its size in bytes, its beginning, and the problem with its encoding, if
    any.
    """

    size: int
    head: bytes
    fault: str


def describe(reference: Reference, _: Choice) -> Remarks:
    """Describe the type and size of the content, and what a browser would do with it."""
    text = reference.text
    content = _content(reference)
    media = _media_type(content.type.of(text))
    size, head, problem = decoded_content = _decode(text, content)
    nature = nature_of(media)
    shown = _text(text, content, media, decoded_content)
    yield {
        "content": {
            "media_type": media,
            "nature": nature,
            "base64": content.base64 is not None,
            "size": size,
            "text": shown,
            "truncated": shown is not None and size > len(head),
        }
    }
    sized = counting(size, "1 byte of {media}", "{count} bytes of {media}", media=visible(media))
    yield Action("show", sized, "nothing is fetched")
    yield from _header(text, content)
    if content.data is None:
        yield Field("data", None, "no comma: no content")
        end = (content.base64 or (content.type, *content.params)[-1]).end
        yield fault(FAULTS, "the comma before the content is missing", end)
    else:
        meaning = counting(size, "the content: 1 byte", "the content: {count} bytes")
        yield Field("data", content.data, meaning, value=decoded(content.data.of(text)[:BOUND]))
        yield from DATA.faults(text, *content.data)
    if nature != "passive":
        yield noted(NOTES, nature.replace(" ", "-"), content.type)
    if problem:
        yield noted(NOTES, "base64", content.data, fault=message(problem))
    fragment = reference.span(Part.FRAGMENT)
    if fragment:
        yield noted(NOTES, "fragment", fragment)


def nature_of(media: str) -> str:
    """Return "active" if content can run code, "handed over" if a program gets it, or "passive"."""
    if ACTIVE.match(media):
        return "active"
    return "passive" if PASSIVE.match(media) else "handed over"


def content_octets(reference: Reference) -> bytes:
    """Return the whole content as bytes; empty if it cannot be decoded."""
    content = _content(reference)
    octets = octets_of(content.data.of(reference.text)) if content.data else b""
    if content.base64 is None:
        return octets
    letters = octets.translate(None, SPACES.encode()).rstrip(b"=")
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    try:
        return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4), strict_mode=True)
    except ValueError:
        return b""


def _content(reference: Reference) -> Content:
    text, span = reference.text, part_of(reference)
    comma = text.find(",", *span)
    media, *params = cut(text, Span(span.start, span.end if comma < 0 else comma), ";")
    data = Span(comma + 1, span.end) if comma >= 0 else None
    base64 = params.pop() if params and _is_base64(text, params[-1]) else None
    return Content(media, tuple(params), base64, data)


def _is_base64(text: str, span: Span) -> bool:
    return lowered(span.of(text).strip(" ")) == "base64"


def _decode(text: str, content: Content) -> DecodedContent:
    octets = octets_of(content.data.of(text)) if content.data else b""
    if content.base64 is None:
        return DecodedContent(len(octets), octets[:BOUND], "")
    letters = octets.translate(None, SPACES.encode())
    padding = len(letters) - len(letters.rstrip(b"="))
    letters = letters.rstrip(b"=")
    size = len(letters) * 3 // 4
    fault = _coding_fault(letters, padding)
    if letters.translate(None, BASE64):
        return DecodedContent(size, b"", fault)
    head = letters[: BOUND // 3 * 4]
    head = head[: len(head) - (len(head) % 4 == 1)]
    return DecodedContent(size, binascii.a2b_base64(head + b"=" * (-len(head) % 4)), fault)


def _coding_fault(letters: bytes, padding: int) -> str:
    if letters.translate(None, BASE64):
        return "contains characters outside the base64 alphabet"
    if len(letters) % 4 == 1:
        return "one extra character"
    if (padding and (len(letters) + padding) % 4) or padding > 2:
        return 'wrong number of "=" at the end'
    return ""


def _text(text: str, content: Content, media: str, decoded_content: DecodedContent) -> str | None:
    """Decode the beginning of the content by its charset, if it is text."""
    if not TEXT.match(media) and media != "image/svg+xml":
        return None
    named = ""
    for param in content.params:
        name, value = pair(text, param)
        if value and lowered(name.of(text)) == "charset":
            named = lowered(decoded(value.of(text)).strip('"'))
    if named in CHARSETS:
        return decoded_content.head.decode(CHARSETS[named], "replace")
    try:
        # The last character may be cut off.
        return decoded_content.head.decode(
            "utf-8", "replace" if len(decoded_content.head) < decoded_content.size else "strict"
        )
    except UnicodeDecodeError:
        return decoded_content.head.decode("latin-1")


def _header(text: str, content: Content) -> Remarks:
    """Describe the media type, and check it."""
    default = message("{default_type} in US-ASCII", default_type=DEFAULT_TYPE)
    is_given = not content.type.is_empty
    yield Field(
        "media type", content.type if is_given else None, "the type of the content", default
    )
    yield from _type_faults(text, content.type)
    for param in content.params:
        each = pair(text, param)
        yield Field(decoded(each.name.of(text)), each.place, "a parameter of the media type")
        yield from _param_faults(text, param)
    yield Field(
        *("base64", content.base64, "the content is base64-encoded"),
        without="the content is percent-encoded",
    )


def _media_type(written: str) -> str:
    """Return the type as browsers use it: trimmed, or text/plain if it is invalid."""
    media = lowered(decoded(written.strip(SPACES)))
    return media if MEDIA_TYPE.fullmatch(media) else DEFAULT_TYPE


def _type_faults(text: str, span: Span) -> Iterator[Violation]:
    if span.is_empty:
        return
    slash = text.find("/", *span)
    main = Span(span.start, span.end if slash < 0 else slash)
    if main.is_empty:
        yield fault(FAULTS, "the type is missing", span.start)
    yield from TYPE.faults(text, *main)
    if slash < 0:
        yield fault(FAULTS, "a media type needs a subtype", span.end)
    elif slash + 1 == span.end:
        yield fault(FAULTS, "the subtype is missing", span.end)
    else:
        yield from SUBTYPE.faults(text, slash + 1, span.end)


def _param_faults(text: str, span: Span) -> Iterator[Violation]:
    name, value = pair(text, span)
    if name.is_empty:
        yield fault(FAULTS, "a parameter needs a name", name.start)
    yield from ATTRIBUTE.faults(text, *name)
    if value is None or value.is_empty:
        is_marker = _is_base64(text, span)
        last = "base64 must come last, directly before the comma"
        yield fault(FAULTS, last if is_marker else "a parameter needs a value", span.end)
    else:
        yield from (QUOTED if text.startswith("%22", *value) else VALUE).faults(text, *value)


SCHEME = Scheme(("data",), "embedded content", ("RFC 2397",), "content", describe, nests=True)
