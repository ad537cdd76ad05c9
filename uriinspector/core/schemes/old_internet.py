"""The old schemes of RFC 1738: ftp, telnet and similar, news and nntp, wais, prospero.

Links of these schemes open a session with a server rather than name an object.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import dropwhile

from uriinspector.core import charset
from uriinspector.core.editions.year1994 import (
    GRAMMARS,
    TYPECODE,
    Url,
    read_without_search,
    typecode,
    unwrapped,
)
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import FaultRows, Part, Pieces, Span, Violation, fault, message
from uriinspector.core.percent import decoded, line, shown, utf8_of
from uriinspector.core.production import Production
from uriinspector.core.reference import Reference, cut
from uriinspector.core.schemes.addrspec import Form, address_faults
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Field,
    Note,
    NoteRows,
    Remarks,
    Scheme,
    always,
    noted,
    option_notes,
    pair,
    visible,
)
from uriinspector.core.schemes.rfc1738 import (
    as_1738,
    connection,
    is_public_login,
    login_fields,
    other_port,
    port_field,
    scheme_violations,
    smuggled,
    unchanged,
    url_path,
)

FTP_PORT = 21
# With more directories, three lists of commands would be too long to compare.
MANY = 256
# Draft 03 has "!A", "!I", "!D" instead; in RFC 1738 "!" is data.
DRAFT_TYPE = expression("!([AID])\\Z")
FTP_MEANINGS = {"a": "ASCII text", "i": "binary: byte by byte", "d": "a list of names"}


# The level, the message and the clauses of each note.
NNTP_NOTES: NoteRows = {"userinfo": ("unusual", "nntp URLs allow no login data", ("RFC 1738 3.7",))}
NOTES: NoteRows = {
    "angle-bracket": (
        "unusual",
        "a message ID is written here without angle brackets",
        ("RFC 1738 3.6", "RFC 5538 3"),
    ),
    "password": ("unusual", "the password is in plain text", ("RFC 1738 6",)),
    "draft-type": (
        "info",
        'draft 03 reads "!{draft}" as a type; in RFC 1738 it is part of the name',
        ("url-draft-03 FTP",),
    ),
    "server": (
        "info",
        "news has no server in RFC 1738; RFC 5538 allows one after two slashes",
        ("RFC 1738 3.6", "RFC 5538 3"),
    ),
    "userinfo": ("unusual", "login data for the news server", ("RFC 5538 6",)),
    "empty": ("unusual", "no group or article is named", ()),
    "no-number": (
        "info",
        "there is no number: section 3.7 requires one, but the grammar in section 5 does not",
        ("RFC 1738 3.7", "RFC 1738 5", "RFC 5538 3"),
    ),
    "local-number": (
        "info",
        "article numbers differ from server to server; message IDs are the same on all servers",
        ("RFC 1738 3.7",),
    ),
    "local-clients": ("info", "most servers accept local clients only", ("RFC 1738 3.7",)),
    "advisory": (
        "info",
        "user name and password are advisory: a client only suggests them",
        ("RFC 1738 3.8",),
    ),
    "absolute": (
        "info",
        "one of the two slashes belongs to the URL, the other begins an absolute name",
        ("RFC 1738 3.11",),
    ),
    "draft-version": (
        "unusual",
        "the drafts put a version after an encoded NUL; RFC 1738 uses OBJECT-VERSION",
        ("url-draft-03 Prospero", "RFC 1738 3.11"),
    ),
    "two-versions": ("unusual", "the version is given twice", ("RFC 1738 3.11",)),
    "clear-text": (
        "info",
        "the session is not encrypted: anyone on the network path can read it",
        (),
    ),
    "wpath-slash": (
        "unusual",
        "a slash in the document identifier must be percent-encoded: it is not a separator there",
        ("RFC 1738 3.9",),
    ),
}
# The rule, the expected text and the clauses of each fault.
FAULTS: FaultRows = {
    "a slash must follow the server": ("newsURL", '"/"', ("RFC 5538 3",)),
    "nntp must name a server": ("nntpURL", '"//" and a server', ("RFC 5538 3",)),
    "the group name is missing": ("nntpURL", '"/" and a group', ("RFC 5538 3",)),
    "the group is missing": ("group", "a group", ("RFC 5538 3",)),
    "the article number is missing": ("article-number", "digits", ("RFC 5538 3",)),
    "more than {longest_number} digits": (
        "article-number",
        "the end",
        ("RFC 5538 3", "RFC 3977 6"),
    ),
}


def describe_ftp(reference: Reference, _: Choice) -> Remarks:
    """Describe the login, the directories, the name and the type."""
    read = as_1738(reference)
    yield from login_fields(reference, FTP_PORT, user="anonymous (3.2.1)")
    if read.authority is not None:
        yield connection(reference, FTP_PORT)
        yield from _login(read)
    yield from scheme_violations(reference)
    yield from other_port(read, FTP_PORT)
    yield from _login_notes(read, "ftp")
    path = url_path(read)
    if path:
        yield from _described_path(read.text, path)
    else:
        yield Field("name", None, "no path: the login directory")


def _login_notes(read: Reference, protocol: str) -> Iterator[Note]:
    span = read.span(Part.USERINFO)
    if span:
        yield from smuggled(read.text, span, protocol)
        user = span.of(read.text)
        if ":" in user and not (protocol == "ftp" and is_public_login(user)):
            yield noted(NOTES, "password", span)


def _described_path(text: str, path: Span) -> Remarks:
    """Describe the directories to change to, the file's name, and the typecode."""
    typed = typecode(text, *path)
    *segments, name = cut(text, Span(path.start, typed.start() if typed else path.end), "/")
    for number, segment in enumerate(segments, 1):
        yield Field(message("cwd {number}", number=number), segment, "a directory to change to")
    yield Field("name", name, "the file or directory")
    code = typed[1].lower() if typed else ""
    meaning, place = FTP_MEANINGS.get(code, "not an ftp type"), typed and Span(*typed.span(1))
    yield Field("type", place, meaning, "the client guesses the type")
    *directories, file = elements = [each.of(text) for each in (*segments, name)]
    yield from _retrieval(directories, file, code, "")
    yield from smuggled(text, path, "ftp")
    # A type in the form of draft 03, used only if there is none in the form of RFC 1738.
    draft = None if typed else DRAFT_TYPE.search(text, *name)
    if draft:
        variant = message('draft 03: "!{code}" is a type', code=draft[1])
        yield from _retrieval(directories, file[:-2], draft[1].lower(), variant)
        yield noted(NOTES, "draft-type", Span(*draft.span()), draft=draft[1])
    yield from _side_by_side(elements, code)


