"""The language of the window: templates, and messages that were made of them below it."""

from collections.abc import Iterator

import pytest

from uriinspector.core.message import message
from uriinspector.gui import words


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    known = {"no {what} in {scheme}": "in {scheme} kein {what}", "user": "Benutzer"}
    monkeypatch.setattr(words, "catalogue", lambda language: known if language == "de" else {})
    words.speak("de")
    yield
    words.speak("en")


@pytest.mark.usefixtures("german")
def test_a_message_from_below_is_said_by_its_template() -> None:
    told = message("no {what} in {scheme}", what=message("user"), scheme="user")
    assert words.say(told) == "in user kein Benutzer"
    assert words.say("no {what} in {scheme}", what="x", scheme="y") == "in y kein x"
    assert words.say("not known") == "not known"
