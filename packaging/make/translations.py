"""Compile the .po files in resources/translations to .mo files, which the program reads.

``python packaging/make/translations.py [FOLDER]`` compiles outdated files in a checkout; hatchling
runs the hook before it collects the files of a wheel.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = "resources/translations"


def compile_translations(folder: Path) -> None:
    """Compile the files that are missing or older than their source."""
    for source in sorted(folder.glob("*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime <= source.stat().st_mtime:
            with source.open("rb") as file:
                catalog = read_po(file, source.stem, abort_invalid=True)
            part = target.with_suffix(f".{os.getpid()}")  # others may compile it too
            with part.open("wb") as file:
                write_mo(file, catalog)
            part.replace(target)


class TranslationsHook(BuildHookInterface[Any]):
    """A build hook that compiles the translations for a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile the translations before the files are collected."""
        compile_translations(Path(self.root) / FOLDER)


if __name__ == "__main__":
    compile_translations(Path(sys.argv[1] if sys.argv[1:] else FOLDER))
