"""Email, IP and hardware addresses."""

from collections.abc import Iterator
from functools import cache
from ipaddress import IPv4Address, IPv6Address

from uriinspector.analysis.resource_files import shipped_rows
from uriinspector.analysis.unpack import MAIL
from uriinspector.analysis.values.candidates import HOST, Datum, Decoded
from uriinspector.analysis.values.decoder import HEXLIKE, DecoderFamily, Shape, words_of
from uriinspector.analysis.values.value import ADDRESS, CERTAIN, LIKELY, POSSIBLE
from uriinspector.core.expression import expression
from uriinspector.core.host import address_range, ipv4_number
from uriinspector.core.model import EVIDENCE, Marked, message

decoder = DecoderFamily()

MAKERS = "lists/mac-makers.txt"
PREFIX = 6
SEPARATED = expression(r"[0-9A-Fa-f]{2}(?P<mark>[:-])(?:[0-9A-Fa-f]{2}(?P=mark)){4}[0-9A-Fa-f]{2}")
HARDWARE_NAMES = expression("mac|.*_mac|mac_?addr(?:ess)?|client_mac|ap_mac|bssid|node")
LOCAL = 2


@cache
def makers() -> dict[str, str]:
    """Return the manufacturers of network cards by address prefix."""
    return {
        prefixes[at : at + PREFIX]: name
        for name, prefixes in shipped_rows(MAKERS)
        for at in range(0, len(prefixes), PREFIX)
    }


@decoder(
    *("mac", "MAC address", "IEEE 802; MA-L registry in oui-data 2.1.9"),
    *(HEXLIKE | Shape.OTHER | Shape.URLSAFE | Shape.ALNUM, 12, 17),
)
def mac_address(datum: Datum) -> Iterator[Decoded]:
    """Recognize MAC addresses; those without separators need a name or a known maker."""
    text = datum.text
    if SEPARATED.fullmatch(text):
        yield _mac(text.replace(text[2], ""), CERTAIN)
    elif datum.size == 12 and text.isalnum():
        is_named = bool(HARDWARE_NAMES.fullmatch(datum.name))
        if is_named or (not text.isdigit() and text[:PREFIX].upper() in makers()):
            yield _mac(text, LIKELY if is_named else POSSIBLE)


def _mac(digits: str, confidence: str) -> Decoded:
    plain = ":".join(digits[at : at + 2] for at in range(0, 12, 2)).lower()
    maker = makers().get(digits[:PREFIX].upper(), "")
    arg = {"maker": Marked(maker, EVIDENCE)}
    if int(digits[:2], 16) & LOCAL:
        phrase = message("MAC address, assigned locally")
    elif confidence == POSSIBLE:
        phrase = message("Could be a MAC address of {maker}", **arg)
    else:
        phrase = message("MAC address, {maker}", **arg) if maker else message("MAC address")
    return Decoded(ADDRESS, plain, phrase, confidence)


@decoder("email", "email address", "RFC 5322 3.4.1", Shape.OTHER, 6, 320)
def mail_address(datum: Datum) -> Iterator[Decoded]:
    if "@" in datum.text and MAIL.fullmatch(datum.text):
        yield Decoded(ADDRESS, datum.text, message("Email address"), CERTAIN)


IPV4 = expression(r"(?:[0-9]{1,3}\.){3}[0-9]{1,3}")
IPV6 = expression(r"(?=(?:[^:]*:){2})[0-9A-Fa-f:.]{3,45}")
# Parameters in which four numbers with dots are a version, and those in which they are an address.
VERSION_NAMES = frozenset({"v", "ver", "version", "release", "build", "client", "app"})
ADDRESS_NAMES = frozenset(
    {"ip", "ipv4", "ipv6", "addr", "address", "host", "remote", "clientip", "userip", "src", "dst"}
)


@decoder(
    *("ip", "IP address", "RFC 791, RFC 4291, WHATWG URL 3.5"),
    *(HEXLIKE | Shape.ALNUM | Shape.DOTTED | Shape.OTHER, 2, 64),
)
def internet_address(datum: Datum) -> Iterator[Decoded]:
    """Recognize IP addresses (RFC 791, RFC 4291), and unusual spellings of them in a host."""
    if datum.part == HOST:
        number = ipv4_number(datum.text) if datum.name != "label" else None
        if number is not None and str(number) != datum.text:
            yield _address(str(number), CERTAIN)
        return
    names = words_of(datum.name)
    if VERSION_NAMES & names:
        return
    try:
        if IPV4.fullmatch(datum.text):
            confidence = LIKELY if ADDRESS_NAMES & names else POSSIBLE
            yield _address(str(IPv4Address(datum.text)), confidence)
        elif IPV6.fullmatch(datum.text):
            yield _address(str(IPv6Address(datum.text)), LIKELY)
    except ValueError:
        return


def _address(plain: str, confidence: str) -> Decoded:
    args = {"address": Marked(plain, EVIDENCE), "range": message(address_range(plain))}
    if confidence == POSSIBLE:
        phrase = message("Could be the IP address {address} ({range})", **args)
    else:
        phrase = message("IP address {address} ({range})", **args)
    return Decoded(ADDRESS, plain, phrase, confidence)
