"""The user's lists, in separate processes with their own home: used, refused and migrated."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from uriinspector.analysis.list_folder import SUFFIX_LIST
from uriinspector.analysis.resource_files import built_in_text

NAMES, LURES = "lists/known-names.txt", "lists/lures.txt"
ROW = "nordbankia\tname\tbanks\town\tnordbankia.example\n"
LINK = "https://nordbankla.com/"
TEMPLATE = '[template.own]\ntitle = "Own"\nquoting = "text"\ntext = "at {host}"\n'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "data/uriinspector/lists").mkdir(parents=True)
    return tmp_path


def folder(home: Path) -> Path:
    return home / "data/uriinspector/lists"


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in another process with this home."""
    places = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "COLUMNS": "100"}
    command = [sys.executable, "-m", "uriinspector.cli", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | places, capture_output=True, text=True, check=False
    )


def shortener(host: str) -> str:
    return f'[shortener]\nhosts = ["{host}"]\n'


def later(name: str, year: str = "2099") -> str:
    """Return the built-in list with another year in its date."""
    return re.sub(r"(date of the data: |VERSION: )\d{4}", rf"\g<1>{year}", built_in_text(name))


def test_user_file_extends_a_list_until_it_is_removed(home: Path) -> None:
    assert "lookalike" not in run(home, "--json", LINK).stdout
    file = folder(home) / "known-names.add.txt"
    file.write_text(ROW, "utf-8")
    for link in (LINK, "https://paypa1.com/"):
        found = run(home, link)
        assert "lookalike" in found.stdout
        assert "known-names.add.txt (entries: 1) in addition to" in found.stdout
        assert found.stderr == ""
    [source] = json.loads(run(home, "--json", LINK).stdout)["lists"]
    assert (source["kind"], source["name"], source["extends"]) == (
        "known-names", "known-names.add.txt", True,
    )  # fmt: skip
    assert "known-names.add.txt, no date, " in run(home, "--version").stdout
    assert "known-names.add.txt, no date, " in run(home, "report", LINK).stdout
    file.unlink()
    assert "lookalike" not in run(home, "--json", LINK).stdout


def test_user_file_replaces_a_list(home: Path) -> None:
    (folder(home) / "known-names.txt").write_text(ROW, "utf-8")
    assert "lookalike" in run(home, "--json", LINK).stdout
    found = run(home, "https://paypa1.com/")
    assert "lookalike" not in found.stdout
    assert "known-names.txt (entries: 1) instead of the built-in list" in found.stdout
    assert run(home, "lists", "known-names").stdout == built_in_text(NAMES)


def test_user_files_and_a_list_option_are_combined(home: Path) -> None:
    third = home / "third.toml"
    (folder(home) / "services.toml").write_text(shortener("one.example"), "utf-8")
    (folder(home) / "services.add.toml").write_text(shortener("two.example"), "utf-8")
    third.write_text('extends = "shipped"\n' + shortener("three.example"), "utf-8")
    hosts = ("one.example", "two.example", "three.example", "bit.ly")
    links = [f"https://{host}/x" for host in hosts]
    out = run(home, "--services", str(third), "--jsonl", *links)
    rows = [json.loads(line) for line in out.stdout.splitlines()]
    found = ["shortener" in {each["code"] for each in row["findings"]} for row in rows]
    assert found == [True, True, True, False]
    assert [each["name"] for each in rows[0]["lists"]] == [
        "services.toml", "services.add.toml", "third.toml",
    ]  # fmt: skip


def test_list_option_without_extends_replaces_the_user_files(home: Path) -> None:
    (folder(home) / "services.add.toml").write_text(shortener("two.example"), "utf-8")
    alone = home / "alone.toml"
    alone.write_text(shortener("three.example"), "utf-8")
    out = run(home, "--services", str(alone), "--json", "https://two.example/").stdout
    record = json.loads(out)
    assert "shortener" not in {each["code"] for each in record["findings"]}
    assert [each["name"] for each in record["lists"]] == ["alone.toml"]


