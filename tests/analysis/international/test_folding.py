"""Text folded to its appearance."""

from tests.for_each import for_each
from uriinspector.analysis.international.scripts import (
    MOST_READINGS,
    appearance,
    appearances,
    ascii_look_alike,
    located,
    looks_like_ascii,
)
from uriinspector.core.model import Span


@for_each(
    "label, read",
    ("аррӏе", "apple"), ("pаypal", "paypal"), ("ѕсоре", "scope"), ("ＰＡＹＰＡＬ", "paypal"),
    ("g\u200boogle\u0430", "googlea"), ("\u2488", "l."), ("paypal", None), ("münchen", None),
    ("日本", None), ("\u200b", None), ("", None),
)  # fmt: skip
def test_label_is_read_as_the_ascii_that_it_imitates(label: str, read: str | None) -> None:
    assert looks_like_ascii(label) == read


@for_each(
    "label, shadow",
    ("GooglÉ", "google"), ("göögle", "google"), ("łódź", "lodz"), ("raурal", "raypal"),
    ("日本", "日本"), ("Paypal", "paypal"), ("øre\u200b", "ore"),
    ("ＰＡＹＰＡＬ．com", "paypal.com"), ("paypal\u3002com", "paypal.com"),
    ("paypal.com\u2044x", "paypal.com/x"), ("www\u2024paypal\u2024com", "www.paypal.com"),
    ("192\u30fb168\u30fb1\u30fb1", "192.168.1.1"), ("p\u0338a\u0337y\u0336pal", "paypal"),
    ("p\u0430yp\u0430l", "paypal"), ("\U0001d429\U0001d41aypal", "paypal"), ("①②", "12"),
    ("\u0262oo\u0262\u029f\u1d07", "google"),
    ("paypal\u2027com", "paypal.com"), ("ﬁdelity", "fidelity"), ("a\ud800\x00", "a\ud800\x00"),
    ("", ""),
)  # fmt: skip
def test_appearance_ignores_marks_and_invisible_characters(label: str, shadow: str) -> None:
    assert appearance(label) == shadow


def test_single_character_imitates_lowercase_ascii() -> None:
    assert [ascii_look_alike(char) for char in "aо\u0131Оéк日"] == [
        "a", "o", "i", "o", None, "k", None,
    ]  # fmt: skip


@for_each(
    "text, readings",
    ("paypal", ("paypal",)), ("youtuße", ("youtusse", "youtube")),
    ("œł", ("oel", "oet", "cel", "cet")), ("appӏe", ("apple", "appie")), ("þe", ("pe", "be")),
)  # fmt: skip
def test_ambiguous_letters_have_several_readings(text: str, readings: tuple[str, ...]) -> None:
    assert appearances(text) == readings


def test_number_of_appearances_of_a_text_is_limited() -> None:
    assert len(appearances("œ" * 1000)) <= MOST_READINGS
    assert appearances("œ" * 1000)[0] == "oe" * 1000


def test_folded_text_keeps_the_positions_of_its_characters() -> None:
    seen = located("aœ\u200bб")
    assert (seen.text, seen.places) == ("aoe6", [0, 1, 1, 3])
    assert seen.written(2, 4) == Span(1, 4)
    assert located("ABC").written(1, 2) == Span(1, 2)
