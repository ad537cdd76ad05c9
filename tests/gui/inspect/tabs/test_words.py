"""What the tables of the tabs hold is there in every language."""

from __future__ import annotations

import pytest

import uriinspector
from uriinspector.export.language import catalogue
from uriinspector.gui.inspect.tabs import octet_rows, rule_panel, rung_rows
from uriinspector.gui.text.translation import LANGUAGES

HELD = {
    *(
        card.words
        for edition in uriinspector.EDITIONS
        for card in rule_panel.cards(edition).values()
    ),
    *rung_rows.TITLES.values(),
    *octet_rows.NO_UTF8.values(),
    rule_panel.DELIMITER,
    rule_panel.REST,
}


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_what_the_tables_hold_is_translated(language: str) -> None:
    assert sorted(HELD - catalogue(language).keys()) == []
