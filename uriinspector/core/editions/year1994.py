"""1994: RFC 1738, and drafts 02 and 03 that led to it.

1994 knows only URLs. A wrapper and a "URL:" prefix are ignored; a fragment-id and a partial form
are recognized as in draft 02, and reported as not part of a URL.

Some cases are not defined (a final "..", more ".." than levels, "?y", "#s", an empty reference);
the trace notes each of them, with the result in 1997.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from uriinspector.core import charset
from uriinspector.core.editions.year1997 import host_faults, host_kind_part, split_user
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import (
    ESCAPES,
    FaultRows,
    Ladder,
    NamedTuple,
    Part,
    Pieces,
    Span,
    Violation,
    fault,
    listed,
    message,
)
from uriinspector.core.production import Production
from uriinspector.core.reference import (
    ANY_SCHEME,
    UNDEFINED,
    Base,
    Edition,
    Five,
    Manner,
    Outcome,
    Record,
    Reference,
    Spans,
    Step,
    base_relative,
    cut,
    reader,
    recompose,
    remembered,
)
from uriinspector.core.resolution import read_back, remove_segments, resolve_1997, visible

# Schemes of section 5 in which "?" is a data character.
QUESTION_IS_DATA = frozenset({"ftp", "file", "gopher", "nntp", "prospero", "telnet"})
# Two schemes without a login, in which two slashes are data too.
SLASHES_ARE_DATA = frozenset({"mailto", "news"})
PREFIX = expression("URL:", re.IGNORECASE)
SCHEME_AHEAD = expression(f"({ANY_SCHEME}):")

read_with_search = reader(ANY_SCHEME)
read_without_search = reader(ANY_SCHEME, has_query=False)
FLAT = expression(f"(?s)({ANY_SCHEME}):([^#]*+)(?:#(.*+))?+")


# For each fault: its rule, the expected text, and its clauses.
FAULTS: FaultRows = {
    "not an ftp type": ("ftptype", "A, I or D", ("RFC 1738 3.2.2",)),
    "the type is missing": ("ftptype", "A, I or D", ("RFC 1738 3.2.2",)),
    "file URLs allow no user": ("fileurl", "a host", ("RFC 1738 3.10",)),
    "file URLs allow no port": ("fileurl", '"/"', ("RFC 1738 3.10",)),
    "the path is missing": ("fileurl", '"/"', ("RFC 1738 3.10",)),
    "the group is missing": ("group", "a group", ()),
    "a group name must begin with a letter": ("group", "a letter", ()),
    "the database is missing": ("waisurl", '"/" and a database', ("RFC 1738 3.9",)),
    "a document URL has no search part": ("waisdoc", "the end of the URL", ("RFC 1738 3.9",)),
    "no scheme before the colon": ("genericurl", 'a scheme and ":"', ("RFC 1738 2.1",)),
    "a partial form (draft 02) is not a URL": ("genericurl", 'a scheme and ":"', ("RFC 1738 2.1",)),
    "the port is missing": ("port", "digits", ("RFC 1738 3.1",)),
    "the address is missing": ("encoded822addr", "an address", ("RFC 1738 3.5",)),
    "the article is missing": ("article", "a message ID", ("RFC 1738 3.6",)),
    "the group name is missing": ("nntpurl", '"/" and a group', ("RFC 1738 3.7",)),
    "the article number is missing": ("digits", "digits", ("RFC 1738 3.7",)),
    "telnet has no path": ("telneturl", "the end of the URL", ("RFC 1738 3.8",)),
    "a document needs a type and a path": ("waisdoc", '"/" and a path', ("RFC 1738 3.9",)),
    "the object name is missing": ("prosperourl", '"/" and a path', ("RFC 1738 3.11",)),
    "a field needs a name and a value": ("fieldspec", '"=" and a value', ("RFC 1738 3.11",)),
    "a fragment is not part of a URL": (
        "url",
        "the end of the URL",
        ("RFC 1738 2.2", "url-draft-02 Fragment-id"),
    ),
}


class Wrapping(NamedTuple):
    """The span of the URL itself, without "<", "URL:" and ">"."""

    start: int
    end: int
    prefix: int  # the position of "URL:", or -1


def unwrapped(text: str) -> Wrapping:
    """Find the URL inside its wrapper and prefix, which are not part of it.

    See the appendix of RFC 1738, and "PrePrefix" in draft 03.
    """
    start, end = 0, len(text)
    if end >= 2 and text[0] == "<" and text[-1] == ">":
        start, end = 1, end - 1
    match = PREFIX.match(text, start, end)
    return Wrapping(match.end(), end, start) if match else Wrapping(start, end, -1)


def read(text: str) -> Spans:
    """Return the spans of the parts; the span of the whole text includes its wrapper."""
    start, end, _ = unwrapped(text)
    match = SCHEME_AHEAD.match(text, start, end)
    scheme = match[1].lower() if match else ""
    if scheme in QUESTION_IS_DATA:
        return read_without_search(text, start, end)
    if scheme in SLASHES_ARE_DATA and (flat := FLAT.match(text, start, end)):
        whole, named, path, fragment = flat.regs
        return (whole, named, *[UNDEFINED] * 4, path, UNDEFINED, fragment)
    return read_with_search(text, start, end)


def read_fragment(text: str) -> tuple[str, str | None]:
    """Return the URL without wrapper and fragment-id, and the fragment-id."""
    start, end, _ = unwrapped(text)
    url, mark, fragment = text[start:end].partition("#")
    return url, fragment if mark else None


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
    """A text and the spans of its parts."""

    text: str
    spans: Spans

    @property
    def start(self) -> int:
        """The start of the scheme-specific part."""
        return self.spans[1][1] + 1

    @property
    def end(self) -> int:
        """The end of the URL, including a search but not a fragment-id."""
        return max(self.spans[6][1], self.spans[7][1])


def generic(url: Url) -> Faults:
    """Check genericurl (section 5), for schemes without their own rule."""
    yield from XCHAR.faults(url.text, url.start, url.end)


def hostport(url: Url) -> Faults:
    """Check a hostport (3.1); a port has at least one digit."""
    _, _, _, _, host, port, *_ = url.spans
    yield from host_faults(url.text, *host, "RFC 1738 3.1")
    if 0 <= port[0] == port[1]:
        yield fault(FAULTS, "the port is missing", port[0])
    yield from PORT.faults(url.text, *port)


def login(url: Url) -> Faults:
    """Check login = [ user [ ":" password ] "@" ] hostport (3.1)."""
    for term, start, end in split_user(url.text, *url.spans[3]):
        yield from (USER if term == "user" else PASSWORD).faults(url.text, start, end)
    yield from hostport(url)


def internet(scheme: str, url: Url) -> Faults:
    """Check the common Internet form (3.1): "//", a login or a hostport, and the rest."""
    rule, cite = f"{scheme}url", f"RFC 1738 {SECTIONS[scheme]}"
    user = url.spans[3]
    if url.spans[2][0] < 0:
        explanation = "the internet form begins with two slashes"
        yield Violation(url.start, url.start, rule, '"//"', explanation, (cite,))
        yield from generic(url)
        return
    if scheme in WITH_LOGIN:
        yield from login(url)
    elif scheme != "file":
        if user[0] >= 0:
            explanation = message("{scheme} URLs allow no user", scheme=scheme)
            yield Violation(*user, rule, "a host", explanation, (cite,))
        yield from hostport(url)
    path, query = url.spans[6:8]
    # RFC 1738 requires a slash between the hostport and a search.
    if scheme in WITH_SEARCH and path[0] == path[1] and query[0] >= 0:
        at, expected = query[0] - 1, '"/" or the end'
        yield Violation(at, at + 1, rule, expected, 'a search needs "/" before it', (cite,))
    yield from RESTS[scheme](url)


WITH_LOGIN, WITH_SEARCH = frozenset({"ftp", "telnet"}), frozenset({"http", "wais"})


def http(url: Url) -> Faults:
    """Check [ "/" hpath [ "?" search ] ] (3.3)."""
    path, query = url.spans[6:8]
    yield from HPATH.faults(url.text, *path)
    yield from SEARCH.faults(url.text, *query)


def typecode(text: str, start: int, end: int) -> re.Match[str] | None:
    """Match ";type=" and its value after the last semicolon, valid or not (3.2.2)."""
    last = text.rfind(";", start, end)
    return TYPECODE.match(text, last, end) if last >= 0 else None


def ftp(url: Url) -> Faults:
    """Check [ "/" fpath [ ";type=" ftptype ] ] (3.2.2)."""
    start, end = url.spans[6]
    typed = typecode(url.text, start, end)
    yield from FPATH.faults(url.text, start, typed.start() if typed else end)
    if typed and typed[1] not in FTP_TYPES:
        explanation = "not an ftp type" if typed[1] else "the type is missing"
        yield fault(FAULTS, explanation, *typed.span(1))


def file(url: Url) -> Faults:
    """Check a file URL (3.10): an optional host, no user, no port, and a required slash."""
    _, _, _, user, host, port, path, *_ = url.spans
    cite = "RFC 1738 3.10"
    if user[0] >= 0:
        yield fault(FAULTS, "file URLs allow no user", *user)
    if host[0] < host[1]:
        yield from host_faults(url.text, *host, cite)
    if port[0] >= 0:
        yield fault(FAULTS, "file URLs allow no port", port[0] - 1, port[1])
    if path[0] == path[1]:
        yield fault(FAULTS, "the path is missing", path[0])
    yield from FILE_PATH.faults(url.text, *path)


def gopher(url: Url) -> Faults:
    """Check a gopher URL (3.4.1): gtype, selector, search and Gopher+ string are all xchar."""
    yield from XCHAR.faults(url.text, *url.spans[6])


def mailto(url: Url) -> Faults:
    """Check encoded822addr = 1*xchar (3.5)."""
    if url.start == url.end:
        yield fault(FAULTS, "the address is missing", url.start)
    yield from ADDRESS.faults(url.text, url.start, url.end)


def news(url: Url) -> Faults:
    """Check "*", a group, or an article by its message identifier (3.6)."""
    text, start, end = url.text, url.start, url.end
    if text[start:end] == "*":
        return
    at = text.rfind("@", start, end)
    if at < 0:
        yield from group(text, start, end, "RFC 1738 3.6")
        return
    if start == at:
        yield fault(FAULTS, "the article is missing", start)
    yield from ARTICLE.faults(text, start, at)
    yield from host_faults(text, at + 1, end, "RFC 1738 3.6")


def group(text: str, start: int, end: int, cite: str) -> Faults:
    """Check a group name, which begins with a letter (3.6)."""
    if start == end:
        yield fault(FAULTS, "the group is missing", start, cites=(cite,))
    elif text[start] in charset.GROUP_1994 and text[start] not in charset.ALPHA:
        explanation = "a group name must begin with a letter"
        yield fault(FAULTS, explanation, start, start + 1, cites=(cite,))
    yield from GROUPS[cite].faults(text, start, end)


def nntp(url: Url) -> Faults:
    """Check "/" group [ "/" digits ] (3.7); the prose requires digits, the grammar does not."""
    start, end = url.spans[6]
    if start == end:
        yield fault(FAULTS, "the group name is missing", start)
        return
    name, *number = cut(url.text, Span(start + 1, end), "/")
    yield from group(url.text, *name, "RFC 1738 3.7")
    if number:
        start = number[0].start
        if start == end:
            yield fault(FAULTS, "the article number is missing", end)
        yield from DIGITS.faults(url.text, start, end)


def telnet(url: Url) -> Faults:
    """Check that nothing follows the slash (3.8)."""
    start, end = url.spans[6]
    if end - start > 1:
        yield fault(FAULTS, "telnet has no path", start + 1, end)


def wais(url: Url) -> Faults:
    """Check a database, a database with a search, or a document by type and path (3.9)."""
    (start, end), query = url.spans[6:8]
    text = url.text
    if start < end:
        # A wpath has no slash.
        database, *document = cut(text, Span(start + 1, end), "/")
        yield from DATABASE.faults(text, *database)
        if len(document) == 1:
            yield fault(FAULTS, "a document needs a type and a path", end)
        if document:
            yield from WTYPE.faults(text, *document[0])
            yield from WPATH.faults(text, document[1].start if document[1:] else end, end)
            if query[0] >= 0:
                yield fault(FAULTS, "a document URL has no search part", query[0] - 1, query[0])
    elif query[0] < 0:
        yield fault(FAULTS, "the database is missing", start)
    yield from WAIS_SEARCH.faults(text, *query)


def prospero(url: Url) -> Faults:
    """Check "/" ppath *[ ";" fieldname "=" fieldvalue ] (3.11)."""
    span, text = Span(*url.spans[6]), url.text
    if span.is_empty:
        yield fault(FAULTS, "the object name is missing", span.start)
        return
    name, *fields = cut(text, span, ";")
    yield from PPATH.faults(text, *name)
    for each in fields:
        called, *value = cut(text, each, "=")
        yield from FIELDNAME.faults(text, *called)
        if value:
            yield from FIELDVALUE.faults(text, value[0].start, each.end)
        else:
            yield fault(FAULTS, "a field needs a name and a value", each.end)


# For schemes with the common Internet form: the section, and the function that checks the rest.
SECTIONS = {
    "ftp": "3.2",
    "http": "3.3",
    "gopher": "3.4",
    "nntp": "3.7",
    "telnet": "3.8",
    "wais": "3.9",
    "file": "3.10",
    "prospero": "3.11",
}
RESTS = dict(zip(SECTIONS, (ftp, http, gopher, nntp, telnet, wais, file, prospero), strict=True))
GRAMMARS: dict[str, Callable[[Url], Faults]] = {
    "": generic,
    "mailto": mailto,
    "news": news,
    **{scheme: partial(internet, scheme) for scheme in SECTIONS},
}
# Draft 02: a full form has a colon before any slash.
FULL_FORM = expression("[^:/]*+:")
# Schemes whose URLs begin with a hostport, without a user (section 5).
WITHOUT_USER = frozenset({"http", "gopher", "nntp", "wais", "prospero", "file"})


def terms(reference: Reference) -> dict[Part, str]:
    """Return the edition's names for the eight components."""
    values = {part: part.value for part in Part}
    values[Part.AUTHORITY] = _authority_rule(reference)
    values[Part.USERINFO] = "user:password" if ":" in (reference.userinfo or "") else "user"
    # 3.1: the slash before a url-path does not belong to it, so the path component has no name
    # there.
    if reference.scheme is None:
        values[Part.PATH] = "partial form"
    elif reference.authority is None:
        values[Part.PATH] = "schemepart"
    return values | {Part.QUERY: "search", Part.FRAGMENT: "fragment-id"}


