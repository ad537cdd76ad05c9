"""Questions about texts that somebody brought: a link, or a pair to resolve or to compare."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from uriinspector.core.model import Part
from uriinspector.core.parse import resolve
from uriinspector.lessons.answer_offers import offers
from uriinspector.lessons.draw import Draw, seed_of
from uriinspector.lessons.exercise_round import AskedQuestion, ExerciseRound
from uriinspector.lessons.kinds import component_marks, ladder_levels, origins, targets
from uriinspector.lessons.kinds.component_marks import WORDS
from uriinspector.lessons.kinds.destinations import SITE, WHERE
from uriinspector.lessons.kinds.table import KINDS
from uriinspector.lessons.lesson import CHOOSE, MARK, TABLE, TYPE, Exercise, Lesson, course
from uriinspector.lessons.link_question import LinkQuestion, site_or_host
from uriinspector.lessons.marked_link import MarkedLink
from uriinspector.lessons.question import Wishes
from uriinspector.lessons.tricks import HONEST, LEADS_TO
from uriinspector.lessons.wrong_answers import choices

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.lessons.question import Question

LINK, RESOLVED, COMPARED = "Link from Inspect", "Pair from Resolve", "Pair from Compare"
LONGEST = 2_000  # characters of all texts: longer answers are not typed
MOST_MARKED = 2
# The components that are asked for first.
PARTS = (Part.USERINFO, Part.PORT, Part.QUERY, Part.FRAGMENT, Part.PATH, Part.HOST, Part.SCHEME)
# The mistakes that tricks lead to: their answers are offered first.
DECEIVING = tuple(code for name, codes in LEADS_TO.items() if name not in HONEST for code in codes)


@dataclass
class OwnRound(ExerciseRound):
    """Its answers are not kept: nobody has to know what somebody looked at."""

    title: str = ""
    questions: tuple[AskedQuestion, ...] = ()

    @property
    def count(self) -> int:
        """How many questions there are."""
        return len(self.questions)

    def ask(self) -> AskedQuestion:
        """The next question."""
        asked = self.questions[len(self.results)]
        given = asked.question.given
        wishes = Wishes(edition=given.get("edition", "2005"))
        self.exercise = Exercise("own", self.title, asked.question.kind, wishes, wishes)
        self.tries = self.hints = 0
        self._causes, self._mistake = (), None
        self._asked = asked
        return asked

    @property
    def again(self) -> OwnRound:
        """The same questions."""
        return own_round(self.title, self.questions)


def own_round(title: str, questions: tuple[AskedQuestion, ...]) -> OwnRound:
    """A round of some questions, of which there is at least one."""
    exercise = Exercise("own", title, questions[0].question.kind, Wishes(), Wishes())
    lesson = Lesson("own", 0, title, (), (), ("", ""), (), (exercise,))
    return OwnRound(course(), lesson, exercise, "", title=title, questions=questions)


def resolved_round(base: str, reference: str, edition: str) -> OwnRound:
    """The question about a pair: what is its target?"""
    return own_round(RESOLVED, (_target(base, reference, edition),))


def compared_round(a: str, b: str, edition: str) -> OwnRound | None:
    """The question about two texts: on which level are they equal? None without two texts."""
    if not (a and b):
        return None
    question = ladder_levels.question({"a": a, "b": b, "edition": edition})
    asked = AskedQuestion(_seeded(question), CHOOSE, 1, offers(question))
    return own_round(COMPARED, (asked,))


def link_round(text: str, base: str, edition: str) -> OwnRound | None:
    """Host, domain and components of a link, and what it is at its base; None for nothing."""
    questions = (*_hosts(text, base), *_marks(text, edition), *_at_base(text, base, edition))
    return own_round(LINK, questions) if questions else None


def _seeded(question: Question) -> Question:
    return replace(question, seed=seed_of("own", question.kind, *question.given.values()))


def _hosts(text: str, base: str) -> Iterator[AskedQuestion]:
    """Where browsers go, and whose name that is; nothing where they go to no host."""
    host = LinkQuestion(text, base).host
    if host is None:
        return
    kinds = [WHERE] if site_or_host(host) == host else [WHERE, SITE]
    for kind in kinds:
        question = _seeded(KINDS[kind].question({"text": text, "base": base}))
        offered = choices(question, Draw(question.seed, "choices"), DECEIVING)
        yield AskedQuestion(question, CHOOSE if offered else TYPE, 1, offered)


def _marks(text: str, edition: str) -> Iterator[AskedQuestion]:
    """Some components that are present, and that can be told apart from the words for none."""
    parts = (each for each in PARTS if _can_be_marked(MarkedLink(text, each, edition).key))
    for part, _ in zip(parts, range(MOST_MARKED), strict=False):
        question = component_marks.question({"text": text, "part": part.value, "edition": edition})
        yield AskedQuestion(_seeded(question), MARK, 1)


def _can_be_marked(key: str | None) -> bool:
    return key is not None and key.strip() == key != "" and key.casefold() not in WORDS


def _at_base(text: str, base: str, edition: str) -> Iterable[AskedQuestion]:
    """Target and origins of a reference that was read against a base."""
    if not base or MarkedLink(text, Part.SCHEME, edition).key is not None:
        return ()
    asked = _target(base, text, edition)
    if resolve(base, text, edition=edition).target is None:
        return ()
    if edition == "1994":  # it does not say where components come from
        return (asked,)
    question = origins.question({"base": base, "reference": text, "edition": edition})
    return (asked, AskedQuestion(_seeded(question), TABLE, 1))


def _target(base: str, reference: str, edition: str) -> AskedQuestion:
    given = {"base": base, "reference": reference, "edition": edition}
    return AskedQuestion(_seeded(targets.question(given)), TYPE, 1)
