"""Read a text as browsers do, according to the URL standard, using the parser of Node.js."""

from functools import lru_cache

from uriinspector.core.expression import expression
from uriinspector.core.host import matches_ipv4
from uriinspector.core.model import Part
from uriinspector.core.parse import parse
from uriinspector.core.reference import Reference
from uriinspector.readers.reading import Reading, reading_of

SURROGATES = expression("[\ud800-\udfff]")
# A host that no browser would change: lowercase labels, the last one not a number.
PLAIN = expression(r"(?:[a-z0-9_](?:[a-z0-9_-]*+)\.|(?!))*+[a-z_][a-z0-9_-]*+")
# Characters that end or change the host before the host parser receives it.
ENDS_HOST = expression(r"[/\\?#@]|\A[^\[]*:")
# Relative references that all readers resolve alike: without a scheme or "//" at the start, and
# without characters that browsers remove or turn into a slash.
RELATIVE = expression(r"(?![A-Za-z][A-Za-z0-9+.-]*+:|//)[!-\[\]-~]*+")


def without_surrogates(text: str) -> str:
    """Replace lone surrogates with U+FFFD, as browsers do; the library rejects them."""
    return SURROGATES.sub("\ufffd", text)


def is_plain(host: str) -> bool:
    """Return True if a host is a name that no browser would change or refuse."""
    return PLAIN.fullmatch(host) is not None and "--" not in host


def is_taken_as_written(host: str) -> bool:
    """Return True if browsers leave a name unchanged, including valid punycode."""
    return PLAIN.fullmatch(host) is not None and host_in_browsers(host) == host


def host_in_browsers(host: str) -> str | None:
    """Return the host as browsers write it: escapes decoded, in ASCII, numbers as addresses.

    None if they refuse it.
    """
    if is_plain(host) or matches_ipv4(host):
        return host
    if not host or ENDS_HOST.search(host):
        return None
    from ada_url import URL  # most texts do not need the parser

    try:
        return URL(f"https://{without_surrogates(host)}/").hostname or None
    except ValueError:
        return None


def host_in_unicode(host: str) -> str:
    """Return an ASCII host with its international labels in Unicode."""
    from ada_url import idna_to_unicode

    try:
        return idna_to_unicode(host)
    except ValueError:
        return host


# Characters that the URL standard removes first: C0 and space at both ends, tab and line ends.
STRIPPED = expression("\\A[\x00-\x20]++|(?<![\x00-\x20])[\x00-\x20]++\\Z|[\t\n\r]++")


def serialized(text: str, base: str | None = None) -> Reference | None:
    """Return the URL that browsers would show in the address bar; None if they refuse the text."""
    from ada_url import URL

    try:
        url = URL(without_surrogates(text), None if base is None else without_surrogates(base))
    except ValueError:
        return None
    return parse(url.href, edition="2005")


# The printable ASCII characters that browsers percent-encode in each component (URL standard 1.3);
# they also encode controls and non-ASCII. In opaque paths and hosts, printable characters stay.
_QUERY = ' "#<>'
_PATH = _QUERY + "?^`{}"
ENCODED = {
    Part.USERINFO: _PATH + "/:;=@[\\]|",
    Part.PATH: _PATH,
    Part.QUERY: _QUERY,
    Part.FRAGMENT: ' "<>`',
}


@lru_cache(maxsize=4096)
def sent(char: str, part: Part, *, is_special: bool, is_opaque: bool = False) -> str:
    """Return the text that browsers send for a character outside the host."""
    if char in "\t\n\r":
        return ""
    if char == "\\" and is_special and part not in {Part.QUERY, Part.FRAGMENT}:
        return "/"
    encoded = "" if is_opaque else ENCODED.get(part, "")
    is_kept = " " <= char <= "~" and char not in encoded
    if is_kept and not (char == "'" and is_special and part is Part.QUERY):
        return char
    return "".join(f"%{octet:02X}" for octet in without_surrogates(char).encode())


# Characters that browsers remove inside a link.
REMOVED_INSIDE = expression("[\t\n\r]++")
# White space that browsers remove; the other characters that they remove are control characters.
WHITE = " \t\n\r\f"
# Notes for the removal of both, of white space only, and of control characters only.
REMOVED = (
    "white space and control characters were removed",
    "white space was removed",
    "control characters were removed",
)
SCHEME = expression("[A-Za-z][A-Za-z0-9+.-]*+:")


def _lacks_base(text: str) -> bool:
    """Return True if the text would be valid with a base (of its own scheme, if it has one)."""
    scheme = SCHEME.match(STRIPPED.sub("", text))
    return serialized(text, f"{scheme[0] if scheme else 'https:'}//base.example/") is not None


@lru_cache(maxsize=64)
def host_of_base(base: str) -> str | None:
    """Return the host that browsers find in a base, or None if they refuse it."""
    written = serialized(base)
    return written.host if written else None


NOT_URL = "rejected: not a URL according to the URL standard"
WITHOUT_BASE = "rejected: without a base, not a URL according to the URL standard"


def read(text: str, base: str | None = None) -> Reading:
    """Return the components of the URL that browsers would show in the address bar."""
    notes = []
    if SURROGATES.search(text):
        notes.append("a lone surrogate was read as U+FFFD")
    stripped = "".join(match[0] for match in STRIPPED.finditer(text))
    if stripped:
        controls = sum(char not in WHITE for char in stripped)
        notes.append(REMOVED[(controls < len(stripped)) - (controls > 0)])
    written = serialized(text, base)
    if written is None:
        lacks = base is None and _lacks_base(text)
        words = WITHOUT_BASE if lacks else NOT_URL
        return Reading("browser", False, note="; ".join([words, *notes]))
    return reading_of("browser", written, accepted=True, note="; ".join(notes) or None)
