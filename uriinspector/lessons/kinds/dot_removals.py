"""Which rules of 5.2.4 are applied, one after the other?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.analysis.phrase import EVIDENCE, Arg, Phrase
from uriinspector.core.editions.year2005.dots import remove_dot_segments
from uriinspector.core.resolution import Buffer
from uriinspector.core.resolve import resolve
from uriinspector.lessons.diagnosis import Diagnosis, of_choice
from uriinspector.lessons.kinds import targets
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.mistakes.dot_steps import ROWS, DotSteps
from uriinspector.lessons.question import Judged, Question

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.core.resolution import Step
    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Wishes

NAME = "steps"
MOST_STEPS = 40
ANSWER = re.compile(r"(?:(?:5\.2\.4\s*)?2?[A-Ea-e][\s,;.+/-]*)+")
LETTER = re.compile("[A-Ea-e]")
REFERENCES = (
    "{name}",
    "./{name}",
    "../{name}",
    "../../{name}",
    "{name}/../{dir}",
    "{name}/./{dir}",
    ".",
    "..",
    "../.",
    "./../{name}",
    "/{dir}/../{name}",
    "/./{name}",
    "../../../{name}",
    "{dir}/..",
)


class DotStep(NamedTuple):
    """One step: the letter of its rule, and both buffers after it."""

    letter: str
    output: str
    input: str


def question(given: Mapping[str, str]) -> Question:
    """A question about a base and a reference."""
    values = {"base": given["base"], "reference": given["reference"], "edition": "2005"}
    asks = Phrase(
        "Which rules of RFC 3986, 5.2.4 are applied when this reference is resolved, one after "
        "the other? Answer with the letters A to E."
    )
    return Question(NAME, values, asks, DotSteps(values["base"], values["reference"]).key)


def steps_of(asked: Question) -> list[DotStep]:
    """The right answer with the buffers after each step."""
    steps: list[Step] = []
    given = DotSteps(asked.given["base"], asked.given["reference"])
    remove_dot_segments(given.path, steps.append)
    return [
        DotStep(each.rule[-1], each.after.output, each.after.input)
        for each in steps
        if isinstance(each.after, Buffer)
    ]


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """A pair of a few steps; the trace of the whole resolution agrees."""
    references = wishes.references or REFERENCES
    base, reference = targets.draw_pair(draw, wishes.bases or targets.BASES, references)
    drawn = question({"base": base, "reference": reference})
    trace = resolve(base, reference, edition="2005").steps
    letters = "".join(each.rule[-1] for each in trace if each.rule.startswith("5.2.4"))
    return drawn if letters == drawn.key and 1 < len(letters) <= MOST_STEPS else None


def judge(asked: Question, answer: str) -> Judged:
    """The letters in their order, with or without the number before them."""
    text = answer.strip()
    if not text:
        return Judged(None)
    if not ANSWER.fullmatch(text):
        return Judged(False, Diagnosis(near=(Phrase("Answer with the letters A to E."),)))
    letters = "".join(LETTER.findall(text)).upper()
    if letters == asked.key:
        return Judged(True)
    given = DotSteps(asked.given["base"], asked.given["reference"])
    diagnosis = of_choice(ROWS, given, letters)
    return Judged(False, diagnosis._replace(near=(_first_wrong(asked, letters),)))


def _first_wrong(asked: Question, letters: str) -> Phrase:
    """The step that is wrong first, and what its rule would have worked on."""
    same = 0
    while letters[same : same + 1] == asked.key[same : same + 1] != "":
        same += 1
    rows = steps_of(asked)
    if same == len(rows):
        return Phrase("After step {number}, the input is empty.", (Arg("number", str(same)),))
    path = DotSteps(asked.given["base"], asked.given["reference"]).path
    left = rows[same - 1].input if same else path
    return Phrase(
        "Step {number} is rule {letter}: the input is {text}.",
        (
            Arg("number", str(same + 1)),
            Arg("letter", rows[same].letter),
            Arg("text", f'"{left}"', EVIDENCE),
        ),
    )


KIND = QuestionKind(NAME, draw_question, question, judge)
