"""Find the site that a visible text names, and compare hosts by organization."""

import re
from collections.abc import Iterator
from functools import lru_cache

from uriinspector.analysis.domains import SPECIAL_NAMES, is_listed, registrable_domain
from uriinspector.analysis.international.known_names import KnownName, KnownNameIndex, index
from uriinspector.analysis.international.scripts import (
    COMMON,
    appearance,
    is_invisible,
    listed_delimiter,
    script_set,
)
from uriinspector.core.appearance import align
from uriinspector.core.characters import described
from uriinspector.core.expression import expression
from uriinspector.core.host import host_kind
from uriinspector.core.model import EVIDENCE, Marked, Message, NamedTuple, message
from uriinspector.readers.browser import host_in_browsers, host_in_unicode

NAME = r"[^\W_](?:[\w-]*[^\W_])?"
# The maximum number of characters to search: a long sentence names many things.
MOST = 400
HOSTS = expression(
    r"(?P<scheme>(?i:h(?:tt|xx)ps?|ftp)://)(?P<authority>[^\s/?#\\<>\"]{1,260})"
    rf"|(?<![\w@./-])(?P<name>(?:{NAME}\.){{1,8}}{NAME})(?P<path>[/?#:]\S*+)?+(?![\w@-])"
)
MAIL = expression(rf"[\w.+-]{{1,64}}@(?P<domain>(?:{NAME}\.){{1,8}}{NAME})")
# Suffixes that are also file extensions: "setup.py" and "readme.md" could be registered.
FILES = frozenset(
    {"py", "md", "sh", "rs", "pl", "so", "ps", "cc", "zip", "mov", "ai", "ml", "pm", "st"}
    | {"app", "bz", "cl", "im", "in", "is", "pk", "la", "net", "io", "name", "info", "do", "to"}
)
# Suffixes in ``FILES`` whose sites people usually write as bare names.
CALLED = frozenset({"net", "io", "info", "ai", "in", "is", "cl", "app"})


# Next to accented Latin letters, a dot is not ordinary punctuation: "café·com".
LATIN = frozenset({"Latn"})
CUT_OFF = ("..", "\u2026")
# A run that browsers display in reverse order (UAX 9, X5).
TURNED = expression("\u202e([^\u202c\u2069\n]*+)[\u202c\u2069]?+")


class NamedHost(NamedTuple):
    """A host that a text names; ``sure`` is True if the text cannot mean anything else."""

    host: str
    start: int
    end: int
    sure: bool


def plain(text: str) -> str:
    """Return a text as it looks, including accents.

    Invisible characters are removed, reversed runs are put in order, and lookalikes of dots and
    slashes are replaced, unless they are punctuation of the letters next to them.
    """
    shown = drawn(text)
    return "".join(
        listed_delimiter(char) or char if char > "\x7f" and not _is_at_home(shown, at) else char
        for at, char in enumerate(shown)
    )


def drawn(text: str) -> str:
    """Return the visible characters in display order."""
    if text.isascii():
        return text
    turned = TURNED.sub(lambda run: run[1][::-1], text)
    return "".join(char for char in turned if not is_invisible(char))


def _is_at_home(text: str, at: int) -> bool:
    """Return True if a character is of the script of an adjacent letter, as in デジタル・IT."""
    own = script_set(text[at]) - COMMON
    neighbors = text[max(at - 1, 0) : at] + text[at + 1 : at + 2]
    return any(own & script_set(each) - LATIN for each in neighbors if each > "\x7f")


def named_by_sight(text: str, known: KnownNameIndex | None = None) -> NamedHost | None:
    """Return the site that a text seems to name; lookalike letters count for known sites."""
    text = text[:MOST]
    named = named_in(plain(text), known)
    if text.isascii() or (named and known_site(named.host, known)):
        return named
    alike = named_in(appearance(text), known)
    return alike if alike and known_site(alike.host, known) else named


def named_in(text: str, known: KnownNameIndex | None = None) -> NamedHost | None:
    return next(_all_named(text[:MOST], known), None)


def names(text: str, host: str) -> bool:
    """Return True if a text names the site of the host, possibly among others."""
    result = (each["name"] for each in HOSTS.finditer(text[:MOST]))
    return any(is_same(name.lower(), host) for name in result if name)