def _authority_rule(reference: Reference) -> str:
    """Return the grammar's name for the authority; with a user, it can only be a login."""
    scheme = reference.scheme_name
    if scheme not in WITHOUT_USER or reference.userinfo is not None:
        return "login"
    return "host" if scheme == "file" and reference.port is None else "hostport"


def parts(reference: Reference) -> Iterator[tuple[str, int, int]]:
    """Yield wrapper, prefix, scheme-specific part, and the Internet form's parts (RFC 1738 3.1)."""
    text = reference.text
    start, end, prefix = unwrapped(text)
    if end < len(text):
        yield "wrapper", 0, 1
        yield "wrapper", end, end + 1
    if prefix >= 0:
        yield "prefix", prefix, start
    _, scheme, login, user, host, _, path, query, _ = reference.spans
    if scheme[0] >= 0:
        yield "schemepart", scheme[1] + 1, max(path[1], query[1])
    if login[0] >= 0:
        rule = _authority_rule(reference)
        if rule == "login":
            yield "login", *login
        if user[0] >= 0:
            yield from split_user(text, *user)
        if rule != "host":
            yield "hostport", host[0], login[1]
        yield from host_kind_part(text, *host)
        if path[0] < path[1]:
            # The slash before a url-path does not belong to it (3.1); a search after it does.
            yield "url-path", path[0] + 1, max(path[1], query[1])


