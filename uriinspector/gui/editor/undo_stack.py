"""What can be undone: one step for a paste or a fix, one for a stretch of typing."""

from __future__ import annotations

from uriinspector.core.model import NamedTuple

# Together the steps keep no more characters than this; the oldest go first.
MOST = 1 << 24
# Typing goes on in the same step up to the end of a part or a segment.
BREAKS = frozenset("/?#&@:")


class Edit(NamedTuple):
    """A run of the text that was replaced."""

    at: int
    removed: str
    inserted: str

    @property
    def undone(self) -> Edit:
        """Give the edit that takes this one back."""
        return Edit(self.at, self.inserted, self.removed)

    @property
    def size(self) -> int:
        """Tell how many characters it keeps."""
        return len(self.removed) + len(self.inserted)


class UndoStack:
    """The steps back and the steps forward."""

    def __init__(self) -> None:
        """Start with nothing to undo."""
        self._back: list[Edit] = []
        self._forward: list[Edit] = []
        self._size = 0
        self._is_open = False

    @property
    def can_undo(self) -> bool:
        """Tell whether there is a step back."""
        return bool(self._back)

    @property
    def can_redo(self) -> bool:
        """Tell whether there is a step forward."""
        return bool(self._forward)

    def close(self) -> None:
        """Let the next edit begin a step of its own."""
        self._is_open = False

    def record(self, edit: Edit, *, typed: bool) -> None:
        """Remember an edit; one by a single key may go on with the last step."""
        joined = _joined(self._back[-1], edit) if typed and self._is_open and self._back else None
        if joined:
            self._size -= self._back.pop().size
        self._back.append(joined or edit)
        self._size += self._back[-1].size
        self._forward.clear()
        self._is_open = typed
        while self._size > MOST and len(self._back) > 1:
            self._size -= self._back.pop(0).size

    def undo(self) -> Edit | None:
        """Give the edit that takes the last step back."""
        self.close()
        if not self._back:
            return None
        last = self._back.pop()
        self._size -= last.size
        self._forward.append(last)
        return last.undone

    def redo(self) -> Edit | None:
        """Give the step that was taken back last."""
        self.close()
        if not self._forward:
            return None
        again = self._forward.pop()
        self._back.append(again)
        self._size += again.size
        return again


def _joined(last: Edit, edit: Edit) -> Edit | None:
    """Give both as one, where the second goes on where the first one ended."""
    if edit.inserted and not edit.removed:
        goes_on = edit.at == last.at + len(last.inserted) and last.inserted[-1:] not in BREAKS
        if goes_on and last.inserted:
            return Edit(last.at, last.removed, last.inserted + edit.inserted)
    elif edit.removed and not edit.inserted and not last.inserted:
        if edit.at + len(edit.removed) == last.at:
            return Edit(edit.at, edit.removed + last.removed, "")
        if edit.at == last.at:
            return Edit(edit.at, last.removed + edit.removed, "")
    return None
