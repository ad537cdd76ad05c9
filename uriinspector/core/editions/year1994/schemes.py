"""The grammars of RFC 1738 section 5, one function a scheme."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from uriinspector.core import charset
from uriinspector.core.editions.year1997.grammar import host_faults, split_user
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, Violation, message
from uriinspector.core.production import Production

if TYPE_CHECKING:
    from uriinspector.core.reference import Spans

Faults: TypeAlias = Iterator[Violation]

USER = Production("user", charset.USER_1994, "RFC 1738 3.1")
PASSWORD = Production("password", charset.USER_1994, "RFC 1738 3.1")
PORT = Production("port", charset.DIGIT, "RFC 1738 3.1", escapes=False)
XCHAR = Production("xchar", charset.XCHAR_1994, "RFC 1738 2.2", "RFC 1738 5")
FPATH = Production("fpath", charset.FSEGMENT_1994 + "/", "RFC 1738 3.2.2")
FILE_PATH = Production("fpath", charset.FSEGMENT_1994 + "/", "RFC 1738 3.10")
HPATH = Production("hpath", charset.HSEGMENT_1994 + "/", "RFC 1738 3.3")
SEARCH = Production("search", charset.HSEGMENT_1994, "RFC 1738 3.3")
WAIS_SEARCH = Production("search", charset.HSEGMENT_1994, "RFC 1738 3.9")
ADDRESS = Production("encoded822addr", charset.XCHAR_1994, "RFC 1738 3.5")
GROUPS = {
    cite: Production("group", charset.GROUP_1994, cite, escapes=False)
    for cite in ("RFC 1738 3.6", "RFC 1738 3.7")
}
ARTICLE = Production("article", charset.ARTICLE_1994, "RFC 1738 3.6")
DIGITS = Production("digits", charset.DIGIT, "RFC 1738 3.7", escapes=False)
DATABASE = Production("database", charset.UCHAR_1994, "RFC 1738 3.9")
WTYPE = Production("wtype", charset.UCHAR_1994, "RFC 1738 3.9")
WPATH = Production("wpath", charset.UCHAR_1994, "RFC 1738 3.9")
PPATH = Production("ppath", charset.FSEGMENT_1994 + "/", "RFC 1738 3.11")
FIELDNAME = Production("fieldname", charset.FIELD_1994, "RFC 1738 3.11")
FIELDVALUE = Production("fieldvalue", charset.FIELD_1994, "RFC 1738 3.11")
FTP_TYPES = frozenset("AIDaid")
TYPECODE = expression(";type=([^;/]*+)\\Z", re.IGNORECASE)


class Url(NamedTuple):
    """A text and where its parts stand."""

    text: str
    spans: Spans

    @property
    def start(self) -> int:
        """Where the scheme-specific part begins."""
        return self.spans[1][1] + 1

    @property
    def end(self) -> int:
        """Where the URL ends: a search belongs to it, a fragment-id does not."""
        return max(self.spans[6][1], self.spans[7][1])


def missing(at: int, rule: str, expected: str, text: str, cite: str) -> Violation:
    """Something that should stand here."""
    return Violation(at, at, rule, expected, text, (cite,))


def generic(url: Url) -> Faults:
    """Section 5: genericurl, for every scheme without a rule of its own."""
    yield from XCHAR.faults(url.text, url.start, url.end)


def hostport(url: Url) -> Faults:
    """3.1: a port has at least one digit."""
    _, _, _, _, host, port, *_ = url.spans
    yield from host_faults(url.text, *host, "RFC 1738 3.1")
    if port[0] >= 0:
        if port[0] == port[1]:
            yield missing(port[0], "port", "digits", "the port is missing", "RFC 1738 3.1")
        yield from PORT.faults(url.text, *port)


def login(url: Url) -> Faults:
    """3.1: login = [ user [ ":" password ] "@" ] hostport."""
    user = url.spans[3]
    if user[0] >= 0:
        for term, start, end in split_user(url.text, *user):
            yield from (USER if term == "user" else PASSWORD).faults(url.text, start, end)
    yield from hostport(url)


def without_user(url: Url, rule: str, cite: str) -> Faults:
    """A hostport with no user before it."""
    user = url.spans[3]
    if user[0] >= 0:
        scheme = rule.removesuffix("url")
        yield Violation(
            *user, rule, "a host", message("{scheme} URLs allow no user", scheme=scheme), (cite,)
        )
    yield from hostport(url)


def internet(
    rule: str, cite: str, authority: Callable[[Url], Faults], rest: Callable[[Url], Faults]
) -> Callable[[Url], Faults]:
    """The common Internet form of 3.1: "//", a login of some kind, the rest."""

    def faults(url: Url) -> Faults:
        if url.spans[2][0] < 0:
            explanation = "the internet form begins with two slashes"
            yield missing(url.start, rule, '"//"', explanation, cite)
            yield from generic(url)
            return
        yield from authority(url)
        yield from rest(url)

    return faults


def hosted(rule: str, cite: str, rest: Callable[[Url], Faults]) -> Callable[[Url], Faults]:
    """The Internet form without a user."""
    return internet(rule, cite, lambda url: without_user(url, rule, cite), rest)


def search_needs_slash(url: Url, rule: str, cite: str) -> Faults:
    """A "?" right after the hostport: 1738 wants a slash between them."""
    path, query = url.spans[6:8]
    if path[0] == path[1] and query[0] >= 0:
        at, expected, explanation = query[0] - 1, '"/" or the end', 'a search needs "/" before it'
        yield Violation(at, at + 1, rule, expected, explanation, (cite,))


def http(url: Url) -> Faults:
    """3.3: [ "/" hpath [ "?" search ] ]."""
    path, query = url.spans[6:8]
    yield from search_needs_slash(url, "httpurl", "RFC 1738 3.3")
    yield from HPATH.faults(url.text, *path)
    if query[0] >= 0:
        yield from SEARCH.faults(url.text, *query)


def typecode(text: str, start: int, end: int) -> re.Match[str] | None:
    """3.2.2: what follows the last semicolon, where it is a type or sets out to be one."""
    last = text.rfind(";", start, end)
    return TYPECODE.match(text, last, end) if last >= 0 else None


def ftp(url: Url) -> Faults:
    """3.2.2: [ "/" fpath [ ";type=" ftptype ] ]."""
    start, end = url.spans[6]
    typed = typecode(url.text, start, end)
    yield from FPATH.faults(url.text, start, typed.start() if typed else end)
    if typed and typed[1] not in FTP_TYPES:
        explanation = "not an ftp type" if typed[1] else "the type is missing"
        yield Violation(*typed.span(1), "ftptype", "A, I or D", explanation, ("RFC 1738 3.2.2",))


def file(url: Url) -> Faults:
    """3.10: an optional host, no user, no port, and the slash is not optional."""
    _, _, _, user, host, port, path, *_ = url.spans
    cite = "RFC 1738 3.10"
    if user[0] >= 0:
        yield Violation(*user, "fileurl", "a host", "file URLs allow no user", (cite,))
    if host[0] < host[1]:
        yield from host_faults(url.text, *host, cite)
    if port[0] >= 0:
        yield Violation(port[0] - 1, port[1], "fileurl", '"/"', "file URLs allow no port", (cite,))
    if path[0] == path[1]:
        yield missing(path[0], "fileurl", '"/"', "the path is missing", cite)
    yield from FILE_PATH.faults(url.text, *path)


def gopher(url: Url) -> Faults:
    """3.4.1: all of gtype, selector, search and Gopher+ string are xchar."""
    yield from XCHAR.faults(url.text, *url.spans[6])


def mailto(url: Url) -> Faults:
    """3.5: encoded822addr = 1*xchar."""
    if url.start == url.end:
        explanation = "the address is missing"
        yield missing(url.start, "encoded822addr", "an address", explanation, "RFC 1738 3.5")
    yield from ADDRESS.faults(url.text, url.start, url.end)


def news(url: Url) -> Faults:
    """3.6: "*", a group, or an article by its message identifier."""
    text, start, end = url.text, url.start, url.end
    if text[start:end] == "*":
        return
    at = text.rfind("@", start, end)
    if at < 0:
        yield from group(text, start, end, "RFC 1738 3.6")
        return
    if start == at:
        explanation = "the article is missing"
        yield missing(start, "article", "a message ID", explanation, "RFC 1738 3.6")
    yield from ARTICLE.faults(text, start, at)
    yield from host_faults(text, at + 1, end, "RFC 1738 3.6")


def group(text: str, start: int, end: int, cite: str) -> Faults:
    """3.6: a group's name begins with a letter."""
    if start == end:
        yield missing(start, "group", "a group", "the group is missing", cite)
    elif text[start] in charset.GROUP_1994 and text[start] not in charset.ALPHA:
        explanation = "a group name must begin with a letter"
        yield Violation(start, start + 1, "group", "a letter", explanation, (cite,))
    yield from GROUPS[cite].faults(text, start, end)