def _side_by_side(elements: list[str], code: str) -> Iterator[Action]:
    """Yield the commands for three similar spellings that have different effects (3.2.2)."""
    plain = list(dropwhile(lambda each: not each, elements))
    if not plain or len(elements) > MANY:
        return
    if plain[0][:3].upper() == "%2F":
        plain[0] = plain[0][3:]
    elif len(elements) == 1:
        return
    *through, name = plain
    yield from _retrieval(through, name, code, "as written: relative to the login directory")
    yield from _retrieval(["", *through], name, code, 'with "//": an empty CWD comes first')
    *through, name = [f"%2F{plain[0]}", *plain[1:]]
    yield from _retrieval(through, name, code, 'with "%2F": relative to the root')


def _login(read: Reference) -> Iterator[Action]:
    """Yield the login (3.2.1): anonymous if there is no user, a prompt if there is no password."""
    parts = {each.term: each.text for each in read.edition_parts}
    yield Action("send", line("USER", parts.get("user", "anonymous")))
    if "user" not in parts:
        yield Action("send", line("PASS", "<mail address>"), "the email address of the user")
    elif "password" in parts:
        yield Action("send", line("PASS", parts["password"]))
    else:
        yield Action(
            "ask",
            "password",
            "if the server requires a login, the user is asked for the login data",
        )


