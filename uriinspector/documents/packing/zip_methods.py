"""How members of a ZIP archive are packed (APPNOTE 4.4.5), as far as the standard library goes."""

from __future__ import annotations

import lzma
import zipfile
from bz2 import BZ2Decompressor

from uriinspector.documents.inflate import expanded, inflated

METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA})
# A version, the length of the properties, the properties: their first octet, and the window.
HEAD = 4
PROPERTIES = 5


def unpacked_member(packed: memoryview, method: int, most: int) -> bytes:
    """At most so many octets of a member."""
    if method == zipfile.ZIP_STORED:
        return bytes(packed[:most])
    if method == zipfile.ZIP_BZIP2:
        return expanded(BZ2Decompressor(), packed, most).octets
    if method == zipfile.ZIP_LZMA:
        return _by_lzma(packed, most)
    return inflated(packed, most)


def _by_lzma(packed: memoryview, most: int) -> bytes:
    """5.8.8: the window is never larger than what comes out."""
    size = int.from_bytes(packed[2:HEAD], "little")
    if size != PROPERTIES or len(packed) < HEAD + size:
        return b""
    rest, context = divmod(packed[HEAD], 9)
    position, literal = divmod(rest, 5)
    window = min(int.from_bytes(packed[HEAD + 1 : HEAD + size], "little"), most)
    chain = {
        "id": lzma.FILTER_LZMA1,
        "dict_size": max(window, 4096),
        "lc": context,
        "lp": literal,
        "pb": position,
    }
    try:
        decompressor = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[chain])
    except (lzma.LZMAError, ValueError, MemoryError):
        return b""
    return expanded(decompressor, packed[HEAD + size :], most).octets
