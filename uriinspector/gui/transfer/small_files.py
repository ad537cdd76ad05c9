"""Small local files: texts, pictures, question packs."""

from pathlib import Path

from PySide6.QtCore import QMimeData

from uriinspector.analysis.list_problems import ListError
from uriinspector.analysis.regular_files import open_regular
from uriinspector.core.model import NamedTuple
from uriinspector.gui.jobs.stream_job import timely_answer
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.transfer.incoming import file_text, is_remote
from uriinspector.lessons.pack import Pack
from uriinspector.lessons.pack_file import ITEM, LONGEST, read_pack

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
    """The content of a file: its texts, the bytes of a picture for a worker to read, or a
    problem.
    """

    problem: str = ""
    texts: tuple[str, ...] = ()
    picture: bytes | None = None


REMOTE, NO_FILE, UNREADABLE = "remote", "not a file", "unreadable"
DOCUMENT, EMPTY = "document", "empty"


def read_file(name: str) -> FileContent:
    """Read a local file; network locations are not accessed."""
    if is_remote(name):
        return FileContent(REMOTE)
    try:
        timely_answer(lambda: _touch(Path(name)))
        return _read_local(Path(name))
    except (OSError, ValueError):
        return FileContent(UNREADABLE)


def _touch(path: Path) -> None:
    """Read the first byte; the time limit keeps the window from waiting for a dead drive."""
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
        return FileContent(DOCUMENT)
    with open_regular(path) as source:
        content = source.read(LARGEST_PICTURE if kind in PICTURES else LARGEST_TEXT)
    if kind in PICTURES:
        return FileContent(picture=content)
    if not content:
        return FileContent(EMPTY)
    if b"\0" in content and not content.startswith(MARKS):
        return FileContent(DOCUMENT)
    return FileContent(texts=(file_text(path.name, content),))


ENDING = ".toml"
MOST_SHOWN = 40  # maximum number of problems to show


class OpenedPack(NamedTuple):
    """A question pack, or the problems in its file."""

    name: str
    pack: Pack | None = None
    problems: tuple[str, ...] = ()


def open_pack(path: str) -> OpenedPack:
    """Read a question pack; network files are never opened."""
    name = visible(Path(path).name)
    if is_remote(path):
        return OpenedPack(name, problems=(say("Network files are never opened."),))
    try:
        return OpenedPack(name, read_pack(_text(path)))
    except UnicodeDecodeError:
        return OpenedPack(name, problems=(say("The file is not UTF-8."),))
    except ListError as error:
        shown = [visible(say(text)) for text in error.texts[:MOST_SHOWN]]
        return OpenedPack(name, problems=tuple(shown))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or ""
        return OpenedPack(name, problems=(say("Cannot read the file: {why}", why=why),))


def _text(path: str) -> str:
    def read() -> bytes:
        with open_regular(path) as file:
            return file.read(4 * LONGEST + 1)

    return timely_answer(read).decode("utf-8-sig").replace("\r\n", "\n")


def is_pack(path: str) -> bool:
    """Return True if a TOML file contains questions; otherwise it is searched for links."""
    if not path.lower().endswith(ENDING) or is_remote(path):
        return False
    try:
        return any(map(ITEM.match, _text(path).split("\n")))
    except (OSError, ValueError):
        return False


def pack_of(data: QMimeData) -> str:
    """Return the path of a single dropped TOML file, or ""."""
    urls = data.urls()
    path = urls[0].toLocalFile() if len(urls) == 1 and urls[0].isLocalFile() else ""
    return path if path.lower().endswith(ENDING) else ""
