"""The changes that no test can notice, since the program does the same: each with its reason."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from places import Mutant

FILE = Path(__file__).with_name("equivalents.toml")


def equivalents(file: Path = FILE) -> dict[tuple[str, tuple[str, ...]], str]:
    """The reason, by the file and the lines that change, without what stands before them."""
    rows = tomllib.loads(file.read_text("utf-8")).get("equivalent", [])
    return {(row["path"], stripped(row["change"])): row["reason"] for row in rows}


def key(mutant: Mutant) -> tuple[str, tuple[str, ...]]:
    """How a change is found in the list, wherever in the file it is by now."""
    return mutant.path, stripped(mutant.diff)


def stripped(lines: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """The lines without their indentation."""
    return tuple(line[:1] + line[1:].strip() for line in lines)
