"""RFC 1738 section 5 as a tree over one URL: each scheme by its own rule."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.derivation import (
    MOST,
    Alphabet,
    Derive,
    Run,
    and_so_on,
    before,
    hostport,
    literal,
    name_or_number,
    node,
    optional,
    separated,
)
from uriinspector.core.editions.year1994 import schemes
from uriinspector.core.editions.year1994.reading import SLASHES_ARE_DATA
from uriinspector.core.editions.year1994.schemes import FTP_TYPES, GRAMMARS, Url, typecode
from uriinspector.core.editions.year1997.derivation import user_nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uriinspector.core.model import Node

ALPHABET = Alphabet(
    "escape",
    "hex",
    {
        "lowalpha": (charset.LOWALPHA,),
        "hialpha": (charset.UPALPHA,),
        "alpha": ("", "lowalpha", "hialpha"),
        "digit": (charset.DIGIT,),
        "alphadigit": ("", "alpha", "digit"),
        "safe": (charset.SAFE_1994,),
        "extra": (charset.EXTRA_1994,),
        "reserved": (charset.RESERVED_1994,),
        "hex": (charset.HEXDIG, "digit"),
        "unreserved": ("", "alpha", "digit", "safe", "extra"),
        "uchar": ("", "unreserved", "escape"),
        "xchar": ("", "unreserved", "reserved", "escape"),
    },
)
SCHEME = ALPHABET.run("scheme", "+-.", "lowalpha", "digit", any_case=True)  # 2.1
USER = ALPHABET.run("user", charset.USER_1994, "uchar")
PASSWORD = ALPHABET.run("password", charset.USER_1994, "uchar")
DIGITS = ALPHABET.run("digits", "", "digit")
SEARCH = ALPHABET.run("search", charset.HSEGMENT_1994, "uchar")
ARTICLE = ALPHABET.run("article", charset.ARTICLE_1994, "uchar")
GROUP = ALPHABET.run("group", charset.GROUP_1994, "alpha", "digit")
FIELD_NAME = ALPHABET.run("fieldname", charset.FIELD_1994, "uchar")
FIELD_VALUE = ALPHABET.run("fieldvalue", charset.FIELD_1994, "uchar")
FTP_TYPE = ALPHABET.run("ftptype", "".join(FTP_TYPES))
GOPHER_TYPE = ALPHABET.run("gtype", "", "xchar")


@cache
def any_number_of(character: str, rule: str) -> Run:
    """A rule that is ``*xchar`` or ``*uchar``."""
    return ALPHABET.run(rule, "", character)


def _path(rule: str, segment: str, allowed: str) -> Derive:
    """Segments with slashes between them."""
    run = ALPHABET.run(segment, allowed, "uchar")

    def derive(text: str, start: int, end: int, limit: int) -> Node:
        return node(text, rule, start, end, *separated(run, "/", text, start, end, limit))

    return derive


HPATH = _path("hpath", "hsegment", charset.HSEGMENT_1994)
FPATH = _path("fpath", "fsegment", charset.FSEGMENT_1994)
PPATH = _path("ppath", "psegment", charset.FSEGMENT_1994)


def _numbers(text: str, start: int, end: int, limit: int) -> Node:
    return node(text, "hostnumber", start, end, *separated(DIGITS, ".", text, start, end, limit))


def _port(text: str, start: int, end: int, limit: int) -> Node:
    children = (DIGITS(text, start, end, limit),) if start < end else ()
    return node(text, "port", start, end, *children)


HOST = name_or_number(
    ALPHABET.run("domainlabel", "-", "alphadigit"),
    ALPHABET.run("toplabel", "-", "alphadigit", first="alpha"),
    _numbers,
)


def derive_url(url: Url, scheme: str) -> Node:
    """By the scheme's own rule, where the text begins as that rule does."""
    text, start, end = url.text, url.spans[1][0], url.end
    if scheme in GRAMMARS and (url.spans[2][0] >= 0 or scheme in SLASHES_ARE_DATA):
        own = node(text, f"{scheme}url", start, end, *SCHEMES[scheme](url))
    else:
        children = SCHEME(text, *url.spans[1]), _schemepart(url)
        own = node(text, "otherurl", start, end, node(text, "genericurl", start, end, *children))
    return node(text, "url", start, end, own)


def _schemepart(url: Url) -> Node:
    """Schemepart = *xchar | ip-schemepart: the second one wherever it derives the text."""
    text, start, end = url.text, url.start, url.end
    path = url.spans[6]
    has_login = url.spans[2][0] >= 0 and next(schemes.login(url), None) is None
    if not has_login or path[0] == path[1] < end:
        return any_number_of("xchar", "schemepart")(text, start, end)
    rest = (any_number_of("xchar", "urlpath")(text, path[0] + 1, end),) if path[0] < end else ()
    inside = node(text, "ip-schemepart", start, end, _login(url), *rest)
    return node(text, "schemepart", start, end, inside)


def _login(url: Url) -> Node:
    """Login = [ user [ ":" password ] "@" ] hostport."""
    children = *user_nodes(USER, PASSWORD, url.text, *url.spans[3]), _hostport(url)
    return node(url.text, "login", *url.spans[2], *children)