def _retrieval(directories: list[str], name: str, code: str, variant: str) -> Iterator[Action]:
    for directory in directories:
        without = "" if directory else "without an argument"
        yield Action("send", line("CWD", *filter(None, [directory])), without, variant)
    if code == "d":
        listed = line("NLST", *filter(None, [name]))
        yield Action("send", listed, "without a TYPE command before it", variant)
        return
    if code in FTP_MEANINGS:
        yield Action("send", line("TYPE", code.upper()), "", variant)
    explanation = "" if name else "empty name: most clients list the directory"
    yield Action("send", line("RETR", name), explanation, variant)


def normal(pieces: Pieces) -> Pieces:
    """Make the typecode lowercase, since its case does not matter (3.2.2 and ftptype in 5)."""
    match = TYPECODE.search(pieces.path) if pieces.query is None else None
    if match is None or match[1].lower() not in FTP_MEANINGS:
        return pieces
    return pieces._replace(path=pieces.path[: match.start(1)] + match[1].lower())


CLAUSES = always("RFC 1738 3.2.2", "RFC 1738 5")
FTP_SCHEME = Scheme(
    ("ftp",),
    "file transfer (FTP)",
    ("RFC 1738 3.2",),
    "fetches",
    describe_ftp,
    FTP_PORT,
    normal,
    clauses=CLAUSES,
)

NEWS_PORT = 119
CITE = "RFC 5538 3"
GROUP_CHAR = charset.ALPHANUM + "-+_."
GROUP = Production("group", GROUP_CHAR, CITE)
NEWSGROUPS = Production("newsgroups", GROUP_CHAR + "*", CITE)
NUMBER = Production("article-number", charset.DIGIT, CITE, escapes=False)
LONGEST_NUMBER = 16
# Characters that need not be escaped in a message identifier; RFC 5536 defines which are valid.
WRITTEN = Production("article", charset.ALPHANUM + "!$&'*+-=_~.@(),:;", CITE)
ARTICLE = Form("article", (CITE, "RFC 5536 3.1.3"), beyond="", dots=False)


def server_fields(reference: Reference) -> Iterator[Field]:
    """Yield the host and port, if a server is named."""
    # In 2003, an authority can be a registry's name, which contains no host.
    host = reference.span(Part.HOST) or reference.span(Part.AUTHORITY)
    is_named = host and not host.is_empty
    without = "the news server that the user's program uses"
    yield Field("host", host if is_named else None, "the news server", without)
    yield port_field(reference, NEWS_PORT)


def connection_news(reference: Reference) -> Action | None:
    """Return the connection if a server is named, else None."""
    server = reference.host or reference.authority
    if not server:
        return None
    return Action("connect", shown(utf8_of(f"{server} port {reference.port or NEWS_PORT}")))


def generic_faults(reference: Reference, rule: str) -> Iterator[Violation]:
    """Check the authority and fragment by the generic syntax; a query is not allowed."""
    server, fragment = reference.span(Part.AUTHORITY), reference.span(Part.FRAGMENT)
    for each in reference.violations:
        in_server = server and server.start <= each.start and each.end <= server.end
        if in_server or (fragment and each.start >= fragment.start):
            yield each
    query = reference.span(Part.QUERY)
    if query:
        explanation, cites = "news and nntp have no query", ("RFC 5538 2.3",)
        yield Violation(query.start - 1, query.end, rule, "the end", explanation, cites)


LISTED = Action("show", "the list of articles in the group", "based on the numbers in the answer")
OPENING = expression("%3C|<", re.IGNORECASE)
CLOSING = expression("(?:%3E|>)\\Z", re.IGNORECASE)
ALL = "*"


NEWS_MEANINGS = {
    "all": "all newsgroups",
    "group": "a newsgroup",
    "groups": "all newsgroups whose names match this pattern",
    "article": "the message identifier of an article, the same on every server",
}


