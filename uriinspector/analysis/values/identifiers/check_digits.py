"""Numbers with a check digit: books, journals, goods, bank accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import TERM, Arg, Phrase
from uriinspector.analysis.values.datum import Datum, Decoded
from uriinspector.analysis.values.names import words_of
from uriinspector.analysis.values.value import CERTAIN, IDENTIFIER, LIKELY
from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

ISBN_10, ISBN_13, ISSN = (
    expression("[0-9]{9}[0-9Xx]"),
    expression("97[89][0-9]{10}"),
    expression("[0-9]{7}[0-9Xx]"),
)
GOODS = expression("[0-9]{8}|[0-9]{12,14}")
IBAN = expression("(?P<country>[A-Z]{2})[0-9]{2}[0-9A-Z]{11,30}")
# ISO 13616: how long the number of each country is.
IBAN_LENGTHS = {
    "AT": 20,
    "BE": 16,
    "BG": 22,
    "CH": 21,
    "CY": 28,
    "CZ": 24,
    "DE": 22,
    "DK": 18,
    "EE": 20,
    "ES": 24,
    "FI": 18,
    "FR": 27,
    "GB": 22,
    "GR": 27,
    "HR": 21,
    "HU": 28,
    "IE": 22,
    "IS": 26,
    "IT": 27,
    "LI": 21,
    "LT": 20,
    "LU": 20,
    "LV": 21,
    "MC": 27,
    "MT": 31,
    "NL": 18,
    "NO": 15,
    "PL": 28,
    "PT": 25,
    "RO": 24,
    "SE": 24,
    "SI": 19,
    "SK": 24,
    "TR": 26,
    "UA": 29,
    "AE": 23,
    "SA": 24,
    "IL": 23,
    "BR": 29,
    "RS": 22,
    "BA": 20,
    "GE": 22,
    "KZ": 20,
    "PK": 24,
    "QA": 29,
}


def checked_number(datum: Datum) -> Iterator[Decoded]:
    """A right check digit and a name that says what it is; an ISBN of 13 digits also without."""
    plain = datum.text.replace("-", "").replace(" ", "")
    names = words_of(datum.name)
    title = ""
    if ISBN_13.fullmatch(plain) and _goods_sum(plain):
        title, confidence = "ISBN", LIKELY
    elif "isbn" in names and ISBN_10.fullmatch(plain) and _weighted(plain, 11) == 0:
        title, confidence = "ISBN", CERTAIN
    elif "issn" in names and ISSN.fullmatch(plain) and _weighted(plain, 11) == 0:
        title, confidence = "ISSN", CERTAIN
    elif names & {"ean", "gtin", "upc"} and GOODS.fullmatch(plain) and _goods_sum(plain):
        title, confidence = "GTIN", CERTAIN
    if title:
        phrase = Phrase("{title} with a valid check digit", (Arg("title", title, TERM),))
        yield Decoded(IDENTIFIER, plain.upper(), phrase, confidence)


def iban(datum: Datum) -> Iterator[Decoded]:
    """ISO 13616: country, length and checksum are right."""
    plain = datum.text.replace(" ", "").upper()
    match = IBAN.fullmatch(plain)
    if match is None or IBAN_LENGTHS.get(match["country"]) != len(plain):
        return
    number = "".join(str(int(char, 36)) for char in plain[4:] + plain[:4])
    if int(number) % 97 == 1:
        arg = (Arg("country", match["country"]),)
        phrase = Phrase("Bank account (IBAN, {country})", arg)
        yield Decoded(IDENTIFIER, plain, phrase, CERTAIN)


def _weighted(plain: str, modulus: int) -> int:
    """The digits with the weights from their number down to one; X is ten."""
    return (
        sum(
            (10 if char in "xX" else int(char)) * weight
            for char, weight in zip(plain, range(len(plain), 0, -1), strict=True)
        )
        % modulus
    )


def _goods_sum(plain: str) -> bool:
    """GS1: every second digit counts three times."""
    return (
        sum(int(char) * (3 if at % 2 else 1) for at, char in enumerate(reversed(plain))) % 10 == 0
    )
