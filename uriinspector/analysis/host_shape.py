"""Text that is shaped like a host, or that people would read as one.

The grammar reads such text as a relative path, or as starting with a scheme; users type it as a
link. File names have this shape, too ("readme.md", "setup.py"): a bare name whose ending is as
common for files as for hosts is read as a path.

A single such line may be a file name or a signature; two in a row count as a list of hosts.
"""

import re
from collections.abc import Iterator

from uriinspector.analysis.derived import ADDRESS_BAR, EMAIL, NETWORK_PATH, Derived
from uriinspector.analysis.domains import SPECIAL_NAMES, is_listed, registrable_domain, registration
from uriinspector.analysis.international.known_names import KnownName, KnownNameIndex, folded
from uriinspector.analysis.international.scripts import located
from uriinspector.core.expression import expression, lowered
from uriinspector.core.host import host_kind, is_ipv6, matches_ipv4
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.lookup import schemes
from uriinspector.readers import browser
from uriinspector.readers.browser import host_in_browsers

# Longer texts are ignored; a host has at most 253 characters.
LONGEST = 65_536
AUTHORITY = expression(r"[^/\\?#\s]{1,1024}")
SPACE = expression(r"\s")
# The userinfo before a host, and an email address.
USER = expression(r"[^@\s/\\?#]*+@")
MAILBOX = expression(r"[\w.!$&'*+=^`{|}~-]++@[^@\s/\\?#:]++(?:\?|\Z)")
PORT = expression(r":([0-9]{0,5})\Z")
DOT = expression("[.\u3002\uff0e\uff61]")
# A single label is a host only with a port and a path.
INTRANET = expression(r"[A-Za-z][A-Za-z0-9-]{2,62}:[0-9]{2,5}/\S*")
# Numbers that people type as an address; "1.2.3" is a version.
NUMBERS = expression(r"(?:0[xX][0-9A-Fa-f]+|[0-9]+)(?:\.(?:0[xX][0-9A-Fa-f]+|[0-9]+)){0,3}")
FOUR = expression(r"[^.]+(?:\.[^.]+){3}")
# Top-level domains that are also file endings.
FILE_ENDINGS = frozenset(
    {"app", "bz", "cab", "cc", "do", "gd", "java", "map", "md", "mk", "mov", "pl", "pm", "ps"}
    | {"properties", "pub", "py", "rs", "sh", "so", "tf", "zip"}
)
# Folders on a Mac that end like hosts.
BUNDLE = expression(r"app/Contents(?:/|\Z)", re.IGNORECASE)
LOCAL = "localhost"
REMOTE_PATH = expression(
    r"(?P<user>[\w.+-]{1,64}@)?(?P<host>(?:[A-Za-z0-9](?:[\w-]{0,62})\.){1,20}[A-Za-z][\w-]{0,62})"
    r":(?!//|[0-9]{1,5}(?:[/?#]|\Z))(?P<path>[^\s:?#]{1,2048})"
)
# Names that browsers only convert to lowercase.
AS_WRITTEN = expression(r"[A-Za-z0-9._-]+")
# Characters that browsers accept in a host, but that no host has.
NO_HOST = frozenset("[](){}<>,;'\"|^`*$%!&=+~:@")


def shaped_like_host(reference: Reference) -> Derived | None:
    """Return the link that an address bar makes of a text, unless the grammar agrees."""
    text = reference.text
    if not text or len(text) > LONGEST or SPACE.search(text):
        return None
    if text.startswith("//"):
        return _as(NETWORK_PATH, text, "https:") if reference.host else None
    scheme = lowered(reference.scheme) if reference.scheme is not None else None
    if scheme is not None and scheme in schemes():
        return None
    if scheme is None and MAILBOX.match(text) and _is_mail(text):
        return Derived(EMAIL, text, [(0, 0, "mailto:")])
    prefix = _prefix(text)
    if prefix is None or is_file_name(text):
        return None
    return _as(ADDRESS_BAR, text, prefix)


def remote_path(text: str) -> re.Match[str] | None:
    """Match "user@host:path", a path on another computer in Git and scp, or "host:path.git"."""
    match = REMOTE_PATH.fullmatch(text)
    if match is None or not (match["user"] or match["path"].endswith(".git")):
        return None
    return match if _is_name(match["host"]) else None


def is_file_name(text: str) -> bool:
    """Return True for a possible file name: "readme.md", "index.pl?id=1", "main.rs#L3"."""
    name = AUTHORITY.match(text)
    if name is None or "@" in name[0]:
        return False
    written = lowered(PORT.sub("", name[0]))
    front, _, ending = written.rpartition(".")
    if ending not in FILE_ENDINGS or written.startswith("www."):
        return False
    behind = text[name.end() :]
    if not front or (behind.startswith("/") and not BUNDLE.match(text, name.end() - len(ending))):
        return False
    # A suffix of two labels, as in "example.com.pl", shows that it is a host.
    return not is_listed(written) or _suffix_labels(written) == 1


