"""Wrong answers to a question: each is what someone answers who makes one mistake."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from uriinspector.core.model import NamedTuple
from uriinspector.lessons.diagnosis import Diagnosis
from uriinspector.lessons.draw import Draw, seed_of
from uriinspector.lessons.kinds import dot_removals
from uriinspector.lessons.kinds.table import drawn, judged
from uriinspector.lessons.mistake import Mistake
from uriinspector.lessons.mistakes.table import FAMILIES, Family
from uriinspector.lessons.question import Question, Wishes, letter_of

# A question on which two mistakes differ is drawn for so many times.
MOST_PARTING = 120
# With fewer wrong answers than these there is too little to choose from.
LEAST_WRONG, MOST_WRONG = 2, 3
# A longer text is no choice: it would fill the page.
LONGEST_CHOICE = 300


class WrongAnswer(NamedTuple):
    """An answer, and the first mistake that gives it."""

    text: str
    mistake: Mistake


NO_FAMILY = Family((), lambda _: None)


def family_of(question: Question) -> Family:
    """What can be done wrong on a question; of origins each answer has a name of its own."""
    return FAMILIES.get(question.given.get("of") or question.kind, NO_FAMILY)


def answers_of(mistakes: Iterable[Mistake], question: Question) -> list[WrongAnswer]:
    """What these mistakes give on a question, where that is not right; each text once."""
    family, year = family_of(question), question.given.get("edition", "2005")
    subject = family.subject(question.given)
    answers: list[WrongAnswer] = []
    for mistake in mistakes:
        for wrong in mistake.wrong(subject) if mistake.since <= year else ():
            text = family.written(wrong)
            known = (question.key, *question.also, *(each.text for each in answers))
            is_answer = bool(text.strip())  # an empty reference alone is none
            if is_answer and not any(family.is_same(text, each) for each in known):
                answers.append(WrongAnswer(text, mistake))
    return answers


def wrong_answers(question: Question) -> list[WrongAnswer]:
    """Every wrong answer that has a name, in the order in which mistakes are named."""
    return answers_of(family_of(question).mistakes, question)


def choices(question: Question, draw: Draw, about: Sequence[str] = ()) -> tuple[str, ...]:
    """The right answer among computed wrong ones, of a different mistake each.

    Those that the exercise is ``about`` come first.  Empty where there are too few.
    """
    by_code: dict[str, str] = {}
    for each in wrong_answers(question):
        if len(each.text) <= LONGEST_CHOICE:
            by_code.setdefault(each.mistake.code, each.text)
    if len(by_code) < LEAST_WRONG:
        return ()
    wanted = [code for code in by_code if code in about]
    others = [code for code in by_code if code not in about]
    drawn_codes = draw.sample(wanted, MOST_WRONG)
    drawn_codes += draw.sample(others, MOST_WRONG - len(drawn_codes))
    texts = [question.key, *(by_code[code] for code in drawn_codes)]
    return tuple(draw.sample(texts, len(texts)))


def parting(kind: str, seed: str, wishes: Wishes, causes: Sequence[Mistake]) -> Question:
    """A question on which two causes give different answers, and neither the right one.

    Where there is none among those drawn, one on which the first cause shows itself alone; else
    the first that was drawn.
    """
    first, second = causes
    spare: Question | None = None
    for number in range(MOST_PARTING):
        question = replace(drawn(kind, seed_of(seed, "parting", number), wishes), seed=seed)
        ours = {each.text for each in answers_of((first,), question)}
        theirs = {each.text for each in answers_of((second,), question)}
        if ours and theirs and not ours & theirs:
            return question
        if spare is None and bool(ours) != bool(theirs):
            spare = question
    return spare or replace(drawn(kind, seed, wishes), seed=seed)


class NamedAnswer(NamedTuple):
    """A wrong answer as it is given, and why it is wrong."""

    text: str
    diagnosis: Diagnosis


def named_answers(question: Question) -> list[NamedAnswer]:
    """In the order in which mistakes are named; of choices all wrong ones, of an order none."""
    if question.kind == dot_removals.NAME:
        return []
    if question.choices:
        texts = [letter_of(at) for at in range(len(question.choices))]
    else:
        texts = [each.text for each in wrong_answers(question)]
    found: dict[str, NamedAnswer] = {}
    for text in texts:
        judgement = judged(question, text)
        if judgement.right is False and judgement.diagnosis.phrases:
            found.setdefault(text, NamedAnswer(text, judgement.diagnosis))
    return list(found.values())
