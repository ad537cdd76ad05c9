"""Spot the host as a round of questions: links of one code, asked one after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.lessons.draw import Draw
from uriinspector.lessons.exercise_round import AskedQuestion, ExerciseRound
from uriinspector.lessons.kinds.destinations import SITE, WHERE
from uriinspector.lessons.kinds.table import KINDS
from uriinspector.lessons.lesson import CHOOSE, MARK, TYPE, Exercise, Lesson, course
from uriinspector.lessons.question import Judged, Wishes
from uriinspector.lessons.spot_the_host import SpotAnswer, SpotLink, result_of, spot_round
from uriinspector.lessons.wrong_answers import choices

if TYPE_CHECKING:
    from uriinspector.lessons.spot_the_host import SpotResult

TITLE = "Spot the host"
LEAST_CHOICES = 3
WAYS = {
    CHOOSE: "Choose the host",
    TYPE: "Type the host",
    MARK: "Mark the host in the link",
    SITE: "Choose the registrable domain",
}


class SpotOptions(NamedTuple):
    """What a round is about, and how it is asked; by a class together, nothing of it is kept."""

    trick: str = ""
    way: str = CHOOSE
    has_colors: bool = False
    is_class: bool = False


ANY = SpotOptions()


@dataclass
class SpotHostRound(ExerciseRound):
    """The links of a code; every learner with this code is asked the same."""

    links: tuple[SpotLink, ...] = ()
    code: str = ""
    options: SpotOptions = ANY

    @property
    def count(self) -> int:
        """How many links there are."""
        return len(self.links)

    def ask(self) -> AskedQuestion:
        """The next link."""
        link = self.links[len(self.results)]
        self.tries = self.hints = 0
        self._mistake = None
        way, is_class = self.options.way, self.options.is_class
        if way == SITE:
            self._asked = _site(link)
        elif way == CHOOSE or is_class:  # a class raises hands
            self._asked = _chosen(link)
        else:
            self._asked = _marked(link) if way == MARK else AskedQuestion(link.question, TYPE, 1)
        if is_class and self._asked.form == TYPE:
            self._asked = AskedQuestion(link.question, CHOOSE, 1, link.choices)
        return self._asked

    def result(self) -> SpotResult:
        """By trick, with false alarms apart: suspicion alone is no answer."""
        asked = zip(self.links, self.results, strict=False)
        return result_of(
            SpotAnswer(link, "", Judged(result.outcome.right), result.seconds)
            for link, result in asked
            if result.is_answered
        )


def _chosen(link: SpotLink) -> AskedQuestion:
    form = CHOOSE if len(link.choices) >= LEAST_CHOICES else TYPE
    return AskedQuestion(link.question, form, 1, link.choices)


def _marked(link: SpotLink) -> AskedQuestion:
    """What is not in the link, or twice, cannot be marked."""
    is_there = link.question.given["text"].count(link.question.key) == 1
    return AskedQuestion(link.question, MARK if is_there else TYPE, 1)


def _site(link: SpotLink) -> AskedQuestion:
    seed = link.question.seed
    question = replace(KINDS[SITE].question(link.question.given), seed=seed)
    offered = choices(question, Draw(seed, SITE))
    return AskedQuestion(question, CHOOSE if offered else TYPE, 1, offered)


def spot_host(code: str, learner: str, options: SpotOptions = ANY) -> SpotHostRound:
    """The round of a code, from its first link."""
    kind = SITE if options.way == SITE else WHERE
    exercise = Exercise("host", TITLE, kind, Wishes(), Wishes())
    lesson = Lesson("spot", 0, TITLE, (), (), ("", ""), (), (exercise,))
    links = spot_round(code, options.trick).links
    return SpotHostRound(
        course(), lesson, exercise, learner, links=links, code=code, options=options
    )
