"""The kinds of fixes, by the code of the finding that each of them ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple, message

if TYPE_CHECKING:
    from collections.abc import Mapping

URL = "WHATWG URL 4.4"


class FixKind(NamedTuple):
    """What is done, and the clauses that ask for it in each edition."""

    title: str
    cites: Mapping[str, tuple[str, ...]]

    def clauses(self, edition: str) -> tuple[str, ...]:
        """Those of the edition, or of all."""
        return self.cites.get(edition) or self.cites.get("", ())


ENCODING = {
    "1994": ("RFC 1738 2.2",),
    "1997": ("url-syntax-05 2.4.3",),
    "2003": ("rfc2396bis-01 2.4.3",),
    "2005": ("RFC 3986 2", "RFC 3986 2.1"),
}
PERCENT = {
    "1994": ("RFC 1738 2.2",),
    "1997": ("url-syntax-05 2.4.2",),
    "2003": ("rfc2396bis-01 2.4.2",),
    "2005": ("RFC 3986 2.4",),
}
SPACE, CONTROL, BACKSLASH = "surrounding-space", "control-char", "backslash"
EXCLUDED, SYNTAX, NON_ASCII = "excluded-char", "syntax-error", "raw-non-ascii"
STRAY, HEX, UNRESERVED = "invalid-percent", "lowercase-hex", "encoded-unreserved"
UTF8, PORT, DOTS = "invalid-utf8", "syntax-suspicious", "dot-segments"
INVISIBLE, COLON, AMPERSAND, DRIVE = "invisible-char", "colon", "ampersand", "drive-letter"
SLASHES, EMPTY_HOST, TWICE_ENCODED = "missing-authority", "empty-host", "double-encoding"

KINDS: Mapping[str, FixKind] = {
    SPACE: FixKind(
        message("Remove white space and control characters around the reference"),
        {"": (URL, "RFC 3986 C")},
    ),
    CONTROL: FixKind(message("Remove tabs and line breaks"), {"": (URL, "RFC 3986 C")}),
    BACKSLASH: FixKind(message("Write backslashes as slashes"), {"": (URL, "RFC 3986 2")}),
    EXCLUDED: FixKind(message("Percent-encode characters"), ENCODING),
    SYNTAX: FixKind(message("Percent-encode characters"), ENCODING),
    NON_ASCII: FixKind(message("Percent-encode non-ASCII characters"), ENCODING),
    STRAY: FixKind(message('Write a literal "%" as %25'), PERCENT),
    HEX: FixKind(
        message("Write hexadecimal digits in uppercase"),
        {"2003": ("rfc2396bis-01 6.3",), "": ("RFC 3986 2.1", "RFC 3986 6.2.2.1")},
    ),
    UNRESERVED: FixKind(
        message("Decode unnecessary percent-encoding"),
        {
            "1994": ("RFC 1738 2.2",),
            "1997": ("url-syntax-05 2.4.2",),
            "2003": ("rfc2396bis-01 2.3",),
            "2005": ("RFC 3986 2.3", "RFC 3986 6.2.2.2"),
        },
    ),
    PORT: FixKind(
        message("Remove the colon of an empty port"),
        {
            "1994": ("RFC 1738 3.1",),
            "1997": ("url-syntax-05 4.3.1",),
            "2003": ("rfc2396bis-01 6.2.3",),
            "2005": ("RFC 3986 6.2.3",),
        },
    ),
    DOTS: FixKind(
        message('Remove ".." segments above the root, as browsers do'),
        {
            "1994": (URL,),
            "1997": ("url-syntax-05 5.2", URL),
            "2003": ("rfc2396bis-01 5.2", URL),
            "2005": ("RFC 3986 5.2.4",),
        },
    ),
    COLON: FixKind(
        message('Put "./" in front of a segment with a colon'),
        {"2003": ("rfc2396bis-01 4.2",), "": ("RFC 3986 4.2",)},
    ),
    DRIVE: FixKind(message('Write "|" behind a drive letter as ":"'), {"": (URL, "RFC 3986 2")}),
    AMPERSAND: FixKind(message('Write "&" as "&amp;" in an attribute'), {"": ("HTML 13.2.5.73",)}),
}

# How an author may want a link to be written, by the name of the form; no finding asks for it.
FORMS: Mapping[str, FixKind] = {
    "relative": FixKind(message("Write it relative to the page"), {"": ("RFC 3986 4.2",)}),
    "root-relative": FixKind(message("Write it relative to the root"), {"": ("RFC 3986 4.2",)}),
    "absolute": FixKind(message("Write it as an absolute URL"), {"": ("RFC 3986 4.3",)}),
}

# What ends a finding that others say more of: the grammar's own is over once theirs are.
ENDED_TOO = {
    SYNTAX: frozenset({EXCLUDED, NON_ASCII, STRAY, BACKSLASH, CONTROL, COLON, PORT, DRIVE}),
    EXCLUDED: frozenset({DRIVE}),
    CONTROL: frozenset({SYNTAX}),
}


def fix_codes(code: str) -> frozenset[str]:
    """The kinds of fixes that end a finding."""
    return ENDED_TOO.get(code, frozenset()) | {code}
