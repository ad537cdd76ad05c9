"""The public interface of the package, which other people's scripts rely on."""

import inspect
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import uriinspector
from tests.for_each import for_each
from uriinspector.analysis.list_files import ListFile, lists_from

ROOT = Path(__file__).parents[1]
SCHEMA = ROOT / "resources" / "schema" / "uriinspector-1.schema.json"
URN_EDITIONS = ("rfc2141", "draft2012", "rfc8141")

USUAL: dict[str, object] = {
    "name": None, "base": None, "edition": "2005", "urn_edition": "rfc8141", "protect": (),
    "strict": True, "above_root": "keep",
}  # fmt: skip
SIGNATURES = {
    # verb: positional parameters, keyword-only parameters, return type
    "parse": (["text"], ["edition"], "Reference"),
    "inspect": (["text"], ["base", "edition", "urn_edition", "protect", "strict", "above_root"],
        "Inspection"),
    "resolve": (["base", "text"], ["edition", "strict", "above_root"], "Resolution"),
    "compare": (["a", "b"], ["edition", "urn_edition"], "Comparison"),
    "scan": (["source"], ["name", "base", "protect", "edition"], "Document"),
}  # fmt: skip
TEXTS = (
    *("", " ", "#", "?", "/", "//", ":", "a", "a:b", "1a:b", "./a:b", "..", "#\u00e9"),
    "http://a/b/c/d;p?q", "HTTP://User:Pa%3Ass@EXAMPLE.com:080/%7efoo/../a?x=y#f",
    "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm",
    "http://[2001:db8::7]/c=GB?objectClass?one",
    *("http://[v1.fe80::a+en1]:/", "http://[::1", "http://[::1]x/", "http://1.2.3.4:80"),
    *("http://0x7f.1/", "http://b\u00fccher.example/", "http://xn--bcher-kva.example/"),
    *("http://a_b/", "http://u@h@e:99x", "http://h?q", "http:///x", "http://:80"),
    "ftp://ftp.is.co.za/rfc/rfc1808.txt;type=a", "gopher://h/7/search%09query%09+view",
    "mailto:John.Doe@example.com", "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212",
    "telnet://192.0.2.16:80/", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
    "urn:example:a%2fb?+r?=q#f", "data:text/plain;base64,aGVsbG8=",
    "javascript:alert(1)//http://h/", "<URL:http://h/~u>", "http://h/%zz%C0%AF%ED%A0%80%",
    "http://h/\ud800\x00\u202e|",
    "%" * 50,
    "/." * 20,
)  # fmt: skip
BASE = "http://a/b/c/d;p?q"

every_edition = for_each("edition", *uriinspector.EDITIONS)
every_text = for_each("text", *TEXTS)


@cache
def validator(value: str) -> Draft202012Validator:
    """Return a validator for one definition of the schema."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return Draft202012Validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{value}"})


def faults(value: str, found: dict[str, Any]) -> list[str]:
    """Return the schema errors of a value after a round trip through JSON."""
    read = json.loads(json.dumps(found, ensure_ascii=True))
    return [error.message for error in validator(value).iter_errors(read)]


@for_each("verb", *SIGNATURES)
def test_verbs_have_the_documented_signatures(verb: str) -> None:
    by_place, by_name, returned = SIGNATURES[verb]
    signature = inspect.signature(getattr(uriinspector, verb))
    found = signature.parameters.values()
    named = {each.name: each.default for each in found if each.kind is each.KEYWORD_ONLY}
    assert [each.name for each in found if each.name not in named] == by_place
    # Further optional parameters are allowed.
    assert list(named)[: len(by_name)] == by_name
    assert inspect.Parameter.empty not in named.values()
    assert {name: named[name] for name in by_name} == {name: USUAL[name] for name in by_name}
    returns = signature.return_annotation
    assert getattr(returns, "__name__", returns) == returned


def test_package_has_four_editions() -> None:
    assert uriinspector.EDITIONS == ("1994", "1997", "2003", "2005")


def test_unknown_public_name_raises() -> None:
    with pytest.raises(AttributeError, match="urlsplit"):
        _ = uriinspector.urlsplit


def loaded_by(statement: str) -> list[str]:
    """Return the package's modules that a statement loads in a fresh interpreter."""
    told = "import sys; print([each for each in sys.modules if each.startswith('uriinspector')])"
    run = [sys.executable, "-c", f"{statement}; {told}"]
    found = subprocess.run(run, check=True, capture_output=True, text=True, cwd=ROOT)
    names: list[str] = json.loads(found.stdout.replace("'", '"'))
    return names


