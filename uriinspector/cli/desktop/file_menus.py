"""Entries in the menus of file managers: files in the folders where each of them looks for such."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.whole_files import replacing
from uriinspector.cli.desktop.desktop_places import filled, quoted_program
from uriinspector.documents.kind_table import KINDS

if TYPE_CHECKING:
    from pathlib import Path

    from uriinspector.cli.desktop.desktop_places import DesktopPlaces

TITLE = "Inspect with URI Inspector"
# By file manager, the entry as we have it and the file that it looks for. PCManFM and PCManFM-Qt
# read the actions that desktops agreed on; Thunar has such files for its menu "Send To" alone.
ENTRIES = {
    "Dolphin": ("desktop/dolphin.desktop", "kio/servicemenus/uriinspector.desktop"),
    "Nemo": ("desktop/nemo.nemo_action", "nemo/actions/uriinspector.nemo_action"),
    "PCManFM": ("desktop/actions.desktop", "file-manager/actions/uriinspector.desktop"),
    "Thunar": ("desktop/thunar.desktop", "Thunar/sendto/uriinspector.desktop"),
}
# These take scripts, and only those of one person.
SCRIPTS = {name: f"{name.lower()}/scripts/{TITLE}" for name in ("Nautilus", "Caja")}
SCRIPT = "desktop/script.sh"
# Dolphin and both that take scripts start nothing that its owner cannot execute.
EXECUTED = frozenset({"Dolphin", *SCRIPTS})
# Kinds that are listed with the reason why they are not read, and a star that means several types.
UNREAD = frozenset({"application/octet-stream", "application/vnd.rar", "image/*"})
# What desktops call these kinds, as their list of types has them.
FURTHER = (
    *("application/xhtml+xml", "application/x-mimearchive", "application/x-uricase"),
    *("multipart/related", "image/svg+xml", "text/x-vcard", "application/vnd.ms-tnef"),
    *("application/x-ms-shortcut", "application/x-bzip", "application/epub+zip"),
    *("image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff"),
    *("text/markdown", "text/x-rst", "text/csv", "text/x-log", "text/x-tex", "application/json"),
    *("text/x-python", "text/x-csrc", "text/x-component"),
    *("application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint"),
    "inode/directory",  # a folder is read with all that is in it
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
)


def media_types() -> tuple[str, ...]:
    """Every type that is read, as desktops call it."""
    types = (each.media for each in KINDS if each.media not in UNREAD)
    return tuple(sorted({*types, *FURTHER}))


def entry_texts(program: str) -> dict[str, str]:
    """By file, the entries that name a program by its command; packages bring these for all."""
    types = "".join(f"{each};" for each in media_types())
    return {
        file: filled(template, program=program, types=types) for template, file in ENTRIES.values()
    }


def shell_quoted(program: Path) -> str:
    """A path as a shell reads it."""
    return "'" + str(program).replace("'", "'\\''") + "'"


class FileMenus:
    """The entries of one person."""

    def __init__(self, places: DesktopPlaces) -> None:
        """Change nothing yet."""
        self._places = places

    @property
    def files(self) -> dict[str, Path]:
        """By file manager, the file of the entry."""
        entries = {name: file for name, (_, file) in ENTRIES.items()}
        return {name: self._places.data / file for name, file in {**entries, **SCRIPTS}.items()}

    def add(self, program: Path) -> None:
        """Write every entry; file managers that are not there do not read them."""
        texts = entry_texts(quoted_program(program))
        texts |= dict.fromkeys(SCRIPTS.values(), filled(SCRIPT, program=shell_quoted(program)))
        for name, path in self.files.items():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            text = texts[path.relative_to(self._places.data).as_posix()]
            with replacing(path) as file:
                file.write(text.encode())
            path.chmod(0o755 if name in EXECUTED else 0o644)

    def remove(self) -> bool:
        """Remove every entry; whether there was one."""
        there = [path for path in self.files.values() if path.exists()]
        for path in there:
            path.unlink()
        return bool(there)

    @property
    def is_added(self) -> bool:
        """Whether an entry is there."""
        return any(path.exists() for path in self.files.values())
