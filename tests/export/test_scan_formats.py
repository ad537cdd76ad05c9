"""Scan results as JSON, JSON lines and SARIF: levels, order and minimum severity."""

import json
import pickle
from base64 import b64decode
from typing import Any

import uriinspector
from tests.for_each import for_each
from uriinspector.analysis.finding import RANK, SEVERITIES
from uriinspector.export.packed_text import PackedText
from uriinspector.export.scan_formats import as_json, as_lines, as_sarif, sarif_run

# A link for each severity; the worst is in the middle.
PAGE = b"""<!doctype html><a href="https://www.example.com/">a</a>
<a href="https://bit.ly/x">b</a><a href="http://www.example.org:22/">c</a>
<a href="https://paypal.com@evil.test/">d</a> <a href="http://0x7f.1/">e</a>"""


def results(least: str) -> list[dict[str, Any]]:
    text = "".join(as_sarif(scanned(), "a.html", least).text)
    return [json.loads(line) for line in text.splitlines()]


def scanned(page: bytes = PAGE) -> uriinspector.Document:
    return uriinspector.scan(page, name="a.html")


def every_finding() -> list[tuple[str, str]]:
    """Return code and severity of each finding of the document."""
    document = scanned()
    of_links = (each for link in document.links for each in link.judged()[1])
    return [(each.code, each.severity) for each in (*document.findings, *of_links)]


def test_sample_page_has_a_finding_of_every_severity() -> None:
    assert {severity for _, severity in every_finding()} == set(SEVERITIES)


def test_severity_maps_to_a_sarif_level() -> None:
    # SARIF 2.1.0 3.27.10: "error" is a serious problem, "warning" a problem, "note" something
    # minor.
    levels = {"info": "note", "low": "note", "medium": "warning", "high": "error"}
    assert [(each["ruleId"], each["level"]) for each in results("info")] == [
        (code, levels[severity]) for code, severity in every_finding()
    ]


@for_each("least", *SEVERITIES)
def test_scan_formats_leave_out_findings_below_the_minimum_severity(least: str) -> None:
    document = scanned()
    wanted = [code for code, severity in every_finding() if RANK[severity] >= RANK[least]]
    assert [each["ruleId"] for each in results(least)] == wanted
    values = json.loads("".join(as_json(document, "a.html", least).text))
    text = "".join(as_lines(document, "a.html", least).text)
    links = [json.loads(line) for line in text.splitlines()][1:]
    assert [each["code"] for link in values["links"] for each in link["findings"]] == wanted
    assert [each["code"] for link in links for each in link["findings"]] == wanted


@for_each("write", as_json, as_lines, as_sarif)
def test_worst_severity_includes_findings_left_out(write: Any) -> None:
    assert write(scanned(), "a.html", "high").worst == "high"
    calm = scanned(b'<!doctype html><a href="https://www.example.com/">a</a>')
    assert write(calm, "a.html", "high").worst in {None, "info"}


def test_sarif_location_is_that_of_the_link() -> None:
    found = results("high")[0]
    assert found["message"]["text"].startswith("hxxps://paypal[.]com[@]evil[.]test/: ")
    (place,) = found["locations"]
    assert place["physicalLocation"]["artifactLocation"] == {"uri": "a.html"}
    written = b"https://paypal.com@evil.test/"
    assert place["physicalLocation"]["region"] == {
        "startLine": 3,
        "startColumn": 10,
        "byteOffset": PAGE.index(written),
        "byteLength": len(written),
    }


def test_sarif_message_quotes_at_most_400_characters() -> None:
    for length in (400, 401):
        link = "https://u@evil.test/".ljust(length, "x")
        page = f'<!doctype html><a href="{link}">a</a>'.encode()
        text = "".join(as_sarif(scanned(page), "a.html", "info").text)
        message = json.loads(text.splitlines()[0])["message"]["text"]
        assert message.partition(": ")[0] == "hxxps://u[@]evil[.]test/".ljust(404, "x")


def test_sarif_run_lists_each_rule_once_in_order() -> None:
    texts = ["".join(as_sarif(scanned(), name, "info").text) for name in ("b.html", "a.html")]
    values = json.loads("".join(sarif_run(texts)))
    (run,) = values["runs"]
    assert values["version"] == "2.1.0"
    assert values["$schema"] == "https://json.schemastore.org/sarif-2.1.0.json"
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["tool"]["driver"]["name"] == "uriinspector"
    names = [each["id"] for each in run["tool"]["driver"]["rules"]]
    assert names == sorted({code for code, _ in every_finding()})
    files = [
        each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for each in run["results"]
    ]
    assert files == ["b.html"] * len(every_finding()) + ["a.html"] * len(every_finding())


@for_each("page", PAGE, b"", b"<!doctype html><!-- <a href=//b.test> --><a href=x>")
def test_document_json_equals_its_dictionary(page: bytes) -> None:
    document = uriinspector.scan(page, name="a.html")
    written = "".join(as_json(document, str(document.name), "info").text)
    assert written == json.dumps(document.to_dict(), indent=2) + "\n"


@for_each("pieces", [], ["a"], ["", "\u00e4\ud800", "b" * 2_500_000, "c"], ["xyz\n"] * 900_000)
def test_long_text_is_kept_compressed(pieces: list[str]) -> None:
    text = PackedText(pieces)
    assert "".join(text) == "".join(pieces)
    assert "".join(text) == "".join(pieces)
    assert len(pickle.dumps(text)) < 1_100_000


@for_each("encoding", "utf-8", "utf-16-le", "cp1252")
def test_sarif_fix_is_in_the_encoding_of_the_file(encoding: str) -> None:
    """SARIF 2.1.0 3.57: a deleted region and its replacement."""
    page = '<!doctype html><p>\u00e9<a href="a b">x</a>'
    octets = page.encode(encoding)
    if encoding == "utf-16-le":
        octets = b"\xff\xfe" + octets
    text = "".join(as_sarif(scanned(octets), "a.html", "info").text)
    fixes = [fix for line in text.splitlines() for fix in json.loads(line).get("fixes", ())]
    assert fixes
    for fix in fixes:
        (change,) = fix["artifactChanges"]
        result = octets
        for each in reversed(change["replacements"]):
            start = each["deletedRegion"]["byteOffset"]
            end = start + each["deletedRegion"]["byteLength"]
            content = each["insertedContent"]
            new = b64decode(content["binary"]) if "binary" in content else content["text"].encode()
            assert ("binary" in content) == (encoding == "utf-16-le" and bool(new))
            result = result[:start] + new + result[end:]
        assert result.removeprefix(b"\xff\xfe").decode(encoding) == page.replace("a b", "a%20b")
