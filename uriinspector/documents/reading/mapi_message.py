"""The reader of messages that are made of properties: header, bodies and attachments."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import UTF8
from uriinspector.core.model import Count, message
from uriinspector.documents.bases import enclosed, headed
from uriinspector.documents.converted_octets import Unpacked
from uriinspector.documents.html.attribute_values import attribute_value
from uriinspector.documents.html.scanner import scan_links
from uriinspector.documents.link_location import END, START, VALUE, LinkPlace
from uriinspector.documents.mime.header import read_header
from uriinspector.documents.outlook import mapi_properties as tags
from uriinspector.documents.outlook.compressed_rtf import HEAD, unpacked_rtf
from uriinspector.documents.outlook.synthetic_header import completed, header_start
from uriinspector.documents.reading.converted_page import read_as_page
from uriinspector.documents.reading.email_message import (
    message_scope,
    name_part,
    read_fields,
    read_part,
)
from uriinspector.documents.reading.page import TOO_MUCH
from uriinspector.documents.reading.rich_text import converted_rich_text, leave_out_objects
from uriinspector.documents.reading.written_addresses import written_addresses
from uriinspector.documents.rules.alternative import alternatives
from uriinspector.documents.scan_state import Entity
from uriinspector.documents.transcoding import Transcoding

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.documents.document_values import DocumentBase
    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.link_location import LinkLocation
    from uriinspector.documents.octets import Octets
    from uriinspector.documents.outlook.mapi_properties import (
        MapiAttachment,
        MapiMessage,
        MapiValue,
    )
    from uriinspector.documents.scan_state import Scan

ATTACHMENT = LinkPlace(None, "attachment")
OUTLOOK_TYPE = "application/vnd.ms-outlook"
WIDE = "utf-16-le"


def read_mapi_message(scan: Scan, entity: Entity, mapi: MapiMessage) -> str | None:
    """A message with a header of its own."""
    transport = _transport(scan, mapi)
    raw = transport.get() if transport else b""
    whole = completed(raw, mapi)
    header = read_header(whole, 0, len(whole))
    base = headed(header.raw("content-base"), header.raw("content-location"), entity.base)
    with message_scope(scan, entity, header):
        if transport is not None:
            start = header_start(raw)
            fields = replace(entity, octets=transport, start=start, end=len(raw))
            read_fields(scan, fields, read_header(raw, start, len(raw)), base)
        return read_content(scan, entity, mapi, enclosed(base))


def _transport(scan: Scan, mapi: MapiMessage) -> Octets | None:
    """The header that came with the message, in octets in which ASCII is ASCII."""
    value = mapi.bag.values.get(tags.TRANSPORT_HEADERS)
    located = value.located(scan) if value is not None and value.size else None
    if value is None or located is None:
        return None
    encoding = WIDE if value.kind == tags.WIDE else mapi.bag.encoding
    return scan.decoded(*located, Transcoding(encoding))


def read_content(scan: Scan, entity: Entity, mapi: MapiMessage, base: DocumentBase) -> str | None:
    """Bodies and attachments, numbered as the parts of a message are."""
    inner, before = replace(entity, depth=entity.depth + 1, base=base), len(scan.leaves)
    number = 0
    for tag, media in ((tags.BODY, "text/plain"), (tags.HTML_BODY, "text/html")):
        value = mapi.bag.values.get(tag)
        if value is not None and value.size:
            number += 1
            _read_body(scan, replace(inner, path=f"{entity.path}.{number}"), mapi, value, media)
    value = mapi.bag.values.get(tags.COMPRESSED_RTF)
    if value is not None and value.size:
        number += 1
        path = f"{entity.path}.{number}"
        _read_rich_text(scan, replace(inner, path=path), value, scan.leaves[before:])
    bodies = scan.leaves[before:]
    scan.message.looks.append(lambda: alternatives(bodies))
    following = sum(map(_size, mapi.attachments))
    for position, attachment in enumerate(mapi.attachments, number + 1):
        if scan.is_full:
            break
        following -= _size(attachment)
        with scan.budget.sharing(following):
            _read_attachment(scan, replace(inner, path=f"{entity.path}.{position}"), attachment)
    if mapi.left_out:
        return message("{count} more parts not opened", count=Count(mapi.left_out))
    return None


def _entity(scan: Scan, inner: Entity, value: MapiValue, media: str | None) -> Entity | None:
    """A part whose content is a property; None, and said so, where it is too much."""
    located = value.located(scan)
    if located is None:
        scan.leave_out(replace(inner, type=media), TOO_MUCH)
        return None
    octets, start, end = located
    return Entity(octets, start, end, inner.path, inner.base, type=media, depth=inner.depth)


def _read_body(scan: Scan, inner: Entity, mapi: MapiMessage, value: MapiValue, media: str) -> None:
    entity = _entity(scan, inner, value, media)
    if entity is None:
        return
    charset: str | None
    if value.kind == tags.BINARY:
        charset = tags.code_page(mapi.bag.numbers.get(tags.INTERNET_CODE_PAGE))
    else:
        charset = WIDE if value.kind == tags.WIDE else mapi.bag.encoding
    scan.take(replace(entity, charset=charset, is_declared=True))


def _read_rich_text(scan: Scan, inner: Entity, value: MapiValue, bodies: list[Leaf]) -> None:
    """The body in RTF: a page of its own, unless another body has all its links already."""
    packed = _entity(scan, inner, value, "application/rtf")
    if packed is None:
        return
    octets = scan.decoded(packed.octets, packed.start, packed.end, Unpacked(unpacked_rtf))
    if octets is None or packed.size < HEAD or not octets.get():
        scan.leave_out(packed, TOO_MUCH if octets is None else message("damaged RTF body"))
        return
    entity = replace(packed, octets=octets, start=0, end=len(octets.get()))
    converted, rich_text = converted_rich_text(scan, entity)
    if converted is None:
        scan.leave_out(entity, TOO_MUCH)
    elif scan.enter(entity) and not _is_known(converted.get(), bodies):
        reason = read_as_page(scan, entity, converted)
        leave_out_objects(scan, entity, rich_text)
        if reason is not None:
            scan.leave_out(entity, reason)


def _is_known(page: bytes, bodies: list[Leaf]) -> bool:
    """Whether all links of a page are those of another body of the same kind."""
    linked = set(_values(page, scan_links(page)))
    written = set(_values(page, written_addresses(page, 0, len(page), UTF8)))
    pages = [leaf for leaf in bodies if leaf.is_page]
    if linked and not pages:
        return False
    known = {leaf.value(each) for leaf in pages or bodies for each in leaf.locations}
    return linked | written <= known


def _values(page: bytes, links: Iterable[LinkLocation]) -> Iterable[str]:
    for link in links:
        value = link[VALUE]
        yield attribute_value(page[link[START] : link[END]], UTF8) if value is None else value


def _size(attachment: MapiAttachment) -> int:
    """How many octets its content has, if it is a property."""
    value = attachment.bag.values.get(tags.ATTACHED)
    return max(value.size if value is not None else 0, 1)


def _read_attachment(scan: Scan, inner: Entity, attachment: MapiAttachment) -> None:
    scan.message.attached.append(inner.path)
    bag = attachment.bag
    name = bag.text(tags.LONG_FILE_NAME, tags.FILE_NAME, tags.DISPLAY_NAME)
    if attachment.embedded is not None and attachment.embedded.extent is not None:
        entity = _entity(scan, inner, attachment.embedded.extent, OUTLOOK_TYPE)
        if entity is not None:
            read_embedded(scan, replace(entity, name=name), attachment.embedded)
        return
    value = bag.values.get(tags.ATTACHED)
    if attachment.streams or value is None or not value.size:
        _read_object(scan, replace(inner, name=name), attachment)
        return
    media = bag.text(tags.MEDIA_TYPE)
    entity = _entity(scan, inner, value, media)
    if entity is None:
        return
    if media is not None and media.lower().startswith("multipart/"):
        read_part(scan, entity, (entity.start, entity.end), entity.base, entity.path)
        return
    entity = replace(
        entity,
        name=name,
        content_id=bag.text(tags.CONTENT_ID),
        location=bag.text(tags.CONTENT_LOCATION),
    )
    name_part(scan, entity)
    scan.take(entity)


def read_embedded(scan: Scan, entity: Entity, mapi: MapiMessage) -> None:
    """A message inside of another one."""
    if scan.enter(entity):
        reason = read_mapi_message(scan, entity, mapi)
        if reason is not None:
            scan.leave_out(entity, reason)


def _read_object(scan: Scan, inner: Entity, attachment: MapiAttachment) -> None:
    """An object of another program, or a file that lies elsewhere."""
    path = attachment.bag.values.get(tags.LONG_PATH)
    address = attachment.bag.text(tags.LONG_PATH)
    if path is not None and address is not None and not attachment.streams:
        entity = _entity(scan, inner, path, "application/octet-stream")
        if entity is not None and scan.enter(replace(entity, name=inner.name)):
            leaf = scan.leaf(entity, entity.octets, (entity.start, entity.end), UTF8)
            place = (entity.start, entity.start, entity.end, ATTACHMENT, None, address)
            scan.add(leaf, (place,))
        return
    for number, (name, value) in enumerate(attachment.streams[:64], 1):
        named = replace(inner, path=f"{inner.path}.{number}", depth=inner.depth + 1)
        entity = _entity(scan, named, value, None) if name[:1] > "\x1f" and value.size else None
        if entity is not None:
            scan.take(replace(entity, name=name))
    if not attachment.streams:
        scan.leave_out(inner, message("attachment without content"))
