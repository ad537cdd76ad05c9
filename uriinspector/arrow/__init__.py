"""Inspect columns of links: Arrow in, Arrow out, so any engine can use this.

Needs pyarrow (the extra "arrow"). No text raises an error; null stays null.
"""

from uriinspector.arrow.columns import COLUMNS, SCHEMA_VERSION, inspection_type
from uriinspector.arrow.functions import (
    LINKS,
    inspect_array,
    inspect_batch,
    map_batches,
    scan_batch,
)

__all__ = [
    "COLUMNS",
    "LINKS",
    "SCHEMA_VERSION",
    "inspect_array",
    "inspect_batch",
    "inspection_type",
    "map_batches",
    "scan_batch",
]
