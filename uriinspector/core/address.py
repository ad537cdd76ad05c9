"""What a program makes of a numeric host, and what the address is for."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from uriinspector.core.expression import expression

NUMBER = expression(r"0[xX]([0-9A-Fa-f]*+)|(0[0-7]*+)|([1-9][0-9]*+)")
# 2**32 has ten decimal digits, eleven octal ones: longer numbers are leading zeros or too large.
LONGEST_NUMBER = 20


def ipv4_number(host: str) -> IPv4Address | None:
    """The address that programs make of one to four numbers, octal and hexadecimal ones too.

    rfc2396bis-01 7.3 tells where these forms come from, the URL standard's "IPv4 parser" how
    browsers read them.
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
    """One number by the rules of the C language: 0x or 0X hexadecimal, a leading 0 octal."""
    match = NUMBER.fullmatch(text)
    if not match:
        return None
    hexadecimal, octal, decimal = match.groups()
    digits, base = (hexadecimal, 16) if hexadecimal is not None else (octal, 8)
    if decimal is not None:
        digits, base = decimal, 10
    digits = digits.lstrip("0") or "0"
    return int(digits, base) if len(digits) <= LONGEST_NUMBER else 1 << 64


# The registries of special-purpose addresses (RFC 6890 and its updates), the narrowest first.
RANGES = tuple(
    (ip_network(network), name)
    for network, name in (
        ("0.0.0.0/32", "this host"),
        ("255.255.255.255/32", "limited broadcast"),
        ("192.0.0.0/24", "protocol assignments"),
        ("192.0.2.0/24", "documentation"),
        ("198.51.100.0/24", "documentation"),
        ("203.0.113.0/24", "documentation"),
        ("192.88.99.0/24", "6to4 relay anycast"),
        ("198.18.0.0/15", "benchmarking"),
        ("169.254.0.0/16", "link local"),
        ("192.168.0.0/16", "private use"),
        ("172.16.0.0/12", "private use"),
        ("100.64.0.0/10", "shared address space"),
        ("0.0.0.0/8", "this network"),
        ("10.0.0.0/8", "private use"),
        ("127.0.0.0/8", "loopback"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
        ("::1/128", "loopback"),
        ("::/128", "unspecified"),
        ("100:0:0:1::/64", "dummy prefix"),
        ("2001:2::/48", "benchmarking"),
        ("::ffff:0:0/96", "IPv4-mapped"),
        ("64:ff9b::/96", "IPv4 translation"),
        ("64:ff9b:1::/48", "local IPv4 translation"),
        ("2001:db8::/32", "documentation"),
        ("3fff::/20", "documentation"),
        ("2001::/32", "Teredo"),
        ("2001::/23", "protocol assignments"),
        ("2002::/16", "6to4"),
        ("5f00::/16", "segment routing"),
        ("100::/64", "discard only"),
        ("fc00::/7", "unique local"),
        ("fe80::/10", "link local"),
        ("fec0::/10", "former private use"),
        ("ff00::/8", "multicast"),
    )
)


def _bounds(version: int) -> tuple[tuple[int, int, str], ...]:
    return tuple(
        (int(network.network_address), int(network.broadcast_address), name)
        for network, name in RANGES
        if network.version == version
    )


BOUNDS = {version: _bounds(version) for version in (4, 6)}


def address_range(address: str) -> str:
    """What the range is for that the address lies in: "global" where it is for everybody."""
    if ":" in address:
        version, number = 6, int(IPv6Address(address))
    else:
        version, number = 4, int.from_bytes(map(int, address.split(".")))
    for low, high, name in BOUNDS[version]:
        if low <= number <= high:
            return name
    return "global"


def is_loopback(host: str) -> bool:
    """Whether a host is an address of the device itself, in brackets or in numbers of any kind."""
    name = host.strip("[]")
    number = ipv4_number(name)
    try:
        return address_range(name if number is None else str(number)) == "loopback"
    except ValueError:
        return False  # a name


def address_block(address: str) -> str | None:
    """The registered block that it lies in, as in "10.0.0.0/8"; None where it is global."""
    result = ip_address(address)
    return next((str(network) for network, _ in RANGES if result in network), None)
