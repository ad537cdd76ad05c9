"""Whether people would take a text for a host, or for a known name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from uriinspector.analysis.domains import is_listed, registration
from uriinspector.analysis.international.known_names import KnownName, KnownNameIndex, folded, index
from uriinspector.analysis.international.scripts import located
from uriinspector.core.expression import expression
from uriinspector.core.host import host_kind, is_ipv6
from uriinspector.core.model import NamedTuple
from uriinspector.readers.browser import host_in_browsers

# No more of a text is read: nobody looks at the rest.
MOST = 1000
PIECE = expression(r"[^/\\:?#@&=,;|()<>\[\]\s\"']+")
# A mailbox as the name of an account, and its password.
MAILBOX = expression(r"(?P<user>[^@\s/\\:]+)@[^@\s/\\:]+(?::[^@]*)?")
WORD = expression(r"[^\W_]+")
# What people read as the end of a host in a name of two parts, as in "paypal.com".  Any other
# suffix may as well be somebody's name ("first.kim") or a kind of account ("build.bot").
ENDINGS = frozenset(
    {"com", "net", "org", "edu", "gov", "mil", "int", "info", "biz", "bank", "example", "test"}
    | {"io", "shop", "store", "online", "site", "website", "top", "xyz", "club", "cloud", "icu"}
    | {"uk", "de", "fr", "nl", "us", "eu", "ch", "at", "it", "es", "pl", "br", "au", "nz", "za"}
    | {"ca", "jp", "cn", "ru", "in", "se", "no", "dk", "fi", "be", "pt", "cz", "gr", "ua", "tr"}
    | {"mx", "ar", "ro", "ie", "kr", "tw", "hk"}
)
# Suffixes that are surnames, or what accounts are called, however many labels stand before them.
PERSONAL = frozenset(
    {"name", "dev", "app", "bot", "prod", "admin", "kim", "ford", "chase", "lincoln", "abbott"}
    | {"bond", "page", "rich", "wang", "dell", "li", "ma", "su", "la", "na", "ng", "so", "lu"}
    | {"lilly", "gallo", "black", "green", "cash", "moe", "ye", "services", "support"}
)
# Shorter words are initials and the like; longer ones still read the same with "1" for "l".
SHORTEST = 4
SHORTEST_SWAPPED = 5
URGENT = expression(
    "log-?in|sign-?in|secur|verif|account|support|update|billing|auth|confirm|alert"
)


class ImitatedHost(NamedTuple):
    """What is read in a text: as it is written there, and the registrable domain it names."""

    written: str
    domain: str | None


def read_host(text: str, names: KnownNameIndex | None = None) -> ImitatedHost | None:
    """The first host that people read in a text; a mailbox has one and is none."""
    text = text[:MOST]
    seen = located(text)
    mailbox = MAILBOX.fullmatch(seen.text)
    if mailbox and not _is_host(mailbox["user"], names):
        return None
    if is_ipv6(seen.text.removeprefix("[").removesuffix("]")):
        return ImitatedHost(text, None)
    for match in PIECE.finditer(seen.text):
        piece = match[0].strip(".-")
        if "." not in piece and piece != "localhost":
            continue
        start = match.start() + match[0].index(piece)
        written = seen.written(start, start + len(piece)).of(text)
        # Letters of a script that is not Latin are a host as they are: пример.рф.
        host = next((each for each in (piece, written) if _is_host(each, names)), None)
        if host:
            return ImitatedHost(written, registration(host).domain)
    return None


def read_name(text: str, names: KnownNameIndex | None = None) -> ImitatedHost | None:
    """The known name that a text begins with, or has beside a word that urges."""
    text = text[:MOST]
    seen = located(text)
    is_urging = URGENT.search(seen.text) is not None
    for match, known in _names(seen.text, names):
        is_first = seen.text[: match.start()] in {"", "www-", "www_"} and known.is_distinct
        if is_first or is_urging or known.is_protected:
            return ImitatedHost(seen.written(*match.span()).of(text), known.domain)
    return None


def _names(text: str, names: KnownNameIndex | None) -> Iterator[tuple[re.Match[str], KnownName]]:
    known = names or index()
    for match in WORD.finditer(text):
        word = match[0]
        if len(word) < SHORTEST:
            continue
        each = known.labels.get(word)
        if each is None and len(word) >= SHORTEST_SWAPPED:
            each = known.folded.get(folded(word))
        if each is not None:
            yield match, each


def _is_host(piece: str, names: KnownNameIndex | None) -> bool:
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


def _known_of(host: str, names: KnownNameIndex | None) -> KnownName | None:
    """The known name whose domain a host ends in."""
    domain = registration(host).domain
    return (names or index()).domains.get(domain) if domain else None
