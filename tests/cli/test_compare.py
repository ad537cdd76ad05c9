"""The compare command: bases, fragments and URNs."""

import json

from tests.cli.conftest import Command
from tests.for_each import for_each

EXAMPLE = ("URN:foo:a123,456", "urn:FOO:a123,456?x=y")


def test_compare_resolves_each_side_against_its_base(uriinspect: Command) -> None:
    bases = ("--base-a", "http://a/b/c", "--base-b", "http://a/x/y")
    answer = uriinspect("compare", *bases, "g", "../b/g")
    assert answer.status == 0
    assert answer.out.startswith("Identical.")
    assert answer.out.count("target  http://a/b/g") == 2
    alone = uriinspect("compare", *bases[:2], "g", "http://a/b/h")
    assert alone.status == 1
    assert "the links differ in path" in alone.out


def test_reference_without_target_is_not_compared(uriinspect: Command) -> None:
    answer = uriinspect("compare", "--base-a", "b", "g", "http://a/g")
    assert answer.status == 1
    assert answer.out.startswith("Not compared: a reference has no target.")
    assert "The reference needs a scheme" in answer.out
    assert "no target to compare" in answer.out


def test_relative_references_without_a_base_are_not_compared(uriinspect: Command) -> None:
    answer = uriinspect("compare", "../a", "../a")
    assert answer.status == 1
    assert answer.out.startswith("Not compared: a relative reference needs a base")
    assert uriinspect("compare", "--base-a", "http://a/b/c", "../a", "http://a/a").status == 0


def test_difference_in_the_fragment_only_is_noted(uriinspect: Command) -> None:
    answer = uriinspect("compare", "http://a/b#c", "HTTP://a/b#d")
    assert answer.status == 1
    assert "Fragments are set aside" in answer.out
    assert "set aside" not in uriinspect("compare", "http://a/b#c", "http://a/d#c").out


def test_compare_can_ignore_fragments(uriinspect: Command) -> None:
    pair = ("http://a/#b", "http://a/#c")
    assert uriinspect("compare", *pair).status == 1
    answer = uriinspect("compare", "--without-fragments", *pair)
    assert answer.status == 0
    assert "Fragments are not compared (RFC 3986 §6.1)." in answer.out
    assert (
        json.loads(uriinspect("compare", "--without-fragments", "--json", *pair).out)["fragments"]
        is False
    )


def test_urn_rules_5a_and_5b_are_shown_with_differences(uriinspect: Command) -> None:
    out = uriinspect("compare", "--urn-edition", "draft2012", *EXAMPLE).out
    rules = out.partition("The rules for URNs\n")[2].partition("\n\n")[0].splitlines()
    assert [row.split() for row in rules] == [
        ["=", "5a", "rfc2141bis-urn-03", "§5"],
        ["urn:foo:a123,456"],
        ["≠", "5b", "rfc2141bis-urn-03", "§5"],
        ["urn:foo:a123,456"],
        ["urn:foo:a123,456?x=y"],
        ["differs", "in:", "query"],
        ["=", "namespace"],
        ["urn:foo:a123,456"],
    ]


@for_each("edition", "1994", "1997")
def test_rung_without_a_clause_is_shown_without_one(uriinspect: Command, edition: str) -> None:
    rows = uriinspect("compare", "--edition", edition, "http://a/x", "http://a/y").out.splitlines()
    assert [row.split()[1:] for row in rows if row.startswith("  ? ")] == [["protocol"]]
    assert [row.split()[1:] for row in rows if row[4:].startswith("dot-")] == [["dot-segments"]]


@for_each("more, end", (8, "U+0078 LATIN SMALL LETTER X"), (9, "and 1 more"), (10, "and 2 more"))
def test_at_most_eight_characters_of_a_difference_are_named(
    more: int, end: str, uriinspect: Command
) -> None:
    out = " ".join(uriinspect("compare", "http://a/b", f"http://a/b{'x' * more}").out.split())
    named = out[out.index("U+0078") :]
    assert named.count("U+0078") == 8
    assert named.rpartition("U+0078")[2].startswith(
        f" LATIN SMALL LETTER X {end}".replace(" LATIN SMALL LETTER X U+0078", "")
    )
