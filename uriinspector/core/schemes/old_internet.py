"""The old schemes of RFC 1738: ftp, telnet and similar, news and nntp, wais, prospero.

Their links open a session with a server rather than name an object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import dropwhile

from uriinspector.core import charset
from uriinspector.core.editions.year1994 import GRAMMARS, Url, read_without_search, unwrapped
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import (
    FaultRows,
    NamedTuple,
    Part,
    Pieces,
    Span,
    Violation,
    fault,
    message,
)
from uriinspector.core.percent import decoded, line, shown, utf8_of
from uriinspector.core.production import Production
from uriinspector.core.reference import Reference
from uriinspector.core.schemes import dossier
from uriinspector.core.schemes.addrspec import AddrSpec, DecodedText, Form
from uriinspector.core.schemes.rfc1738 import (
    as_1738,
    connection,
    is_public_login,
    judged,
    login_fields,
    other_port,
    port_field,
    smuggled,
    unchanged,
)

FTP_PORT = 21
# With more directories than this, three lists of commands are too long to compare.
MANY = 256
# 3.2.2: a typecode in either case. Draft 03 has "!A", "!I", "!D" instead; in RFC 1738 "!" is data.
TYPECODE = expression(";type=([^;/]*+)\\Z", re.IGNORECASE)
DRAFT_TYPE = expression("!([AID])\\Z")
FTP_MEANINGS = {"a": "ASCII text", "i": "binary: byte by byte", "d": "a list of names"}


# The level, the message and the clauses of each note.
NNTP_NOTES: dossier.NoteRows = {
    "userinfo": ("unusual", "nntp has no login data", ("RFC 1738 3.7",)),
}
NOTES: dossier.NoteRows = {
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
    "empty": ("unusual", "no group and no article is named", ()),
    "no-number": (
        "info",
        "without a number: 3.7 requires one, the grammar in section 5 does not",
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
        "two slashes: one of the URL, one at the start of an absolute name",
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
    "the server ends at a slash": ("newsURL", '"/"', ("RFC 5538 3",)),
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


def describe_ftp(reference: Reference, _: dossier.Choice) -> dossier.Remarks:
    """Describe the login, the directories, the name and the type."""
    read = as_1738(reference)
    yield from login_fields(reference, FTP_PORT, user="anonymous (3.2.1)")
    if read.authority is not None:
        yield connection(reference, FTP_PORT)
        yield from _login(read)
    yield from judged(reference)
    yield from other_port(read, FTP_PORT)
    yield from _login_notes(read, "ftp")
    path = _path(read)
    if path is None:
        yield dossier.Field.absent("name", "no path: the login directory")
    else:
        yield from _described_path(read.text, path)


def _login_notes(read: Reference, protocol: str) -> Iterator[dossier.Note]:
    span = read.span(Part.USERINFO)
    if span:
        yield from smuggled(read.text, span, protocol)
        user = span.of(read.text)
        if ":" in user and not (protocol == "ftp" and is_public_login(user)):
            yield dossier.noted(NOTES, "password", span)


class Path:
    """The parts of a url-path: directories to change to, a name, a typecode."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.span = Span(start, end)
        last = text.rfind(";", start, end)
        typed = TYPECODE.match(text, last, end) if last >= 0 else None
        self.type = Span(*typed.span(1)) if typed else None
        end = typed.start() if typed else end
        self.segments: list[Span] = []
        while (slash := text.find("/", start, end)) >= 0:
            self.segments.append(Span(start, slash))
            start = slash + 1
        self.name = Span(start, end)


def _path(read: Reference) -> Path | None:
    """Return the url-path, without the slash before it (3.1), or None."""
    span = read.span(Part.PATH)
    if span is None or span.start == span.end or read.authority is None:
        return None
    return Path(read.text, span.start + 1, span.end)


