"""What a browser would make of the text, where that is not what is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.parse import parse
from uriinspector.readers import browser
from uriinspector.readers.reading import Reading

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

# Longer texts would cost more than they tell here: the table of readings shows them.
LONGEST = 4_096
# The ports of browsers' own schemes: they leave them out.
PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}


def in_browsers(inspection: Inspection) -> str | None:
    """What browsers would show in their address bar; None where that is as good as the text."""
    if len(inspection.text) > LONGEST or inspection.verdict.host is None:
        return None
    reading = browser.read(inspection.text, inspection.base)
    if not reading.accepted or reading.serialized is None or _is_alike(inspection, reading):
        return None
    return reading.serialized


def _is_alike(inspection: Inspection, read: Reading) -> bool:
    """Nothing but case in scheme and host, the scheme's own port, the slash of an empty path.

    What browsers escape in a user name changes nothing either.
    """
    written = parse(inspection.target or inspection.text, edition="2005")
    scheme = (written.scheme or "").lower()
    port = None if written.port in {"", PORTS.get(scheme)} else written.port
    return (scheme, (written.host or "").lower(), port) == (read.scheme, read.host, read.port) and (
        (written.path or "/", written.query, written.fragment)
        == (read.path or "/", read.query, read.fragment)
    )
