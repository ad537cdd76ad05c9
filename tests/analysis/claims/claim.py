"""A printed sentence, and helpers to check it with other parsers and databases."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from ipaddress import IPv6Address
from typing import NamedTuple

from tests.analysis.claims.witness import SURROGATES, Witness, domain_of, in_unicode, plain

# How sentences show a character that must not be shown raw.
NUMBERED = re.compile("‹U\\+([0-9A-F]{4,6})›")


class Claim(NamedTuple):
    """A sentence with its arguments, and the run of the text that it is about."""

    code: str
    template: str
    args: Mapping[str, str]
    start: int
    end: int
    witness: Witness
    edition: str = "2005"

    @property
    def run(self) -> str:
        """The run of the text."""
        return self.witness.text[self.start : self.end]

    def is_at(self, host: str) -> bool:
        """Return True if browsers go to this host, or if they go nowhere and the text
        contains it.
        """
        witness = self.witness
        if self.names_site_of(witness.host, host):
            return True
        if witness.host is None or not witness.is_special:
            return part_of(host, witness.generic.authority or "") or same(host, witness.host or "")
        return same(host, witness.host)

    def names_site_of(self, host: str | None, site: str) -> bool:
        """Return True if the claim is a headline, and ``site`` is the registrable domain of
        the host.
        """
        return self.code == "headline" and bool(host) and same(site, domain_of(host or "") or "")

    def has(self, shown: str) -> bool:
        """Return True if the text contains it: as written, stripped as by browsers, or
        decoded.
        """
        if part_of(shown, self.witness.text):
            return True
        for text in (self.witness.text, self.witness.stripped):
            run = SURROGATES.sub("\ufffd", text)
            for _ in range(8):
                if part_of(shown, run) or part_of(shown, plain(run, "octets")):
                    return True
                run = plain(run)
        return False


Checker = Callable[[Claim], str | None]


def raw(shown: str) -> str:
    """Replace characters shown by number with the characters themselves."""
    return NUMBERED.sub(lambda match: chr(int(match[1], 16)), shown)


def part_of(shown: str, text: str) -> bool:
    """Return True if the text contains a shown run; long runs are shown with an ellipsis."""
    run = raw(shown)
    return run in text or (run.endswith("…") and run[:-1] in text) or run.lstrip("…") in text


def mapped_ipv4(literal: str) -> str:
    """Return the IPv4 address that an IPv6 address in brackets maps, or ""."""
    return str(IPv6Address(literal.strip("[]")).ipv4_mapped or "")


def same(shown: str, host: str) -> bool:
    """Return True if a shown host equals this one, in ASCII, Unicode or both."""
    plain, _, letters = shown.partition(" (")
    if letters.startswith("computers write: "):
        plain, letters = letters.removeprefix("computers write: ").removesuffix(")"), f"{plain})"
    if letters.startswith("a name in other letters: "):
        name = unicodedata.name(next(filter(str.isalpha, in_unicode(plain))))
        return name.startswith(letters[25:-1].upper()) and same(plain, host)
    if letters:
        means = mapped_ipv4(plain) if plain.startswith("[") else in_unicode(raw(plain))
        return raw(letters) == f"{means})" and same(plain, host)
    run = raw(shown)
    if run.startswith("…"):
        return raw(host).endswith(run[1:])
    return run.lower() == host.lower() or in_unicode(run.lower()) == in_unicode(host.lower())


def require(holds: object, problem: str) -> str | None:
    """Return None if the condition holds, otherwise the problem."""
    return None if holds else problem


def first(*problems: str | None) -> str | None:
    """Return the first problem, or None if there is none."""
    return next(filter(None, problems), None)