def _described_path(text: str, path: Path) -> dossier.Remarks:
    for number, segment in enumerate(path.segments, 1):
        name = message("cwd {number}", number=number)
        yield dossier.Field.of(text, name, segment, "a directory to change to")
    yield dossier.Field.of(text, "name", path.name, "the file or directory")
    code = path.type.of(text).lower() if path.type else ""
    meaning = FTP_MEANINGS.get(code, "not an ftp type")
    yield dossier.Field.of(text, "type", path.type, meaning, "the client guesses the type")
    directories = [segment.of(text) for segment in path.segments]
    file = path.name.of(text)
    yield from _retrieval(directories, file, code, "")
    yield from smuggled(text, path.span, "ftp")
    # A type by draft 03, only if there is none by RFC 1738.
    draft = None if path.type else DRAFT_TYPE.search(text, *path.name)
    if draft:
        variant = message('draft 03: "!{code}" is a type', code=draft[1])
        yield from _retrieval(directories, file[:-2], draft[1].lower(), variant)
        yield dossier.noted(NOTES, "draft-type", Span(*draft.span()), draft=draft[1])
    yield from _side_by_side([*directories, file], code)


def _side_by_side(elements: list[str], code: str) -> Iterator[dossier.Action]:
    """Yield three spellings that look alike and send different commands (3.2.2)."""
    plain = list(dropwhile(lambda each: not each, elements))
    if not plain or len(elements) > MANY:
        return
    if plain[0][:3].upper() == "%2F":
        plain[0] = plain[0][3:]
    elif len(elements) == 1:
        return
    *through, name = plain
    yield from _retrieval(through, name, code, "plain: from the login directory")
    yield from _retrieval(["", *through], name, code, '"//": an empty CWD first')
    *through, name = [f"%2F{plain[0]}", *plain[1:]]
    yield from _retrieval(through, name, code, '"%2F": from the root')


def _login(read: Reference) -> Iterator[dossier.Action]:
    """Yield the login (3.2.1): anonymous without a user, a prompt if the password is missing."""
    parts = {each.term: each.text for each in read.edition_parts}
    if "user" not in parts:
        yield dossier.Action("send", line("USER", "anonymous"))
        yield dossier.Action(
            "send", line("PASS", "<mail address>"), "the email address of the user"
        )
        return
    yield dossier.Action("send", line("USER", parts["user"]))
    if "password" in parts:
        yield dossier.Action("send", line("PASS", parts["password"]))
    else:
        yield dossier.Action("ask", "password", "if the server requires a login, the user is asked")


def _retrieval(
    directories: list[str], name: str, code: str, variant: str
) -> Iterator[dossier.Action]:
    for directory in directories:
        if directory:
            yield dossier.Action("send", line("CWD", directory), "", variant)
        else:
            yield dossier.Action("send", line("CWD"), "without an argument", variant)
    if code == "d":
        yield dossier.Action(
            "send", line("NLST", *([name] if name else [])), "no TYPE before it", variant
        )
        return
    if code in FTP_MEANINGS:
        yield dossier.Action("send", line("TYPE", code.upper()), "", variant)
    explanation = "" if name else "empty name: most clients list the directory"
    yield dossier.Action("send", line("RETR", name), explanation, variant)


def normal(pieces: Pieces) -> Pieces:
    """Make the typecode lowercase; its case does not matter (3.2.2 and 5, ftptype)."""
    match = TYPECODE.search(pieces.path) if pieces.query is None else None
    if match is None or match[1].lower() not in FTP_MEANINGS:
        return pieces
    return pieces._replace(path=pieces.path[: match.start(1)] + match[1].lower())


