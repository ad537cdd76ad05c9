"""Traces of resolutions: the steps of each edition, in its order and with its names."""

from typing import Any

import pytest

from tests.for_each import for_each
from uriinspector import EDITIONS, resolve
from uriinspector.core import parse
from uriinspector.core.model import Part
from uriinspector.core.parse import Resolution
from uriinspector.core.reference import Buffer, has_two_buffers

BASE = "http://a/b/c/d;p?q"
every_edition = for_each("edition", *EDITIONS)


def resolved(edition: str, base: str, reference: str, switches: str = "") -> Resolution:
    """Resolve with an option by name: "lenient", "drop" or "refuse"."""
    above_root = switches if switches in {"drop", "refuse"} else "keep"
    strict = switches != "lenient"
    return resolve(base, reference, edition=edition, strict=strict, above_root=above_root)


def rules(found: Resolution) -> str:
    """Return the names of the steps, with consecutive duplicates combined."""
    names: list[str] = []
    for step in found.steps:
        if not names or names[-1] != step.rule:
            names.append(step.rule)
    return ", ".join(names)


RULES = [
    # edition, base, reference, options, the steps
    ("2005", BASE, "g:h", "", "5.2.2 parse, 5.2.2, 5.2.4 2E, 5.2.2, 5.3"),
    ("2005", BASE, "//g", "", "5.2.2 parse, 5.2.2, 5.3"),
    ("2005", BASE, "//g/..", "", "5.2.2 parse, 5.2.2, 5.2.4 2C, 5.2.4 2E, 5.2.2, 5.3"),
    ("2005", BASE, "", "", "5.2.2 parse, 5.2.2, 5.3"),
    ("2005", BASE, "?y", "", "5.2.2 parse, 5.2.2, 5.3"),
    ("2005", BASE, "/g", "", "5.2.2 parse, 5.2.2, 5.2.4 2E, 5.2.2, 5.3"),
    ("2005", BASE, "g", "", "5.2.2 parse, 5.2.2, 5.2.3, 5.2.4 2E, 5.2.2, 5.3"),
    (*("2005", BASE, "../g", ""),
        "5.2.2 parse, 5.2.2, 5.2.3, 5.2.4 2E, 5.2.4 2C, 5.2.4 2E, 5.2.2, 5.3"),
    (*("2005", BASE, "./g/.", ""),
        "5.2.2 parse, 5.2.2, 5.2.3, 5.2.4 2E, 5.2.4 2B, 5.2.4 2E, 5.2.4 2B, 5.2.4 2E, 5.2.2, 5.3"),
    ("2005", "foo:a", "./.", "", "5.2.2 parse, 5.2.2, 5.2.3, 5.2.4 2A, 5.2.4 2D, 5.2.2, 5.3"),
    ("2003", BASE, "g:h", "", "5.2 parse, 5.2"),
    ("2003", BASE, "", "", "5.2 parse, 5.2"),
    ("2003", BASE, "g", "", "5.2 parse, 5.2, 5.2 merge 1, 5.2 merge 2, 5.2 merge 8, 5.2"),
    (*("2003", BASE, "./../g/.", ""),
        "5.2 parse, 5.2, 5.2 merge 1, 5.2 merge 2, 5.2 merge 3, 5.2 merge 4, 5.2 merge 5,"
        " 5.2 merge 8, 5.2"),
    (*("2003", BASE, "..", ""),
        "5.2 parse, 5.2, 5.2 merge 1, 5.2 merge 2, 5.2 merge 6, 5.2 merge 8, 5.2"),
    (*("2003", BASE, "../../../g", "drop"),
        "5.2 parse, 5.2, 5.2 merge 1, 5.2 merge 2, 5.2 merge 5, 5.2 merge 7, 5.2 merge 8, 5.2"),
    (*("2003", BASE, "../../../g", ""),
        "5.2 parse, 5.2, 5.2 merge 1, 5.2 merge 2, 5.2 merge 5, 5.2 merge 7, 5.2 merge 8, 5.2"),
    (*("2003", BASE, "../../../g", "refuse"),
        "5.2 parse, 5.2, 5.2 merge 1, 5.2 merge 2, 5.2 merge 5, 5.2 merge 7"),
    ("1997", BASE, "", "", "5.2 step 1, 5.2 step 2"),
    ("1997", BASE, "g:h", "", "5.2 step 1, 5.2 step 2, 5.2 step 3, 5.2 step 7"),
    ("1997", BASE, "//g", "", "5.2 step 1, 5.2 step 2, 5.2 step 3, 5.2 step 4, 5.2 step 7"),
    (*("1997", BASE, "/g", ""),
        "5.2 step 1, 5.2 step 2, 5.2 step 3, 5.2 step 4, 5.2 step 5, 5.2 step 7"),
    (*("1997", BASE, "./../g/.", ""),
        "5.2 step 1, 5.2 step 2, 5.2 step 3, 5.2 step 4, 5.2 step 5, 5.2 step 6a, 5.2 step 6b,"
        " 5.2 step 6d, 5.2 step 6e, 5.2 step 6f, 5.2 step 6h, 5.2 step 6i, 5.2 step 7"),
    (*("1997", BASE, "g?y/..", ""),
        "5.2 step 1, 5.2 step 2, 5.2 step 3, 5.2 step 4, 5.2 step 5, 5.2 step 6a, 5.2 step 6b,"
        " 5.2 step 6c, 5.2 step 6g, 5.2 step 6h, 5.2 step 6i, 5.2 step 7"),
    *[("1994", BASE, each, "", "url-draft-02 Partial form") for each in ("g", "//g", "/g", "g:h")],
]  # fmt: skip


