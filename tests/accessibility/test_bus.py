"""The program is on the bus, where its text can be read, replaced and selected."""

from pathlib import Path

import pytest

from tests.accessibility.screen_reader import open_window, wait_for

pytestmark = pytest.mark.full


def test_editor_text_can_be_read_and_replaced_over_the_bus(tmp_path: Path) -> None:
    with open_window(tmp_path, "--uri", "https://www.example.org/") as (reader, keys):
        link = reader.find("text", "Link")
        assert link.text == "https://www.example.org/"
        link.write("http://paypal.com@evil.test/")
        reader.find("panel", "Goes to evil.test, not paypal.com")
        keys.press("ctrl+a")
        wait_for(lambda: link.selection == (0, 28))
        keys.write("mailto:a@b.test")
        wait_for(lambda: link.text == "mailto:a@b.test")
