"""The readers of Outlook messages, RTF, and Office files."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from uriinspector.analysis.encoding import UTF8
from uriinspector.core.model import Count, message
from uriinspector.documents import outlook as tags
from uriinspector.documents.decryption import OPEN_TO_ALL, OfficeEncryption
from uriinspector.documents.document_values import (
    END,
    START,
    VALUE,
    DocumentBase,
    LinkLocation,
    LinkPlace,
)
from uriinspector.documents.html.scanner import scan_links
from uriinspector.documents.html.tokens import attribute_value
from uriinspector.documents.leaf import Leaf, enclosed, headed
from uriinspector.documents.mime import read_header
from uriinspector.documents.octets import (
    Conversion,
    ConvertedPiece,
    Octets,
    Runs,
    Transcoding,
    Unpacked,
)
from uriinspector.documents.office import (
    LARGEST,
    VBA_TEXT,
    Relationship,
    SortedSpans,
    TextPart,
    WordFields,
    binary_addresses,
    packaged_file,
    relationships,
    shared_strings,
    source_of,
    vba_text,
)
from uriinspector.documents.ole import CompoundFile, DirectoryEntry
from uriinspector.documents.outlook import (
    HEAD,
    MapiAttachment,
    MapiMessage,
    MapiValue,
    MessageFile,
    TnefStream,
    completed,
    header_start,
    unpacked_rtf,
)
from uriinspector.documents.reading.email_message import (
    message_scope,
    name_part,
    read_fields,
    read_part,
)
from uriinspector.documents.reading.known_passwords import known_passwords
from uriinspector.documents.reading.page import TOO_MUCH, read_page, text_of, written_addresses
from uriinspector.documents.rtf import TOKENS, RtfConversion, object_bytes, object_spans
from uriinspector.documents.rules.message_links import alternatives
from uriinspector.documents.scan_state import Entity, Scan


def read_as_page(scan: Scan, entity: Entity, page: Octets) -> str | None:
    """Read a page that a file was converted to, and the addresses in its text."""
    before = len(scan.leaves)
    converted = replace(entity, octets=page, start=0, end=len(page.get()), charset=UTF8)
    reason = read_page(scan, converted)
    if len(scan.leaves) > before and not scan.leaves[before].in_message:
        leaf = scan.leaves[before]
        scan.add(leaf, written_addresses(leaf.octets.get(), leaf.start, leaf.end, leaf.encoding))
    return reason


WRITTEN = LinkPlace(None, None)
STREAMS = 5_000
WORD, PACKAGE = "WordDocument", "\x01Ole10Native"
ENCRYPTION, ENCRYPTED = "EncryptionInfo", "EncryptedPackage"
COMPOUND_DOCUMENT_MACROS = ("VBA", "Macros", "_VBA_PROJECT_CUR")
PARTIAL = message("in compound files, only addresses in plain text are checked")


MACROS_LEFT_OUT = message("in macros (VBA), only addresses in plain text are checked")
VBA, IN_MACRO = "text/x-vba", LinkPlace(None, "macro")


def read_compound(scan: Scan, entity: Entity) -> str | None:
    """Read the streams of a compound file: addresses, Word fields, embedded files."""
    file = CompoundFile(entity.octets.get(), entity.start, entity.end)
    if ENCRYPTED in file.root.inside:
        return _read_encrypted(scan, entity, file)
    if any(each in file.root.inside for each in COMPOUND_DOCUMENT_MACROS):
        scan.leave_out(entity, MACROS_LEFT_OUT)
    for number, (name, entry) in enumerate(file.root.walk(), 1):
        if number > STREAMS or not scan.has_room():
            reason = message("only the first {count} parts were checked", count=Count(STREAMS))
            return scan.at_limit(reason)
        part = replace(entity, path=f"{entity.path}.{number}", depth=entity.depth + 1)
        runs = file.runs(entry)
        if file.is_cut:
            scan.budget.refuse()
        if not runs:
            continue
        octets = scan.decoded(entity.octets, runs[0][0], runs[-1][1], Runs(runs))
        if octets is None:
            return TOO_MUCH
        stream = replace(part, octets=octets, start=0, end=len(octets.get()), type=None, name=name)
        _read_stream(scan, stream, entry)
    return PARTIAL


def _read_encrypted(scan: Scan, entity: Entity, file: CompoundFile) -> str | None:
    """Read an encrypted Office file if a password is known."""
    inside = file.root.inside
    runs = file.runs(inside[ENCRYPTED])
    info = OfficeEncryption(file.read(inside[ENCRYPTION])) if ENCRYPTION in inside else None
    for password in known_passwords(scan, entity, OPEN_TO_ALL) if info and runs else ():
        if info is None or not scan.passwords.may_make_key(info.rounds):
            break
        key = info.key(password)
        if key is not None:
            packed = file.read(inside[ENCRYPTED], len(entity.view()))
            unpack = partial(_content, info, key, packed)
            octets = scan.decoded(entity.octets, runs[0][0], runs[-1][1], Unpacked(unpack))
            if octets is None:
                return TOO_MUCH
            scan.take(entity.inside(octets, 0, len(octets.get()), f"{entity.path}.1", entity.base))
            return None
    scan.passwords.locked.setdefault(entity.path)
    return message("encrypted")


def _content(info: OfficeEncryption, key: bytes, packed: bytes, _span: memoryview) -> bytes:
    return info.content(key, packed)


def _read_stream(scan: Scan, stream: Entity, entry: DirectoryEntry) -> None:
    octets = stream.octets
    if entry.name.endswith(PACKAGE):
        packaged = packaged_file(octets.get())
        if packaged is not None:
            scan.take(replace(stream, start=packaged.start, end=packaged.end, name=packaged.name))
            return
    packed = VBA_TEXT.search(octets.get())
    if packed is not None:
        _read_macro(scan, stream, packed.start())
        return
    fields = WordFields()
    if entry.name == WORD:
        page = scan.decoded(octets, 0, stream.end, Conversion(fields.convert))
        if page is not None and (page.get() or fields.commands):
            _read_fields(scan, stream, page, fields)
            return
    _read_written(scan, stream, is_entered=False)


def _read_macro(scan: Scan, stream: Entity, start: int) -> None:
    """Read the addresses in a macro's text, whose span is the whole macro."""
    octets = scan.decoded(stream.octets, start, stream.end, Unpacked(vba_text))
    if octets is not None and scan.enter(replace(stream, type=VBA)):
        size = len(octets.get())
        found = binary_addresses(octets.get(), 0, size)
        scan.add_addresses(scan.leaf(stream, octets, (0, size)), IN_MACRO, found)