@for_each("edition, base, reference, switches, expected", *RULES)
def test_steps_have_the_names_and_order_of_the_specification(
    edition: str, base: str, reference: str, switches: str, expected: str
) -> None:
    assert rules(resolved(edition, base, reference, switches)) == expected


def trace_lines(found: Resolution) -> list[str]:
    """Return one line for each step."""
    states = [step.to_dict() for step in found.steps]
    return [
        f"{each['rule']}: {each['note']} [{each['before']} > {each['after']}]" for each in states
    ]


def test_trace_of_2005_follows_section_5_2() -> None:
    assert trace_lines(resolve(BASE, "../g?y")) == [
        "5.2.2 parse: the reference has: path, query [None > None]",
        "5.2.2: R.scheme is not present [None > None]",
        "5.2.2: R.authority is not present [None > None]",
        "5.2.2: R.path is not empty [None > None]",
        '5.2.2: R.path does not start with "/": merge [None > None]',
        "5.2.3: the base's path up to its last slash, then R.path [../g > /b/c/../g]",
        "5.2.4 2E: the first segment moves to the output [/b/c/../g > /b/c/../g]",
        "5.2.4 2E: the first segment moves to the output [/b/c/../g > /b/c/../g]",
        '5.2.4 2C: a ".." segment removes the last output segment [/b/c/../g > /b/g]',
        "5.2.4 2E: the first segment moves to the output [/b/g > /b/g]",
        "5.2.2: T.scheme comes from the base [None > http]",
        "5.2.2: T.authority comes from the base [None > a]",
        "5.2.2: T.path is merged [None > /b/g]",
        "5.2.2: T.query comes from the reference [None > y]",
        "5.2.2: T.fragment is not present [None > None]",
        "5.3: the components are joined [None > http://a/b/g?y]",
    ]  # fmt: skip


def test_trace_of_2003_follows_its_pseudocode() -> None:
    assert trace_lines(resolve(BASE, "../../../g", edition="2003", above_root="drop")) == [
        "5.2 parse: the reference has: path [None > None]",
        "5.2: R.scheme is not present [None > None]",
        "5.2: R.authority is not present [None > None]",
        "5.2: R.path is not empty [None > None]",
        '5.2: R.path does not start with "/": merge [None > None]',
        "5.2 merge 1: the base's path without its last segment [/b/c/d;p > /b/c/]",
        "5.2 merge 2: the reference's path is appended [/b/c/ > /b/c/../../../g]",
        '5.2 merge 5: "c/../" is removed [/b/c/../../../g > /b/../../g]',
        '5.2 merge 5: "b/../" is removed [/b/../../g > /../g]',
        '5.2 merge 7: remaining ".." above the root: drop [/../g > /g]',
        "5.2 merge 8: the rest is the path [/g > /g]",
        "5.2: T.scheme comes from the base [None > http]",
        "5.2: T.authority comes from the base [None > a]", "5.2: T.path is merged [None > /g]",
        "5.2: T.query is not present [None > None]", "5.2: T.fragment is not present [None > None]",
        "5.2: the components are joined [None > http://a/g]",
    ]  # fmt: skip


