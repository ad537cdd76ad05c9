"""Where a question can be looked at once it was answered: the workspace, and what it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.lessons.kinds.shortest_references import EMPTY
from uriinspector.lessons.mistakes.base_urls import PageBase

if TYPE_CHECKING:
    from uriinspector.lessons.question import Question

INSPECT, RESOLVE, COMPARE = "inspect", "resolve", "compare"


def place_of(question: Question) -> tuple[str, tuple[str, ...]]:
    """The workspace, and the texts for it."""
    given, key = question.given, question.key
    edition = given.get("edition", "2005")
    if question.kind == "base":
        page = PageBase(given["page"], given["url"])
        return RESOLVE, (page.key or given["url"], page.link, "2005")
    if question.kind == "relative":
        return RESOLVE, (given["base"], "" if key == EMPTY else key, edition)
    if "reference" in given:
        return RESOLVE, (given["base"], given["reference"], edition)
    if question.kind == "rung":
        return COMPARE, (given["a"], given["b"], edition)
    text = key if question.kind == "encode" else given.get("text", key)
    return INSPECT, (text, given.get("base", ""))
