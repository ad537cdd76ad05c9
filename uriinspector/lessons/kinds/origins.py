"""Where does each component of the target come from?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import TERM, Arg, Phrase
from uriinspector.core.expression import expression
from uriinspector.core.model import Part
from uriinspector.core.parse import resolve
from uriinspector.lessons.diagnosis import Diagnosis
from uriinspector.lessons.kinds import targets
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.mistake import Mistake, no_answers
from uriinspector.lessons.question import Judged, Question

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Wishes

NAME = "origin"
ORIGINS = ("base", "reference", "merged")
# What people type, by its first letter: base, reference or merged, Basis, Referenz or zusammen.
LETTERS = {"b": "base", "r": "reference", "m": "merged", "z": "merged"}
WORD = expression(r"[^\W\d_]+")
# The five components that the algorithm works on, in their order.
FIVE = (Part.SCHEME, Part.AUTHORITY, Part.PATH, Part.QUERY, Part.FRAGMENT)
ASKS = (
    "Where does each component come from?",
    "Where does {a} come from: base, reference or merged?",
    "Where do {a} and {b} come from? One word or letter each: base, reference, merged.",
    "Where do {a}, {b} and {c} come from? One word or letter each: base, reference, merged.",
    "Where do {a}, {b}, {c} and {d} come from? One word or letter each: base, reference, merged.",
    "Where do {a}, {b}, {c}, {d} and {e} come from? One word or letter each: base, reference, "
    "merged.",
)
COMES_FROM = {
    "base": "This component comes from the base: {part}.",
    "reference": "This component comes from the reference: {part}.",
    "merged": "This component is merged from base and reference: {part}.",
}


def origins_of(given: Mapping[str, str]) -> dict[Part, str]:
    """Each component of the target that is present, and where it comes from."""
    resolution = resolve(given["base"], given["reference"], edition=given["edition"])
    origins = resolution.origins
    return {part: origins[part] for part in FIVE if part in origins}


def question(given: Mapping[str, str]) -> Question:
    """A question about a base and a reference."""
    values = {
        "base": given["base"],
        "reference": given["reference"],
        "edition": given.get("edition") or "2005",
    }
    origins = origins_of(values)
    values["parts"] = " ".join(origins)
    args = tuple(Arg(name, part.value, TERM) for name, part in zip("abcde", origins, strict=False))
    return Question(NAME, values, Phrase(ASKS[len(args)], args), " ".join(origins.values()))


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """As for the target, with at least two origins."""
    drawn = targets.draw_question(draw, wishes)
    if drawn is None:
        return None
    result = question(drawn.given)
    return result if len(set(result.key.split())) > 1 else None


def judge(asked: Question, answer: str) -> Judged:
    """One word for each component, in their order."""
    words = [LETTERS.get(word[0]) for word in WORD.findall(answer.casefold())]
    if not words:
        return Judged(None)
    if len(words) == 1 and len(answer.strip()) > 1 and not set(answer.strip().lower()) - set("brm"):
        words = [LETTERS[letter] for letter in answer.strip().lower()]
    parts, keys = asked.given["parts"].split(), asked.key.split()
    if words == keys:
        return Judged(True)
    if len(words) != len(parts):
        args = (Arg("count", str(len(parts))),)
        return Judged(False, Diagnosis(near=(Phrase("{count} words were asked for.", args),)))
    return Judged(False, _diagnosis(list(zip(parts, words, keys, strict=True))))


def _diagnosis(rows: list[tuple[str, str | None, str]]) -> Diagnosis:
    wrong = [each for each in rows if each[1] != each[2]]
    causes = tuple(_mistake(*each) for each in wrong)
    codes = tuple(dict.fromkeys(each.code for each in causes))
    return Diagnosis(causes[:1], codes[1:], near=tuple(each.reason for each in causes[1:]))


def _mistake(part: str, given: str | None, right: str) -> Mistake:
    words = Phrase(COMES_FROM[right], (Arg("part", part, TERM),))
    code = f"{right}-taken-for-{given or 'another'}"
    return Mistake(code, words, ("RFC 3986 5.2.2",), no_answers)


KIND = QuestionKind(NAME, draw_question, question, judge)
