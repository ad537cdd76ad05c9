"""Spot the host as a round of questions: links of one code, asked one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from uriinspector.lessons.exercise_round import AskedQuestion, ExerciseRound
from uriinspector.lessons.lesson import CHOOSE, TYPE, Exercise, Lesson, course
from uriinspector.lessons.question import Wishes
from uriinspector.lessons.spot_the_host import SpotLink, spot_round

TITLE = "Spot the host"
LEAST_CHOICES = 3
EXERCISE = Exercise("host", TITLE, "where", Wishes(), Wishes())
LESSON = Lesson("spot", 0, TITLE, (), (), ("", ""), (), (EXERCISE,))


class FalseAlarms(NamedTuple):
    """Honest links that were answered wrong, and how many were asked."""

    wrong: int
    honest: int


@dataclass
class SpotHostRound(ExerciseRound):
    """The links of a code; every learner with this code is asked the same."""

    links: tuple[SpotLink, ...] = ()
    code: str = ""

    @property
    def count(self) -> int:
        """How many links there are."""
        return len(self.links)

    def ask(self) -> AskedQuestion:
        """The next link."""
        link = self.links[len(self.results)]
        self.tries = self.hints = 0
        self._mistake = None
        form = CHOOSE if len(link.choices) >= LEAST_CHOICES else TYPE
        self._asked = AskedQuestion(link.question, form, 1, link.choices)
        return self._asked

    def false_alarms(self) -> FalseAlarms:
        """Honest links are counted apart: suspicion alone is no answer."""
        asked = zip(self.links, self.results, strict=False)
        honest = [result for link, result in asked if link.is_honest]
        wrong = sum(not each.outcome.right for each in honest)
        return FalseAlarms(wrong, len(honest))


def spot_host(code: str, learner: str) -> SpotHostRound:
    """The round of a code, from its first link."""
    links = spot_round(code).links
    return SpotHostRound(course(), LESSON, EXERCISE, learner, links=links, code=code)