def describe_news(reference: Reference, _: Choice) -> Remarks:
    """Describe what is named: all groups, one group, or an article."""
    early, text = reference.edition == "1994", reference.text
    start, end = reference.span(Part.PATH) or Span(0, 0)
    has_server = reference.authority is not None
    span = Span(start + (has_server and start < end), end)
    name = span.of(text)
    # "@" marks an article (3.6); in 1994, "//" is part of the name.
    kind = "article" if "@" in name or "%40" in name else "all" if name == ALL else "group"
    if kind == "group" and ALL in name and not early:
        kind = "groups"
    if early:
        yield {"cites": ("RFC 1738 3.6",), "default_port": None}
        yield from scheme_violations(reference)
    else:
        yield from server_fields(reference)
        # [ server "/" ] ( article / newsgroups ) (RFC 5538 3)
        yield from generic_faults(reference, "newsURL")
        if has_server and start == end:
            yield fault(FAULTS, "a slash must follow the server", start)
        if kind == "article":
            yield from address_faults(text, span, WRITTEN, ARTICLE)
        else:
            yield from NEWSGROUPS.faults(text, *span)
    yield Field("article" if kind == "article" else "group", span, NEWS_MEANINGS[kind])
    at = text.rfind("@", *span)
    if at >= 0:
        unique, domain = Span(span.start, at), Span(at + 1, end)
        yield Field("unique", unique, "distinguishes the article from others of the same domain")
        yield Field("domain", domain, "origin of the identifier")
    yield from _news_actions(reference, kind, name)
    yield from _news_notes(reference, span)


def _news_actions(reference: Reference, kind: str, name: str) -> Iterator[Action]:
    unnamed = "the URL names no server: the news reader chooses one"
    yield connection_news(reference) or Action("connect", "the user's news server", unnamed)
    if kind == "all":
        yield Action("send", line("LIST"))
    elif kind == "groups":
        yield Action("send", line("LIST ACTIVE", name))
    elif kind == "article":
        yield Action("send", line("ARTICLE", f"<{_bare(name)}>"))
    elif name:
        yield Action("send", line("GROUP", name))
        yield LISTED


def _bare(name: str) -> str:
    opening, closing = OPENING.match(name), CLOSING.search(name)
    return name[opening.end() if opening else 0 : closing.start() if closing else len(name)]


def _news_notes(reference: Reference, span: Span) -> Iterator[Note]:
    text = reference.text
    yield from smuggled(text, span, "news")
    if reference.edition == "1994" and text.startswith("//", *span):
        yield noted(NOTES, "server", span)
    user = reference.span(Part.USERINFO)
    if user:
        yield noted(NOTES, "userinfo", user)
    if span.is_empty:
        yield noted(NOTES, "empty", span)
    for match in (OPENING.match(text, *span), CLOSING.search(text, *span)):
        if match:
            yield noted(NOTES, "angle-bracket", Span(*match.span()))


NEWS_SCHEME = Scheme(
    ("news",), "newsgroup or news article", ("RFC 5538 2.2",), "fetches", describe_news, NEWS_PORT
)


def describe_nntp(reference: Reference, _: Choice) -> Remarks:
    """Describe the server, group and number, and the commands for them."""
    text, path, group, number = reference.text, url_path(reference), None, None
    if path:
        group, *rest = cut(text, path, "/")
        number = Span(rest[0].start, path.end) if rest else None
    if reference.edition == "1994":
        yield {"cites": ("RFC 1738 3.7",)}
        yield from scheme_violations(reference)
    else:
        yield from _nntp_violations(reference, group, number)
    yield from server_fields(reference)
    yield Field("group", group, "the newsgroup", "no group is named")
    meaning = "the article's number, valid on this server only"
    yield Field("article", number, meaning, "the whole group")
    user = reference.span(Part.USERINFO)
    if user:
        yield noted(NNTP_NOTES, "userinfo", user)
    yield noted(NOTES, "local-clients")
    connect = connection_news(reference)
    if connect:
        yield connect
    if group is None:
        return
    yield from smuggled(text, group, "news")
    if number:
        yield noted(NOTES, "local-number", number)
        yield from smuggled(text, number, "news")
    else:
        yield noted(NOTES, "no-number", group)
    if connect:
        named = line("GROUP", group.of(text))
        yield Action("send", named)
        if number is None:
            yield LISTED
            return
        yield Action("send", line("ARTICLE", number.of(text)))
        yield Action("send", named, "", "headers only")
        yield Action("send", line("HEAD", number.of(text)), "", "headers only")


