"""What a small file of this machine contains: a text, a picture, or nothing for here."""

from __future__ import annotations

from pathlib import Path

from uriinspector.core.model import NamedTuple
from uriinspector.documents.regular_files import open_regular
from uriinspector.gui.jobs.stream_job import timely_answer
from uriinspector.gui.transfer.incoming import file_text
from uriinspector.gui.transfer.text_kinds import is_remote

DOCUMENTS = {".html", ".htm", ".xhtml", ".eml", ".mht", ".mhtml", ".msg", ".pdf", ".uricase"}
DOCUMENTS |= {".parquet", ".pq"}
PICTURES = {
    ".png",
    ".jpg",
    ".jpeg",
    ".gif",
    ".bmp",
    ".webp",
    ".tif",
    ".tiff",
    ".avif",
    ".jp2",
    ".ico",
}
LARGEST_TEXT = 1 << 16
LARGEST_PICTURE = 1 << 26
MARKS = (b"\xff\xfe", b"\xfe\xff")


class FileContent(NamedTuple):
    """Why nothing was read, or else the text; of a picture the bytes, in which a worker looks."""

    problem: str = ""
    texts: tuple[str, ...] = ()
    picture: bytes | None = None


REMOTE, NO_FILE, UNREADABLE, TOO_LARGE, DOCUMENT, NO_TEXT = (
    "remote",
    "not a file",
    "unreadable",
    "too large",
    "document",
    "no text",
)


def read_file(name: str) -> FileContent:
    """Read it, unless asking for it could send something to another machine."""
    if is_remote(name):
        return FileContent(REMOTE)
    try:
        timely_answer(lambda: _touch(Path(name)))
        return _read_local(Path(name))
    except (OSError, ValueError):
        return FileContent(UNREADABLE)


def _touch(path: Path) -> None:
    """Ask once for the first octet: what never answers is not asked by the window itself."""
    if path.is_file():
        with open_regular(path) as file:
            file.read(1)


def _read_local(path: Path) -> FileContent:
    kind = path.suffix.lower()
    if path.is_dir():
        return FileContent(DOCUMENT)
    if not path.is_file():
        return FileContent(NO_FILE if path.exists() else UNREADABLE)
    if kind in DOCUMENTS:
        return FileContent(DOCUMENT)
    if path.stat().st_size > (LARGEST_PICTURE if kind in PICTURES else LARGEST_TEXT):
        return FileContent(TOO_LARGE)
    with open_regular(path) as source:
        content = source.read(LARGEST_PICTURE if kind in PICTURES else LARGEST_TEXT)
    if kind in PICTURES:
        return FileContent(picture=content)
    if not content or (b"\0" in content and not content.startswith(MARKS)):
        return FileContent(NO_TEXT)
    return FileContent(texts=(file_text(path.name, content),))