def violations(reference: Reference) -> Iterator[Violation]:
    """Check against the scheme's own grammar if section 5 has one, otherwise against genericurl."""
    url = Url(reference.text, reference.spans)
    *_, fragment = reference.spans
    if reference.scheme is None:
        start = unwrapped(reference.text)[0]
        full = FULL_FORM.match(reference.text, start) is not None
        explanation = (
            "no scheme before the colon" if full else "a partial form (draft 02) is not a URL"
        )
        yield fault(FAULTS, explanation, start)
        yield from XCHAR.faults(url.text, start, url.end)
    else:
        yield from GRAMMARS.get(reference.scheme.lower(), GRAMMARS[""])(url)
    if fragment[0] >= 0:
        yield fault(FAULTS, "a fragment is not part of a URL", fragment[0] - 1, fragment[1])


CLAUSE = "url-draft-02 Partial form"
BASE_RELATIVE = base_relative(CLAUSE)
# Notes in the trace of a resolution.
FULL = "there is a colon before any slash, so this is a full form and is taken unchanged"
PARTIAL = "there is no colon before any slash, so this is a partial form"
HOST = "it begins with another host, so only the scheme is missing"
ABSOLUTE = "there is a leading slash, so the path is absolute"
RELATIVE = "there is no leading slash, so the path is relative"
CUT = "everything after the last slash is removed"
APPENDED = "the partial form is added after the last slash"
DOT = 'every "/." that is a whole element is removed'
TARGET = "the target"
OPEN = "not defined in 1994: {cases}; result in 1997: {made}"
# Draft 02 removes "/.", the dot with the slash *before* it; later texts remove "./". The dot is a
# complete element if a slash or the end follows. That slash belongs to the next element and is not
# consumed, so one pass removes all of "/././.". Taken literally, a final "." is removed with its
# slash: "." at "http://a/b/" is "http://a/b". A dot at the very start ("./g" where the context has
# no slash) has no slash before it, so no rule applies.
SLASH_DOT = expression(r"/\.(?=/|\Z)")
# A ".." at the start of the result, with no segment before it to remove.
EXCESS = expression(r"/?\.\./")


