"""Which texts name files of this machine, and which would ask another one; no file is touched."""

from __future__ import annotations

from urllib.parse import unquote_to_bytes

import uriinspector
from uriinspector.core.expression import expression

DRIVE = expression(r"/[A-Za-z]:[/\\]")
LOCAL = {"", "localhost"}


def is_remote(place: str) -> bool:
    """Whether asking for a file would ask another machine, to which some systems send secrets."""
    slashes = place.replace("\\", "/")
    if slashes.startswith("//"):
        return True
    return slashes[:5].lower() == "file:" and local_path(place) is None


def local_path(place: str) -> str | None:
    """The path that a file URI names on this machine; None for every other text."""
    reference = uriinspector.parse(place)
    if (reference.scheme or "").lower() != "file" or (reference.host or "").lower() not in LOCAL:
        return None
    path = unquote_to_bytes(reference.path.encode("utf-8", "surrogatepass"))
    text = path.decode("utf-8", "surrogateescape")
    if not text.startswith("/") or "\0" in text or text[1:2] in {"/", "\\"}:
        return None
    return text[1:] if DRIVE.match(text) else text
