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


@pytest.mark.parametrize("form", ["markdown", "html", "json"])
def test_exported_case_names_the_user_list(form: str, own: str, uriinspect: Command) -> None:
    out = uriinspect("scan", "-", "--format", form, "--known-names", own, given=LINK.encode()).out
    assert "own.txt" in out
    assert "lookalike" in out


@for_each("kind", *KINDS)
def test_shipped_list_is_printed_unchanged(kind: str, uriinspect: Command) -> None:
    assert uriinspect("lists", kind).out == shipped_text(SHIPPED_FILES[kind])


@for_each("name", *dated_files())
def test_every_dated_list_is_printed_by_name_and_file(name: str, uriinspect: Command) -> None:
    for word in (PurePath(name).name, PurePath(name).stem):
        assert uriinspect("lists", word).out == built_in_text(name)


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
    assert "More than a year old: emoji.txt. A newer version" in uriinspect("lists").out
    monkeypatch.setattr(lists, "is_old", lambda *_: False)
    assert "year" not in uriinspect("lists").out
