"""Skipped rules would find nothing.

For calm links, only rules about hosts run; running all rules gives the same result.
"""

import re
import sysconfig
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.analysis.expectations.benign import ROWS as BENIGN
from tests.analysis.expectations.malicious import ROWS as MALICIOUS
from tests.analysis.expectations.row import Row
from tests.benchmarks.corpus import references
from tests.examples import at_most
from tests.for_each import for_each
from uriinspector import EDITIONS, parse
from uriinspector.analysis import inspection
from uriinspector.analysis.facts import Facts
from uriinspector.analysis.host_memo import host_memo
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.international.lookalike import STEMS, is_asking
from uriinspector.analysis.international.scripts import BIDI_CONTROLS, is_invisible
from uriinspector.analysis.nested import candidates
from uriinspector.analysis.rules.table import RULES, marks_of
from uriinspector.analysis.triggers import CALM, ENCODED_AT, HEAD, letters

ROWS = (*BENIGN, *MALICIOUS)
BRISK = settings(
    max_examples=at_most(1_500), derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
# Pieces of links and text that rules look for, to be combined in any order.
PIECES = [
    *("http", "https", "htps", "ftp", "file", "mailto", "data", "javascript", "hxxp", "url",
        "gopher"),
    *(":", "/", "//", "?", "#", "@", "[", "]", "\\", "=", "&", ";", "%", ".", "..", "-", "--", "_"),
    *("www.", "paypal", "paypa1", ".com", ".co.uk", ".info", ".example", "localhost", "evil.test"),
    *("10.0.0.1", "0x7f.1", "2130706433", "[::1]", "[::ffff:10.0.0.1]", ":80", ":8080", ":",
        "xn--"),
    *("%2e", "%2F", "%5c", "%40", "%25", "%2520", "%20%20%20", "%C3%A9", "%e2%80%ae", "%zz", "%00"),
    *("aHR0cHM6Ly9ldmls", "eyJhIjoi", "687474703a2f2f", "YUBiLmRl", "token", "uid", "pass", "u"),
    *("safelinks.protection.outlook.com", "bit.ly", "t.co", "github.io", "web.archive.org"),
    *("my--site-example-org.translate.goog", "duskgobjzwx2w4lu.onion.ly", "www.google.de/url?q="),
    *(" ", "\t", "\u00e9", "\u0430", "\u202e", "\u200b", "\uff0f", "\ud800", "<", ">", '"', "(",
        ")"),
    *("&amp;", "a", "ab", "news", "index.html", "x" * 25, "(dot)", "[.]", "javascript:alert(1)"),
    *("images/", "/paypal/", "login", ".exe", ".pdf", ".zip", "expires=1", "next=", "&", "a=1"),
    *("a-title-of-many-small-words", "xoxb-", "/ipfs/", "dp/B012345678", "/webhooks/", "~"),
]  # fmt: skip
texts = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
links = st.tuples(st.sampled_from(["", "/", "//", "http://", "https://a.b/", "a/"]), texts).map(
    "".join
)


def missed(facts: Facts) -> list[str]:
    """Return the skipped rules that would find something in a text."""
    marks = marks_of(facts)
    left_out = (rule for rule in RULES if marks.isdisjoint(rule.when.split()))
    return [rule.code for rule in left_out if next(iter(rule.find(facts)), None) is not None]


def is_seen(facts: Facts) -> bool:
    """Return True if no layer is left out."""
    return facts.may_nest or next(candidates(facts), None) is None


@cache
def known() -> list[str]:
    return references(4_000)


@for_each("row", *ROWS)
def test_skipped_rules_miss_no_expected_finding(row: Row) -> None:
    for edition in EDITIONS:
        facts = Facts(parse(row.text, edition=edition), row.base, None, row.protect)
        assert missed(facts) == []
        assert is_seen(facts)


@pytest.mark.parametrize("edition", EDITIONS)
@for_each("base", None, "http://a.example/b/c", "file:///a/b")
def test_skipped_rules_miss_nothing_in_realistic_links(base: str | None, edition: str) -> None:
    for text in known()[:1_000] if base else known():
        facts = Facts(parse(text, edition=edition), base)
        assert (text, missed(facts)) == (text, [])
        assert is_seen(facts), text


@pytest.mark.long
def test_skipped_rules_miss_nothing_in_the_whole_corpus() -> None:
    for text in references():
        facts = Facts(parse(text))
        assert (text, missed(facts), is_seen(facts)) == (text, [], True)


@BRISK
@given(st.one_of(texts, links), st.sampled_from([None, "https://a.example/", "file:///x"]))
def test_skipped_rules_miss_nothing_in_generated_texts(text: str, base: str | None) -> None:
    for edition in ("2005", "1994"):
        facts = Facts(parse(text, edition=edition), base, None, ("mybank.example",))
        assert missed(facts) == []
        assert is_seen(facts)


def results(text: str, options: dict[str, Any]) -> tuple[object, ...]:
    """Return everything about a link, and about the links inside."""
    result = inspect(text, **options)
    inside = [(each.layer, each.inspection) for each in result.nested]
    return (
        result.to_dict(full=False),
        [(layer, each and each.to_dict(full=False)) for layer, each in inside],
        *(result.recipients, result.findings, result.verdict, result.valid),
    )


def differences(
    texts: Iterable[str],
    answer: Callable[[str, dict[str, Any]], tuple[object, ...]] = results,
    **options: Any,
) -> list[str]:
    """Return the texts whose answer changes if all rules run without the memo."""
    texts = list(texts)
    quick = [answer(text, options) for text in texts]
    assert any(map(is_calm, texts))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inspection, "_calm", lambda *_: None)
        host_memo.cache_clear()
        return [
            text for text, each in zip(texts, quick, strict=True) if each != answer(text, options)
        ]


