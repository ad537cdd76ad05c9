"""What browsers take away before they look must not hide where a text leads."""

import pytest

import uriinspector


@pytest.mark.parametrize(
    ("text", "headline", "host"),
    [
        (" https://evil.test/x", "Goes to evil.test", "evil.test"),
        ("\thttps://evil.test", "Goes to evil.test", "evil.test"),
        ("ht\ntps://evil.test/", "Goes to evil.test", "evil.test"),
        ("java\tscript:alert(1)", "Runs code", None),
        (" mailto:a@b.example", "Starts a mail to a@b.example", None),
        ("\x01tel:123", "Calls 123", None),
        ("1http://x/", "Needs a base", None),
        ("../x y", "Needs a base", None),
    ],
)
def test_the_verdict_follows_what_browsers_read(text: str, headline: str, host: str | None) -> None:
    found = uriinspector.inspect(text).verdict
    assert (found.headline, found.host, found.final_host) == (headline, host, host)