def _nntp_violations(
    reference: Reference, group: Span | None, number: Span | None
) -> Iterator[Violation]:
    """Check server "/" group [ "/" article-number ] (RFC 5538 3)."""
    text = reference.text
    path = reference.span(Part.PATH) or Span(0, 0)
    if reference.authority is None:
        yield fault(FAULTS, "nntp must name a server", path.start)
        return
    yield from generic_faults(reference, "nntpURL")
    if group is None:
        yield fault(FAULTS, "the group name is missing", path.start)
        return
    if group.is_empty:
        yield fault(FAULTS, "the group is missing", group.start)
    yield from GROUP.faults(text, *group)
    if number:
        start, end = number
        if start == end:
            yield fault(FAULTS, "the article number is missing", start)
        yield from NUMBER.faults(text, start, end)
        if end - start > LONGEST_NUMBER:
            template, first = "more than {longest_number} digits", start + LONGEST_NUMBER
            yield fault(FAULTS, template, first, end, longest_number=LONGEST_NUMBER)


NNTP_SCHEME = Scheme(
    ("nntp",),
    "news article on one server (NNTP)",
    ("RFC 5538 2.1",),
    "fetches",
    describe_nntp,
    NEWS_PORT,
)

PROSPERO_PORT = 1525
# In the drafts, an escaped NUL ends the name, and the version follows.
DRAFT_VERSION = expression("%00")
VERSION = "object-version"


def describe_prospero(reference: Reference, _: Choice) -> Remarks:
    """Describe the object: its name on the host, its version, its fields."""
    read = as_1738(reference)
    text, path = read.text, url_path(read)
    yield from login_fields(reference, PROSPERO_PORT)
    yield from scheme_violations(reference)
    yield from other_port(read, PROSPERO_PORT)
    if path is None:
        yield Field("hsoname", None, "no object is named")
        return
    name, *rest = cut(text, path, ";")
    null = DRAFT_VERSION.search(text, *name)
    version = Span(null.end(), name.end) if null else None
    name = Span(name.start, null.start() if null else name.end)
    yield Field("hsoname", name, "object name, meaningful only to its host")
    where = "the Prospero directory server on this host"
    yield replace(connection(read, PROSPERO_PORT), note=where)
    asked = message("resolve {text}", text=visible(name.of(text)))
    yield Action("send", asked, "the answer names the protocol for retrieving the object")
    if text.startswith("/", *name):
        yield noted(NOTES, "absolute", name)
    if version:
        yield Field("version", version, "the version of the object, as in the drafts")
        yield noted(NOTES, "draft-version", Span(name.end, version.end))
    versions = []
    for each in rest:
        field = pair(text, each)
        called = decoded(field.name.of(text))
        meaning = "the target must have this value"
        if lowered(called) == VERSION:
            versions.append(field.name)
            meaning = "the version of the object"
        meaning = meaning if field.value else "the value is missing"
        yield Field(message("field {called}", called=called), field.place, meaning)
    if versions and (version or len(versions) > 1):
        yield noted(NOTES, "two-versions", versions[-1])


PROSPERO_SCHEME = Scheme(
    ("prospero",),
    "an object of the Prospero directory service",
    ("RFC 1738 3.11", "RFC 4157"),
    "names",
    describe_prospero,
    PROSPERO_PORT,
)

PORTS = {"telnet": 23, "rlogin": 513, "tn3270": 23}
TERMINAL_TITLES = {
    "rlogin": "remote login (rlogin)",
    "telnet": "remote login (Telnet)",
    "tn3270": "a session on an IBM mainframe (3270 terminal)",
}
DRAFT = "url-draft-03 Telnet, rlogin, tn3270"
CITES = {
    "telnet": ("RFC 1738 3.8", "RFC 4248"),
    "rlogin": (DRAFT,),
    "tn3270": ("RFC 1738 4", DRAFT, "RFC 6270"),
}


