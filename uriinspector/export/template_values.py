"""What the places of templates are filled with."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias

from uriinspector.analysis.defang import defang
from uriinspector.export.final_link import fetched, final_inspection, site_of
from uriinspector.export.report import MOST

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.inspection import Inspection

PLACES = (
    *("host", "site", "url", "fetched", "sha256", "verdict", "severity", "findings", "defanged"),
    "date",
)

# Several rows, one text, or nothing to fill in.
Value: TypeAlias = "tuple[str, ...] | str | None"


def values(
    inspection: Inspection, date: str | None = None, *, for_people: bool = False
) -> dict[str, Callable[[], Value]]:
    """A value for each place, made when it is asked for; None where there is none."""
    end = final_inspection(inspection)
    return {
        "host": lambda: end.verdict.host,
        "site": lambda: site_of(end.verdict.host),
        "url": lambda: inspection.text,
        "fetched": lambda: fetched(end),
        "sha256": lambda: sha256(inspection.text.encode("utf-8", "surrogatepass")).hexdigest(),
        "verdict": lambda: inspection.verdict.headline,
        "severity": lambda: inspection.verdict.severity or "none",
        "findings": lambda: _findings(inspection.findings),
        # What people read is defanged as a whole, and not twice.
        "defanged": lambda: inspection.text if for_people else defang(inspection.text),
        "date": lambda: date,
    }


def _findings(findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """A line for each."""
    rows = [
        f"{each.severity}: {each.title} ({each.start} to {each.end})" for each in findings[:MOST]
    ]
    if len(findings) > MOST:
        rows.append(f"{len(findings) - MOST:,} more")
    return tuple(rows) or ("none",)
