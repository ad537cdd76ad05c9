"""The values command: JSON by the schema, one line at a time, defanged by default."""

import json

from jsonschema import Draft202012Validator

from tests.cli.conftest import Command
from uriinspector.analysis.resource_files import shipped_text

SCHEMA = json.loads(shipped_text("schema/uriinspector-1.schema.json"))


def test_values_as_json_match_the_schema(uriinspect: Command) -> None:
    answer = uriinspect("values", "--json", "https://a.example/?t=1700000000&u=a%20b")
    record = json.loads(answer.out)
    wanted = {"$ref": "#/$defs/values", "$defs": SCHEMA["$defs"]}
    assert list(Draft202012Validator(wanted).iter_errors(record)) == []
    assert [each["via"] for each in record["values"]] == [["unix"], ["percent"]]
    keys = {"start", "end", "text", "kind", "value", "via", "confidence", "of", "source"}
    assert all(keys <= each.keys() for each in record["values"])
    assert answer.status == 0


def test_values_are_decoded_for_each_line_of_standard_input(uriinspect: Command) -> None:
    answer = uriinspect("values", given=b"https://a.example/?t=1700000000\nno\n")
    assert "hxxps://a[.]example/?t=1700000000" in answer.out
    assert "No values that can be decoded" in answer.out


def test_values_are_printed_with_original_links_on_request(uriinspect: Command) -> None:
    assert "https://a.example/" in uriinspect("values", "--exact", "https://a.example/").out
