"""Find addresses in style sheets, scripts and event handlers, and split lists of references.

No code is run: addresses are found as text, in bytes as well as in strings.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, AnyStr

from uriinspector.analysis.unpack import from_base64
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.document_values import COMMAS, ONE, SRCSET


class EmbeddedAddress(NamedTuple):
    start: int
    end: int
    value: str


class DualPattern:
    """A pattern for both bytes and strings: code is ASCII wherever it matters."""

    def __init__(self, expression: str) -> None:
        self._text = re.compile(expression, re.ASCII)
        self._octets = re.compile(expression.encode("ascii"))

    def of(self, code: str | bytes) -> Any:
        return self._text if isinstance(code, str) else self._octets


# A string in CSS (CSS Syntax 4.3).
STRING = r'"(?:[^"\\\n\r\f]|\\(?s:.))*+"?+|\'(?:[^\'\\\n\r\f]|\\(?s:.))*+\'?+'
STYLE_ADDRESS = DualPattern(
    r"/\*[^*]*+(?:\*(?!/)[^*]*+|(?!))*+(?:\*/)?+"
    r"|(?i:(?P<import>@import))\s*+(?P<text>" + STRING + ")"
    r"|(?<![\w-])(?i:url|src)\(\s*+(?:(?P<quoted>" + STRING + r")"
    r"|(?P<bare>(?:[^\\\"'()\s]|\\(?:[0-9A-Fa-f]{1,6}+(?:\r\n|\s)?+|(?s:.))|(?!))++))"
    r"|" + STRING
)
ESCAPE = expression(r"\\(?:([0-9A-Fa-f]{1,6})(?:\r\n|\s)?|(\r\n|[\n\r\f])|((?s:.)))")


def style_addresses(
    style: AnyStr, start: int, end: int, read: Callable[[AnyStr], str]
) -> Iterator[EmbeddedAddress]:
    """Yield the address of each ``url()`` and ``@import`` outside of comments and plain strings."""
    for result in STYLE_ADDRESS.of(style).finditer(style, start, end):
        kind = result.lastgroup
        if kind is None or kind == "import":
            continue
        at, to = result.span(kind)
        if kind != "bare":
            at += 1
            if to > at and style[to - 1 : to] == style[at - 1 : at]:
                to -= 1
        yield EmbeddedAddress(at, to, unescaped(read(style[at:to])))


def unescaped(text: str) -> str:
    """Decode the escapes in a text of a style sheet."""
    return ESCAPE.sub(_unescaped, text) if "\\" in text else text


def _unescaped(match: re.Match[str]) -> str:
    """Decode an escape (CSS Syntax 4.3.7); an escaped line end is removed."""
    digits, line_end, char = match.groups()
    if line_end:
        return ""
    if not digits:
        return str(char)
    number = int(digits, 16)
    return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"


# A complete address anywhere, with "\/" for "/" as in JSON; or a string that code assigns to the
# page's location, or opens.
_ADDRESS = (
    r"(?P<whole>\b(?i:https?|wss?|ftp|javascript|data):(?:[^\s\"'`<>\\]|\\/)++)"
    r"|(?i:\blocation(?:[\"']\s{0,9}\])?(?:\.href)?\s{0,9}=(?:\s{0,9}\()?|\b(?:location\.(?:assign|replace)|(?:window\.)?open)"
    r"\s{0,9}\()\s{0,9}(?P<quote>[\"'`])(?P<moved>[^\s\"'`<>]++)(?P=quote)"
)
SCRIPT_ADDRESS = DualPattern(_ADDRESS + r"|(?P<coded>(?!))")
# "http" in base64; the slower pattern is only used if it is present.
CODED = DualPattern("aHR0c")
CODED_ADDRESS = DualPattern(
    _ADDRESS + r"|(?<=[\"'`])(?P<coded>aHR0c[A-Za-z0-9+/]{8,4000}+={0,2})(?=[\"'`])"
)
WEB = expression(r"https?://[!-~]+\Z", re.IGNORECASE)
# Characters that usually close the code around an address rather than belong to it.
TAIL = expression(r"[),;\]}]++\Z")


def script_addresses(
    code: AnyStr, start: int, end: int, read: Callable[[AnyStr], str]
) -> Iterator[EmbeddedAddress]:
    """Yield each address in the code, except for labels such as "data:" before other code."""
    has_coded = CODED.of(code).search(code, start, end) is not None
    pattern = CODED_ADDRESS if has_coded else SCRIPT_ADDRESS
    for result in pattern.of(code).finditer(code, start, end):
        kind = "whole" if result["whole"] else "coded" if result["coded"] else "moved"
        at, to = result.span(kind)
        written = read(code[at:to])
        if kind == "coded":
            written = from_base64(written) or ""
            if not WEB.match(written):
                continue
        if kind == "whole":
            shorter = _trimmed(written)
            to -= len(written) - len(shorter)
            written = shorter
            if not _is_address(written):
                continue
        yield EmbeddedAddress(at, to, written.replace("\\/", "/"))


def _trimmed(written: str) -> str:
    match = TAIL.search(written[-64:])
    if not match or "(" in written:
        return written
    return written[: len(written) - (match.end() - match.start())]


def _is_address(written: str) -> bool:
    scheme, _, rest = written.replace("\\/", "/").partition(":")
    if scheme.lower() in {"javascript", "data"}:
        return scheme.lower() == "data" and re.match(r"[\w.+-]+/[\w.+-]+[;,]", rest) is not None
    return rest.startswith("//") and len(rest) > 2


# 4.8.4.3.10: white space and commas, an address, its descriptors up to a comma outside brackets.
WHITE = "\t\n\f\r "
CANDIDATE = expression(r"[\t\n\f\r ,]*+([^\t\n\f\r ]++)")
DESCRIPTORS = expression(r"[^,(]*+(?:\([^)]*+\)?+[^,(]*+)*+,?+")
WORD = expression(r"[^\t\n\f\r ]++")
WORD_OR_COMMA = expression(r"[^\t\n\f\r ,]++")


class ReferenceItem(NamedTuple):
    """One of several references in a value, and its position."""

    start: int
    text: str


def items_of(value: str, how: str) -> tuple[ReferenceItem, ...] | None:
    """Split a value into its references; return None if it is a single reference."""
    if how == ONE:
        return None
    if how == SRCSET:
        return tuple(_candidates(value))
    words = WORD_OR_COMMA if how == COMMAS else WORD
    return tuple(ReferenceItem(match.start(), match[0]) for match in words.finditer(value))


def _candidates(value: str) -> list[ReferenceItem]:
    result, at = [], 0
    while candidate := CANDIDATE.match(value, at):
        text = candidate[1]
        at = candidate.end()
        if text.endswith(","):
            text = text.rstrip(",")
        else:
            descriptors = DESCRIPTORS.match(value, at)
            at = descriptors.end() if descriptors else len(value)
        if text:
            result.append(ReferenceItem(candidate.start(1), text))
    return result
