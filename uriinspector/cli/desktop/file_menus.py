"""Entries in the menus of file managers: files in the folders where each of them looks for such."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.cli.desktop.desktop_places import filled, quoted_program
from uriinspector.documents.kind_table import KINDS

if TYPE_CHECKING:
    from pathlib import Path

    from uriinspector.cli.desktop.desktop_places import DesktopPlaces

TITLE = "Inspect with URI Inspector"
DOLPHIN, NEMO, SCRIPT = (
    f"desktop/{each}" for each in ("dolphin.desktop", "nemo.nemo_action", "script.sh")
)
# Kinds that are listed with the reason why they are not read, and a star that means several types.
UNREAD = frozenset({"application/octet-stream", "application/vnd.rar", "image/*"})
# What desktops call these kinds, as their list of types has them.
FURTHER = (
    *("application/xhtml+xml", "application/x-mimearchive", "application/x-uricase"),
    *("multipart/related", "image/svg+xml", "text/x-vcard", "application/vnd.ms-tnef"),
    *("application/x-ms-shortcut", "application/x-bzip", "application/epub+zip"),
    *("image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff"),
    *("text/markdown", "text/x-rst", "text/csv", "text/x-log", "text/x-tex", "application/json"),
    *("text/x-python", "text/x-csrc"),
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
    """The entries that name a program by its command line; packages bring these for everybody."""
    types = "".join(f"{each};" for each in media_types())
    templates = {"Dolphin": DOLPHIN, "Nemo": NEMO}
    return {
        name: filled(template, program=program, types=types) for name, template in templates.items()
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
        data = self._places.data
        return {
            "Dolphin": data / "kio/servicemenus/uriinspector.desktop",
            "Nemo": data / "nemo/actions/uriinspector.nemo_action",
            "Nautilus": data / f"nautilus/scripts/{TITLE}",
            "Caja": data / f"caja/scripts/{TITLE}",
        }

    def add(self, program: Path) -> None:
        """Write every entry; file managers that are not there do not read them."""
        texts = entry_texts(quoted_program(program))
        texts |= dict.fromkeys(("Nautilus", "Caja"), filled(SCRIPT, program=shell_quoted(program)))
        for name, path in self.files.items():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.write_text(texts[name], encoding="utf-8", newline="\n")
            # Dolphin and both that take scripts start nothing that its owner cannot execute.
            path.chmod(0o644 if name == "Nemo" else 0o755)

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
