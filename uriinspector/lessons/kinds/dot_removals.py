"""Questions about the order in which the rules of RFC 3986 5.2.4, or an algorithm's lines, are
applied.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import TypeVar

from uriinspector.core.listing import LISTINGS
from uriinspector.core.model import Message, message
from uriinspector.core.parse import Resolution, resolve
from uriinspector.lessons.diagnosis import Diagnosis, joint_diagnosis, of_choice, of_mistake
from uriinspector.lessons.draw import Draw
from uriinspector.lessons.kinds import targets
from uriinspector.lessons.mistake import NONE, allowed_resolutions, quoted
from uriinspector.lessons.mistakes.dots import (
    BUFFER_CODES,
    SEPARATOR,
    STEPS,
    BufferStep,
    DotSteps,
    buffer_steps,
    two_at_once,
    wrong_rule,
)
from uriinspector.lessons.mistakes.dots import BUFFERS as BUFFERS
from uriinspector.lessons.question import (
    AnswerChoice,
    Judged,
    Question,
    QuestionKind,
    Wishes,
    in_order,
    letter_for,
    letters_in,
    meant,
    not_right,
    values_of,
    with_choices,
)

T = TypeVar("T")
NAME = "steps"
CLAUSE = "RFC 3986 5.2"
LINES = "lines"  # the variant about lines of an algorithm
# The rules that change the path after the components have been chosen.
BEGINNINGS = {"1997": ("5.2 step 6",), "2003": ("5.2 merge",), "2005": ("5.2.3", "5.2.4")}
EDITIONS = tuple(BEGINNINGS)
MOST_LINES, STRANGERS = 8, 2
OUTPUT, INPUT = message("The output is wrong."), message("The input is wrong.")
MOST_STEPS = 40
RULES = frozenset("ABCDE")
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
LINE_REFERENCES = (
    "{name}?{query}",
    "../{name}",
    "./{name}",
    "..",
    "{name}/.",
    "{dir}/../{name}?{query}",
    "../../{name}/.",
)


def question(given: Mapping[str, str]) -> Question:
    """Make a question about a base and a reference."""
    if given.get("of"):
        return _line_question(given)
    values = {**values_of(given, "base reference"), "edition": "2005"}
    asks = message(
        "Which rules of RFC 3986, 5.2.4 are applied, one after the other, when this reference is "
        "resolved? Answer with the letters A to E."
    )
    key, *also = dict.fromkeys(map(_letters, allowed_resolutions(**values)))
    return Question(NAME, values, asks, key, also=tuple(also))


def steps_of(asked: Question) -> list[BufferStep]:
    """Return the right steps, with the buffers before and after each."""
    return list(buffer_steps(DotSteps(**asked.given).path))


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """Draw a pair that takes a few steps, checked against the trace of the whole resolution."""
    if wishes.of:
        return _draw_lines(draw, wishes)
    base, reference = targets.draw_pair(draw, wishes, REFERENCES)
    drawn = question({"base": base, "reference": reference})
    letters = _letters(resolve(base, reference, edition="2005"))
    return drawn if letters == drawn.key and 1 < len(letters) <= MOST_STEPS else None


def _letters(way: Resolution) -> str:
    """Return the letters of the rules of RFC 3986 5.2.4 that a resolution applies."""
    return "".join(each.rule[-1] for each in way.steps if each.rule.startswith("5.2.4"))


def judge(asked: Question, answer: str) -> Judged:
    """Judge the letters of rules in order, ignoring the number before them."""
    if asked.choices:
        return _judge_lines(asked, answer)
    text = answer.strip()
    if SEPARATOR.strip() in text:
        return judge_rows(asked, answer.split("\n"))
    letters = "" if meant(text) == NONE else letters_in(text) or "?"
    if set(letters) - RULES:
        return not_right(message("Answer with the letters A to E."))
    if letters == asked.key:
        return Judged(True)
    given = DotSteps(**asked.given)
    diagnosis = of_choice(STEPS, given, letters)
    if not diagnosis.causes and len(letters) <= MOST_STEPS >= len(asked.key):
        diagnosis = joint_diagnosis(two_at_once(given, letters))
    first = _first_wrong(asked, letters)
    if not diagnosis.causes:
        return Judged(False, of_mistake("wrong-step", first, CLAUSE))
    return Judged(False, diagnosis._replace(near=(first,)))


def judge_rows(asked: Question, rows: Sequence[str]) -> Judged:
    """Judge steps with both buffers after each; the diagnosis names the first wrong one."""
    steps = steps_of(asked)
    for number, (answer, step) in enumerate(zip(rows, steps, strict=False), 1):
        if answer != step.text:
            return Judged(False, _wrong_step(number, answer, step))
    if len(rows) == len(steps):
        return Judged(True)
    letters = "".join(each[:1] for each in rows)
    cause = BUFFER_CODES["stopped-early"]
    causes = (cause,) if len(rows) < len(steps) else ()
    return Judged(False, Diagnosis(causes, near=(_first_wrong(asked, letters),)))


def _wrong_step(number: int, answer: str, step: BufferStep) -> Diagnosis:
    letter, _, buffers = answer.partition(SEPARATOR)
    output, _, rest = buffers.partition(SEPARATOR)
    if letter != step.letter:
        cause = wrong_rule(step, letter)
        near = _right_step(number, step)
        return Diagnosis((cause,) if cause else (), near=(near,))
    known = of_choice(BUFFERS, step, answer)
    if known.causes:
        return known
    buffers_left = ((output, step.output, OUTPUT), (rest, step.input, INPUT))
    return Diagnosis(near=tuple(words for given, right, words in buffers_left if given != right))


def _first_wrong(asked: Question, letters: str) -> Message:
    """Return a message about the first wrong step, with the input that its rule is applied to."""
    rows = steps_of(asked)
    pairs = enumerate(zip_longest(letters, (each.letter for each in rows)))
    same = next((at for at, (given, right) in pairs if given != right), len(rows))
    if not rows:
        return message("None of these rules changes this path.")
    if same == len(rows):
        return message("After step {number}, the input is empty.", number=str(same))
    return _right_step(same + 1, rows[same])


def _right_step(number: int, step: BufferStep) -> Message:
    return message(
        "Step {number} is rule {letter}: the input is {text}.",
        number=str(number),
        letter=step.letter,
        text=quoted(step.input_before),
    )


def lines_of(resolution: Resolution) -> list[int]:
    """Return the numbers of the lines that change the path, merging adjacent repetitions."""
    return [at for at, _ in _runs(all_lines_of(resolution))]


def all_lines_of(resolution: Resolution) -> Iterator[int]:
    edition = resolution.edition
    places = map(LISTINGS[edition].place, resolution.steps)
    for at, step in zip(places, resolution.steps, strict=True):
        if step.rule.startswith(BEGINNINGS[edition]) and at >= 0:
            yield at


def _runs(lines: Iterable[T]) -> list[tuple[T, int]]:
    """Return each line with the number of its adjacent repetitions."""
    return [(line, len(list(same))) for line, same in groupby(lines)]


def _line_question(given: Mapping[str, str]) -> Question:
    """Make a question about a pair; the pair's texts also determine the order of the choices."""
    values = values_of(given, targets.PAIR)
    edition = values["edition"]
    asks = message(
        "Which of these lines of the {year} algorithm act on the path here, and in which order? "
        "A line can be needed more than once; not all lines are used.",
        year=edition,
    )
    listing = LISTINGS[edition].lines
    places, *others_allowed = map(lines_of, allowed_resolutions(**values))
    others = [
        at
        for at, line in enumerate(listing)
        if line.rule.startswith(BEGINNINGS[edition]) and at not in places
    ]
    draw = Draw("order", *values.values())  # existing seeds contain the name "order"
    offered = draw.sample(others, STRANGERS) + list(dict.fromkeys(places))
    choices = (
        AnswerChoice(str(at), message(listing[at].words))
        for at in draw.sample(offered, len(offered))
    )
    ways = (way for way in (places, *others_allowed) if set(way) <= set(offered))
    asked = Question(NAME, {**values, "of": LINES}, asks, "")
    return with_choices(asked, choices, *(map(str, way) for way in ways))