def possible_host(text: str) -> str | None:
    """Return the host that an address bar may use for a possible file name, or None."""
    if SPACE.search(text) or not is_file_name(text) or _prefix(text) is None:
        return None
    written = browser.serialized(f"https://{text}")
    return written.host if written else None


def _suffix_labels(name: str) -> int:
    domain = registrable_domain(name)
    return domain.count(".") if domain else 1


def _as(how: str, text: str, prefix: str) -> Derived | None:
    written = browser.serialized(prefix + text)
    return Derived(how, text, [(0, 0, prefix)]) if written and written.host else None


def _is_mail(text: str) -> bool:
    host = text.partition("?")[0].rpartition("@")[2]
    return _is_name(host)


def _prefix(text: str) -> str | None:
    match = AUTHORITY.match(text)
    if match is None or match[0].startswith("@"):
        return None
    written = USER.sub("", match[0])
    port = PORT.search(written)
    if port and port[1] and int(port[1]) > 65_535:
        return None
    host = written[: port.start()] if port else written
    is_alone = match.end() == len(text) and port is None
    if host.startswith("["):
        return "http://" if ":" in host and host.endswith("]") else None
    small = lowered(host)
    if small == LOCAL or small.endswith(f".{LOCAL}"):
        return "http://"
    if NUMBERS.fullmatch(host):
        return "http://" if _is_address(host, is_alone=is_alone) else None
    if _is_name(host):
        return "https://"
    return "http://" if INTRANET.fullmatch(text) and "@" not in match[0] else None


def _is_address(host: str, *, is_alone: bool) -> bool:
    """Return True if numbers are an address: four of them, or fewer if one is hexadecimal.
    Fewer decimal numbers are more likely a version or a date.
    """
    is_typed = FOUR.fullmatch(host) or ("x" in host.lower() and ("." in host or not is_alone))
    return bool(is_typed and matches_ipv4(browser.host_in_browsers(host) or ""))


def _is_name(host: str) -> bool:
    """Return True for two or more labels that end in a listed suffix or a special name."""
    labels = DOT.split(host)
    if labels[-1] == "" and len(labels) > 1:
        labels.pop()
    if len(labels) < 2 or not all(labels) or not NO_HOST.isdisjoint(host):
        return False
    if AS_WRITTEN.fullmatch(host) and not _is_listed(lowered(".".join(labels))):
        return False
    known = browser.host_in_browsers(host)
    if known is None or matches_ipv4(known):
        return False
    return _is_listed(known.removesuffix("."))


def _is_listed(name: str) -> bool:
    ending = name.rpartition(".")[2]
    if ending in SPECIAL_NAMES:
        return True
    return is_listed(name) and registrable_domain(name) is not None and not ending.isdigit()


FEWEST = 2
# A lowercase name or an address, with or without a port and a path.
_HOST = (
    rb"(?:[a-z0-9_-]{1,63}\.){1,20}(?:[a-z]{2,24}|xn--[a-z0-9-]{1,59}|[0-9]{1,3})"
    rb"(?::[0-9]{1,5})?(?:/[!#-;=?-~]{0,1000})?"
)
_BULLET = rb"[ \t]{0,16}(?:[-*+][ \t]{1,8}|[0-9]{1,4}[.)][ \t]{1,8})?"
LINE = expression(_BULLET + rb"(?P<host>" + _HOST + rb")(?<![,;])[,;]?[ \t]{0,16}(?:\r?\n|\r|\Z)")
# A line break before a possible host.
BREAK = expression(rb"[\r\n](?=" + _BULLET + rb"[a-z0-9_-]{1,63}\.[a-z0-9])")
# The maximum distance from the line break to the first dot of a host.
BEFORE_DOT = 128


