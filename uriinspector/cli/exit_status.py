"""What an inspection comes to: its exit status and its JSON, as the options want them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import RANK

if TYPE_CHECKING:
    import argparse

    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.core.model import Json


def reaches_level(inspection: Inspection, fail_on: str) -> int:
    """1 where something at or above the level was found, in the text or in what it leads to."""
    return reaches(inspection.verdict.severity, fail_on)


def reaches(worst: str | None, fail_on: str) -> int:
    """The same of the worst of many."""
    return int(worst is not None and fail_on in RANK and RANK[worst] >= RANK[fail_on])


def findings_of(inspection: Inspection, options: argparse.Namespace) -> tuple[Finding, ...]:
    """The findings that are wanted."""
    least = RANK[options.min_severity]
    if not least:
        return inspection.findings
    return tuple(each for each in inspection.findings if RANK[each.severity] >= least)


def as_json(inspection: Inspection, options: argparse.Namespace) -> Json:
    """The JSON of the package, without the findings that are not wanted."""
    record = inspection.to_dict()
    record["findings"] = [each.to_dict() for each in findings_of(inspection, options)]
    return record
