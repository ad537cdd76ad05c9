"""Fixtures: a window as the program opens it, in each theme."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication

from tests.language.untranslated import Untranslated
from uriinspector.export.language import speaking
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage import history
from uriinspector.gui.storage.history import opened as open_database
from uriinspector.gui.theme import Theme
from uriinspector.gui.theme import theme as the_theme

# For tests of colors; all other tests use the dark theme only in full runs.
both_themes = pytest.mark.parametrize("theme", ["light", "dark"], indirect=True)


@pytest.fixture(params=["light", pytest.param("dark", marks=pytest.mark.full)])
def theme(request: pytest.FixtureRequest, qapp: QApplication) -> Theme:
    the_theme.use(request.param)
    qapp.setStyle("Fusion")
    the_theme.dress(qapp)
    return the_theme


@pytest.fixture(autouse=True)
def close_histories(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close databases left open by a test: since Python 3.13 they cause warnings."""
    opened: list[sqlite3.Connection] = []

    def open_file(file: Path | None, tables: str) -> sqlite3.Connection:
        opened.append(open_database(file, tables))
        return opened[-1]

    monkeypatch.setattr(history, "opened", open_file)
    yield
    for each in opened:
        each.close()


@pytest.fixture
def untranslated(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the templates shown in German without a translation."""
    missing = Untranslated()
    monkeypatch.setattr(speaking("de").catalog, "_fallback", missing)
    return missing.templates


@pytest.fixture
def window(theme: Theme, qapp: QApplication) -> Iterator[Window]:  # noqa: ARG001
    window = Window()
    window.resize(1120, 720)
    yield window
    # Otherwise Qt's own texts, such as key names, would stay in this window's language.
    qapp.removeTranslator(window.display_settings._qt_words)  # noqa: SLF001
    shiboken6.delete(window)  # immediately: the next theme would restyle leftovers
