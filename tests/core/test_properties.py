"""Properties that hold for every text in every edition."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import uriinspector
from tests.conformance.aimed_references import AIMS, NON_ASCII, aimed
from tests.examples import at_most
from tests.for_each import for_each
from tests.fuzz import invariants
from uriinspector.core.compare import normal_form
from uriinspector.core.model import Part

SCHEMA = Path(__file__).parents[2] / "resources" / "schema" / "uriinspector-1.schema.json"
BRISK = settings(
    max_examples=at_most(200), derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
every_edition = for_each("edition", *uriinspector.EDITIONS)

ABOVE_ROOT = ["keep", "drop", "refuse"]
BASES = [
    *("http://a/b/c/d;p?q", "http://a", "http://a?q", "http://a/b/c/..", "http:///b", "x://"),
    *("foo:", "foo:a/b", "foo:/a/../b", "foo:?q", "mailto:a@b", "http://a/b?c/d#e", "/a", ""),
]
ODD_PIECES = [
    *("\x00", "\r\n", "\t", " ", "\u00a0", "\u200b", "\u202e", "\u2066", "\u2028", "\ufeff"),
    *("\ud800", "\udfff", "\udbff\udc00", "\U0010ffff", "e\u0301", "\uff0f", "\u2024", "\u0130"),
    *("http:", "//", "/", "..", ".", "?", "#", "@", ":", "[", "]", "%", "%41", "%zz", "<", ">"),
    *("URL:", "url:", ";type=a", "a", "a.b", "1.2.3.4", "::", "=", "&", "\\", "|", "\u0661"),
]


@cache
def texts(edition: str) -> st.SearchStrategy[str]:
    """Generate texts: all code points, special parts, and texts similar to references."""
    return st.one_of(
        st.text(alphabet=st.characters(exclude_categories=[])),
        st.text(alphabet=NON_ASCII + ":/?#@[]%"),
        st.lists(st.sampled_from(ODD_PIECES), max_size=12).map("".join),
        *[aimed(edition)[aim] for aim in AIMS],
    )


@cache
def bases(edition: str) -> st.SearchStrategy[str]:
    """Generate bases: mostly usable ones, and any text."""
    return st.one_of(st.sampled_from(BASES), st.sampled_from(BASES), texts(edition))


@cache
def validator(value: str) -> Draft202012Validator:
    """Return a validator for one definition of the package's schema."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return Draft202012Validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{value}"})


def assert_is_json(value: str, found: dict[str, Any]) -> None:
    # Not compared by value: two adjacent surrogates become one character in JSON.
    read = json.loads(json.dumps(found, ensure_ascii=True))
    assert [error.message for error in validator(value).iter_errors(read)] == []


@every_edition
@BRISK
@given(data=st.data())
def test_spans_are_ordered_and_inside_the_text(edition: str, data: st.DataObject) -> None:
    text = data.draw(texts(edition))
    reference = uriinspector.parse(text, edition=edition)
    assert reference.text == text
    assert reference.edition == edition
    invariants.spans_are_in_range(reference)


@every_edition
@BRISK
@given(data=st.data())
def test_parts_and_delimiters_rejoin_to_the_text(edition: str, data: st.DataObject) -> None:
    invariants.parts_rejoin(uriinspector.parse(data.draw(texts(edition)), edition=edition))


@every_edition
@BRISK
@given(data=st.data())
def test_violations_are_ordered_and_decide_validity(edition: str, data: st.DataObject) -> None:
    reference = uriinspector.parse(data.draw(texts(edition)), edition=edition)
    invariants.violations_decide_validity(reference)


@every_edition
@BRISK
@given(data=st.data())
def test_reference_can_be_written_as_json(edition: str, data: st.DataObject) -> None:
    text = data.draw(texts(edition))
    assert_is_json("reference", uriinspector.parse(text, edition=edition).to_dict())


@every_edition
@BRISK
@given(data=st.data())
def test_trace_ends_at_the_target_of_the_resolution(edition: str, data: st.DataObject) -> None:
    base, text = data.draw(bases(edition)), data.draw(texts(edition))
    strict, above_root = data.draw(st.booleans()), data.draw(st.sampled_from(ABOVE_ROOT))
    resolution = uriinspector.resolve(
        base, text, edition=edition, strict=strict, above_root=above_root
    )
    invariants.trace_ends_at_the_target(resolution)
    assert_is_json("resolution", resolution.to_dict())
    again = uriinspector.resolve(base, text, edition=edition, strict=strict, above_root=above_root)
    assert again.to_dict() == resolution.to_dict()


@every_edition
@BRISK
@given(data=st.data())
def test_normalizing_twice_changes_nothing(edition: str, data: st.DataObject) -> None:
    reference = uriinspector.parse(data.draw(texts(edition)), edition=edition)
    invariants.normalizing_twice_changes_nothing(reference)


@every_edition
@BRISK
@given(data=st.data())
def test_normal_form_of_a_valid_reference_is_valid(edition: str, data: st.DataObject) -> None:
    reference = uriinspector.parse(data.draw(texts(edition)), edition=edition)
    assume(reference.valid)
    normal = uriinspector.parse(normal_form(reference), edition=edition)
    assert normal.valid
    # Only an empty or default port is removed (RFC 3986 6.2.3).
    assert set(reference.components) - set(normal.components) <= {Part.PORT}
    assert set(normal.components) <= set(reference.components)