def test_trace_of_1997_follows_its_seven_steps() -> None:
    assert trace_lines(resolve(BASE, "g?y/../x#s", edition="1997")) == [
        "5.2 step 1: the reference has: path, query, fragment [None > None]",
        "5.2 step 2: the reference is not empty, so it is not the current document [None > None]",
        "5.2 step 3: the scheme is not present, so it is taken from the base [None > None]",
        "5.2 step 4: the site is not present, so it is taken from the base [None > None]",
        '5.2 step 5: the path does not begin with "/" [None > None]',
        "5.2 step 6a: the base's path without its last segment [/b/c/d;p > /b/c/]",
        "5.2 step 6b: the reference's path is appended [/b/c/ > /b/c/g]",
        "5.2 step 6c: the reference's query is appended [/b/c/g > /b/c/g?y/../x]",
        '5.2 step 6f: "g?y/../" is removed [/b/c/g?y/../x > /b/c/x]',
        "5.2 step 6h: there is no question mark, so the query is not present [/b/c/x > None]",
        "5.2 step 6i: the path is the text before the question mark, if any [/b/c/x > /b/c/x]",
        "5.2 step 7: T.scheme comes from the base [None > http]",
        "5.2 step 7: T.site comes from the base [None > a]",
        "5.2 step 7: T.path is merged [None > /b/c/x]",
        "5.2 step 7: T.query is not present [None > None]",
        "5.2 step 7: T.fragment comes from the reference [None > s]",
        "5.2 step 7: the components are joined [None > http://a/b/c/x#s]",
    ]


def test_trace_of_1994_follows_draft_02() -> None:
    clause = "url-draft-02 Partial form"
    assert trace_lines(resolve(BASE, "../g/./h", edition="1994")) == [
        f"{clause}: there is no colon before any slash, so this is a partial form [None > None]",
        f"{clause}: there is no leading slash, so the path is relative [None > None]",
        f"{clause}: everything after the last slash is removed [/b/c/d;p > /b/c/]",
        f"{clause}: the partial form is added after the last slash [/b/c/ > /b/c/../g/./h]",
        f'{clause}: every "/." that is a whole element is removed [/b/c/../g/./h > /b/c/../g/h]',
        f'{clause}: "c/../" is removed [/b/c/../g/h > /b/g/h]',
        f"{clause}: the target [None > http://a/b/g/h]",
    ]


NOTES = [
    # edition, base, reference, options, part of a note
    ("2005", BASE, "", "", "apart from the fragment, the target is the base"),
    ("2005", BASE, "#s", "", "apart from the fragment, the target is the base"),
    ("2005", BASE, BASE, "", "apart from the fragment, the target is the base"),
    ("2005", BASE, "//h", "", "R.authority is present"),
    ("2005", BASE, "//h", "", "T.path is empty"),
    ("2005", BASE, "?y#", "", "fragment (empty)"),
    ("2005", BASE, "/../g", "", '".." segment is removed; no output segment is left'),
    ("2005", BASE, "HTTP:g", "lenient", "R's scheme is ignored because it equals the base's"),
    ("2003", BASE, "HTTP:g", "lenient", "R's scheme is ignored because it equals the base's"),
    ("2003", BASE, "", "", "the current document"),
    ("2003", BASE, "#s", "", "the current document; fragment s"),
    ("1997", BASE, "#", "", "the current document; empty fragment"),
    ("1997", BASE, "#s", "", "the current document; fragment s"),
    ("2003", "foo:", "g", "", 'no path: "/"'),
    ("2003", BASE, "g/" + "x" * 50 + "/../h", "", "x\u2026x"),
    # targets that are parsed differently
    ("2005", "f:/a", ".//g", "", "but parsing the result again gives authority g, path empty"),
    ("2003", "f:/a", ".//g", "", "but parsing the result again gives authority g, path empty"),
    ("1997", "f:/a", ".//g", "", "but parsing the result again gives authority g, path empty"),
    ("1994", "f:/a", ".//g", "", "but parsing the result again gives authority g, path empty"),
    # the same for a base without a path
    ("1997", "http://a", "g", "", "but parsing the result again gives authority ag, path empty"),
    # cases that draft 02 leaves open, with the rule of 1997
    ("1994", BASE, "", "", "an empty URL; result in 1997: the current document"),
    ("1994", BASE, "#s", "", "only a fragment; result in 1997: the current document"),
    ("1994", BASE, "?y", "", 'begins with "?"; result in 1997: http://a/b/c/?y'),
    ("1994", BASE, "..", "", 'a final ".."; result in 1997: http://a/b/'),
    ("1994", BASE, ".", "", 'a final "."; result in 1997: http://a/b/c/'),
    ("1994", BASE, "g/.", "", 'a final "."; result in 1997: http://a/b/c/g/'),
    ("1994", BASE, "../../../g", "", '".." above the root; result in 1997: http://a/../g'),
    ("1994", "mailto:a", "g", "", "a base without a hierarchy; result in 1997: mailto:g"),
    ("1994", BASE, "g?a:b", "", "a full form"),
    ("1994", BASE, "//h/x", "", "another host"),
    ("1994", BASE, "/x", "", "the path is absolute"),
]


