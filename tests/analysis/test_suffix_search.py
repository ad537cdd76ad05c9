"""Searching the suffix list as text agrees with parsing it."""

from itertools import product

from tests.for_each import for_each
from uriinspector.analysis.domains import (
    EXACT,
    EXCEPTION,
    FEW,
    WILDCARD,
    SuffixSearch,
    _suffix_rules,
)
from uriinspector.analysis.list_folder import SUFFIX_LIST
from uriinspector.analysis.resource_files import built_in_text

LIST = b"""// ===BEGIN ICANN DOMAINS===
com
*.CK
!www.ck
uk and what follows
// ===BEGIN PRIVATE DOMAINS===
github.io\r
*.cloud.example
"""


@for_each(
    "name, kind",
    *(("com", EXACT), ("ck", WILDCARD), ("www.ck", EXCEPTION), ("*.ck", EXACT), ("uk", EXACT)),
    *(("github.io", EXACT), ("cloud.example", WILDCARD), ("co", None), ("om", None)),
    *(("//", None), ("uk and", None), ("com\n*.ck", None), ("", None), ("\ud800", None)),
)
def test_suffix_rule_is_found_by_its_whole_name(name: str, kind: int | None) -> None:
    search = SuffixSearch(LIST)
    assert search.get(name) == kind
    assert (name in search) == (kind is not None)


@for_each("name, is_one", ("github.io", True), ("cloud.example", True), ("com", False), ("", False))
def test_private_suffix_is_in_the_second_section(name: str, is_one: bool) -> None:
    assert SuffixSearch(LIST).is_private(name) is is_one


def test_every_suffix_rule_is_found() -> None:
    search, rules = SuffixSearch(built_in_text(SUFFIX_LIST).encode()), _suffix_rules()
    names = list(rules.kinds)[::31] + sorted(rules.private)[::31]
    changed = ("".join(each) for each in product(("x", "", "a."), names[::5], ("", "x", ".")))
    for name in (*names, *changed):
        assert search.get(name) == rules.kinds.get(name), name
        assert search.is_private(name) == (name in rules.private), name


def test_suffix_list_is_parsed_after_some_searches() -> None:
    search = SuffixSearch(LIST)
    for _ in range(FEW):
        assert search.searches < FEW
        search.get("com")
    assert search.searches == FEW
