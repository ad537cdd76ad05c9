"""The scan command: formats, folders, unreadable files and exit statuses."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command
from tests.for_each import for_each
from tests.test_face import faults
from uriinspector.cli.arguments import SCANNED
from uriinspector.cli.scan_outcome import BY_FILE
from uriinspector.documents import scan as document_scan
from uriinspector.export.formats import CASE_FORMATS, SCAN_FORMATS, SITE_FORMATS

PAGE = """<!doctype html><a href="http://evil.test/">www.paypal.com</a>
<a href="=cmd">x</a><!-- <a href=y> --><a href="mailto:a@b.test">m</a>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "inner").mkdir()
    (tmp_path / "a.html").write_text(PAGE)
    (tmp_path / "inner" / "b.txt").write_text(
        "see http://www.example.com/ and\nhttp://a.example.com/"
    )
    return tmp_path


def test_scan_json_equals_the_document_json(folder: Path, uriinspect: Command) -> None:
    answer = uriinspect("scan", "--json", str(folder / "a.html"))
    found = json.loads(answer.out)
    assert faults("document", found) == []
    assert found["name"] == str(folder / "a.html")
    assert answer.status == 1


def test_scan_json_lines_have_each_document_and_link(folder: Path, uriinspect: Command) -> None:
    answer = uriinspect("scan", "--jsonl", str(folder))
    rows = [json.loads(line) for line in answer.out.splitlines()]
    documents = [row["name"] for row in rows if "schema" in row]
    assert documents == [str(folder / "a.html"), str(folder / "inner" / "b.txt")]
    links = [row for row in rows if "schema" not in row]
    assert [row["document"] for row in links] == [documents[0]] * 3 + [documents[1]] * 2
    assert [faults("link", row) for row in links] == [[]] * 5


def test_scan_sarif_has_results_with_positions(folder: Path, uriinspect: Command) -> None:
    found: dict[str, Any] = json.loads(uriinspect("scan", "--format=sarif", str(folder)).out)
    (run,) = found["runs"]
    first = run["results"][0]
    assert (found["version"], first["ruleId"], first["level"]) == (
        "2.1.0", "text-href-mismatch", "error",
    )  # fmt: skip
    region = first["locations"][0]["physicalLocation"]["region"]
    assert PAGE[region["byteOffset"] :][: region["byteLength"]] == "http://evil.test/"
    assert {each["id"] for each in run["tool"]["driver"]["rules"]} == {
        each["ruleId"] for each in run["results"]
    }


def test_scan_leaves_out_findings_below_the_minimum_severity(
    folder: Path, uriinspect: Command
) -> None:
    for form in ("json", "jsonl", "sarif"):
        out = uriinspect("scan", f"--format={form}", "--min-severity=high", str(folder)).out
        assert '"special-name"' not in out
        assert "text-href-mismatch" in out