@for_each("edition, base, reference, switches, note", *NOTES)
def test_unusual_resolution_step_has_a_note(
    edition: str, base: str, reference: str, switches: str, note: str
) -> None:
    found = resolved(edition, base, reference, switches)
    assert [step for step in found.steps if note in step.note]


@every_edition
@for_each("reference", "g", "../g", "./g/h?y#s", "/g/h", "//h/g", "g:h")
def test_ordinary_resolution_has_no_notes(reference: str, edition: str) -> None:
    for step in resolve(BASE, reference, edition=edition).steps:
        assert "decoded: back" not in step.note
        assert "not defined" not in step.note


@for_each("edition", "2003", "2005")
def test_ignored_scheme_is_noted_before_the_conditions(edition: str) -> None:
    notes = [step.note for step in resolved(edition, BASE, "http:g", "lenient").steps]
    assert notes[0] == "the reference has: scheme, path"
    assert notes[1].endswith("R's scheme is ignored because it equals the base's")
    assert notes[2] == "R.scheme is not present"


S, A, P, Q, F = Part.SCHEME, Part.AUTHORITY, Part.PATH, Part.QUERY, Part.FRAGMENT
R, B, MERGED = "reference", "base", "merged"
ORIGINS = [
    ("2005", "g:h", {S: R, P: R}), ("2005", "//g", {S: B, A: R, P: R}),
    ("2005", "/g?y", {S: B, A: B, P: R, Q: R}), ("2005", "g#s", {S: B, A: B, P: MERGED, F: R}),
    ("2005", "?y", {S: B, A: B, P: B, Q: R}), ("2005", "#s", {S: B, A: B, P: B, Q: B, F: R}),
    ("2003", "//g?y", {S: B, A: R, P: R, Q: R}), ("2003", "/g", {S: B, A: B, P: R}),
    ("2003", "g?y", {S: B, A: B, P: MERGED, Q: R}), ("2003", "?y", {S: B, A: B, P: B, Q: R}),
    ("2003", "", {}), ("1997", "g?y", {S: B, A: B, P: MERGED, Q: R}),
    ("1997", "?y", {S: B, A: B, P: MERGED, Q: R}), ("1997", "//g", {S: B, A: R, P: R}),
    ("1997", "g:h", {S: R, P: R}),
]  # fmt: skip


@for_each("edition, reference, origins", *ORIGINS)
def test_each_component_of_the_target_has_its_origin(
    edition: str, reference: str, origins: dict[Part, str]
) -> None:
    assert resolve(BASE, reference, edition=edition).origins == origins


PROBLEMS = [
    # edition, base, reference, code, clause
    ("2005", "/a", "g", "base-relative", "RFC 3986 5.2.1"),
    ("2005", "", "", "base-relative", "RFC 3986 5.2.1"),
    ("2003", "//a/b", "?y", "base-relative", "rfc2396bis-01 5.2"),
    ("2003", "mailto:a", "g", "base-opaque", "rfc2396bis-01 5"),
    ("2003", "mailto:a", "//g", "base-opaque", "rfc2396bis-01 5"),
    ("1997", "a", "g", "base-relative", "url-syntax-05 5.2"),
    ("1994", "a", "g", "base-relative", "url-draft-02 Partial form"),
]


