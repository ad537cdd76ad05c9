r"""Shares of other computers: whom a file reference or a path of Windows asks.

``file://host/share``, ``file:////host/share`` and ``\\host\share`` name a computer.  With "@SSL",
"@443" or "@SSL@443" behind the name Windows asks by WebDAV: then that is no host, and the name is
no user.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression, lowered
from uriinspector.core.host import is_loopback
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.percent import decoded
from uriinspector.core.schemes.unc import WEBDAV, WEBDAV_ROOT, is_webdav, shape
from uriinspector.readers.browser import host_in_browsers

if TYPE_CHECKING:
    from uriinspector.analysis.facts import Facts

LOCAL = frozenset({"", "localhost", ".", "?"})
# What Windows takes for one, white space aside: two slashes of which one at least is its own.
PATH = expression(r"\s*(?=\\\\|\\/|/\\)")
# \\\\localhost\\c$ and the names that Windows takes as they are: \\\\.\\pipe\\x.
LOCAL_PATH = expression(
    r"(?=\\\\|\\/|/\\)[\\/]{2}(?:localhost|127(?:\.[0-9]{1,3}){3}|[.?](?![\\/]UNC[\\/]))(?=[\\/]|\Z)",
    re.IGNORECASE,
)
SLASHES = expression("//(?=[^/])")
# How Windows writes an IPv6 address where colons are not allowed.
IPV6 = expression(
    r"([0-9A-Fa-f-]{2,60}?)(?:s[0-9A-Za-z]{1,16})?\.ipv6-literal\.net\.?", re.IGNORECASE
)

# What could be a name: one of Windows may have more in it than one of the DNS.
NAME = expression(r"[^\s\x00-\x1f<>|\"*?]+\Z")


class Share(NamedTuple):
    """Where the name of the computer stands, the name as browsers write it, and how it is asked."""

    start: int
    end: int
    host: str
    is_webdav: bool


def share_of(facts: Facts) -> Share | None:
    """The computer whose share a reference names; None where it names none."""
    if facts.scheme is None and facts.base is None:
        # Most texts without a scheme begin with neither two slashes nor white space.
        first, second = facts.text[:1], facts.text[1:2]
        may_be = first.isspace() or (first in "/\\" and second in "/\\")
        return facts.once(_by_path) if may_be else None
    return facts.once(_by_file) if facts.effective_scheme == "file" else None


def is_local_path(facts: Facts) -> bool:
    """Whether a text that nothing stands around is a path of Windows on this computer."""
    return facts.stands_alone and facts.scheme is None and LOCAL_PATH.match(facts.text) is not None


def _by_path(facts: Facts) -> Share | None:
    text = facts.text
    begin = PATH.match(text)
    if begin is None and not (
        SLASHES.match(text) and is_webdav(text, facts.reference.spans[2], is_file=False)
    ):
        return None
    start = begin.end() if begin else 0
    marks = (text.find("?", start + 4), text.find("#", start))
    end = min((at for at in marks if at >= 0), default=len(text))
    return _named(text, shape(text, Span(start, end)).server)


def _by_file(facts: Facts) -> Share | None:
    reference, text = facts.reference, facts.text
    start = 0 if facts.scheme is None else reference.spans[1][1] + 1
    server = shape(text, Span(start, reference.spans[6][1])).server
    if server is None:
        return None
    if server == reference.span(Part.AUTHORITY) and not WEBDAV.search(server.of(text)):
        # A user beside the name, though no file has one; with a port nobody asks.
        server = reference.span(Part.HOST) if reference.port is None else None
    return _named(text, server)


def _named(text: str, server: Span | None) -> Share | None:
    if server is None:
        return None
    marks = WEBDAV.search(text, *server)
    end = marks.start() if marks else server.end
    written = decoded(text[server.start : end])
    literal = IPV6.fullmatch(written)
    name = f"[{literal[1].replace('-', ':')}]" if literal else written
    host = host_in_browsers(name) or lowered(name)
    is_name = NAME.match(host) is not None and any(map(str.isalnum, host))
    if host in LOCAL or not is_name or is_loopback(host):
        return None
    by_web = marks is not None or WEBDAV_ROOT.match(text, server.end) is not None
    return Share(server.start, end, host, by_web)
