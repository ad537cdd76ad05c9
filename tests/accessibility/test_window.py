"""Names, roles and texts of the window on the bus."""

from pathlib import Path

import pytest

from tests.accessibility.screen_reader import open_window, wait_for

pytestmark = pytest.mark.full

LINK = "http://paypal.com@evil.test/a\u202eb"
READ = "http://paypal.com@evil.test/a‹U+202E right-to-left override›b"


def test_hidden_character_is_read_by_its_name(tmp_path: Path) -> None:
    with open_window(tmp_path, "--uri", LINK) as (reader, keys):
        link = reader.find("text", "Link")
        wait_for(lambda: link.text == READ)
        assert link.length == len(READ)
        assert link.description.startswith("scheme: http; userinfo, not the host: paypal.com; host")
        link.put_caret(29)
        reader.wait_for_announcement("U+202E right-to-left override")
        link.select_text(28, len(READ))
        reader.find("label", "Selection 28–31 · 3 characters")
        keys.press("ctrl+l", "End", "shift+Left", "shift+Left")
        wait_for(lambda: link.selection == (29, len(READ)))
        link.write("https://b.test/\u200b")
        wait_for(lambda: link.text == "https://b.test/‹U+200B zero width space›")
        reader.find("panel", "Names b.test (reserved for tests)")


def test_workspace_buttons_have_the_role_of_tabs(tmp_path: Path) -> None:
    with open_window(tmp_path) as (reader, keys):
        rail = reader.find("page tab list", "Workspaces")
        tabs = {each.name: each for each in reader.all("page tab", within=rail)}
        assert list(tabs) == ["Inspect", "Resolve", "Compare", "Documents", "Learn"]
        assert "selected" in tabs["Inspect"].states
        tabs["Resolve"].do("Press")
        wait_for(lambda: "selected" in tabs["Resolve"].states)
        assert {"focusable", "selected"} <= tabs["Resolve"].states
        assert "selected" not in tabs["Inspect"].states
        tabs["Resolve"].focus()
        keys.press("Down")
        wait_for(lambda: {"focused", "selected"} <= tabs["Compare"].states)


def test_combo_boxes_are_named_by_their_purpose(tmp_path: Path) -> None:
    with open_window(tmp_path, "--uri", "urn:isbn:1") as (reader, keys):
        reader.find("combo box", "URN edition: URNs: RFC 8141")
        box = reader.find("combo box", "Edition of the specification: 2005 · RFC 3986")
        box.focus()
        keys.press("Up")
        wait_for(lambda: "Edition of the specification: 2003" in box.name)
        box.do("ShowMenu")
        reader.find("list item", "1994 · RFC 1738")
        keys.press("Escape")
        for workspace in "234":
            keys.press(f"ctrl+{workspace}")
            reader.find("page tab list", "Workspaces")
            for each in reader.all("combo box"):
                assert ": " in each.name, each.name


def test_verdict_is_reached_by_tab_as_text_and_buttons(tmp_path: Path) -> None:
    with open_window(tmp_path, "--uri", "https://paypal.com@evil.test:8080/%61/../x") as (
        reader,
        keys,
    ):
        verdict = reader.find("panel", "Goes to evil.test, not paypal.com")
        words = {each.name: each.role for each in reader.all("label", within=verdict)}
        assert words["Goes to evil.test, not paypal.com"] == "label"
        assert not [each.name for each in reader.all("filler", within=verdict) if each.name]
        keys.press("ctrl+l", "Tab")
        wait_for(lambda: "focused" in verdict.states)
        keys.press("F8")
        reader.wait_for_announcement("high: ")
        more = reader.find("push button", "More", within=verdict)
        assert "expandable" in more.states
        assert "checkable" not in more.states


def test_detail_tab_can_be_opened_over_the_bus(tmp_path: Path) -> None:
    with open_window(tmp_path, "--uri", "http://paypal.com@evil.test/") as (reader, keys):
        keys.press("ctrl+l")
        for _ in range(12):
            keys.press("Tab")
            met = reader.focused()
            if met is not None and met.role == "page tab":
                break
        assert met is not None
        assert (met.role, met.name) == ("page tab", "Parsers")
        reader.find("separator", "Divider: Components, findings")
