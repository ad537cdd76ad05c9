"""Fixture: the grammar tab in a window of sufficient size."""

import pytest

from uriinspector.gui.inspect.grammar_tab import GrammarTab
from uriinspector.gui.shell.window import Window


@pytest.fixture
def grammar(window: Window) -> GrammarTab:
    window.resize(1320, 860)
    window.show()
    tabs = window.inspect_page.tabs
    tabs.open("grammar")
    tab = tabs.tabs["grammar"]
    assert isinstance(tab, GrammarTab)
    return tab
