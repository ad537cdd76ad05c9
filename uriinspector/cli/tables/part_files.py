"""Parts of a table on the disk, each there as a whole or not at all, and named by what they are of.

The name holds the sum of the input and that of everything that the answers depend on: a run that
was ended finds the parts that are there, and nothing else is taken for them.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from uriinspector.analysis.whole_files import is_locked_by_us, remove_unfinished
from uriinspector.cli.errors import refuse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCK = ".uriinspect.lock"
SHOWN = 12


class PartFiles:
    """Where the parts are, and what they are called."""

    def __init__(self, folder: Path, input_sum: str, settings_sum: str, form: str) -> None:
        self.folder = folder
        self._input = f"part-{input_sum[:SHOWN]}-"
        self._head, self._form = f"{self._input}{settings_sum[:SHOWN]}-", form

    def path(self, number: int) -> Path:
        """A part."""
        return self.folder / f"{self._head}{number:06}.{self._form}"

    @contextmanager
    def held(self) -> Iterator[None]:
        """The folder, for one run at a time; what an earlier run wrote aside is gone."""
        self.folder.mkdir(exist_ok=True)
        with (self.folder / LOCK).open("wb") as lock:
            if not is_locked_by_us(lock.fileno()):
                refuse(f"{self.folder}: another run writes its parts there")
            remove_unfinished(self.folder)
            try:
                yield
            finally:
                (self.folder / LOCK).unlink(missing_ok=True)
                with suppress(OSError):
                    self.folder.rmdir()  # nothing was written

    def refuse_others(self) -> None:
        """Engines would read the rows of an input twice, with answers by other rules."""
        for each in self.folder.iterdir():
            if each.name.startswith(self._input) and not each.name.startswith(self._head):
                refuse(
                    f"{self.folder}: there are parts of this input by other rules or options, such "
                    f"as {each.name}: remove them or name another folder"
                )

    def remove(self) -> None:
        """All of them: the file that was made of them is there."""
        for each in self.folder.iterdir():
            each.unlink()
