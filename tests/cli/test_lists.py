"""List options and the lists command."""

import json
from datetime import date
from pathlib import Path, PurePath

import pytest

from tests.cli.conftest import Command
from tests.for_each import for_each
from uriinspector.analysis.list_sources import KINDS, SHIPPED_FILES
from uriinspector.analysis.resource_files import built_in_text, shipped_text
from uriinspector.analysis.versions import VersionRow, dated_files, is_old
from uriinspector.cli.commands import lists

OWN = "nordbankia\tname\tbanks\town\tnordbankia.example\n"
LINK = "https://nordbankla.com/"
SAID = "Known names: own.txt (entries: 1) instead of the built-in list"


@pytest.fixture
def own(tmp_path: Path) -> str:
    file = tmp_path / "own.txt"
    file.write_text(OWN, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("command", ["inspect", "report", "scan", "jsonl"])
def test_user_list_is_used_and_named_in_the_output(
    command: str, own: str, uriinspect: Command
) -> None:
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


def test_text_with_links_is_judged_by_a_user_list(own: str, uriinspect: Command) -> None:
    out = uriinspect("--known-names", own, f"{LINK}\nhttps://a.example/").out
    assert "lookalike" in out
    assert SAID in out


@pytest.mark.parametrize("form", ["markdown", "html", "json"])
def test_exported_case_names_the_user_list(form: str, own: str, uriinspect: Command) -> None:
    out = uriinspect("scan", "-", "--format", form, "--known-names", own, given=LINK.encode()).out
    assert "own.txt" in out
    assert "lookalike" in out


def test_template_is_filled_with_a_user_list(own: str, uriinspect: Command) -> None:
    arguments = ("fill", "ticket", LINK)
    assert uriinspect(*arguments, "--known-names", own).out != uriinspect(*arguments).out


def test_errors_of_a_list_are_reported_by_line(tmp_path: Path, uriinspect: Command) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("a b c\n" + OWN + "d\te\n", encoding="utf-8")
    status, out, err = uriinspect("--known-names", str(file), LINK)
    assert (status, out) == (2, "")
    assert "bad.txt: line 1: a row needs 5 columns" in err
    assert "bad.txt: line 3: a row needs 5 columns" in err


@for_each("kind", *KINDS)
def test_lists_on_the_network_are_not_opened(kind: str, uriinspect: Command) -> None:
    status, _, err = uriinspect(f"--{kind}", "\\\\host\\share", LINK)
    assert status == 2
    assert "network files are never opened; copy the file to this computer" in err


@for_each("kind", *KINDS)
def test_shipped_list_is_printed_unchanged(kind: str, uriinspect: Command) -> None:
    assert uriinspect("lists", kind).out == shipped_text(SHIPPED_FILES[kind])


def test_all_lists_in_use_are_shown(own: str, uriinspect: Command) -> None:
    assert uriinspect("lists").out.count("built-in  ") == len(KINDS)
    out = uriinspect("lists", "--known-names", own).out
    assert out.count("built-in  ") == len(KINDS) - 1
    assert "known-names  own.txt" in out
    assert "no date" in out


def test_lists_are_printed_as_json(own: str, uriinspect: Command) -> None:
    rows = json.loads(uriinspect("lists", "--json", "--known-names", own).out)
    assert [row["kind"] for row in rows] == list(KINDS)
    assert [row["built_in"] for row in rows] == [False, True, True, True]
    assert rows[0]["entries"] == 1
    for row in rows:
        assert list(row)[:2] == ["built_in", "kind"]


def test_printing_a_list_cannot_be_combined_with_user_lists(own: str, uriinspect: Command) -> None:
    assert uriinspect("lists", "services", "--known-names", own).status == 2


@for_each("name", *dated_files())
def test_every_dated_list_is_printed_by_name_and_file(name: str, uriinspect: Command) -> None:
    for word in (PurePath(name).name, PurePath(name).stem):
        assert uriinspect("lists", word).out == built_in_text(name)


def test_unknown_list_is_refused(uriinspect: Command) -> None:
    status, out, err = uriinspect("lists", "clauses")
    assert (status, out) == (2, "")
    assert 'clauses: no built-in list has this name; "uriinspect lists --all" shows them' in err


def test_every_list_has_date_origin_and_age(
    uriinspect: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = json.loads(uriinspect("lists", "--all", "--json").out)
    assert [row["file"] for row in rows] == [PurePath(name).name for name in dated_files()]
    assert all(row["date"] and row["origin"] and row["built_in"] is True for row in rows)
    old = [row["file"] for row in rows if row["problem"] == "more than a year old"]
    assert old == [row["file"] for row in rows if is_old(VersionRow("", row["date"]), date.today())]
    out = uriinspect("lists", "--all").out
    assert all(row["file"] in out and row["origin"].split()[0] in out for row in rows)
    monkeypatch.setattr(lists, "is_old", lambda row, _today: row.name == "unicode/emoji.txt")
    assert "More than a year old: emoji.txt. A new version" in uriinspect("lists").out
    monkeypatch.setattr(lists, "is_old", lambda *_: False)
    assert "year" not in uriinspect("lists").out
