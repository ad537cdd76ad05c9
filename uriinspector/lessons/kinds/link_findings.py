"""What is done in this link?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.phrase import TERM, Arg, Phrase
from uriinspector.analysis.rules.table import RULES
from uriinspector.lessons.choice import in_order, letter_of, letters_of
from uriinspector.lessons.diagnosis import Diagnosis
from uriinspector.lessons.draw import Draw
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.material import Pool
from uriinspector.lessons.mistake import Mistake, no_answers
from uriinspector.lessons.question import AnswerChoice, Judged, Question
from uriinspector.lessons.tricks import MIXED, built_link

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from uriinspector.lessons.question import Wishes

NAME = "tricks"
NONE = "none"
TITLES = {rule.code: rule.title for rule in RULES}
COUNTED = frozenset({"high", "medium", "low"})
# What is offered besides: findings that learners have heard of.
OFFERED = (
    "userinfo-deceptive",
    "rare-ip",
    "encoded-host",
    "backslash",
    "mixed-script",
    "port-unusual",
    "dot-segments",
    "double-scheme",
    "invisible-char",
    "confusable",
)
MOST_TRUE, LEAST_FALSE, MOST = 4, 2, 6


def question(given: Mapping[str, str]) -> Question:
    """A question about a link; the choices come from the link itself."""
    values = {"text": given["text"], "base": given.get("base", "")}
    findings = inspect(values["text"], base=values["base"] or None).findings
    counted = [each.code for each in findings if each.severity in COUNTED]
    true = list(dict.fromkeys(counted))[:MOST_TRUE]
    draw = Draw(NAME, *values.values())
    others = [code for code in OFFERED if code not in {each.code for each in findings}]
    codes = true + draw.sample(others, max(LEAST_FALSE, MOST - len(true) - draw.number(2)))
    choices = tuple(
        AnswerChoice(each, Phrase(TITLES[each])) for each in draw.sample(codes, len(codes))
    )
    asked = Question(
        NAME,
        values,
        Phrase('Which of these describe this link? Name all of them, or answer "none".'),
        "",
        choices=choices,
    )
    return replace(asked, key=letters_of(true, asked) or NONE)


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """A link of a trick that leads to the host that was built into it."""
    built = built_link(draw.choice(wishes.tricks or MIXED), Pool(draw), wishes.material)
    if inspect(built.text, base=built.base or None).verdict.host != built.host:
        return None
    return question({"text": built.text, "base": built.base})


def judge(asked: Question, answer: str) -> Judged:
    """All of them, in any order."""
    if not answer.strip():
        return Judged(None)
    codes = in_order(asked, answer)
    if codes is None:
        return Judged(False, Diagnosis(near=(Phrase("Answer with letters of the choices."),)))
    key = in_order(asked, asked.key) or []
    if set(codes) == set(key):
        return Judged(True)
    causes = tuple(_wrong(asked, set(codes), set(key)))
    names = tuple(dict.fromkeys(each.code for each in causes))
    near = tuple(each.reason for each in causes[1:])
    return Judged(False, Diagnosis(causes[:1], names[1:], near=near))


def _wrong(asked: Question, given: set[str], key: set[str]) -> Iterator[Mistake]:
    for at, each in enumerate(asked.choices):
        args = (
            Arg("letter", letter_of(at)),
            Arg("title", each.phrase.template, TERM),
        )
        if each.code in key - given:
            reason = Phrase("Choice {letter} describes it, too: {title}.", args)
            yield Mistake("trick-left-out", reason, (), no_answers)
        elif each.code in given - key:
            reason = Phrase("Choice {letter} was not found in it: {title}.", args)
            yield Mistake("trick-too-many", reason, (), no_answers)


KIND = QuestionKind(NAME, draw_question, question, judge)
