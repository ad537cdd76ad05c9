"""What one line of a resolution table says."""

import tomllib
from typing import NamedTuple

from uriinspector.analysis.resource_files import shipped_text

BASE = "http://a/b/c/d;p?q"


class Row(NamedTuple):
    """A base, a reference, the target (None where there is none), the clause that says so."""

    base: str
    reference: str
    target: str | None
    clause: str
    why: str = ""
    problem: str | None = None
    same: bool = False
    strict: bool = True
    above: str = "keep"

    @property
    def name(self) -> str:
        """Tell the row apart in a report: base, reference and the switches that are not usual."""
        switches = ("" if self.strict else " lenient") + (
            "" if self.above == "keep" else f" {self.above}"
        )
        return ascii(f"{self.base} + {self.reference}{switches}")


def opaque(base: str, reference: str, clause: str, why: str = "") -> Row:
    """Tell that the base has a scheme and no hierarchy to resolve in."""
    return Row(base, reference, None, clause, why, "base-opaque")


def relative(base: str, reference: str, clause: str, why: str = "") -> Row:
    """Tell that the base lacks the scheme that the reference needs."""
    return Row(base, reference, None, clause, why, "base-relative")


def refused(base: str, reference: str, clause: str, why: str = "") -> Row:
    """Tell that the reference climbs above the root and is not followed."""
    return Row(base, reference, None, clause, why, "above-root", above="refuse")


def dropped(base: str, reference: str, target: str, clause: str, why: str = "") -> Row:
    """Tell what is left when the levels above the root are taken away."""
    return Row(base, reference, target, clause, why, above="drop")


def lenient(base: str, reference: str, target: str, clause: str, why: str = "") -> Row:
    """Tell what the backwards compatible reading of a repeated scheme gives."""
    return Row(base, reference, target, clause, why, strict=False)


def current(base: str, reference: str, clause: str, why: str = "", *, strict: bool = True) -> Row:
    """Tell that the reference means the current document, which has no target."""
    return Row(base, reference, None, clause, why, same=True, strict=strict)


def itself(base: str, reference: str, target: str, clause: str, why: str = "") -> Row:
    """Tell that the target differs from the base in nothing but the fragment."""
    return Row(base, reference, target, clause, why, same=True)


def printed(edition: str) -> tuple[Row, ...]:
    """Read the example table that an edition prints; the window shows the same one."""
    found = [
        Row(
            table["base"],
            row["reference"],
            row.get("target"),
            row["clause"],
            row.get("why", ""),
            row.get("problem"),
            row.get("same", False),
            row.get("strict", True),
            row.get("above_root", "keep"),
        )
        for table in tomllib.loads(shipped_text("resolutions.toml"))["table"]
        if table["edition"] == edition
        for row in table["rows"]
    ]
    return tuple(found)
