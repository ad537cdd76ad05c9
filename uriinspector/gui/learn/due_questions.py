"""What is due today, unless somebody does not want to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.learn.due_card import due_words
from uriinspector.gui.text.translation import say
from uriinspector.lessons.exercise_round import item_of
from uriinspector.lessons.repetition import repetition_round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uriinspector.gui.storage.profile import Profile
    from uriinspector.lessons.repetition import DueSkill, RepetitionRound


class DueQuestions:
    """What comes back of what was answered, as the settings want it."""

    def __init__(self, profile: Profile) -> None:
        """Ask the record when it is needed."""
        self._profile = profile

    @property
    def _is_on(self) -> bool:
        return bool(self._profile.settings["due"])

    def skills(self) -> list[DueSkill]:
        """What is due by now, the oldest first."""
        return self._profile.learning.due() if self._is_on else []

    def days_to_next(self) -> int | None:
        """In how many days the next one is due; None where nothing will be."""
        return self._profile.learning.days_to_next() if self._is_on else None

    def reason(self) -> str:
        """Why there is nothing to ask."""
        return due_words(0) if self._is_on else say("Due questions are turned off in Settings.")

    def round_of(self, due: Sequence[DueSkill], learner: str) -> RepetitionRound:
        """The round that asks them, as far on as the exercises are."""
        skills = [each.skill for each in due]
        items = {item_of(each.lesson, each.exercise) for each in skills}
        items |= {each.name for each in skills}
        outcomes = {item: self._profile.learning.outcomes(item) for item in items}
        return repetition_round(due, learner, outcomes)
