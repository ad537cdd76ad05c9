"""Pairs of links that are compared: of addresses, and of names that locate nothing."""

from __future__ import annotations

from ipaddress import IPv4Address
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.lessons.built_link import rest
from uriinspector.lessons.mistakes.sameness import NOT_SHOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from uriinspector.lessons.material import Pool


class BuiltPair(NamedTuple):
    """Two links, and the level of the comparison on which they become equal."""

    level: str
    one: str
    other: str


def other_number(pool: Pool) -> BuiltPair:
    """An address, and another spelling of it: for RFC 3986 that is a name."""
    address, end = pool.take("addresses"), rest(pool)
    number = int(IPv4Address(address))
    first, second, *_ = address.split(".")
    spelling = pool.draw.choice(
        (
            str(number),
            f"0x{number:08x}",
            f"{first}.{second}.{number & 0xFFFF}",
            ".".join(f"0{int(each):o}" for each in address.split(".")),
        )
    )
    return BuiltPair(NOT_SHOWN, f"http://{address}{end}", f"http://{spelling}{end}")


def other_address(pool: Pool) -> BuiltPair:
    """Two addresses."""
    end = rest(pool)
    one, other = pool.take("addresses"), pool.take("addresses")
    return BuiltPair(NOT_SHOWN, f"http://{one}{end}", f"http://{other}{end}")


def address_case(pool: Pool) -> BuiltPair:
    """The hexadecimal digits of an address in upper case."""
    address, end = pool.take("addresses6"), rest(pool)
    return BuiltPair("case", f"http://{address}{end}", f"http://{address.upper()}{end}")


def address_port(pool: Pool) -> BuiltPair:
    """An address with the port that the scheme has anyway."""
    address, end = pool.take(pool.draw.choice(("addresses", "addresses6"))), rest(pool)
    return BuiltPair("scheme", f"http://{address}{end}", f"http://{address}:80{end}")


def encoded_digit(pool: Pool) -> BuiltPair:
    """A digit of an address with percent-encoding."""
    address, end = pool.take("addresses"), rest(pool)
    written = f"{address[:-1]}%{ord(address[-1]):X}"
    return BuiltPair("percent-encoding", f"http://{address}{end}", f"http://{written}{end}")


def urn(pool: Pool) -> str:
    """A name in the namespace for examples (RFC 6963)."""
    return f"urn:example:{pool.take('dirs')}:{pool.take('names')}"


def scheme_case(pool: Pool) -> BuiltPair:
    """ "urn" in upper case."""
    name = urn(pool)
    return BuiltPair("case", name, name.replace("urn", "URN", 1))


def namespace_case(pool: Pool) -> BuiltPair:
    """The namespace in upper case (RFC 8141 3.1)."""
    name = urn(pool)
    return BuiltPair("scheme", name, name.replace("example", "EXAMPLE", 1))


def escape_case(pool: Pool) -> BuiltPair:
    """A percent-encoded character in lower case."""
    name = f"{urn(pool)}%2F{pool.take('names')}"
    return BuiltPair("case", name, name.replace("%2F", "%2f"))


def name_case(pool: Pool) -> BuiltPair:
    """The name in the namespace in upper case."""
    name = urn(pool)
    at = name.rindex(":")
    return BuiltPair(NOT_SHOWN, name, name[:at] + name[at:].upper())


def encoded_letter(pool: Pool) -> BuiltPair:
    """A letter of the name with percent-encoding: names are compared as they are written."""
    name = urn(pool)
    at = name.rindex(":") + 1
    return BuiltPair(NOT_SHOWN, name, f"{name[:at]}%{ord(name[at]):X}{name[at + 1 :]}")


def ignored_ending(pool: Pool) -> BuiltPair:
    """A component that does not take part in the comparison of names (RFC 8141 3.1)."""
    name = urn(pool)
    end = pool.draw.choice(("?=", "?+", "#")) + pool.take("fragments")
    return BuiltPair("scheme", name, f"{name}{end}")


PAIRS: Mapping[str, Sequence[Callable[[Pool], BuiltPair]]] = {
    "addresses": (
        other_number,
        other_number,
        other_address,
        address_case,
        address_port,
        encoded_digit,
    ),
    "names": (
        scheme_case,
        namespace_case,
        escape_case,
        name_case,
        encoded_letter,
        ignored_ending,
    ),
}