def describe_terminal(reference: Reference, _: Choice) -> Remarks:
    """Describe the machine to log in to, and the login that the user is shown."""
    scheme, read = reference.scheme_name, as_1738(reference)
    port = PORTS[scheme]
    # "?" is data in rlogin and tn3270 too, as RFC 1738 specifies for telnet.
    start, end, _prefix = unwrapped(read.text)
    read = Reference(read.text, read.rules, read_without_search(read.text, start, end))
    yield from login_fields(read, port, user="the user is asked")
    if read.authority is not None:
        yield connection(read, port)
        for part in read.edition_parts:
            if part.term in {"user", "password"}:
                filled = f"{part.term}: {visible(part.text)}"
                yield Action("show", filled, "prefilled text: the user must send it")
        what = "nothing is fetched: the link only opens a session"
        yield Action("open", "an interactive session", what)
    yield from _terminal_violations(reference, read, scheme)
    yield from other_port(read, port)
    yield from option_notes(read)
    yield from _login_notes(read, scheme)
    if scheme == "telnet" and (login := reference.span(Part.USERINFO)):
        yield noted(NOTES, "advisory", login)
    yield noted(NOTES, "clear-text")


def _terminal_violations(
    reference: Reference, read: Reference, scheme: str
) -> tuple[Violation, ...]:
    if scheme == "telnet":
        return scheme_violations(reference)
    violations = (
        replace(
            each,
            rule=f"{scheme}address" if each.rule == "telneturl" else each.rule,
            message=each.message.replace("telnet", scheme),
            cites=(DRAFT,),
        )
        for each in GRAMMARS["telnet"](Url(read.text, read.spans))
    )
    return unchanged(violations, reference)


TERMINALS = tuple(
    Scheme((name,), title, CITES[name], "fetches", describe_terminal, PORTS[name])
    for name, title in TERMINAL_TITLES.items()
)

WAIS_PORT = 210
WAIS_TITLES = {
    "waisdatabase": "a searchable WAIS database",
    "waisindex": "a search in a WAIS database",
    "waisdoc": "one document of a WAIS database",
}


def describe_wais(reference: Reference, _: Choice) -> Remarks:
    """Describe the database and search, or the document's type and path."""
    read = as_1738(reference)
    text, path, search = read.text, url_path(read), read.span(Part.QUERY)
    database, wtype, wpath = ([*cut(text, path, "/"), None, None, None])[:3]
    if path and wpath:
        wpath = Span(wpath.start, path.end)
    form = "waisdoc" if wtype else "waisindex" if search else "waisdatabase"
    if path:
        yield {"title": WAIS_TITLES[form]}
    yield from login_fields(reference, WAIS_PORT)
    if read.authority is not None:
        yield connection(read, WAIS_PORT)
    spans = (database, search, wtype, wpath)
    if database and (wpath or not wtype):
        yield _action(form, *(visible(each.of(text)) if each else "" for each in spans))
    yield from scheme_violations(reference)
    yield from other_port(read, WAIS_PORT)
    for (name, meaning, without), span in zip(WAIS_MEANINGS, spans, strict=True):
        yield Field(name, span, meaning, without)
        if span:
            yield from smuggled(text, span, "wais")
    if wpath and "/" in wpath.of(text):
        yield noted(NOTES, "wpath-slash", wpath)


WAIS_MEANINGS = (
    ("database", "the database to search", "no database is named"),
    ("search", "search words", "no search words: the user would be asked for them"),
    (
        "wtype",
        "document type, as given by the server",
        "without a type, the URL does not name a single document",
    ),
    (
        "wpath",
        "document identifier, meaningful only to its server",
        "the URL does not name a single document",
    ),
)


def _action(form: str, database: str, search: str, wtype: str, wpath: str) -> Action:
    if form == "waisdatabase":
        wanted = message("search words for {database}", database=database)
        return Action("ask", wanted, "entered by the user")
    if form == "waisindex":
        wanted = message("search {database} for {text}", database=database, text=search)
        return Action("send", wanted)
    template = "retrieve {wpath} from {database} as {wtype}"
    return Action("send", message(template, wpath=wpath, database=database, wtype=wtype))


WAIS_SCHEME = Scheme(
    ("wais",), "a WAIS server", ("RFC 1738 3.9", "RFC 4156"), "fetches", describe_wais, WAIS_PORT
)
