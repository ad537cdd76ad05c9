"""Hosts in the form in which browsers write them, by the URL standard."""

from tests.for_each import for_each
from uriinspector.readers.browser import (
    host_in_browsers,
    host_in_unicode,
    is_plain,
    without_surrogates,
)

HOSTS = [
    # host, the host in browsers (None: refused)
    ("example.com", "example.com"), ("Example.COM", "example.com"),
    ("example.com.", "example.com."), ("a_b.example", "a_b.example"), ("localhost", "localhost"),
    ("", None),
    # "domain to ASCII" in the standard
    ("b\u00fccher.example", "xn--bcher-kva.example"),
    ("B\u00dcCHER.example", "xn--bcher-kva.example"),
    ("xn--bcher-kva.example", "xn--bcher-kva.example"),
    ("\uff45xample.com", "example.com"), ("ex\u00adample.com", "example.com"),
    ("example\u3002com", "example.com"), ("fa\u00df.example", "xn--fa-hia.example"),
    # ASCII names are only lowercased, whatever their labels decode to
    ("xn--8i7caa", "xn--8i7caa"),
    ("XN--A.example", "xn--a.example"),
    ("a\u200eb", None),
    # escapes are decoded first
    ("%65xample.com", "example.com"),
    ("b%C3%BCcher.example", "xn--bcher-kva.example"),
    ("a%2eb", "a.b"), ("a%2fb", None), ("a%00b", None), ("a%40b", None),
    # numbers are addresses
    ("10.0.0.1", "10.0.0.1"), ("0x7f.1", "127.0.0.1"), ("2130706433", "127.0.0.1"),
    ("017700000001", "127.0.0.1"), ("1.2.3.4.", "1.2.3.4"), ("256.1.1.1", None),
    ("1.2.3.4.5", None), ("08.1", None), ("a.1", None), ("\uff11\uff10.0.0.1", "10.0.0.1"),
    # literals
    ("[::1]", "[::1]"), ("[2001:DB8:0:0:0:0:0:7]", "[2001:db8::7]"),
    ("[::ffff:1.2.3.4]", "[::ffff:102:304]"), ("[::1", None), ("[v1.a]", None), ("[::1]x", None),
    # characters that are not allowed in hosts
    ("a/b", None), ("a\\b", None), ("a?b", None), ("a#b", None), ("a@b", None), ("a:80", None),
    ("a b", None), ("a|b", None), ("a<b", None), ("\ud800", None),
]  # fmt: skip


@for_each("host, expected", *HOSTS)
def test_host_is_named_as_in_browsers(host: str, expected: str | None) -> None:
    assert host_in_browsers(host) == expected


@for_each(
    "host, plain",
    *(("example.com", True), ("a-b.example", True), ("a_b.c", True), ("localhost", True)),
    *(("xn--bcher-kva.example", False), ("a--b.test", False), ("Example.com", False)),
    *(("a.1", False), ("10.0.0.1", False), ("", False), (".a", False), ("a..b", False)),
    *(("-a.b", False), ("a.-b", False), ("a b", False), ("b\u00fccher.example", False)),
)
def test_plain_host_needs_no_browser_parser(host: str, plain: bool) -> None:
    assert is_plain(host) is plain
    assert not plain or host_in_browsers(host) == host


@for_each("host", *[expected for _, expected in HOSTS if expected])
def test_hosts_named_by_browsers_are_stable(host: str) -> None:
    assert host_in_browsers(host) == host


UNICODE = [
    ("xn--bcher-kva.example", "b\u00fccher.example"),
    ("example.com", "example.com"),
    # "domain to Unicode": names with errors stay unchanged
    ("xn--8i7caa", "xn--8i7caa"),
    ("xn--a.example", "xn--a.example"),
    ("www.xn--80ak6aa92e.com", "www.\u0430\u0440\u0440\u04cf\u0435.com"),
]


@for_each("host, expected", *UNICODE)
def test_international_label_is_decoded(host: str, expected: str) -> None:
    assert host_in_unicode(host) == expected


def test_only_lone_surrogates_are_replaced() -> None:
    assert without_surrogates("a\ud800b\udfffc\U0001f600") == "a\ufffdb\ufffdc\U0001f600"
