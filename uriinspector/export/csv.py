"""Write CSV rows with no cells that spreadsheets would run as formulas."""

import csv
import io

# The characters that begin a formula in spreadsheets; some accept the fullwidth forms, too.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def csv_row(*cells: str, delimiter: str = ",") -> str:
    buffer = io.StringIO()
    # The line ending: with any other, the csv module would not quote a lone CR.
    csv.writer(buffer, lineterminator="\r\n", delimiter=delimiter).writerow(map(guarded, cells))
    return buffer.getvalue().removesuffix("\r\n") + "\n"


def guarded(cell: str) -> str:
    """Return the cell, preceded by an apostrophe if it would be a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def unguarded(cell: str) -> str:
    """Undo ``guarded``."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell
