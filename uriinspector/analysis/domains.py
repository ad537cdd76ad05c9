"""Host names: registrable domains, names outside of DNS, and hosts as browsers read them.

Parsing the whole Public Suffix List takes longer than judging a link, which needs only a few rules:
the first ``inspect`` of a process takes 1,033 million instructions with ``SuffixSearch`` and 1,112
million without it (for a plain link, counted by cachegrind).

The list comes with the package ``publicsuffixlist``.  Its private rules (github.io ...) are used,
since names under them also have different owners.
"""

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
# Services that give credentials to machines in a cloud.
METADATA_NAMES = frozenset(
    {"metadata.google.internal", "metadata.goog", "instance-data.ec2.internal"}
    | {"metadata.tencentyun.com", "metadata.exoscale.com", "metadata.packet.net"}
    | {"metadata.platformequinix.com"}
)
# The messages of the findings about cloud metadata services.
CLOUD = (
    "{address} is a cloud metadata service: on a cloud server, it can return credentials.",
    "This name belongs to a cloud metadata service, which can return credentials.",
)
# What a rule covers: the name itself, the name with one more label before it ("*.ck"), or, for an
# exception from such a rule ("!www.ck"), the name without its first label.
EXACT, WILDCARD, EXCEPTION = range(3)
# The mark of each kind of rule. If there are several rules for a name, the kind that comes last
# here is used.
MARKS = ((b"!", EXCEPTION), (b"*.", WILDCARD), (b"", EXACT))
# The line after which the rules of companies follow.
PRIVATE = "===begin private domains==="
# After this number of searches, parsing all rules pays off.
FEW = 60
WHITE = b" \t\r\n\f\v"


class SuffixSearch:
    """A search for single suffix rules in the text of the list, used like a dictionary."""

    def __init__(self, octets: bytes) -> None:
        self._octets = b"\n" + octets.lower() + b"\n"
        self._companies = self._octets.find(PRIVATE.encode())
        # After enough searches, a dictionary is faster.
        self.searches = 0

    def get(self, name: str) -> int | None:
        octets = self._octets_of(name)
        if octets is not None:
            for mark, kind in MARKS:
                if self._has(mark + octets):
                    return kind
        return None

    def __contains__(self, name: str) -> bool:
        return self.get(name) is not None

    def is_private(self, name: str) -> bool:
        """Return True if a company's rule, other than an exception, has this name."""
        octets = self._octets_of(name)
        start = self._companies
        if octets is None or start < 0 or name[0] in "*!":
            return False
        return self._has(octets, start) or self._has(b"*." + octets, start)

    def _octets_of(self, name: str) -> bytes | None:
        """Return the name as bytes to search for; None if no rule can have this form."""
        self.searches += 1
        if name.split() != [name] or name.startswith("//"):
            return None
        return name.encode("utf-8", "surrogatepass")

    def _has(self, rule: bytes, at: int = 0) -> bool:
        """Return True if a line consists of this rule, up to its first white space."""
        while (at := self._octets.find(b"\n" + rule, at)) >= 0:
            at += 1 + len(rule)
            if self._octets[at : at + 1] in WHITE:
                return True
        return False


# No rule has more labels; in longer names only this number of labels is searched.
LABELS = 8
# A rule ends at the first white space; comments are left out.
RULE = re.compile(r"^(?!//)\S++", re.MULTILINE)


class SuffixRules(NamedTuple):
    """All rules by name, and the suffixes of companies."""

    kinds: dict[str, int]
    private: frozenset[str]


@cache
def _suffix_rules() -> SuffixRules:
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
    own = own_table(SUFFIX_LIST)
    return SuffixSearch(Path(PSLFILE).read_bytes() if own is None else own.lower().encode())


def _rules_for(name: str) -> dict[str, int] | SuffixSearch:
    if "xn--" in name:
        return _rules_and_encoded()
    search = _search()
    return search if search.searches < FEW else _suffix_rules().kinds


def is_private(suffix: str) -> bool:
    """Return True if a company owns the suffix and gives out names under it."""
    search = _search()
    if search.searches < FEW:
        return search.is_private(suffix) or search.is_private(suffix.partition(".")[2])
    names = _suffix_rules().private
    return suffix in names or suffix.partition(".")[2] in names