@pytest.mark.parametrize(("named", "status"), [(".", 0), ("locked", 2), ("empty", 0)])
def test_unreadable_folder_given_as_argument_is_an_error(
    named: str, status: int, folder: Path, uriinspect: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root can read every folder, so os.scandir is replaced."""
    read = os.scandir

    def scandir(path: str) -> object:
        if path.endswith("locked"):
            raise PermissionError(13, "Permission denied", path)
        return read(path)

    for each in ("locked", "empty"):
        (folder / each).mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(os, "scandir", scandir)
    answer = uriinspect("scan", "--fail-on=never", named)
    reasons = {".": "Permission denied: ./locked", "locked": "Permission denied: locked"}
    assert answer.err == f"uriinspect: not read, {reasons.get(named, 'contains no files: empty')}\n"
    assert answer.status == status


def test_links_and_pipes_in_a_folder_are_listed_as_skipped(
    folder: Path, uriinspect: Command
) -> None:
    for number in range(7):
        (folder / "inner" / f"link{number}").symlink_to("b.txt")
    os.mkfifo(folder / "inner" / "pipe")
    (folder / "empty").mkdir()
    answer = uriinspect("scan", str(folder / "inner"), str(folder / "empty"))
    links, pipe, empty = answer.err.splitlines()
    inner = folder / "inner"
    assert links.startswith(f"uriinspect: not read, symbolic link: {inner / 'link0'}, ")
    assert links.endswith(f"{inner / 'link4'} and 2 more")
    assert pipe == f"uriinspect: not read, named pipe: {inner / 'pipe'}"
    assert empty == f"uriinspect: not read, contains no files: {folder / 'empty'}"
    assert answer.status == 0


def test_control_characters_in_a_file_name_are_shown(folder: Path, uriinspect: Command) -> None:
    name = "new\nline\x1b[31m\u202elmth.html"
    (folder / name).write_text(PAGE)
    out = uriinspect("scan", str(folder / name), columns=200).out
    assert "new‹U+000A›line‹U+001B›[31m‹U+202E›lmth.html" in out
    short = uriinspect("scan", str(folder / name), columns=60).out.splitlines()[0]
    assert short.endswith("‹U+202E›lmth.html")
    assert "…" in short


def test_scan_with_two_processes_prints_the_same_as_one(folder: Path, uriinspect: Command) -> None:
    for number in range(6):
        (folder / f"{number}.html").write_text(f"<a href='http://{number}.test/'>x</a>")
    for form in (["table"], ["jsonl"], ["csv"], ["sarif"], ["stix", "--date=2026-11-22"]):
        asked = ("scan", "--format", *form, str(folder))
        assert uriinspect(*asked) == uriinspect(*asked, "--jobs=2")


def test_hostile_document_prints_no_control_characters(tmp_path: Path, uriinspect: Command) -> None:
    (tmp_path / "x.html").write_bytes(
        "<!doctype html><a href='http://a.test/\x1b[31m\u202e\x07'>www.b.com\x1b]0;x\x07</a>".encode()
    )
    assert not {"\x1b", "\u202e", "\x07"} & set(uriinspect("scan", str(tmp_path)).out)


@pytest.mark.parametrize("form", [name for name in CASE_FORMATS if name not in BY_FILE])
def test_scan_exports_all_files_as_one_case(form: str, folder: Path, uriinspect: Command) -> None:
    answer = uriinspect("scan", f"--format={form}", "--date=2026-11-22", str(folder))
    assert all(name in answer.out for name in ("a.html", "b.txt"))
    assert "2026-11-22" in answer.out
    assert answer.status == 1


def test_case_formats_match_the_format_tables(uriinspect: Command) -> None:
    assert {*SCANNED} == {"table", *SCAN_FORMATS, *CASE_FORMATS, *SITE_FORMATS}
    assert all(form in uriinspect("scan", "--help").out for form in SCANNED)


def test_unread_file_is_listed_in_the_case(folder: Path, uriinspect: Command) -> None:
    answer = uriinspect("scan", "--format=markdown", str(folder / "none.eml"), str(folder))
    assert "`none.eml`: No such file" in answer.out.replace(f"{folder}/", "")
    assert answer.status == 2


@for_each("form", "csv", "markdown")
def test_export_without_recipient_data_contains_no_folder(
    form: str, folder: Path, uriinspect: Command
) -> None:
    out = uriinspect("scan", "--format", form, "--without-recipient", str(folder)).out
    assert str(folder) not in out
    assert "mailto[:]removed" in out
    assert "a@b" not in out.replace("[", "").replace("]", "")


@pytest.mark.parametrize(
    ("date", "expected"),
    [("2026-11-22", "2026-11-22T00:00:00Z"), ("2026-11-22T01:30:00+01:00", "2026-11-22T00:30:00Z"),
        ("2026-11-22T01:30:00Z", "2026-11-22T01:30:00Z"), ("yesterday", None)],
)  # fmt: skip
def test_case_date_is_the_given_one_or_now(
    date: str, expected: str | None, folder: Path, uriinspect: Command
) -> None:
    answer = uriinspect("scan", "--format=stix", "--date", date, str(folder / "a.html"))
    if expected is None:
        assert answer.status == 2
        assert answer.err.startswith('uriinspect: --date: "yesterday" is not a date')
        return
    (seen,) = (o for o in json.loads(answer.out)["objects"] if o["type"] == "observed-data")
    assert seen["first_observed"] == expected
    now = uriinspect("scan", "--format=stix", str(folder / "a.html"))
    assert json.loads(now.out)["objects"][1] == json.loads(answer.out)["objects"][1]


def test_file_needing_too_much_memory_is_reported_and_the_rest_scanned(
    folder: Path, uriinspect: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scan(source: Path, **options: Any) -> Any:
        if source.name == "huge.txt":
            raise MemoryError
        return document_scan.scan(source, **options)

    (folder / "huge.txt").write_bytes(b"http://a.test/")
    monkeypatch.setattr("uriinspector.cli.scan_outcome.scan", scan)
    status, out, err = uriinspect("scan", "--format", "jsonl", str(folder))
    assert status == 2
    assert err == f"uriinspect: {folder}/huge.txt: needs more memory than is available\n"
    assert json.loads(out.splitlines()[0])["kind"]


@for_each("form", *sorted(CASE_FORMATS.keys() - {*SCAN_FORMATS, "targets", "messages"}))
def test_export_that_still_contains_a_recipient_is_refused_with_its_position(
    form: str, tmp_path: Path, uriinspect: Command
) -> None:
    mail = tmp_path / "mail.eml"
    host = f"{b'ann.lee@work.example'.hex()}.evil.test"
    head = "To: Ann Lee <ann.lee@work.example>\nContent-Type: text/html\n\n"
    mail.write_text(f'{head}<a href="https://{host}/">x</a>')
    status, out, err = uriinspect("scan", "--without-recipient", "--format", form, str(mail))
    assert (status, host in out) == (2, False)
    assert "a recipient's address would remain in" in err
    assert "line 4, column 10: https://616e6e" in err
    mail.write_text(f'{head}<a href="https://x.test/{host}">Dear Ann Lee</a>')
    status, out, err = uriinspect("scan", "--without-recipient", "--format", form, str(mail))
    assert (status, "616e6e" in out, "Ann" in out, err) == (0, False, False, "")


@for_each("form", "csv", "targets", "timeline")
def test_link_tables_report_incompletely_checked_files(
    form: str, tmp_path: Path, uriinspect: Command
) -> None:
    whole, cut = tmp_path / "a.html", tmp_path / "b.html"
    whole.write_text("<a href=http://a.test/>x</a>")
    cut.write_text("<iframe srcdoc='<a href=http://a.test/>x</a>'></iframe>" * 65)
    expected = f"uriinspect: {cut}: not everything was checked; --json lists what was not\n"
    assert uriinspect("scan", "--format", form, str(whole), str(cut)).err == expected
    assert uriinspect("scan", "--format", form, str(whole)).err == ""
    assert "srcdoc" in uriinspect("scan", "--json", str(cut)).out


def test_file_that_cannot_be_read_does_not_look_clean(uriinspect: Command, tmp_path: Path) -> None:
    file = tmp_path / "a.msg"
    file.write_bytes(bytes(range(256)))
    out = uriinspect("scan", str(file)).out
    assert "\nNothing in this file could be checked\n\nNot checked\n" in out
    assert "No findings" not in out
    file.write_bytes(b"Hello")
    assert "\nNo findings\n" in uriinspect("scan", str(file)).out