@for_each("edition, base, reference, code, cite", *PROBLEMS)
def test_unsuitable_base_is_a_problem(
    edition: str, base: str, reference: str, code: str, cite: str
) -> None:
    found = resolve(base, reference, edition=edition)
    assert (found.target, found.same_document) == (None, False)
    assert found.problem
    assert (found.problem.code, found.problem.cites) == (code, (cite,))
    expected = {"code": code, "message": found.problem.message, "cites": [cite]}
    assert found.problem.to_dict() == expected


@for_each("edition", "1994", "1997", "2005")
def test_base_without_a_hierarchy_is_allowed_except_in_2003(edition: str) -> None:
    assert resolve("mailto:a", "g", edition=edition).target == "mailto:g"


@every_edition
def test_reference_with_a_scheme_needs_no_base(edition: str) -> None:
    assert resolve("", "http://h/g", edition=edition).target == "http://h/g"


def test_lenient_mode_keeps_the_scheme_if_the_base_has_none() -> None:
    assert resolve("", "http:g", strict=False).target == "http:g"


@for_each("edition", "2003", "2005")
def test_turkish_dotted_i_does_not_match_a_scheme_letter(edition: str) -> None:
    found = resolve("file://h/a", "f\u0130le:g", edition=edition, strict=False)
    assert found.target == "file://h/f\u0130le:g"


@every_edition
def test_resolution_has_its_edition_and_caches_its_steps(edition: str) -> None:
    found = resolve(BASE, "g", edition=edition)
    assert found.edition == found.to_dict()["edition"] == edition
    assert found.steps is found.steps


def test_step_json_has_every_field() -> None:
    steps = resolve(BASE, "../g").to_dict()["steps"]
    assert steps[8] == {
        "rule": "5.2.4 2C",
        "before": "/b/c/../g",
        "after": "/b/g",
        "note": 'a ".." segment removes the last output segment',
        "output": "/b",
        "input": "/g",
        "part": None,
        "origin": None,
    }
    assert (steps[10]["part"], steps[10]["origin"]) == ("scheme", "base")


@for_each("ups, steps, omitted", (242, 256, 0), (243, 256, 1))
def test_only_the_first_steps_of_a_long_resolution_are_written(
    ups: int, steps: int, omitted: int
) -> None:
    found = resolve("http://a/x/", "../" * ups + "g").to_dict()
    assert (len(found["steps"]), found["omitted"]) == (steps, omitted)


def test_long_buffer_is_cut_in_the_middle() -> None:
    path = "x" * 4096
    found = resolve("http://a/", path).to_dict()
    merged = found["steps"][5]
    assert merged["before"] == path
    half = 4096 // 2
    assert merged["after"] == "/" + "x" * (half - 1) + "\u2026" + "x" * half
    assert found["target"] == f"http://a/{path}"


@for_each(
    "reference, query, path", ("g?y", "y", "/b/c/g"), ("g?", "", "/b/c/g"), ("g", None, "/b/c/g")
)
def test_last_merge_steps_of_1997_set_query_and_path(
    reference: str, query: str | None, path: str
) -> None:
    steps = {step.rule: step for step in resolve(BASE, reference, edition="1997").steps}
    last, first = steps["5.2 step 6h"], steps["5.2 step 6i"]
    assert (last.part, last.after) == (Q, query)
    assert (first.part, first.after) == (P, path)
    # The buffer is only read, so both steps start with the same buffer.
    assert last.before == first.before == "/b/c/" + reference


@every_edition
def test_only_2005_moves_segments_between_two_buffers(edition: str) -> None:
    assert has_two_buffers(edition) is (edition == "2005")
    steps = resolve(BASE, "../g", edition=edition).steps
    buffers = [step.after for step in steps if isinstance(step.after, Buffer)]
    assert {each.output + each.input for each in buffers} >= {"/b/g"}


def test_resolution_repr_has_base_reference_and_target() -> None:
    assert repr(resolve("b:", "a")) == "Resolution('b:', 'a', target='b:a')"


@for_each("option", "edition", "above_root")
@for_each("value", "zqxj", ["keep"])
def test_unknown_resolution_option_is_refused(option: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"unknown {option} "):
        resolve("b:", "a", **{option: value})


def test_unknown_year_is_not_an_edition() -> None:
    with pytest.raises(KeyError):
        parse.EDITIONS["1999"]


@for_each("base, text", (b"b:", "a"), ("b:", b"a"))
def test_resolving_bytes_raises(base: Any, text: Any) -> None:
    with pytest.raises(TypeError, match="must be str, not bytes"):
        resolve(base, text)
