"""Cached results of a host equal those of judging every link separately."""

from collections.abc import Iterable
from threading import Thread
from typing import Final

from tests.analysis.claims.odd_links import odd_links
from tests.analysis.expectations.benign import ROWS as BENIGN
from tests.analysis.expectations.malicious import ROWS as MALICIOUS
from tests.for_each import for_each
from uriinspector.analysis import host_memo as memos
from uriinspector.analysis.facts import Facts, Rule
from uriinspector.analysis.host_memo import HALF, HALF_CODED, MOST_FINDINGS, HostMemo, host_memo
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.rules.table import RULES
from uriinspector.core.parse import parse

# Texts after the authority, of every kind that some rule looks for.
TAILS: Final = (
    *("/", "", "/a", "/login/", "/a.exe", "/report.pdf.exe", "/a/../b", "/a//b?c", "/a%2Fb"),
    *("?q=1", "?u=http://evil.test/", "?url=www.paypal.com", "#part", "#!www", "/url?q=x"),
    *("/www.paypal.com/", "/paypal-login/index.html", "/?token=0123456789abcdef0123456789"),
    *("/?e=me@example.com", "/%40", "/?amp;x&amp;y", "/" + "QWxhZGRpbjpvcGVuIHNlc2FtZQ" * 2),
)
SAMPLE: Final = 4000
# Punycode names: with one script, two scripts, two number systems; an emoji, and a valid next
# to a rejected label.
CODED: Final = (
    *("https://xn--mnchen-3ya.de", "http://www.xn--bnk-6cd.example", "https://xn--1-gzd.example"),
    *("https://xn--pypal-4ve.example:8080", "https://xn--e1awd7f.xn--p1ai", "ftp://xn--i-7iq.ws"),
    *("https://xn--a1-nuf.xn--3-izdd.example", "https://xn--fiqs8s", "https://r3---a.example"),
)


def starts() -> tuple[str, ...]:
    """Return texts up to the end of the authority, of links whose host all readers agree on."""
    texts = [row.text for row in (*BENIGN, *MALICIOUS)]
    texts += [case.text for case in odd_links(SAMPLE)]
    texts += CODED
    result: dict[str, None] = {}
    for text in texts:
        end = parse(text).spans[2][1]
        facts = Facts(parse(text[: max(end, 0)] + "/"))
        if facts.host_record is not None and facts.is_plain:
            result[text[:end]] = None
    return tuple(result)


STARTS: Final = starts()
HOST_RULES: Final = tuple(rule for rule in RULES if rule.of_host)


def rule_findings(rule: Rule, text: str) -> list[object]:
    """Return a rule's findings without the cache, and whether the link wraps another one."""
    host_memo.cache_clear()
    facts = Facts(parse(text))
    if not facts.is_plain:
        return []
    return [*rule.apply(facts), facts.is_carried]


def changed_by_tails(rules: Iterable[Rule]) -> set[str]:
    """Return the rules whose findings change with the text after the authority."""
    result = set()
    for rule in rules:
        for start in STARTS:
            bare = rule_findings(rule, start + "/")
            for tail in TAILS if bare else ():
                other = rule_findings(rule, start + tail)
                if other and other[-1] == bare[-1] and other != bare:
                    result.add(rule.code)
    return result


def test_every_host_rule_has_a_sample_host() -> None:
    codes = {each.code for start in STARTS for each in inspect(start + "/").findings}
    assert len(STARTS) > 300
    assert {rule.code for rule in HOST_RULES} <= codes


def test_text_after_the_authority_does_not_change_host_rules() -> None:
    assert changed_by_tails(HOST_RULES) == set()


def test_text_after_the_authority_changes_other_rules() -> None:
    others = [rule for rule in RULES if rule.code in {"shortener", "bucket-page", "runnable-file"}]
    assert changed_by_tails(others)


@for_each("options", {}, {"protect": ("example.com",)}, {"edition": "1994"})
def test_link_with_a_cached_host_is_judged_the_same(options: dict[str, str]) -> None:
    for start in STARTS[::3]:
        host_memo.cache_clear()
        for tail in TAILS:
            inspect(start + tail, **options)  # type: ignore[arg-type]
        for tail in TAILS[::4]:
            known = inspect(start + tail, **options)  # type: ignore[arg-type]
            host_memo.cache_clear()
            anew = inspect(start + tail, **options)  # type: ignore[arg-type]
            assert known.to_dict(full=False) == anew.to_dict(full=False), start + tail


def test_cache_size_is_limited_and_keeps_recently_used_hosts() -> None:
    memo = HostMemo()
    often, once = memo.record("https://often.example"), memo.record("https://once.example")
    for number in range(3 * HALF):
        memo.record(f"https://{number}.example")
        assert memo.record("https://often.example") is often
    assert memo.record("https://once.example") is not once
    assert len(memo) <= 2 * HALF


@for_each("start", *CODED)
def test_punycode_hosts_accepted_by_browsers_are_plain(start: str) -> None:
    assert start in STARTS


@for_each(
    "start", "https://xn--bnk_6cd%2e.example", "https://XN--BNK-6CD.example",
    "https://bücher.example",
)  # fmt: skip
def test_host_that_browsers_reject_or_convert_is_not_cached(start: str) -> None:
    facts = Facts(parse(start + "/"))
    assert not facts.is_plain
    assert inspect(start + "/").findings
    assert facts.host_record is not None
    assert facts.host_record.findings is None


def test_cached_punycode_hosts_do_not_displace_others() -> None:
    host_memo.cache_clear()
    record = Facts(parse("https://often.example/")).host_record
    for number in range(2 * HALF_CODED):
        assert Facts(parse(f"https://a--{number}.example/")).host_record is not None
    assert Facts(parse("https://often.example/")).host_record is record


def test_host_with_very_many_findings_is_not_cached() -> None:
    start = f"https://{'xn--a1-nuf.' * 20}example"
    host_memo.cache_clear()
    first, second = inspect(start + "/a"), inspect(start + "/b")
    record = Facts(parse(start + "/c")).host_record
    assert sum(1 + len(each.also) for each in first.findings) > MOST_FINDINGS
    assert first.findings == second.findings
    assert record is not None
    assert record.findings is None


@for_each(
    "text", "/path", "mailto:me@example.com", "https://user@example.com/", "//example.com/",
    f"https://{'a.' * memos.LONGEST}com/", "<http://example.com/>",
)  # fmt: skip
def test_link_judged_by_more_than_its_host_is_not_cached(text: str) -> None:
    assert Facts(parse(text, edition="1994" if text[0] == "<" else "2005")).host_record is None


def test_threads_judging_one_host_do_not_see_partial_results() -> None:
    carried = "https://www.google.com/url?q=https://evil.test/"
    plain = "https://www.google.com/search"
    expected = {text: inspect(text).findings for text in (carried, plain)}
    wrong: list[str] = []

    def judge(text: str) -> None:
        wrong.extend(text for _ in range(400) if inspect(text).findings != expected[text])

    threads = [Thread(target=judge, args=(text,)) for text in (carried, plain) * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
