"""Exports read by other programs, which do not use our code.

STIX and its patterns, and MISP, are read in ``case/test_stix.py`` and ``case/test_misp.py``.
"""

import json
import shutil
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import stix2patterns.validator  # type: ignore[import-untyped]
from jsonschema import Draft7Validator, FormatChecker
from ply import yacc  # type: ignore[import-untyped]
from sigma.backends.elasticsearch import LuceneBackend  # type: ignore[attr-defined]
from sigma.backends.splunk import SplunkBackend  # type: ignore[attr-defined]
from sigma.collection import SigmaCollection
from sigma.rule import SigmaRule
from sigma.validation import SigmaValidator
from sigma.validators.core import validators as sigma_checks

import uriinspector
from tests.export.case.samples import case, hostile
from tests.export.texts import DECEPTIVE, HOSTILE, ROUTE
from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect
from uriinspector.export.case.case_model import CaseExport
from uriinspector.export.formats import export_case_as
from uriinspector.export.options import ExportOptions, RefusedError
from uriinspector.export.scan_formats import as_json, as_lines, as_sarif, file_reference, sarif_run
from uriinspector.export.templates import fill, shipped_templates

SARIF = Path(__file__).parent / "foreign/sarif-2.1.0.json"
PAGE = b"""<!doctype html><base href="https://a.example/x/">
<a href="https://b\xd0\xb0nk.example/login?uid=1'"><b>https://www.bank.example/</b></a>
<a href=" a b.html ">s</a><a href="http:\\\\h.example\\e">b</a><a href="javascript:alert(1)">x</a>
<form action="http://0x7f.1/"><input type=password></form><a href="/%zz?a=1&copy=2">c</a>"""
NAMES = (
    "a.html", "/tmp/a b%#?.html", "x:y/z.html", "C:\\mails\\a.eml", "-", "\udcff.html", "//h/a",
)  # fmt: skip
LINKS = (
    DECEPTIVE, ROUTE, *HOSTILE, "http://ex.example/%22%27\\*?a=*&b=?&c=it's#x",
    "https://b\u0430nk.example/\u202e/a'b\"c", "http://[2001:db8::1]/a\\b?*",
    "http://a.example/{x}|y$z`w`/%25/--/*/", "http://a.example/and/or/not/1 of them",
)  # fmt: skip


@for_each("name", *NAMES)
@for_each("page", PAGE, b"", b"plain http://0x7f.1/", ids=["page", "none", "text"])
def test_sarif_matches_its_schema(name: str, page: bytes) -> None:
    document = uriinspector.scan(page, name=name)
    text = "".join(sarif_run(["".join(as_sarif(document, name, "info").text)]))
    judge = Draft7Validator(json.loads(SARIF.read_text("utf-8")), format_checker=FormatChecker())
    assert [each.message for each in judge.iter_errors(json.loads(text))] == []


def test_sarif_schema_rejects_invalid_runs() -> None:
    judge = Draft7Validator(json.loads(SARIF.read_text("utf-8")))
    run = {"tool": {"driver": {"name": "x"}}, "results": [{"message": {"txt": "x"}}]}
    assert list(judge.iter_errors({"version": "2.1.0", "runs": [run]}))
    assert list(judge.iter_errors({"version": "2.1.0"}))


@for_each(
    "name, reference",
    ("mails/a b.eml", "mails/a%20b.eml"),
    ("/tmp/100%#?.html", "file:///tmp/100%25%23%3F.html"),
    *(("C:\\mails\\\u00e4.eml", "file:///C:/mails/%C3%A4.eml"), ("x:y", "./x:y")),
    *(("a/x:y", "a/x:y"), ("\udcff", "%FF"), ("//h/a", "file://h/a")),
)
def test_file_name_is_written_as_a_reference(name: str, reference: str) -> None:
    assert file_reference(name) == reference
    assert uriinspector.parse(reference).valid


