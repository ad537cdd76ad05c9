"""Collect what analysts look up elsewhere: email and Bitcoin addresses, telephone numbers."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from uriinspector.analysis.domains import SPECIAL_NAMES, is_listed
from uriinspector.core.expression import expression
from uriinspector.core.model import JsonFields

# The maximum number per kind.
MOST = 50
ADDRESS = expression(
    r"[A-Za-z0-9_][A-Za-z0-9._%+-]{0,63}@(?P<domain>(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24})\b"
)
# Characters as links, JSON and quoted-printable write them: "%40", "\u003e", "=3D".
ENCODED = expression(
    r"%(?P<percent>[0-9A-Fa-f]{2})|(?:\\|\b)u00(?P<json>[2-7][0-9A-Fa-f])|=(?P<quoted>3D)"
)
LAYERS = 2  # as in "%2540"
# The beginning of a link whose "@" follows a user name, not an address.
USERINFO = expression(r"://[^\s/?#]{0,80}\Z")
# North American numbers, and numbers with a country code.
TELEPHONE = expression(
    r"(?<![\w.,/=&-])(?:(?:\+?1[ .-]{0,2})?\(?[2-9][0-9]{2}\)?[ .-]{1,3}[2-9][0-9]{2}[ .-]{1,3}"
    r"[0-9]{4}"
    r"|(?:\+|00)[1-9][0-9]{0,2}(?:[ ./()-]{1,3}[0-9]{1,8}){2,6}|\+[1-9][0-9]{9,13})(?![\w-])"
)
BITCOIN = expression(
    r"(?<![A-Za-z0-9])(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{39,59})\b"
)
ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
GENERATOR = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
# The right checksums of Bech32 and Bech32m (BIP 173, BIP 350).
RIGHT = frozenset({1, 0x2BC830A3})


@dataclass(frozen=True, slots=True)
class Indicators(JsonFields):
    """The email addresses, telephone numbers and Bitcoin addresses of a message, each once."""

    addresses: tuple[str, ...] = ()
    telephones: tuple[str, ...] = ()
    bitcoin: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.addresses or self.telephones or self.bitcoin)


def indicators_in(text: str, senders: Iterable[str], recipients: Iterable[str]) -> Indicators:
    """Return the indicators of a text, including senders' addresses but not those of recipients."""
    for _ in range(LAYERS):
        text = ENCODED.sub(_decoded, text)
    readers = {each.lower() for each in recipients}
    found = (*senders, *_addresses_in(text))
    addresses = dict.fromkeys(each for each in found if each and each.lower() not in readers)
    telephones = dict.fromkeys(" ".join(each.split()) for each in TELEPHONE.findall(text))
    bitcoin = dict.fromkeys(each for each in BITCOIN.findall(text) if is_bitcoin(each))
    return Indicators(tuple(addresses)[:MOST], tuple(telephones)[:MOST], tuple(bitcoin)[:MOST])


def _decoded(match: re.Match[str]) -> str:
    """Return the encoded character, or a space for one that no indicator contains."""
    char = chr(int(match[match.lastgroup or 0], 16))
    return char if " " <= char <= "~" else " "


def _addresses_in(text: str) -> Iterator[str]:
    """Yield the email addresses with a possible domain; file names such as "a@2x.png" have none."""
    for match in ADDRESS.finditer(text):
        domain = match["domain"].lower()
        is_possible = is_listed(domain) or domain.rpartition(".")[2] in SPECIAL_NAMES
        if is_possible and not USERINFO.search(text, max(match.start() - 84, 0), match.start()):
            yield match[0]


def is_bitcoin(text: str) -> bool:
    """Return True if a Bitcoin address has a valid checksum."""
    if text.startswith("bc1"):
        checksum = 1
        for value in (3, 3, 0, 2, 3, *(BECH32.index(each) for each in text[3:])):
            top = checksum >> 25
            checksum = (checksum & 0x1FFFFFF) << 5 ^ value
            for at, factor in enumerate(GENERATOR):
                checksum ^= factor if top >> at & 1 else 0
        return checksum in RIGHT
    number = 0
    for each in text:
        number = 58 * number + ALPHABET.index(each)
    octets = number.to_bytes(26, "big")
    body, check = octets[1:22], octets[22:]
    return not octets[0] and hashlib.sha256(hashlib.sha256(body).digest()).digest()[:4] == check
