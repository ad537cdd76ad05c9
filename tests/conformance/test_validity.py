"""Each edition accepts its language, and reports the position of faults in other texts.

In an invalid text, ``‸`` precedes each fault and ``∅`` marks where something is missing; neither
belongs to the text. A run of equal faults is one fault: ``‸<>`` has one and ``‸<a‸>`` has two.
"""

import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple

import uriinspector
from tests.for_each import for_each

TABLES: Final = tomllib.loads(Path(__file__).with_name("validity.toml").read_text("utf-8"))
HERE: Final = "‸"
MISSING: Final = "∅"


class Valid(NamedTuple):
    """A text in the language of the edition, and its clause."""

    text: str
    clause: str
    why: str = ""


class Invalid(NamedTuple):
    """A text outside the language of the edition with its faults marked, and its clause."""

    marked: str
    clause: str
    why: str = ""

    @property
    def text(self) -> str:
        """Return the text without the marks."""
        return self.marked.replace(HERE, "").replace(MISSING, "")

    @property
    def starts(self) -> tuple[int, ...]:
        """Return where the faults start."""
        marks = [at for at, mark in enumerate(self.marked) if mark in HERE + MISSING]
        return tuple(at - before for before, at in enumerate(marks))

    @property
    def gaps(self) -> tuple[int, ...]:
        """Return where something is missing."""
        marks = [at for at, mark in enumerate(self.marked) if mark in HERE + MISSING]
        return tuple(at - before for before, at in enumerate(marks) if self.marked[at] == MISSING)


class Extent(NamedTuple):
    """A text, the spans of its faults, and the reason."""

    edition: str
    text: str
    spans: tuple[tuple[int, int], ...]
    why: str


def rows(kind: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the rows of a kind, each with its edition."""
    found = []
    for table in TABLES["table"]:
        if table["kind"] == kind:
            before, after = table.get("around", ("", ""))
            texts = ({**row, "text": before + row["text"] + after} for row in table["rows"])
            found += [(edition, row) for row in texts for edition in table["editions"]]
    return found


def marked(row: dict[str, Any]) -> Invalid:
    return Invalid(row["text"], row["clause"], row.get("why", ""))


VALID: Final = [(edition, Valid(**row)) for edition, row in rows("valid")]
SURROGATE: Final = Invalid("http://h/‸\ud800", "2", "a lone surrogate")
INVALID: Final = [(edition, marked(row)) for edition, row in rows("invalid")] + [
    (edition, SURROGATE) for edition in ("2003", "2005")
]
SOMEWHERE: Final = [(edition, Valid(**row)) for edition, row in rows("somewhere")]
EXTENTS: Final = [
    Extent(edition, row["text"], tuple((start, end) for start, end in row["spans"]), row["why"])
    for edition, row in rows("extent")
]


@for_each("edition, row", *VALID)
def test_text_in_the_language_is_valid(edition: str, row: Valid) -> None:
    got = uriinspector.parse(row.text, edition=edition)
    assert (got.valid, got.violations) == (True, ()), f"{row.clause} {row.why}"


@for_each("edition, row", *INVALID)
def test_every_fault_is_reported_once_at_its_start(edition: str, row: Invalid) -> None:
    got = uriinspector.parse(row.text, edition=edition)
    starts = tuple(violation.start for violation in got.violations)
    assert (got.valid, starts) == (False, row.starts), f"{row.clause} {row.why}"


@for_each("edition, row", *INVALID)
def test_missing_part_is_an_empty_fault(edition: str, row: Invalid) -> None:
    got = uriinspector.parse(row.text, edition=edition)
    empty = {violation.start for violation in got.violations if violation.start == violation.end}
    assert empty >= set(row.gaps), f"{row.clause} {row.why}"


@for_each("row", *EXTENTS)
def test_fault_covers_its_whole_extent(row: Extent) -> None:
    got = uriinspector.parse(row.text, edition=row.edition).violations
    assert tuple((fault.start, fault.end) for fault in got) == row.spans, row.why


@for_each("edition, row", *SOMEWHERE)
def test_text_outside_the_language_is_invalid(edition: str, row: Valid) -> None:
    got = uriinspector.parse(row.text, edition=edition)
    assert not got.valid, f"{row.clause} {row.why}"
    assert got.violations


@for_each("edition", *uriinspector.EDITIONS)
def test_validity_tables_have_sixty_texts_per_edition(edition: str) -> None:
    texts = [row.text for where, row in VALID if where == edition]
    texts += [row.text for where, row in INVALID + SOMEWHERE if where == edition]
    assert len(set(texts)) == len(texts) >= 60