@cache
def _rules_and_encoded() -> dict[str, int]:
    """Return the rules, with each international one also in its encoded form."""
    foreign = {name: rule for name, rule in _suffix_rules().kinds.items() if not name.isascii()}
    return _suffix_rules().kinds | {
        name.encode("idna").decode(): rule for name, rule in foreign.items()
    }


def _suffix_start(name: str) -> int:
    """Return the start of the suffix: that of the longest rule, or else of the last label."""
    rules, at = _rules_for(name), 0
    if name.count(".") >= LABELS:
        at = len(name) - len(".".join(name.rsplit(".", LABELS)[1:]))
    while (rule := rules.get(name[at:])) is None:
        dot = name.find(".", at)
        if dot < 0:
            return at
        at = dot + 1
    if rule == EXCEPTION:
        return name.find(".", at) + 1
    return name.rfind(".", 0, at - 1) + 1 if rule == WILDCARD and at else at


def _prepared(name: str) -> str | None:
    """Return the name in lowercase without its final dot; None if a label is empty."""
    if name[-1:] == ".":
        name = name[:-1].removesuffix(".")
    return name.lower() if name and ".." not in name and name[0] != "." else None


class Registration(NamedTuple):
    """The public suffix of a name, and its registrable domain.

    ``domain`` is None for a bare suffix; both are None if the text is not a name.
    """

    suffix: str | None
    domain: str | None


UNREGISTERED = Registration(None, None)


def registration(name: str) -> Registration:
    """Return the public suffix and registrable domain of a name, but not of an address."""
    known = _prepared(name)
    return UNREGISTERED if known is None else registered(known)


def registered(name: str) -> Registration:
    """Like ``registration``, but only for a lowercase name without empty labels."""
    start = _suffix_start(name)
    domain = name[name.rfind(".", 0, start - 1) + 1 :] if start else None
    # ``Registration(...)`` would call a Python function, which takes as long as the search.
    return tuple.__new__(Registration, (name[start:], domain))


def public_suffix(name: str) -> str | None:
    """Return the suffix under which names are registered; None for addresses."""
    return registration(name).suffix


def registrable_domain(name: str) -> str | None:
    """Return the suffix and one more label; None for a bare suffix or an address."""
    return registration(name).domain


def site_of(host: str) -> str | None:
    """Return the registrable domain of a host as browsers write it, or None."""
    if host.startswith("[") or host_kind(host) == "ipv4" or not host.isascii():
        return None
    return registrable_domain(host.lower())


def special_use(name: str) -> str | None:
    """Return what a name outside public DNS is used for; None for other names."""
    labels = name.removesuffix(".").lower().split(".")
    ends = (".".join(labels), ".".join(labels[-2:]), labels[-1])
    return next((SPECIAL_NAMES[end] for end in ends if end in SPECIAL_NAMES), None)


def is_listed(name: str) -> bool:
    """Return True if the name ends in a listed suffix, as every public DNS name does."""
    known = _prepared(name)
    if known is None:
        return False
    rules = _rules_for(known)
    return known[_suffix_start(known) :] in rules or known.rpartition(".")[2] in rules


def last_labels(name: str) -> str:
    """Return the last two labels, which are enough to rule out most lists of hosts."""
    name = name[:-1] if name[-1:] == "." else name
    dot = name.rfind(".")
    return name[name.rfind(".", 0, dot) + 1 :] if dot > 0 else name


# Schemes whose hosts the URL standard reads as domains.
SPECIAL = frozenset({"http", "https", "ws", "wss", "ftp", "file"})


class Host(NamedTuple):
    """A host in all its forms."""

    kind: str
    text: str
    ascii: str | None
    unicode: str | None
    address: str | None
    range: str | None
    registrable_domain: str | None
    public_suffix: str | None

    def to_dict(self) -> Json:
        return self._asdict()


def describe_host(reference: Reference, plain: Registration | None = None) -> Host | None:
    """Describe the host of a reference; None if it has none.

    ``plain`` is the registration of the host if that is known and all readers find this host.
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
    """Return the address in a host that browsers have already normalized, or None."""
    if host is None:
        return None
    if host.startswith("["):
        return host[1:-1] if is_ipv6(host[1:-1]) else None
    return host if matches_ipv4(host) else None
