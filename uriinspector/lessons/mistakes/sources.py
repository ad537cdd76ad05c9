"""Answers that are right somewhere else: in another edition, in browsers, in Python."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from uriinspector import EDITIONS
from uriinspector.analysis.finding import WORD, Arg, Phrase
from uriinspector.core.parse import resolve
from uriinspector.lessons.mistake import Mistake
from uriinspector.lessons.pair import answer_of, is_defined
from uriinspector.readers import browser, python

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.lessons.pair import Pair

# The one that most people know comes first.
YEARS = EDITIONS[::-1]


def as_edition(year: str, pair: Pair) -> Iterator[str]:
    """What another edition makes of the pair."""
    if year != pair.edition:
        resolution = resolve(pair.base, pair.reference, edition=year)
        if is_defined(resolution):
            yield answer_of(resolution)


def as_browsers(pair: Pair) -> Iterator[str | None]:
    """What browsers make of it."""
    yield browser.read(pair.reference, pair.base).serialized


def as_python(pair: Pair) -> Iterator[str | None]:
    """What Python's urllib makes of it."""
    yield python.read(pair.reference, pair.base).serialized


ROWS = (
    *(
        Mistake(
            f"as-{year}",
            Phrase("You resolved as in the {year} edition.", (Arg("year", year, WORD),)),
            (),
            partial(as_edition, year),
        )
        for year in YEARS
    ),
    Mistake("as-browsers", Phrase("You resolved as browsers do."), (), as_browsers),
    Mistake("as-python", Phrase("You resolved as Python's urllib does."), (), as_python),
)


def who_agrees(codes: tuple[str, ...]) -> Iterator[Phrase]:
    """What is said of an answer with another cause: where it is the result."""
    years = [year for year in YEARS if f"as-{year}" in codes]
    if len(years) == 1:
        yield Phrase(
            "Your answer is the result in the {year} edition.", (Arg("year", years[0], WORD),)
        )
    elif years:
        text = Arg("years", ", ".join(years), WORD)
        yield Phrase("Your answer is the result in these editions: {years}.", (text,))
    if "as-browsers" in codes:
        yield Phrase("Your answer is the result in browsers.")
    if "as-python" in codes:
        yield Phrase("Your answer is the result of Python's urllib.")
