"""Addresses: of mail, of the Internet, and what a browser is to mark in the page."""

from __future__ import annotations

from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import EVIDENCE, TERM, Arg, Phrase
from uriinspector.analysis.recipients import PLAIN_MAIL
from uriinspector.analysis.values.datum import HOST, Datum, Decoded, InnerDatum
from uriinspector.analysis.values.names import words_of
from uriinspector.analysis.values.value import ADDRESS, CERTAIN, LIKELY, PARAMETER, POSSIBLE
from uriinspector.analysis.values.words import quoted
from uriinspector.core.expression import expression
from uriinspector.core.host import address_range, ipv4_number
from uriinspector.core.percent import decoded

if TYPE_CHECKING:
    from collections.abc import Iterator

IPV4 = expression(r"(?:[0-9]{1,3}\.){3}[0-9]{1,3}")
IPV6 = expression(r"(?=(?:[^:]*:){2})[0-9A-Fa-f:.]{3,45}")

# Four numbers with dots are a version more often than an address, unless the name says which.
VERSIONS = frozenset({"v", "ver", "version", "release", "build", "client", "app"})
NAMES = frozenset(
    {"ip", "ipv4", "ipv6", "addr", "address", "host", "remote", "clientip", "userip", "src", "dst"}
)


def mail_address(datum: Datum) -> Iterator[Decoded]:
    """An address that fills the value."""
    if "@" in datum.text and PLAIN_MAIL.fullmatch(datum.text):
        yield Decoded(ADDRESS, datum.text, Phrase("Email address"), CERTAIN)


def internet_address(datum: Datum) -> Iterator[Decoded]:
    """RFC 791 and RFC 4291; a host in digits is one in whatever way it is written."""
    if datum.part == HOST:
        number = ipv4_number(datum.text) if datum.name != "label" else None
        if number is not None and str(number) != datum.text:
            yield _address(str(number), CERTAIN)
        return
    names = words_of(datum.name)
    if VERSIONS & names:
        return
    confidence = LIKELY if NAMES & names else POSSIBLE
    try:
        if IPV4.fullmatch(datum.text):
            yield _address(str(IPv4Address(datum.text)), confidence)
        elif IPV6.fullmatch(datum.text):
            yield _address(str(IPv6Address(datum.text)), LIKELY)
    except (AddressValueError, ValueError):
        return


def _address(plain: str, confidence: str) -> Decoded:
    args = (Arg("address", plain, EVIDENCE), Arg("range", address_range(plain), TERM))
    if confidence == POSSIBLE:
        phrase = Phrase("Could be the IP address {address} ({range})", args)
    else:
        phrase = Phrase("IP address {address} ({range})", args)
    return Decoded(ADDRESS, plain, phrase, confidence)


MARKED = ":~:text"
PARTS = expression(
    r"(?:(?P<prefix>[^,]+)-,)?(?P<start>[^,]+?)(?:,(?P<end>[^,-][^,]*?))?(?:,-(?P<suffix>[^,]+))?"
)


def text_fragment(datum: Datum) -> Iterator[Decoded]:
    """URL Fragment Text Directives 3: the words that a browser marks and scrolls to."""
    match = PARTS.fullmatch(datum.text) if datum.name == MARKED and not datum.via else None
    if match is None:
        return
    members = [(name, decoded(text)) for name, text in match.groupdict().items() if text]
    start = decoded(match["start"])
    shown = f"{start} ... {decoded(match['end'])}" if match["end"] else start
    inner = tuple(InnerDatum(name, text, is_member=True, is_final=True) for name, text in members)
    arg = (Arg("text", quoted(shown), EVIDENCE),)
    phrase = Phrase('Text to highlight in the page: "{text}"', arg)
    yield Decoded(PARAMETER, shown, phrase, CERTAIN, inner if len(members) > 1 else ())
