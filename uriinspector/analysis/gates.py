"""The one pass over a text that sees which rules are worth asking.

A gate may open for nothing, never stay shut for something: what a rule could find must be seen
here.  Most texts open next to none.  What is ``harmless`` from end to end is seen to be so by one
expression each for its host and for what follows; only the rest is looked through for each thing
in turn.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol, TypeAlias

from uriinspector.analysis import harmless
from uriinspector.analysis.consent_endpoints import ENDPOINTS
from uriinspector.analysis.defang import IS_MARK, IS_SCHEME
from uriinspector.analysis.domains import last_labels
from uriinspector.analysis.endings import ALSO_PAGES, MAYBE_DOUBLE, PAGES, RUNS, last_ending
from uriinspector.analysis.escape_gates import escapes
from uriinspector.analysis.flags import When
from uriinspector.analysis.sensitive_parameters import is_telling
from uriinspector.analysis.unpack import PACKED
from uriinspector.core.expression import lowered
from uriinspector.core.schemes.lookup import schemes
from uriinspector.core.schemes.unc import is_webdav
from uriinspector.readers import browser

if TYPE_CHECKING:
    from uriinspector.analysis.host_memo import HostRecord
    from uriinspector.analysis.rewriters.rewriter import Rewriter
    from uriinspector.analysis.rewriters.table import Rewriters
    from uriinspector.analysis.services import Services
    from uriinspector.core.reference import Reference

# The URL standard's special schemes but for file: their host is a domain or an address, and "\\"
# is a slash to them.
WEB = frozenset({"http", "https", "ws", "wss", "ftp"})

WITH_WEB_SCHEME = When.SCHEME | When.WEB
NAMED = When.PLAIN_HOST | When.USERINFO
BEHIND = When.QUERY | When.FRAGMENT | When.NESTED
READ_BY_BROWSERS = When.WEB | When.LOCAL
# Controls, spaces, and from the first combining mark on whatever there is.
RISKY = re.compile("[^!-~\u00a1-\u00ac\u00ae-\u02ff]")
# Anywhere in a text: then readers may not agree about its host.
CLOUDED = When.RISKY | When.NON_ASCII | When.BACKSLASH
# A label that is shorter is no name of a site, and these are in front of everybody's.
SHORTEST = 3
PLAIN_FRONTS = frozenset(
    {"www", "blog", "docs", "mail", "shop", "news", "support", "help", "app", "web", "forum"}
    | {"api", "cdn", "img", "images", "static", "assets", "media", "files", "download", "forums"}
)
# Behind these there is nothing to look for.
PAGE_ENDINGS = tuple(f".{each}" for each in PAGES)
# A dot in the first segment, and something before it: what begins like a host.
FIRST_DOT = re.compile(r"[^./?#]++\.")
# So many ".." in front of a relative path are still ordinary.
UPS = 3
# No reader stumbles over these: a user name and a password in plain letters, up to four digits.
PLAIN_USER = re.compile("[A-Za-z0-9._~-]*+(?::[A-Za-z0-9._~-]*+)?+")
PLAIN_PORT = re.compile("[0-9]{0,4}")
# A number in the last place, or brackets: all that an address can be.
NUMERIC_HOST = re.compile(r"\[|(?:[^.]*+\.)*?(?:0[xX][0-9A-Fa-f]*+|[0-9]++)\.?\Z")
STRANGE = re.compile("[^A-Za-z0-9._\\[:\\]-]")
# Where a reference of its own may begin: before a colon, in a value, behind escapes or base64.
_SLASH = r"(?:[/\\]|%(?:25)*(?:2f|5c))"
NESTED = re.compile(
    rf"(?=[:%=/,;?&#|\\])(?::{_SLASH}|%(?:25)*(?:3a|2f%)|=%(?:25)*[4-7][0-9a-f]|=[\w+.-]{{0,200}}"
    rf"{_SLASH}|(?:[=/,;?&#|]|%(?:25)*3d)\s*+(?:www\.|{_SLASH}{{2}})|#!?/?www|[/=#?&;](?:{PACKED}))",
    re.IGNORECASE,
)
# What could be base64.  In a path a slash ends such a run; in a value it may be part of one.
LONG_RUN = re.compile("[A-Za-z0-9+_-]{20}|[=&?#;][A-Za-z0-9+/_-]{20}")
HOSTLIKE = re.compile(
    r"www\.|\.(?:com|net|org|gov|edu|bank|example|co\.uk|de|fr|test)\b", re.IGNORECASE
)
DOTS = re.compile(r"(?:%2f|\\)\.|%2e", re.IGNORECASE)
MARKS = re.compile(r"///|&amp;|\?[^?]*\?")
# All that "@" can become in base64, in each of its three places, and in hexadecimal; and room for
# "b.de" behind it.
ENCODED_AT = re.compile(
    "[A-P0](?:(?:(?<=Q[A-P])|(?<=[EUk0][A-D])|(?<=[BFJNRVZdhlptx159]A))(?=[A-Za-z0-9+/_%-]{4})"
    "|(?<=40)(?=[0-9A-Fa-f]{8}))"
)
OPENING, CLOSING = frozenset("<\"'([\u00ab\u201c"), frozenset(">\"')]\u00bb\u201d")


Place: TypeAlias = tuple[int, int]


class GateInput(Protocol):
    """What is known of a text before any gate is open."""

    reference: Reference
    text: str
    base: str | None
    protect: tuple[str, ...]
    scheme: str | None
    effective_scheme: str
    rewriters: Rewriters
    services: Services
    host_record: HostRecord | None

    @property
    def is_web(self) -> bool:
        """Whether browsers read the host as a domain or an address."""

    @property
    def is_plainly_relative(self) -> bool:
        """Whether it is seen at a glance that it stays with its base, a link of the web."""

    @property
    def carrier(self) -> Rewriter | None:
        """The service that puts other links into its own, if this is a link of one."""


def gates(given: GateInput) -> int:
    """All gates that the text opens."""
    text, scheme = given.text, given.scheme
    whole, _, (authority, _), _, _, _, rest, query, fragment = given.reference.spans
    path = rest[0]
    flags = WITH_WEB_SCHEME if scheme in WEB else _start(given, scheme, authority)
    if authority >= 0:
        flags |= _host(given)
        if scheme is None and not given.is_web:
            flags &= ~When.PLAIN_HOST  # what such a base makes of it is to be seen
        is_calm = flags & NAMED == When.PLAIN_HOST
    else:
        is_calm = scheme is None
    if query[0] >= 0:
        flags |= When.QUERY
    if fragment[0] >= 0:
        flags |= When.FRAGMENT
    if not flags & When.OTHER_SCHEME and harmless.TAIL.fullmatch(text, path):
        if text.find("/.", path) >= 0 or text.startswith(".", path):
            flags |= _dots(text, path, whole=scheme is not None or authority >= 0)
    else:
        is_calm = False
        flags |= _rest(text, *rest)
    if scheme is None and authority < 0 and (given.base is None or not is_calm):
        flags |= _beginning(text)
    # 1994 reads what stands inside of a wrapper: then the text does not begin with the reference.
    if not is_calm or whole[0]:
        is_calm = False
        flags = _closely(text, flags)
    return _whole(given, flags, path, is_calm=is_calm)


def _beginning(text: str) -> int:
    """Whether a text with neither a scheme nor an authority may begin like one of them."""
    flags = When.ODD_START if ":" in text or "//" in text else 0
    return flags | When.DOTTED if FIRST_DOT.match(text) or not text.isascii() else flags


def _start(given: GateInput, scheme: str | None, authority: int) -> int:
    """What it begins with but a scheme of the web: another one, two slashes, or neither."""
    flags = When.LOCAL if given.effective_scheme == "file" else 0
    if scheme is not None:
        row = schemes().get(scheme)
        if row is None:
            flags |= When.UNKNOWN_SCHEME
        elif row.nests:
            flags |= When.NESTED
        elif scheme == "urn":
            flags |= When.URN
        return flags | When.SCHEME | When.OTHER_SCHEME
    if authority < 0:
        return flags
    return flags | When.NETWORK | (When.WEB if given.is_web else 0)


def _host(given: GateInput) -> int:
    """What kind of host it is, as far as that can be seen at a glance, and what is beside it."""
    record = given.host_record
    if record is None:
        return _host_at_first(given)
    if record.flags < 0:
        record.flags = _host_at_first(given)
    return record.flags


def _host_at_first(given: GateInput) -> int:
    text, spans = given.text, given.reference.spans
    user, (start, end), port = spans[3:6]
    beside = _user_and_port(text, user, port) if user[0] >= 0 or port[0] >= 0 else 0
    if (
        user[0] >= 0
        and given.scheme in NO_HOST
        and is_webdav(text, given.reference.spans[2], is_file=given.effective_scheme == "file")
    ):
        return When.AUTHORITY | When.WEBDAV
    if start >= end:
        # Browsers go on to what follows, and that may be listed.
        empty = When.ODD_HOST | When.EMPTY_HOST | When.LISTED if start >= 0 else 0
        return When.AUTHORITY | beside | empty
    name = text[start:end]
    match = harmless.HOST.fullmatch(name) if end - start <= harmless.LONGEST_NAME else None
    if match is not None:
        small, flags = name, KINDS[match.lastgroup] | beside
        is_plain = "--" not in name
    else:
        small, flags = lowered(name), _odd_host(name) | beside
        is_plain = browser.is_plain(name)
    if not is_plain:
        flags |= When.PUNYCODE if "xn--" in small else 0
        is_plain = given.host_record is not None and browser.is_taken_as_written(name)
    if is_plain and (not beside or _is_clear(given, user, port)):
        flags |= When.PLAIN_HOST
    ending = last_labels(small)
    if ending in given.services.ends:
        flags |= When.LISTED
    if given.rewriters.may_have(small, ending):
        flags |= When.CARRIER
    if small in ENDPOINTS:
        flags |= When.CONSENT
    if not flags & NUMBERED and _has_front(small):
        flags |= When.SUBDOMAIN
    return flags


# Schemes whose authority Windows may read in its own way.
NO_HOST = frozenset({None, "file"})


def _user_and_port(text: str, user: Place, port: Place) -> int:
    """A user name in front of the host, a port behind it."""
    flags = When.PORT if port[0] >= 0 else 0
    if user[0] < 0:
        return flags
    return flags | When.USERINFO | (When.OPTION if text[user[0]] in "-%" else 0)


def _is_clear(given: GateInput, user: Place, port: Place) -> bool:
    """Whether all readers find the same host beside these."""
    if port[0] >= 0 and not PLAIN_PORT.fullmatch(given.text, *port):
        return False
    if port[0] >= 0 and given.effective_scheme == "file":
        return False  # browsers refuse it
    # Browsers refuse a user name in front of a file's host, and a wrapper in front of both.
    has_scheme = given.scheme in WEB and given.reference.spans[0][0] == 0
    return user[0] < 0 or (has_scheme and PLAIN_USER.fullmatch(given.text, *user) is not None)


def _has_front(name: str) -> bool:
    """Whether labels in front of the site could read as a name of their own."""
    dots = name.count(".")
    if dots != 2:
        return dots > 2
    # A single label can be nothing but a known name: "www" and whatever is as short is none.
    front = name.find(".")
    return front >= SHORTEST and name[:front].rstrip("0123456789") not in PLAIN_FRONTS


NUMBERED = When.ADDRESS | When.LITERAL
KINDS = {
    None: When.AUTHORITY,
    "special": When.AUTHORITY | When.SPECIAL_NAME,
    "address": When.AUTHORITY | When.ADDRESS,
    "literal": When.AUTHORITY | When.LITERAL,
}


def _odd_host(name: str) -> int:
    flags = When.AUTHORITY | (When.OPTION if name[0] in "-%" else 0)
    if len(name) > harmless.LONGEST_NAME:
        flags |= When.LONG_HOST
    if "[" in name:
        flags |= When.LITERAL
    if name[0] != "[":
        flags |= When.ODD_HOST | (When.NUMERIC if NUMERIC_HOST.match(name) else 0)
    if "%" in name:
        flags |= When.ESCAPED_HOST
    # What browsers make of it may be listed, and have more labels than are seen.
    return flags | When.LISTED | When.SUBDOMAIN | When.CONSENT if STRANGE.search(name) else flags


def _closely(text: str, flags: int) -> int:
    """Look at every character; what is odd in one of them takes the host its plainness."""
    flags |= _characters(text)
    return flags & ~When.PLAIN_HOST if flags & CLOUDED else flags


def _characters(text: str) -> int:
    """Characters that do not belong into a plain reference."""
    flags = 0 if text.isascii() else When.NON_ASCII | When.HOSTLIKE
    if "\\" in text:
        flags |= When.BACKSLASH
    if "@" in text:
        flags |= When.AT
    if RISKY.search(text):
        flags |= When.RISKY | When.WRAPPED
    elif text and (text[0] in OPENING or text[-1] in CLOSING or text[:4].lower() == "url:"):
        flags |= When.WRAPPED
    if IS_SCHEME.match(text) or IS_MARK.search(text):
        flags |= When.WRAPPED
    return flags


def _rest(text: str, path: int, end: int) -> int:
    """What may stand in the path, which ends there, the query and the fragment."""
    flags = _dots(text, path, whole=True)
    if LONG_RUN.search(text, path):
        flags |= When.LONG_RUN | When.NESTED
    # In a path a reference has slashes; a value may be one without.
    elif text.find(":", end) >= 0 or NESTED.search(text, path):
        flags |= When.NESTED
    if HOSTLIKE.search(text, path):
        flags |= When.HOSTLIKE
    if "%" in text or "\\" in text:
        flags |= When.DOTS if DOTS.search(text, path) else 0
    if MARKS.search(text, path):
        flags |= When.MARKS
    return flags


def _dots(text: str, path: int, *, whole: bool) -> int:
    """Dot segments, more of them than a relative path may begin with."""
    if text.find("/.", path) < 0 and not text.startswith(".", path):
        return 0
    return When.DOTS if whole or ".." in text else 0


def _whole(given: GateInput, flags: int, path: int, *, is_calm: bool) -> int:
    """The flags, and those for what is asked of every text, calm or not."""
    text = given.text
    if flags & BEHIND or not text.endswith(PAGE_ENDINGS):
        flags |= _endings(text, flags, path, given.reference.spans[6][1])
    if is_calm and given.reference.edition == "2005":
        # There is no character in it that the grammar does not allow.
        given.reference.settle()
    elif not given.reference.valid:
        flags |= When.INVALID
    if "%" in text:
        flags |= escapes(text)
    if text.find("=", path) >= 0 and is_telling(text, path):
        flags |= When.TELLING
    if flags & BEHIND and ENCODED_AT.search(text, path):
        flags |= When.ENCODED_MAIL
    if flags & When.CARRIER:
        flags |= When.NESTED if given.carrier else 0
        if given.carrier is None or not flags & When.WEB:
            flags &= ~When.CARRIER
    if not flags & When.PLAIN_HOST and (given.base is not None or flags & When.SCHEME):
        flags |= When.UNPLAIN if flags & READ_BY_BROWSERS or _may_leave(given) else 0
    return flags


def _endings(text: str, flags: int, path: int, end: int) -> int:
    """Whether the path ends like a file that runs, and whether some name has two endings."""
    if text.find(".", path) < 0 and "%2" not in text:
        return 0
    ending = last_ending(text, path, end)
    if ending in PAGES and end == len(text):
        return 0
    found = When.RUNS if ending in RUNS else 0
    if found or flags & When.QUERY or ending in ALSO_PAGES or "%2" in text:
        found |= When.DOUBLE_ENDING if MAYBE_DOUBLE.search(text, path) else 0
    return found


def _may_leave(given: GateInput) -> bool:
    """Whether it has no scheme, and readers could still find a host in it."""
    return given.is_web and not given.is_plainly_relative
