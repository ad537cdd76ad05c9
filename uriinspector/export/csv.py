"""Write CSV rows with no cells that spreadsheets would run as formulas."""

from __future__ import annotations

import csv
import io

# Spreadsheets treat cells that begin like this as formulas; some accept the wide forms, too.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def csv_row(*cells: str, delimiter: str = ",") -> str:
    buffer = io.StringIO()
    # The csv module quotes a lone CR only if rows end in one.
    csv.writer(buffer, lineterminator="\r\n", delimiter=delimiter).writerow(map(guarded, cells))
    return buffer.getvalue().removesuffix("\r\n") + "\n"


def guarded(cell: str) -> str:
    """Return the cell, with an apostrophe before it if it begins like a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def unguarded(cell: str) -> str:
    """Undo ``guarded``."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell
