"""Which questions sheets for a class are made of: those of a pack, or of a lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.lessons.pack import lesson_pack

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.theme import Theme
    from uriinspector.gui.transfer.pack_files import OpenedPack
    from uriinspector.lessons.lesson import Lesson


def show_class_sheets(
    parent: QWidget, theme: Theme, lesson: Lesson, opened: OpenedPack | None
) -> None:
    """Ask for whom, and as which file; what draws on paper is loaded with the first sheets."""
    from uriinspector.gui.sheets.sheet_dialog import ClassSheets

    pack = opened.pack if opened is not None else None
    pack = pack or lesson_pack(lesson.code)
    if pack is not None:
        ClassSheets(parent, theme, pack).open()
