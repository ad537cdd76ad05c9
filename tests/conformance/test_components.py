"""Texts are split into components as each edition specifies."""

from typing import Final

import uriinspector
from tests.conformance import components_1994 as rfc1738
from tests.conformance import components_1997 as draft05
from tests.conformance import components_2003 as bis01
from tests.conformance import components_2005 as rfc3986
from tests.conformance.components_row import Row
from tests.for_each import for_each

ROWS: Final = (
    *(("1994", row) for row in rfc1738.ROWS), *(("1997", row) for row in draft05.ROWS),
    *(("2003", row) for row in bis01.ROWS), *(("2005", row) for row in rfc3986.ROWS),
)  # fmt: skip


@for_each("edition, row", *ROWS)
def test_components_have_the_spans_required_by_the_clause(edition: str, row: Row) -> None:
    got = uriinspector.parse(row.text, edition=edition).components
    spans = {str(name): (part.span.start, part.span.end) for name, part in got.items()}
    assert spans == row.spans, f"{row.clause} {row.why}"


@for_each("edition, row", *ROWS)
def test_component_text_matches_its_span(edition: str, row: Row) -> None:
    got = uriinspector.parse(row.text, edition=edition).components
    assert [part.text for part in got.values()] == [
        row.text[part.span.start : part.span.end] for part in got.values()
    ]
    assert all(part.term for part in got.values())


@for_each("edition", *uriinspector.EDITIONS)
def test_component_tables_have_thirty_texts_per_edition(edition: str) -> None:
    texts = [row.text for where, row in ROWS if where == edition]
    assert len(set(texts)) == len(texts) >= 30
