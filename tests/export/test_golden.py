"""What is handed on, as it was looked at and found good.

Where words have changed on purpose the files are written anew with
``URIINSPECT_REWRITE_GOLDEN=1 python -m pytest tests/export/test_golden.py`` and looked at again.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.export.texts import GOLDEN
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.versions import libraries, program, tables
from uriinspector.export.csv import csv_row
from uriinspector.export.formats import LINK_FORMATS, ExportOptions, export_as
from uriinspector.export.templates import fill, shipped_templates

FOLDER = Path(__file__).parent / "golden"
REWRITE = bool(os.environ.get("URIINSPECT_REWRITE_GOLDEN"))


def compare(name: str, found: str) -> None:
    for each in (program(), *libraries(), *tables()):
        found = found.replace(f"{each.name} {each.version}", f"{each.name} (its version)")
    kept = FOLDER / name
    if REWRITE:
        kept.write_bytes(found.encode())
    assert found == kept.read_bytes().decode()


NAMED_BY_ENDING = {"markdown", "html", "svg"}
READ = [name for name, each in LINK_FORMATS.items() if not each.is_exact and not each.is_drawn]


@pytest.mark.parametrize("form", READ)
@pytest.mark.parametrize("name", GOLDEN)
def test_a_report_looks_as_it_did(name: str, form: str) -> None:
    found = export_as(inspect(GOLDEN[name]), form)
    ending = LINK_FORMATS[form].ending
    compare(f"{name}.{ending}" if form in NAMED_BY_ENDING else f"{name}.{form}.{ending}", found)


def test_the_json_is_as_it_was() -> None:
    compare("deceptive.json", export_as(inspect(GOLDEN["deceptive"]), "json"))


def test_without_recipient_data_it_says_so() -> None:
    made = inspect(
        "https://a.example/?email=alice@corp.example&uid=12345678", base="http://b.test/"
    )
    compare(
        "without-recipient.md", export_as(made, "markdown", ExportOptions(without_recipient=True))
    )


@pytest.mark.parametrize("name", shipped_templates())
def test_a_template_is_filled_as_it_was(name: str) -> None:
    compare(f"hostile.{name}.txt", fill(shipped_templates()[name], inspect(GOLDEN["hostile"])))


def test_rows_of_csv_are_as_they_were() -> None:
    cells = ["=1+1", "@a", "-1", "\ta", "\ra", GOLDEN["hostile"], "a,b;c", 'a"b', "calm"]
    compare("hostile.csv", "".join(csv_row(str(at), cell) for at, cell in enumerate(cells)))
