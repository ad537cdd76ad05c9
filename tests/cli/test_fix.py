"""The fix command: output, written files and exit status."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command

PAGE = b'<!doctype html><a href="a|b%2f">x</a> <a href="/%zz">y</a>\n'
AFTER = PAGE.replace(b"a|b%2f", b"a%7Cb%2F")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "a.html"
    path.write_bytes(PAGE)
    return path


def test_file_is_fixed_in_place(uriinspect: Command, page: Path) -> None:
    answer = uriinspect("fix", "--write", str(page))
    assert (answer.status, page.read_bytes()) == (0, AFTER)
    assert answer.out == f"{page}: 2 places fixed in 1 link, 1 choice for you to make\n"
    assert page.with_name("a.html.bak").read_bytes() == PAGE
    assert uriinspect("fix", "--write", "--strict", str(page)).status == 1
    assert uriinspect("fix", str(page)).status == 0


def test_copies_from_before_a_fix_are_read_only_by_name(uriinspect: Command, page: Path) -> None:
    other, folder = page.with_name("other.bak"), str(page.parent)
    other.write_bytes(PAGE)  # not a copy: there is no "other"
    assert uriinspect("fix", "--write", str(page)).status == 0
    copy = f"{page}.bak"
    answer = uriinspect("fix", "--check", folder)
    assert [line.partition(": ")[0] for line in answer.out.splitlines()] == [str(page), str(other)]
    assert f"not read, backup copy from before a fix: {copy}" in answer.err
    assert uriinspect("fix", "--check", copy).status == 1
    site = uriinspect("scan", "--site", folder, "--format", "csv").out
    assert copy not in site
    assert str(other) in site
    assert json.dumps(copy) in uriinspect("scan", "--jsonl", folder).out


@pytest.mark.parametrize(
    ("options", "names"),
    [(["--no-backup"], {"a.html"}), (["--backup", "~"], {"a.html", "a.html~"})],
)
def test_fix_follows_the_backup_options(
    uriinspect: Command, page: Path, options: list[str], names: set[str]
) -> None:
    assert uriinspect("fix", "--write", *options, str(page)).status == 0
    assert {each.name for each in page.parent.iterdir()} == names


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
