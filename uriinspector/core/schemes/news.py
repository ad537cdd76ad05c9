"""news and nntp: RFC 1738 3.6 and 3.7, and RFC 5538 for all later editions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, Part, Span, Violation, message
from uriinspector.core.percent import line, shown, utf8_of
from uriinspector.core.production import Production
from uriinspector.core.schemes.addrspec import AddrSpec, DecodedText, Form
from uriinspector.core.schemes.dossier import Action, Choice, Dossier, Field, Note, Scheme, in_order
from uriinspector.core.schemes.rfc1738 import judged, port_field, smuggled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference


PORT = 119
CITE = "RFC 5538 3"
GROUP_CHAR = charset.ALPHANUM + "-+_."
GROUP = Production("group", GROUP_CHAR, CITE)
NEWSGROUPS = Production("newsgroups", GROUP_CHAR + "*", CITE)
NUMBER = Production("article-number", charset.DIGIT, CITE, escapes=False)
LONGEST_NUMBER = 16
# What need not be escaped in a message identifier; what may stand there at all is RFC 5536's.
WRITTEN = Production("article", charset.ALPHANUM + "!$&'*+-=_~.@(),:;", CITE)
ARTICLE = Form("article", (CITE, "RFC 5536 3.1.3"), beyond="", dots=False)


def server_fields(reference: Reference) -> Iterator[Field]:
    """Host and port, where a server is named."""
    # 2003 has authorities that are a registry's name, without a host in them.
    host = reference.span(Part.HOST) or reference.span(Part.AUTHORITY)
    if host and host.start < host.end:
        yield Field.present(reference.text, "host", *host, "the news server")
    else:
        yield Field.absent("host", "the news server that the user's program uses")
    yield port_field(reference, PORT)


def connection(reference: Reference) -> Action | None:
    """The first thing that a client does, where a server is named."""
    server = reference.host or reference.authority
    if not server:
        return None
    return Action("connect", shown(utf8_of(f"{server} port {reference.port or PORT}")))


def generic_faults(reference: Reference, rule: str) -> Iterator[Violation]:
    """The authority and the fragment are those of the generic syntax; a query has no place."""
    server, fragment = reference.span(Part.AUTHORITY), reference.span(Part.FRAGMENT)
    for fault in reference.violations:
        in_server = server and server.start <= fault.start and fault.end <= server.end
        if in_server or (fragment and fault.start >= fragment.start):
            yield fault
    query = reference.span(Part.QUERY)
    if query:
        explanation, cites = "news and nntp have no query", ("RFC 5538 2.3",)
        yield Violation(query.start - 1, query.end, rule, "the end", explanation, cites)


def article_faults(text: str, span: Span) -> Iterator[Violation]:
    """A message identifier without its angle brackets."""
    written = list(WRITTEN.faults(text, *span))
    yield from written
    numbers = {at for each in written for at in range(each.start, each.end)}
    for fault in AddrSpec(DecodedText(text, *span), ARTICLE).faults():
        if not numbers.intersection(range(fault.start, fault.end)):
            yield fault


def missing(at: int, rule: str, expected: str, text: str) -> Violation:
    """Something that should stand here."""
    return Violation(at, at, rule, expected, text, (CITE,))


OPENING = expression("%3C|<", re.IGNORECASE)
CLOSING = expression("(?:%3E|>)\\Z", re.IGNORECASE)
ALL = "*"


class News(NamedTuple):
    """What is named, and its kind: "all", "group", "groups" (a pattern), "article"."""

    span: Span
    kind: str


def describe(reference: Reference, _: Choice) -> Dossier:
    """Every group, a group, or an article."""
    early = reference.edition == "1994"
    news = _news(reference)
    result = judged(reference) if early else _violations(reference, news)
    server = () if early else tuple(server_fields(reference))
    return Dossier(
        scheme="news",
        title="newsgroup or news article",
        cites=("RFC 1738 3.6",) if early else ("RFC 5538 2.2",),
        danger="fetches",
        default_port=None if early else PORT,
        fields=(*server, *_fields(reference.text, news)),
        actions=tuple(_actions(reference, news)),
        violations=in_order(result),
        notes=tuple(_notes(reference, news)),
    )


def _news(reference: Reference) -> News:
    """The "@" tells an article from a group (3.6); in 1994 "//" is part of the name."""
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


def _fields(text: str, news: News) -> Iterator[Field]:
    values = {
        "all": "all newsgroups",
        "group": "a newsgroup",
        "groups": "all newsgroups whose names match this pattern",
        "article": "the message identifier of an article, the same on every server",
    }
    name = "article" if news.kind == "article" else "group"
    yield Field.present(text, name, *news.span, values[news.kind])
    at = text.rfind("@", *news.span)
    if at >= 0:
        start, end = news.span
        yield Field.present(
            text, "unique", start, at, "distinguishes the article from others of the same domain"
        )
        yield Field.present(text, "domain", at + 1, end, "origin of the identifier")


def _actions(reference: Reference, news: News) -> Iterator[Action]:
    explanation = "the URL names no server: the news reader chooses one"
    yield connection(reference) or Action("connect", "the user's news server", explanation)
    name = news.span.of(reference.text)
    if news.kind == "all":
        yield Action("send", line("LIST"))
    elif news.kind == "groups":
        yield Action("send", line("LIST ACTIVE", name))
    elif news.kind == "article":
        yield Action("send", line("ARTICLE", f"<{_bare(name)}>"))
    elif name:
        yield Action("send", line("GROUP", name))
        yield Action("show", "the list of articles in the group", "from the numbers in the answer")


def _bare(name: str) -> str:
    opening, closing = OPENING.match(name), CLOSING.search(name)
    return name[opening.end() if opening else 0 : closing.start() if closing else len(name)]


def _violations(reference: Reference, news: News) -> Iterator[Violation]:
    """RFC 5538 3: [ server "/" ] ( article / newsgroups )."""
    yield from generic_faults(reference, "newsURL")
    path = reference.span(Part.PATH) or Span(0, 0)
    if reference.authority is not None and path.start == path.end:
        yield missing(path.start, "newsURL", '"/"', "the server ends at a slash")
    if news.kind == "article":
        yield from article_faults(reference.text, news.span)
    else:
        yield from NEWSGROUPS.faults(reference.text, *news.span)


def _notes(reference: Reference, news: News) -> Iterator[Note]:
    text, span = reference.text, news.span
    yield from smuggled(text, span, "news")
    if reference.edition == "1994" and text.startswith("//", *span):
        explanation = "news has no server in RFC 1738; RFC 5538 allows one after two slashes"
        yield Note("server", "info", explanation, span, ("RFC 1738 3.6", "RFC 5538 3"))
    user = reference.span(Part.USERINFO)
    if user:
        yield Note("userinfo", "unusual", "login data for the news server", user, ("RFC 5538 6",))
    if span.start == span.end:
        yield Note("empty", "unusual", "no group and no article is named", span)
    opening, closing = OPENING.match(text, *span), CLOSING.search(text, *span)
    explanation = "a message ID is written here without angle brackets"
    for match in (opening, closing):
        if match:
            place = Span(*match.span())
            yield Note(
                "angle-bracket", "unusual", explanation, place, ("RFC 1738 3.6", "RFC 5538 3")
            )


SCHEME = Scheme(("news",), describe, "fetches", PORT)


class Article(NamedTuple):
    """A group, and the number that an article has in it on this server."""

    group: Span | None = None
    number: Span | None = None


def describe_nntp(reference: Reference, _: Choice) -> Dossier:
    """Server, group, number, and the commands for them."""
    article = _article(reference)
    early = reference.edition == "1994"
    result = judged(reference) if early else _nntp_violations(reference, article)
    return Dossier(
        scheme="nntp",
        title="news article on one server (NNTP)",
        cites=("RFC 1738 3.7",) if early else ("RFC 5538 2.1",),
        danger="fetches",
        default_port=PORT,
        fields=(*server_fields(reference), *_nntp_fields(reference.text, article)),
        actions=tuple(_nntp_actions(reference, article)),
        violations=in_order(result),
        notes=tuple(_nntp_notes(reference, article)),
    )


def _article(reference: Reference) -> Article:
    span = reference.span(Part.PATH)
    if span is None or span.start == span.end or reference.authority is None:
        return Article()
    text = reference.text
    slash = text.find("/", span.start + 1, span.end)
    if slash < 0:
        return Article(Span(span.start + 1, span.end))
    return Article(Span(span.start + 1, slash), Span(slash + 1, span.end))


def _nntp_fields(text: str, article: Article) -> Iterator[Field]:
    if article.group is None:
        yield Field.absent("group", "no group is named")
    else:
        yield Field.present(text, "group", *article.group, "the newsgroup")
    if article.number is None:
        yield Field.absent("article", "the whole group")
    else:
        explanation = "the article's number, valid on this server only"
        yield Field.present(text, "article", *article.number, explanation)


def _nntp_actions(reference: Reference, article: Article) -> Iterator[Action]:
    connect = connection(reference)
    if connect is None:
        return
    yield connect
    if article.group is None:
        return
    group = line("GROUP", article.group.of(reference.text))
    yield Action("send", group)
    if article.number is None:
        yield Action("show", "the list of articles in the group", "from the numbers in the answer")
        return
    number = article.number.of(reference.text)
    yield Action("send", line("ARTICLE", number))
    yield Action("send", group, "", "headers only")
    yield Action("send", line("HEAD", number), "", "headers only")


def _nntp_violations(reference: Reference, article: Article) -> Iterator[Violation]:
    """RFC 5538 3: server "/" group [ "/" article-number ]."""
    text = reference.text
    path = reference.span(Part.PATH) or Span(0, 0)
    if reference.authority is None:
        yield missing(path.start, "nntpURL", '"//" and a server', "nntp must name a server")
        return
    yield from generic_faults(reference, "nntpURL")
    if article.group is None:
        yield missing(path.start, "nntpURL", '"/" and a group', "the group name is missing")
        return
    if article.group.start == article.group.end:
        yield missing(article.group.start, "group", "a group", "the group is missing")
    yield from GROUP.faults(text, *article.group)
    if article.number is None:
        return
    start, end = article.number
    if start == end:
        yield missing(start, "article-number", "digits", "the article number is missing")
    yield from NUMBER.faults(text, start, end)
    if end - start > LONGEST_NUMBER:
        explanation, cites = (
            message("more than {longest_number} digits", longest_number=LONGEST_NUMBER),
            ("RFC 5538 3", "RFC 3977 6"),
        )
        yield Violation(
            start + LONGEST_NUMBER, end, "article-number", "the end", explanation, cites
        )


def _nntp_notes(reference: Reference, article: Article) -> Iterator[Note]:
    user = reference.span(Part.USERINFO)
    if user:
        yield Note("userinfo", "unusual", "nntp has no login data", user, ("RFC 1738 3.7",))
    if article.group is None:
        return
    yield from smuggled(reference.text, article.group, "news")
    if article.number is None:
        explanation = "without a number: 3.7 requires one, the grammar in section 5 does not"
        cites = ("RFC 1738 3.7", "RFC 1738 5", "RFC 5538 3")
        yield Note("no-number", "info", explanation, article.group, cites)
    else:
        explanation = (
            "article numbers differ from server to server; message IDs are the same on all servers"
        )
        yield Note("local-number", "info", explanation, article.number, ("RFC 1738 3.7",))
        yield from smuggled(reference.text, article.number, "news")


NNTP_SCHEME = Scheme(("nntp",), describe_nntp, "fetches", PORT)
