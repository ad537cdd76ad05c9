"""Which host does the innermost link have?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import Phrase
from uriinspector.lessons.diagnosis import Diagnosis, alternatives, causes_of
from uriinspector.lessons.kinds.destinations import NOWHERE
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.link_question import NO_HOST, same_host
from uriinspector.lessons.material import Pool
from uriinspector.lessons.mistakes.nested_hosts import ROWS, NestedLink
from uriinspector.lessons.question import Judged, Question
from uriinspector.lessons.tricks import built_link

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Wishes

NAME = "inner"
NESTING = ("redirect", "redirect-path", "nested-twice")
NOT_IT = Phrase("This is not the host of the innermost link.")


def question(given: Mapping[str, str]) -> Question:
    """A question about a link with links inside."""
    values = {"text": given["text"]}
    asks = Phrase("There is a link inside of this link. Which host does the innermost one have?")
    return Question(NAME, values, asks, NestedLink(values["text"]).key or NO_HOST)


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """A link of a trick; what was put into it and what was found in it agree."""
    built = built_link(draw.choice(wishes.tricks or NESTING), Pool(draw), wishes.material)
    drawn = question({"text": built.text})
    return drawn if built.inside and drawn.key == built.inside else None


def judge(asked: Question, answer: str) -> Judged:
    """Without case."""
    text = answer.strip()
    if not text:
        return Judged(None)
    given = None if text.casefold() in NOWHERE else text
    if asked.key == NO_HOST or given is None:
        right = asked.key == NO_HOST and given is None
    else:
        right = same_host(given, asked.key)
    if right:
        return Judged(True)

    def equals(wrong: str | None) -> bool:
        return wrong is given if wrong is None or given is None else same_host(given, wrong)

    causes = tuple(causes_of(ROWS, NestedLink(asked.given["text"]), equals, "2005"))
    return Judged(False, alternatives(causes) if causes else Diagnosis(near=(NOT_IT,)))


KIND = QuestionKind(NAME, draw_question, question, judge)
