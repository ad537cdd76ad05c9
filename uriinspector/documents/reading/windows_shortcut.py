"""The readers of Windows shortcuts, property lists, OneNote files and signed content."""

import struct
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

from uriinspector.analysis.encoding import UTF8, WINDOWS, decode
from uriinspector.analysis.running_text import addresses
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, message
from uriinspector.documents.document_values import LinkLocation, LinkPlace
from uriinspector.documents.mime import COMPRESSED, ENCRYPTED, OTHER, Base64, read_cms, read_header
from uriinspector.documents.octets import ZLIB, Inflater, Octets, PackedStreams, Runs
from uriinspector.documents.office import SortedSpans, binary_addresses
from uriinspector.documents.reading.email_message import read_part
from uriinspector.documents.reading.page import TOO_MUCH, text_of
from uriinspector.documents.reading.zip_archive import LARGEST, left_out
from uriinspector.documents.scan_state import Entity, Scan

HEAD = 76
FLAGS = 20
HAS_TARGETS, HAS_INFO, IS_WIDE = 1, 2, 0x80
# The strings after the tables in order, by the flag for their presence (2.4).
TEXTS = (
    (0x04, "description"),
    (0x08, "relative path"),
    (0x10, "working directory"),
    (0x20, "arguments"),
    (0x40, "icon"),
)
# Windows reads at most NARROW_SIZE characters of these, even if their count is larger.
LIMITED = frozenset({"description", "relative path", "working directory"})
# Blocks at the end with a path, once with one and once with two bytes per character (2.5).
BLOCKS = {0xA0000001: "target", 0xA0000007: "icon"}
NARROW_SIZE = 260
# A path or address on another computer.
ELSEWHERE = expression(r"\\\\[^\\\s]|[A-Za-z][A-Za-z0-9+.-]{1,30}:(?!\\)")
# Characters that begin another command, and do not belong to an address.
COMMAND_END = expression(r"[|`]")


class ShortcutText(NamedTuple):
    name: str
    text: str
    start: int
    end: int


def read_windows_shortcut(scan: Scan, entity: Entity) -> str | None:
    """Read addresses and paths on other computers; report the command unchanged."""
    octets = entity.octets.get()
    leaf = scan.leaf(entity)
    texts = list(shortcut_texts(octets, entity.start, entity.end))
    spans = [(each.start, each.end) for each in texts]
    for each in texts:
        scan.add(leaf, _links(each))
    rest = (
        each
        for each in binary_addresses(octets, entity.start, entity.end)
        if not any(start <= each.start < end for start, end in spans)
    )
    scan.add_addresses(leaf, LinkPlace(None, "target"), rest)
    command = next((each.text for each in texts if each.name == "arguments"), "")
    if command.strip():
        shown = command.strip()[:300]
        return message("only addresses in the command are checked: {text}", text=shown)
    return None


def _links(text: ShortcutText) -> Iterator[LinkLocation]:
    place = LinkPlace(None, text.name.replace(" ", "-"))
    whole = text.text.strip(' "')
    if text.name != "arguments" and ELSEWHERE.match(whole):
        yield text.start, text.start, text.end, place, None, whole
        return
    octets = text.text.encode("utf-8", "replace")
    for each in addresses(octets, 0, len(octets), UTF8):
        yield text.start, text.start, text.end, place, None, COMMAND_END.split(each.value)[0]


def shortcut_texts(octets: bytes, start: int, end: int) -> Iterator[ShortcutText]:
    """Yield the strings, up to the point where the file is damaged."""
    try:
        yield from _texts(octets[start:end], start)
    except struct.error:
        return


def _texts(octets: bytes, start: int) -> Iterator[ShortcutText]:
    flags = struct.unpack_from("<I", octets, FLAGS)[0]
    at = HEAD
    if flags & HAS_TARGETS:
        at += 2 + struct.unpack_from("<H", octets, at)[0]
    if flags & HAS_INFO:
        size = struct.unpack_from("<I", octets, at)[0]
        yield from _network_path(octets, at, size, start)
        at += size
    for flag, name in TEXTS:
        if not flags & flag:
            continue
        count = struct.unpack_from("<H", octets, at)[0]
        if name in LIMITED:
            count = min(count, NARROW_SIZE)
        at += 2
        raw = octets[at : at + count * (2 if flags & IS_WIDE else 1)]
        text = raw.decode("utf-16-le", "replace") if flags & IS_WIDE else decode(raw, WINDOWS)
        yield ShortcutText(name, text.rstrip("\0"), start + at, start + at + len(raw))
        at += len(raw)
    yield from _blocks(octets, at, start)


def _network_path(octets: bytes, at: int, size: int, start: int) -> Iterator[ShortcutText]:
    """Yield the path of a target on another computer (2.3)."""
    share, suffix = struct.unpack_from("<II", octets, at + 20)
    if not share or share + 20 > size or suffix > size:
        return
    first = at + share + struct.unpack_from("<I", octets, at + share + 8)[0]
    if first > len(octets):
        return
    path, end = _narrow(octets, first)
    rest, _ = _narrow(octets, at + suffix)
    text = f"{path}\\{rest}" if rest and not path.endswith("\\") else path + rest
    yield ShortcutText("target", text, start + first, start + end)