@remembered
def base_of(text: str) -> Base:
    """Split the base, which is the URL of the object that contains the partial form."""
    spans = read(text)
    scheme, authority, path, query = (
        None if start < 0 else text[start:end]
        for start, end in (spans[1], spans[2], spans[6], spans[7])
    )
    return Base(scheme, authority, path or "", query, read_fragment(text)[0])


def resolve(base: str, text: str, manner: Manner, record: Record | None = None) -> Outcome:
    """Resolve a reference by the rules for the partial form (draft 02), in order."""
    url, fragment = read_fragment(text)
    if FULL_FORM.match(url):
        target = url if fragment is None else f"{url}#{fragment}"
        if record:
            record(Step(CLAUSE, FULL))
            record(Step(CLAUSE, TARGET, None, target))
        return target, None
    if record:
        record(Step(CLAUSE, PARTIAL))
    known = base_of(base)
    if known.scheme is None:
        if record:
            record(Step(CLAUSE, BASE_RELATIVE.message))
        return None, BASE_RELATIVE
    authority, path = _completed(known, url, record)
    target = recompose(known.scheme, authority, path, None, fragment)
    if record:
        five = (known.scheme, authority, path, None, fragment)
        _conclude(record, NoteContext(known, text, url, target, five), manner)
    return target, None


