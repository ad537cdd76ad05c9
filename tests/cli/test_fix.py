"""The fix command: output, written files and exit status."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command
from tests.for_each import for_each

PAGE = b'<!doctype html><a href="a|b%2f">x</a> <a href="/%zz">y</a>\n'
AFTER = PAGE.replace(b"a|b%2f", b"a%7Cb%2F")
CLEAN = b'<!doctype html><a href="a">x</a>\n'


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "a.html"
    path.write_bytes(PAGE)
    return path


def test_fix_lists_the_fixes(
    uriinspect: Command, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as place:
        place.chdir(page.parent)
        answer = uriinspect("fix", "a.html", columns=100)
    assert answer.status == 1
    assert answer.out.splitlines() == [
        "a.html:1:25", "  - a|b%2f", "  + a%7Cb%2F",
        "    Percent-encode characters (RFC 3986 §3.3, RFC 3986 §4.2)",
        "    Write hexadecimal digits in uppercase (RFC 3986 §2.1, RFC 3986 §6.2.2.1)",
        "a.html:1:48", "  - /%zz",
        '    Your choice: Invalid percent-encoding, "%zz" (invalid-percent)',
        '      literal, "%25": The percent sign itself.',
        "      A typo: write the correct two digits.",
        "a.html: 2 places to fix in 1 link, 1 choice for you to make",
    ]  # fmt: skip
    assert page.read_bytes() == PAGE


def test_fix_prints_a_patch(uriinspect: Command, page: Path) -> None:
    answer = uriinspect("fix", "--diff", str(page))
    assert answer.status == 1
    assert answer.out.splitlines()[2:] == [
        "@@ -1,1 +1,1 @@", f"-{PAGE.decode().rstrip()}", f"+{AFTER.decode().rstrip()}",
    ]  # fmt: skip


def test_file_is_fixed_in_place(uriinspect: Command, page: Path) -> None:
    answer = uriinspect("fix", "--write", str(page))
    assert (answer.status, page.read_bytes()) == (0, AFTER)
    assert answer.out == f"{page}: 2 places fixed in 1 link, 1 choice for you to make\n"
    assert page.with_name("a.html.bak").read_bytes() == PAGE
    assert uriinspect("fix", "--write", "--strict", str(page)).status == 1
    assert uriinspect("fix", str(page)).status == 0


@pytest.mark.parametrize(
    ("options", "names"),
    [(["--no-backup"], {"a.html"}), (["--backup", "~"], {"a.html", "a.html~"})],
)
def test_fix_follows_the_backup_options(
    uriinspect: Command, page: Path, options: list[str], names: set[str]
) -> None:
    assert uriinspect("fix", "--write", *options, str(page)).status == 0
    assert {each.name for each in page.parent.iterdir()} == names


def test_fix_check_prints_only_files_to_fix(uriinspect: Command, page: Path) -> None:
    clean = page.with_name("clean.html")
    clean.write_bytes(CLEAN)
    answer = uriinspect("fix", "--check", str(page), str(clean))
    assert (answer.status, len(answer.out.splitlines())) == (1, 1)
    answer = uriinspect("fix", "--check", str(clean))
    assert answer == (0, "", "uriinspect: nothing to fix: 1 link in 1 file\n")


@pytest.mark.parametrize("mode", ["--diff", "--write", "--check", "--edition=1997"])
def test_fix_reports_files_without_faults(uriinspect: Command, page: Path, mode: str) -> None:
    empty, clean = page.with_name("empty.html"), page.with_name("clean.html")
    empty.write_bytes(b"")
    clean.write_bytes(CLEAN * 3)
    answer = uriinspect("fix", mode, str(empty), str(clean))
    assert answer == (0, "", "uriinspect: nothing to fix: 3 links in 2 files\n")
    assert uriinspect("fix", "--json", str(clean)).err == ""


def test_fix_diff_without_changes_reports_open_choices(uriinspect: Command, page: Path) -> None:
    page.write_bytes(b'<a href="/%zz">')
    answer = uriinspect("fix", "--diff", str(page))
    assert answer == (0, "", f"uriinspect: {page}: 1 choice for you to make\n")


def test_fix_reports_an_unchecked_file(uriinspect: Command, page: Path) -> None:
    page.write_bytes(b"%PDF-1.4\n1 0 obj\n")
    answer = uriinspect("fix", "--check", str(page))
    assert answer.out == ""
    assert f"{page}: not checked: " in answer.err


def test_fixes_are_printed_as_json(uriinspect: Command, page: Path) -> None:
    (record,) = map(json.loads, uriinspect("fix", "--json", str(page)).out.splitlines())
    first, second = record["fixes"]
    assert (first["value"], first["fixed"]) == ("a|b%2f", "a%7Cb%2F")
    assert [each["code"] for each in first["fixes"]] == ["excluded-char", "lowercase-hex"]
    assert [each["code"] for each in second["choices"]] == ["invalid-percent"]


def test_only_selected_kinds_are_fixed(uriinspect: Command, page: Path) -> None:
    assert uriinspect("fix", "--write", "--only", "lowercase-hex", str(page)).status == 0
    assert page.read_bytes() == PAGE.replace(b"%2f", b"%2F")


def test_every_ampersand_is_escaped_on_request(uriinspect: Command, page: Path) -> None:
    page.write_bytes(b'<a href="?a=1&b=2">')
    assert uriinspect("fix", "--check", str(page)).status == 0
    assert uriinspect("fix", "--write", "--ampersands", str(page)).status == 0
    assert page.read_bytes() == b'<a href="?a=1&amp;b=2">'


def test_fix_reads_standard_input(uriinspect: Command) -> None:
    answer = uriinspect("fix", "--diff", "-", given=PAGE)
    assert (answer.status, answer.out.splitlines()[0]) == (1, "--- a/-")


@for_each(
    "arguments, words", ([], "missing PATH"), (["--diff", "--write", "a"], "choose one of"),
    (["--backup", "a/b", "a"], "--backup"),
    (["--write", "-"], "standard input is not a file"),
    (["--only", "nosuch", "a"], '"nosuch" is not one of'),
    (["//host/share/a.html"], "network files are never opened; copy the file to this computer"),
    (["nosuch.html"], "No such file"),
)  # fmt: skip
def test_impossible_options_of_fix_are_refused(
    uriinspect: Command, arguments: list[str], words: str
) -> None:
    answer = uriinspect("fix", *arguments)
    assert answer.status == 2
    assert words in answer.err


def test_folder_is_fixed_recursively_without_symbolic_links(
    uriinspect: Command, page: Path
) -> None:
    page.with_name("link.html").symlink_to(page)
    answer = uriinspect("fix", "--check", str(page.parent))
    assert "symbolic link" in answer.err
    assert len(answer.out.splitlines()) == 1


def test_sarif_contains_the_fixes(uriinspect: Command, page: Path) -> None:
    record: dict[str, Any] = json.loads(uriinspect("scan", "--format=sarif", str(page)).out)
    results = record["runs"][0]["results"]
    fixes = {each["ruleId"]: each["fixes"][0] for each in results if "fixes" in each}
    assert set(fixes) == {"excluded-char", "lowercase-hex"}
    octets = page.read_bytes()
    for code, written in (("excluded-char", b"a%7Cb%2f"), ("lowercase-hex", b"a|b%2F")):
        (change,) = fixes[code]["artifactChanges"]
        (each,) = change["replacements"]
        start = each["deletedRegion"]["byteOffset"]
        end = start + each["deletedRegion"]["byteLength"]
        new = octets[:start] + each["insertedContent"]["text"].encode() + octets[end:]
        assert new == PAGE.replace(b"a|b%2f", written)


CHOICES = {
    "invalid-percent=literal": ("/%zz/%u00e9", "/%25zz/%25u00e9"),
    "invalid-percent=character,invalid-percent=literal": ("/%zz/%u00e9", "/%25zz/%C3%A9"),
    "invalid-utf8=utf-8": ("/%e9%c3%a9", "/%C3%A9%C3%A9"),
    "invalid-utf8=bytes": ("/%e9%c3%a9", "/%E9%C3%A9"),
    "invisible-char=remove": ("/a&#x200b;b", "/ab"),
    "invisible-char=encode": ("/a&#x200b;b", "/a%E2%80%8Bb"),
    "syntax-suspicious=once": ("/?a&amp;amp;b", "/?a&b"),
    "syntax-suspicious=keep": ("/?a&amp;amp;b", "/?a&amp;amp;b"),
    "raw-non-ascii=parameter": ("/?a&copy;", "/?a%C2%A9"),
    "missing-authority=host": ("http:/h.test/a|", "http://h.test/a%7C"),
    "missing-authority=path": ("http:///h.test/a", "/h.test/a"),
    " missing-authority=path ": ("https:x/y", "x/y"),
    "missing-authority=path,missing-authority=host": ("https:x:8/y", "https://x:8/y"),
}


@pytest.mark.parametrize("choice", CHOICES)
def test_chosen_fix_is_written(uriinspect: Command, page: Path, choice: str) -> None:
    before, after = CHOICES[choice]
    page.write_text(f'<!doctype html><meta charset=utf-8><a href="{before}">x</a>')
    answer = uriinspect("fix", "--strict", "--write", "--choose", choice, str(page))
    written = page.read_text().partition('href="')[2].partition('"')[0]
    assert (answer.status, written) == (0, after)
    assert uriinspect("fix", "--strict", "--check", "--choose", choice, str(page)).status == 0


@pytest.mark.parametrize("before", ["http:///a", "https:a", "ws:/a/b", "HTTP:////a"])
def test_wrong_number_of_slashes_is_a_choice(uriinspect: Command, page: Path, before: str) -> None:
    page.write_text(f'<!doctype html><a href="{before}">x</a>')
    choices = json.loads(uriinspect("fix", "--json", str(page)).out)["fixes"][0]["choices"]
    assert [option["name"] for option in choices[0]["options"]] == ["host", "path"]
    assert choices[0]["code"] == "missing-authority"
    assert before.startswith(before[choices[0]["start"] : choices[0]["end"]])


@pytest.mark.parametrize("base", ["http://p.test/", "HTTP://p.test/a/b"])
def test_slashes_are_not_a_choice_if_all_parsers_read_a_path(
    uriinspect: Command, page: Path, base: str
) -> None:
    page.write_text('<!doctype html><a href="http:/a">x</a>')
    assert uriinspect("fix", "--strict", "--check", "--base", base, str(page)).status == 0


def test_choice_of_a_host_is_explained(uriinspect: Command, page: Path) -> None:
    page.write_text('<!doctype html><a href="http:///a.test/b">x</a>')
    for option, words in (("host", "the host that browsers go to"), ("path", "a different host")):
        choice = f"missing-authority={option}"
        answer = uriinspect("fix", "--choose", choice, str(page), columns=200)
        assert f"As chosen by {choice}: " in answer.out
        assert f"These parsers now find {words}" in answer.out


def test_choice_that_would_change_the_host_stays_open(uriinspect: Command, page: Path) -> None:
    page.write_text('<!doctype html><meta charset=utf-8><a href="/&#x200b;/a.test/">x</a>')
    answer = uriinspect("fix", "--json", "--choose", "invisible-char=remove", str(page))
    (fix,) = json.loads(answer.out)["fixes"]
    assert (fix["value"], len(fix["choices"])) == (fix["fixed"], 1)


@pytest.mark.parametrize("choice", ["", "a=b", "invalid-percent", "invalid-percent=slip"])
def test_fix_refuses_an_unknown_choice(uriinspect: Command, page: Path, choice: str) -> None:
    answer = uriinspect("fix", "--choose", choice, str(page))
    assert answer.status == 2
    assert "is not one of" in answer.err
