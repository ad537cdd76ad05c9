"""The scan command: formats, folders, unreadable files and exit statuses."""

import csv
import io
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
from uriinspector.export.case.link_tables import COLUMNS
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


def test_scan_csv_is_defanged_and_escapes_formulas(folder: Path, uriinspect: Command) -> None:
    rows = list(csv.DictReader(io.StringIO(uriinspect("scan", "--format=csv", str(folder)).out)))
    assert [row["value"] for row in rows[:2]] == ["hxxp://evil[.]test/", "'=cmd"]
    assert rows[0]["codes"].startswith("text-href-mismatch")
    assert tuple(rows[0]) == COLUMNS
    assert (rows[0]["code"], rows[0]["headline"][:8]) == ("text-href-mismatch", "Goes to ")
    assert [row["document"].removeprefix(str(folder)) for row in rows] == [
        *("/a.html",) * 3,
        *("/inner/b.txt",) * 2,
    ]
    assert "http://evil.test/" in uriinspect("scan", "--format=csv", "--exact", str(folder)).out


def test_finding_on_many_links_is_listed_once(tmp_path: Path, uriinspect: Command) -> None:
    page = "".join(f'<a href="http://evil.test/{at}">www.paypal.com</a> ' for at in range(5))
    other = "<a href=http://evil.test/><i>www.example.com</i></a>"
    (tmp_path / "a.html").write_text(page + other)
    out = uriinspect("scan", str(tmp_path / "a.html")).out
    assert out.count("The text shows www[.]paypal[.]com") == 1
    assert "1:10 and 4 more" in out
    assert out.count("Link text shows another site") == 2


def test_full_scan_lists_low_findings_of_links(tmp_path: Path, uriinspect: Command) -> None:
    page = tmp_path / "a.html"
    page.write_text('<a href="http://a.example/b|c">b</a>')
    assert "--full also lists those below medium" in uriinspect("scan", str(page)).out
    assert '"|"' in uriinspect("scan", "--full", str(page)).out
    full = uriinspect("scan", "--full", "--min-severity", "medium", str(page)).out
    assert '"|"' not in full


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


def test_scan_reports_an_unreadable_file_and_continues(folder: Path, uriinspect: Command) -> None:
    missing = str(folder / "none.html")
    answer = uriinspect("scan", missing, str(folder / "inner"), "//host/share/x", r"\\host\x")
    assert answer.err.splitlines() == [
        f"uriinspect: {missing}: No such file or directory",
        "uriinspect: //host/share/x: network files are never opened; copy the file to this "
        "computer",
        "uriinspect: \\\\host\\x: network files are never opened; copy the file to this computer",
    ]
    assert "b.txt" in answer.out
    assert answer.status == 2


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("a.html",), 1), (("a.html", "--fail-on=never"), 0), (("inner",), 0),
        (("inner", "--fail-on=info"), 0), (("*.html",), 1), (("nothing*.html",), 2),
        (("a.html", "--jobs=0"), 2), (("a.html", "--group=nothing"), 2), ((), 2),
        (("empty", "program"), 0), (("--strict", "inner"), 0), (("--strict", "inner", "empty"), 3),
        (("--strict", "program"), 3), (("--strict", "a.html", "empty"), 1),
        (("--strict", "empty", "none"), 2),
    ],
)  # fmt: skip
def test_scan_has_the_documented_exit_status(
    arguments: tuple[str, ...],
    status: int,
    folder: Path,
    uriinspect: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (folder / "empty").mkdir()
    (folder / "program").write_bytes(b"\x7fELF\0\0\0\1")
    monkeypatch.chdir(folder)
    assert uriinspect("scan", *arguments).status == status


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


def test_scan_does_not_block_on_a_named_pipe(folder: Path, uriinspect: Command) -> None:
    os.mkfifo(folder / "pipe")
    answer = uriinspect("scan", str(folder / "pipe"))
    assert answer.err == f"uriinspect: {folder / 'pipe'}: not a regular file\n"
    assert answer.status == 2


def test_scan_reads_standard_input_as_a_document(uriinspect: Command) -> None:
    answer = uriinspect("scan", "-", given=b"see http://www.example.com/")
    assert answer.out.startswith("standard input\ntext, 27 bytes, 1 link\n")


def test_scan_with_two_processes_prints_the_same_as_one(folder: Path, uriinspect: Command) -> None:
    for number in range(6):
        (folder / f"{number}.html").write_text(f"<a href='http://{number}.test/'>x</a>")
    for form in (["table"], ["jsonl"], ["csv"], ["sarif"], ["stix", "--date=2026-11-22"]):
        asked = ("scan", "--format", *form, str(folder))
        assert uriinspect(*asked) == uriinspect(*asked, "--jobs=2")


def test_scan_groups_links_by_site_or_target(folder: Path, uriinspect: Command) -> None:
    sites = uriinspect("scan", str(folder / "inner")).out
    targets = uriinspect("scan", "--group=target", str(folder / "inner")).out
    assert sites.count("example[.]com") == 1
    assert targets.count("example[.]com") == 2


def test_scan_lists_unread_files(tmp_path: Path, uriinspect: Command) -> None:
    (tmp_path / "x.rar").write_bytes(b"Rar!\x1a\x07\0")
    assert "Not checked\n  1 application/vnd.rar: " in uriinspect("scan", str(tmp_path)).out


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
