"""Scripts, restriction levels and digits, by the examples of UTS 39."""

from tests.for_each import for_each
from uriinspector.analysis.international.scripts import (
    Level,
    identifier_types,
    is_allowed,
    is_recommended,
    is_single_script,
    number_systems,
    resolved_scripts,
    restriction_level,
    script,
    script_name,
    script_runs,
    script_set,
)
from uriinspector.core.model import Span


@for_each(
    "char, own, used",
    ("a", "Latn", {"Latn"}), ("\u0430", "Cyrl", {"Cyrl"}), ("1", "Zyyy", {"Zyyy"}),
    ("\u0301", "Zinh", None), ("\u30fc", "Zyyy", {"Hira", "Kana"}), ("\u3105", "Bopo", {"Bopo"}),
    ("\u5927", "Hani", {"Hani"}), ("\u0378", "Zzzz", {"Zzzz"}), ("\ud800", "Zzzz", {"Zzzz"}),
    ("\U0010ffff", "Zzzz", {"Zzzz"}),
)  # fmt: skip
def test_script_set_of_a_character_is_found(char: str, own: str, used: set[str] | None) -> None:
    assert script(char) == own
    assert used is None or script_set(char) == used


# UTS 39 5.1, table 1a, and consequences of it.
@for_each(
    "text, resolved, single",
    ("Circle", {"Latn"}, True),
    ("\u0421\u0456\u0433\u0441\u04c0\u0435", {"Cyrl"}, True),
    ("\u0421irc\u04c0\u0435", set(), False),
    ("Circ1e", {"Latn"}, True),
    ("C\U0001d5c2\U0001d5cb\U0001d5bc\U0001d5c5\U0001d5be", {"Latn"}, True),
    ("\u3006\u5207", {"Hani", "Hanb", "Jpan", "Kore"}, True),
    ("\u306d\u30ac", {"Jpan"}, True),
    ("123", None, True),
    ("", None, True),
)
def test_resolved_scripts_are_common_to_all_characters(
    text: str, resolved: set[str] | None, single: bool
) -> None:
    assert resolved_scripts(text) == resolved
    assert is_single_script(text) is single


@for_each(
    "text, level",
    ("", Level.ASCII), ("paypal", Level.ASCII), ("münchen", Level.SINGLE_SCRIPT),
    ("россия", Level.SINGLE_SCRIPT), ("日本語テスト", Level.SINGLE_SCRIPT),
    ("abc日本語テスト", Level.HIGHLY_RESTRICTIVE), ("abc한국", Level.HIGHLY_RESTRICTIVE),
    ("abc\u0939\u093f", Level.MODERATELY_RESTRICTIVE),
    ("abс", Level.MINIMALLY_RESTRICTIVE), ("abγ", Level.MINIMALLY_RESTRICTIVE),
    ("a한ก", Level.MINIMALLY_RESTRICTIVE), ("i\u2764", Level.UNRESTRICTED),
    ("a b", Level.UNRESTRICTED),
)  # fmt: skip
def test_restriction_level_is_the_strictest_that_applies(text: str, level: Level) -> None:
    assert restriction_level(text) is level


def test_any_character_is_allowed_without_the_profile() -> None:
    assert restriction_level("a b", profile=False) is Level.ASCII
    assert restriction_level("\u2764", profile=False) is Level.SINGLE_SCRIPT


def test_script_runs_include_common_characters() -> None:
    assert script_runs("-a1-\u0431\u0432") == (("Latn", Span(0, 4)), ("Cyrl", Span(4, 6)))
    assert script_runs("12") == (("Zyyy", Span(0, 2)),)
    assert script_runs("") == ()


def test_scripts_have_names_and_classes() -> None:
    assert script_name("Cyrl") == "Cyrillic"
    assert script_name("Jpan") == "Japanese"
    assert script_name("none") == "unknown script"
    assert is_recommended("Latn")
    assert not is_recommended("Cher")
    assert not is_recommended("none")


def test_allowed_characters_are_those_of_uts_39() -> None:
    assert identifier_types("a") == ("recommended",)
    assert identifier_types("-") == ("inclusion",)
    assert identifier_types("\ue000") == ()
    assert is_allowed("ü")
    assert not is_allowed("\u200b")


def test_digits_of_every_script_have_values() -> None:
    assert number_systems("a1\u0968\u09682") == {"0": Span(1, 2), "\u0966": Span(2, 3)}
