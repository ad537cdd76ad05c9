"""The octets of a file as a case keeps them: in pieces, each pressed together for itself."""

from __future__ import annotations

import hashlib
import zlib
from io import BytesIO
from typing import TYPE_CHECKING

from uriinspector.documents.regular_files import open_regular

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.cases.link_row import Head

PIECE = 1 << 17
# A file that is larger is not kept, nor one that would make all that are kept larger than this.
LARGEST, ALL = 32 << 20, 256 << 20


class ChangedError(Exception):
    """The file is not the one that was read."""


def pieces_of(head: Head) -> Iterator[bytes]:
    """What was read, piece by piece; at the end ChangedError where the file is another one."""
    digest = hashlib.sha256()
    with BytesIO(head.octets) if head.octets is not None else open_regular(head.path) as file:
        while piece := file.read(PIECE):
            digest.update(piece)
            yield zlib.compress(piece, 1)
    if digest.hexdigest() != head.sha256:
        raise ChangedError


def unpacked(pressed: bytes) -> bytes:
    """A piece as it was; no more than one comes out, whatever goes in."""
    return zlib.decompressobj().decompress(pressed, PIECE)
