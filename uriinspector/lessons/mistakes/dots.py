"""Mistakes in removing dot segments step by step, by the rules of RFC 3986 5.2.4."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy

from uriinspector.core.model import NamedTuple
from uriinspector.core.reference import Buffer, Step
from uriinspector.core.resolution import remove_dot_segments
from uriinspector.lessons.mistake import Mistake, by_code, rows
from uriinspector.lessons.mistakes.pairs import Pair, Text

RUN_OF_DOTS = re.compile(r"([BC])\1+")
DOTS = re.compile("([BC])[BC]*([BC])")  # with its first and last letter
SWAPPED = {66: "C", 67: "B"}
SEPARATOR = " | "


def rules_of(path: str) -> str:
    """Return the letters of the rules that are applied to remove the dot segments of a path, in
    order.
    """
    return "".join(step.letter for step in buffer_steps(path))


class DotSteps:
    """A pair, the path whose dot segments are removed, and the letters of the rules applied."""

    def __init__(self, base: str, reference: str, **_: str) -> None:
        self.pair = pair = Pair(base, reference)
        self.path = (pair.directory if pair.merged else "") + str(pair.r.path)
        self.key = Text(rules_of(self.path))
        self.is_rooted, self.has_slash = self.path.startswith("/"), "/" in self.path
        self.ends_in_dots = self.path.rpartition("/")[2] in {".", ".."}

    def after(self, letters: str) -> DotSteps:
        """Return a copy in which these letters, given by another mistake, are the right ones."""
        other = copy(self)
        other.key = Text(letters)
        return other

    @property
    def of_reference(self) -> str:
        """The letters for the path of the reference only."""
        return rules_of(str(self.pair.r.path))

    @property
    def of_whole_base(self) -> str:
        """The letters for the base's whole path, followed by the reference's."""
        return rules_of(f"{self.pair.b.path}/{self.pair.r.path}")

    @property
    def swapped(self) -> str:
        """The letters with rules B and C exchanged."""
        return self.key.translate(SWAPPED)

    @property
    def dots_last(self) -> str:
        """The letters with all names before all dot segments."""
        return "".join(sorted(self.key, key="E".__ne__))

    def dots_as(self, letter: str | None = None) -> Iterator[str]:
        """Yield the letters with another rule for dot segments; None leaves their steps out."""
        for letters in ("BC", "C", "B"):
            yield self.key.translate(dict.fromkeys(map(ord, letters), letter))

    def dots_at_once(self) -> Iterator[str]:
        """Yield the letters if one step removes several adjacent dot segments."""
        yield RUN_OF_DOTS.sub(r"\1", self.key)
        yield from (DOTS.sub(letter, self.key) for letter in (r"\1", r"\2"))

    def two_segments(self) -> Iterator[str]:
        """Yield the letters if one step moves two segments."""
        if "EE" in self.key:
            yield from (self.key.replace("EE", "E", 1), self.key.replace("EE", "E"))

    def names_left_out(self) -> Iterator[str]:
        """Yield the letters without the steps for names."""
        yield self.key.replace("E", "")
        if self.key.startswith("EE"):
            yield self.key.lstrip("E")


class BufferStep(NamedTuple):
    """A step: both buffers before it, its rule, and both buffers after it."""

    output_before: str
    input_before: str
    letter: str
    output: str
    input: str

    @property
    def text(self) -> str:
        """The step as it is written in an answer."""
        return SEPARATOR.join((self.letter, self.output, self.input))

    @property
    def slash(self) -> bool:
        """True after rules B, C and E if the input still begins with a slash."""
        return self.letter in "BCE" and self.input.startswith("/")

    @property
    def after_slash(self) -> str:
        """The input without its first slash."""
        return self.input[1:]

    @property
    def moved_name(self) -> str:
        """The segment that the step moves, without its slash."""
        moved = self.output[len(self.output_before) :]
        return moved[1:] if moved.startswith("/") else ""

    @property
    def next_segment(self) -> str:
        """The next segment of the input, with its slash."""
        end = self.input.find("/", 1)
        return self.input if end < 0 else self.input[:end]

    @property
    def after_next(self) -> str:
        return self.input[len(self.next_segment) :]


def buffer_steps(path: str) -> Iterator[BufferStep]:
    """Yield the steps that remove the dot segments of a path."""
    steps: list[Step] = []
    remove_dot_segments(path, steps.append)
    before = ("", path)
    for each in steps:
        if isinstance(each.after, Buffer):
            after = (each.after.output, each.after.input)
            yield BufferStep(*before, each.rule[-1], *after)
            before = after


STEP_TABLE = (
    (
        "removed-before-merge",
        "pair.merged",
        "{of_reference}",
        "You removed the dot segments before merging. First merge the reference with the base.",
        "RFC 3986 5.2.2",
    ),
    (
        "steps-of-whole-base",
        "pair.merged",
        "{of_whole_base}",
        "You kept the last segment of the base. Merging removes it first.",
        "RFC 3986 5.2.3",
    ),
    (
        "final-slash-not-moved",
        "ends_in_dots",
        "{key.front}",
        'You stopped too early. A final dot segment leaves a "/", and rule E moves it.',
        "RFC 3986 5.2.4",
    ),
    (
        "rule-d-after-slash",
        "ends_in_dots has_slash",
        ("{key.front.front}D", "{key.front.front}DE"),
        'You used rule D. It is only for an input that is "." or "..", without a slash.',
        "RFC 3986 5.2.4",
    ),
    (
        "rule-a-after-slash",
        "is_rooted",
        "*dots_as A",
        'You used rule A. It is only for an input that begins with "../" or "./".',
        "RFC 3986 5.2.4",
    ),
    (
        "rules-swapped",
        "",
        "{swapped}",
        "You swapped two rules. Rule B is for one dot, rule C for two.",
        "RFC 3986 5.2.4",
    ),
    (
        "rule-d-after-slash",
        "is_rooted",
        "*dots_as D",
        'You used rule D. It is only for an input that is "." or "..", without a slash.',
        "RFC 3986 5.2.4",
    ),
    (
        "dots-as-names",
        "",
        "*dots_as E",
        "You moved a dot segment with rule E. Rule B or C removes it.",
        "RFC 3986 5.2.4",
    ),
    (
        "dots-at-once",
        "",
        "*dots_at_once",
        "You removed several dot segments in one step. Each of them takes a separate step.",
        "RFC 3986 5.2.4",
    ),
    (
        "dots-last",
        "",
        "{dots_last}",
        "You moved all ordinary segments first. Each step works on the start of the input.",
        "RFC 3986 5.2.4",
    ),
    (
        "two-segments-at-once",
        "",
        "*two_segments",
        "You moved two segments in one step. Rule E moves one segment at a time.",
        "RFC 3986 5.2.4",
    ),
    (
        "dot-steps-left-out",
        "",
        "*dots_as",
        "You left out the step for a dot segment. Rule B or C removes it.",
        "RFC 3986 5.2.4",
    ),
    (
        "name-steps-left-out",
        "",
        "*names_left_out",
        "You left out ordinary segments. Rule E moves each of them in a separate step.",
        "RFC 3986 5.2.4",
    ),
    (
        "step-after-the-end",
        "",
        "{key}E",
        "You added a step. After the last one, the input is empty.",
        "RFC 3986 5.2.4",
    ),
    (
        "first-step-left-out",
        "key.tail",
        "{key.tail}",
        "You left out the first step.",
        "RFC 3986 5.2.4",
    ),
    (
        "stopped-early",
        "key.tail",
        "{key.front}",
        "You stopped too early. The steps are repeated until the input is empty.",
        "RFC 3986 5.2.4",
    ),
)
BUFFER_TABLE = (
    (
        "output-segment-left",
        "letter=C output_before",
        "{letter} | {output_before} | {input}",
        'You left the last segment in the output. Rule C removes it along with its "/".',
        "RFC 3986 5.2.4",
    ),
    (
        "output-slash-left",
        "letter=C output_before",
        "{letter} | {output}/ | {input}",
        'You left a "/" in the output. Rule C removes the last segment with its "/".',
        "RFC 3986 5.2.4",
    ),
    (
        "input-slash-removed",
        "!letter=E slash",
        "{letter} | {output} | {after_slash}",
        'You removed the "/" from the input. Rules B and C leave it there.',
        "RFC 3986 5.2.4",
    ),
    (
        "segment-without-slash",
        "letter=E moved_name",
        "{letter} | {output_before}{moved_name} | {input}",
        'You moved the segment without its "/". Rule E moves both.',
        "RFC 3986 5.2.4",
    ),
    (
        "next-slash-moved",
        "letter=E slash",
        "{letter} | {output}/ | {after_slash}",
        'You moved the next "/", too. Rule E stops before it.',
        "RFC 3986 5.2.4",
    ),
    (
        "next-segment-moved",
        "letter=E input",
        "{letter} | {output}{next_segment} | {after_next}",
        "You moved the next segment, too. Rule E moves one segment at a time.",
        "RFC 3986 5.2.4",
    ),
    (
        "whole-input-moved",
        "letter=E input",
        "{letter} | {output}{input} | ",
        "You moved the whole input. Rule E moves one segment at a time.",
        "RFC 3986 5.2.4",
    ),
    (
        "dot-segment-moved",
        "",
        (),
        "You used rule E for a dot segment. Rules B and C come first.",
        "RFC 3986 5.2.4",
    ),
)
STEPS, BUFFERS = rows(*STEP_TABLE), rows(*BUFFER_TABLE)
BUFFER_CODES = by_code((*STEPS, *BUFFERS))
# The mistake of applying another rule to a dot segment, by the letter of the wrong rule.
WRONG_RULES = {
    "A": "rule-a-after-slash",
    "B": "rules-swapped",
    "C": "rules-swapped",
    "E": "dot-segment-moved",
}


def wrong_rule(step: BufferStep, letter: str) -> Mistake | None:
    """Return the mistake of applying the wrong rule in a step; None if it is not a known one."""
    if step.letter not in "BC":
        return None
    is_final = letter == "D" and step.input_before in {"/.", "/.."}
    return BUFFER_CODES.get("rule-d-after-slash" if is_final else WRONG_RULES.get(letter, ""))


def two_at_once(given: DotSteps, letters: str) -> tuple[Mistake, ...]:
    """Return two mistakes that, made one after the other, give these letters."""
    for first in STEPS:
        for halfway in dict.fromkeys(first.wrong(given)):
            if not halfway or halfway == given.key:
                continue
            then = given.after(halfway)
            for second in STEPS:
                if second.code != first.code and letters in second.wrong(then):
                    return (first, second)
    return ()
