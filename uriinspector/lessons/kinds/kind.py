"""A kind of question, as a row of the table of kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Judged, Question, Wishes

# The maximum number of draws for a question that fits.
MOST_TRIES = 60


# Kinds that are now a part of another one: its name, and what it is asked for there.
JOINED_KINDS = {"order": ("steps", "lines"), "inner": ("where", "innermost")}
REMOVED_KINDS = frozenset({"tricks"})


def current_kind(kind: str, given: Mapping[str, str]) -> tuple[str, Mapping[str, str]]:
    """Return the kind of a stored question and what it gives, as they are named today."""
    name, of = JOINED_KINDS.get(kind, (kind, ""))
    return (name, {**given, "of": of}) if of else (kind, given)


class QuestionKind(NamedTuple):
    """How questions of a kind are drawn, made of what is given, and judged."""

    name: str
    draw: Callable[[Draw, Wishes], Question | None]
    question: Callable[[Mapping[str, str]], Question]
    judge: Callable[[Question, str], Judged]
