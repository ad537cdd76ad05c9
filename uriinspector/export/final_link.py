"""Where the way ends that a text leads along, as far as the text tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.domains import registrable_domain
from uriinspector.core.host import host_kind

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection


def final_inspection(inspection: Inspection) -> Inspection:
    """The last text on the way: the one that services lead on to, or the text itself."""
    for each in inspection.nested:
        if each.layer.follows:
            return final_inspection(each.inspection) if each.inspection else inspection
    return inspection


def site_of(host: str | None) -> str | None:
    """The registrable domain; None for an address, a bare suffix, and where there is no host."""
    if not host or host_kind(host) != "reg-name":
        return None
    return registrable_domain(host.lower())


def fetched(inspection: Inspection) -> str | None:
    """The link as a browser asks for it, without user name and fragment; None where it does not."""
    if inspection.verdict.host is None:
        return None
    reading = next(each for each in inspection.readings if each.reader == "browser")
    if not reading.accepted or not reading.serialized:
        return None
    port = "" if reading.port is None else f":{reading.port}"
    query = "" if reading.query is None else f"?{reading.query}"
    return f"{reading.scheme}://{reading.host}{port}{reading.path}{query}"
