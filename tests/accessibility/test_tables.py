"""Table rows and dividers on the bus."""

from pathlib import Path

import pytest

from tests.accessibility.screen_reader import open_window, wait_for

pytestmark = pytest.mark.full

PAGE = """<html><body>
<a href="http://www.paypal.com@evil.test/">Pay</a>
<a href="https://www.example.org/">Example</a>
</body></html>"""


def test_row_of_the_links_table_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE)
    with open_window(tmp_path, "--workspace", "documents", str(tmp_path / "page.html")) as (
        reader,
        keys,
    ):
        table = reader.find("table", "Links")
        wait_for(lambda: table.size[0] == 2)
        words = table.cell(0).name
        assert words.startswith("high, a href, http://www.paypal.com@evil.test/, goes to evil.test")
        table.focus()
        keys.press("Down")
        wait_for(lambda: "www.example.org" in (reader.focused() or table).name)


def test_dividers_have_accessible_names(tmp_path: Path) -> None:
    with open_window(tmp_path, "--uri", "https://a.test/") as (reader, _keys):
        reader.find("split pane", "Components, findings")
        reader.find("split pane", "Components, details")