def nntp(url: Url) -> Faults:
    """3.7: "/" group [ "/" digits ]; the prose wants the number, the grammar does not."""
    start, end = url.spans[6]
    if start == end:
        yield missing(
            start, "nntpurl", '"/" and a group', "the group name is missing", "RFC 1738 3.7"
        )
        return
    slash = url.text.find("/", start + 1, end)
    yield from group(url.text, start + 1, end if slash < 0 else slash, "RFC 1738 3.7")
    if slash >= 0:
        if slash + 1 == end:
            explanation = "the article number is missing"
            yield missing(end, "digits", "digits", explanation, "RFC 1738 3.7")
        yield from DIGITS.faults(url.text, slash + 1, end)


def telnet(url: Url) -> Faults:
    """3.8: nothing comes after the slash."""
    start, end = url.spans[6]
    if end - start > 1:
        explanation, cites = "telnet has no path", ("RFC 1738 3.8",)
        yield Violation(start + 1, end, "telneturl", "the end of the URL", explanation, cites)


def wais(url: Url) -> Faults:
    """3.9: a database, a database with a search, or a document by type and path."""
    (start, end), query = url.spans[6:8]
    text, cite = url.text, "RFC 1738 3.9"
    yield from search_needs_slash(url, "waisurl", cite)
    if start == end:
        if query[0] < 0:
            yield missing(start, "waisurl", '"/" and a database', "the database is missing", cite)
    else:
        yield from wais_path(text, start + 1, end)
        if query[0] >= 0 and "/" in text[start + 1 : end]:
            at, explanation = query[0] - 1, "a document URL has no search part"
            yield Violation(at, at + 1, "waisdoc", "the end of the URL", explanation, (cite,))
    if query[0] >= 0:
        yield from WAIS_SEARCH.faults(text, *query)


