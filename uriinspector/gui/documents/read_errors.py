"""Why the octets of a file are not to be had any more, in words."""

from __future__ import annotations

from typing import Final

from uriinspector.documents.cases.schema import ALL, LARGEST, CaseError, ChangedError
from uriinspector.gui.documents.octet_excerpt import NoSourceError, NotStoredError
from uriinspector.gui.text.translation import say

# Whatever reading octets again may raise.
UNREADABLE: Final = (ChangedError, NotStoredError, NoSourceError, CaseError, OSError, ValueError)

CHANGED = "The file has changed since it was read. Add it again to see its source."
GONE = "The file can no longer be read."
NO_SOURCE = (
    "The row shows what is in the table. A table of results has no source text. "
    "Inspection judges the link anew, by the rules of this version."
)
NOT_STORED = (
    "The source is not in the case: a case keeps files of up to {size} MB, {all} MB in total. "
    "Add the file again to see the source."
)


def why(error: Exception) -> str:
    """Tell it."""
    if isinstance(error, ChangedError):
        return say(CHANGED)
    if isinstance(error, NoSourceError):
        return say(NO_SOURCE)
    if isinstance(error, NotStoredError):
        return say(NOT_STORED, size=LARGEST >> 20, all=ALL >> 20)
    if isinstance(error, CaseError):
        return say(error.why)
    return say(GONE)
