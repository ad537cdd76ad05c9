"""The readers of small things that hold references: calendars, shortcuts, style sheets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.documents.encoding import decode
from uriinspector.documents.html import css
from uriinspector.documents.html.page import STYLE
from uriinspector.documents.link_location import LinkPlace
from uriinspector.documents.reading.page import TOO_MUCH, text_of
from uriinspector.documents.reading.plain_text import find
from uriinspector.documents.substitution import Substitution

if TYPE_CHECKING:
    from uriinspector.documents.link_location import LinkLocation
    from uriinspector.documents.scan_state import Entity, Scan

# RFC 5545 3.1 folds lines anywhere; 3.3.11 escapes line ends, commas and semicolons.
FOLDED = re.compile(rb"\r?\n[ \t]|\\[nN,;\\]")
ESCAPES = {b"\\n": b"\n", b"\\N": b"\n", b"\\,": b",", b"\\;": b";", b"\\\\": b"\\"}
IN_CALENDAR = LinkPlace(None, None)
# What a shortcut opens, or loads to be shown: the latter without a click.
KEY = re.compile(
    rb"(?im)^[ \t]*(URL|BASEURL|IconFile|WorkingDirectory)[ \t]*=[ \t]*([^\r\n]*?)[ \t]*\r?$"
)


def read_calendar(scan: Scan, entity: Entity) -> str | None:
    """All references in a calendar, its folded lines joined."""
    found = text_of(scan, entity, is_page=False)
    if found is None:
        return TOO_MUCH
    octets, start, end, encoding = found
    joined = scan.decoded(octets, start, end, Substitution(FOLDED, ESCAPES))
    if joined is None:
        return TOO_MUCH
    span = (0, len(joined.get()))
    find(scan, scan.leaf(entity, joined, span, encoding), IN_CALENDAR, span)
    return None


def read_shortcut(scan: Scan, entity: Entity) -> str | None:
    """What a shortcut opens, and the picture that it loads, which may be on another machine."""
    found = text_of(scan, entity, is_page=False)
    if found is None:
        return TOO_MUCH
    octets, start, end, encoding = found
    leaf = scan.leaf(entity, octets, (start, end), encoding)
    keys = (key for key in KEY.finditer(octets.get(), start, end) if key[2])
    scan.add(leaf, (_opened(key) for key in keys))
    return None


def _opened(key: re.Match[bytes]) -> LinkLocation:
    place = LinkPlace(None, key[1].decode("ascii").lower())
    return key.start(1), key.start(2), key.end(2), place, None, None


def read_style(scan: Scan, entity: Entity) -> str | None:
    """What a style sheet loads; relative references are against the sheet itself."""
    found = text_of(scan, entity, is_page=False)
    if found is None:
        return TOO_MUCH
    octets, start, end, encoding = found
    leaf = scan.leaf(entity, octets, (start, end), encoding)

    def read(raw: bytes) -> str:
        return decode(raw, encoding)

    loaded = css.addresses(octets.get(), start, end, read)
    scan.add(leaf, ((at.start, at.start, at.end, STYLE, None, at.value) for at in loaded))
    return None
