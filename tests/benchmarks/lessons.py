"""Measure lessons: python -m tests.benchmarks.lessons [QUESTIONS].

How many wrong answers have a single cause, how often an arbitrary wrong text is attributed to a
mistake, and how fast questions are drawn and answers judged. ``drawn_questions`` counts faulty
questions.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise

from uriinspector.lessons.kinds.links import ASKED
from uriinspector.lessons.kinds.table import KINDS, drawn, judged
from uriinspector.lessons.lesson import course
from uriinspector.lessons.mistake import Mistake
from uriinspector.lessons.mistakes.hosts import HOSTS, same_host
from uriinspector.lessons.mistakes.pairs import RESOLVING, SOURCES, Pair
from uriinspector.lessons.mistakes.part_spans import PARTS, MarkedLink
from uriinspector.lessons.question import Question

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789/.?#=:"


def wrong_answers(question: Question) -> dict[str, set[str]]:
    """Return every known wrong answer with the mistakes that give it."""
    mistakes, given, equals = families(question)
    answers: dict[str, set[str]] = {}
    for mistake in mistakes:
        if mistake.since > question.given.get("edition", "2005"):
            continue
        for wrong in mistake.wrong(given):
            text = "none" if wrong is None else wrong
            if not equals(text, question.key):
                answers.setdefault(text, set()).add(mistake.code)
    return answers


def families(question: Question) -> tuple[Iterable[Mistake], object, Callable[[str, str], bool]]:
    """Return the mistakes for a question, their input, and the comparison of answers."""
    given = question.given
    if question.kind == "target":
        pair = Pair(given["base"], given["reference"], given["edition"])
        return RESOLVING, pair, str.__eq__
    if question.kind == "mark":
        from uriinspector.core.model import Part

        return PARTS, MarkedLink(given["text"], Part(given["part"])), str.__eq__
    return HOSTS, ASKED[question.kind](**given), same_host


def causes(kind: str, count: int) -> None:
    """Count wrong answers with a single cause, and how often each mistake occurs."""
    alone, total, occurs, both = 0, 0, Counter[str](), Counter[str]()
    for number in range(count):
        for codes in wrong_answers(drawn(kind, f"count-{number}")).values():
            total += 1
            alone += len(codes) == 1
            occurs.update(codes)
            if len(codes) > 1:
                both[" = ".join(sorted(codes))] += 1
    rare = sorted(occurs.items(), key=lambda each: each[1])[:6]
    print(f"{kind}: {alone:,} of {total:,} wrong answers with one cause ({alone / total:.1%})")  # noqa: T201
    mistakes = {"target": RESOLVING, "mark": PARTS}.get(kind, HOSTS)
    never = sorted({each.code for each in mistakes} - set(occurs))
    print(f"  rarest: {rare}; never: {never}; together: {both.most_common(12)}")  # noqa: T201


def false_names(kind: str, count: int) -> None:
    """Count keys with one changed character that are attributed to a mistake."""
    chance, named, sources = random.Random(26), Counter[str](), {each.code for each in SOURCES}
    for number in range(count):
        question = drawn(kind, f"count-{number}")
        at = chance.randrange(len(question.key))
        text = question.key[:at] + chance.choice(LETTERS) + question.key[at + chance.randrange(2) :]
        judgement = judged(question, text)
        if judgement.right is False and judgement.diagnosis.mistake:
            named[judgement.diagnosis.mistake] += 1
    only = sum(named[code] for code in sources)
    print(  # noqa: T201
        f"{kind}: {sum(named.values())} of {count:,} changed keys named "
        f"({sum(named.values()) / count:.2%}), {only} for a source alone: {named.most_common(5)}"
    )


def other_keys(count: int) -> None:
    """Count keys of other questions of the same exercise that are attributed to a mistake."""
    named, wrong = Counter[str](), 0
    for lesson in course().lessons:
        for exercise in lesson.exercises:
            if exercise.kind == "relative":
                wishes = exercise.wishes
                questions = [drawn("relative", f"count-{n}", wishes) for n in range(count)]
                for question, other in pairwise(questions):
                    judgement = judged(question, other.key)
                    wrong += judgement.right is False
                    named.update(each.code for each in judgement.diagnosis.causes[:1])
    total = sum(named.values())
    rate = total / max(wrong, 1)
    print(f"relative: {total} of {wrong:,} other keys named ({rate:.2%}): {named.most_common(5)}")  # noqa: T201


def speed(kind: str, count: int) -> None:
    """Measure drawing a question, and judging a wrong answer."""
    start = time.perf_counter()
    questions = [drawn(kind, f"speed-{number}") for number in range(count)]
    drawing = time.perf_counter() - start
    start = time.perf_counter()
    for question in questions:
        judged(question, f"{question.key}zz")
    judging = time.perf_counter() - start
    print(f"{kind}: {count / drawing:,.0f} drawn/s, {count / judging:,.0f} unnamed answers/s")  # noqa: T201


def main() -> None:
    """Measure everything with this number of questions per kind."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    for kind in ("target", "where", "site", "mark"):
        causes(kind, max(count // 10, 100))
    for kind in ("target", "where", "site", "mark", "relative"):
        false_names(kind, min(count, 5_000))
    other_keys(min(count, 5_000))
    for kind in KINDS:
        speed(kind, min(count, 600))


if __name__ == "__main__":
    main()
