"""Rows of CSV with nothing in them that a spreadsheet would run."""

from __future__ import annotations

import csv
import io

# A spreadsheet takes a cell that begins like this for a formula; some take the wide forms too.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def csv_row(*cells: str, delimiter: str = ",") -> str:
    """One row, each cell guarded and quoted where it has to be."""
    buffer = io.StringIO()
    # A lone CR is only quoted where rows end in one.
    csv.writer(buffer, lineterminator="\r\n", delimiter=delimiter).writerow(map(guarded, cells))
    return buffer.getvalue().removesuffix("\r\n") + "\n"


def guarded(cell: str) -> str:
    """The cell, with an apostrophe before what begins like a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def unguarded(cell: str) -> str:
    """The cell as it was before it was guarded."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell
