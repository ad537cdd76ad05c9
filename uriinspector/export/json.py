"""An inspection for machines: the JSON of the package, exact."""

from __future__ import annotations

import json as library
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection


def json(inspection: Inspection, *, removed: int | None = None) -> str:
    """All of it; ``removed`` counts the recipient data that was taken out before."""
    found = inspection.to_dict()
    if removed is not None:
        found["recipient_data_removed"] = removed
    return library.dumps(found, indent=2) + "\n"