def is_calm(text: str) -> bool:
    head = HEAD.match(text)
    return CALM.fullmatch(text, head.end() if head else 0) is not None


BASES = (None, "https://www.paypal.com/a/b", "file:///x")


@for_each("base", *BASES)
def test_calm_links_have_the_same_result_with_all_rules(base: str | None) -> None:
    rows = [row.text for row in ROWS]
    paths = [re.sub("^https?://[^/]*", "", text) for text in rows]
    for in_document in (False, True):
        assert differences([*rows, *paths], base=base, in_document=in_document) == []
    assert differences(known()[:1_000], base=base, protect=("mybank.example", "a.js")) == []


@for_each("end", "?", "#", "?#")
def test_empty_parts_after_a_listed_host_stay_defined(end: str) -> None:
    assert differences([f"https://a.github.io{end}", f"https://paypa1.com{end}"]) == []


def test_calm_links_to_addresses_have_the_same_result_with_all_rules() -> None:
    found = (re.sub("^https?://[^/?#]*", "", row.text) for row in ROWS)
    paths = sorted({each for each in found if each[:1] in {"/", "?", "#"}})
    hosts = ("8.8.8.8", "10.0.0.1", "169.254.169.254", "8.8.8.8.")
    links = [f"http://{host}{path}" for host, path in zip(cycle(hosts), paths, strict=False)]
    names = (
        "?", "#", "/paypal/login.html", "/wp-admin/a/signin.php", "/gp/video/b", "/ipns/a",
        "/x.exe",
    )  # fmt: skip
    pages = [f"http://{host}{path}" for host in hosts for path in names]
    assert differences([*links, *pages]) == []


@settings(BRISK, max_examples=at_most(300))
@given(st.lists(st.one_of(texts, links), min_size=4), st.sampled_from(BASES))
def test_calm_generated_texts_have_the_same_result_with_all_rules(
    texts: list[str], base: str | None
) -> None:
    usual = ["https://a.example/b", "/a/b"]
    assert differences([*usual, *texts], base=base, protect=("mybank.example",)) == []