def listed_hosts(octets: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the span of each host in a list, in order."""
    at = start
    while True:
        rows = []
        while line := LINE.match(octets, at, end):
            place = line.span("host")
            if not _is_host(octets[slice(*place)].decode("ascii")):
                break
            rows.append(place)
            at = line.end()
        if len(rows) >= FEWEST:
            yield from rows
        dot = octets.find(b".", at, end)
        if dot < 0 or not (following := BREAK.search(octets, max(at, dot - BEFORE_DOT), end)):
            return
        at = following.end()


def _is_host(text: str) -> bool:
    """Return True if an address bar reads the text as a host and it does not look like a file."""
    meant = shaped_like_host(parse(text))
    return meant is not None and meant.how == ADDRESS_BAR


# People read only the beginning, so the rest is not examined.
MOST = 1000
PIECE = expression(r"[^/\\:?#@&=,;|()<>\[\]\s\"']+")
# Leaves out characters around a host that cannot be part of it, such as a padlock emoji.
READABLE = expression(r"\w(?:.*\w)?")
# A mailbox that is used as the name of an account, optionally with a password.
WHOLE_MAILBOX = expression(r"(?P<user>[^@\s/\\:]+)@[^@\s/\\:]+(?::[^@]*)?")
WORD = expression(r"[^\W_]+")
# Endings that people recognize in a name of two labels, as in "paypal.com".  Other suffixes
# may be names ("first.kim") or kinds of accounts ("build.bot").
ENDINGS = frozenset(
    {"com", "net", "org", "edu", "gov", "mil", "int", "info", "biz", "bank", "example", "test"}
    | {"io", "shop", "store", "online", "site", "website", "top", "xyz", "club", "cloud", "icu"}
    | {"uk", "de", "fr", "nl", "us", "eu", "ch", "at", "it", "es", "pl", "br", "au", "nz", "za"}
    | {"ca", "jp", "cn", "ru", "in", "se", "no", "dk", "fi", "be", "pt", "cz", "gr", "ua", "tr"}
    | {"mx", "ar", "ro", "ie", "kr", "tw", "hk"}
)
# Suffixes that are also surnames or kinds of accounts, after any number of labels.
PERSONAL = frozenset(
    {"name", "dev", "app", "bot", "prod", "admin", "kim", "ford", "chase", "lincoln", "abbott"}
    | {"bond", "page", "rich", "wang", "dell", "li", "ma", "su", "la", "na", "ng", "so", "lu"}
    | {"lilly", "gallo", "black", "green", "cash", "moe", "ye", "services", "support"}
)
# Shorter words are initials and the like; longer ones stay readable with "1" for "l".
SHORTEST = 4
SHORTEST_SWAPPED = 5
URGENT = expression(
    "log-?in|sign-?in|secur|verif|account|support|update|billing|auth|confirm|alert"
)


class ImitatedHost(NamedTuple):
    """A host that people read in a text: as written, and its registrable domain."""

    written: str
    domain: str | None


def read_host(text: str, names: KnownNameIndex) -> ImitatedHost | None:
    """Return the first host that people would read in a text, not counting mailboxes."""
    text = text[:MOST]
    seen = located(text)
    mailbox = WHOLE_MAILBOX.fullmatch(seen.text)
    if mailbox and not _is_read_as_host(mailbox["user"], names):
        return None
    if is_ipv6(seen.text.removeprefix("[").removesuffix("]")):
        return ImitatedHost(text, None)
    for match in PIECE.finditer(seen.text):
        text_in = READABLE.search(match[0])
        piece = text_in[0] if text_in else ""
        if "." not in piece and piece != "localhost":
            continue
        start = match.start() + match[0].index(piece)
        written = seen.written(start, start + len(piece)).of(text)
        # In non-Latin scripts, the host is the text as written: пример.рф.
        host = next((each for each in (piece, written) if _is_read_as_host(each, names)), None)
        if host:
            return ImitatedHost(written, registration(host).domain)
    return None


def read_name(text: str, names: KnownNameIndex) -> ImitatedHost | None:
    """Return a known name at the start of a text or combined with an urgent word."""
    text = text[:MOST]
    seen = located(text)
    is_urging = URGENT.search(seen.text) is not None
    for match, known in _names(seen.text, names):
        is_first = seen.text[: match.start()] in {"", "www-", "www_"} and known.is_distinct
        if is_first or is_urging or known.is_protected:
            return ImitatedHost(seen.written(*match.span()).of(text), known.domain)
    return None


def _names(text: str, names: KnownNameIndex) -> Iterator[tuple[re.Match[str], KnownName]]:
    for match in WORD.finditer(text):
        word = match[0]
        if len(word) < SHORTEST:
            continue
        each = names.labels.get(word)
        if each is None and len(word) >= SHORTEST_SWAPPED:
            each = names.folded.get(folded(word))
        if each is not None:
            yield match, each


def _is_read_as_host(piece: str, names: KnownNameIndex) -> bool:
    host = host_in_browsers(piece)
    if host is None:
        return False
    if host_kind(host) == "ipv4":
        return piece.count(".") == 3
    labels = host.split(".")
    if not all(labels):
        return False
    if host == "localhost" or labels[0] == "www" or _known_of(host, names):
        return True
    suffix = registration(host).suffix or ""
    last = labels[-1]
    if last in ENDINGS or ("." in suffix and is_listed(host)):
        return True
    return (len(labels) > 2 or "xn--" in last) and last not in PERSONAL and is_listed(host)


def _known_of(host: str, names: KnownNameIndex) -> KnownName | None:
    domain = registration(host).domain
    return names.domains.get(domain) if domain else None
