"""isbn: numbers of books, of ten digits until 2006 and of thirteen since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.message import message
from uriinspector.core.schemes.dossier import Field, Note
from uriinspector.core.schemes.urn.namespaces.checked import (
    bare,
    check_by_eleven,
    check_by_ten,
    wrong_check,
)
from uriinspector.core.schemes.urn.namespaces.namespace import Namespace, misshapen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Span

CITES = ("RFC 3187", "RFC 8254")
SHAPE = expression("97[89][0-9]{10}|[0-9]{9}[0-9X]")
PREFIXES = ("978", "979")
GROUPS = {
    "0": "English",
    "1": "English",
    "2": "French",
    "3": "German",
    "4": "Japan",
    "5": "Russia and neighboring countries",
    "7": "China",
}
ELEMENTS = ("registration group", "registrant", "publication", "check digit")


def look(text: str, nss: Span) -> Iterator[Field | Note]:
    """The number, its elements where hyphens show them, its check digit."""
    digits = bare(nss.of(text))
    if not SHAPE.fullmatch(digits):
        yield misshapen(
            "isbn", nss, "an ISBN (13 digits, or 10 of which the last may be X)", *CITES
        )
        return
    explanation = message("ISBN, {digits} digits", digits=len(digits))
    yield Field("isbn", nss, nss.of(text), digits, explanation)
    yield from _elements(text, nss, digits)
    right = check_by_ten(digits[:-1]) if len(digits) == 13 else check_by_eleven(digits[:-1])
    if digits[-1] != right:
        yield wrong_check("isbn", digits[-1], right, nss.end, *CITES)
    elif len(digits) == 10:
        longer = PREFIXES[0] + digits[:-1]
        explanation = message(
            "since 2007, the same book also has the number {number}, which makes another name",
            number=longer + check_by_ten(longer),
        )
        yield Note("isbn-ten", "info", explanation, nss, CITES)


def _elements(text: str, nss: Span, digits: str) -> Iterator[Field | Note]:
    names = ELEMENTS if len(digits) == 10 else ("prefix element", *ELEMENTS)
    written = nss.of(text)
    runs = written.split("-")
    if len(runs) != len(names) or len(runs[-1]) != 1 or not _prefix_alone(runs, digits):
        yield Field.present(
            text, "check digit", nss.end - 1, nss.end, "computed from the other digits"
        )
        explanation = (
            "only the ISBN agencies' lists show where group, registrant and publication end"
        )
        yield Note("isbn-grouping", "info", explanation, nss, CITES)
        return
    at = nss.start
    for name, run in zip(names, runs, strict=True):
        yield Field.present(text, name, at, at + len(run), _meaning(name, run))
        at += len(run) + 1


def _prefix_alone(runs: list[str], digits: str) -> bool:
    return len(digits) == 10 or runs[0] in PREFIXES


def _meaning(name: str, run: str) -> str:
    if name == "registration group":
        return GROUPS.get(run, "a country, a region or a language")
    values = {
        "prefix element": "distinguishes books from other trade items",
        "registrant": "the publisher",
        "publication": "the title and format",
    }
    return values.get(name, "computed from the other digits")


def same(name: str) -> str:
    """Hyphens say nothing, nor does the case of an X."""
    digits = bare(name)
    return digits if SHAPE.fullmatch(digits) else name


NAMESPACE = Namespace("isbn", "International Standard Book Number", CITES, look, same)