SEED = 45
WEB_LINK = re.compile("(?P<start>https?://[^/?#]+)(?P<rest>.*)", re.DOTALL)
# Secrets, attacks and addresses that base64 may hide in a calm link, and what cannot be decoded.
HIDDEN = (
    "<script>alert(1)</script>", "http://evil.test/login", "alice@mybank.example",
    "plain text only, nothing else", "\u00e9t\u00e9 \u2603 \u00fcber alles",
    '{"to":"http://evil.test"}',
)  # fmt: skip
KEYS = (
    "ghp_" + "aB3" * 12, "AKIA" + "Z9" * 8, "xoxb-1234567890-abcdefghij", "sk_live_" + "aB3" * 6,
    "AIza" + "aB3_x" * 7, "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3NjcyMjU2MDB9.aB3",
    "PLdl6zXgLsy3xCae1uL6", "Chebyshev_polynomials", "HowItWorks-TableClasses",
    "3b18e512dba79e4c8300dd08aeb37f8e728b8dad",
)  # fmt: skip


def mixed_links(count: int) -> Iterator[str]:
    """Yield calm links with the host of one expected or realistic link and the rest of others."""
    random = Random(SEED)
    known_links = [row.text for row in ROWS] + known()
    matches = [match for match in map(WEB_LINK.fullmatch, known_links) if match]
    starts = sorted({match["start"] for match in matches})
    rests = sorted({match["rest"] for match in matches})
    packed = [
        code(text.encode()).decode() for text in HIDDEN for code in (b64encode, urlsafe_b64encode)
    ]
    packed += [text.rstrip("=") for text in packed] + [text.encode().hex() for text in HIDDEN]
    made = 0
    while made < count:
        rest = random.choice(rests)
        if random.random() < 0.4:
            rest += random.choice(("/", "?a=", "&b=", "#", "#!", "-", "", ";")) + random.choice(
                (*packed, *KEYS)
            )
        if is_calm(link := random.choice(starts) + rest):
            made += 1
            yield link


def judged(text: str, options: dict[str, Any]) -> tuple[object, ...]:
    """Return what people see of a link."""
    result = inspect(text, **options)
    verdict = result.verdict
    reference = result.reference
    seen = (verdict.severity, verdict.headline, verdict.host)
    return result.findings, *seen, reference.spans, reference.violations


def test_mixed_links_are_judged_the_same_with_all_rules(request: pytest.FixtureRequest) -> None:
    is_long = request.config.getoption("--long") or request.config.getoption("--full")
    links = list(mixed_links(200_000 if is_long else 2_000))
    assert differences(links, judged) == []


LINK = re.compile(rb"https?://[^\s\"'<>`\\\x00-\x1f]{3,300}")
FOLDERS = (sysconfig.get_paths()["stdlib"], sysconfig.get_paths()["purelib"])


def links_in_installed_files() -> set[str]:
    """Return the links in the texts and programs of Python and of the installed packages."""
    result: set[bytes] = set()
    for folder in map(Path, FOLDERS):
        for kind in ("*.py", "*.txt", "*.md", "*.rst", "*.json", "*.dat", "METADATA"):
            for path in folder.rglob(kind):
                result.update(LINK.findall(path.read_bytes()))
    return {octets.decode("utf-8", "replace") for octets in result}


@pytest.mark.full  # the links depend on what is installed
def test_calm_links_of_installed_files_have_the_same_result_with_all_rules() -> None:
    real = links_in_installed_files()
    real |= {re.sub("^https?://[^/]*", "", text) for text in real}
    assert len(real) > 10_000
    assert sum(map(is_calm, real)) > len(real) / 2
    assert differences(real, base="https://www.example.com/a/b/c.html") == []
    assert differences({*references(), *real}) == []


