"""Why the octets of a file are not to be had any more, in words."""

from __future__ import annotations

from typing import Final

from uriinspector.documents.cases.schema import CaseError
from uriinspector.documents.cases.stored_octets import ALL, LARGEST, ChangedError
from uriinspector.gui.documents.case_storage import NotStoredError
from uriinspector.gui.text.translation import say

# Whatever reading octets again may raise.
UNREADABLE: Final = (ChangedError, NotStoredError, CaseError, OSError, ValueError)

CHANGED = "The file has changed since it was read. Add it again."
GONE = "The file cannot be read any more."
NOT_STORED = (
    "The source is not in the case: files up to {size} MB are kept, no more than {all} MB in all."
    " Add the file again to see it."
)


def why(error: Exception) -> str:
    """Tell it."""
    if isinstance(error, ChangedError):
        return say(CHANGED)
    if isinstance(error, NotStoredError):
        return say(NOT_STORED, size=LARGEST >> 20, all=ALL >> 20)
    if isinstance(error, CaseError):
        return say(error.why)
    return say(GONE)
