"""What of a ZIP archive is in none of its members: who unpacks from the front may find more."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import zipfile
    from collections.abc import Iterable, Iterator

# A local head up to the lengths of its name and of what follows that (APPNOTE 4.3.7).
HEAD = struct.Struct("<26sHH")
# The end of the directory without its comment (4.3.16).
END, END_SIZE = b"PK\5\6", 22
# A member whose sizes come behind it: with a signature or not, of 4 or 8 octets each (4.3.9).
BEHIND, SIGNATURE, SIZES = 8, b"PK\7\x08", (12, 20)
NEXT = b"PK"


def outside(octets: bytes, members: Iterable[zipfile.ZipInfo], directory: int) -> int:
    """How many octets are in no member, nor in the directory; zeros fill up blocks."""
    at, count = 0, 0
    for first, end in sorted(_spans(octets, members)):
        count += _written(octets, at, first)
        at = max(at, end)
    end_of_directory = octets.rfind(END) + END_SIZE
    return count + _written(octets, at, directory) + _written(octets, end_of_directory, len(octets))


def _written(octets: bytes, start: int, end: int) -> int:
    return len(octets[start : max(start, end)].strip(b"\0"))


def _spans(octets: bytes, members: Iterable[zipfile.ZipInfo]) -> Iterator[tuple[int, int]]:
    for each in members:
        first = each.header_offset
        head = octets[first : first + HEAD.size]
        if len(head) < HEAD.size:
            continue
        _, name, extra = HEAD.unpack(head)
        end = first + HEAD.size + name + extra + each.compress_size
        yield first, end + (_descriptor(octets, end) if each.flag_bits & BEHIND else 0)


def _descriptor(octets: bytes, at: int) -> int:
    """How long what comes behind a member is: what follows it begins like all that there is."""
    signature = len(SIGNATURE) if octets.startswith(SIGNATURE, at) else 0
    return next(
        (signature + size for size in SIZES if octets.startswith(NEXT, at + signature + size)), 0
    )
