"""The reader of Windows shortcuts (MS-SHLLINK): what they open, with which arguments and icon."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import UTF8, WINDOWS, decode
from uriinspector.analysis.running_text import addresses
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, message
from uriinspector.documents.link_location import LinkPlace
from uriinspector.documents.office.binary_text import binary_addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.link_location import LinkLocation
    from uriinspector.documents.scan_state import Entity, Scan

HEAD = 76
FLAGS = 20
HAS_TARGETS, HAS_INFO, IS_WIDE = 1, 2, 0x80
# The texts behind the tables, in order, by the flag that says that one is there (2.4).
TEXTS = (
    (0x04, "description"),
    (0x08, "relative path"),
    (0x10, "working directory"),
    (0x20, "arguments"),
    (0x40, "icon"),
)
# Blocks at the end that hold one path, in one and in two octets to a character (2.5).
BLOCKS = {0xA0000001: "target", 0xA0000007: "icon"}
NARROW_SIZE = 260
# What a path is that leads to another computer.
ELSEWHERE = expression(r"\\\\[^\\\s]|[A-Za-z][A-Za-z0-9+.-]{1,30}:(?!\\)")
# What goes on with another command, and is no part of an address there.
COMMAND_END = expression(r"[|`]")


class ShortcutText(NamedTuple):
    """A text of a shortcut: what it is for, and where it is written."""

    name: str
    text: str
    start: int
    end: int


def read_windows_shortcut(scan: Scan, entity: Entity) -> str | None:
    """Addresses and paths of other computers; a command is shown as it is."""
    octets = entity.octets.get()
    leaf = scan.leaf(entity, entity.octets, (entity.start, entity.end), UTF8)
    texts = list(shortcut_texts(octets, entity.start, entity.end))
    spans = [(each.start, each.end) for each in texts]
    for each in texts:
        scan.add(leaf, _links(each))
    rest = (
        (each.start, each.start, each.end, LinkPlace(None, "target"), None, each.value)
        for each in binary_addresses(octets, entity.start, entity.end)
        if not any(start <= each.start < end for start, end in spans)
    )
    scan.add(leaf, rest)
    command = next((each.text for each in texts if each.name == "arguments"), "")
    if command.strip():
        shown = command.strip()[:300]
        return message("of the command, only addresses are checked: {text}", text=shown)
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
    """All texts, as far as the file is whole."""
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
        at += 2
        raw = octets[at : at + count * (2 if flags & IS_WIDE else 1)]
        text = raw.decode("utf-16-le", "replace") if flags & IS_WIDE else decode(raw, WINDOWS)
        yield ShortcutText(name, text.rstrip("\0"), start + at, start + at + len(raw))
        at += len(raw)
    yield from _blocks(octets, at, start)


def _network_path(octets: bytes, at: int, size: int, start: int) -> Iterator[ShortcutText]:
    """The share and the rest of the path, where the target is on another computer (2.3)."""
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
            # Where the file ends in the middle of a character, that is none.
            text = raw[: len(raw) & ~1].decode("utf-16-le", "replace").partition("\0")[0]
            if text:
                last = first + len(text.encode("utf-16-le"))
                yield ShortcutText(BLOCKS[signature], text, start + first, start + last)
        at += size
