"""Host names: the registrable domain, names outside of DNS, and what browsers make of a host.

Reading all rules of the Public Suffix List takes longer than judging a link, and a link asks for a
few: the first ``inspect`` of a process takes 1,033 million instructions with ``SuffixSearch`` and
1,112 million without it (of a plain link, counted by cachegrind).

The list is the one of the package ``publicsuffixlist``; its private rules (github.io ...) are used:
under them, too, a name belongs to somebody.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from publicsuffixlist import PSLFILE

from uriinspector.analysis.list_folder import SUFFIX_LIST
from uriinspector.analysis.resource_files import built_in_text, own_table
from uriinspector.core.host import (
    address_range,
    host_kind,
    is_ipv6,
    matches_hostnumber,
    matches_ipv4,
)
from uriinspector.core.model import Json, NamedTuple
from uriinspector.core.reference import Reference
from uriinspector.readers.browser import host_in_browsers, host_in_unicode

SPECIAL_NAMES = {
    "localhost": "this device",
    "local": "devices on the local network (mDNS)",
    "localdomain": "private networks",
    "internal": "private networks",
    "intranet": "private networks",
    "lan": "private networks",
    "home": "private networks",
    "corp": "private networks",
    "home.arpa": "home networks",
    "onion": "Tor onion services",
    "i2p": "I2P services",
    "alt": "naming systems outside DNS",
    "test": "testing",
    "invalid": "deliberately invalid names",
    "example": "documentation",
}
# What clouds call the service that gives credentials to their own machines.
METADATA_NAMES = frozenset(
    {"metadata.google.internal", "metadata.goog", "instance-data.ec2.internal"}
    | {"metadata.tencentyun.com", "metadata.exoscale.com", "metadata.packet.net"}
    | {"metadata.platformequinix.com"}
)
# What a rule takes besides the name that it is written with: nothing, one label in front of it
# ("*.ck"), or, as the exception from such a rule ("!www.ck"), all but its first label.
EXACT, WILDCARD, EXCEPTION = range(3)
# Of the rules with one name, the last one here counts.
MARKS = ((b"!", EXCEPTION), (b"*.", WILDCARD), (b"", EXACT))
# The line where the part for companies begins.
PRIVATE = "===begin private domains==="
# After so many searches all rules are worth reading.
FEW = 60
WHITE = b" \t\r\n\f\v"


class SuffixSearch:
    """Answers as a dictionary of all rules would."""

    def __init__(self, octets: bytes) -> None:
        self._octets = b"\n" + octets.lower() + b"\n"
        self._companies = self._octets.find(PRIVATE.encode())
        self._searches = 0

    @property
    def is_over(self) -> bool:
        """Whether so much was searched that a dictionary is due."""
        return self._searches >= FEW

    def get(self, name: str) -> int | None:
        """What the rule with this name takes; None where there is none."""
        octets = self._octets_of(name)
        if octets is not None:
            for mark, kind in MARKS:
                if self._has(mark + octets):
                    return kind
        return None

    def __contains__(self, name: str) -> bool:
        return self.get(name) is not None

    def is_private(self, name: str) -> bool:
        """Whether it is the name of a rule in the part for companies, and no exception."""
        octets = self._octets_of(name)
        start = self._companies
        if octets is None or start < 0 or name[0] in "*!":
            return False
        return self._has(octets, start) or self._has(b"*." + octets, start)

    def _octets_of(self, name: str) -> bytes | None:
        """How a line with this name would begin; None where none can."""
        self._searches += 1
        if name.split() != [name] or name.startswith("//"):
            return None
        return name.encode("utf-8", "surrogatepass")

    def _has(self, rule: bytes, at: int = 0) -> bool:
        """Whether a line has this rule: it ends at the first white space."""
        while (at := self._octets.find(b"\n" + rule, at)) >= 0:
            at += 1 + len(rule)
            if self._octets[at : at + 1] in WHITE:
                return True
        return False


# No rule has more labels than these: longer names are read from here on.
LABELS = 8
# A line has a rule and ends it at the first blank, or is a comment.
RULE = re.compile(r"^(?!//)\S++", re.MULTILINE)


class SuffixRules(NamedTuple):
    """The rules by the names that they are written with, and the suffixes of companies."""

    kinds: dict[str, int]
    private: frozenset[str]


@cache
def _suffix_rules() -> SuffixRules:
    """The list; its second part is of companies that let others have names there."""
    text = own_table(SUFFIX_LIST) or built_in_text(SUFFIX_LIST)
    registries, _, companies = text.lower().partition(PRIVATE)
    private = RULE.findall(companies)
    written = RULE.findall(registries) + private
    kinds = dict.fromkeys(written, EXACT)
    special = [name for name in written if name[0] in "*!"]
    kinds.update((name[2:], WILDCARD) for name in special if name[0] == "*")
    kinds.update((name[1:], EXCEPTION) for name in special if name[0] == "!")
    names = (name.removeprefix("*.") for name in private if name[0] != "!")
    return SuffixRules(kinds, frozenset(names))


@cache
def _search() -> SuffixSearch:
    """The same list, for the first few questions."""
    own = own_table(SUFFIX_LIST)
    return SuffixSearch(Path(PSLFILE).read_bytes() if own is None else own.lower().encode())


def _rules_for(name: str) -> dict[str, int] | SuffixSearch:
    """The rules as a name is asked of them."""
    if "xn--" in name:
        return _rules_and_encoded()
    search = _search()
    return _suffix_rules().kinds if search.is_over else search


def is_private(suffix: str) -> bool:
    """Whether a suffix belongs to a company, under which others have their names."""
    search = _search()
    if not search.is_over:
        return search.is_private(suffix) or search.is_private(suffix.partition(".")[2])
    names = _suffix_rules().private
    return suffix in names or suffix.partition(".")[2] in names


@cache
def _rules_and_encoded() -> dict[str, int]:
    """With the rules for international names under the names that the DNS has for them, too."""
    foreign = {name: rule for name, rule in _suffix_rules().kinds.items() if not name.isascii()}
    return _suffix_rules().kinds | {
        name.encode("idna").decode(): rule for name, rule in foreign.items()
    }


def _suffix_start(name: str) -> int:
    """Where the suffix begins: that of the longest rule, else the last label is taken for one."""
    rules = _rules_for(name)
    at = 0
    if name.count(".") >= LABELS:
        at = len(name) - len(".".join(name.rsplit(".", LABELS)[1:]))
    while True:
        rule = rules.get(name[at:])
        dot = name.find(".", at)
        if rule is None and dot >= 0:
            at = dot + 1
        elif rule == EXCEPTION:
            return dot + 1
        else:
            return name.rfind(".", 0, at - 1) + 1 if rule == WILDCARD and at else at


def _prepared(name: str) -> str | None:
    """The name in small letters without its final dot; None where a label is empty."""
    if name[-1:] == ".":
        name = name[:-1].removesuffix(".")
    return None if not name or name[0] == "." or ".." in name else name.lower()


class Registration(NamedTuple):
    """The suffix under which a name is registered, and with one label more what is registered.

    None for a bare suffix, and for what is no name.
    """

    suffix: str | None
    domain: str | None


UNREGISTERED = Registration(None, None)


def registration(name: str) -> Registration:
    """Both at once; not for addresses."""
    return Registration(*suffix_and_domain(name))


def suffix_and_domain(name: str) -> tuple[str | None, str | None]:
    """The same as a plain pair, for who asks for many."""
    known = _prepared(name)
    if known is None:
        return UNREGISTERED
    start = _suffix_start(known)
    return known[start:], known[known.rfind(".", 0, start - 1) + 1 :] if start else None


def public_suffix(name: str) -> str | None:
    """The suffix under which names are registered; not for addresses."""
    return registration(name).suffix


def registrable_domain(name: str) -> str | None:
    """The suffix and one label more; None for a bare suffix; not for addresses."""
    return suffix_and_domain(name)[1]


def site_of(host: str) -> str | None:
    """The registrable domain of a host as browsers write it; None for an address or a bare name."""
    if host.startswith("[") or host_kind(host) == "ipv4" or not host.isascii():
        return None
    return registrable_domain(host.lower())


def is_listed(name: str) -> bool:
    """Whether the name ends in a suffix of the list: what does not is no name of the DNS."""
    known = _prepared(name)
    if known is None:
        return False
    rules = _rules_for(known)
    return known[_suffix_start(known) :] in rules or known.rpartition(".")[2] in rules


def last_labels(name: str) -> str:
    """The last two labels: enough to tell that a name is in no list, as most are."""
    name = name[:-1] if name[-1:] == "." else name
    dot = name.rfind(".")
    return name[name.rfind(".", 0, dot) + 1 :] if dot > 0 else name


# Schemes whose hosts the URL standard reads as domains; everything else it leaves as it is.
SPECIAL = frozenset({"http", "https", "ws", "wss", "ftp", "file"})


class Host(NamedTuple):
    """One host, under every name it has."""

    kind: str
    text: str
    ascii: str | None
    unicode: str | None
    address: str | None
    range: str | None
    registrable_domain: str | None
    public_suffix: str | None

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return self._asdict()


def describe_host(reference: Reference, plain: Registration | None = None) -> Host | None:
    """The host of a reference; None where it has none.

    Of a host that all readers agree about it is known already what of it is registered.
    """
    text = reference.host
    if text is None:
        return None
    kind = host_kind(text) or "empty"
    if reference.edition in {"1994", "1997"} and matches_hostnumber(text):
        kind = "ipv4"  # hostnumber: any four numbers
    if plain is not None:
        return _described(kind, text, text, None if kind == "reg-name" else _address(text), plain)
    name = host_in_browsers(text)
    is_domain = (reference.scheme or "http").lower() in SPECIAL
    address = _address(name) if is_domain or kind != "reg-name" else None
    is_name = kind == "reg-name" and address is None and name is not None
    registered = registration(name) if is_name and name else UNREGISTERED
    return _described(kind, text, name, address, registered)


def _described(
    kind: str, text: str, name: str | None, address: str | None, registered: Registration
) -> Host:
    shown = host_in_unicode(name) if name and "xn--" in name else None
    return Host(
        kind,
        text,
        name,
        shown if shown != name else None,
        address,
        address_range(address) if address else None,
        registered.domain,
        registered.suffix,
    )


def _address(host: str | None) -> str | None:
    """Browsers have written every address in its usual form by now."""
    if host is None:
        return None
    if host.startswith("["):
        return host[1:-1] if is_ipv6(host[1:-1]) else None
    return host if matches_ipv4(host) else None