CLAUSES = dossier.always("RFC 1738 3.2.2", "RFC 1738 5")
FTP_SCHEME = dossier.Scheme(
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
# Characters that need no escape in a message identifier; RFC 5536 defines which are valid.
WRITTEN = Production("article", charset.ALPHANUM + "!$&'*+-=_~.@(),:;", CITE)
ARTICLE = Form("article", (CITE, "RFC 5536 3.1.3"), beyond="", dots=False)


def server_fields(reference: Reference) -> Iterator[dossier.Field]:
    """Yield host and port, if a server is named."""
    # In 2003, an authority can be a registry's name, which contains no host.
    host = reference.span(Part.HOST) or reference.span(Part.AUTHORITY)
    if host and host.start < host.end:
        yield dossier.Field.of(reference.text, "host", host, "the news server")
    else:
        yield dossier.Field.absent("host", "the news server that the user's program uses")
    yield port_field(reference, NEWS_PORT)


def connection_news(reference: Reference) -> dossier.Action | None:
    """Return the connection, if a server is named."""
    server = reference.host or reference.authority
    if not server:
        return None
    return dossier.Action("connect", shown(utf8_of(f"{server} port {reference.port or NEWS_PORT}")))


def generic_faults(reference: Reference, rule: str) -> Iterator[Violation]:
    """Check authority and fragment by the generic syntax; a query is not allowed."""
    server, fragment = reference.span(Part.AUTHORITY), reference.span(Part.FRAGMENT)
    for each in reference.violations:
        in_server = server and server.start <= each.start and each.end <= server.end
        if in_server or (fragment and each.start >= fragment.start):
            yield each
    query = reference.span(Part.QUERY)
    if query:
        explanation, cites = "news and nntp have no query", ("RFC 5538 2.3",)
        yield Violation(query.start - 1, query.end, rule, "the end", explanation, cites)


def article_faults(text: str, span: Span) -> Iterator[Violation]:
    """Check a message identifier without its angle brackets."""
    written = list(WRITTEN.faults(text, *span))
    yield from written
    numbers = {at for each in written for at in range(each.start, each.end)}
    for each in AddrSpec(DecodedText(text, *span), ARTICLE).faults():
        if not numbers.intersection(range(each.start, each.end)):
            yield each


LISTED = dossier.Action(
    "show", "the list of articles in the group", "from the numbers in the answer"
)
OPENING = expression("%3C|<", re.IGNORECASE)
CLOSING = expression("(?:%3E|>)\\Z", re.IGNORECASE)
ALL = "*"


class News(NamedTuple):
    """The named item and its kind: "all", "group", "groups" (a pattern), "article"."""

    span: Span
    kind: str


def describe_news(reference: Reference, _: dossier.Choice) -> dossier.Remarks:
    """Describe all groups, one group, or an article."""
    early = reference.edition == "1994"
    news = _news(reference)
    result = judged(reference) if early else _news_violations(reference, news)
    server = () if early else tuple(server_fields(reference))
    if early:
        yield {"cites": ("RFC 1738 3.6",), "default_port": None}
    yield from server
    yield from _news_fields(reference.text, news)
    yield from _news_actions(reference, news)
    yield from result
    yield from _news_notes(reference, news)


def _news(reference: Reference) -> News:
    """Return the named item; "@" marks an article (3.6); in 1994 "//" is part of the name."""
    start, end = reference.span(Part.PATH) or Span(0, 0)
    text = reference.text
    if reference.authority is not None and start < end:
        start += 1
    span = Span(start, end)
    if "@" in span.of(text) or "%40" in span.of(text):
        return News(span, "article")
    if span.of(text) == ALL:
        return News(span, "all")
    wild = ALL in span.of(text) and reference.edition != "1994"
    return News(span, "groups" if wild else "group")


def _news_fields(text: str, news: News) -> Iterator[dossier.Field]:
    values = {
        "all": "all newsgroups",
        "group": "a newsgroup",
        "groups": "all newsgroups whose names match this pattern",
        "article": "the message identifier of an article, the same on every server",
    }
    name = "article" if news.kind == "article" else "group"
    yield dossier.Field.of(text, name, news.span, values[news.kind])
    at = text.rfind("@", *news.span)
    if at >= 0:
        start, end = news.span
        yield dossier.Field.of(
            text,
            "unique",
            Span(start, at),
            "distinguishes the article from others of the same domain",
        )
        yield dossier.Field.of(text, "domain", Span(at + 1, end), "origin of the identifier")


def _news_actions(reference: Reference, news: News) -> Iterator[dossier.Action]:
    explanation = "the URL names no server: the news reader chooses one"
    yield connection_news(reference) or dossier.Action(
        "connect", "the user's news server", explanation
    )
    name = news.span.of(reference.text)
    if news.kind == "all":
        yield dossier.Action("send", line("LIST"))
    elif news.kind == "groups":
        yield dossier.Action("send", line("LIST ACTIVE", name))
    elif news.kind == "article":
        yield dossier.Action("send", line("ARTICLE", f"<{_bare(name)}>"))
    elif name:
        yield dossier.Action("send", line("GROUP", name))
        yield LISTED


def _bare(name: str) -> str:
    opening, closing = OPENING.match(name), CLOSING.search(name)
    return name[opening.end() if opening else 0 : closing.start() if closing else len(name)]


def _news_violations(reference: Reference, news: News) -> Iterator[Violation]:
    """Check [ server "/" ] ( article / newsgroups ) (RFC 5538 3)."""
    yield from generic_faults(reference, "newsURL")
    path = reference.span(Part.PATH) or Span(0, 0)
    if reference.authority is not None and path.start == path.end:
        yield fault(FAULTS, "the server ends at a slash", path.start)
    if news.kind == "article":
        yield from article_faults(reference.text, news.span)
    else:
        yield from NEWSGROUPS.faults(reference.text, *news.span)


def _news_notes(reference: Reference, news: News) -> Iterator[dossier.Note]:
    text, span = reference.text, news.span
    yield from smuggled(text, span, "news")
    if reference.edition == "1994" and text.startswith("//", *span):
        yield dossier.noted(NOTES, "server", span)
    user = reference.span(Part.USERINFO)
    if user:
        yield dossier.noted(NOTES, "userinfo", user)
    if span.start == span.end:
        yield dossier.noted(NOTES, "empty", span)
    opening, closing = OPENING.match(text, *span), CLOSING.search(text, *span)
    for match in (opening, closing):
        if match:
            yield dossier.noted(NOTES, "angle-bracket", Span(*match.span()))


NEWS_SCHEME = dossier.Scheme(
    ("news",), "newsgroup or news article", ("RFC 5538 2.2",), "fetches", describe_news, NEWS_PORT
)


class Article(NamedTuple):
    """A group, and the number of an article in it on this server."""

    group: Span | None = None
    number: Span | None = None


def describe_nntp(reference: Reference, _: dossier.Choice) -> dossier.Remarks:
    """Describe server, group and number, and the commands for them."""
    text = reference.text
    group, number = _article(reference)
    if reference.edition == "1994":
        yield {"cites": ("RFC 1738 3.7",)}
        yield from judged(reference)
    else:
        yield from _nntp_violations(reference, group, number)
    yield from server_fields(reference)
    yield dossier.Field.of(text, "group", group, "the newsgroup", "no group is named")
    meaning = "the article's number, valid on this server only"
    yield dossier.Field.of(text, "article", number, meaning, "the whole group")
    user = reference.span(Part.USERINFO)
    if user:
        yield dossier.noted(NNTP_NOTES, "userinfo", user)
    yield dossier.noted(NOTES, "local-clients")
    connect = connection_news(reference)
    if connect:
        yield connect
    if group is None:
        return
    named = line("GROUP", group.of(text))
    if connect:
        yield dossier.Action("send", named)
    yield from smuggled(text, group, "news")
    if number is None:
        yield dossier.noted(NOTES, "no-number", group)
        if connect:
            yield LISTED
        return
    yield dossier.noted(NOTES, "local-number", number)
    yield from smuggled(text, number, "news")
    if connect:
        yield dossier.Action("send", line("ARTICLE", number.of(text)))
        yield dossier.Action("send", named, "", "headers only")
        yield dossier.Action("send", line("HEAD", number.of(text)), "", "headers only")


def _article(reference: Reference) -> Article:
    span = reference.span(Part.PATH)
    if span is None or span.start == span.end or reference.authority is None:
        return Article()
    group, *rest = dossier.cut(reference.text, Span(span.start + 1, span.end), "/")
    return Article(group, Span(rest[0].start, span.end) if rest else None)


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
    if group.start == group.end:
        yield fault(FAULTS, "the group is missing", group.start)
    yield from GROUP.faults(text, *group)
    if number is None:
        return
    start, end = number
    if start == end:
        yield fault(FAULTS, "the article number is missing", start)
    yield from NUMBER.faults(text, start, end)
    if end - start > LONGEST_NUMBER:
        template, first = "more than {longest_number} digits", start + LONGEST_NUMBER
        yield fault(FAULTS, template, first, end, longest_number=LONGEST_NUMBER)


NNTP_SCHEME = dossier.Scheme(
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


def describe_prospero(reference: Reference, _: dossier.Choice) -> dossier.Remarks:
    """Describe the object: its name on the host, its version, its fields."""
    read = as_1738(reference)
    yield from login_fields(reference, PROSPERO_PORT)
    yield from judged(reference)
    yield from other_port(read, PROSPERO_PORT)
    span = read.span(Part.PATH)
    if read.authority is None or span is None or span.start == span.end:
        yield dossier.Field.absent("hsoname", "no object is named")
        return
    # 3.1: the slash after the host is not part of the name.
    name, *fields = dossier.cut(read.text, Span(span.start + 1, span.end), ";")
    null = DRAFT_VERSION.search(read.text, *name)
    version = Span(null.end(), name.end) if null else None
    yield from _named_object(read, Span(name.start, null.start() if null else name.end))
    if version:
        yield dossier.Field.of(
            read.text, "version", version, "the version of the object, as in the drafts"
        )
        yield dossier.noted(NOTES, "draft-version", Span(version.start - 3, version.end))
    yield from _prospero_fields(
        read.text, [dossier.pair(read.text, each) for each in fields], version
    )


def _named_object(read: Reference, name: Span) -> dossier.Remarks:
    text = read.text
    yield dossier.Field.of(text, "hsoname", name, "object name, meaningful only to its host")
    explanation = "the Prospero directory server on this host"
    yield replace(connection(read, PROSPERO_PORT), note=explanation)
    explanation = "the answer names the protocol for retrieving the object"
    yield dossier.Action(
        "send", message("resolve {text}", text=dossier.visible(name.of(text))), explanation
    )
    if text.startswith("/", *name):
        yield dossier.noted(NOTES, "absolute", name)


def _prospero_fields(
    text: str, fields: list[dossier.ParameterPair], version: Span | None
) -> dossier.Remarks:
    versions = []
    for name, value in fields:
        called = decoded(name.of(text))
        meaning = "the target must have this value"
        if lowered(called) == VERSION:
            versions.append(name)
            meaning = "the version of the object"
        title = message("field {called}", called=called)
        if value:
            yield dossier.Field.of(text, title, value, meaning)
        else:
            yield dossier.Field.of(text, title, Span(name.end, name.end), "the value is missing")
    if versions and (version or len(versions) > 1):
        yield dossier.noted(NOTES, "two-versions", versions[-1])


PROSPERO_SCHEME = dossier.Scheme(
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


def describe_terminal(reference: Reference, _: dossier.Choice) -> dossier.Remarks:
    """Describe the machine to log in to, and the login that the user is shown."""
    scheme = lowered(reference.scheme or "")
    port = PORTS[scheme]
    read = _read(reference)
    yield from login_fields(read, port, user="the user is asked")
    yield from _terminal_actions(read, port)
    yield from _terminal_violations(reference, read, scheme)
    yield from other_port(read, port)
    yield from dossier.option_notes(read)
    yield from _login_notes(read, scheme)
    if scheme == "telnet" and (login := reference.span(Part.USERINFO)):
        yield dossier.noted(NOTES, "advisory", login)
    yield dossier.noted(NOTES, "clear-text")


def _read(reference: Reference) -> Reference:
    """Parse the text as RFC 1738 does for telnet: "?" is data in rlogin and tn3270 too."""
    read = as_1738(reference)
    start, end, _ = unwrapped(read.text)
    return Reference(read.text, read.rules, read_without_search(read.text, start, end))


def _terminal_violations(
    reference: Reference, read: Reference, scheme: str
) -> tuple[Violation, ...]:
    if scheme == "telnet":
        return judged(reference)
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


def _terminal_actions(read: Reference, port: int) -> Iterator[dossier.Action]:
    if read.authority is None:
        return
    yield connection(read, port)
    for part in read.edition_parts:
        if part.term in {"user", "password"}:
            explanation = "prefilled text: the user must send it"
            yield dossier.Action("show", f"{part.term}: {dossier.visible(part.text)}", explanation)
    explanation = "nothing is fetched: the link only opens a session"
    yield dossier.Action("open", "an interactive session", explanation)


TERMINALS = tuple(
    dossier.Scheme((name,), title, CITES[name], "fetches", describe_terminal, PORTS[name])
    for name, title in TERMINAL_TITLES.items()
)

WAIS_PORT = 210
WAIS_TITLES = {
    "waisdatabase": "a searchable WAIS database",
    "waisindex": "a search in a WAIS database",
    "waisdoc": "one document of a WAIS database",
}


class Parts(NamedTuple):
    """The parts of the three forms that are present, and which form it is ("" for none)."""

    form: str
    database: Span | None = None
    search: Span | None = None
    wtype: Span | None = None
    wpath: Span | None = None


def describe_wais(reference: Reference, _: dossier.Choice) -> dossier.Remarks:
    """Describe database and search, or the document's type and path."""
    read = as_1738(reference)
    parts = _parts(read)
    if parts.form:
        yield {"title": WAIS_TITLES[parts.form]}
    yield from login_fields(reference, WAIS_PORT)
    if read.authority is not None:
        yield connection(read, WAIS_PORT)
        yield from _asked(read.text, parts)
    yield from judged(reference)
    yield from other_port(read, WAIS_PORT)
    for (name, meaning, without), span in zip(WAIS_MEANINGS, parts[1:], strict=True):
        yield dossier.Field.of(read.text, name, span, meaning, without)
        if span:
            yield from smuggled(read.text, span, "wais")
    if parts.wpath and "/" in parts.wpath.of(read.text):
        yield dossier.noted(NOTES, "wpath-slash", parts.wpath)


def _parts(read: Reference) -> Parts:
    span, search = read.span(Part.PATH), read.span(Part.QUERY)
    if read.authority is None or span is None or span.start == span.end:
        return Parts("", search=search)
    text, start, end = read.text, span.start + 1, span.end
    first = text.find("/", start, end)
    if first < 0:
        form = "waisdatabase" if search is None else "waisindex"
        return Parts(form, Span(start, end), search)
    second = text.find("/", first + 1, end)
    wtype = Span(first + 1, end if second < 0 else second)
    wpath = Span(second + 1, end) if second >= 0 else None
    return Parts("waisdoc", Span(start, first), search, wtype, wpath)


WAIS_MEANINGS = (
    ("database", "the database to search", "no database is named"),
    ("search", "search words", "no search words: the user would be asked for them"),
    ("wtype", "document type, as given by the server", "no type: the URL names no single document"),
    (
        "wpath",
        "document identifier, meaningful only to its server",
        "the URL names no single document",
    ),
)


def _asked(text: str, parts: Parts) -> Iterator[dossier.Action]:
    database, search, wtype, wpath = (
        dossier.visible(each.of(text)) if each else "" for each in parts[1:]
    )
    if parts.form == "waisdatabase":
        wanted = message("search words for {database}", database=database)
        yield dossier.Action("ask", wanted, "entered by the user")
    elif parts.form == "waisindex":
        wanted = message("search {database} for {text}", database=database, text=search)
        yield dossier.Action("send", wanted)
    elif parts.wpath:
        template = "retrieve {wpath} from {database} as {wtype}"
        yield dossier.Action("send", message(template, wpath=wpath, database=database, wtype=wtype))


WAIS_SCHEME = dossier.Scheme(
    ("wais",), "a WAIS server", ("RFC 1738 3.9", "RFC 4156"), "fetches", describe_wais, WAIS_PORT
)
