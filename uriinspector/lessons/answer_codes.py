"""Mistakes that are known by the answer alone, as they are explained without a question."""

from __future__ import annotations

from uriinspector.lessons.mistake import no_answers, row
from uriinspector.lessons.requirement import CONDITIONS

ORIGINS = ("base", "reference", "merged")
COMES_FROM = {
    "base": "The component comes from the base.",
    "reference": "The component comes from the reference.",
    "merged": "The component is merged from base and reference.",
}
ROWS = (
    *(
        row(f"{right}-taken-for-{given}", no_answers, COMES_FROM[right], "RFC 3986 5.2.2")
        for right in ORIGINS
        for given in (*ORIGINS, "another")
        if given != right
    ),
    row(
        "edition-too-many",
        no_answers,
        "You named an edition, or browsers, that have another result.",
    ),
    row(
        "edition-left-out",
        no_answers,
        "You left out an edition, or browsers, that have this result.",
    ),
    row(
        "line-too-many",
        no_answers,
        "You named a line of the algorithm that changes nothing here.",
        "RFC 3986 5.2",
    ),
    row("line-left-out", no_answers, "You left out a line of the algorithm.", "RFC 3986 5.2"),
    row(
        "lines-out-of-order",
        no_answers,
        "You named the right lines of the algorithm in another order.",
        "RFC 3986 5.2",
    ),
    *(
        row(f"wanted-{name.replace('_', '-')}", no_answers, "Your text does not meet a condition.")
        for name in CONDITIONS
    ),
)
