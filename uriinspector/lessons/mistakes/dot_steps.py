"""Mistakes in removing dot segments by hand, step by step."""

from __future__ import annotations

import re
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING

from uriinspector.core.editions.year2005.resolution import remove_dot_segments
from uriinspector.lessons.mistake import row
from uriinspector.lessons.pair import Pair

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Step
    from uriinspector.lessons.mistake import Mistake

RUN_OF_DOTS = re.compile(r"([BC])\1+")
SWAPPED = str.maketrans("BC", "CB")


def rules_of(path: str) -> str:
    """The letters of the rules that remove the dot segments of a path, in their order."""
    steps: list[Step] = []
    remove_dot_segments(path, steps.append)
    return "".join(step.rule[-1] for step in steps)


class DotSteps:
    """A pair, and the path whose dot segments are removed."""

    def __init__(self, base: str, reference: str) -> None:
        self.pair = Pair(base, reference)
        self.path = self.pair.parts[2]
        if self.pair.is_merged:
            self.path = self.pair.directory + self.path

    @cached_property
    def key(self) -> str:
        """The letters of the rules."""
        return rules_of(self.path)

    def after(self, letters: str) -> DotSteps:
        """The same for somebody who has these letters already, by another mistake."""
        other = copy(self)
        other.__dict__["key"] = letters
        return other


def removed_before_merge(given: DotSteps) -> Iterator[str]:
    """The path of the reference alone."""
    if given.pair.is_merged:
        yield rules_of(given.pair.parts[2])


def steps_of_whole_base(given: DotSteps) -> Iterator[str]:
    """The whole path of the base, and that of the reference."""
    if given.pair.is_merged:
        yield rules_of(f"{given.pair.base_parts[2]}/{given.pair.parts[2]}")


def two_segments(given: DotSteps) -> Iterator[str]:
    """Two segments in one step."""
    if "EE" in given.key:
        yield given.key.replace("EE", "E", 1)
        yield given.key.replace("EE", "E")


def forgot_final_slash(given: DotSteps) -> Iterator[str]:
    """The slash that a final dot segment leaves is not moved."""
    if given.path.rpartition("/")[2] in {".", ".."}:
        yield given.key[:-1]


def stopped_early(given: DotSteps) -> Iterator[str]:
    """The last step is missing."""
    if len(given.key) > 1:
        yield given.key[:-1]


def began_late(given: DotSteps) -> Iterator[str]:
    """The first step is missing."""
    if len(given.key) > 1:
        yield given.key[1:]


def swapped(given: DotSteps) -> Iterator[str]:
    """One dot is taken for two, and the other way round."""
    yield given.key.translate(SWAPPED)


def leading_rule(given: DotSteps) -> Iterator[str]:
    """Rule A where the path begins with a slash."""
    if given.path.startswith("/"):
        yield given.key.replace("C", "A").replace("B", "A")
        yield given.key.replace("C", "A")
        yield given.key.replace("B", "A")


def final_rule(given: DotSteps) -> Iterator[str]:
    """Rule D for a final dot segment with a slash before it."""
    if given.path.rpartition("/")[2] in {".", ".."} and "/" in given.path:
        yield f"{given.key[:-2]}D"
        yield f"{given.key[:-2]}DE"


def rule_for_dots(given: DotSteps) -> Iterator[str]:
    """Rule D for every dot segment, or for one kind of them."""
    if given.path.startswith("/"):
        for letters in ("BC", "C", "B"):
            yield given.key.translate(dict.fromkeys(map(ord, letters), "D"))


def dots_as_names(given: DotSteps) -> Iterator[str]:
    """Dot segments are moved like names."""
    for letters in ("BC", "C", "B"):
        yield given.key.translate(dict.fromkeys(map(ord, letters), "E"))


def dots_left_out(given: DotSteps) -> Iterator[str]:
    """No step for a dot segment."""
    for letters in ("BC", "C", "B"):
        yield given.key.translate(dict.fromkeys(map(ord, letters)))


