"""What the tables of the tabs hold is there in every language."""

from __future__ import annotations

import pytest

import uriinspector
from uriinspector.export.language import catalogue
from uriinspector.gui.inspect import escapes_tab, grammar_tab, normal_tab
from uriinspector.gui.text.translation import LANGUAGES

HELD = {
    *(
        card.words
        for edition in uriinspector.EDITIONS
        for card in grammar_tab.cards(edition).values()
    ),
    *normal_tab.TITLES.values(),
    *escapes_tab.NO_UTF8.values(),
    grammar_tab.DELIMITER,
    grammar_tab.REST,
}


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_what_the_tables_hold_is_translated(language: str) -> None:
    assert sorted(HELD - catalogue(language).keys()) == []
