"""A pair of texts as a question: what is its target?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from uriinspector.lessons.draw import seed_of
from uriinspector.lessons.exercise_round import AskedQuestion, ExerciseRound
from uriinspector.lessons.kinds.targets import question
from uriinspector.lessons.lesson import TYPE, Exercise, Lesson, course
from uriinspector.lessons.question import Wishes

TITLE = "Pair from Resolve"
LONGEST = 2_000  # characters of both texts: a longer target is not typed


@dataclass
class PairRound(ExerciseRound):
    """One question, about texts that somebody brought: its answer is not kept."""

    base: str = ""
    reference: str = ""
    edition: str = "2005"

    @property
    def count(self) -> int:
        """There is one question."""
        return 1

    def ask(self) -> AskedQuestion:
        """The target is typed."""
        given = {"base": self.base, "reference": self.reference, "edition": self.edition}
        asked = replace(question(given), seed=seed_of("pair", self.base, self.reference))
        self.tries = self.hints = 0
        self._mistake = None
        self._asked = AskedQuestion(asked, TYPE, 1)
        return self._asked


def pair_round(base: str, reference: str, edition: str) -> PairRound:
    """The question about a pair."""
    wishes = Wishes(edition=edition)
    exercise = Exercise("pair", TITLE, "target", wishes, wishes)
    lesson = Lesson("pair", 0, TITLE, (), (), ("", ""), (), (exercise,))
    return PairRound(
        course(), lesson, exercise, "", base=base, reference=reference, edition=edition
    )
