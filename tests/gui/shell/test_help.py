"""The help of the window's command can be printed: argparse reads "%" in it as a place."""

import pytest

from uriinspector.gui.command_line import make_parser


def test_the_help_can_be_printed() -> None:
    text = make_parser().format_help()
    assert "--screenshot" in text
    assert "--zoom" in text


def test_the_help_fits_on_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert len(make_parser().format_help().splitlines()) <= 24
