"""news: RFC 1738 3.6, and RFC 5538 for all later editions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.core.decoding import line
from uriinspector.core.expression import expression
from uriinspector.core.model import Part, Span, Violation
from uriinspector.core.named_tuple import NamedTuple
from uriinspector.core.schemes.dossier import Action, Choice, Dossier, Field, Note, Scheme, in_order
from uriinspector.core.schemes.rfc1738 import judged, smuggled
from uriinspector.core.schemes.rfc5538 import (
    NEWSGROUPS,
    PORT,
    article_faults,
    connection,
    generic_faults,
    missing,
    server_fields,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

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