def test_importing_and_parsing_load_only_what_they_need() -> None:
    assert loaded_by("import uriinspector") == ["uriinspector"]
    names = loaded_by("import uriinspector; uriinspector.parse('http://a/b')")
    assert {name.split(".")[1] for name in names if "." in name} == {"core"}


CALLS: dict[str, Callable[..., object]] = {
    "parse": lambda **choice: uriinspector.parse("a", **choice),
    "inspect": lambda **choice: uriinspector.inspect("a", **choice),
    "resolve": lambda **choice: uriinspector.resolve("b:", "a", **choice),
    "compare": lambda **choice: uriinspector.compare("a", "b", **choice),
    "scan": lambda **choice: uriinspector.scan(b"a", **choice),
}
UNKNOWN: tuple[tuple[str, str, object], ...] = (
    *((verb, "edition", "1999") for verb in CALLS),
    *((verb, "edition", 2005) for verb in CALLS),
    ("inspect", "urn_edition", "rfc9999"), ("compare", "urn_edition", None),
    ("resolve", "above_root", "climb"), ("inspect", "above_root", "climb"),
)  # fmt: skip


@for_each("verb, name, value", *UNKNOWN)
def test_unknown_choice_raises_value_error_naming_it(verb: str, name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"unknown {name} .*: one of "):
        CALLS[verb](**{name: value})


@for_each("edition", *uriinspector.EDITIONS)
@for_each("urn_edition", *URN_EDITIONS)
@for_each("above_root", "keep", "drop", "refuse")
def test_every_known_choice_is_accepted(edition: str, urn_edition: str, above_root: str) -> None:
    found = uriinspector.inspect(
        "../g", base="http://a/b", edition=edition, urn_edition=urn_edition, above_root=above_root
    )
    # Only 2003 leaves a choice (5.2, merge step 7); 2005 drops the dots, the others keep them.
    target: str | None = "http://a/g" if edition == "2005" else "http://a/../g"
    if edition == "2003" and above_root != "keep":
        target = "http://a/g" if above_root == "drop" else None
    assert (found.edition, found.target) == (edition, target)


@for_each("value", None, 1, b"http://a/", ["a"])
def test_text_that_is_not_a_str_raises_type_error(value: Any) -> None:
    told = f"must be str, not {type(value).__name__}"
    for call in (uriinspector.parse, uriinspector.inspect):
        with pytest.raises(TypeError, match=told):
            call(value)
    for two in (uriinspector.resolve, uriinspector.compare):
        with pytest.raises(TypeError, match=told):
            two(value, "a")
        with pytest.raises(TypeError, match=told):
            two("a:", value)


def test_base_that_is_not_a_str_raises_type_error() -> None:
    wrong: Any = b"http://a/"
    with pytest.raises(TypeError, match="base must be str"):
        uriinspector.inspect("a", base=wrong)


def test_schema_is_valid_json_schema_2020_12() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@for_each(
    "value, key",
    *[
        (value, key)
        for value in ("reference", "inspection", "resolution", "comparison", "document")
        for key in json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"][value]["required"]
    ],
)
def test_schema_reports_every_missing_key(value: str, key: str) -> None:
    made: dict[str, Any] = {
        "reference": uriinspector.parse("a"),
        "inspection": uriinspector.inspect("a"),
        "resolution": uriinspector.resolve("a:", "a"),
        "comparison": uriinspector.compare("a", "b"),
        "document": uriinspector.scan("a"),
    }
    found = made[value].to_dict()
    del found[key]
    assert f"'{key}' is a required property" in faults(value, found)


@every_edition
@every_text
def test_reference_json_matches_the_schema(text: str, edition: str) -> None:
    found = uriinspector.parse(text, edition=edition).to_dict()
    assert faults("reference", found) == []
    assert (found["text"], found["edition"]) == (text, edition)


@every_edition
@every_text
def test_inspection_json_matches_the_schema(text: str, edition: str) -> None:
    alone = uriinspector.inspect(text, edition=edition).to_dict()
    based = uriinspector.inspect(text, base=BASE, edition=edition).to_dict()
    assert faults("inspection", alone) == []
    assert faults("inspection", based) == []
    assert (alone["base"], based["base"]) == (None, BASE)