@for_each(
    "text, code",
    ("https://www.example.com/files/setup.exe", "runnable-file"),
    ("https://www.example.com/bill.pdf.js", "double-extension"),
    ("https://www.example.com/wp-includes/paypal/index.html", "name-in-path"),
    ("https://www.example.com/a?password=hunter2", "sensitive-info"),
    ("https://www.example.com/a?uid=4711&b=1", "recipient-id"),
    ("https://www.example.com/?a=YUBiLmRl", "recipient-id"),
    ("https://www.example.com/a?expires=1767225600", ""),
    ("https://www.example.com/PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg", "encoded-payload"),
    ("https://www.example.com/xoxb-1234567890-abcdefghij", "sensitive-info"),
    ("https://www.example.com/a?b=1?c=2", "syntax-suspicious"),
    ("https://www.example.com/a?b&amp;c", "syntax-suspicious"),
    ("https://www.example.com/www.paypal.com/a", "hostlike-in-path"),
    ("https://www.example.com/a%2Fb", "encoded-delimiter"),
    ("https://www.example.com/?a=%3A%2F%2F%00", "encoded-control"),
    ("https://www.example.com/?a=%3A%252F", "double-encoding"),
    ("https://www.example.com/?a=%3A%2F%E2%80%AE", "bidi-control"),
    ("https://www.example.com/invoice.doc.js", "double-extension"),
    ("https://www.example.com/wp-content/uploads/login.xhtml", "hidden-page"),
    ("https://www.example.com/#!aHR0cHM6Ly9ldmls", "nested-uri"),
    ("https://www.roblox.com.ml/users/426879808669/profile", "name-in-path"),
    ("https://steamcommunity.app41637.com/sharedfiles/filedetails/main", "name-in-path"),
    ("https://wetransfer.com/gp/customer-reviews/R12ANWZFO51LDY", "name-in-path"),
    ("https://github.com/login/device", "device-code"),
    ("https://bit.ly/abc", "shortener"),
    ("https://www.google.com/url?q=a", ""),
)
def test_nearly_calm_links_have_the_same_result_with_all_rules(text: str, code: str) -> None:
    host_memo.cache_clear()
    for _ in range(2):
        found = [each.code for each in inspect(text).findings]
        assert code in [*found, ""]
    assert differences([text, "https://www.example.com/a/b"]) == []


@for_each(
    "text", "https://www.example.com/a-long-title-of-an-article-with-words-and-numbers-42",
    "https://www.example.com/commit/3b18e512dba79e4c8300dd08aeb37f8e728b8dad",
    "https://www.example.com/images/logo.png",
    "https://www.example.com/2012/10/login.html?a=b&c=d#part-2", "https://www.google.com/maps",
    "https://github.com/python/cpython", "https://www.example.com/src/main.cpp", "https://en.wikipedia.org/wiki/Chebyshev_polynomial",
    "https://www.youtube.com/playlist?list=PLdl6zXgLsy3xCae1uL6rJ8Ay9sIiyBy5I",
)  # fmt: skip
def test_calm_links_have_no_findings(text: str) -> None:
    assert is_calm(text)
    assert inspect(text).findings == ()


def test_calm_link_computes_nothing_until_it_is_needed() -> None:
    assert inspect("https://www.example.com/a").verdict
    result = inspect("https://www.example.com/b")
    assert {"reference", "resolution", "_facts"}.isdisjoint(vars(result))
    assert result.verdict.headline == "Goes to example.com"
    assert {"reference", "resolution", "_facts"}.isdisjoint(vars(result))
    assert result.valid
    assert result.host is not None


def test_escaped_letters_are_ignored_only_if_they_are_visible() -> None:
    matches = letters().fullmatch
    found = [char for char in map(chr, range(0x110000)) if matches(char)]
    assert len(found) > 30_000
    assert [char for char in found if is_invisible(char) or char in BIDI_CONTROLS] == []


@given(
    st.from_regex(re.compile(r"[a-z0-9.+-]{1,20}@[a-z]{1,9}\.[a-z]{2,5}", re.ASCII), fullmatch=True)
)
def test_every_encoded_mail_address_is_found(mail: str) -> None:
    octets = mail.encode()
    for packed in (b64encode(octets).decode(), urlsafe_b64encode(octets).decode(), octets.hex()):
        assert ENCODED_AT.search(packed)


def test_weighed_findings_decide_the_verdict_of_a_known_host() -> None:
    link = "https://secure-paypal.weebly.com/"
    worst = inspect(link).verdict.severity
    assert worst is not None
    for _ in range(2):
        assert inspect(link, weigh=lambda _, __: ()).verdict.severity is None
        assert inspect(link).verdict.severity == worst


@for_each("word", "login", "loggin", "lugn", "sign-in", "passcode", "walet", *STEMS[5:-3])
def test_search_for_stems_finds_words_of_sign_in_pages(word: str) -> None:
    assert is_asking(f"my{word}.test")
