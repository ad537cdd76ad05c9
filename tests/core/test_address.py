"""Numeric hosts as programs read them, and the purposes of address ranges."""

from tests.for_each import for_each
from uriinspector.core.host import address_range, ipv4_number, is_loopback

NUMBERS = [
    # host, the address (None: not a number), why
    ("127.0.0.1", "127.0.0.1", "four numbers"),
    ("127.1", "127.0.0.1", "the last number fills the rest"),
    ("127.0.1", "127.0.0.1", "the last number fills the rest"),
    ("10.1.65535", "10.1.255.255", "two octets in the last"),
    ("10.16777215", "10.255.255.255", "three octets in the last"),
    ("2130706433", "127.0.0.1", "one number for all of it"),
    ("4294967295", "255.255.255.255", "the largest"),
    ("0", "0.0.0.0", "the smallest"),
    ("0x7f.1", "127.0.0.1", "hexadecimal"),
    ("0X7F.0x0.0.0x1", "127.0.0.1", "hexadecimal, either case"),
    ("0x7f000001", "127.0.0.1", "hexadecimal, all of it"),
    ("0x", "0.0.0.0", "no digits are zero"),
    ("0x.0x.0x.0x", "0.0.0.0", "no digits are zero"),
    ("0177.0.0.01", "127.0.0.1", "octal"),
    ("017700000001", "127.0.0.1", "octal, all of it"),
    ("00000000000000000000000000000177.1", "127.0.0.1", "leading zeros"),
    ("0x0000000000000000000000000000007f.1", "127.0.0.1", "leading zeros"),
    ("127.0.0.1.", "127.0.0.1", "a final dot"),
    ("10.0.0.010", "10.0.0.8", "octal in the last place"),
    ("256.0.0.1", None, "no octet"), ("1.256.1", None, "no octet"), ("1.2.3.256", None, "no octet"),
    ("1.2.65536", None, "more than two octets"), ("1.16777216", None, "more than three octets"),
    ("4294967296", None, "more than four octets"), ("0x100000000", None, "more than four octets"),
    ("040000000000", None, "more than four octets"),
    ("9" * 4000, None, "far too large"), ("1." + "9" * 4000, None, "far too large"),
    ("9" * 4000 + ".1", None, "far too large"), ("1.2.3.4.5", None, "five numbers"),
    ("08.1", None, "no octal digit"), ("1.09", None, "no octal digit"),
    ("0xg", None, "no hexadecimal digit"),
    ("1..2", None, "an empty part"), (".1", None, "an empty part"),
    ("1.", "0.0.0.1", "a final dot"), ("1..", None, "two final dots"), ("", None, "nothing"),
    (".", None, "nothing"), ("a.1", None, "a name"), ("1.a", None, "a name"),
    ("example.com", None, "a name"), ("-1", None, "a sign"), ("+1", None, "a sign"),
    ("1e3", None, "an exponent"), ("1_0", None, "an underscore"), (" 1", None, "a space"),
    ("\u0661", None, "a digit of another script"),
    ("\u00b2", None, "a superscript"),
]  # fmt: skip


@for_each("host, address, why", *NUMBERS)
def test_numeric_host_is_read_as_programs_read_it(host: str, address: str | None, why: str) -> None:
    found = ipv4_number(host)
    assert (str(found) if found else None) == address, why


RANGES = [
    ("0.0.0.0", "this host"), ("0.0.0.1", "this network"), ("8.8.8.8", "global"),
    ("10.0.0.1", "private use"), ("11.0.0.0", "global"), ("100.63.255.255", "global"),
    ("100.64.0.0", "shared address space"),
    ("100.127.255.255", "shared address space"),
    ("100.128.0.0", "global"), ("127.0.0.1", "loopback"), ("127.255.255.255", "loopback"),
    ("169.254.169.254", "link local"), ("172.15.255.255", "global"), ("172.16.0.0", "private use"),
    ("172.31.255.255", "private use"), ("172.32.0.0", "global"),
    ("192.0.0.8", "protocol assignments"),
    ("192.0.2.1", "documentation"),
    ("192.88.99.1", "6to4 relay anycast"),
    ("192.168.1.1", "private use"), ("198.18.0.1", "benchmarking"),
    ("198.19.255.255", "benchmarking"), ("198.51.100.1", "documentation"),
    ("203.0.113.1", "documentation"), ("224.0.0.1", "multicast"), ("239.255.255.255", "multicast"),
    ("240.0.0.1", "reserved"), ("255.255.255.254", "reserved"),
    ("255.255.255.255", "limited broadcast"),
    ("::", "unspecified"), ("::1", "loopback"), ("::2", "global"),
    ("::ffff:10.0.0.1", "IPv4-mapped"),
    ("64:ff9b::8.8.8.8", "IPv4 translation"),
    ("64:ff9b:1::1", "local IPv4 translation"),
    ("100::1", "discard only"), ("2001::1", "Teredo"), ("2001:db8::7", "documentation"),
    ("2002:c000:204::", "6to4"), ("2606:4700::1111", "global"), ("3fff::1", "documentation"),
    ("3fff:1000::", "global"), ("fc00::1", "unique local"), ("fdff::1", "unique local"),
    ("fe80::1", "link local"), ("ff02::1", "multicast"),
]  # fmt: skip


@for_each("address, meant_for", *RANGES)
def test_address_range_is_named_by_its_purpose(address: str, meant_for: str) -> None:
    assert address_range(address) == meant_for


def test_address_written_as_a_number_has_a_range() -> None:
    found = ipv4_number("0x7f.1")
    assert found
    assert address_range(str(found)) == "loopback"


@for_each("host", "127.0.0.1", "127.9.9.9", "[::1]", "0x7f.1", "2130706433")
def test_loopback_address_is_recognized(host: str) -> None:
    assert is_loopback(host)


@for_each("host", "", "localhost", "10.0.0.1", "[::2]", "[zz]", "1.2.3.4.5", "a.b")
def test_names_and_other_addresses_are_not_loopback(host: str) -> None:
    assert not is_loopback(host)
