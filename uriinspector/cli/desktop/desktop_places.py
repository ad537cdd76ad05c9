"""Where a desktop looks for what a person chose, and where the window's program is."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

WINDOW = "uriinspector"
PLAIN = expression(r"[A-Za-z0-9/._+@:-]+")


class DesktopPlaces(NamedTuple):
    """The folders of one person, and the names of their desktop."""

    config: Path
    data: Path
    desktops: tuple[str, ...]

    @property
    def applications(self) -> Path:
        """Where entries of programs are."""
        return self.data / "applications"

    @property
    def associations(self) -> list[Path]:
        """Files that say what opens what, those that count first in front."""
        names = [f"{each.lower()}-mimeapps.list" for each in self.desktops]
        return [self.config / name for name in (*names, "mimeapps.list")]

    @property
    def memory(self) -> Path:
        """Where it is kept what was there before."""
        return self.data / "uriinspector" / "link-handler.json"


def places_of(environment: Mapping[str, str]) -> DesktopPlaces:
    """Those of whoever runs this."""
    home = Path(environment.get("HOME") or "~").expanduser()
    config, data = (
        Path(environment[name]) if environment.get(name, "").startswith("/") else home / usual
        for name, usual in (("XDG_CONFIG_HOME", ".config"), ("XDG_DATA_HOME", ".local/share"))
    )
    names = environment.get("XDG_CURRENT_DESKTOP", "").split(":")
    return DesktopPlaces(config, data, tuple(each for each in names if each.isalnum()))


def window_program(started: str = sys.argv[0]) -> Path | None:
    """The program of the window beside this one, else on the path of the shell."""
    beside = [Path(started).absolute().parent, Path(sys.executable).parent]
    on_path = [Path(each) for each in os.environ.get("PATH", "").split(os.pathsep) if each]
    for folder in (*beside, *on_path):
        program = folder / WINDOW
        if program.is_file() and os.access(program, os.X_OK):
            return program.absolute()
    return None


def filled(template: str, **values: str) -> str:
    """A shipped template with a value in each of its places."""
    text = shipped_text(template)
    for name, value in values.items():
        text = text.replace(f"@{name.upper()}@", value)
    return text


def quoted_program(program: Path) -> str:
    """A path as the Exec key of an entry has it: quoted twice.

    Only where that is needed: xdg-utils 1.1 takes the quotes for a part of the name.
    """
    text = str(program)
    if PLAIN.fullmatch(text):
        return text
    for each in '\\"`$':
        text = text.replace(each, f"\\{each}")
    return '"' + text.replace("\\", "\\\\") + '"'
