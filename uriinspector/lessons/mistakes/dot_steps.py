"""Mistakes in removing dot segments by hand, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.editions.year2005.dots import remove_dot_segments
from uriinspector.lessons.mistake import row
from uriinspector.lessons.pair import Pair

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.resolution import Step

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

    @property
    def key(self) -> str:
        """The letters of the rules."""
        return rules_of(self.path)


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
        "two-segments-at-once",
        two_segments,
        "You moved two segments in one step. Rule E moves one segment at a time.",
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
