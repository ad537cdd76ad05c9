"""JSON lines are identical to the serialized dictionary."""

import json

import pytest

import uriinspector
from tests.analysis.expectations.benign import ROWS as BENIGN
from tests.analysis.expectations.malicious import ROWS as MALICIOUS
from tests.benchmarks.corpus import references
from tests.for_each import for_each
from uriinspector import EDITIONS
from uriinspector.export.json_lines import form, line

TEXTS = [row.text for row in (*BENIGN, *MALICIOUS)]
ODD = ["", "%s", '"\\\x00\x7f', "\ud800", "https://[::1]:99999/%", "#", "//", "a\u2028b"]
BASES = [None, "http://a/b/c/d;p?q", "g", "mailto:a@b.example"]


@for_each("edition", *EDITIONS)
@for_each("base", *BASES)
def test_json_line_equals_the_dictionary(edition: str, base: str | None) -> None:
    texts = TEXTS if (edition, base) == ("2005", None) else TEXTS[::23]
    for text in (*texts, *references(100), *ODD):
        made = uriinspector.inspect(text, base=base, edition=edition)
        assert line(made, made.findings) == json.dumps(made.to_dict(full=False))


def test_json_line_has_only_the_given_findings() -> None:
    made = uriinspector.inspect("http://a@www.paypal.com@0x7f.1/%7e")
    worst = made.findings[:1]
    found = json.loads(line(made, worst))
    assert len(made.findings) > 1
    assert found["findings"] == [each.to_dict() for each in worst]


@for_each("places", ("a", "c"), ("b", "a"))
def test_json_form_needs_members_in_order(places: tuple[str, ...]) -> None:
    assert form({"a": 1, "b": "%"}, "a") % "null" == '{"a": null, "b": "%"}'
    with pytest.raises(ValueError, match="the members are a, b"):
        form({"a": 1, "b": 2}, *places)
