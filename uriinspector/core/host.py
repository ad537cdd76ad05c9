"""Hosts: addresses, literals and names by the grammars, and numbers as interpreted by programs."""

import re
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from uriinspector.core.charset import IPVFUTURE_2005, members
from uriinspector.core.expression import expression
from uriinspector.core.model import Violation

NUMBER = expression(r"0[xX]([0-9A-Fa-f]*+)|(0[0-7]*+)|([1-9][0-9]*+)")
# 2**32 has 10 decimal or 11 octal digits: longer numbers have leading zeros or are too large.
LONGEST_NUMBER = 20


def ipv4_number(host: str) -> IPv4Address | None:
    """Return the address that programs read from one to four numbers, including octal and
    hexadecimal ones.

    Return None if the host is not such an address. rfc2396bis-01 7.3 explains where these forms
    come from; the URL standard's "IPv4 parser" explains how browsers read them.
    """
    parts = host.removesuffix(".").split(".", 4)
    if len(parts) > 4:
        return None
    numbers = [_number(part) for part in parts]
    *leading, last = numbers
    if last is None or last >= 256 ** (5 - len(parts)):
        return None
    value = last
    for position, number in enumerate(leading):
        if number is None or number > 255:
            return None
        value += number << (8 * (3 - position))
    return IPv4Address(value)


def _number(text: str) -> int | None:
    """Parse a number by the rules of C: hexadecimal after 0x or 0X, octal after a leading 0."""
    match = NUMBER.fullmatch(text)
    if not match:
        return None
    hexadecimal, octal, decimal = match.groups()
    digits, base = (hexadecimal, 16) if hexadecimal is not None else (octal, 8)
    if decimal is not None:
        digits, base = decimal, 10
    digits = digits.lstrip("0") or "0"
    return int(digits, base) if len(digits) <= LONGEST_NUMBER else 1 << 64


# The registries of special-purpose addresses (RFC 6890 and its updates), narrowest first.
SPECIAL_ADDRESSES = {
    "0.0.0.0/32": "this host",
    "255.255.255.255/32": "limited broadcast",
    "192.0.0.0/24": "protocol assignments",
    "192.0.2.0/24": "documentation",
    "198.51.100.0/24": "documentation",
    "203.0.113.0/24": "documentation",
    "192.88.99.0/24": "6to4 relay anycast",
    "198.18.0.0/15": "benchmarking",
    "169.254.0.0/16": "link local",
    "192.168.0.0/16": "private use",
    "172.16.0.0/12": "private use",
    "100.64.0.0/10": "shared address space",
    "0.0.0.0/8": "this network",
    "10.0.0.0/8": "private use",
    "127.0.0.0/8": "loopback",
    "224.0.0.0/4": "multicast",
    "240.0.0.0/4": "reserved",
    "::1/128": "loopback",
    "::/128": "unspecified",
    "100:0:0:1::/64": "dummy prefix",
    "2001:2::/48": "benchmarking",
    "::ffff:0:0/96": "IPv4-mapped",
    "64:ff9b::/96": "IPv4 translation",
    "64:ff9b:1::/48": "local IPv4 translation",
    "2001:db8::/32": "documentation",
    "3fff::/20": "documentation",
    "2001::/32": "Teredo",
    "2001::/23": "protocol assignments",
    "2002::/16": "6to4",
    "5f00::/16": "segment routing",
    "100::/64": "discard only",
    "fc00::/7": "unique local",
    "fe80::/10": "link local",
    "fec0::/10": "former private use",
    "ff00::/8": "multicast",
}
RANGES = tuple((ip_network(each), name) for each, name in SPECIAL_ADDRESSES.items())


def _bounds(version: int) -> tuple[tuple[int, int, str], ...]:
    return tuple(
        (int(network.network_address), int(network.broadcast_address), name)
        for network, name in RANGES
        if network.version == version
    )


BOUNDS = {version: _bounds(version) for version in (4, 6)}


def address_range(address: str) -> str:
    """Return the purpose of the range that contains an address; "global" for ordinary addresses."""
    if ":" in address:
        version, number = 6, int(IPv6Address(address))
    else:
        version, number = 4, int.from_bytes(map(int, address.split(".")))
    for low, high, name in BOUNDS[version]:
        if low <= number <= high:
            return name
    return "global"


def is_loopback(host: str) -> bool:
    """Return True if a host is a loopback address, in brackets or as numbers in any notation."""
    name = host.strip("[]")
    number = ipv4_number(name)
    try:
        return address_range(name if number is None else str(number)) == "loopback"
    except ValueError:
        return False  # a name


def address_block(address: str) -> str | None:
    """Return the registered block of an address, such as "10.0.0.0/8"; None if it is global."""
    result = ip_address(address)
    return next((str(network) for network, _ in RANGES if result in network), None)


