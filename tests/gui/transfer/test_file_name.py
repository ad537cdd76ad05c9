"""File names suggested for reports."""

import uriinspector
from tests.for_each import for_each
from uriinspector.gui.transfer.exporter import LONGEST_HOST, report_name


@for_each(
    "text, name",
    ("https://www.paypal.com@evil.test/x", "evil.test report"),
    ("https://evil.test:8443/a/b?c", "evil.test report"),
    ("http://[2001:db8::1]/", "2001-db8-1 report"),
    ("http://192.0.2.7/", "192.0.2.7 report"),
    ("http://nul.evil.test/", "_nul.evil.test report"),
    ("http://com1/", "_com1 report"),
    ("http://..%2f..%2fevil/", "link report"),
    ("mailto:a@b.test", "link report"),
    ("", "link report"),
    ("../x", "link report"),
)
def test_report_is_named_after_the_host(text: str, name: str) -> None:
    assert report_name(uriinspector.inspect(text)) == name


@for_each(
    "text",
    "http://a\u202eb.test/",
    "http://" + "a." * 200 + "evil.test/",
    "//h\\..\\x",
    "x:/\x00",
    "http://ä.test",
)
def test_report_name_is_safe(text: str) -> None:
    name = report_name(uriinspector.inspect(text))
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_ ")
    assert not name.startswith((".", "-", " "))
    assert len(name) <= LONGEST_HOST + len("_ report")
