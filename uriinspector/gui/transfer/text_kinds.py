"""What a text is taken for: a file of this machine or of another, or a list."""

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


def lines_in(text: str) -> list[str]:
    """Every line, exactly; what ends one is a line feed, a carriage return, or both."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def references_in(text: str) -> tuple[str, ...]:
    """One reference a line, exactly; lines without anything in them are left out."""
    return tuple(line for line in lines_in(text) if line.strip(" \t"))


def is_list(text: str) -> bool:
    """Whether there is something in more lines than one."""
    if "\n" not in text and "\r" not in text:
        return False
    first = text.lstrip(" \t\r\n")
    ends = [at for at in (first.find("\n"), first.find("\r")) if at >= 0]
    return bool(ends) and bool(first[min(ends) :].strip(" \t\r\n"))
