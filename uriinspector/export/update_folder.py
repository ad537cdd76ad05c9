"""The updates of lists that a person keeps, for window and terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.updated_lists import (
    default_folder,
    folder_in_use,
    updated_lists,
    use_updates,
)

if TYPE_CHECKING:
    from pathlib import Path

    from uriinspector.analysis.list_files.update_store import UpdateStore


def begin_updates() -> None:
    """Have them judge; those that another version of the program checked are checked again."""
    use_updates()
    lists = updated_lists().values()
    if not lists:
        return
    from uriinspector.analysis.versions import program

    if any(each.program != program().version for each in lists):
        open_updates().renew()
        updated_lists.cache_clear()


def open_updates(folder: Path | None = None) -> UpdateStore:
    """A folder, that of this user if none is named, with what every room asks of its lists."""
    from uriinspector.analysis.list_files.update_store import UpdateStore
    from uriinspector.export.templates import UPDATE_CHECKS

    return UpdateStore(folder or folder_in_use() or default_folder(), UPDATE_CHECKS)
