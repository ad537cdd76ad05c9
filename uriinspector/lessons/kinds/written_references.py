"""Write a reference that meets these conditions."""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import EVIDENCE, Arg, Phrase
from uriinspector.lessons.diagnosis import Diagnosis
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.kinds.shortest_references import forms
from uriinspector.lessons.mistake import Mistake, no_answers
from uriinspector.lessons.question import Judged, Question
from uriinspector.lessons.requirement import requirements

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Wishes

NAME = "write"
# A right answer is looked for among so many texts.
MOST_EXAMPLES = 4_000
# What a drawn question allows at most.
SHORTEST, LONGEST = 26, 60
# These conditions take longest.
INSPECTED = frozenset({"finding", "no_finding"})
SCHEMES = ("http:", "", "ftp:", "mailto:", "1a:")
AUTHORITIES = (
    "//a.example",
    "",
    "//u@a.example",
    "//a.example:81",
    "//u@a.example:81",
    "//a.example:",
    "//192.0.2.7",
    "//[2001:db8::1]",
    "//",
    "//@a.example",
    "//a_b.example",
)
PATHS = ("/x", "", "/", "/x y", "/~x", "/a/../x", "/%zz", "/[x]", "x", "/x|y")
ENDS = ("", "?q", "#f", "?q#f", "?", "#", "?q#f#g")


def question(given: Mapping[str, str]) -> Question:
    """A question with conditions, as they are kept in JSON."""
    values = {"asks": given.get("asks", ""), "wants": given["wants"]}
    asks = Phrase("Write a URI reference that meets all of these conditions.")
    details = tuple(each.wanted for each in requirements(values["wants"]))
    if values["asks"]:
        asks, details = Phrase("{text}", (Arg("text", values["asks"], EVIDENCE),)), ()
    return Question(NAME, values, asks, example(values["wants"]), details=details)


@lru_cache(maxsize=256)
def example(wants: str) -> str:
    """A text that meets all; empty if none was found."""
    wanted = sorted(requirements(wants), key=lambda each: each.name in INSPECTED)
    near: list[str] = []
    for each in wanted:
        if isinstance(each.value, dict):
            near += each.value.values()
        if each.name == "resolves_to":
            near += forms(each.value["base"], each.value["target"])
    for text in (*near, *islice(texts(), MOST_EXAMPLES)):
        if text and all(each.holds(text) for each in wanted):
            return text
    return ""


def texts() -> Iterator[str]:
    """References of many forms, the plain ones first."""
    for scheme, end, path, authority in product(SCHEMES, ENDS, PATHS, AUTHORITIES):
        if not (authority and path[:1] not in {"", "/"}):
            yield f"{scheme}{authority}{path}{end}"


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """A component that is wanted, one that is not, perhaps an empty one, and not too long."""
    first, second, third = draw.sample(("userinfo", "port", "query", "fragment"), 3)
    wants: list[dict[str, str | int]] = [
        {"valid": wishes.edition},
        {"has": first},
        {"has_not": second},
    ]
    if third in {"query", "fragment"} and draw.chance(2):
        wants.append({"empty": third})
    wants.append({"length_at_most": SHORTEST + draw.number(LONGEST - SHORTEST)})
    drawn = question({"wants": json.dumps(wants)})
    return drawn if drawn.key else None


def judge(asked: Question, answer: str) -> Judged:
    """Every condition; the first that does not hold is told."""
    text = answer.strip()
    if not text:
        return Judged(None)
    wanted = requirements(asked.given["wants"])
    missed = [each for each in wanted if not each.holds(text)]
    if not missed:
        return Judged(True)
    causes = tuple(
        Mistake(f"wanted-{each.name.replace('_', '-')}", each.missed, (), no_answers)
        for each in missed
    )
    return Judged(False, Diagnosis(causes[:1], near=tuple(each.reason for each in causes[1:])))


KIND = QuestionKind(NAME, draw_question, question, judge)
