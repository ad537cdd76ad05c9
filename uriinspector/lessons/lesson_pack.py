"""A lesson of the course as a pack: its exercises, for sheets and marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.lessons.lesson import course
from uriinspector.lessons.pack import Pack, PackItem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.lessons.lesson import Lesson

# So many questions of each level of an exercise.
QUESTIONS = 2


def lesson_pack(name: str) -> Pack | None:
    """By the number of the lesson, or its name; None where there is none."""
    whole = course()
    for lesson in whole.lessons:
        if name.strip().casefold() in {str(lesson.number), lesson.code}:
            code = f"{whole.code}/{lesson.code}"
            items = tuple(_items(lesson))
            return Pack(code, whole.version, lesson.title, "2005", items, lesson=lesson)
    return None


def _items(lesson: Lesson) -> Iterator[PackItem]:
    for exercise in lesson.exercises:
        yield PackItem(exercise.code, exercise.kind, QUESTIONS, exercise.wishes)
        if exercise.harder != exercise.wishes:
            code = f"{exercise.code}-harder"
            yield PackItem(code, exercise.kind, QUESTIONS, exercise.harder)
