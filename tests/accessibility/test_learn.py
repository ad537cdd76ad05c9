"""A round of Learn over the bus: focus and announcements."""

import time
from pathlib import Path

import pytest

from tests.accessibility.screen_reader import Keyboard, ScreenReader, open_window

pytestmark = pytest.mark.full

SETTLED = 1.5  # seconds after a key; later events belong to the next key


def focused_by(reader: ScreenReader, keys: Keyboard, key: str) -> list[str]:
    """Press a key, and return the names of all objects that report getting the focus."""
    reader.forget()
    keys.press(key)
    time.sleep(SETTLED)
    focus = (each for each in reader.hear() if each.event.endswith("state-changed:focused"))
    return [each.name for each in focus if each.first]


def test_each_key_moves_the_focus_at_most_once(tmp_path: Path) -> None:
    with open_window(tmp_path, "--workspace", "learn") as (reader, keys):
        reader.find("push button", "Start: Mark one of five components").focus()
        time.sleep(SETTLED)
        assert focused_by(reader, keys, "Return") == ["Mark text in this link"]
        reader.wait_for_announcement("1 of 6. Mark this component: ")
        assert focused_by(reader, keys, "shift+Right") == []
        (reason,) = focused_by(reader, keys, "Return")
        reader.wait_for_announcement(reason)
        assert focused_by(reader, keys, "Return") == ["Mark text in this link"]
        assert focused_by(reader, keys, "ctrl+g") == ["Start"]
        reader.wait_for_announcement("Your question is kept but not counted.")
        assert focused_by(reader, keys, "Escape") == ["Mark text in this link"]
        assert focused_by(reader, keys, "Escape") == ["Continue: Mark one of five components"]
