"""What a step of deciding did, in words, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale

from uriinspector.gui.documents.link_model import mark_words
from uriinspector.gui.text.translation import language, say, say_count

if TYPE_CHECKING:
    from uriinspector.documents.cases.contents import DecisionStep, StepHistory


def undo_words(steps: StepHistory) -> str:
    """What undoing would do now, for a menu."""
    if not steps.done:
        return say("Undo the last action")
    return say("Undo: {step}", step=step_words(steps.done[-1]))


def redo_words(steps: StepHistory) -> str:
    """What redoing would do now, for a menu."""
    if not steps.undone:
        return say("Redo the last undone action")
    return say("Redo: {step}", step=step_words(steps.undone[-1]))


def step_words(step: DecisionStep) -> str:
    """What the step did, and when: as somebody would ask to undo or to redo it."""
    moment = QDateTime.fromSecsSinceEpoch(step.at)
    if moment.date() == QDateTime.currentDateTime().date():
        when = QLocale(language()).toString(moment, "HH:mm")
    else:
        when = QLocale(language()).toString(moment, say("d MMM yyyy, HH:mm"))
    return f"{_deed(step)} ({when})"


def _deed(step: DecisionStep) -> str:
    are_links = isinstance(next(iter(step.changes)), int)
    changes = set(step.changes.values())
    marks = {each.after.mark for each in changes}
    notes = {each.after.note for each in changes}
    count = len(step.changes)
    is_marking = all(each.before.note == each.after.note for each in changes)
    is_noting = all(each.before.mark == each.after.mark for each in changes)
    if is_marking and len(marks) == 1:
        (mark,) = marks
        return _marking(count, mark, are_links=are_links)
    if is_noting and notes == {""}:
        if are_links:
            return say_count(count, "remove the note on 1 link", "remove notes on {count} links")
        return say_count(count, "remove the note on 1 file", "remove notes on {count} files")
    if is_noting:
        if are_links:
            return say_count(count, "note on 1 link", "note on {count} links")
        return say_count(count, "note on 1 file", "note on {count} files")
    return say_count(count, "change 1 row", "change {count} rows")


def _marking(count: int, mark: str, *, are_links: bool) -> str:
    if not mark and are_links:
        return say_count(count, "remove the mark of 1 link", "remove marks of {count} links")
    if not mark:
        return say_count(count, "remove the mark of 1 file", "remove marks of {count} files")
    word = mark_words(mark)
    if are_links:
        return say_count(count, "mark 1 link as {mark}", "mark {count} links as {mark}", mark=word)
    return say_count(count, "mark 1 file as {mark}", "mark {count} files as {mark}", mark=word)
