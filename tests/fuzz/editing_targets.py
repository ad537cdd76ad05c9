"""Targets that change a link: a pair of its query, a run in codings that are taken off."""

from __future__ import annotations

import re
from contextlib import suppress

from tests.fuzz.target import Target
from tests.fuzz.text_targets import TOKENS, chosen, decoded
from uriinspector import EDITIONS
from uriinspector.analysis.values.codings import CODINGS, NotCodedError, chain_of
from uriinspector.core.model import Part
from uriinspector.core.parse import parse
from uriinspector.core.reference import Reference
from uriinspector.gui.inspect.query_tab import (
    KEY,
    VALUE,
    QueryRow,
    RunEdit,
    added,
    moved,
    query_rows,
    removed,
)

NAMES = tuple(CODINGS)
# Octets that are no text, and in no coding that makes one of them.
STRAY = re.compile("[\udc80-\udcff]")
# Of these, the last character of an edited query may close what the first one opens (1994).
WRAPPED = re.compile(r'\s*+(?:URL:\s*+)?+[<"]', re.IGNORECASE)
CONTENT = "a&b=c #+%zz\u00e9"


def applied(text: str, edit: RunEdit) -> str:
    """The text with the edit done."""
    return text[: edit.span.start] + edit.new + text[edit.span.end :]


def contents(rows: list[QueryRow]) -> list[tuple[str, str]]:
    """What all pairs are decoded."""
    return [(row.content(KEY), row.content(VALUE)) for row in rows]


def query(data: bytes) -> None:
    """The pairs of a query: each changed, moved there and back, and one added or removed."""
    how, rest = chosen(data)
    edition = EDITIONS[how % 4]
    reference = parse(decoded(rest), edition=edition)
    rows = query_rows(reference)
    query_is_whole(reference, rows)
    if not rows or WRAPPED.match(reference.text):
        return
    number = how // 4 % len(rows)
    before = contents(rows)

    def after(edit: RunEdit) -> list[QueryRow]:
        return query_rows(parse(applied(reference.text, edit), edition=edition))

    for column in (KEY, VALUE):
        edit = rows[number].changed(column, CONTENT)
        if edit is not None and edit.new != CONTENT:  # as it is written where it is no text
            wanted = list(before[number])
            wanted[column] = CONTENT
            assert contents(after(edit)) == [*before[:number], tuple(wanted), *before[number + 1 :]]
    edit = added(reference, rows, number)
    assert edit is not None
    assert contents(after(edit)) == [*before[: number + 1], ("key", ""), *before[number + 1 :]]
    if len(rows) > 1:
        assert contents(after(removed(rows, number))) == before[:number] + before[number + 1 :]
    edit = moved(rows, number, 1)
    if edit is not None:
        swapped = after(edit)
        assert contents(swapped)[number : number + 2] == before[number : number + 2][::-1]
        back = moved(swapped, number, 1)
        assert back is not None
        assert applied(applied(reference.text, edit), back) == reference.text


def query_is_whole(reference: Reference, rows: list[QueryRow]) -> None:
    """The pairs stand in the query, one behind the other."""
    span = reference.span(Part.QUERY)
    assert span is not None or not rows
    places = [at for row in rows for at in row.whole]
    assert places == sorted(places)
    assert span is None or all(span.start <= at <= span.end for at in places)


def coding(data: bytes) -> None:
    """Up to three codings taken off a text, and put on again around another content."""
    how, rest = chosen(data)
    second, rest = chosen(rest)
    text = decoded(rest)
    names = tuple(NAMES[at % len(NAMES)] for at in (how, second, how // 16 + second))[: how % 3 + 1]
    with suppress(NotCodedError):
        chain = chain_of(text, names)
        assert chain.holding(chain.content) == text
        for content in (chain.content + b"x", b"x\xff\r\n " + chain.content, b""):
            edited = chain_of(chain.holding(content), names)
            assert edited.content == content or STRAY.search(edited.text)
        assert chain.undone().stages == chain.stages[:-1]
        assert all(chain.then(name).names[-1] == name for name in chain.offered)


TARGETS = (
    Target("query", query, tokens=TOKENS),
    Target("coding", coding, 2_000),
)
