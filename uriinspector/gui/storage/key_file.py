"""The file of one's own keys: where it is, and what was wrong in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class KeyFile:
    """Keys that somebody chose in place of ours."""

    def __init__(self, file: Path | None = None) -> None:
        """Know the file; whether it is there is looked up when it is read."""
        self.file = file
        self.problems: tuple[str, ...] = ()

    def read(self, usual: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
        """Give the keys of each action: as chosen in the file, else as usual."""
        if self.file is None or not self.file.exists():
            self.problems = ()
            return usual
        from uriinspector.gui.storage.key_rows import chosen_keys

        keys, self.problems = chosen_keys(self.file, usual)
        return keys