def _hostport(url: Url) -> Node:
    return hostport(HOST, _port, url.text, url.spans)


def _after_slash(url: Url, derive: Run | Derive) -> tuple[Node, ...]:
    """What follows the slash behind a hostport, if there is one."""
    start, end = url.spans[6]
    return optional(derive, url.text, (start + 1, end)) if start < end else ()


def _http(url: Url) -> Iterator[Node]:
    yield _hostport(url)
    yield from _after_slash(url, HPATH)
    yield from optional(SEARCH, url.text, url.spans[7])


def _ftp(url: Url) -> Iterator[Node]:
    yield _login(url)
    (start, end), text = url.spans[6], url.text
    typed = typecode(text, start, end)
    if start < end:
        yield FPATH(text, start + 1, typed.start() if typed else end, start + MOST)
    if typed:
        yield FTP_TYPE(text, *typed.span(1))


def _file(url: Url) -> Iterator[Node]:
    """The host is optional; it has no port."""
    start, end = url.spans[4]
    if start < end:
        yield node(url.text, "host", start, end, *HOST(url.text, start, end))
    else:  # two things that are spelt out, with nothing between them
        yield literal(url.text, url.spans[1][0], start)
    yield from _after_slash(url, FPATH)


def _gopher(url: Url) -> Iterator[Node]:
    """[ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ], cut at the first tabs.

    Where a search would hold what none may hold, a selector derives all of it.
    """
    yield _hostport(url)
    (start, end), text = url.spans[6], url.text
    typed = GOPHER_TYPE.one.match(text, start + 1, end)
    if not typed:
        return
    yield GOPHER_TYPE(text, *typed.span())
    start = typed.end()
    tab = before("%09", text, start, end)
    second = before("%09", text, tab + 3, end)
    if not schemes.SEARCH.accepts(text, min(tab + 3, end), second):
        tab = second = end
    if start < end:
        yield any_number_of("xchar", "selector")(text, start, tab)
    if tab < end:
        yield SEARCH(text, tab + 3, second)
    if second < end:
        yield any_number_of("xchar", "gopher+_string")(text, second + 3, end)


def _mailto(url: Url) -> Iterator[Node]:
    yield any_number_of("xchar", "encoded822addr")(url.text, url.start, url.end)


def _news(url: Url) -> Iterator[Node]:
    """Grouppart = "*" | group | article."""
    text, start, end = url.text, url.start, url.end
    at = text.rfind("@", start, end)
    children: tuple[Node, ...] = (GROUP(text, start, end),)
    if at >= 0:
        host = node(text, "host", at + 1, end, *HOST(text, at + 1, end))
        children = (node(text, "article", start, end, *ARTICLE.nodes(text, start, at), host),)
    elif text[start:end] == "*":
        children = ()
    yield node(text, "grouppart", start, end, *children)


def _nntp(url: Url) -> Iterator[Node]:
    yield _hostport(url)
    (start, end), text = url.spans[6], url.text
    slash = before("/", text, start + 1, end)
    if start < end:
        yield GROUP(text, start + 1, slash)
    if slash < end:
        yield DIGITS(text, slash + 1, end)


def _telnet(url: Url) -> Iterator[Node]:
    yield _login(url)


def _wais(url: Url) -> Iterator[Node]:
    """A database, an index that is searched, or a document."""
    (start, end), query = url.spans[6:8]
    text = url.text
    first = before("/", text, start + 1, end)
    second = before("/", text, first + 1, end)
    children = [_hostport(url)]
    if start < end:
        children.append(any_number_of("uchar", "database")(text, start + 1, first))
    if first < end:
        children.append(any_number_of("uchar", "wtype")(text, first + 1, second))
    if second < end:
        children.append(any_number_of("uchar", "wpath")(text, second + 1, end))
    children += optional(SEARCH, text, query)
    kind = "waisdoc" if first < end else "waisindex" if query[0] >= 0 else "waisdatabase"
    whole = node(text, kind, url.spans[1][0], url.end, *children)
    yield whole if start < url.end else children[0]  # without a database it is none of the three


def _prospero(url: Url) -> Iterator[Node]:
    yield _hostport(url)
    (start, end), text = url.spans[6], url.text
    at = before(";", text, start, end)
    if start < end:
        yield PPATH(text, start + 1, at, start + MOST)
    while at < end:
        if at - start > MOST:
            yield and_so_on(at, end, text.count(";", at, end))
            return
        stop = before(";", text, at + 1, end)
        equals = before("=", text, at + 1, stop)
        value = (equals + 1, stop) if equals < stop else (-1, -1)
        children = FIELD_NAME(text, at + 1, equals), *optional(FIELD_VALUE, text, value)
        yield node(text, "fieldspec", at, stop, *children)
        at = stop


SCHEMES: dict[str, Callable[[Url], Iterator[Node]]] = {
    "ftp": _ftp,
    "file": _file,
    "http": _http,
    "gopher": _gopher,
    "mailto": _mailto,
    "news": _news,
    "nntp": _nntp,
    "telnet": _telnet,
    "wais": _wais,
    "prospero": _prospero,
}