@every_edition
@every_text
def test_resolution_json_matches_the_schema(text: str, edition: str) -> None:
    for base, reference in ((BASE, text), (text, "../g?y#s")):
        found = uriinspector.resolve(base, reference, edition=edition).to_dict()
        assert faults("resolution", found) == []
        assert (found["base"], found["reference"]) == (base, reference)


@every_edition
@every_text
def test_comparison_json_matches_the_schema(text: str, edition: str) -> None:
    found = uriinspector.compare(text, BASE, edition=edition).to_dict()
    assert faults("comparison", found) == []
    assert (found["a"], found["b"]) == (text, BASE)


def test_json_with_own_lists_matches_the_schema() -> None:
    names = b"acme\tname\tg\town\tacme.example\n"
    lists = lists_from([ListFile("known-names", "own.txt", names)])
    for value, verb in (("inspection", uriinspector.inspect), ("document", uriinspector.scan)):
        record = verb("https://acme.example/", lists=lists).to_dict()
        assert faults(value, record) == []
        assert record["lists"][0]["name"] == "own.txt"
        record["lists"][0]["kind"] = 5
        assert faults(value, record) != []


def test_inspection_json_has_the_documented_keys_and_values() -> None:
    text = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"
    found = uriinspector.inspect(text).to_dict()
    userinfo = "www.example.com&story=breaking_news"
    expected = {
        "schema": 1,
        "text": text,
        "edition": "2005",
        "valid": True,
        "violations": [],
        "components": {
            "scheme": {"start": 0, "end": 4, "text": "http", "term": "scheme"},
            "authority": {"start": 7, "end": 51, "text": text[7:51], "term": "authority"},
            "userinfo": {"start": 7, "end": 42, "text": userinfo, "term": "userinfo"},
            "host": {"start": 43, "end": 51, "text": "10.0.0.1", "term": "host"},
            "path": {"start": 51, "end": 65, "text": "/top_story.htm", "term": "path-abempty"},
        },
        "edition_parts": [],
        "host": {"kind": "ipv4", "text": "10.0.0.1", "ascii": "10.0.0.1", "unicode": None,
            "address": "10.0.0.1", "range": "private use", "registrable_domain": None,
            "public_suffix": None},
        "target": None,
        "problem": None,
    }  # fmt: skip
    assert {key: found[key] for key in expected} == expected
    assert {"findings", "verdict", "readings", "dossier", "nested"} <= set(found)


def test_problem_explains_missing_target() -> None:
    found = uriinspector.inspect("g", base="/a/b").to_dict()
    assert found["target"] is None
    assert found["problem"]["code"] == "base-relative"


def test_same_document_reference_is_reported() -> None:
    assert uriinspector.inspect("#s", base=BASE).same_document
    assert not uriinspector.inspect("g", base=BASE).same_document
    assert not uriinspector.inspect("#s").same_document


@for_each("segments, edition", *[(1000, edition) for edition in ("1997", "2005")])
def test_long_trace_is_cut_to_256_steps_with_omitted_count(segments: int, edition: str) -> None:
    resolution = uriinspector.resolve("http://a/b", "x/../" * segments, edition=edition)
    found = resolution.to_dict()
    assert len(resolution.steps) > segments
    assert len(found["steps"]) == 256
    assert found["omitted"] == len(resolution.steps) - 256
    assert found["steps"] == [step.to_dict() for step in resolution.steps[:256]]


def test_short_trace_omits_nothing() -> None:
    assert uriinspector.resolve(BASE, "g").to_dict()["omitted"] == 0


def test_repr_shows_the_input() -> None:
    assert repr(uriinspector.parse("a")) == "Reference('a', edition='2005')"
    assert repr(uriinspector.inspect("a")) == "Inspection('a', edition='2005')"
    assert repr(uriinspector.resolve("b:c", "a")) == "Resolution('b:c', 'a', target='b:a')"


@for_each("name", "text", "findings", "verdict", "derived", "values")
def test_inspection_is_read_only(name: str) -> None:
    inspection = uriinspector.inspect("http://a.example/")
    with pytest.raises(AttributeError):
        setattr(inspection, name, None)
