"""Lookalike letters in names and subjects are marked; ordinary letters are not."""

from tests.for_each import for_each
from uriinspector.gui.documents.file_model import claimed_text, odd_places
from uriinspector.gui.text.pieces import Kind, legible


@for_each(
    "text",
    *("Übermäßige Gebühr", "Sua transferência", "Счёт за ноябрь", "お支払い", "Ελλάδα"),
    *("naïve café", "Łódź", "10 € – “now”", "📦 Paket", "Ångström", "e\u0301te\u0301"),
)
def test_ordinary_letters_are_not_marked(text: str) -> None:
    assert odd_places(text) == frozenset()


@for_each(
    "text, odd",
    ("P\u0430yPal", {1}),
    ("Micr\u03bfsoft", {4}),
    ("\U0001d41a\U0001d41b", {0, 1}),
    ("\uff41mazon", {0}),
    ("Ihr P\u0430ket f\u00fcr М\u043eskau", {5, 14, 15}),
)
def test_lookalike_letters_are_marked(text: str, odd: set[int]) -> None:
    assert odd_places(text) == odd
    marked = "".join(each.text for each in claimed_text(text) if each.kind is Kind.DIFFERS)
    assert marked == "".join(legible(text[at]) for at in sorted(odd))  # some fonts lack a glyph