def dots_alone(given: DotSteps) -> Iterator[str]:
    """No steps for segments that are names."""
    yield given.key.replace("E", "")
    if given.key.startswith("EE"):
        yield given.key.lstrip("E")


def dots_last(given: DotSteps) -> Iterator[str]:
    """First all names, then the dot segments."""
    yield "".join(sorted(given.key, key=lambda letter: letter != "E"))


def dots_at_once(given: DotSteps) -> Iterator[str]:
    """One step for dot segments that follow each other."""
    yield RUN_OF_DOTS.sub(r"\1", given.key)
    yield re.sub(r"[BC]{2,}", lambda match: match[0][0], given.key)
    yield re.sub(r"[BC]{2,}", lambda match: match[0][-1], given.key)


def final_step_doubled(given: DotSteps) -> Iterator[str]:
    """A step of rule E after the input is empty."""
    yield f"{given.key}E"


def two_at_once(given: DotSteps, letters: str) -> tuple[Mistake, ...]:
    """Two mistakes, one after the other, that give these letters together."""
    for first in ROWS:
        for halfway in dict.fromkeys(first.wrong(given)):
            if not halfway or halfway == given.key:
                continue
            then = given.after(halfway)
            for second in ROWS:
                if second.code != first.code and letters in second.wrong(then):
                    return (first, second)
    return ()


ROWS = (
    row(
        "removed-before-merge",
        removed_before_merge,
        "You removed the dot segments of the reference alone. First merge it with the base.",
        "RFC 3986 5.2.2",
    ),
    row(
        "steps-of-whole-base",
        steps_of_whole_base,
        "You kept the last segment of the base. Merging removes it first.",
        "RFC 3986 5.2.3",
    ),
    row(
        "final-slash-not-moved",
        forgot_final_slash,
        'You stopped too early. The "/" that a final dot segment leaves is moved by rule E.',
        "RFC 3986 5.2.4",
    ),
    row(
        "rule-d-after-slash",
        final_rule,
        'You used rule D. It is only for an input that is "." or "..", without a slash.',
        "RFC 3986 5.2.4",
    ),
    row(
        "rule-a-after-slash",
        leading_rule,
        'You used rule A. It is only for an input that begins with "../" or "./".',
        "RFC 3986 5.2.4",
    ),
    row(
        "rules-swapped",
        swapped,
        "You swapped two rules. Rule B is for one dot, rule C for two.",
        "RFC 3986 5.2.4",
    ),
    row(
        "rule-d-after-slash",
        rule_for_dots,
        'You used rule D. It is only for an input that is "." or "..", without a slash.',
        "RFC 3986 5.2.4",
    ),
    row(
        "dots-as-names",
        dots_as_names,
        "You moved a dot segment with rule E. Rule B or C removes it.",
        "RFC 3986 5.2.4",
    ),
    row(
        "dots-at-once",
        dots_at_once,
        "You removed several dot segments in one step. Each of them is a step.",
        "RFC 3986 5.2.4",
    ),
    row(
        "dots-last",
        dots_last,
        "You moved all names first. Each step works on the start of the input.",
        "RFC 3986 5.2.4",
    ),
    row(
        "two-segments-at-once",
        two_segments,
        "You moved two segments in one step. Rule E moves one segment at a time.",
        "RFC 3986 5.2.4",
    ),
    row(
        "dot-steps-left-out",
        dots_left_out,
        "You left out the step for a dot segment. Rule B or C removes it.",
        "RFC 3986 5.2.4",
    ),
    row(
        "name-steps-left-out",
        dots_alone,
        "You left out segments without dots. Rule E moves each of them in a step.",
        "RFC 3986 5.2.4",
    ),
    row(
        "step-after-the-end",
        final_step_doubled,
        "You added a step. After the last one, the input is empty.",
        "RFC 3986 5.2.4",
    ),
    row(
        "first-step-left-out",
        began_late,
        "You left out the first step.",
        "RFC 3986 5.2.4",
    ),
    row(
        "stopped-early",
        stopped_early,
        "You stopped too early. The steps are repeated until the input is empty.",
        "RFC 3986 5.2.4",
    ),
)
