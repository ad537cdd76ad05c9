"""Which rules of 5.2.4 are applied, one after the other?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import EVIDENCE, Arg, Phrase
from uriinspector.core.editions.year2005.resolution import remove_dot_segments
from uriinspector.core.expression import expression
from uriinspector.core.parse import resolve
from uriinspector.core.reference import Buffer
from uriinspector.lessons.diagnosis import Diagnosis, of_choice
from uriinspector.lessons.kinds import targets
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.mistakes.buffer_steps import CODES, SEPARATOR, BufferStep, wrong_rule
from uriinspector.lessons.mistakes.buffer_steps import ROWS as BUFFER_ROWS
from uriinspector.lessons.mistakes.dot_steps import ROWS, DotSteps, two_at_once
from uriinspector.lessons.question import Judged, Question

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from uriinspector.core.reference import Step
    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Wishes

NAME = "steps"
OUTPUT, INPUT = Phrase("The output is wrong."), Phrase("The input is wrong.")
MOST_STEPS = 40
ANSWER = expression(r"(?:(?:5\.2\.4\s*)?2?[A-Ea-e][\s,;.+/-]*)+")
LETTER = expression("[A-Ea-e]")
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


def question(given: Mapping[str, str]) -> Question:
    """A question about a base and a reference."""
    values = {"base": given["base"], "reference": given["reference"], "edition": "2005"}
    asks = Phrase(
        "Which rules of RFC 3986, 5.2.4 are applied when this reference is resolved, one after "
        "the other? Answer with the letters A to E."
    )
    return Question(NAME, values, asks, DotSteps(values["base"], values["reference"]).key)


def steps_of(asked: Question) -> list[BufferStep]:
    """The right answer with the buffers before and after each step."""
    steps: list[Step] = []
    before = ("", DotSteps(asked.given["base"], asked.given["reference"]).path)
    remove_dot_segments(before[1], steps.append)
    rows = []
    for each in steps:
        if isinstance(each.after, Buffer):
            after = (each.after.output, each.after.input)
            rows.append(BufferStep(*before, each.rule[-1], *after))
            before = after
    return rows


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
    if SEPARATOR.strip() in text:
        return judge_rows(asked, answer.split("\n"))
    if not ANSWER.fullmatch(text):
        return Judged(False, Diagnosis(near=(Phrase("Answer with the letters A to E."),)))
    letters = "".join(LETTER.findall(text)).upper()
    if letters == asked.key:
        return Judged(True)
    given = DotSteps(asked.given["base"], asked.given["reference"])
    diagnosis = of_choice(ROWS, given, letters)
    if not diagnosis.causes and len(letters) <= MOST_STEPS >= len(asked.key):
        together = two_at_once(given, letters)
        also = tuple(each.code for each in together[1:])
        diagnosis = Diagnosis(together, also, is_joint=bool(together))
    return Judged(False, diagnosis._replace(near=(_first_wrong(asked, letters),)))


def judge_rows(asked: Question, rows: Sequence[str]) -> Judged:
    """Each step with both buffers after it; the first that is wrong is told."""
    steps = steps_of(asked)
    for number, (answer, step) in enumerate(zip(rows, steps, strict=False), 1):
        if answer != step.text:
            return Judged(False, _wrong_step(number, answer, step))
    if len(rows) == len(steps):
        return Judged(True)
    letters = "".join(each[:1] for each in rows)
    cause = CODES["stopped-early"]
    causes = (cause,) if len(rows) < len(steps) else ()
    return Judged(False, Diagnosis(causes, near=(_first_wrong(asked, letters),)))


def _wrong_step(number: int, answer: str, step: BufferStep) -> Diagnosis:
    letter, _, buffers = answer.partition(SEPARATOR)
    output, _, rest = buffers.partition(SEPARATOR)
    if letter != step.letter:
        cause = wrong_rule(step, letter)
        text = Arg("text", f'"{step.input_before}"', EVIDENCE)
        args = (Arg("number", str(number)), Arg("letter", step.letter), text)
        near = Phrase("Step {number} is rule {letter}: the input is {text}.", args)
        return Diagnosis((cause,) if cause else (), near=(near,))
    known = of_choice(BUFFER_ROWS, step, answer)
    if known.causes:
        return known
    buffers_left = ((output, step.output, OUTPUT), (rest, step.input, INPUT))
    return Diagnosis(near=tuple(words for given, right, words in buffers_left if given != right))


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
