"""Hosts by the grammars: addresses, literals and names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.core.charset import IPVFUTURE_2005, members
from uriinspector.core.expression import expression
from uriinspector.core.model import Violation

if TYPE_CHECKING:
    from collections.abc import Iterator

# RFC 3986 3.2.2 (2003 has the same rules by other names: h4 for h16).
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
# The longest IPv6address has 45 characters: nothing longer is worth a look.
IPV6_LENGTH = 45

matches_ipv4 = re.compile(IPV4).fullmatch
_IPV6 = expression(IPV6)
_IPVFUTURE = expression(IPVFUTURE)

ALNUM = "[A-Za-z0-9]"
# domainlabel of RFC 1738, 1997 and 2003: letters and digits at both ends, "-" only inside.
LABEL = f"{ALNUM}++(?:-++{ALNUM}++|(?!))*+"
# 2003 counts: a label has at most 63 characters.  The others have no limit.
SHORT_LABEL = f"(?![A-Za-z0-9\\-]{{64}}){LABEL}"

_LABELS = expression(rf"{LABEL}(?:\.{LABEL}|(?!))*+")
_SHORT_LABELS = expression(rf"{SHORT_LABEL}(?:\.{SHORT_LABEL}|(?!))*+")
_HOSTNUMBER = expression(r"[0-9]++\.[0-9]++\.[0-9]++\.[0-9]++")


def matches_ipvfuture(text: str, *run: int) -> bool:
    """IPvFuture of 2005."""
    return _IPVFUTURE.fullmatch(text, *run) is not None


def matches_hostnumber(text: str, *run: int) -> bool:
    """Hostnumber of RFC 1738 and IPv4address of 1997: four numbers of any size."""
    return _HOSTNUMBER.fullmatch(text, *run) is not None


def is_ipv6(text: str) -> bool:
    """IPv6address of 2003 and 2005."""
    # Most texts have no colon, and the expression is dear to compile.
    return len(text) <= IPV6_LENGTH and ":" in text and _IPV6.fullmatch(text) is not None


def has_toplabel(name: str) -> bool:
    """Whether the last label begins with a letter: what tells a name from a number."""
    return name.rpartition(".")[2][:1].isalpha()


def is_hostname(name: str) -> bool:
    """Hostname of RFC 1738 and 1997: the last label begins with a letter, no final dot."""
    return _LABELS.fullmatch(name) is not None and has_toplabel(name)


def is_qualified_hostname(name: str) -> bool:
    """Hostname of 2003: only before a final dot must the last of several labels be a toplabel."""
    if not name.endswith("."):
        return _SHORT_LABELS.fullmatch(name) is not None
    name = name[:-1]
    return "." in name and _SHORT_LABELS.fullmatch(name) is not None and has_toplabel(name)


def host_kind(host: str | None) -> str | None:
    """ipv4, ipv6, ipvfuture, reg-name or empty, by 2005: the first that matches (3.2.2).

    A literal that is none is called what it sets out to be.
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
    """A host that begins with "[": the literal, its closing bracket, and nothing after it."""
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