@pytest.mark.full
@pytest.mark.skipif(not shutil.which("sarif-multitool"), reason="npm: @microsoft/sarif-multitool")
def test_sarif_multitool_finds_no_errors(tmp_path: Path) -> None:
    texts = ["".join(as_sarif(uriinspector.scan(PAGE), name, "info").text) for name in NAMES[:3]]
    file = tmp_path / "run.sarif"
    file.write_text("".join(sarif_run(texts)), encoding="utf-8")
    result = subprocess.run(
        ["sarif-multitool", "validate", file], capture_output=True, text=True, check=False
    )
    assert [line for line in result.stdout.splitlines() if ": error " in line] == []


@pytest.mark.skipif(not shutil.which("jq"), reason="no jq")
@for_each("write", as_json, as_lines)
def test_jq_reads_json_and_json_lines(write: Any) -> None:
    text = "".join(write(uriinspector.scan(PAGE), "a\udcff.html", "info").text)
    asked = ["jq", "-c", "[.. | .code? // empty] | length"]
    result = subprocess.run(asked, input=text, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert sum(map(int, result.stdout.split())) > 5


@pytest.mark.skipif(not shutil.which("jq"), reason="no jq")
@for_each("form", "stix", "misp")
@for_each("made", case, hostile)
def test_jq_reads_exported_cases(made: Any, form: str) -> None:
    text = "".join(export_case_as(made(), form))
    result = subprocess.run(
        ["jq", "-e", "."], input=text, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout) == json.loads(text)


@for_each("made", case, hostile)
def test_stix_patterns_are_parsed_by_their_validator(made: Any) -> None:
    given: CaseExport = made()
    text = "".join(export_case_as(given, "stix", ExportOptions()))
    patterns = [each["pattern"] for each in json.loads(text)["objects"] if "pattern" in each]
    assert patterns
    for each in patterns:
        assert stix2patterns.validator.run_validator(each, stix_version="2.1") == []


def filled(name: str, link: str) -> str | None:
    """Return the filled template, or None if the value cannot be expressed in the language."""
    try:
        return fill(shipped_templates()[name], inspect(link))
    except RefusedError:
        return None


@pytest.fixture(scope="module")
def lucene() -> Any:
    """Return a parser created in memory: luqum would write tables and a log into its own
    folder.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yacc, "yacc", partial(yacc.yacc, debug=False, write_tables=False))
        from luqum.parser import parser  # type: ignore[import-untyped]
    return parser


@pytest.mark.parametrize("link", LINKS, ids=range(len(LINKS)))
def test_sigma_rule_is_validated_and_converted_by_its_library(link: str, lucene: Any) -> None:
    text = filled("sigma", link)
    if text is None:
        return
    rule = SigmaRule.from_yaml(fill(shipped_templates()["sigma"], inspect(link)))
    assert rule.errors == []
    issues = SigmaValidator(list(sigma_checks.values())).validate_rule(rule)
    # Rules have no identifier, because each would need a new one. Wildcards are taken
    # literally.
    allowed = {"IdentifierExistenceIssue", "EscapedWildcardIssue"}
    assert {type(each).__name__ for each in issues} - allowed == set()
    collection = SigmaCollection([rule])
    [splunk] = SplunkBackend().convert(collection)
    [elastic] = LuceneBackend().convert(collection)
    assert "*" not in elastic.replace("\\*", "")  # no outside text becomes a wildcard
    assert str(lucene.parse(elastic))
    host = inspect(link).host
    if host is not None and host.ascii and host.ascii.isalnum():
        assert host.ascii in splunk


@pytest.mark.parametrize("link", LINKS, ids=range(len(LINKS)))
@pytest.mark.parametrize("name", ["virustotal", "urlscan"])
def test_query_strings_are_parsed_as_lucene(name: str, link: str, lucene: Any) -> None:
    text = filled(name, link)
    if text is not None:
        assert str(lucene.parse(text.strip())).strip()