def _draw_lines(draw: Draw, wishes: Wishes) -> Question | None:
    """Draw a pair that takes a few lines, in an edition that has an algorithm."""
    if wishes.edition not in BEGINNINGS:
        return None
    base, reference = targets.draw_pair(draw, wishes, LINE_REFERENCES)
    given = {"base": base, "reference": reference, "edition": wishes.edition}
    drawn = _line_question(given)
    used = len(set(drawn.key.split()))
    if not 2 <= used <= MOST_LINES or len(drawn.choices) != used + STRANGERS:
        return None
    return drawn


def _judge_lines(asked: Question, answer: str) -> Judged:
    """Judge the lines and their order; the diagnosis counts those in the right order."""
    codes = in_order(asked, answer)
    if codes is None:
        return not_right(message("Answer with the letters of the lines."))
    key = in_order(asked, asked.key) or []
    runs = _runs(codes)
    if [code for code, _ in runs] == key:
        return _judge_runs(asked, runs)
    near = message(
        "{right} of {all} lines are in the right order.",
        right=str(longest_common(codes, key)),
        all=str(len(key)),
    )
    strange = next((each for each in codes if each not in key), "")
    missing = next((each for each in key if codes.count(each) < key.count(each)), "")
    if not strange and not missing:
        return Judged(False, of_mistake("lines-out-of-order", near, CLAUSE))
    code = "line-too-many" if strange else "line-left-out"
    reason = message(
        "Line {letter} changes nothing here." if strange else "You left out line {letter}.",
        letter=letter_for(strange or missing, asked),
    )
    return Judged(False, of_mistake(code, reason, CLAUSE, (near,)))


def _judge_runs(asked: Question, runs: list[tuple[str, int]]) -> Judged:
    """Judge right lines in the right order, each named either once or as often as it is applied."""
    ways = allowed_resolutions(**values_of(asked.given, targets.PAIR))
    lines = [line for line, _ in runs]
    every = (_runs(map(str, all_lines_of(way))) for way in ways)
    real = next((way for way in every if [line for line, _ in way] == lines), runs)
    for (line, given), (_, count) in zip(runs, real, strict=True):
        if given not in {1, count}:
            code = "line-too-many" if given > count else "line-left-out"
            reason = message(
                "Line {letter} is applied {count} times in a row here. Name it once or {count} "
                "times."
                if count > 1
                else "Line {letter} is applied only once at that point.",
                letter=letter_for(line, asked),
                count=str(count),
            )
            return Judged(False, of_mistake(code, reason, CLAUSE))
    return Judged(True)


def longest_common(one: list[str], other: list[str]) -> int:
    """Return the length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for each in one:
        before = 0
        for at, against in enumerate(other, 1):
            before, row[at] = row[at], before + 1 if each == against else max(row[at], row[at - 1])
    return row[-1]


KIND = QuestionKind(NAME, draw_question, question, judge)