@pytest.mark.parametrize(
    ("file", "text", "link", "domain"),
    [("public_suffix_list.add.dat", "login.example\n", "a.b.login.example", "b.login.example"),
        (SUFFIX_LIST, "com\n", "a.b.login.example", "b.login.example")],
)  # fmt: skip
def test_user_public_suffixes_are_used(
    home: Path, file: str, text: str, link: str, domain: str
) -> None:
    if file == SUFFIX_LIST:
        text = built_in_text(SUFFIX_LIST).replace("\ncom\n", "\ncom\nlogin.example\n", 1)
    (folder(home) / file).write_text(text, "utf-8")
    record = json.loads(run(home, "--json", f"https://{link}/").stdout)
    assert record["host"]["registrable_domain"] == domain
    assert record["lists"][0]["kind"] == "public_suffix_list"
    plain = json.loads(run(home, "--json", "https://a.b.co.uk/").stdout)
    assert plain["host"]["registrable_domain"] == "b.co.uk"


def test_user_templates_are_used(home: Path) -> None:
    (folder(home) / "templates.add.toml").write_text(TEMPLATE, "utf-8")
    assert run(home, "fill", "own", "https://a.example/").stdout.startswith("at a")
    assert run(home, "fill", "virustotal", "https://a.example/").stdout
    (folder(home) / "templates.add.toml").rename(folder(home) / "templates.toml")
    assert run(home, "fill", "own", "https://a.example/").stdout.startswith("at a")
    assert run(home, "fill", "virustotal", "https://a.example/").returncode == 2


def test_worker_processes_use_the_lists_of_the_user(home: Path) -> None:
    (folder(home) / "known-names.add.txt").write_text(ROW, "utf-8")
    (folder(home) / "public_suffix_list.add.dat").write_text("b.example\n", "utf-8")
    pages = home / "pages"
    pages.mkdir()
    page = f"<a href='{LINK}'></a><a href='https://x.a.b.example/'></a>"
    for number in range(4):
        (pages / f"{number}.html").write_text(page, "utf-8")
    out = run(home, "scan", "--jobs", "2", "--group", "site", str(pages)).stdout
    assert "which is like the name nordbankia" in out
    assert " a[.]b[.]example " in out


def test_broken_list_file_is_reported_by_line_and_not_used(home: Path) -> None:
    (folder(home) / "known-names.txt").write_text(ROW + "a\tb\n", "utf-8")
    (folder(home) / "cheap-suffixes.txt").write_text("top\nfoo bar\n", "utf-8")
    (folder(home) / "lures.add.txt").write_bytes(b"\xff")
    (folder(home) / "templates.toml").write_text(TEMPLATE.replace('"text"', '"none"'), "utf-8")
    os.mkfifo(folder(home) / "services.toml")
    found = run(home, "--json", "https://paypa1.com/")
    assert "lookalike" in found.stdout
    assert "lists" not in json.loads(found.stdout)
    lines = found.stderr.splitlines()
    for expected in (
        "uriinspect: known-names.txt: line 2: a row needs 5 columns",
        "uriinspect: known-names.txt: not used",
        'uriinspect: cheap-suffixes.txt: line 2: column 1: "foo bar" is not allowed',
        "uriinspect: lures.add.txt: line 1: byte 1 is not valid UTF-8",
        'uriinspect: templates.toml: own: quoting "none" is unknown',
        "uriinspect: services.toml: not a regular file",
    ):
        assert any(line.startswith(expected) for line in lines), expected
    shown = run(home, "lists")
    assert shown.stderr == ""
    assert "not used; line 2: a row needs 5 columns" in shown.stdout
    assert "not a regular file" in shown.stdout