def wais_path(text: str, start: int, end: int) -> Faults:
    """Database, or database "/" wtype "/" wpath: a wpath has no slash."""
    first = text.find("/", start, end)
    if first < 0:
        yield from DATABASE.faults(text, start, end)
        return
    yield from DATABASE.faults(text, start, first)
    second = text.find("/", first + 1, end)
    yield from WTYPE.faults(text, first + 1, end if second < 0 else second)
    if second < 0:
        explanation = "a document needs a type and a path"
        yield missing(end, "waisdoc", '"/" and a path', explanation, "RFC 1738 3.9")
    else:
        yield from WPATH.faults(text, second + 1, end)


def prospero(url: Url) -> Faults:
    """3.11: "/" ppath *[ fieldspec ], a fieldspec being ";" fieldname "=" fieldvalue."""
    (start, end), text = url.spans[6], url.text
    if start == end:
        explanation = "the object name is missing"
        yield missing(start, "prosperourl", '"/" and a path', explanation, "RFC 1738 3.11")
        return
    fields = text.find(";", start, end)
    yield from PPATH.faults(text, start, end if fields < 0 else fields)
    while fields >= 0:
        following = text.find(";", fields + 1, end)
        stop = end if following < 0 else following
        yield from field(text, fields + 1, stop)
        fields = following


def field(text: str, start: int, end: int) -> Faults:
    """A name and a value with "=" between them."""
    equals = text.find("=", start, end)
    yield from FIELDNAME.faults(text, start, end if equals < 0 else equals)
    if equals < 0:
        explanation = "a field needs a name and a value"
        yield missing(end, "fieldspec", '"=" and a value', explanation, "RFC 1738 3.11")
    else:
        yield from FIELDVALUE.faults(text, equals + 1, end)


GRAMMARS: dict[str, Callable[[Url], Faults]] = {
    "": generic,
    "ftp": internet("ftpurl", "RFC 1738 3.2", login, ftp),
    "http": hosted("httpurl", "RFC 1738 3.3", http),
    "gopher": hosted("gopherurl", "RFC 1738 3.4", gopher),
    "mailto": mailto,
    "news": news,
    "nntp": hosted("nntpurl", "RFC 1738 3.7", nntp),
    "telnet": internet("telneturl", "RFC 1738 3.8", login, telnet),
    "wais": hosted("waisurl", "RFC 1738 3.9", wais),
    "file": internet("fileurl", "RFC 1738 3.10", lambda _: iter(()), file),
    "prospero": hosted("prosperourl", "RFC 1738 3.11", prospero),
}
