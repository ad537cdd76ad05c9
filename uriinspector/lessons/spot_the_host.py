"""Spot the host: a round of links, some of which are deceptive.

A round is drawn from a code, which a teacher can give to a class. Two in five links are honest,
some of them unusual; a wrong answer to an honest link is counted separately, as a false alarm. The
time is shown, but does not affect the result.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.lessons.answer_lines import offers
from uriinspector.lessons.draw import DIGITS, Draw, code_of, seed_of
from uriinspector.lessons.exercise_round import (
    AskedQuestion,
    ExerciseRound,
    lone_exercise,
    occurs_once,
)
from uriinspector.lessons.kinds.links import SITE, WHERE
from uriinspector.lessons.kinds.scenes import BAR, MAIL, SCENES, in_scene
from uriinspector.lessons.kinds.table import KINDS, drawn, judged
from uriinspector.lessons.lesson import CHOOSE, MARK, TYPE, course
from uriinspector.lessons.question import Judged, Question, Wishes
from uriinspector.lessons.tricks import HONEST, LEADS_TO, MIXED
from uriinspector.lessons.wrong_answers import choices, wrong_answers

LINKS = 20
HONEST_OF_TEN = 4
DECEPTIVE = tuple(name for name in MIXED if name not in HONEST)
# The kinds of honest links, used in turn: as many unusual ones as plain ones.
HONEST_IN_TURN = ("plain", "honest", "login", "honest")
SPOT = expression(r"\s*spot\s", re.IGNORECASE)
CODE = expression(rf"([{DIGITS}]{{3}})[-\s]?([{DIGITS}]{{3}})")
# Mistakes whose answers are used if there are not enough choices.
FILLERS = ("host-in-path", "host-in-query", "front-of-the-name", "front-cut", "registrable-only")
LAST = ("www-added", "with-port", "nowhere", "label-of-site", "other-component")
MOST_WRONG = 3
MARKS = tuple(zip("ABCDEFGH", "12345678", strict=True))  # of choices
# Letters that can be mistaken for digits.
READ_AS = str.maketrans("OILoil", "011011")
MOST_DRAWS = 20


class SpotLink(NamedTuple):
    """A link of a round, its question, and answers to choose from."""

    trick: str
    question: Question
    choices: tuple[str, ...]

    @property
    def is_honest(self) -> bool:
        """True if the link is not deceptive."""
        return self.trick in HONEST


class SpotRound(NamedTuple):
    """The links for a code; ``trick`` is set if all of them use one trick."""

    code: str
    links: tuple[SpotLink, ...]
    trick: str = ""

    @property
    def title(self) -> str:
        """The name of the round, to announce in class."""
        return f"Spot {self.code}"


class SpotAnswer(NamedTuple):
    """An answer to a link, its judgment, and the time it took."""

    link: SpotLink
    answer: str
    judged: Judged
    seconds: float = 0.0


class TrickResult(NamedTuple):
    """The result for one trick: how often it was recognized."""

    trick: str
    right: int
    asked: int


class SpotResult(NamedTuple):
    right: int
    asked: int
    tricks: tuple[TrickResult, ...]  # in the order in which they were asked
    false_alarms: int
    honest: int
    seconds: float | None  # median time; None without answers
    again: tuple[str, ...]  # tricks with wrong answers


def spot_code(text: str) -> str | None:
    """Parse a code, ignoring case and a missing hyphen; None if it is invalid."""
    match = CODE.fullmatch(SPOT.sub("", text, count=1).strip().translate(READ_AS).upper())
    return f"{match[1]}-{match[2]}" if match else None


def code_for(number: int) -> str:
    """Return a code made from a number, such as the time in seconds."""
    return code_of(seed_of("spot", number))


def spot_round(code: str, trick: str = "", count: int = LINKS) -> SpotRound:
    """Return the round for a code; the same code, trick and number of links give the same round."""
    draw = Draw("spot", code, trick, count)
    honest = count * HONEST_OF_TEN // 10
    names = [HONEST_IN_TURN[at % len(HONEST_IN_TURN)] for at in range(honest)]
    if trick:
        names += [trick] * (count - honest)
    else:
        while len(names) < count:
            names += draw.sample(DECEPTIVE, count - len(names))
    links: list[SpotLink] = []
    for number, name in enumerate(draw.sample(names, count)):
        links.append(_link(code, number, name, links))
    return SpotRound(code, tuple(links), trick)


def _link(code: str, number: int, trick: str, others: Sequence[SpotLink]) -> SpotLink:
    """Draw a link with a trick; no link occurs twice in a round."""
    known = {each.question.given["text"] for each in others}
    for repeat in range(MOST_DRAWS):
        seed = seed_of("spot", code, number, repeat)
        question = drawn(WHERE, seed, Wishes(tricks=(trick,)))
        if question.given["text"] not in known:
            break
    return SpotLink(trick, question, _choices(trick, question, Draw(seed, "choices")))


def _choices(trick: str, question: Question, draw: Draw) -> tuple[str, ...]:
    """Return the host mixed with wrong answers: those that the trick suggests, then other names in
    the link.
    """
    by_code: dict[str, str] = {}
    for each in wrong_answers(question):
        by_code.setdefault(each.mistake.code, each.text)
    others = draw.sample(FILLERS, len(FILLERS))
    codes = dict.fromkeys((*LEADS_TO[trick].split(), *others, *LAST))
    wrong = [by_code[code] for code in codes if code in by_code]
    texts = [question.key, *wrong[:MOST_WRONG]]
    return tuple(draw.sample(texts, len(texts)))


def spot_answer(link: SpotLink, answer: str, seconds: float = 0.0) -> SpotAnswer:
    """Judge an answer: a host, or the letter or number of a choice."""
    text = answer.strip()
    by_mark = {
        mark: each for marks, each in zip(MARKS, link.choices, strict=False) for mark in marks
    }
    given = by_mark.get(text.upper(), text)
    return SpotAnswer(link, given, judged(link.question, given), seconds)


def result_of(answers: Iterable[SpotAnswer]) -> SpotResult:
    """Count answers by trick, and false alarms separately; links without an answer are ignored."""
    given = [each for each in answers if each.judged.right is not None]
    by_trick: dict[str, list[bool]] = {}
    for each in given:
        by_trick.setdefault(each.link.trick, []).append(bool(each.judged.right))
    tricks = tuple(TrickResult(name, sum(rows), len(rows)) for name, rows in by_trick.items())
    honest = [each for each in given if each.link.is_honest]
    return SpotResult(
        right=sum(each.right for each in tricks),
        asked=len(given),
        tricks=tricks,
        false_alarms=sum(not each.judged.right for each in honest),
        honest=len(honest),
        seconds=median(each.seconds for each in given) if given else None,
        again=tuple(each.trick for each in tricks if each.right < each.asked),
    )


TITLE = "Spot the host"
LEAST_CHOICES = 3
WAYS = {
    CHOOSE: "Choose the host",
    TYPE: "Type the host",
    MARK: "Mark the host in the link",
    SITE: "Choose the registrable domain",
    MAIL: "Choose the host in an email",
    BAR: "Choose the host in an address bar",
}


class SpotOptions(NamedTuple):
    """The trick to practice, and the form of the questions.

    Answers of a whole class are not stored.
    """

    trick: str = ""
    way: str = CHOOSE
    has_colors: bool = False
    is_class: bool = False


ANY = SpotOptions()


@dataclass
class SpotHostRound(ExerciseRound):
    """A round with the links for a code; all learners who use the code get the same links."""

    links: tuple[SpotLink, ...] = ()
    code: str = ""
    options: SpotOptions = ANY

    @property
    def count(self) -> int:
        return len(self.links)

    def next_question(self) -> AskedQuestion:
        """Ask about the next link, in the form that the options select."""
        link, way = self.links[len(self.results)], self.options.way
        question, offered, form = link.question, link.choices, CHOOSE
        if way in SCENES:
            _, question, offered = scene_link(link, way)
        elif way == SITE:
            question, offered = _site(question)
            form = CHOOSE if offered else TYPE
        elif way == CHOOSE or self.options.is_class:  # a class votes on choices
            form = CHOOSE if len(offered) >= LEAST_CHOICES else TYPE
        else:
            offered = ()
            form = MARK if way == MARK and occurs_once(question) else TYPE
        if self.options.is_class and form == TYPE:
            return AskedQuestion(link.question, CHOOSE, 1, link.choices)
        return AskedQuestion(question, form, 1, offered)

    def result(self) -> SpotResult:
        """Count results by trick, and false alarms separately; suspicion that names no host does
        not count as an answer.
        """
        asked = zip(self.links, self.results, strict=False)
        return result_of(
            SpotAnswer(link, "", Judged(result.outcome.right), result.seconds)
            for link, result in asked
            if result.is_answered
        )


def scene_link(link: SpotLink, scene: str) -> SpotLink:
    """Return the link as part of an email or an address bar, with lettered choices."""
    seed = link.question.seed
    question = in_scene(link.question, scene, Draw(seed, scene), is_honest=link.is_honest)
    return SpotLink(link.trick, replace(question, seed=seed), offers(question))


def _site(of_host: Question) -> tuple[Question, tuple[str, ...]]:
    """Return the question about the registrable domain of a link, with its choices."""
    question = replace(KINDS[SITE].question(of_host.given), seed=of_host.seed)
    return question, choices(question, Draw(question.seed, SITE))


def spot_host(code: str, learner: str, options: SpotOptions = ANY) -> SpotHostRound:
    """Return the round for a code, starting with its first link."""
    kind = SITE if options.way == SITE else WHERE
    lesson, exercise = lone_exercise("spot", "host", TITLE, kind)
    links = spot_round(code, options.trick).links
    return SpotHostRound(
        course(), lesson, exercise, learner, links=links, code=code, options=options
    )
