"""Announcements of the window over the bus."""

import time
from pathlib import Path

import pytest

from tests.accessibility.screen_reader import open_window, wait_for
from uriinspector.gui.accessibility import SETTLED

pytestmark = pytest.mark.full

LINK = "http://paypal.com@evil.test/a\u202eb"


def test_verdict_copies_and_results_are_announced(tmp_path: Path) -> None:
    with open_window(tmp_path, "--uri", LINK) as (reader, keys):
        verdict = reader.wait_for_announcement("Goes to evil.test, not paypal.com")
        assert verdict.startswith("high. ")
        keys.press("ctrl+shift+d")
        reader.wait_for_announcement("Copied, defanged: hxxp")
        keys.press("ctrl+l", "ctrl+shift+c")
        reader.wait_for_announcement("Copied: http://paypal.com@evil.test/a‹U+202E›b")
        keys.press("ctrl+2")
        reader.wait_for_announcement("Target: ")
        keys.press("ctrl+3")
        reader.wait_for_announcement("Enter two links to compare.")


def test_verdict_of_a_link_set_from_outside_is_announced(tmp_path: Path) -> None:
    with open_window(tmp_path, "--uri", "https://a.test/") as (reader, keys):
        reader.wait_for_announcement("Names a.test (reserved for tests)")
        link = reader.find("text", "Link")
        frame = reader.find("frame")
        keys.leave()
        wait_for(lambda: "active" not in frame.states)
        reader.forget()
        link.write(LINK)
        reader.find("panel", "Goes to evil.test, not paypal.com")
        time.sleep(SETTLED / 1000 + 1)  # it would have been announced by then
        assert not reader.announcements()
        keys.activate()
        reader.wait_for_announcement("Goes to evil.test, not paypal.com")
