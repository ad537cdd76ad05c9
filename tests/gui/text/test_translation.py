"""Every word of the window is there in every language, and fits its places."""

from __future__ import annotations

import tomllib
from collections import Counter
from string import Formatter
from typing import TYPE_CHECKING

import pytest

from tests.gui.window_texts import (
    clauses,
    core,
    findings,
    lessons,
    reasons,
    reports,
    values,
    verdicts,
    window,
)
from uriinspector.analysis.resource_files import shipped
from uriinspector.core.model import Count, message
from uriinspector.export.language import catalogue
from uriinspector.gui.shell.menus import ACTIONS
from uriinspector.gui.shell.start import MENUS
from uriinspector.gui.text import translation
from uriinspector.gui.text.translation import LANGUAGES, number, say, say_count, speak, untranslated

if TYPE_CHECKING:
    from collections.abc import Iterator

OTHERS = [name for name in LANGUAGES if name != "en"]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    speak("en")


def places(template: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in Formatter().parse(template) if name is not None)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    "said",
    [window, findings, verdicts, core, clauses, reasons, reports, values, lessons],
    ids=lambda said: said.__name__,
)
def test_everything_that_is_said_is_translated(language: str, said: object) -> None:
    told = catalogue(language)
    assert sorted(said() - told.keys()) == []  # type: ignore[operator]


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_same_places(language: str) -> None:
    wrong = {
        template: told
        for template, told in catalogue(language).items()
        if places(template).keys() != places(told).keys()
    }
    assert wrong == {}


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_is_one_and_for_something_that_is_said(language: str) -> None:
    files = sorted(shipped(f"translations/{language}").glob("*.toml"))
    told = [key for path in files for key in tomllib.loads(path.read_text("utf-8"))]
    assert [key for key, count in Counter(told).items() if count > 1] == []
    assert all(value.strip(" ") for value in catalogue(language).values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_letter_is_underlined_twice_in_one_menu(language: str) -> None:
    speak(language)
    for menu in MENUS:
        words = [say(act.words) for act in ACTIONS if act.menu == menu]
        words += [say(MENUS[each]) for each in MENUS if each.rpartition("/")[0] == menu]
        letters = Counter(each[each.index("&") + 1].lower() for each in words if "&" in each)
        assert [each for each, count in letters.items() if count > 1] == [], menu


def test_numbers_are_written_as_the_language_does() -> None:
    assert say("{count} characters", count=1234567) == "1,234,567 characters"
    assert say_count(1, "1 character", "{count} characters") == "1 character"
    speak("de")
    assert number(1234567) == "1.234.567"
    assert say_count(1000, "1 character", "{count} characters") == "1.000 Zeichen"
    assert say("label {number}", number="0012") == "Label 0012"


def test_what_is_not_translated_is_said_in_english_and_known() -> None:
    speak("de")
    assert say("no such template {x}", x=1) == "no such template 1"
    assert untranslated() == {"no such template {x}"}
    speak("en")
    assert say("no such template {x}", x=1) == "no such template 1"
    assert untranslated() == set()


def test_a_message_from_below_is_said_by_its_template(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"no {what} in {scheme}": "in {scheme} kein {what}", "user": "Benutzer"}
    monkeypatch.setattr(translation, "catalogue", lambda _: known)
    speak("de")
    assert say(message("no {what} in {scheme}", what=message("user"), scheme="user")) == (
        "in user kein Benutzer"
    )
    assert say(message("{count} more", count=1000)) == "1.000 more"


def test_a_number_of_things_is_written_as_the_language_does() -> None:
    told = message(
        "{name}: {reason}", name="a", reason=message("more {count}", count=Count(10_000))
    )
    assert told == "a: more 10,000"
    speak("de")
    assert say(told) == "a: more 10.000"