def _all_named(text: str, known: KnownNameIndex | None) -> Iterator[NamedHost]:
    for match in HOSTS.finditer(text):
        if match["scheme"]:
            written = match["authority"].partition("@")[0] or match["authority"]
            start = match.start("authority")
            host, sure = re.sub(r":\d*\Z", "", written).rstrip(".,;:!)]'\""), True
        else:
            host, start = match["name"], match.start("name")
            sure = host[:4].lower() == "www." or known_site(host, known) is not None
            if not sure and not _is_all_of(text, match):
                continue
        named_host = NamedHost(host, start, start + len(host), sure)
        if _is_site(named_host, text, with_scheme=match["scheme"] is not None):
            yield named_host


def _is_all_of(text: str, match: re.Match[str]) -> bool:
    return match[0].strip() == text.strip().rstrip(".,;:!")


def _is_site(named: NamedHost, text: str, *, with_scheme: bool) -> bool:
    """Return True if the name is a valid host and not more likely a file name.

    After a scheme, and between "www." and a reserved suffix, it is a host in any case, unless it
    is cut off.
    """
    host = host_in_browsers(named.host.lower())
    if host is None:
        return False
    if is_address(host):
        return named.sure
    registrable = registrable_domain(host) if is_listed(host) else None
    is_cut = host.endswith("-") or text.startswith(CUT_OFF, named.end)
    # A suffix such as "youtube" may be the beginning of a name.
    if registrable is None or (is_cut and registrable[:4] == "www."):
        is_reserved = registrable is None and host.rpartition(".")[2] in SPECIAL_NAMES
        is_written_out = is_reserved and host[:4] == "www." and host.count(".") > 1
        return (with_scheme or is_written_out) and not is_cut
    if named.sure:
        return True
    suffix = host.rpartition(".")[2]
    bare = host.count(".") == 1 and named.end >= len(text.rstrip())
    return not (bare and suffix in FILES - CALLED)


def is_address(host: str) -> bool:
    """Return True if a host, in the form that browsers use, is an IP address."""
    return host_kind(host) in {"ipv4", "ipv6", "ipvfuture"}


@lru_cache(maxsize=4096)
def site_of(host: str) -> str:
    """Return the registrable domain of a host, or the address itself."""
    name = host_in_browsers(host.lower()) or host.lower()
    if is_address(name):
        return name
    return registrable_domain(name) or name.removesuffix(".")


def known_site(host: str, known: KnownNameIndex | None) -> KnownName | None:
    """Return the known or protected name that a host belongs to, or None."""
    return (known or index()).domains.get(site_of(host))


def is_listed_site(host: str, known: KnownNameIndex) -> bool:
    """Return True if a host belongs to a listed name, not just to a protected one."""
    name = known_site(host, known)
    return name is not None and not name.is_protected


def is_same(a: str, b: str, known: KnownNameIndex | None = None) -> bool:
    """Return True if two hosts belong to one organization, according to the known names."""
    one, other = site_of(a), site_of(b)
    if one == other:
        return True
    name = (known or index()).domains.get(one)
    return name is not None and other in name.own


def is_same_label(a: str, b: str) -> bool:
    """Return True if only the suffix differs: example.com and example.de often belong together."""
    one, other = site_of(a), site_of(b)
    return not is_address(one) and one.partition(".")[0] == other.partition(".")[0]


# German, Danish and Swedish letters are spelled out where only ASCII is possible.
SPELLED_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "å": "aa", "ø": "oe", "æ": "ae"}
)


def is_same_spelled_out(a: str, b: str) -> bool:
    """Return True for equal sites, or if only letters such as "ö" and "oe" differ."""
    one, other = (host_in_unicode(site_of(each)).translate(SPELLED_OUT) for each in (a, b))
    return one == other


def difference(shown: str, host: str) -> Message | None:
    """Return the characters in which two similar hosts differ, or None if they are not similar."""
    a, b = (host_in_unicode(each.lower()).removeprefix("www.") for each in (shown, host))
    differences = align(a, b).differences
    size = sum(len(each.a.of(a)) + len(each.b.of(b)) for each in differences)
    if not differences or size > 4 or size * 3 > len(a):
        return None
    first = differences[0]
    found, expected = _characters(first.b.of(b)), _characters(first.a.of(a))
    return message("the link has {found} where the text shows {shown}", found=found, shown=expected)


def _characters(text: str) -> str:
    characters = " ".join(map(described, text))
    return Marked(characters, EVIDENCE) if characters else message("nothing")
