"""What browsers take away before they look must not hide where a text leads."""

import pytest

import uriinspector


@pytest.mark.parametrize(
    ("text", "headline", "host"),
    [
        (" https://evil.test/x", "Goes to evil.test", "evil.test"),
        ("\thttps://evil.test", "Goes to evil.test", "evil.test"),
        ("ht\ntps://evil.test/", "Goes to evil.test", "evil.test"),
        ("java\tscript:alert(1)", "In a browser, runs code in the current page", None),
        (" mailto:a@b.example", "Starts an email to a@b.example", None),
        ("\x01tel:123", "Starts a call to 123", None),
        ("1http://x/", "No destination without a base URL", None),
        ("../x y", "No destination without a base URL", None),
    ],
)
def test_the_verdict_follows_what_browsers_read(text: str, headline: str, host: str | None) -> None:
    found = uriinspector.inspect(text).verdict
    assert (found.headline, found.host, found.final_host) == (headline, host, host)
