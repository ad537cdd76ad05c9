"""The window is in the chosen language."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.for_each import for_each
from uriinspector.core.model import LANGUAGES, Count, message
from uriinspector.gui.shell.menus import ACTIONS
from uriinspector.gui.shell.start import MENUS
from uriinspector.gui.text.translation import number, say, say_count, speak


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    speak("en")


@for_each("language", *LANGUAGES)
def test_menu_mnemonics_are_unique(language: str) -> None:
    speak(language)
    for menu in MENUS:
        words = [say(act.words) for act in ACTIONS if act.menu == menu]
        words += [say(MENUS[each]) for each in MENUS if each.rpartition("/")[0] == menu]
        letters = Counter(each[each.index("&") + 1].lower() for each in words if "&" in each)
        assert [each for each, count in letters.items() if count > 1] == [], menu


def test_numbers_are_localized_even_in_nested_messages() -> None:
    assert say("{count} characters", count=1234567) == "1,234,567 characters"
    assert say_count(1, "1 character", "{count} characters") == "1 character"
    speak("de")
    assert number(1234567) == "1.234.567"
    assert say_count(1000, "1 character", "{count} characters") == "1.000 Zeichen"
    assert say("label {number}", number="0012") == "Label 0012"
    told = message(
        "{name}: {reason}", name="a", reason=message("more {count}", count=Count(10_000))
    )
    assert told == "a: more 10,000"
    speak("de")
    assert say(told) == "a: more 10.000"


def test_untranslated_text_is_english_and_recorded(untranslated: set[str]) -> None:
    speak("de")
    assert say("no such template {x}", x=1) == "no such template 1"
    assert untranslated == {"no such template {x}"}