def test_oversized_list_file_is_not_used(home: Path) -> None:
    (folder(home) / "known-names.add.txt").write_bytes(b"#" * (4 << 20) + b"\n" + ROW.encode())
    found = run(home, LINK)
    assert "known-names.add.txt: the file is larger than 4 MB" in found.stderr
    assert "lookalike" not in found.stdout


def test_lists_command_shows_the_user_folder(home: Path) -> None:
    assert f"Your own lists\n  {folder(home)}\n" in run(home, "lists").stdout
    assert "(known-names.add.txt, services.add.toml)" in run(home, "lists", "--all").stdout
    (folder(home) / "known-names.txt").write_text("# date: 2020-01-02\n" + ROW, "utf-8")
    (folder(home) / "mac-makers.add.txt").write_text("Ours\t0123AB\n", "utf-8")
    (folder(home) / "names.txt").write_text("x", "utf-8")
    out = " ".join(run(home, "lists").stdout.split())
    assert "known-names known-names.txt 1 2020-01-02 services built-in" in out
    assert "instead of the built-in list; older than the built-in list of 2026-11-29" in out
    assert "mac-makers.add.txt 1 no date in addition to the built-in list" in out
    assert "names.txt not used; no built-in list has this name" in out
    rows = {row["file"]: row for row in json.loads(run(home, "lists", "--all", "--json").stdout)}
    assert rows["known-names.txt"]["built_in"] is False
    assert rows["mac-makers.txt"]["own"] == ["mac-makers.add.txt"]
    assert rows["lures.txt"]["own"] == []


def test_newer_list_file_is_not_marked_as_outdated(home: Path) -> None:
    (folder(home) / "known-names.txt").write_text(later(NAMES), "utf-8")
    assert "older than" not in run(home, "lists").stdout


def test_lists_installed_by_version_0_1_are_migrated(home: Path) -> None:
    texts = {
        NAMES: later(NAMES) + ROW,
        SUFFIX_LIST: later(SUFFIX_LIST).replace("\ncom\n", "\ncom\nb.example\n", 1),
        LURES: later(LURES, "2001"),
    }
    for name, text in texts.items():
        (folder(home) / name.replace("/", "-")).write_text(text, "utf-8")
    (folder(home) / "unicode-emoji.txt").write_text("it was given up", "utf-8")
    index = [{"name": name, "date": "2099-01-01"} for name in texts]
    (folder(home) / "index.json").write_text(json.dumps(index), "utf-8")
    found = json.loads(run(home, "--json", "https://nordbankla.x.b.example/").stdout)
    assert found["host"]["registrable_domain"] == "x.b.example"
    assert {each["name"] for each in found["lists"]} == {"known-names.txt", SUFFIX_LIST}
    assert "lookalike" in run(home, "--json", LINK).stdout
    # Lists older than the built-in ones are moved away, and no file is lost.
    assert {each.name for each in folder(home).iterdir()} == {
        *("known-names.txt", SUFFIX_LIST, "lures.txt.old", "unicode-emoji.txt")
    }


@pytest.mark.parametrize("index", ["", "{", "7", "[7]", '[{"name": 7}]', "[" * 60_000])
def test_damaged_index_of_version_0_1_changes_nothing(home: Path, index: str) -> None:
    (folder(home) / "index.json").write_text(index, "utf-8")
    (folder(home) / "lists-lures.txt").write_text("x", "utf-8")
    found = run(home, "https://a.example/")
    assert (found.returncode, found.stderr) == (0, "")
    assert (folder(home) / "lists-lures.txt").exists()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [(("--update", "a.txt"), "--update was removed; copy the file into the folder for your own"),
        (("--restore", "all"), "--restore was removed; remove the file from the folder for your"),
        (("--all", "known-names"), "leave out the other options")],
)  # fmt: skip
def test_removed_list_options_are_explained(
    arguments: tuple[str, ...], reason: str, home: Path
) -> None:
    found = run(home, "lists", *arguments)
    assert found.returncode == 2
    assert reason in found.stderr