def _leave_out_commands(scan: Scan, entity: Entity, commands: Iterable[str]) -> None:
    for command in commands:
        scan.leave_out(entity, message("DDE command: {text}", text=command[:200]))


def _read_fields(scan: Scan, stream: Entity, page: Octets, fields: WordFields) -> None:
    named = replace(stream, type="application/msword")
    if not scan.enter(named):
        return
    read_as_page(scan, named, page)
    _leave_out_commands(scan, named, fields.commands[:20])
    _read_written(scan, named, fields.spans, is_entered=True)


def _read_written(
    scan: Scan, stream: Entity, known: list[tuple[int, int]] | None = None, *, is_entered: bool
) -> None:
    """Read addresses in binary data, except those in fields."""
    fields = SortedSpans(sorted(known or []))
    addresses = binary_addresses(stream.octets.get(), 0, stream.end)
    found = [each for each in addresses if each.start not in fields]
    if not found:
        return
    named = stream if is_entered else replace(stream, type="application/octet-stream")
    if is_entered or scan.enter(named):
        scan.add_addresses(scan.leaf(named, stream.octets, (0, stream.end)), WRITTEN, found)


# The folder of embedded files, which are read according to their kinds, whatever their names are.
FILES = "/embeddings/"
# Parts with visible text and with formulas.
SHOWN = (
    "word/",
    "ppt/comments",
    "ppt/notesslides",
    "ppt/presentation",
    "ppt/slides",
    "xl/chartsheets",
    "xl/comments",
    "xl/drawings",
    "xl/externallinks",
    "xl/sharedstrings",
    "xl/workbook",
    "xl/worksheets",
)
UNSHOWN = ("/theme", "styles", "fonttable", "/websettings", "numbering")
# The cost per byte of markup in units of work, by measured time.
OFFICE_ARCHIVE_COST = 3
OFFICE_ARCHIVE_MACROS = "vbaproject.bin"
RELATIONSHIPS = ".rels"


