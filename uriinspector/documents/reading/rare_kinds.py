"""The readers of rare kinds, which are imported when the first of them is met.

This speeds up the start for pages and messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uriinspector.documents.scan_state import Entity, Scan


def read_outlook(scan: Scan, entity: Entity) -> str | None:
    from uriinspector.documents.reading.mapi_message import read_outlook as read

    return read(scan, entity)


def read_tnef(scan: Scan, entity: Entity) -> str | None:
    from uriinspector.documents.reading.mapi_message import read_tnef as read

    return read(scan, entity)


def read_rich_text(scan: Scan, entity: Entity) -> str | None:
    from uriinspector.documents.reading.mapi_message import read_rich_text as read

    return read(scan, entity)


def read_signed(scan: Scan, entity: Entity) -> str | None:
    from uriinspector.documents.reading.windows_shortcut import read_signed as read

    return read(scan, entity)


def read_compound(scan: Scan, entity: Entity) -> str | None:
    from uriinspector.documents.reading.mapi_message import read_compound as read

    return read(scan, entity)


def read_windows_shortcut(scan: Scan, entity: Entity) -> str | None:
    from uriinspector.documents.reading.windows_shortcut import read_windows_shortcut as read

    return read(scan, entity)


def read_property_list(scan: Scan, entity: Entity) -> str | None:
    from uriinspector.documents.reading.windows_shortcut import read_property_list as read

    return read(scan, entity)


def read_onenote(scan: Scan, entity: Entity) -> str | None:
    from uriinspector.documents.reading.windows_shortcut import read_onenote as read

    return read(scan, entity)


def read_seven_zip(scan: Scan, entity: Entity) -> str | None:
    from uriinspector.documents.reading.seven_zip import read_seven_zip as read

    return read(scan, entity)
