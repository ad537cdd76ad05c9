"""White space that browsers remove does not hide a link's destination."""

import uriinspector
from tests.for_each import for_each


@for_each(
    "text, headline, host",
    (" https://evil.test/x", "Names evil.test (reserved for tests)", "evil.test"),
    ("\thttps://evil.test", "Names evil.test (reserved for tests)", "evil.test"),
    ("ht\ntps://evil.test/", "Names evil.test (reserved for tests)", "evil.test"),
    ("java\tscript:alert(1)", "In a browser, runs code in the current page", None),
    (" mailto:a@b.example", "Starts an email to a@b.example", None),
    ("\x01tel:123", "Starts a call to 123", None),
    ("1http://x/", "Incomplete link: where it goes depends on the page it is on", None),
    ("../x y", "Incomplete link: where it goes depends on the page it is on", None),
)
def test_verdict_follows_the_text_that_browsers_read(
    text: str, headline: str, host: str | None
) -> None:
    found = uriinspector.inspect(text).verdict
    assert (found.headline, found.host, found.final_host) == (headline, host, host)


@for_each("base", " https://h.example/a", "\x1chttps://h.example/a\n", "ht\ntps://h.example/a")
def test_base_is_read_as_browsers_do(base: str) -> None:
    found = uriinspector.inspect("x//y", base=base)
    assert found.base == "https://h.example/a"
    assert (found.target, found.verdict.host) == ("https://h.example/x//y", "h.example")


def test_blank_base_is_ignored() -> None:
    found = uriinspector.inspect("x", base=" \n")
    assert found.verdict.headline == "Incomplete link: where it goes depends on the page it is on"