def _narrow(octets: bytes, at: int) -> tuple[str, int]:
    end = octets.find(b"\0", at, at + 4096)
    end = max(min(at + 4096, len(octets)) if end < 0 else end, at)
    return decode(octets[at:end], WINDOWS), min(end, len(octets))


def _blocks(octets: bytes, at: int, start: int) -> Iterator[ShortcutText]:
    while at + 8 <= len(octets):
        size, signature = struct.unpack_from("<II", octets, at)
        if size < 8:
            return
        if signature in BLOCKS and size >= 8 + 3 * NARROW_SIZE:
            first = at + 8 + NARROW_SIZE
            raw = octets[first : first + 2 * NARROW_SIZE]
            # Ignore half a character at the end of the file.
            text = raw[: len(raw) & ~1].decode("utf-16-le", "replace").partition("\0")[0]
            if text:
                last = first + len(text.encode("utf-16-le"))
                yield ShortcutText(BLOCKS[signature], text, start + first, start + last)
        at += size


# The header of embedded data (MS-ONESTORE 2.6.13), then its length and two empty numbers.
EMBEDDED = bytes.fromhex("e716e3bd65261145a4c48d4d0b7a9eac")
ONENOTE_HEAD = 16 + 8 + 4 + 8
FILES = 2_000
# A file name in properties: its length in bytes, then UTF-16 with a terminator.
NAME = expression(
    rb"([\x08-\xff][\0\x01]\0\0)((?:[^\0-\x1f\"*/:<>?\\|]\0){1,200}\.\0(?:[A-Za-z0-9]\0){1,8})\0\0"
)
# The code of a link in a text: a private mark, "HYPERLINK", the address in quotes.
LINK = expression(rb"\xdf\xfdH\0Y\0P\0E\0R\0L\0I\0N\0K\0 \0\"\0((?:[^\"\0-\x1f]\0){3,4000})\"\0")
HYPERLINK, WRITTEN = LinkPlace(None, "hyperlink"), LinkPlace(None, None)
# The field for the format of the file; in packages, embedded files have no header.
FORM, PACKAGED = slice(48, 64), bytes.fromhex("2fe98d63d4a6c14b9a36b3fc2511a5b7")
WRITTEN_ONLY = message("in OneNote files of this format, only addresses in plain text are checked")
PARTIAL = message("in OneNote files, only embedded files and addresses in plain text are checked")


def read_onenote(scan: Scan, entity: Entity) -> str | None:
    """Read the embedded files according to their kinds, then the addresses outside of them."""
    octets = entity.octets.get()
    spans = list(_embedded(octets, entity.start, entity.end))
    names = _names(octets, entity, spans)
    unopened = max(len(spans) - FILES, 0)
    if unopened:
        scan.at_limit("")
    for number, (start, end) in enumerate(spans[:FILES], 1):
        if not scan.has_room():
            unopened += min(len(spans), FILES) - number + 1
            break
        path = f"{entity.path}.{number}"
        inner = entity.inside(entity.octets, start, end, path, entity.base)
        with scan.budget.sharing(entity.end - end):
            scan.take(replace(inner, name=names[number - 1] if names else None))
    leaf = scan.leaf(entity)
    scan.add(leaf, _onenote_links(octets, entity, spans))
    if unopened:
        return left_out(unopened)
    return WRITTEN_ONLY if bytes(entity.view()[FORM]) == PACKAGED else PARTIAL


