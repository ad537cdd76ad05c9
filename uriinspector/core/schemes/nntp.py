"""nntp: RFC 1738 3.7, and RFC 5538 for all later editions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.decoding import line
from uriinspector.core.message import message
from uriinspector.core.model import Part, Span, Violation
from uriinspector.core.named_tuple import NamedTuple
from uriinspector.core.schemes.dossier import Action, Choice, Dossier, Field, Note, Scheme, in_order
from uriinspector.core.schemes.rfc1738 import judged, smuggled
from uriinspector.core.schemes.rfc5538 import (
    GROUP,
    LONGEST_NUMBER,
    NUMBER,
    PORT,
    connection,
    generic_faults,
    missing,
    server_fields,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference


class Article(NamedTuple):
    """A group, and the number that an article has in it on this server."""

    group: Span | None = None
    number: Span | None = None


def describe(reference: Reference, _: Choice) -> Dossier:
    """Server, group, number, and the commands for them."""
    article = _article(reference)
    early = reference.edition == "1994"
    result = judged(reference) if early else _violations(reference, article)
    return Dossier(
        scheme="nntp",
        title="news article on one server (NNTP)",
        cites=("RFC 1738 3.7",) if early else ("RFC 5538 2.1",),
        danger="fetches",
        default_port=PORT,
        fields=(*server_fields(reference), *_fields(reference.text, article)),
        actions=tuple(_actions(reference, article)),
        violations=in_order(result),
        notes=tuple(_notes(reference, article)),
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


def _fields(text: str, article: Article) -> Iterator[Field]:
    if article.group is None:
        yield Field.absent("group", "no group is named")
    else:
        yield Field.present(text, "group", *article.group, "the newsgroup")
    if article.number is None:
        yield Field.absent("article", "the whole group")
    else:
        explanation = "the article's number, valid on this server only"
        yield Field.present(text, "article", *article.number, explanation)


def _actions(reference: Reference, article: Article) -> Iterator[Action]:
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


def _violations(reference: Reference, article: Article) -> Iterator[Violation]:
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


def _notes(reference: Reference, article: Article) -> Iterator[Note]:
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


SCHEME = Scheme(("nntp",), describe, "fetches", PORT)
