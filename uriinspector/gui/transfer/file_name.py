"""What a file is called that is saved of a link.  No Qt here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

LONGEST = 60  # of the host: the words behind it stay in sight
UNSAFE = expression(r"[^A-Za-z0-9.-]+")
# Windows keeps these for devices, whatever follows their first dot.
DEVICES = expression(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z)", re.IGNORECASE)


def report_name(inspection: Inspection) -> str:
    """The host that the link goes to, in characters that every file system takes."""
    host = UNSAFE.sub("-", inspection.verdict.host or "").strip(".-")
    if len(host) > LONGEST:
        host = host[-LONGEST:].strip(".-")  # the end of a host says whose it is
    if DEVICES.match(host):
        host = f"_{host}"
    return say("{host} report", host=host or say("link"))