def _completed(base: Base, url: str, record: Record | None) -> tuple[str | None, str]:
    """Return the authority and path, completed from the base."""
    authority, text = base.authority, RELATIVE
    if url.startswith("//"):
        authority, text = None, HOST
    elif url.startswith("/"):
        text = ABSOLUTE
    if record:
        record(Step(CLAUSE, text))
    return authority, url if url.startswith("/") else merge(base.path, url, record)


def merge(base_path: str, url: str, record: Record | None = None) -> str:
    """Cut after the last slash, append, then repeatedly remove "xxx/../" and "/.".

    "xxx", ".." and "." are complete elements; the empty text before the first slash is not an
    element.
    """
    text = base_path[: base_path.rfind("/") + 1]
    joined = text + url
    if record:
        record(Step(CLAUSE, CUT, base_path, text))
        record(Step(CLAUSE, APPENDED, text, joined))
    without = SLASH_DOT.sub("", joined)
    if record and without != joined:
        record(Step(CLAUSE, DOT, joined, without))
    return remove_segments(without, CLAUSE, None, record)


def other_targets(base: str, text: str) -> list[str]:
    """Return any different target that another reading of "recursively" gives.

    The order matters if the path ends in "/.": if this is removed before "xxx/../", it takes away
    the slash that "xxx/../" needs.
    """
    (url, fragment), known = read_fragment(text), base_of(base)
    joined = known.path[: known.path.rfind("/") + 1] + url
    if known.scheme is None or FULL_FORM.match(url) or not joined.endswith("/."):
        return []
    if url.startswith("/") or (path := merge(known.path, url[:-1])[:-1]) == merge(known.path, url):
        return []
    return [recompose(known.scheme, known.authority, path, None, fragment)]


