"""A file of associations, such as ``mimeapps.list``: keys are changed, all else stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.whole_files import replacing

if TYPE_CHECKING:
    from pathlib import Path

# A larger file is no list of associations.
LONGEST_FILE = 4 << 20


class AssociationFile:
    """Groups of keys as desktops write them; comments, order and line ends are kept."""

    def __init__(self, path: Path) -> None:
        """Read it, if it is there."""
        self.path = path
        try:
            with path.open("rb") as file:
                octets = file.read(LONGEST_FILE + 1)
        except FileNotFoundError:
            octets = b""
        if len(octets) > LONGEST_FILE:
            raise OSError(0, "larger than 4 MB", str(path))
        self._before = octets
        text = octets.decode("utf-8", "surrogateescape")
        self._end = "\r\n" if "\r\n" in text else "\n"
        self._lines = text.split(self._end)

    def value(self, group: str, key: str) -> str | None:
        """What a key says; None where it is not there."""
        at = self._place(group, key)
        return None if at is None else self._lines[at].partition("=")[2].strip()

    def set(self, group: str, key: str, value: str | None) -> None:
        """Have a key say something, or take it away, and the head of a group that is empty then."""
        at = self._place(group, key)
        if at is not None and value is not None:
            self._lines[at] = f"{key}={value}"
        elif at is not None:
            del self._lines[at]
            self._drop_empty(group)
        elif value is not None:
            self._lines.insert(self._end_of(group), f"{key}={value}")

    @property
    def octets(self) -> bytes:
        """The file as it is to be."""
        return self._end.join(self._lines).encode("utf-8", "surrogateescape")

    def write(self) -> None:
        """Put it in the place of what was there; a file that is empty then goes."""
        if self.octets != self._before:
            write_or_remove(self.path, self.octets)

    def _head(self, group: str) -> int | None:
        head = f"[{group}]"
        return next((at for at, line in enumerate(self._lines) if line.strip() == head), None)

    def _lines_of(self, group: str) -> range:
        head = self._head(group)
        if head is None:
            return range(0)
        rest = range(head + 1, len(self._lines))
        end = next((at for at in rest if self._lines[at].startswith("[")), len(self._lines))
        return range(head + 1, end)

    def _place(self, group: str, key: str) -> int | None:
        for at in self._lines_of(group):
            name, sign, _ = self._lines[at].partition("=")
            if sign and name.strip() == key:
                return at
        return None

    def _end_of(self, group: str) -> int:
        """Where the next key of a group goes: behind its last line that is not empty."""
        if self._head(group) is None:
            if self._lines[-1] == "":
                self._lines.pop()
            self._lines += [f"[{group}]", ""]
        lines = self._lines_of(group)
        written = [at for at in lines if self._lines[at].strip()]
        return (written[-1] if written else lines.start - 1) + 1

    def _drop_empty(self, group: str) -> None:
        lines = self._lines_of(group)
        head = self._head(group)
        if head is not None and not any(self._lines[at].strip() for at in lines):
            is_last = lines.stop == len(self._lines)
            del self._lines[head : lines.stop]
            if is_last:
                self._lines.append("")


def write_or_remove(path: Path, octets: bytes) -> None:
    """Have a file hold some octets, all of them at once; one without any goes."""
    place = path.resolve()  # a link to the file of somebody's settings stays one
    if not octets.strip():
        place.unlink(missing_ok=True)
        return
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with replacing(place) as file:
        file.write(octets)
