"""Wrong answers to a question, each of which is the result of one mistake."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from uriinspector.core.model import NamedTuple
from uriinspector.lessons.diagnosis import Diagnosis
from uriinspector.lessons.draw import Draw, seed_of
from uriinspector.lessons.kinds import dot_removals
from uriinspector.lessons.kinds.table import drawn, judged
from uriinspector.lessons.mistake import Mistake
from uriinspector.lessons.mistakes.table import FAMILIES, Family
from uriinspector.lessons.question import Question, Wishes

# The maximum number of draws for a question on which two mistakes give different answers.
MOST_PARTING = 120
# The minimum and maximum number of wrong choices.
LEAST_WRONG, MOST_WRONG = 2, 3
# Longer answers are not offered as choices: they would fill the page.
LONGEST_CHOICE = 300


class WrongAnswer(NamedTuple):
    """A wrong answer, and the first mistake that gives it."""

    text: str
    mistake: Mistake


NO_FAMILY = Family((), dict)


def family_of(question: Question) -> Family:
    """Return the mistakes that can be made on a question."""
    return FAMILIES.get(question.variant, NO_FAMILY)


def answers_of(mistakes: Iterable[Mistake], question: Question) -> list[WrongAnswer]:
    """Return the wrong answers that these mistakes give to a question, without duplicates."""
    family, year = family_of(question), question.edition
    subject = family.subject(**question.given)
    answers: list[WrongAnswer] = []
    for mistake in mistakes:
        for wrong in mistake.wrong(subject) if mistake.since <= year else ():
            text = family.written(wrong)
            known = (question.key, *question.also, *(each.text for each in answers))
            is_answer = bool(text.strip())  # an empty answer is not offered
            if is_answer and not any(family.is_same(text, each) for each in known):
                answers.append(WrongAnswer(text, mistake))
    return answers


def wrong_answers(question: Question) -> list[WrongAnswer]:
    """Return all wrong answers with known mistakes, in the order of the mistakes."""
    return answers_of(family_of(question).drawn, question)


def choices(question: Question, draw: Draw, about: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the right answer and wrong ones, each from a different mistake.

    Mistakes that the exercise is ``about`` come first. The result is empty if there are too few
    wrong answers.
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
    """Draw a question on which two causes give different wrong answers.

    If no such question is drawn, return one on which only one cause gives a wrong answer or,
    failing that, the first one drawn.
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
    text: str
    diagnosis: Diagnosis


def named_answers(question: Question) -> list[NamedAnswer]:
    """Return the wrong answers with known reasons, in the order of the mistakes.

    In a question with choices, these are all wrong choices; questions about dot removal have
    none.
    """
    if question.kind == dot_removals.NAME:
        return []
    texts = question.letters or [each.text for each in wrong_answers(question)]
    found: dict[str, NamedAnswer] = {}
    for text in texts:
        judgement = judged(question, text)
        if judgement.right is False and judgement.diagnosis.phrases:
            found.setdefault(text, NamedAnswer(text, judgement.diagnosis))
    return list(found.values())
