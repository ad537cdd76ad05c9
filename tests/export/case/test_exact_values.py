"""Exported hosts (kind and normalized name), texts and dates."""

from tests.export.case.samples import case
from tests.for_each import for_each
from uriinspector.export.case.exchange_formats import date_of, host_of, sound

LINK = case(("x.html", b"<a href='http://a.test/'>x</a>")).links[0]


@for_each(
    "host, kind, value", ("evil.test", "domain", "evil.test"),
    ("EVIL.Test.", "domain", "evil.test"), ("a_b.test", "domain", "a_b.test"),
    (f"{'a' * 63}.test", "domain", f"{'a' * 63}.test"),
    ("203.0.113.9", "ipv4", "203.0.113.9"),
    ("[2001:db8::1]", "ipv6", "2001:db8::1"),
)  # fmt: skip
def test_exported_host_has_a_kind_and_a_value(host: str, kind: str, value: str) -> None:
    found = host_of(LINK._replace(row=LINK.row._replace(host=host)))
    assert found is not None
    assert (found.kind, found.value) == (kind, value)


@for_each("host", None, "", ".", "a b", "a..test", f"{'a' * 64}.test", "-a.test")
def test_names_that_dns_does_not_allow_are_not_exported_as_hosts(host: str | None) -> None:
    assert host_of(LINK._replace(row=LINK.row._replace(host=host))) is None


def test_exported_lone_surrogate_is_replaced() -> None:
    assert sound("a\ud800b\udfff\U0001f600") == "a\ufffdb\ufffd\U0001f600"


@for_each(
    "written, date",
    ("Sun, 22 Nov 2026 01:10:00 +0100", "2026-11-22T00:10:00Z"),
    ("Sun, 22 Nov 2026 01:10:00 -0000", None),
    ("Fri, 31 Dec 9999 23:59:59 -0100", None),
    *((each, None) for each in (None, "", "never", "Sun, 22 Nov 2026 99:10:00 +0100", ",")),
)
def test_exported_date_needs_a_known_time_zone(written: str | None, date: str | None) -> None:
    assert date_of(written) == date
