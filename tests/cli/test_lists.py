"""Lists in the terminal: files in place of the shipped ones, and what is said of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from uriinspector.analysis.list_sources import KINDS, SHIPPED_FILES
from uriinspector.analysis.resource_files import shipped_text

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command

OWN = "nordbankia\tname\tbanks\town\tnordbankia.example\n"
LINK = "https://nordbankla.com/"
SAID = "Known names: own.txt (entries: 1) instead of the built-in list"


@pytest.fixture
def own(tmp_path: Path) -> str:
    file = tmp_path / "own.txt"
    file.write_text(OWN, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("command", ["inspect", "report", "scan", "jsonl"])
def test_a_file_judges_and_is_named(command: str, own: str, uriinspect: Command) -> None:
    ways: dict[str, tuple[tuple[str, ...], bytes]] = {
        "inspect": ((LINK,), b""),
        "report": (("report", LINK), b""),
        "scan": (("scan", "-"), LINK.encode()),
        "jsonl": (("--jsonl", LINK), b""),
    }
    arguments, given = ways[command]
    out = uriinspect(*arguments, "--known-names", own, given=given).out
    assert "lookalike" in out
    assert "own.txt" in out
    assert "lookalike" not in uriinspect(*arguments, given=given).out
    if command != "jsonl":
        assert SAID in out.replace("`", "")


def test_a_list_of_links_is_judged_by_the_file(own: str, uriinspect: Command) -> None:
    out = uriinspect("--known-names", own, f"{LINK}\nhttps://a.example/").out
    assert "lookalike" in out
    assert SAID in out


@pytest.mark.parametrize("form", ["markdown", "html", "json"])
def test_a_case_names_the_file(form: str, own: str, uriinspect: Command) -> None:
    out = uriinspect("scan", "-", "--format", form, "--known-names", own, given=LINK.encode()).out
    assert "own.txt" in out
    assert "lookalike" in out


def test_a_template_is_filled_by_the_file(own: str, uriinspect: Command) -> None:
    arguments = ("fill", "ticket", LINK)
    out = uriinspect(*arguments, "--known-names", own).out
    assert out != uriinspect(*arguments).out


def test_a_bad_file_is_refused_line_by_line(tmp_path: Path, uriinspect: Command) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("a b c\n" + OWN + "d\te\n", encoding="utf-8")
    status, out, err = uriinspect("--known-names", str(file), LINK)
    assert (status, out) == (2, "")
    assert "bad.txt: line 1: 5 columns" in err
    assert "bad.txt: line 3: 5 columns" in err


@pytest.mark.parametrize("kind", KINDS)
def test_no_network_file_is_opened(kind: str, uriinspect: Command) -> None:
    status, _, err = uriinspect(f"--{kind}", "\\\\host\\share", LINK)
    assert status == 2
    assert "network files are never opened" in err


@pytest.mark.parametrize("kind", KINDS)
def test_a_shipped_list_is_printed_to_the_letter(kind: str, uriinspect: Command) -> None:
    assert uriinspect("lists", kind).out == shipped_text(SHIPPED_FILES[kind])


def test_all_lists_in_use_are_shown(own: str, uriinspect: Command) -> None:
    assert uriinspect("lists").out.count("built-in  ") == len(KINDS)
    out = uriinspect("lists", "--known-names", own).out
    assert out.count("built-in  ") == len(KINDS) - 1
    assert "known-names  own.txt" in out
    assert "no date" in out


def test_lists_as_json(own: str, uriinspect: Command) -> None:
    rows = json.loads(uriinspect("lists", "--json", "--known-names", own).out)
    assert [row["kind"] for row in rows] == list(KINDS)
    assert [row["built_in"] for row in rows] == [False, True, True, True]
    assert rows[0]["entries"] == 1


def test_a_kind_alone_is_printed(own: str, uriinspect: Command) -> None:
    assert uriinspect("lists", "services", "--known-names", own).status == 2
