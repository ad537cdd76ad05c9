"""Where a pack is opened from, and where the answers to it are written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

from uriinspector.analysis.whole_files import replacing
from uriinspector.export.sheet_forms import SheetForm, answers_as_csv
from uriinspector.gui.text.translation import say
from uriinspector.gui.transfer.text_kinds import is_remote
from uriinspector.gui.widgets.notice_strip import Notice
from uriinspector.lessons.exercise_round import given_answers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uriinspector.lessons.pack import Sheet
    from uriinspector.lessons.score import Attempt

LONGEST = 80


def ask_for_pack(parent: QWidget) -> str:
    """The file to be read, by the dialog of the platform."""
    title = say("Open a teacher's pack")
    return QFileDialog.getOpenFileName(parent, title, "", "*.toml")[0]


def file_name(sheet: Sheet) -> str:
    """A name for the file of a student, of letters and digits that every system takes."""
    words = re.findall(r"\w+", f"{sheet.pack.title} {sheet.student}")
    return " ".join(words)[:LONGEST].strip() or sheet.code


def hand_in(
    place: str, sheet: Sheet, attempts_of: Callable[[str], Sequence[Attempt]]
) -> Notice | None:
    """Write the answers, and say so; None where no place was chosen."""
    if not place:
        return None
    if is_remote(place):
        return Notice(say("Network locations are never written to."), "medium")
    answers = given_answers(sheet, attempts_of)
    try:
        with replacing(Path(place), mode=0o600) as file:
            for line in answers_as_csv(sheet, answers, SheetForm()):
                file.write(line.encode("utf-8", "backslashreplace"))
    except OSError as error:
        why = error.strerror or ""
        return Notice(say("Cannot write the file: {why}", why=why), "medium")
    return Notice(say("Saved. Give this file to your teacher: {file}", file=Path(place).name))
