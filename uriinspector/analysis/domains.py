"""Registrable domains: which part of a name somebody has registered.

The list is the one of the package ``publicsuffixlist``; its private rules (github.io ...) are used:
under them, too, a name belongs to somebody.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from publicsuffixlist import PSLFILE

from uriinspector.analysis.suffix_search import (
    EXACT,
    EXCEPTION,
    PRIVATE,
    WILDCARD,
    SuffixSearch,
)
from uriinspector.analysis.updated_lists import SUFFIX_LIST, updated_text
from uriinspector.core.host import host_kind
from uriinspector.core.model import NamedTuple

# No rule has more labels than these: longer names are read from here on.
LABELS = 8
# A line has a rule and ends it at the first blank, or is a comment.
RULE = re.compile(r"^(?!//)\S++", re.MULTILINE)


def rules_text() -> str:
    """The list that judges: that of the library, or the update that took its place."""
    return updated_text(SUFFIX_LIST) or built_in_rules()


def built_in_rules() -> str:
    """The list of the library."""
    return Path(PSLFILE).read_text("utf-8")


class SuffixRules(NamedTuple):
    """The rules by the names that they are written with, and the suffixes of companies."""

    kinds: dict[str, int]
    private: frozenset[str]


@cache
def _suffix_rules() -> SuffixRules:
    """The list; its second part is of companies that let others have names there."""
    registries, _, companies = rules_text().lower().partition(PRIVATE)
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
    updated = updated_text(SUFFIX_LIST)
    if updated is None:
        return SuffixSearch(Path(PSLFILE).read_bytes())
    return SuffixSearch(updated.lower().encode("utf-8", "surrogatepass"))


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
    known = _prepared(name)
    start = 0 if known is None else _suffix_start(known)
    return known[known.rfind(".", 0, start - 1) + 1 :] if known and start else None


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
