"""One mistake: a function that makes it, and what is said about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uriinspector.analysis.finding import Phrase
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Mistake(NamedTuple):
    """``wrong`` gives the answers of somebody who makes it; nothing where it cannot be made.

    It works on what the question gives and never on its key.  None among its answers is the
    answer "none": no target, no host.
    """

    code: str
    reason: Phrase
    cites: tuple[str, ...]
    wrong: Callable[[Any], Iterable[str | None]]
    since: str = "1994"  # the first edition in which the reason is true


def no_answers(_: object) -> tuple[str, ...]:
    """For a mistake that is known by the answer alone."""
    return ()


def row(
    code: str,
    wrong: Callable[[Any], Iterable[str | None]],
    reason: str,
    *cites: str,
    since: str = "1994",
) -> Mistake:
    """A mistake whose reason has no places."""
    return Mistake(code, Phrase(reason), cites, wrong, since)
