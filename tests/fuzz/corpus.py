"""The corpus that is kept: a file for each target, with one input in base64 on each line.

An input that once broke something stays there under a line that says what it broke.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

REMARK = "#"


def units(file: Path) -> list[bytes]:
    """The inputs in a file of a corpus; none where there is no such file."""
    if not file.exists():
        return []
    lines = file.read_text("ascii").splitlines()
    return [b64decode(line, validate=True) for line in lines if not line.startswith(REMARK)]


def remarked(file: Path) -> dict[bytes, str]:
    """The inputs that broke something, and what."""
    lines = file.read_text("ascii").splitlines() if file.exists() else []
    return {
        b64decode(line): before.removeprefix(REMARK).strip()
        for before, line in pairwise(lines)
        if before.startswith(REMARK) and not line.startswith(REMARK)
    }


def write(file: Path, inputs: Iterable[bytes], faults: dict[bytes, str]) -> None:
    """A corpus in its order: the short inputs first, then those that broke something."""
    kept = sorted(set(inputs) - set(faults), key=lambda unit: (len(unit), unit))
    lines = [b64encode(unit).decode("ascii") for unit in kept]
    for unit, fault in faults.items():
        lines += [f"{REMARK} {ascii_only(fault)}", b64encode(unit).decode("ascii")]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"{line}\n" for line in lines), "ascii")


def ascii_only(text: str) -> str:
    """One line of a file that others read as well."""
    return " ".join(text.split()).encode("ascii", "backslashreplace").decode("ascii")
