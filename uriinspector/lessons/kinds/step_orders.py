"""Which lines of an edition's algorithm work on the path, and in which order?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import Arg, Phrase
from uriinspector.core.listing import LISTINGS
from uriinspector.core.parse import resolve
from uriinspector.lessons.choice import in_order, letters_of
from uriinspector.lessons.diagnosis import Diagnosis
from uriinspector.lessons.draw import Draw
from uriinspector.lessons.kinds import targets
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.mistake import Mistake, no_answers
from uriinspector.lessons.question import AnswerChoice, Judged, Question

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.lessons.question import Wishes

NAME = "order"
# The rules that work on the path, once the parts are chosen.
BEGINNINGS = {"1997": ("5.2 step 6",), "2003": ("5.2 merge",), "2005": ("5.2.3", "5.2.4")}
EDITIONS = tuple(BEGINNINGS)
MOST_LINES, STRANGERS = 8, 2
REFERENCES = (
    "{name}?{query}",
    "../{name}",
    "./{name}",
    "..",
    "{name}/.",
    "{dir}/../{name}?{query}",
    "../../{name}/.",
)


def lines_of(base: str, reference: str, edition: str) -> list[int]:
    """The numbers of the lines that change the path, each run of one line once."""
    listing = LISTINGS[edition]
    places: list[int] = []
    for step in resolve(base, reference, edition=edition).steps:
        at = listing.place(step)
        if step.rule.startswith(BEGINNINGS[edition]) and at >= 0 and places[-1:] != [at]:
            places.append(at)
    return places


def question(given: Mapping[str, str]) -> Question:
    """A question about a pair; the order of the choices comes from the pair itself."""
    edition = given.get("edition") or "2005"
    values = {"base": given["base"], "reference": given["reference"], "edition": edition}
    asks = Phrase(
        "Which of these lines of the {year} algorithm work on the path here, in which order? A "
        "line can be there more than once; not all of them are used.",
        (Arg("year", edition),),
    )
    listing = LISTINGS[edition].lines
    places = lines_of(values["base"], values["reference"], edition)
    others = [
        at
        for at, line in enumerate(listing)
        if line.rule.startswith(BEGINNINGS[edition]) and at not in places
    ]
    draw = Draw("order", *values.values())
    offered = draw.sample(others, STRANGERS) + list(dict.fromkeys(places))
    choices = tuple(
        AnswerChoice(str(at), Phrase(listing[at].words))
        for at in draw.sample(offered, len(offered))
    )
    asked = Question(NAME, values, asks, "", choices=choices)
    return replace(asked, key=" ".join(letters_of((str(at),), asked) for at in places))


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """A pair with a few lines of work, in an edition that has an algorithm."""
    if wishes.edition not in BEGINNINGS:
        return None
    references = wishes.references or REFERENCES
    base, reference = targets.draw_pair(draw, wishes.bases or targets.BASES, references)
    given = {"base": base, "reference": reference, "edition": wishes.edition}
    drawn = question(given)
    used = len(set(drawn.key.split()))
    if not 2 <= used <= MOST_LINES or len(drawn.choices) != used + STRANGERS:
        return None
    return drawn


def judge(asked: Question, answer: str) -> Judged:
    """All lines in their order; the longest right run in order is told."""
    if not answer.strip():
        return Judged(None)
    codes = in_order(asked, answer)
    if codes is None:
        return Judged(False, Diagnosis(near=(Phrase("Answer with the letters of the lines."),)))
    key = in_order(asked, asked.key) or []
    if codes == key:
        return Judged(True)
    strange = next((each for each in codes if each not in key), None)
    common = longest_common(codes, key)
    near = Phrase(
        "{right} of {all} lines are in the right order.",
        (Arg("right", str(common)), Arg("all", str(len(key)))),
    )
    if strange is not None:
        letter = letters_of((strange,), asked)
        reason = Phrase("Line {letter} changes nothing here.", (Arg("letter", letter),))
        return Judged(False, _named("line-too-many", reason, near))
    missing = next((each for each in key if codes.count(each) < key.count(each)), None)
    if missing is not None:
        letter = letters_of((missing,), asked)
        reason = Phrase("You left out line {letter}.", (Arg("letter", letter),))
        return Judged(False, _named("line-left-out", reason, near))
    return Judged(False, _named("lines-out-of-order", near))


def _named(code: str, reason: Phrase, *near: Phrase) -> Diagnosis:
    return Diagnosis((Mistake(code, reason, ("RFC 3986 5.2",), no_answers),), near=near)


def longest_common(one: list[str], other: list[str]) -> int:
    """The length of the longest run that both have in order, with gaps."""
    row = [0] * (len(other) + 1)
    for each in one:
        before = 0
        for at, against in enumerate(other, 1):
            before, row[at] = row[at], before + 1 if each == against else max(row[at], row[at - 1])
    return row[-1]


KIND = QuestionKind(NAME, draw_question, question, judge)
