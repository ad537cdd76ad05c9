"""A quick check of which rules may apply to a text.

A gate may open without need, but must never stay closed if a rule could find something; tests
compare the fast expressions here with the gates.  Every repetition is possessive, so that matching
takes linear time.

Most texts open almost no gates.  One expression for the host and one for the rest recognize
harmless texts; only other texts are searched for each feature in turn.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Protocol, TypeAlias

from uriinspector.analysis.consent_endpoints import ENDPOINTS
from uriinspector.analysis.defang import IS_MARK, IS_SCHEME
from uriinspector.analysis.domains import METADATA_NAMES, SPECIAL_NAMES, last_labels
from uriinspector.analysis.unpack import PACKED
from uriinspector.core import charset
from uriinspector.core.expression import expression, lowered
from uriinspector.core.host import IPV4
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.lookup import schemes
from uriinspector.core.schemes.unc import is_webdav
from uriinspector.readers import browser

if TYPE_CHECKING:
    from uriinspector.analysis.host_memo import HostRecord
    from uriinspector.analysis.rewriter_decoders import Rewriter
    from uriinspector.analysis.rewriters import Rewriters
    from uriinspector.analysis.services import Services

# Files that a system runs, installs or mounts when opened; not endings of pages or sources.
RUNS = frozenset(
    {"exe", "scr", "pif", "cpl", "msi", "msix", "msixbundle", "appx", "appxbundle", "appinstaller"}
    | {"bat", "cmd", "ps1", "vbs", "vbe", "jse", "wsf", "wsh", "hta", "lnk", "url", "chm", "xll"}
    | {"reg", "msc", "jar", "apk", "xapk", "ipa", "dmg", "pkg", "deb", "rpm", "iso", "img", "vhd"}
    | {
        "vhdx",
        "library-ms",
        "search-ms",
        "settingcontent-ms",
        "desktop",
        "application",
        "scf",
        "rdp",
    }
)
# These, and files that open a desktop on another computer.
OPENS = RUNS | {"rdp"}
LONGEST = max(map(len, OPENS))
_DOCUMENTS = (
    "pdf|docx?|xlsx?|pptx?|rtf|od[tsp]|txt|csv|jpe?g|png|gif|bmp|webp|tiff?|mp[34]|avi|mov|wav|zip|rar|7z"
    "|eml|msg|html?"
)
# After these, a document's ending has another meaning: "app.desktop", "a.zip.pkg".
_SECOND = sorted(RUNS - {"application", "desktop", "pkg", "deb", "rpm", "reg", "img"})
# For decoded names; white space between the endings pushes the second one out of sight.
DOUBLE = expression(
    rf"[^/\\.](?<!\bwww)(\.(?:{_DOCUMENTS}))[\s_+\u200b-\u200f]{{0,200}}"
    rf"(\.(?:{'|'.join(_SECOND)}|js|com))[\s\"]*\Z",
    re.IGNORECASE,
)
# Anywhere in a text, with or without escaped dots.
MAYBE_DOUBLE = re.compile(
    rf"(?:\.|%2E)(?:{_DOCUMENTS})(?:%[0-9A-F][0-9A-F]|[\s_+\u200b-\u200f])*+(?:\.|(?<=%2E))(?:{'|'.join(_SECOND)}|js|com)"
    r"(?![A-Za-z0-9_.-])",
    re.IGNORECASE,
)
# The most common endings, after which no search is needed; and endings of scripts and sites,
# which only count after a document's ending.
PAGES = frozenset({"html", "htm", "php", "aspx", "asp", "jsp", "pdf", "jpg", "png", "xml"})
ALSO_PAGES = frozenset({"js", "com"})


def last_ending(text: str, start: int, end: int) -> str:
    """Return what follows the last dot of a path, in lowercase; "" if it is too long."""
    dot = text.rfind(".", max(start, end - LONGEST - 1), end)
    if dot < 0:
        return ""
    ending = text[dot + 1 : end]
    return ending if ending.islower() else lowered(ending)


class Gates:
    """Features of a text that rules require; each is one bit of a number.

    They are attributes of an instance, which are looked up faster than those of a class.  Each
    has the next free bit, in the order of the lines.
    """

    # Components.
    SCHEME: int  # has a scheme
    WEB: int  # http, https, ws, wss or ftp; or an authority without a scheme
    OTHER_SCHEME: int  # any other scheme
    UNKNOWN_SCHEME: int
    LOCAL: int  # the scheme of the reference or its base is file
    AUTHORITY: int
    WEBDAV: int  # user and host make Windows use WebDAV
    NETWORK: int  # an authority without a scheme
    ODD_START: int  # no scheme and authority, but may begin like one of them
    DOTTED: int  # no scheme and authority, but may begin like a host
    USERINFO: int
    PORT: int
    QUERY: int
    FRAGMENT: int
    INVALID: int  # violates the edition's grammar
    URN: int  # the scheme is urn, whose grammar has separate editions
    # The host.
    PLAIN_HOST: int  # all readers agree about the exact host
    UNPLAIN: int  # readers may disagree about the host
    ODD_HOST: int  # not an ordinary name or address: empty, long, in capitals ...
    ADDRESS: int  # four decimal numbers
    NUMERIC: int  # a number or an address in another spelling
    LITERAL: int  # an address in brackets
    EMPTY_HOST: int
    LONG_HOST: int
    SPECIAL_NAME: int  # may be a name outside of the public DNS
    SUBDOMAIN: int  # three labels or more, unless the only additional one is short
    LISTED: int  # may be a host of a listed service
    CARRIER: int  # a service that wraps other links
    OPTION: int  # the host or user begins with "-" or an escape
    ESCAPED_HOST: int
    # Characters anywhere.
    NON_ASCII: int
    RISKY: int  # controls, spaces, invisible or bidi characters
    BACKSLASH: int
    PUNYCODE: int  # "xn--", in any case
    AT: int  # or an escape of it
    WRAPPED: int  # begins or ends like a wrapper, or is defanged
    DERIVED: int  # stands for another text
    # Escapes anywhere.
    ESCAPED: int  # of anything except non-ASCII letters
    BAD_ESCAPE: int  # a "%" without two digits
    DEEP_ESCAPE: int  # of a "%"
    OCTETS: int  # of non-ASCII bytes, unless they are letters
    ESCAPED_DELIMITER: int
    ESCAPED_UNRESERVED: int
    ESCAPED_CONTROL: int
    SMALL_ESCAPE: int  # in lowercase
    BLANKS: int  # a row of escaped spaces
    # After the host.
    RUNS: int  # the path ends like a file that runs when opened
    DOUBLE_ENDING: int  # an ending of a document is followed by another one
    NAME_IN_PATH: int  # a folder or word as in paths of copied pages
    CONSENT: int  # a host where apps ask for access to accounts
    NESTED: int  # may contain another reference
    HOSTLIKE: int  # text may read like a host
    DOTS: int  # may contain dot segments
    MARKS: int  # rows of slashes, second question marks, entities
    LONG_RUN: int  # possible base64
    TELLING: int  # a parameter named like a secret or a recipient
    ENCODED_MAIL: int  # a possible email address in base64 or hexadecimal

    __slots__ = tuple(__annotations__)

    def __init__(self) -> None:
        for place, name in enumerate(self.__slots__):
            setattr(self, name, 1 << place)


When = Gates()

ESCAPE = expression("%([0-9A-Fa-f]{2})?")
# An escaped "%" may be followed by the rest of any other escape.
DEEP = When.ESCAPED | When.DEEP_ESCAPE | When.ESCAPED_DELIMITER | When.OCTETS
UNRESERVED = frozenset(
    (charset.UNRESERVED_1994 + charset.UNRESERVED_1997).encode()
    + (charset.UNRESERVED_2003 + charset.UNRESERVED_2005).encode()
)
DELIMITERS = frozenset(b"/\\?#@:[]")
RUN = expression("(?:%[0-9A-Fa-f][0-9A-Fa-f])++")
# Three spaces in a row can push what follows out of sight.
BLANKS = "%20%20%20"


@cache
def letters() -> re.Pattern[str]:
    """Return a pattern of Latin, Greek and Cyrillic letters, kana, ideographs and currencies."""
    return re.compile(
        "[ -~\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u048a-\u052f"
        "\u20a0-\u20bf\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*+"
    )


def _opened_by(octet: int) -> int:
    if octet == 0x25:
        return DEEP
    if octet >= 0x80:
        return When.OCTETS
    if octet < 0x20 or octet == 0x7F:
        return When.ESCAPED | When.ESCAPED_CONTROL
    if octet in DELIMITERS:
        at = When.AT if octet == ord("@") else 0
        return When.ESCAPED | When.ESCAPED_DELIMITER | at
    return When.ESCAPED | (When.ESCAPED_UNRESERVED if octet in UNRESERVED else 0)


def _opened() -> dict[str, int]:
    """Return the gates that each pair of hexadecimal digits opens."""
    values = {"": When.BAD_ESCAPE}
    for digits in map("".join, product("0123456789ABCDEFabcdef", repeat=2)):
        small = 0 if digits == digits.upper() else When.SMALL_ESCAPE
        values[digits] = _opened_by(int(digits, 16)) | small
    return values


OPENED = _opened()


def escapes(text: str) -> int:
    """Return the gates that the escapes of a text open."""
    flags = 0
    for digits in set(ESCAPE.findall(text)):
        flags |= OPENED[digits]
    if flags & When.OCTETS and not flags & When.DEEP_ESCAPE:
        flags &= ~When.OCTETS
        for run in RUN.findall(text):
            flags |= _beyond_ascii(run)
    return flags | When.BLANKS if BLANKS in text else flags


def _beyond_ascii(run: str) -> int:
    """Return the gates that non-ASCII bytes open, after decoding them."""
    try:
        plain = bytes.fromhex(run.replace("%", "")).decode()
    except UnicodeDecodeError:
        return When.OCTETS | When.ESCAPED
    flags = 0 if letters().fullmatch(plain) else When.OCTETS
    return flags if plain.isalnum() else flags | When.ESCAPED


# Endings that people recognize as those of a host.
ENDINGS = "com|net|org|info|gov|edu|bank|example|co\\.uk|de|fr|test"
# Last labels of names outside of the public DNS.
SPECIAL = "|".join(sorted({name.rpartition(".")[2] for name in SPECIAL_NAMES}))
# Services that give credentials to machines in a cloud.
_METADATA = "|".join(sorted(map(re.escape, METADATA_NAMES)))
# A run too short for base64, a dot that ends no host, and what may separate runs.
# (A case-insensitive expression would take half as long again.)
_RUN = "[A-Za-z0-9_+-]{0,19}+"
_DOT = rf"\.(?<![wW][wW][wW]\.)(?!(?i:{ENDINGS})(?![A-Za-z0-9_]))"
_BETWEEN = rf"{_DOT}|[~!,]|%(?:20|[89A-Fa-f][0-9A-Fa-f])"
_PIECES = rf"{_RUN}(?:(?:{_BETWEEN}|{{more}}){_RUN}|(?!))*+"
_PACKED = f"(?i:{PACKED})"
# In a path, an escaped slash between letters is harmless, too.
_HARMLESS_SLASH = r"%2[fF](?<=[A-Za-z0-9_-]...)(?=[A-Za-z0-9_-])"
_PATH = _PIECES.replace("{more}", rf"/(?!/|{_PACKED})|{_HARMLESS_SLASH}")
_QUERY = _PIECES.replace("{more}", rf"[&=](?!{_PACKED})")
# Path, one parameter, query and fragment.
TAIL = re.compile(
    rf"{_PATH}(?:;{_RUN}(?:=(?!{_PACKED}){_RUN}|(?!))?+)?+(?:\?(?!{_PACKED}){_QUERY}|(?!))?+"
    rf"(?:\#(?!!?[wW]{{3}}|{_PACKED}){_QUERY}|(?!))?+"
)
# A lowercase name of two or more labels, without a hyphen at an end, and so short that no
# label is too long; or an address in its usual form.
LONGEST_NAME = 63
_LABEL = "[a-z0-9]++(?:-++[a-z0-9]++|(?!))*+"
# RFC 5952: no leading zeros, lowercase, "::" for the longest row of zeros; here the only row,
# of two or more.
_H16 = "[1-9a-f][0-9a-f]{0,3}+"
_IPV6 = (
    rf"(?!\[(?:[^:]*+:){{7}})\[(?:{_H16}(?::{_H16}){{0,4}}+)?+::(?:{_H16}(?::{_H16}){{0,4}}+)?+\]"
    rf"|\[(?:{_H16}:){{7}}{_H16}\]"
)
HOST = re.compile(
    rf"(?P<cloud>{_METADATA})\Z|(?:{_LABEL}\.|(?!))++(?:(?P<special>(?:{SPECIAL})\Z)|[a-z]{{2,63}})|(?P<address>{IPV4})"
    rf"|(?P<literal>{_IPV6})"
)

PASSWORD = "pass|passwd|password|passphrase|pwd|userpass|user_password"
SECRET = (
    "access_?token|id_?token|refresh_?token|auth_?token|oauth_?token|csrf_?token|reset_?token|token"
    "|api_?key|apikey|x-api-key|client_?secret|secret|secret_?key|private_?key|access_?key"
    "|session|session_?id|sess_?id|jsessionid|phpsessid|aspsessionid[a-z]{0,8}|cfid|cftoken|sid"
    "|jwt|bearer|authorization|otp|credentials?|x-amz-signature|x-amz-security-token"
    "|x-goog-signature"
)
CARD = "cc|ccn|pan|card|card_?(?:no|num|number)|credit_?card|cc_?(?:no|num|number)"
# Parameters that identify a recipient.
RECIPIENT = (
    "mc_eid|mkt_tok|_hsenc|_hsmi|vero_id|oly_(?:enc|anon)_id|(?:ck_)?subscriber_?id"
    "|recipient(?:_?id)?|rcpt|contact_?id|elq(?:track|contact)id|user_?id|uid|rid|email_id"
    "|member_?id|customer_?id|ml_subscriber_hash"
    "|sfmc_sub|et_rid|_kx|vgo_ee|dm_i|trk_contact|omnisendcontactid|midtoken"
)
# Any of these parameters, at any place where a parameter can begin.
ANY = rf"[?&#;](?:amp;)?(?:{RECIPIENT}|{PASSWORD}|{SECRET}|{CARD})="
TELLING, TELLING_IN_ANY_CASE = re.compile(ANY), expression(ANY, re.IGNORECASE)


def is_telling(text: str, start: int) -> bool:
    """Return True if such a parameter occurs; searching in lowercase is three times as fast."""
    if text.isascii():
        return TELLING.search(text.lower(), start) is not None
    return TELLING_IN_ANY_CASE.search(text, start) is not None


# The special schemes of the URL standard except for file: their host is a domain or an address,
# and browsers read "\\" as a slash.
WEB = frozenset({"http", "https", "ws", "wss", "ftp"})

WITH_WEB_SCHEME = When.SCHEME | When.WEB
NAMED = When.PLAIN_HOST | When.USERINFO
BEHIND = When.QUERY | When.FRAGMENT | When.NESTED
READ_BY_BROWSERS = When.WEB | When.LOCAL
# Controls, spaces, and everything from the first combining mark on.
RISKY = re.compile("[^!-~\u00a1-\u00ac\u00ae-\u02ff]")
# With these anywhere in a text, readers may disagree about its host.
CLOUDED = When.RISKY | When.NON_ASCII | When.BACKSLASH
# A shorter first label is not the name of a site, and these labels are common for every site.
SHORTEST = 3
PLAIN_FRONTS = frozenset(
    {"www", "blog", "docs", "mail", "shop", "news", "support", "help", "app", "web", "forum"}
    | {"api", "cdn", "img", "images", "static", "assets", "media", "files", "download", "forums"}
)
# No rule looks at what precedes these endings.
PAGE_ENDINGS = tuple(f".{each}" for each in PAGES)
# A dot after other characters in the first segment, as in a host.
FIRST_DOT = re.compile(r"[^./?#]++\.")
# The number of ".." at the start of a relative path that are still ordinary.
UPS = 3
# All readers agree on these: a plain user name and password, and up to four digits.
PLAIN_USER = re.compile("[A-Za-z0-9._~-]*+(?::[A-Za-z0-9._~-]*+)?+")
PLAIN_PORT = re.compile("[0-9]{0,4}")
# Every address has a number as its last label, or brackets.
NUMERIC_HOST = re.compile(r"\[|(?:[^.]*+\.)*?(?:0[xX][0-9A-Fa-f]*+|[0-9]++)\.?\Z")
STRANGE = re.compile("[^A-Za-z0-9._\\[:\\]-]")
# A possible nested reference: before a colon, in a value, after escapes or base64.
_SLASH = r"(?:[/\\]|%(?:25)*(?:2f|5c))"
NESTED = re.compile(
    rf"(?=[:%=/,;?&#|\\])(?::{_SLASH}|%(?:25)*(?:3a|2f%)|=%(?:25)*[4-7][0-9a-f]|=[\w+.-]{{0,200}}"
    rf"{_SLASH}|(?:[=/,;?&#|]|%(?:25)*3d)\s*+(?:www\.|{_SLASH}{{2}})|#!?/?www|[/=#?&;](?:{PACKED}))",
    re.IGNORECASE,
)
# A technical folder, a word about accounts, or a host as a whole segment.
NAME_IN_PATH = re.compile(
    r"/(?:(?:wp-|css/|js/|img|images/|\.|cgi-bin/|(?:log|sign)-?[io]n|verif|account|secure|support|webscr"
    r"|billing)|[a-z0-9.-]{1,60}\.[a-z]{2,12}/)",
    re.IGNORECASE,
)
# Possible base64.  A slash ends such a run in a path, but may be part of it in a value.
LONG_RUN = re.compile("[A-Za-z0-9+_-]{20}|[=&?#;][A-Za-z0-9+/_-]{20}")
HOSTLIKE = re.compile(
    r"www\.|\.(?:com|net|org|gov|edu|bank|example|co\.uk|de|fr|test)\b", re.IGNORECASE
)
DOTS = re.compile(r"(?:%2f|\\)\.|%2e", re.IGNORECASE)
MARKS = re.compile(r"///|&amp;|\?[^?]*\?")
# Every form of "@" in base64, at each of its three positions, and in hexadecimal; with room for
# "b.de" after it.
ENCODED_AT = re.compile(
    "[A-P0](?:(?:(?<=Q[A-P])|(?<=[EUk0][A-D])|(?<=[BFJNRVZdhlptx159]A))(?=[A-Za-z0-9+/_%-]{4})"
    "|(?<=40)(?=[0-9A-Fa-f]{8}))"
)
OPENING, CLOSING = frozenset("<\"'([\u00ab\u201c"), frozenset(">\"')]\u00bb\u201d")

Place: TypeAlias = tuple[int, int]


class GateInput(Protocol):
    """Facts about a text that are available before any gates are computed."""

    reference: Reference
    text: str
    base: str | None
    protect: tuple[str, ...]
    scheme: str | None
    effective_scheme: str
    is_web: bool
    rewriters: Rewriters
    services: Services
    host_record: HostRecord | None

    @property
    def has_browser_scheme(self) -> bool:
        """Return False if only 1994 or 1997 finds a scheme: to others it begins with a letter."""

    @property
    def is_plainly_relative(self) -> bool:
        """True if a quick check shows that it is relative to its base, a web link."""

    @property
    def carrier(self) -> Rewriter | None:
        """The service that wraps other links in its own, if this is one of its links."""


def gates(given: GateInput) -> int:
    text, scheme = given.text, given.scheme
    whole, _, (authority, _), _, _, _, rest, query, fragment = given.reference.spans
    path = rest[0]
    flags = WITH_WEB_SCHEME if scheme in WEB else _start(given, scheme, authority)
    if authority >= 0:
        flags |= _host(given)
        if scheme is None and not given.is_web:
            flags &= ~When.PLAIN_HOST  # what such a base makes of it is to be seen
        elif flags & When.UNKNOWN_SCHEME and not given.has_browser_scheme:
            flags &= ~When.PLAIN_HOST
        is_calm = flags & NAMED == When.PLAIN_HOST
    else:
        is_calm = scheme is None
    if query[0] >= 0:
        flags |= When.QUERY
    if fragment[0] >= 0:
        flags |= When.FRAGMENT
    if not flags & When.OTHER_SCHEME and TAIL.fullmatch(text, path):
        if text.find("/.", path) >= 0 or text.startswith(".", path):
            flags |= _dots(text, path, whole=scheme is not None or authority >= 0)
    else:
        is_calm = False
        flags |= _rest(text, *rest)
    if scheme is None and authority < 0 and (given.base is None or not is_calm):
        flags |= _beginning(text)
    # 1994 reads the inside of a wrapper: then the reference begins later than the text.
    if not is_calm or whole[0]:
        is_calm = False
        flags = _closely(text, flags)
    return _whole(given, flags, path, is_calm=is_calm)


def _beginning(text: str) -> int:
    """Return the gates of a text that may begin with a scheme or host, though it has neither."""
    flags = When.ODD_START if ":" in text or "//" in text else 0
    return flags | When.DOTTED if FIRST_DOT.match(text) or not text.isascii() else flags


def _start(given: GateInput, scheme: str | None, authority: int) -> int:
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
    """Return the gates of the authority, from the memo if it is known."""
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
        # Browsers skip to the text that follows, which may be listed.
        empty = When.ODD_HOST | When.EMPTY_HOST | When.LISTED if start >= 0 else 0
        return When.AUTHORITY | beside | empty
    name = text[start:end]
    match = HOST.fullmatch(name) if end - start <= LONGEST_NAME else None
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
    if given.services.ends is None or ending in given.services.ends:
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
    flags = When.PORT if port[0] >= 0 else 0
    if user[0] < 0:
        return flags
    return flags | When.USERINFO | (When.OPTION if text[user[0]] in "-%" else 0)


def _is_clear(given: GateInput, user: Place, port: Place) -> bool:
    """Return True if userinfo and port leave all readers with the same host."""
    if port[0] >= 0 and not PLAIN_PORT.fullmatch(given.text, *port):
        return False
    if port[0] >= 0 and given.effective_scheme == "file":
        return False  # browsers reject a port in file URLs
    # Browsers reject a user name before a file's host, and a wrapper before both.
    has_scheme = given.scheme in WEB and given.reference.spans[0][0] == 0
    return user[0] < 0 or (has_scheme and PLAIN_USER.fullmatch(given.text, *user) is not None)


def _has_front(name: str) -> bool:
    """Return True if labels before the site could look like another name."""
    dots = name.count(".")
    if dots != 2:
        return dots > 2
    # A single label matters only if it is a known name, which "www" and shorter ones are not.
    front = name.find(".")
    return front >= SHORTEST and name[:front].rstrip("0123456789") not in PLAIN_FRONTS


NUMBERED = When.ADDRESS | When.LITERAL
KINDS = {
    None: When.AUTHORITY,
    "special": When.AUTHORITY | When.SPECIAL_NAME,
    "cloud": When.AUTHORITY | When.SPECIAL_NAME,
    "address": When.AUTHORITY | When.ADDRESS,
    "literal": When.AUTHORITY | When.LITERAL,
}


def _odd_host(name: str) -> int:
    flags = When.AUTHORITY | (When.OPTION if name[0] in "-%" else 0)
    if len(name) > LONGEST_NAME:
        flags |= When.LONG_HOST
    if "[" in name:
        flags |= When.LITERAL
    if name[0] != "[":
        flags |= When.ODD_HOST | (When.NUMERIC if NUMERIC_HOST.match(name) else 0)
    if "%" in name:
        flags |= When.ESCAPED_HOST
    # The host in browsers may be listed, and have more labels than the written one.
    return flags | When.LISTED | When.SUBDOMAIN | When.CONSENT if STRANGE.search(name) else flags


def _closely(text: str, flags: int) -> int:
    """Check every character; an unusual one means that the host is not plain."""
    flags |= _characters(text)
    return flags & ~When.PLAIN_HOST if flags & CLOUDED else flags


def _characters(text: str) -> int:
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
    """Return the gates of path, query and fragment; the path ends at ``end``."""
    flags = _dots(text, path, whole=True)
    if LONG_RUN.search(text, path):
        flags |= When.LONG_RUN | When.NESTED
    # A reference has slashes in a path, but may have none in a value.
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
    """Return the gate for dot segments, beyond those that a relative path may begin with."""
    if text.find("/.", path) < 0 and not text.startswith(".", path):
        return 0
    return When.DOTS if whole or ".." in text else 0


def _whole(given: GateInput, flags: int, path: int, *, is_calm: bool) -> int:
    """Add the gates that are checked for every text."""
    text = given.text
    if flags & BEHIND or not text.endswith(PAGE_ENDINGS):
        flags |= _endings(text, flags, path, given.reference.spans[6][1])
    if is_calm and given.reference.edition == "2005":
        # All its characters are allowed by the grammar.
        given.reference.settle()
    elif not given.reference.valid:
        flags |= When.INVALID
    if "%" in text:
        flags |= escapes(text)
    if len(text) - path > SHORTEST and NAME_IN_PATH.search(text, path):
        flags |= When.NAME_IN_PATH
    if text.find("=", path) >= 0 and is_telling(text, path):
        flags |= When.TELLING
    if "/ipfs/" in text:
        flags |= When.LISTED
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
    """Return the gates of file endings: a file that runs, and a name with two endings."""
    if text.find(".", path) < 0 and "%2" not in text:
        return 0
    ending = last_ending(text, path, end)
    if ending in PAGES and end == len(text):
        return 0
    found = When.RUNS if ending in OPENS else 0
    if found or flags & When.QUERY or ending in ALSO_PAGES or "%2" in text:
        found |= When.DOUBLE_ENDING if MAYBE_DOUBLE.search(text, path) else 0
    return found


def _may_leave(given: GateInput) -> bool:
    """Return True if readers could find a host though the text has no scheme."""
    return given.is_web and not given.is_plainly_relative
