"""Where a question can be looked at once it was answered: the workspace, and what it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from uriinspector.lessons.kinds.written_references import EMPTY
from uriinspector.lessons.mistakes.merging import PageBase

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from uriinspector.lessons.question import Question

INSPECT, RESOLVE, COMPARE = "inspect", "resolve", "compare"


class AskingPage(Protocol):
    """The page, as far as other workspaces are concerned."""

    inspect_requested: SignalInstance
    resolve_requested: SignalInstance
    compare_requested: SignalInstance


def open_question(page: AskingPage, question: Question) -> None:
    """Ask for the workspace where its answer can be looked at."""
    workspace, texts = place_of(question)
    requests = {
        INSPECT: page.inspect_requested,
        RESOLVE: page.resolve_requested,
        COMPARE: page.compare_requested,
    }
    requests[workspace].emit(*texts)


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
