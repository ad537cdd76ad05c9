"""Targets that edit a link: query pairs, and text inside decoded layers."""

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
# Bytes that are not text and cannot be the result of a decoder.
STRAY = re.compile("[\udc80-\udcff]")
# In these, the last character of an edited query may close a wrapper that begins with the first one
# (1994).
WRAPPED = re.compile(r'\s*+(?:URL:\s*+)?+[<"]', re.IGNORECASE)
CONTENT = "a&b=c #+%zz\u00e9"


def applied(text: str, edit: RunEdit) -> str:
    """Return the text after the edit."""
    return text[: edit.span.start] + edit.new + text[edit.span.end :]


def contents(rows: list[QueryRow]) -> list[tuple[str, str]]:
    """Return the decoded keys and values of all pairs."""
    return [(row.content(KEY), row.content(VALUE)) for row in rows]


def query(data: bytes) -> None:
    """Change each pair of a query, move it back and forth, and add and remove one."""
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
        if edit is not None and edit.new != CONTENT:  # invalid text stays as it is
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
    """Check that all pairs are inside the query, in order."""
    span = reference.span(Part.QUERY)
    assert span is not None or not rows
    places = [at for row in rows for at in row.whole]
    assert places == sorted(places)
    assert span is None or all(span.start <= at <= span.end for at in places)


def coding(data: bytes) -> None:
    """Decode a text with up to three decoders, and encode other content in the same way."""
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


TARGETS = (Target("query", query, tokens=TOKENS), Target("coding", coding, 2_000))
