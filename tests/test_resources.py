"""Every table and list that is shipped says its version and date, and can be made again."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.for_each import for_each
from uriinspector.analysis.resource_files import shipped_rows, shipped_text

RESOURCES = ROOT / "resources"
TABLES = sorted(path.name for path in (RESOURCES / "unicode").iterdir())
LISTS = sorted(path.name for path in (RESOURCES / "lists").iterdir())
UNICODE = re.compile(r"\d+\.\d+(?:\.\d+)?(?: \(\w+\))?")


def head_of(name: str) -> dict[str, str]:
    """Return the head of a table or list, in either way of writing."""
    if name.endswith(".toml"):
        found = tomllib.loads(shipped_text(name))
        return {"version": found["version"], "date of the data": found["date"]}
    return dict(re.findall(r"^# *([^:\n]+): *(.*)$", shipped_text(name), re.MULTILINE))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_shipped_tables_and_lists_are_found() -> None:
    assert TABLES
    assert LISTS
    assert {name.rpartition(".")[2] for name in (*TABLES, *LISTS)} == {"txt", "toml"}


@for_each("name", *TABLES)
def test_a_table_of_characters_says_its_version_and_date(name: str) -> None:
    head = head_of(f"unicode/{name}")
    assert {"holds", "generator"} <= set(head)
    assert (ROOT / head["generator"]).exists()
    assert all(UNICODE.fullmatch(each) for each in head["unicode"].split(", "))
    assert date.fromisoformat(head["date of the data"]).year >= 2024


@for_each("name", *TABLES)
def test_a_table_of_characters_comes_from_packages_that_are_pinned(name: str) -> None:
    pinned = (ROOT / "packaging/requirements-dev.txt").read_text("utf-8").splitlines()
    for package in head_of(f"unicode/{name}")["package"].split(" and "):
        assert package.replace(" ", "==") in pinned


@for_each("name", *LISTS)
def test_a_list_says_its_version_and_date(name: str) -> None:
    head = head_of(f"lists/{name}")
    assert int(head["version"]) >= 1
    assert date.fromisoformat(head["date of the data"]).year >= 2026
    if name.endswith(".txt"):
        assert {"holds", "origin"} <= set(head)
        rows = shipped_rows(f"lists/{name}")
        # A known name has a row for each source.
        keys = {(row[0], row[3]) if name == "known-names.txt" else tuple(row) for row in rows}
        assert len(keys) == len(rows)


@pytest.mark.long
def test_the_tables_of_characters_are_made_again_to_the_byte(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "packaging", tmp_path / "packaging")
    made = tmp_path / "resources" / "unicode"
    subprocess.run(
        [tmp_path / "packaging/tables/all"],
        env=os.environ | {"PYTHON": sys.executable},
        check=True,
        timeout=300,
    )
    assert contents(made) == contents(RESOURCES / "unicode")
