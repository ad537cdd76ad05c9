"""Similarity of two references for the eye, and their destinations in browsers."""

from tests.for_each import for_each
from uriinspector.analysis.likeness import likeness

CYRILLIC = "http://\u0430pple.com/"
ROWS = [
    # a, b, look alike, same URL, same site, same host
    ("http://apple.com/", CYRILLIC, True, False, False, False),
    ("http://paypal.com/", "http://paypaI.com/", True, False, False, False),
    ("http://example.com/", "http://exarnple.com/", True, False, False, False),
    ("http://www.example.com/", "https://shop.example.com:8443/", False, False, True, False),
    ("HTTP://EXAMPLE.com:80", "http://example.com/", False, True, True, True),
    ("http://a.github.io/", "http://b.github.io/", False, False, False, False),
    ("http://10.0.0.1/", "http://167772161/", False, True, None, True),
    ("//example.com/a", "//www.example.com/b", False, None, True, False),
    ("http://example.com\\@a.org/", "http://example.com/@a.org/", False, True, True, True),
    ("a/b", "a/b", False, None, None, None),
    ("mailto:a@b.org", "mailto:A@b.org", False, False, None, None),
    ("urn:isbn:1", "http://a.org/", False, False, None, None),
    ("http://exa mple/", "http://example.com/", False, None, None, None),
]


@for_each("a, b, alike, url, site, host", *ROWS)
def test_appearance_and_destination_are_compared(
    a: str, b: str, alike: bool, url: bool | None, site: bool | None, host: bool | None
) -> None:
    for found in (likeness(a, b), likeness(b, a)):
        told = (found.is_confusable, found.is_same_url, found.is_same_site, found.is_same_host)
        assert told == (alike, url, site, host)


def test_compared_host_has_written_ascii_and_unicode_forms() -> None:
    place = likeness(CYRILLIC, "b").a
    assert (place.written, place.ascii) == ("\u0430pple.com", "xn--pple-43d.com")
    assert (place.unicode, place.site) == ("\u0430pple.com", "xn--pple-43d.com")
    assert place.url == "http://xn--pple-43d.com/"
    place = likeness("http://a.example.com/", "b").a
    assert (place.ascii, place.unicode, place.site) == ("a.example.com", None, "example.com")


@for_each(
    "a, b, confusable",
    ("http://apple.com/", "http://xn--pple-43d.com/", True),
    ("http://apple.com/", "http://apple.com/", False),
    ("http://apple.com/", "http://pear.com/", False),
    ("http://apple.com/", "apple.com", None),
)
def test_confusable_hosts_are_recognized(a: str, b: str, confusable: bool | None) -> None:
    assert likeness(a, b).has_confusable_hosts is confusable
