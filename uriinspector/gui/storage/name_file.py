"""Names that somebody wrote down, such as those that nobody should imitate: one a line."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from uriinspector.analysis.whole_files import replacing
from uriinspector.documents.regular_files import open_regular

if TYPE_CHECKING:
    from pathlib import Path

LONGEST = 1 << 20


class NameFile:
    """The file as a person wrote it, and the names in it."""

    def __init__(self, file: Path | None = None) -> None:
        """Read the file, if there is one."""
        self._file = file
        self.text = ""
        if file:
            with suppress(OSError), open_regular(file) as source:
                self.text = source.read(LONGEST).decode("utf-8-sig", "replace")

    @property
    def names(self) -> tuple[str, ...]:
        """The names; empty lines and remarks are left out."""
        result = (row.partition("#")[0].strip() for row in self.text.splitlines())
        return tuple(name for name in result if name)

    def add(self, name: str) -> bool:
        """Write one more name; False where the file cannot be written."""
        before = self.text if not self.text or self.text.endswith("\n") else f"{self.text}\n"
        return self.save(f"{before}{name}\n")

    def save(self, text: str) -> bool:
        """Keep another text; False where the file cannot be written."""
        self.text = text
        if not self._file:
            return True
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with replacing(self._file, mode=0o600) as file:
                file.write(text.encode("utf-8", "replace"))
        except OSError:
            return False
        return True
