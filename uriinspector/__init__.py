"""URI Inspector shows where a link really goes, why, and which clause says so. Nothing is opened.

Importing the package is cheap: each public name loads its module on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection, inspect
    from uriinspector.core.compare import Comparison, compare
    from uriinspector.core.parse import Resolution, parse, resolve
    from uriinspector.core.reference import Reference
    from uriinspector.documents.document import Document
    from uriinspector.documents.scan import scan

__version__ = "0.1.0"

EDITIONS = ("1994", "1997", "2003", "2005")

_ROOMS = {
    "Comparison": "core.compare",
    "Document": "documents.document",
    "Inspection": "analysis.inspection",
    "Reference": "core.reference",
    "Resolution": "core.parse",
    "compare": "core.compare",
    "inspect": "analysis.inspection",
    "parse": "core.parse",
    "resolve": "core.parse",
    "scan": "documents.scan",
}

__all__ = [
    "EDITIONS",
    "Comparison",
    "Document",
    "Inspection",
    "Reference",
    "Resolution",
    "__version__",
    "compare",
    "inspect",
    "parse",
    "resolve",
    "scan",
]


def __getattr__(name: str) -> Any:
    room = _ROOMS.get(name)
    if room is None:
        raise AttributeError(name)
    value = getattr(import_module(f"{__name__}.{room}"), name)
    globals()[name] = value
    return value
