"""Names that nobody should imitate, from a file: one a line."""

from __future__ import annotations

from pathlib import Path

from uriinspector.cli.misuse import refuse


def names_in(file: str) -> tuple[str, ...]:
    """The names; empty lines and remarks are left out."""
    rows = contents(file).decode("utf-8-sig", "replace").splitlines()
    found = (row.partition("#")[0].strip() for row in rows)
    return tuple(name for name in found if name)


def contents(file: str) -> bytes:
    """A file's octets; a file on another machine is never asked for."""
    return readable(file).read_bytes()


def readable(file: str) -> Path:
    """The path, unless asking for it could send something to another machine."""
    if file[:2].replace("\\", "/") == "//":
        refuse(f"{file}: a file on another machine is never opened")
    return Path(file)