class NoteContext(NamedTuple):
    """The values that the final notes depend on."""

    base: Base
    text: str
    url: str
    target: str
    five: Five  # here, the path includes a search

    @property
    def path(self) -> str:
        return self.five[2]


def _again(target: str) -> Five:
    url, fragment = read_fragment(target)
    read_as = base_of(url)
    path = recompose(None, None, read_as.path, read_as.query)
    return read_as.scheme, read_as.authority, path, None, fragment


def _conclude(record: Record, target: NoteContext, manner: Manner) -> None:
    explanation = message(TARGET)
    is_whole = target.url.startswith("//")
    if not is_whole and (note := read_back(target.five, _again(target.target))):
        explanation = message("{done}, {note}", done=explanation, note=note)
    for other in other_targets(target.base.without_fragment, target.text):
        note = message('or, with "xxx/../" removed first, {target}', target=visible(other))
        explanation = message("{done}, {note}", done=explanation, note=note)
    record(Step(CLAUSE, explanation, None, target.target))
    open_cases = [text for text, holds in UNDEFINED_CASES if holds(target)]
    if open_cases:
        then, problem = resolve_1997(target.base.without_fragment, target.text, manner)
        result = visible(then) if then else message("the current document")
        result = problem.code if problem else result
        record(Step(CLAUSE, message(OPEN, cases=listed(open_cases), made=result)))


UNDEFINED_CASES: tuple[tuple[str, Callable[[NoteContext], bool]], ...] = (
    ("an empty URL", lambda found: found.url == ""),
    ('a reference that begins with "?"', lambda found: found.url.startswith("?")),
    ("only a fragment", lambda found: found.url == "" and "#" in found.text),
    ('a final ".."', lambda found: found.path.endswith("/..") or found.path == ".."),
    ('a final "."', lambda found: found.url == "." or found.url.endswith("/.")),
    ('".." above the root', lambda found: EXCESS.match(found.path) is not None),
    (
        "a base without a hierarchy",
        lambda found: not found.path.startswith("/") and lowered(found.five[0] or "") != "news",
    ),
)

CITE = "RFC 1738"
FINAL_SLASH = {"http": f"{CITE} 3.3", "telnet": f"{CITE} 3.8"}


def may_omit_slash(pieces: Pieces) -> str:
    """Return the clause that lets the scheme omit the slash after a host; "" if there is a search,
    which requires the slash.
    """
    return "" if pieces.query is not None else FINAL_SLASH.get(lowered(pieces.scheme or ""), "")


EDITION = Edition(
    name="1994",
    title="1994 \u00b7 RFC 1738",
    read=read,
    terms=terms,
    parts=parts,
    judge=violations,
    ladder=Ladder(
        # 2.2: the meaning of a URL depends only on its characters.
        string=(f"{CITE} 2.2",),
        case=(f"{CITE} 2.1", f"{CITE} 3.1"),
        unescape=charset.UNESCAPE_1994,
        escapes=(f"{CITE} 2.2",),
        # 1994 does not mention dots outside partial forms, or comparing by a server's
        # response.
        dots=(),
        scheme=(f"{CITE} 3.1",),
        protocol=(),
        # 2.2: the digits of an escape may be in either case.
        hex_case=ESCAPES,
        remove_dots=None,
        empty_path=may_omit_slash,
        scheme_note="default port, final slash, empty fragment and the rules of the scheme",
        void_fragment="url-draft-02 Fragment-id",
    ),
)