def read_office(scan: Scan, members: Iterable[Entity]) -> str | None:
    """Read the links of an Office file; ``members`` are its opened parts."""
    parts = {each.name or "": each for each in members}
    related = {
        source_of(name): _related(scan, part)
        for name, part in parts.items()
        if name.lower().endswith(RELATIONSHIPS)
    }
    strings = SharedStrings(scan, parts.get("xl/sharedStrings.xml"))
    used: dict[str, set[str]] = {}
    skipped = 0
    for name, part in parts.items():
        lowered = name.lower()
        if lowered.endswith(RELATIONSHIPS):
            continue
        if lowered.endswith(OFFICE_ARCHIVE_MACROS):
            scan.leave_out(part, MACROS_LEFT_OUT)
            scan.take(part)
        elif _is_shown(lowered):
            used[name] = _read_part(scan, part, TextPart(related.get(name, {}), strings.text))
        elif lowered.endswith((".xml", ".bin")) and FILES not in lowered:
            skipped += 1
        else:
            scan.take(part)
    for name, part in parts.items():
        if name.lower().endswith(RELATIONSHIPS):
            source = source_of(name)
            _read_relationships(scan, part, related[source], used.get(source, set()))
    if skipped:
        return message(
            "in Office files, only text, links and embedded files are checked; other parts: "
            "{count}",
            count=Count(skipped),
        )
    return None


class SharedStrings:
    def __init__(self, scan: Scan, part: Entity | None) -> None:
        self._scan = scan
        self._part = part
        self._texts: list[str] | None = None

    def text(self, number: int) -> str:
        """Return a string by its number, or "" if it does not exist."""
        if self._texts is None:
            located = self._part and text_of(self._scan, self._part, is_page=False)
            self._texts = shared_strings(located[0].get(), *located[1:3]) if located else []
        return self._texts[number] if number < len(self._texts) else ""


def _is_shown(name: str) -> bool:
    is_part = name.startswith(SHOWN) and name.endswith((".xml", ".vml"))
    return is_part and not any(each in name for each in UNSHOWN)


def _related(scan: Scan, part: Entity) -> dict[str, Relationship]:
    located = text_of(scan, part, is_page=False)
    if located is None:
        return {}
    octets, start, end, _ = located
    return {each.name: each for each in relationships(octets.get(), start, end)}


def _read_part(scan: Scan, part: Entity, text_part: TextPart) -> set[str]:
    """Read the text of a part with its links; return the names of the relationships it used."""
    part = replace(part, type="application/xml")
    if not scan.enter(part):
        return set()
    located = text_of(scan, part, is_page=False)
    coding = Conversion(text_part.convert)
    is_paid = located is not None and scan.budget.charge(
        OFFICE_ARCHIVE_COST * min(part.size, LARGEST)
    )
    page = scan.decoded(located[0], *located[1:3], coding) if located and is_paid else None
    reason = TOO_MUCH if page is None else read_as_page(scan, part, page)
    if reason is not None:
        scan.leave_out(part, reason)
    elif part.size > LARGEST:
        scan.leave_out(part, TOO_MUCH)
    for command in text_part.commands:
        scan.leave_out(part, message("DDE command: {text}", text=command[:200]))
    return text_part.used


