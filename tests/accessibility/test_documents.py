"""Emails, their findings and their bytes on the bus."""

from pathlib import Path

import pytest

from tests.accessibility.screen_reader import open_window, wait_for
from tests.gui.documents.test_reader import CALM, PAYPAL

pytestmark = pytest.mark.full


def test_email_is_read_from_the_list_to_its_bytes(tmp_path: Path) -> None:
    for name, octets in (("a.eml", PAYPAL), ("b.eml", CALM)):
        (tmp_path / name).write_bytes(octets)
    paths = [str(tmp_path / name) for name in ("a.eml", "b.eml")]
    with open_window(tmp_path, "--workspace", "documents", *paths) as (reader, keys):
        table = reader.find("table", "Files and messages")
        wait_for(lambda: table.size[0] == 2)
        words = table.cell(0).name
        assert words.startswith("high, From PayPal Security, mail.evil.test, Subject Your account")
        assert "Known name, unrelated sender" in words
        message = reader.find("list", "Message")
        rows = wait_for(lambda: [each.name for each in reader.all("list item", within=message)])
        assert rows[0] == "From, PayPal Security  <alerts@mail.evil.test>"
        assert any(each.startswith("✓  SPF pass for evil.test only") for each in rows)
        finding = "low: Replies go to another domain. "
        assert any(each.startswith(finding) and each.endswith("line 6") for each in rows)
        assert "high, www.paypal.com, login.evil.test/x, Link text shows another site" in rows
        at = next(at for at, each in enumerate(rows) if each.startswith(finding))
        message.focus()
        wait_for(lambda: (reader.focused() or table).name == "Message")
        keys.press("Home", *["Down"] * at)
        wait_for(lambda: (reader.focused() or table).name.startswith(finding))
        keys.press("Return")
        source = reader.find("document frame", "Source")
        wait_for(lambda: "focused" in source.states)
        offset = PAYPAL.index(b"other.test") // 16 * 16
        wait_for(lambda: source.description.startswith(f"{offset:06X}"))
        keys.press("Down")
        reader.wait_for_announcement(f"{offset + 16:06X}")
        keys.press("Escape")
        wait_for(lambda: "focused" in message.states)
        keys.press("alt+5")
        hops = reader.find("list", "Hops")
        wait_for(lambda: any("7 h 32 min later" in each.name for each in hops.children))
        keys.press("alt+4")
        attachments = reader.find("list", "Attachments")
        wait_for(lambda: any("SHA-256" in each.name for each in attachments.children))
