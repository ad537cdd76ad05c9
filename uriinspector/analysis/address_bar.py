"""The address that browsers would show for a text, where it differs from the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.parse import parse
from uriinspector.readers import browser
from uriinspector.readers.reading import Reading

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

# Parsing longer texts here would take too long; their address is only in the table of readings.
LONGEST = 4_096
# Default ports, which browsers leave out.
PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}


def in_browsers(inspection: Inspection) -> str | None:
    """Return the address that browsers would show.

    None if they reject the text, if it has no host, or if the address is equivalent to the text.
    """
    if len(inspection.text) > LONGEST or inspection.verdict.host is None:
        return None
    reading = browser.read(inspection.text, inspection.base)
    if not reading.accepted or reading.serialized is None or _is_alike(inspection, reading):
        return None
    return reading.serialized


def _is_alike(inspection: Inspection, read: Reading) -> bool:
    """Return True if browsers change only letter case, a default port or an empty path.

    The userinfo is not compared: browsers at most escape it.
    """
    written = parse(inspection.target or inspection.text, edition="2005")
    scheme = (written.scheme or "").lower()
    port = None if written.port in {"", PORTS.get(scheme)} else written.port
    return (scheme, (written.host or "").lower(), port) == (read.scheme, read.host, read.port) and (
        (written.path or "/", written.query, written.fragment)
        == (read.path or "/", read.query, read.fragment)
    )