def _embedded(octets: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    while (at := octets.find(EMBEDDED, at, end)) >= 0:
        length = int.from_bytes(octets[at + 16 : at + 24], "little")
        first = at + ONENOTE_HEAD
        if length and first + length <= end:
            yield first, first + length
            at = first + length
        else:
            at += len(EMBEDDED)


def _names(octets: bytes, entity: Entity, spans: list[tuple[int, int]]) -> list[str]:
    """Return the names of the files, or [] if they cannot be matched to the files."""
    names: dict[str, None] = {}
    files = SortedSpans(spans)
    for match in NAME.finditer(octets, entity.start, entity.end):
        size = int.from_bytes(match[1], "little")
        if size in {len(match[2]), len(match[2]) + 2} and match.start() not in files:
            names[match[2].decode("utf-16-le", "replace")] = None
    return list(names) if len(names) == len(spans) else []


def _onenote_links(
    octets: bytes, entity: Entity, spans: list[tuple[int, int]]
) -> Iterator[LinkLocation]:
    files = SortedSpans(spans)
    codes = [match.span(1) for match in LINK.finditer(octets, entity.start, entity.end)]
    for start, end in codes:
        if start not in files:
            value = octets[start:end].decode("utf-16-le", "replace")
            yield start, start, end, HYPERLINK, None, value
    links = SortedSpans(codes)
    for each in binary_addresses(octets, entity.start, entity.end):
        if each.start not in files and each.start not in links:
            yield each.start, each.start, each.end, WRITTEN, None, each.value


BINARY = b"bplist00"
TRAILER = 32
OBJECTS = 100_000
# Custom entities are not expanded: a text that contains any is not decoded.
STRING = expression(rb"<string>([^<]{1,20000}+)</string>")
ADDRESS = expression(r"\s*[A-Za-z][A-Za-z0-9+.-]{1,40}:\S")
URL = LinkPlace(None, "url")


def read_property_list(scan: Scan, entity: Entity) -> str | None:
    """Read the strings that are addresses."""
    if bytes(entity.view()[: len(BINARY)]) == BINARY:
        leaf = scan.leaf(entity)
        links = list(_binary_links(entity.octets.get(), entity.start, entity.end))
        scan.add(leaf, links)
        return None if links else message("no address found in the property list")
    located = text_of(scan, entity, is_page=False)
    if located is None:
        return TOO_MUCH
    octets, start, end, encoding = located
    leaf = scan.leaf(entity, octets, (start, end), encoding)
    scan.add(leaf, _xml_links(octets.get(), start, end, encoding))
    return None


def _xml_links(octets: bytes, start: int, end: int, encoding: str) -> Iterator[LinkLocation]:
    for match in STRING.finditer(octets, start, end):
        text = unescape(decode(match[1], encoding))
        if ADDRESS.match(text):
            yield match.start(1), match.start(1), match.end(1), URL, None, text.strip()


def _binary_links(octets: bytes, start: int, end: int) -> Iterator[LinkLocation]:
    """Yield the addresses in a binary list; strings have one or two bytes per character."""
    trailer = octets[max(end - TRAILER, start) : end]
    size = trailer[6] if len(trailer) == TRAILER else 0
    count, table = int.from_bytes(trailer[8:16], "big"), int.from_bytes(trailer[24:32], "big")
    if not 1 <= size <= 8:
        return
    for number in range(min(count, OBJECTS)):
        entry = start + table + number * size
        at = start + int.from_bytes(octets[entry : entry + size], "big")
        if entry + size > end or at >= end:
            return
        first, length, width = _text_at(octets, at, end)
        if not width:
            continue
        last = min(first + length * width, end)
        encoding = "utf-16-be" if width == 2 else "ascii"
        text = octets[first : min(last, first + 40_000)].decode(encoding, "replace")
        if ADDRESS.match(text):
            yield first, first, last, URL, None, text.strip()


def _text_at(octets: bytes, at: int, end: int) -> tuple[int, int, int]:
    """Return a string's start, its length, and its bytes per character (0 if it is no string)."""
    width = {0x50: 1, 0x60: 2}.get(octets[at] & 0xF0, 0)
    length, first = octets[at] & 0x0F, at + 1
    if length == 0x0F and first < end:
        size = 1 << (octets[first] & 3)
        length = int.from_bytes(octets[first + 1 : first + 1 + size], "big")
        first += 1 + size
    return first, length, width


# The base64 text of a PEM file.
IN_LETTERS = expression(rb"-----BEGIN [A-Z0-9 ]{1,20}-----([^-]*+)")
UNVERIFIED = message("only the signed content was checked; signatures are never verified")


def read_signed(scan: Scan, entity: Entity) -> str | None:
    """Read the content of a signed file or part according to its kind."""
    octets, start, end = entity.octets, entity.start, entity.end
    letters = IN_LETTERS.match(octets.get(), start, end)
    if letters:
        decoded = scan.decoded(octets, *letters.span(1), Base64())
        if decoded is None:
            return TOO_MUCH
        octets, start, end = decoded, 0, len(decoded.get())
    content = read_cms(octets.get(), start, end)
    if content.kind == ENCRYPTED:
        return message("encrypted (S/MIME)")
    if content.kind == OTHER:
        return message("signed or encrypted (S/MIME)")
    if not content.runs:
        return message("signature without content; signatures are never verified")
    inner: Octets | None = scan.decoded(octets, start, end, Runs(content.runs))
    if inner is not None and content.kind == COMPRESSED:
        coding = PackedStreams(lambda: Inflater(ZLIB), b"", min(LARGEST, scan.budget.left))
        unpacked = scan.decoded(inner, 0, len(inner.get()), coding)
        if unpacked is None:
            return TOO_MUCH
        _read_content(scan, entity, unpacked)
        if coding.is_limited:
            scan.budget.refuse()
        return coding.fault(len(unpacked.get()))
    if inner is None:
        return TOO_MUCH
    _read_content(scan, entity, inner)
    return UNVERIFIED


def _read_content(scan: Scan, entity: Entity, content: Octets) -> None:
    """Read the content as a part of a message if it has a header, otherwise as a file."""
    size, path = len(content.get()), f"{entity.path}.1"
    header = read_header(content.get(), 0, size)
    if header.raw("content-type") is not None:
        outer = replace(entity, octets=content, start=0, end=size)
        read_part(scan, outer, (0, size), entity.base, path)
        return
    name = entity.name
    if name and name.lower().endswith((".p7m", ".p7s", ".p7z")):
        name = name[:-4]
    scan.take(replace(entity.inside(content, 0, size, path, entity.base), name=name))