# RFC 3986 3.2.2 (2003 has the same rules under other names: h4 for h16).
DEC_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
IPV4 = rf"{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}"
H16 = "[0-9A-Fa-f]{1,4}"
LS32 = f"(?:{H16}:{H16}|{IPV4})"
IPV6 = "|".join(
    [f"(?:{H16}:){{6}}{LS32}", f"::(?:{H16}:){{5}}{LS32}"]
    + [f"(?:(?:{H16}:){{0,{n}}}{H16})?::(?:{H16}:){{{4 - n}}}{LS32}" for n in range(5)]
    + [f"(?:(?:{H16}:){{0,5}}{H16})?::{H16}", f"(?:(?:{H16}:){{0,6}}{H16})?::"]
)
IPVFUTURE = rf"[vV][0-9A-Fa-f]++\.[{members(IPVFUTURE_2005)}]++"
# The longest IPv6address has 45 characters: longer texts need not be checked.
IPV6_LENGTH = 45

matches_ipv4 = re.compile(IPV4).fullmatch
_IPV6 = expression(IPV6)
_IPVFUTURE = expression(IPVFUTURE)

ALNUM = "[A-Za-z0-9]"
# domainlabel of RFC 1738, 1997 and 2003: letters and digits at both ends, "-" only inside.
LABEL = f"{ALNUM}++(?:-++{ALNUM}++|(?!))*+"
# 2003 limits labels to 63 characters; the other editions have no limit.
SHORT_LABEL = f"(?![A-Za-z0-9\\-]{{64}}){LABEL}"

_LABELS = expression(rf"{LABEL}(?:\.{LABEL}|(?!))*+")
_SHORT_LABELS = expression(rf"{SHORT_LABEL}(?:\.{SHORT_LABEL}|(?!))*+")
_HOSTNUMBER = expression(r"[0-9]++\.[0-9]++\.[0-9]++\.[0-9]++")


def matches_ipvfuture(text: str, *run: int) -> bool:
    return _IPVFUTURE.fullmatch(text, *run) is not None


def matches_hostnumber(text: str, *run: int) -> bool:
    """Return True for four numbers of any size: a hostnumber in RFC 1738, IPv4address in 1997."""
    return _HOSTNUMBER.fullmatch(text, *run) is not None


def is_ipv6(text: str) -> bool:
    """Return True for an IPv6address as defined in 2003 and 2005."""
    # Most texts have no colon, and the expression is expensive to compile.
    return len(text) <= IPV6_LENGTH and ":" in text and _IPV6.fullmatch(text) is not None


def has_toplabel(name: str) -> bool:
    """Return True if the last label begins with a letter, so that this is a name, not a number."""
    return name.rpartition(".")[2][:1].isalpha()


def is_hostname(name: str) -> bool:
    """Return True for a hostname as defined in RFC 1738 and 1997.

    The last label begins with a letter, and there is no final dot.
    """
    return _LABELS.fullmatch(name) is not None and has_toplabel(name)


def is_qualified_hostname(name: str) -> bool:
    """Return True for a hostname as defined in 2003.

    Before a final dot there must be several labels, the last of which begins with a letter.
    """
    if not name.endswith("."):
        return _SHORT_LABELS.fullmatch(name) is not None
    name = name[:-1]
    return "." in name and _SHORT_LABELS.fullmatch(name) is not None and has_toplabel(name)


def host_kind(host: str | None) -> str | None:
    """Return the first kind that matches in 2005 (3.2.2): ipv4, ipv6, ipvfuture, reg-name or empty.

    An invalid literal is classified by its beginning. The result is None if there is no host.
    """
    if host is None:
        return None
    if host == "":
        return "empty"
    if host.startswith("["):
        return "ipvfuture" if host[1:2] in {"v", "V"} else "ipv6"
    return "ipv4" if matches_ipv4(host) else "reg-name"


def literal_faults(
    text: str, start: int, end: int, cite: str, *, future: bool
) -> Iterator[Violation]:
    """Check a host that begins with "[": the literal, its closing bracket, and nothing after it."""
    closed = text.find("]", start, end)
    if closed < 0:
        explanation = "the IP literal is not closed"
        rule = "IP-literal" if future else "IPv6reference"
        yield Violation(end, end, rule, '"]"', explanation, (cite,))
        return
    inside = text[start + 1 : closed]
    rule = "IPvFuture" if future and inside[:1] in {"v", "V"} else "IPv6address"
    if rule == "IPvFuture" and not matches_ipvfuture(inside):
        expected = '"v", a hexadecimal version, "." and an address'
        explanation = "not an address of a future IP version"
        yield Violation(start + 1, closed, rule, expected, explanation, (cite,))
    elif rule == "IPv6address" and not is_ipv6(inside):
        expected = (
            'eight groups of 1 to 4 hexadecimal digits; one "::" can replace a run of '
            "all-zero groups"
        )
        explanation = "not an IPv6 address"
        yield Violation(start + 1, closed, rule, expected, explanation, (cite,))
    if closed + 1 < end:
        expected, explanation = (
            '":" and a port, or the end of the authority',
            "nothing may follow an IP literal",
        )
        yield Violation(closed + 1, end, "authority", expected, explanation, (cite,))
