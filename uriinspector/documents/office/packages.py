"""Files that were dragged into an Office document (the stream "Ole10Native")."""

from __future__ import annotations

from uriinspector.analysis.encoding import WINDOWS, decode
from uriinspector.core.model import NamedTuple

LONGEST = 1024


class PackagedFile(NamedTuple):
    """The name of a file, and where its content lies."""

    name: str
    start: int
    end: int


def packaged_file(octets: bytes) -> PackagedFile | None:
    """A length, a label, a name, a path, a length again and the content."""
    if octets[4:6] != b"\x02\0":
        return None
    label = octets.find(b"\0", 6, 6 + LONGEST)
    name = octets.find(b"\0", label + 1, label + LONGEST) if label >= 0 else -1
    at = name + 5  # behind two numbers
    size = int.from_bytes(octets[at : at + 4], "little")
    at += 4 + size
    if name < 0 or size > LONGEST or at + 4 > len(octets):
        return None
    length = int.from_bytes(octets[at : at + 4], "little")
    text = decode(octets[6:label], WINDOWS)
    return PackagedFile(text, at + 4, min(at + 4 + length, len(octets)))
