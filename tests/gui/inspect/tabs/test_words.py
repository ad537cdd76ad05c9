"""What the tables of the tabs hold is there in every language."""

from __future__ import annotations

import pytest

import uriinspector
from uriinspector.gui.inspect.tabs import cards, octets, peel, rungs
from uriinspector.gui.words import LANGUAGES, catalogue

HELD = {
    *(card.words for edition in uriinspector.EDITIONS for card in cards.cards(edition).values()),
    *rungs.TITLES.values(),
    *peel.VIA.values(),
    *octets.NO_UTF8.values(),
    cards.DELIMITER,
    cards.REST,
}


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_what_the_tables_hold_is_translated(language: str) -> None:
    assert sorted(HELD - catalogue(language).keys()) == []
