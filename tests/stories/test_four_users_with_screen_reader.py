"""The four users with a screen reader, over a real accessibility bus.

On computers without one, the tests are skipped, and the missing packages are named.
"""

from pathlib import Path

import pytest

from tests.accessibility.screen_reader import ScreenReader, open_window, wait_for
from tests.stories.people import BASE, LINK, LINKS, MAIL, PAGE, REFERENCE, TARGET, VERDICT
from uriinspector.gui.command_line import WORKSPACES

pytestmark = pytest.mark.full


def go_to(reader: ScreenReader, words: str) -> None:
    """Press the tab of a workspace."""
    tab = reader.find("page tab", words, within=reader.find("page tab list", "Workspaces"))
    tab.do("Press")
    wait_for(lambda: "selected" in tab.states)


def test_screen_reader_analyst_opens_the_worst_link_first(tmp_path: Path) -> None:
    mail = tmp_path / "account.eml"
    mail.write_text(MAIL, encoding="utf-8")
    with open_window(tmp_path, str(mail), "--workspace", "documents") as (reader, keys):
        table = reader.find("table", "Links")
        wait_for(lambda: table.size[0] == len(LINKS))
        table.focus()
        keys.press("ctrl+Home", "m", "k")
        reader.find("push button", "Open in Inspect").do()
        reader.find("panel", "Names evil.test (reserved for tests)")


def test_screen_reader_author_resolves_a_link_of_a_page(tmp_path: Path) -> None:
    page = tmp_path / "guide.html"
    page.write_text(PAGE, encoding="utf-8")
    view = ("--workspace", "documents", "--size", "1320x820")
    with open_window(tmp_path, str(page), *view) as (reader, keys):
        table = reader.find("table", "Links")
        wait_for(lambda: table.size[0] >= 3)
        table.focus()
        lines, columns = table.size
        cells = [[table.cell(at, n).name for n in range(columns)] for at in range(lines)]
        wanted = next(at for at, line in enumerate(cells) if any("../api" in it for it in line))
        keys.press("ctrl+Home", *["Down"] * wanted)
        reader.find("push button", "Resolve").do()
        target = reader.find("text", "Target")
        wait_for(lambda: target.text == "https://docs.example/api/v2#top")


def test_screen_reader_teacher_steps_through_a_pair(tmp_path: Path) -> None:
    view = ("--workspace", "resolve", "--base", BASE, "--uri", REFERENCE, "--tab", "teach")
    with open_window(tmp_path, *view) as (reader, _keys):
        reveal = reader.find("push button", "Reveal")
        forward = reader.find("push button", "Next step")
        for _ in range(3):
            forward.do()
        reveal.do()
        wait_for(lambda: any(TARGET in it.name or TARGET in it.text for it in texts(reader)))


def texts(reader: ScreenReader) -> list:  # type: ignore[type-arg]
    return [each for role in ("text", "label", "panel") for each in reader.all(role)]


def test_screen_reader_announces_verdict_and_copy(tmp_path: Path) -> None:
    with open_window(tmp_path) as (reader, _keys):
        reader.find("text", "Link").write(LINK)
        reader.find("panel", VERDICT)
        reader.wait_for_announcement("evil.test")
        reader.find("push button", "Copy defanged").do()
        reader.wait_for_announcement("Copied")


def test_screen_reader_opens_every_workspace(tmp_path: Path) -> None:
    with open_window(tmp_path) as (reader, _keys):
        rail = reader.find("page tab list", "Workspaces")
        names = [each.name for each in reader.all("page tab", within=rail)]
        assert names == [each.words for each in WORKSPACES]
        for each in WORKSPACES:
            go_to(reader, each.words)
