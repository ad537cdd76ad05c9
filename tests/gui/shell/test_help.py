"""Help of the window command; argparse treats "%" in help texts as a placeholder."""

import pytest

from uriinspector.gui.command_line import make_parser


def test_help_can_be_formatted() -> None:
    text = make_parser().format_help()
    assert "--screenshot" in text
    assert "--zoom" in text


def test_help_fits_on_a_terminal_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert len(make_parser().format_help().splitlines()) <= 24
