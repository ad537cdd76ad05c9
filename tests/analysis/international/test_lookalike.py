"""Hosts that imitate a known name, and hosts that do not."""

import gc
import sys
from weakref import ref

import pytest

import uriinspector
from tests.for_each import for_each
from uriinspector.analysis.international.known_names import (
    INDEXES,
    NameRow,
    in_unicode,
    index,
    is_one_edit,
    is_within,
    names_from,
    registrable,
    search_for,
)
from uriinspector.analysis.international.lookalike import (
    KINDS,
    NAME,
    NEAR,
    Imitation,
    find_imitation,
)

PROTECT = ("mybank.example", "bücherei.example", "", "local")

IMITATIONS = [
    ("раураl.com", "look-alike", "paypal.com"),
    ("xn--pypal-4ve.com", "look-alike", "paypal.com"),
    ("googlé.de", "look-alike", "google.com"), ("аррӏе.com", "look-alike", "apple.com"),
    ("paypa1.com", "swap", "paypal.com"), ("rnicrosoft.com", "swap", "microsoft.com"),
    ("vvalmart.com", "swap", "walmart.com"), ("app1e.com", "swap", "apple.com"),
    ("g00gle.com", "swap", "google.com"), ("gooogle.example", "typo", "google.com"),
    ("gogle.example", "typo", "google.com"), ("gogole.example", "typo", "google.com"),
    ("paypal-login.com", "added-words", "paypal.com"),
    ("secure-paypal.com", "added-words", "paypal.com"),
    ("secure-paypa1.com", "near", "paypal.com"),
    ("www.login.apple-support.net", "added-words", "apple.com"),
    ("loginpaypal.com", "added-words", "paypal.com"),
    ("paypalsupport.com", "added-words", "paypal.com"),
    ("pay-pal.com", "moved-marks", "paypal.com"),
    ("paypalcom.net", "moved-marks", "paypal.com"),
    ("faceb.ook.com", "moved-marks", "facebook.com"),
    ("paypalc.om", "moved-marks", "paypal.com"),
    ("mybank.test", "other-suffix", "mybank.example"),
    ("mybank-anything.test", "name", "mybank.example"),
    ("mybnak.test", "typo", "mybank.example"), ("bucherei.test", "swap", "bücherei.example"),
    ("paypal.xyz", "other-suffix", "paypal.com"), ("paylap.com", "near", "paypal.com"),
    ("bücherai.test", "typo", "bücherei.example"),
]  # fmt: skip

BENIGN = [
    "paypal.com", "www.paypal.com", "PAYPAL.com.", "accounts.google.com", "google.de",
    "mybank.example", "login.mybank.example", "xn--bcherei-n2a.example", "canvas.com", "email.com",
    "münchen.de", "bücher.example", "deli.com", "team.com", "stream.com", "pineapple.com",
    "apple-pie.com", "amazon-adsystem.com", "zoogle.com", "googletagmanager.com",
    "secure.com", "a.com", "com", "", ".", "10.0.0.1", "paypal.com.evil.test", "github.io",
    "example.com", "switch.ch", "booking-tips.com", "mail.com", "\ud800.com", "\0", "日本.jp",
    "a" * 70 + ".com", "-.com", "--.com",
]  # fmt: skip


def imitation(host: str, protect: tuple[str, ...] = ()) -> Imitation | None:
    return find_imitation(host, registrable(in_unicode(host)) or "", index(protect))


@for_each("host, kind, domain", *IMITATIONS)
def test_imitation_has_the_expected_kind_and_domain(host: str, kind: str, domain: str) -> None:
    found = imitation(host, PROTECT)
    assert found is not None
    assert (found.kind, found.known.domain) == (kind, domain)
    assert kind not in KINDS or found.how == KINDS[kind]


@for_each("host", *BENIGN)
def test_honest_hosts_are_not_imitations(host: str) -> None:
    assert imitation(host, PROTECT) is None


def test_every_kind_of_imitation_is_tested() -> None:
    assert {kind for _, kind, _ in IMITATIONS} == {*KINDS, NEAR, NAME}


@for_each("known", *index().known)
def test_no_known_name_imitates_another(known: object) -> None:
    for domain in sorted(getattr(known, "own", ())):
        assert imitation(domain) is None


def test_known_name_has_its_own_and_related_domains() -> None:
    rows = [
        NameRow("first", "name", "global", "list", ("first.test", "1st.test", "xn--1st-a.test")),
        NameRow("first", "name", "global", "typed", ("unverified.test",)),
        NameRow("second", "word", "global", "list", ("second.test",)),
        NameRow("second", "word", "global", "name", ("=first", "=nobody")),
    ]
    first, second = names_from(rows)
    assert first.own == {"first.test", "1st.test", "xn--1st-a.test"}
    assert second.own == {"second.test", *first.own}
    assert (first.domain, second.domain) == ("first.test", "second.test")
    assert (first.is_word, second.is_word) == (False, True)


@for_each(
    "a, b, most, is_it",
    ("abcdef", "abcdef", 0, True), ("abcdef", "abxdef", 0, False), ("abcdef", "abxdef", 1, True),
    ("abcdef", "bcdef", 1, True), ("abcdef", "xabcdef", 1, True), ("abcdef", "axcdxf", 2, True),
    ("abcdef", "axcdxf", 1, False), ("abcdef", "bcdefa", 2, True), ("abcdef", "bcdefa", 1, False),
    ("abcdef", "abc", 3, True), ("abcdef", "abc", 2, False), ("abcdef", "badcfe", 3, False),
)  # fmt: skip
def test_edit_distance_is_compared_with_a_maximum(a: str, b: str, most: int, is_it: bool) -> None:
    assert is_within(a, b, most) is is_within(b, a, most) is is_it


@for_each(
    "a, b, is_one",
    ("abcd", "abcd", False), ("abcd", "abc", True), ("abc", "xabc", True), ("abcd", "abxd", True),
    ("abcd", "acbd", True), ("abcd", "acdb", False), ("abcd", "ab", False), ("", "a", True),
)  # fmt: skip
def test_texts_one_edit_apart_are_recognized(a: str, b: str, is_one: bool) -> None:
    assert is_one_edit(a, b) is is_one


def test_registrable_domain_is_returned_in_unicode() -> None:
    assert registrable("www.bücher.example") == "bücher.example"
    assert registrable("example") is None


def test_cache_of_protected_names_is_limited() -> None:
    """An index takes over half a megabyte, and each line of a stream may have other names."""
    made = []
    for number in range(3 * INDEXES):
        protect = (f"name{number}.example",)
        uriinspector.inspect("https://www.bank.test/", protect=protect)
        made.append(ref(index(protect)))
    gc.collect()
    assert sum(each() is not None for each in made) <= INDEXES


def test_names_inside_labels_are_found_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"pay": 1, "paypal": 2, "pal": 3}
    texts = ("xpaypalpay", "pal", "papal", "none", "")
    found = [sorted(search_for(words)(text)) for text in texts]
    monkeypatch.setitem(sys.modules, "ahocorasick", None)
    assert [sorted(search_for(words)(text)) for text in texts] == found
    assert found[0] == [(3, 1), (6, 2), (6, 3), (9, 1)]


def test_search_without_words_finds_nothing() -> None:
    assert list(search_for({})("text")) == []
