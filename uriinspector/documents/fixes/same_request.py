"""Whether a fix leaves alone what is asked for: told by every parser, before and after."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from uriinspector.core.parse import editions, parse, resolve
from uriinspector.documents.fixes.fix_table import (
    BACKSLASH,
    COLON,
    CONTROL,
    DOTS,
    DRIVE,
    PORT,
    SPACE,
)
from uriinspector.readers import browser, python

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.core.reference import Reference

# A page whose address is not known is one of the web.
SOMEWHERE = "https://page.example/a/b/c/d"
# What the specification's parser reads otherwise than browsers: the finding is about just that.
REREAD = frozenset({SPACE, CONTROL, BACKSLASH})
ODD = frozenset("\\\t\n\r ")
# What may leave out or add segments that name nothing.
PATHS = frozenset({DOTS, COLON, DRIVE})


def is_same_request(before: str, after: str, base: str | None, kind: str, *, query: bool) -> bool:
    """Whether all parsers go to the same place; ``query``: whether the query is compared too."""
    if not _in_browsers(before, after, base or SOMEWHERE, kind, query=query):
        return False
    if kind == SPACE:
        return True  # no part of the value, by the place that it is in (HTML 2.4.1)
    then, now = hosts(before, base), hosts(after, base)
    if not all(_goes_on(then[name], host, now, kind) for name, host in now.items()):
        return False
    if kind in REREAD:
        return True
    if kind == DRIVE:
        return True  # the finding is about what only browsers read as a drive
    if kind in PATHS:
        where = base or SOMEWHERE
        return resolve(where, before).target == resolve(where, after).target
    return all(
        _pieces(parse(before, edition=name), kind, query=query)
        == _pieces(parse(after, edition=name), kind, query=query)
        for name in editions()
        if then[name] == now[name]
    )


def is_between(before: str, text: str, after: str, base: str | None) -> bool:
    """Whether a text with only some of the changes goes where both others go.

    Each piece of it is that of the one or of the other, by every parser.
    """
    where = base or SOMEWHERE
    ends = [browser.serialized(each, where) for each in (before, after)]
    now = browser.serialized(text, where)
    if now is None or None in ends:
        return now is None and ends == [None, None]
    pieces = zip(*(_pieces(each, PORT) for each in ends if each is not None), strict=True)
    if any(each not in two for each, two in zip(_pieces(now, PORT), pieces, strict=True)):
        return False
    then, later = hosts(before, base), hosts(after, base)
    return all(host in {then[name], later[name]} for name, host in hosts(text, base).items())


@lru_cache(maxsize=64)
def hosts(text: str, base: str | None) -> Mapping[str, str | None]:
    """The host as each parser finds it in the text."""
    written = browser.serialized(text, base or SOMEWHERE)
    in_browsers = written.host if written else None
    by_edition = {name: parse(text, edition=name).host for name in editions()}
    return {**by_edition, "browser": in_browsers, "python": python.host(text)}


def rereading(before: str, after: str, base: str | None) -> tuple[str, ...]:
    """The parsers that find another host in the text than before."""
    then, now = hosts(before, base), hosts(after, base)
    return tuple(name for name, host in now.items() if then[name] != host)


def _goes_on(then: str | None, host: str | None, now: Mapping[str, str | None], kind: str) -> bool:
    """Whether a parser finds the host of before, or comes to find the one of browsers.

    Where it found another one than they do, and a whole one, it is not for us to choose.
    """
    if then == host:
        return True
    if then and (kind not in REREAD or ODD.isdisjoint(then)):
        return False
    return host is not None and browser.host_in_browsers(host) == now["browser"]


def _in_browsers(before: str, after: str, base: str, kind: str, *, query: bool) -> bool:
    then, now = browser.serialized(before, base), browser.serialized(after, base)
    if then is None or now is None:
        return then is now
    if kind in PATHS or kind in REREAD:
        return then.text == now.text
    return _pieces(then, kind, query=query) == _pieces(now, kind, query=query)


def _pieces(reference: Reference, kind: str, *, query: bool = True) -> tuple[object, ...]:
    """What it names, decoded; an empty port is none where the colon is taken away."""
    port = reference.port or None if kind == PORT else reference.port
    decoded = (reference.userinfo, reference.path, reference.query if query else None)
    return (
        reference.scheme,
        reference.host,
        port,
        *(each if each is None else _octets(each) for each in (*decoded, reference.fragment)),
    )


def _octets(text: str) -> bytes:
    """Escapes decoded once, as a server does."""
    return unquote_to_bytes(text.encode("utf-8", "replace"))
