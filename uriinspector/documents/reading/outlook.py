"""The readers of what Outlook writes: .msg, and TNEF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import message
from uriinspector.documents.bases import enclosed
from uriinspector.documents.ole.compound_file import CompoundFile
from uriinspector.documents.outlook.message_file import MessageFile
from uriinspector.documents.outlook.tnef import TnefStream
from uriinspector.documents.reading.mapi_message import read_content, read_mapi_message

if TYPE_CHECKING:
    from uriinspector.documents.scan_state import Entity, Scan


def read_outlook(scan: Scan, entity: Entity) -> str | None:
    """A message in a compound file."""
    file = CompoundFile(entity.octets.get(), entity.start, entity.end)
    return read_mapi_message(scan, entity, MessageFile(file, entity.octets).message())


def read_tnef(scan: Scan, entity: Entity) -> str | None:
    """What Outlook packs beside a message: its body in RTF, and all attachments."""
    stream = TnefStream(entity.octets, entity.start, entity.end)
    mapi = stream.message()
    if scan.message.envelope is not None:
        reason = read_content(scan, entity, mapi, enclosed(entity.base))
    else:
        reason = read_mapi_message(scan, entity, mapi)
    if reason is None and not stream.is_whole:
        return message("damaged TNEF")
    return reason
