"""What a gopher URL names: a type, a selector, a search and a Gopher+ string (RFC 1738 3.4.1)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.core.decoding import decoded
from uriinspector.core.expression import expression
from uriinspector.core.model import Part, Span
from uriinspector.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

# A server sees the same octets whether a URL has them escaped or not.
TAB = expression("%09|\t")
TAB_OR_QUESTION = expression("%09|\t|\\?")
SPACE = expression("%20| ")
LINE_END = "(?:%0[Dd]|\r)(?:%0[Aa]|\n)"
CHARACTER = expression("%[0-9A-Fa-f]{2}|[\\s\\S]")
KIND = expression("(%2B|\\+)|(%21|!)|(%24|\\$)|(%3F|\\?)", re.IGNORECASE)
KINDS = ("", "+", "!", "$", "?")
# 3.4.7: names begin with "+"; escaped spaces between them are no part of any.
ATTRIBUTE = expression("(?:%20| )++|((?:\\+|%2B)?+(?:[^+ %]++|%(?!2B|20)|(?!))*+)", re.IGNORECASE)
# 3.4.9: the flag, and how the data ends: at a dot (-1), with the connection (-2), by count.
FLAG = expression(f"([01])(?:{LINE_END}|(?!))?+")
BLOCK = expression(f"(1){LINE_END}((?:\\+|%2[Bb])(?:-1|-2|[0-9]++)){LINE_END}")
LINE = expression(f"(?:[^%\r]++|(?!{LINE_END})[%\r]|(?!))*+(?P<end>{LINE_END}|(?!))?+")


class GopherItem(NamedTuple):
    """The parts of a gopher-path; each begins where the one before it ends."""

    type: Span | None = None
    selector: Span | None = None
    search: Span | None = None
    plus: Span | None = None


def item(text: str, start: int, end: int, second: re.Pattern[str] = TAB) -> GopherItem:
    """Split at the first two separators only: an ASK string has more of them.

    ``second`` is what separates search and Gopher+ string: in draft 03 "?" as well.
    """
    kind = CHARACTER.match(text, start, end)
    if kind is None:
        return GopherItem()
    type_, at = Span(*kind.span()), kind.end()
    first = TAB.search(text, at, end)
    if first is None:
        return GopherItem(type_, Span(at, end))
    selector = Span(at, first.start())
    then = second.search(text, first.end(), end)
    if then is None:
        return GopherItem(type_, selector, Span(first.end(), end))
    search = Span(first.end(), then.start())
    return GopherItem(type_, selector, search, Span(then.end(), end))


def item_of(read: Reference) -> GopherItem:
    """The item of a reference as RFC 1738 reads it; 3.1: its slash is no part of a gopher-path."""
    span = read.span(Part.PATH)
    if span is None or span.start == span.end or read.authority is None:
        return GopherItem()
    return item(read.text, span.start + 1, span.end)


def sent_lines(read: Reference) -> Iterator[tuple[str, Span]]:
    """What has to be one line each (3.4.1): selector, search and what Gopher+ adds.

    A form that is filled out brings lines of its own (3.4.9), and they are told apart.
    """
    parts = item_of(read)
    for name, span in (("selector", parts.selector), ("search", parts.search)):
        if span is not None:
            yield name, span
    if parts.plus is None:
        return
    plus = plus_of(read.text, *parts.plus)
    yield "Gopher+ command", plus.command
    for answer in plus.answers:
        yield "form", answer
    if plus.rest:
        yield ("text after the form" if plus.flag else "Gopher+ string"), plus.rest


class Plus(NamedTuple):
    """A Gopher+ string: what is asked for, and the data that a form was filled out with."""

    kind: str  # one of "+ ! $ ?", or "" for what Gopher+ does not know
    command: Span  # up to a tab
    names: tuple[Span, ...]  # view and language after "+", attributes after "!" and "$"
    flag: Span | None = None
    size: Span | None = None
    answers: tuple[Span, ...] = ()
    closing: Span | None = None  # the dot
    rest: Span | None = None  # what is no part of a form


def plus_of(text: str, start: int, end: int) -> Plus:
    """3.4.4 to 3.4.9."""
    tab = TAB.search(text, start, end)
    command = Span(start, tab.start() if tab else end)
    match = KIND.match(text, *command)
    kind = KINDS[match.lastindex or 0] if match else ""
    names = _names(text, kind, match.end() if match else start, command.end)
    if tab is None:
        return Plus(kind, command, names)
    if kind == "+" and (alone := FLAG.fullmatch(text, tab.end(), end)):
        return Plus(kind, command, names, Span(*alone.span(1)))
    block = BLOCK.match(text, tab.end(), end)
    if block is None or kind != "+":
        return Plus(kind, command, names, rest=Span(tab.end(), end))
    flag, size = Span(*block.span(1)), Span(*block.span(2))
    answers, closing, at = _lines(text, block.end(), end, decoded(size.of(text)) == "+-1")
    rest = Span(at, end) if at < end else None
    return Plus(kind, command, names, flag, size, tuple(answers), closing, rest)


def _names(text: str, kind: str, start: int, end: int) -> tuple[Span, ...]:
    if start == end:
        return ()
    if kind == "+":
        space = SPACE.search(text, start, end)
        if space is None:
            return (Span(start, end),)
        return Span(start, space.start()), Span(space.end(), end)
    if kind in {"!", "$"}:
        matches = ATTRIBUTE.finditer(text, start, end)
        return tuple(Span(*each.span(1)) for each in matches if each[1])
    return ()


def _lines(text: str, at: int, end: int, dotted: bool) -> tuple[list[Span], Span | None, int]:
    """The lines of a block, the dot that ends it, and where it ends."""
    answers: list[Span] = []
    while at < end:
        line = LINE.match(text, at, end)
        assert line is not None  # it may be empty
        stop = line.end() if line["end"] is None else line.start("end")
        if dotted and text[at:stop] == ".":
            return answers, Span(at, stop), line.end()
        answers.append(Span(at, stop))
        at = line.end()
    return answers, None, at
