"""Names that nobody should imitate, from a file: one a line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.cli.errors import refuse

if TYPE_CHECKING:
    from typing import BinaryIO


def names_in(file: str) -> tuple[str, ...]:
    """The names; empty lines and remarks are left out."""
    with opened(file) as source:
        rows = source.read().decode("utf-8-sig", "replace").splitlines()
    result = (row.partition("#")[0].strip() for row in rows)
    return tuple(name for name in result if name)


def is_elsewhere(file: str) -> bool:
    """Whether asking for it could send something to another machine."""
    return file[:2].replace("\\", "/") == "//" or file[:5].lower() == "file:"


def opened(file: str) -> BinaryIO:
    """The file, unless asking for it could send something to another machine."""
    if is_elsewhere(file):
        refuse(f"{file}: network files are never opened")
    try:
        return Path(file).open("rb")
    except ValueError:
        refuse(f"{file}: invalid file name")