def _read_relationships(
    scan: Scan, part: Entity, related: dict[str, Relationship], used: set[str]
) -> None:
    """Read the external relationships whose links were not found in a part."""
    part = replace(part, type="application/xml")
    if not scan.enter(part):
        return
    located = text_of(scan, part, is_page=False)
    if located is None:
        scan.leave_out(part, TOO_MUCH)
        return
    leaf = scan.leaf(part, located[0], located[1:3], located[3])
    scan.add(leaf, _external(related.values(), used))


def _external(related: Iterable[Relationship], used: set[str]) -> Iterator[LinkLocation]:
    for each in related:
        if each.is_external and each.name not in used:
            value, start, end = each.target
            yield start, start, end, LinkPlace(None, each.kind.lower()), None, value


# The cost of an RTF token in units of work, by measured time.
RICH_TEXT_COST = 16


@dataclass(slots=True)
class RichText:
    most: int = TOKENS
    commands: list[str] = field(default_factory=list)
    objects: int = 0
    tokens: int = 0

    def convert(self, octets: bytes, start: int, end: int) -> Iterator[ConvertedPiece]:
        conversion = RtfConversion(octets, start, end, self.most)
        yield from conversion.pieces()
        self.commands, self.objects = conversion.commands, conversion.objects
        self.tokens = conversion.tokens


def read_rich_text(scan: Scan, entity: Entity) -> str | None:
    converted, rich_text = converted_rich_text(scan, entity)
    if converted is None:
        return TOO_MUCH
    reason = read_as_page(scan, entity, converted)
    rich_text.objects -= _read_objects(scan, entity)
    leave_out_objects(scan, entity, rich_text)
    return reason


def _read_objects(scan: Scan, entity: Entity) -> int:
    """Read the objects of an RTF file; return how many were opened."""
    opened = 0
    for start, end in object_spans(entity.octets.get(), entity.start, entity.end):
        with scan.budget.sharing(entity.end - end):
            data = scan.decoded(entity.octets, start, end, Unpacked(object_bytes))
        if data is None or not scan.has_room():
            break
        opened += 1
        octets = data.get()
        at = octets.find(COMPOUND)
        inner = entity.inside(
            data, max(at, 0), len(octets), f"{entity.path}.object{opened}", entity.base
        )
        if at >= 0:
            scan.take(inner)
        elif scan.enter(replace(inner, type=OBJECT)):
            places = binary_addresses(octets, 0, len(octets))
            scan.add_addresses(scan.leaf(inner, data, (0, len(octets))), IN_OBJECT, places)
    return opened


