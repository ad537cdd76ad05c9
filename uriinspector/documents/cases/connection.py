"""The connection to the file of a case: it holds the file alone, and waits for the disk."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def can_write(path: Path) -> bool:
    """Whether the file may be written, and a journal beside it."""
    is_open = bool(path.stat().st_mode & 0o222)  # whoever may do everything is told so too
    return is_open and os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def connected(path: Path, mode: str) -> sqlite3.Connection:
    """Open it; what came from elsewhere is not trusted, and what is deleted is overwritten."""
    address = f"{path.absolute().as_uri()}?mode={mode}"
    rows = sqlite3.connect(address, uri=True, timeout=0, check_same_thread=False)
    try:
        for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "secure_delete = ON"):
            rows.execute(f"PRAGMA {pragma}")
        if mode == "rw":
            rows.execute("PRAGMA locking_mode = EXCLUSIVE")
            rows.execute("PRAGMA journal_mode = TRUNCATE")
        rows.execute("PRAGMA synchronous = FULL")
    except BaseException:  # a damaged header ends in other errors too, such as UnicodeDecodeError
        rows.close()
        raise
    return rows
