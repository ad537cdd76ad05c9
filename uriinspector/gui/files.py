"""What a small file of this machine holds: a text, codes in a picture, or nothing for here."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from uriinspector.gui.incoming import file_text, is_remote
from uriinspector.gui.pictures import codes_in, picture_in

DOCUMENTS = {".html", ".htm", ".xhtml", ".eml", ".mht", ".mhtml", ".msg", ".pdf", ".uricase"}
PICTURES = {".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp"}
LARGEST_TEXT = 1 << 16
LARGEST_PICTURE = 1 << 26
MARKS = (b"\xff\xfe", b"\xfe\xff")


class Held(NamedTuple):
    """Why nothing was read, or else the texts."""

    problem: str = ""
    texts: tuple[str, ...] = ()


REMOTE, NO_FILE, UNREADABLE, TOO_LARGE, DOCUMENT, NO_CODE, NO_TEXT = (
    "remote",
    "no file",
    "unreadable",
    "too large",
    "document",
    "no code",
    "no text",
)


def held(name: str) -> Held:
    """Read it, unless asking for it could send something to another machine."""
    if is_remote(name):
        return Held(REMOTE)
    try:
        return _held(Path(name))
    except (OSError, ValueError):
        return Held(UNREADABLE)


def _held(path: Path) -> Held:
    kind = path.suffix.lower()
    if path.is_dir():
        return Held(DOCUMENT)
    if not path.is_file():
        return Held(NO_FILE if path.exists() else UNREADABLE)
    if kind in DOCUMENTS:
        return Held(DOCUMENT)
    if path.stat().st_size > (LARGEST_PICTURE if kind in PICTURES else LARGEST_TEXT):
        return Held(TOO_LARGE)
    if kind in PICTURES:
        codes = tuple(codes_in(picture_in(path)))
        return Held(texts=codes) if codes else Held(NO_CODE)
    with path.open("rb") as source:
        content = source.read(LARGEST_TEXT)
    if not content or (b"\0" in content and not content.startswith(MARKS)):
        return Held(NO_TEXT)
    return Held(texts=(file_text(path.name, content),))
