"""Printed tables match their printed targets, and listed changes are real."""

from tests.for_each import for_each
from uriinspector import EDITIONS, resolve
from uriinspector.gui.resolve.pair_cards import EditionChange, SampleTable, changes, run, tables
from uriinspector.gui.resolve.variant_rows import STRICT_2005, VARIANTS, Variant, answers, usable

COUNTS = {"url-syntax-05 C": 43, "rfc2396bis-01 C": 45, "RFC 3986 5.4": 43}
STATES = (
    ("2005", "http://a/b", "hierarchical: can be a base"),
    ("2005", "mailto:a@b", "not hierarchical: can be a base"),
    ("2003", "mailto:a@b", "opaque: cannot be a base"),
    ("1997", "a/b", "without a scheme: cannot be a base"),
    ("1994", "//a/b", "without a scheme: cannot be a base"),
    ("2005", "", "empty"),
)


@for_each("table", *tables())
def test_printed_examples_match(table: SampleTable) -> None:
    results = run(table)
    assert [each for each in results if not each.right] == []
    assert len(results) == COUNTS[table.source]


def test_mismatch_with_printed_target_is_marked() -> None:
    table = tables()[-1]
    bent = table.samples[0]._replace(target="http://elsewhere/")
    assert not run(table._replace(samples=(bent,)))[0].right


@for_each("change", *changes())
def test_listed_changes_differ_between_editions(change: EditionChange) -> None:
    found = [resolve(change.base, change.reference, edition=name) for name in EDITIONS]
    assert len({(made.target, made.same_document) for made in found}) > 1


def test_number_of_listed_changes() -> None:
    assert 10 <= len(changes()) <= 12


@for_each("edition, base, told", *STATES)
def test_base_usability_message(edition: str, base: str, told: str) -> None:
    assert usable(next(way for way in VARIANTS if way.edition == edition), base) == told


def test_all_variants_and_browsers_are_listed() -> None:
    rows = answers("http://a/b/c/d;p?q", "../../../g?y#s", STRICT_2005)
    kept, gone = "http://a/../g?y#s", "http://a/g?y#s"
    assert [row.target for row in rows] == [kept, kept, kept, gone, None, gone, gone, gone]
    validating = [way for way in VARIANTS if way.edition != "2003" or way.strict]
    assert [row.variant for row in rows] == [*validating, None]
    assert "above the root" in rows[0].note
    assert "rejected, as chosen" in rows[4].note


def test_lenient_variants_are_listed_if_different_or_chosen() -> None:
    lenient = {way.above_root: way for way in VARIANTS if way.edition == "2003" and not way.strict}
    rows = {row.variant: row.target for row in answers("http://a/b", "http:../g", STRICT_2005)}
    assert [rows[lenient[name]] for name in ("keep", "drop", "refuse")] == [
        "http://a/../g",
        "http://a/g",
        None,
    ]
    chosen = [row.variant for row in answers("http://a/b", "g", lenient["drop"])]
    assert [way for way in lenient.values() if way in chosen] == [lenient["drop"]]


def test_lenient_and_strict_targets_differ() -> None:
    rows = {row.variant: row.target for row in answers("http://a/b", "http:g", STRICT_2005)}
    assert rows[STRICT_2005] == "http:g"
    assert rows[Variant("2005", "2005 · lenient", strict=False)] == "http://a/g"
