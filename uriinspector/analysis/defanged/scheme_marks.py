"""The beginning of a defanged link: its scheme, and what separates it from the rest."""

from __future__ import annotations

import re

from uriinspector.analysis.defanged.mark_characters import (
    CLOSE,
    COLON,
    OPEN,
    SLASH,
    Edit,
    changing,
)
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple
from uriinspector.core.schemes.lookup import schemes

_SLASHES = rf"(?:{OPEN}{{0,4}}{SLASH}{CLOSE}{{0,4}}){{2,3}}|__"
HEAD = expression(
    rf"(?P<before>{OPEN}{{0,3}})(?P<scheme>h__ps?|[A-Za-z*][A-Za-z0-9*+.#-]{{0,30}}?)"
    rf"(?P<junk>[!&@^]?)(?P<after>{CLOSE}{{0,3}})"
    rf"(?P<separator>[ \t]{{0,3}}{OPEN}{{0,4}}{COLON}{CLOSE}{{0,4}}(?:{_SLASHES})?|{_SLASHES})"
    r"(?P<blank>[ \t]*)"
)
SLASHES = expression(rf"{SLASH}|_")
# Letters of "http" and "ftp" that others are put for; "meow" and rows of "x" for the whole of it.
HTTP = expression(
    r"h(?=[tx0z]*[x*_#+.0z-])[tx*_#+.0z-]{2,4}p(s?)|meow(s?)|xxxx([xs]?)|https?a(?<=(.)a)"
)
FTP = expression(r"(s?)f(?:xp|tx|xxp|\*\*|\*p|t\*)(s?)")
# Schemes that always have a host behind two slashes.
HIERARCHICAL = frozenset({"http", "https", "ftp", "ftps", "sftp", "ssh", "tcp", "udp", "ws", "wss"})
# Schemes with an address and no slashes.
ADDRESSED = frozenset({"mailto", "sip", "sips", "xmpp"})
# What browsers read as "://" as well.
READ_ALIKE = expression(r":[/\\]{2,3}")


class MarkedScheme(NamedTuple):
    """A scheme as it is meant: where what follows it begins, and the edits that mend it.

    ``is_escaped``: the slashes are percent-encoded, and so may be what follows.
    """

    end: int
    edits: tuple[Edit, ...]
    scheme: str
    has_slashes: bool
    is_escaped: bool

    @property
    def is_marked(self) -> bool:
        """Whether anything in it was changed."""
        return bool(self.edits)

    @property
    def has_authority(self) -> bool:
        """Whether a host is to follow."""
        return self.has_slashes or has_host(self.scheme)


def has_host(scheme: str) -> bool:
    """Whether a host follows the scheme, with or without slashes."""
    return scheme in HIERARCHICAL or scheme in ADDRESSED


def marked_scheme(text: str, start: int) -> MarkedScheme | None:
    """The scheme that a text begins with, however it is marked."""
    match = HEAD.match(text, start)
    if match is None:
        return None
    written, separator = match["scheme"], match["separator"]
    scheme = _meant(written)
    is_wrapped = bool(match["before"]) and not match["after"]
    if scheme is None or (is_wrapped and scheme == written):
        return None  # a bracket that closes elsewhere is no mark
    small = lowered(scheme)
    has_slashes = SLASHES.search(separator) is not None
    has_colon = re.search(COLON, separator) is not None
    if not has_colon and small not in HIERARCHICAL:
        return None
    end = match.end() if has_slashes else match.end("separator")
    rest = text[match.end("scheme") : end]
    is_as_read = rest in {":", "://"} or (scheme == written and READ_ALIKE.fullmatch(rest))
    edits = [(start, match.start("scheme"), ""), (*match.span("scheme"), scheme)]
    if not is_as_read:
        edits.append((match.end("scheme"), end, "://" if has_slashes else ":"))
    is_escaped = has_slashes and "%2" in separator
    return MarkedScheme(end, changing(text, edits), small, has_slashes, is_escaped)


def _meant(written: str) -> str | None:
    """The scheme that a word is, or that it is put for; None where it is neither."""
    small = lowered(written)
    if small in HIERARCHICAL or small in schemes():
        return written
    if match := HTTP.fullmatch(small):
        secure = any(group not in {None, "", "p"} for group in match.groups())
        plain = "https" if secure else "http"
        return plain.upper() if written.isupper() else plain
    if match := FTP.fullmatch(small):
        return f"{match[1]}ftp{match[2]}"
    return None