def converted_rich_text(scan: Scan, entity: Entity) -> tuple[Octets | None, RichText]:
    """Convert RTF to a page, which is None if the budget is used up."""
    rich_text = RichText(min(TOKENS, max(scan.budget.left, 0) // RICH_TEXT_COST))
    coding = Conversion(rich_text.convert)
    converted = scan.decoded(entity.octets, entity.start, entity.end, coding)
    scan.budget.spend(RICH_TEXT_COST * rich_text.tokens)
    return converted, rich_text


def leave_out_objects(scan: Scan, entity: Entity, rich_text: RichText) -> None:
    """Report commands and objects in an RTF file, and its unread rest if it is too long."""
    if rich_text.tokens >= rich_text.most:
        scan.budget.refuse()
        scan.leave_out(entity, TOO_MUCH)
    if rich_text.objects:
        count = Count(rich_text.objects)
        scan.leave_out(entity, message("embedded objects: {count}", count=count))
    _leave_out_commands(scan, entity, rich_text.commands[:10])


COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
OBJECT, IN_OBJECT = "application/x-oleobject", LinkPlace(None, "object")
ATTACHMENT = LinkPlace(None, "attachment")
OUTLOOK_TYPE = "application/vnd.ms-outlook"
WIDE = "utf-16-le"


def read_mapi_message(scan: Scan, entity: Entity, mapi: MapiMessage) -> str | None:
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
    """Return the original transport header, recoded to an encoding that extends ASCII."""
    value = mapi.bag.values.get(tags.TRANSPORT_HEADERS)
    located = value.located(scan) if value is not None and value.size else None
    if value is None or located is None:
        return None
    encoding = WIDE if value.kind == tags.WIDE else mapi.bag.encoding
    return scan.decoded(*located, Transcoding(encoding))


def read_content(scan: Scan, entity: Entity, mapi: MapiMessage, base: DocumentBase) -> str | None:
    """Read bodies and attachments, numbered like the parts of a message."""
    inner, before = replace(entity, depth=entity.depth + 1, base=base), len(scan.leaves)
    number = 0
    for tag, media in ((tags.MAPI_PROPERTIES_BODY, "text/plain"), (tags.HTML_BODY, "text/html")):
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
        if not scan.has_room():
            mapi.left_out += len(mapi.attachments) - (position - number - 1)
            break
        following -= _size(attachment)
        with scan.budget.sharing(following):
            _read_attachment(scan, replace(inner, path=f"{entity.path}.{position}"), attachment)
    if mapi.left_out:
        reason = message("{count} more parts not opened", count=Count(mapi.left_out))
        return scan.at_limit(reason)
    return None


def _entity(scan: Scan, inner: Entity, value: MapiValue, media: str | None) -> Entity | None:
    """Return a part whose content is a property; if it is too large, report it and return None."""
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
    """Read the RTF body, unless another body already has all its links."""
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
    """Return True if all links of the page are in a body of the same kind."""
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
    """Return the size of an attachment's content, at least 1."""
    value = attachment.bag.values.get(tags.MAPI_PROPERTIES_ATTACHED)
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
    value = bag.values.get(tags.MAPI_PROPERTIES_ATTACHED)
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
    if scan.enter(entity):
        reason = read_mapi_message(scan, entity, mapi)
        if reason is not None:
            scan.leave_out(entity, reason)


def _read_object(scan: Scan, inner: Entity, attachment: MapiAttachment) -> None:
    """Read an attached object, or the path of a file that is stored elsewhere."""
    path = attachment.bag.values.get(tags.LONG_PATH)
    address = attachment.bag.text(tags.LONG_PATH)
    if path is not None and address is not None and not attachment.streams:
        entity = _entity(scan, inner, path, "application/octet-stream")
        if entity is not None and scan.enter(replace(entity, name=inner.name)):
            place = (entity.start, entity.end, address)
            scan.add_addresses(scan.leaf(entity), ATTACHMENT, (place,))
        return
    for number, (name, value) in enumerate(attachment.streams[:64], 1):
        named = replace(inner, path=f"{inner.path}.{number}", depth=inner.depth + 1)
        entity = _entity(scan, named, value, None) if name[:1] > "\x1f" and value.size else None
        if entity is not None:
            scan.take(replace(entity, name=name))
    if not attachment.streams:
        scan.leave_out(inner, message("attachment without content"))


def read_outlook(scan: Scan, entity: Entity) -> str | None:
    file = CompoundFile(entity.octets.get(), entity.start, entity.end)
    mapi = MessageFile(file, entity.octets).message()
    if file.is_cut:
        scan.budget.refuse()
    return read_mapi_message(scan, entity, mapi)


def read_tnef(scan: Scan, entity: Entity) -> str | None:
    """Read TNEF data, in which Outlook packs a message's RTF body and attachments."""
    stream = TnefStream(entity.octets, entity.start, entity.end)
    mapi = stream.message()
    if scan.message.envelope is not None:
        reason = read_content(scan, entity, mapi, enclosed(entity.base))
    else:
        reason = read_mapi_message(scan, entity, mapi)
    if reason is None and not stream.is_whole:
        return message("damaged TNEF")
    return reason
