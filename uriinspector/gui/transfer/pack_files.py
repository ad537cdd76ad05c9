"""The file of a teacher's pack: read from this machine, within bounds, or refused with reasons."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.list_problems import ListError
from uriinspector.core.model import NamedTuple
from uriinspector.documents.regular_files import open_regular
from uriinspector.gui.jobs.stream_job import timely_answer
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.transfer.text_kinds import is_remote
from uriinspector.lessons.pack_file import ITEM, LONGEST, read_pack

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData

    from uriinspector.lessons.pack import Pack

ENDING = ".toml"
MOST_SHOWN = 40  # faults


class OpenedPack(NamedTuple):
    """A pack, or what is wrong with its file, line by line."""

    name: str
    pack: Pack | None = None
    problems: tuple[str, ...] = ()


def open_pack(path: str) -> OpenedPack:
    """Read a pack; files of other computers are never touched."""
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
    """Whether a file has questions; any other file in TOML is searched for links like a text."""
    if not path.lower().endswith(ENDING) or is_remote(path):
        return False
    try:
        return any(map(ITEM.match, _text(path).split("\n")))
    except (OSError, ValueError):
        return False


def pack_of(data: QMimeData) -> str:
    """The one pack among what is dropped; "" where it is anything else."""
    urls = data.urls()
    path = urls[0].toLocalFile() if len(urls) == 1 and urls[0].isLocalFile() else ""
    return path if path.lower().endswith(ENDING) else ""
