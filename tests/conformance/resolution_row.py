"""Rows of the tables of resolutions."""

import tomllib
from typing import NamedTuple

from uriinspector.analysis.resource_files import shipped_text

BASE = "http://a/b/c/d;p?q"


class Row(NamedTuple):
    """A base, a reference, its target (None if there is none), and the clause."""

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
        """Return a name for test reports: base, reference and options that are not the
        default.
        """
        switches = ("" if self.strict else " lenient") + (
            "" if self.above == "keep" else f" {self.above}"
        )
        return ascii(f"{self.base} + {self.reference}{switches}")


def opaque(base: str, reference: str, clause: str, why: str = "") -> Row:
    """Return a row whose base has a scheme but is not hierarchical."""
    return Row(base, reference, None, clause, why, "base-opaque")


def relative(base: str, reference: str, clause: str, why: str = "") -> Row:
    """Return a row whose base has no scheme."""
    return Row(base, reference, None, clause, why, "base-relative")


def refused(base: str, reference: str, clause: str, why: str = "") -> Row:
    """Return a row whose reference is refused because it leads above the root."""
    return Row(base, reference, None, clause, why, "above-root", above="refuse")


def dropped(base: str, reference: str, target: str, clause: str, why: str = "") -> Row:
    """Return a row in which levels above the root are dropped."""
    return Row(base, reference, target, clause, why, above="drop")


def lenient(base: str, reference: str, target: str, clause: str, why: str = "") -> Row:
    """Return a row for the backward-compatible interpretation of a repeated scheme."""
    return Row(base, reference, target, clause, why, strict=False)


def current(base: str, reference: str, clause: str, why: str = "", *, strict: bool = True) -> Row:
    """Return a row whose reference is to the current document and has no target."""
    return Row(base, reference, None, clause, why, same=True, strict=strict)


def itself(base: str, reference: str, target: str, clause: str, why: str = "") -> Row:
    """Return a row whose target differs from the base in the fragment only."""
    return Row(base, reference, target, clause, why, same=True)


def printed(edition: str) -> tuple[Row, ...]:
    """Read the table of examples that is printed in an edition and shown in the window."""
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
