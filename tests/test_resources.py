"""Shipped tables and lists have a version and a date, and can be rebuilt."""

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
    """Return the header of a table or list, in either format."""
    if name.endswith(".toml"):
        found = tomllib.loads(shipped_text(name))
        return {"version": found["version"], "date of the data": found["date"]}
    return dict(re.findall(r"^# *([^:\n]+): *(.*)$", shipped_text(name), re.MULTILINE))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_shipped_tables_and_lists_are_found() -> None:
    assert TABLES
    assert LISTS
    assert {name.rpartition(".")[2] for name in (*TABLES, *LISTS)} == {"txt", "toml"}


@for_each("name", *TABLES)
def test_unicode_tables_have_versions_dates_and_pinned_sources(name: str) -> None:
    head = head_of(f"unicode/{name}")
    assert {"contents", "generator"} <= set(head)
    assert (ROOT / head["generator"]).exists()
    assert all(UNICODE.fullmatch(each) for each in head["unicode"].split(", "))
    assert date.fromisoformat(head["date of the data"]).year >= 2024
    pinned = (ROOT / "packaging/requirements-dev.txt").read_text("utf-8").splitlines()
    for package in head_of(f"unicode/{name}")["package"].split(" and "):
        assert package.replace(" ", "==") in pinned


@for_each("name", *LISTS)
def test_list_has_version_and_date(name: str) -> None:
    head = head_of(f"lists/{name}")
    assert int(head["version"]) >= 1
    assert date.fromisoformat(head["date of the data"]).year >= 2026
    if name.endswith(".txt"):
        assert {"contents", "origin"} <= set(head)
        rows = shipped_rows(f"lists/{name}")
        # A known name has one row per source.
        keys = {(row[0], row[3]) if name == "known-names.txt" else tuple(row) for row in rows}
        assert len(keys) == len(rows)


@pytest.mark.long
def test_rebuilt_unicode_tables_are_identical(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "packaging", tmp_path / "packaging")
    made = tmp_path / "resources" / "unicode"
    subprocess.run(
        [tmp_path / "packaging/tables/all"],
        env=os.environ | {"PYTHON": sys.executable},
        check=True,
        timeout=300,
    )
    assert contents(made) == contents(RESOURCES / "unicode")
