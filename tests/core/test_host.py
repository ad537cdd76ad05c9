"""Kinds of hosts by the grammars: addresses, literals and names."""

from tests.for_each import for_each
from uriinspector import EDITIONS, parse
from uriinspector.core.host import (
    address_block,
    host_kind,
    is_hostname,
    is_ipv6,
    is_qualified_hostname,
    matches_hostnumber,
    matches_ipv4,
    matches_ipvfuture,
)

KINDS = [
    # host, its kind by RFC 3986 3.2.2: the first that matches
    (None, None), ("", "empty"), ("example.com", "reg-name"), ("1.2.3.4", "ipv4"),
    ("255.255.255.255", "ipv4"), ("256.1.1.1", "reg-name"), ("01.2.3.4", "reg-name"),
    ("1.2.3", "reg-name"), ("1.2.3.4.", "reg-name"), ("0x7f.1", "reg-name"), ("[::1]", "ipv6"),
    ("[::1", "ipv6"), ("[", "ipv6"), ("[zz]", "ipv6"), ("[v1.a]", "ipvfuture"),
    ("[V1.a]", "ipvfuture"), ("[v]", "ipvfuture"), ("a]", "reg-name"), ("%41", "reg-name"),
    ("b\u00fc", "reg-name"),
]  # fmt: skip


@for_each("host, kind", *KINDS)
def test_host_kind_is_the_first_that_matches(host: str | None, kind: str | None) -> None:
    assert host_kind(host) == kind


NAMES = [
    # host: hostname of 1994 and 1997, hostname of 2003, hostnumber of 1994 and 1997
    ("example.com", True, True, False), ("a", True, True, False), ("a-b.c", True, True, False),
    ("a--b.c", True, True, False), ("1a.b2", True, True, False),
    ("example.com.", False, True, False), ("a.1b", False, True, False),
    ("a.1b.", False, False, False), ("a.", False, False, False), ("1.2.3", False, True, False),
    ("1.2.3.4", False, True, True), ("256.1.1.1", False, True, True),
    ("999.9.9.9", False, True, True), ("1.2.3.4.", False, False, False),
    ("1.2.3.4.5", False, True, False), ("", False, False, False), (".", False, False, False),
    ("a..b", False, False, False), (".a", False, False, False), ("-a.b", False, False, False),
    ("a-.b", False, False, False), ("a_b.c", False, False, False), ("%41.c", False, False, False),
    ("\u00e9.c", False, False, False),
    ("\u0661.\u0662.\u0663.\u0664", False, False, False),
    ("a.b\n", False, False, False),
    # 2003 allows up to 63 characters per label, and has no limit for the whole name
    ("a" * 63, True, True, False),
    ("a" * 64, True, False, False),
    ("a" * 31 + "-" + "a" * 31, True, True, False),
    ("a" * 32 + "-" + "a" * 31, True, False, False),
    (".".join(["a" * 63] * 9), True, True, False),
    (".".join(["a", "b" * 64, "c"]), True, False, False),
]  # fmt: skip


@for_each("host, early, qualified, number", *NAMES)
def test_hostname_follows_the_rule_of_the_edition(
    host: str, early: bool, qualified: bool, number: bool
) -> None:
    assert is_hostname(host) is early
    assert is_qualified_hostname(host) is qualified
    assert bool(matches_hostnumber(host)) is number


def test_longest_ipv6_address_has_45_characters() -> None:
    longest = "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255"
    assert len(longest) == 45
    assert is_ipv6(longest)
    assert not is_ipv6("0" + longest)


@for_each(
    "text, is_future",
    *[("v1.a", True), ("VF0.a:b", True), ("v1.", False), ("v.a", False), ("vg.a", False)],
    *[("v1.a/b", False), ("v1.%41", False), ("v1a", False), ("v1.~!$&'()*+,;=:-._", True)],
)
def test_ipvfuture_address_follows_its_rule(text: str, is_future: bool) -> None:
    assert bool(matches_ipvfuture(text)) is is_future


@for_each("number", *range(300))
def test_ipv4_byte_is_below_256_without_leading_zeros(number: int) -> None:
    assert bool(matches_ipv4(f"1.2.3.{number}")) is (number < 256)
    assert bool(matches_ipv4(f"{number}.2.3.4")) is (number < 256)
    assert not matches_ipv4(f"1.2.3.0{number}")


FAULTS = [
    # text, edition, faults: the text and the rule
    ("http://[::1/", "2005", [("", "IP-literal")]),
    ("http://[::1/", "2003", [("", "IPv6reference")]),
    ("http://[]/", "2005", [("", "IPv6address")]),
    ("http://[1:2]/", "2005", [("1:2", "IPv6address")]),
    ("http://[v1]/", "2005", [("v1", "IPvFuture")]),
    ("http://[v1.a]/", "2003", [("v1.a", "IPv6address")]),
    ("http://[::1]x/", "2005", [("x", "authority")]),
    ("http://[::z]x:8a/", "2005", [("::z", "IPv6address"), ("x", "authority"), ("a", "port")]),
    ("http://u|@[::z]:8a/", "2003", [("|", "userinfo"), ("::z", "IPv6address"), ("a", "port")]),
    ("http://u|@[::1]:8a/", "2005", [("|", "userinfo"), ("a", "port")]),
    ("http://[::1]/", "1994", [("[::1]", "host")]), ("http://[::1]/", "1997", [("[::1]", "host")]),
    ("http://a_b/", "1997", [("a_b", "host")]), ("http:///", "1994", [("", "host")]),
]  # fmt: skip


@for_each("text, edition, expected", *FAULTS)
def test_host_faults_have_their_positions(
    text: str, edition: str, expected: list[tuple[str, str]]
) -> None:
    found = parse(text, edition=edition).violations
    assert [(text[each.start : each.end], each.rule) for each in found] == expected


@for_each("edition", *EDITIONS)
def test_unclosed_literal_is_reported_with_its_position(edition: str) -> None:
    (found,) = parse("http://[::1/", edition=edition).violations
    assert (found.start, found.end) == ((11, 11) if edition >= "2003" else (7, 11))


@for_each(
    "address, block",
    *(("10.1.2.3", "10.0.0.0/8"), ("169.254.169.254", "169.254.0.0/16"), ("::1", "::1/128")),
    *(("fe80::1", "fe80::/10"), ("8.8.8.8", None), ("2606:4700::1", None)),
)
def test_block_of_an_address_is_the_registered_range(address: str, block: str | None) -> None:
    assert address_block(address) == block
