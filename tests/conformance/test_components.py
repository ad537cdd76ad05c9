"""Texts are split into components as each edition specifies.

The parts are marked in the text: ``s⟨http⟩://a⟨u⟨me⟩@h⟨host⟩:t⟨80⟩⟩p⟨/p⟩?q⟨q⟩#f⟨f⟩``. The letter
before ``⟨`` identifies the part; letters and marks do not belong to the text. An empty part is
``q⟨⟩``, an undefined part is absent.
"""

import tomllib
from pathlib import Path
from typing import Final, NamedTuple

import uriinspector
from tests.for_each import for_each

TABLES: Final = tomllib.loads(Path(__file__).with_name("components.toml").read_text("utf-8"))
NAMES: Final = {
    "s": "scheme", "a": "authority", "u": "userinfo", "h": "host", "t": "port", "p": "path",
    "q": "query", "f": "fragment",
}  # fmt: skip


class Row(NamedTuple):
    """A text with its parts marked, and the clause for it."""

    marked: str
    clause: str
    why: str = ""

    @property
    def text(self) -> str:
        """Return the text without the marks."""
        return self.read()[0]

    @property
    def spans(self) -> dict[str, tuple[int, int]]:
        """Return the span of each defined part."""
        return self.read()[1]

    def read(self) -> tuple[str, dict[str, tuple[int, int]]]:
        """Parse the marks: a letter and ``⟨`` begin a part, ``⟩`` ends the innermost one."""
        text = ""
        spans: dict[str, tuple[int, int]] = {}
        opened: list[tuple[str, int]] = []
        for mark in self.marked:
            if mark == "⟨":
                opened.append((NAMES[text[-1]], len(text) - 1))
                text = text[:-1]
            elif mark == "⟩":
                name, start = opened.pop()
                spans[name] = (start, len(text))
            else:
                text += mark
        return text, spans


ROWS: Final = tuple(
    (each["edition"], Row(**row)) for each in TABLES["table"] for row in each["rows"]
)


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
