"""The stored corpus: a file for each target, with one base64-encoded input per line.

An input that once caused a fault is kept, after a line that describes the fault.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

REMARK = "#"


def units(file: Path) -> list[bytes]:
    """Return the inputs in a corpus file; an empty list if there is no such file."""
    if not file.exists():
        return []
    lines = file.read_text("ascii").splitlines()
    return [b64decode(line, validate=True) for line in lines if not line.startswith(REMARK)]


def remarked(file: Path) -> dict[bytes, str]:
    """Return the inputs that have caused a fault, with its description."""
    lines = file.read_text("ascii").splitlines() if file.exists() else []
    return {
        b64decode(line): before.removeprefix(REMARK).strip()
        for before, line in pairwise(lines)
        if before.startswith(REMARK) and not line.startswith(REMARK)
    }


def write(file: Path, inputs: Iterable[bytes], faults: dict[bytes, str]) -> None:
    """Write a corpus: inputs sorted by length, then inputs that have caused a fault."""
    kept = sorted(set(inputs) - set(faults), key=lambda unit: (len(unit), unit))
    lines = [b64encode(unit).decode("ascii") for unit in kept]
    for unit, fault in faults.items():
        lines += [f"{REMARK} {ascii_only(fault)}", b64encode(unit).decode("ascii")]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"{line}\n" for line in lines), "ascii")


def ascii_only(text: str) -> str:
    """Return the text on one line, in printable ASCII."""
    return " ".join(text.split()).encode("ascii", "backslashreplace").decode("ascii")
