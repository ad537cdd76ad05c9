"""A case in every form, as it was looked at and found good.

Where words have changed on purpose the files are written anew with
``URIINSPECT_REWRITE_GOLDEN=1 python -m pytest tests/export/case/test_golden.py``.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.export.case.samples import case
from uriinspector.analysis.versions import libraries, program, tables
from uriinspector.export.formats import CASE_FORMATS, ExportOptions, export_case_as

FOLDER = Path(__file__).parent / "golden"
REWRITE = bool(os.environ.get("URIINSPECT_REWRITE_GOLDEN"))


@pytest.mark.parametrize("without", [False, True], ids=["all", "without-recipient"])
@pytest.mark.parametrize("form", CASE_FORMATS)
def test_a_case_looks_as_it_did(form: str, *, without: bool) -> None:
    found = "".join(export_case_as(case(), form, ExportOptions(without_recipient=without)))
    for each in (program(), *libraries(), *tables()):
        found = found.replace(f"{each.name} {each.version}", f"{each.name} (its version)")
    kept = FOLDER / f"{form}{'-without-recipient' if without else ''}.{CASE_FORMATS[form].ending}"
    if REWRITE:
        kept.write_bytes(found.encode())
    assert found == kept.read_bytes().decode()
