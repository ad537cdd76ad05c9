"""Each invariant is violated once on purpose, to show that the check can fail."""

from collections.abc import Callable

import pytest

import uriinspector
from tests.for_each import for_each
from tests.fuzz import invariants
from tests.fuzz.written import decoded_by_hand, holds_encoded
from uriinspector.core.parse import Resolution
from uriinspector.core.reference import Manner, Reference

TEXT = "http://user@a.test:80/b?c#d"
MAIL = (
    b"From: a@b.test\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/html\n"
    b"Content-Transfer-Encoding: %s\n\n%s\n"
)


def altered(change: Callable[[list[tuple[int, int]]], None]) -> Reference:
    """Return a reference with wrong spans."""
    whole = uriinspector.parse(TEXT)
    spans = list(whole.spans)
    change(spans)
    return Reference(TEXT, whole.rules, tuple(spans))


def test_wrong_spans_are_detected() -> None:
    invariants.spans_are_in_range(uriinspector.parse(TEXT))
    with pytest.raises(AssertionError):
        invariants.spans_are_in_range(altered(lambda spans: spans.__setitem__(8, (25, 99))))
    with pytest.raises(AssertionError):
        invariants.spans_are_in_range(altered(lambda spans: spans.__setitem__(6, (5, 23))))
    invariants.parts_rejoin(uriinspector.parse(TEXT))
    with pytest.raises(AssertionError):
        invariants.parts_rejoin(altered(lambda spans: spans.__setitem__(6, (22, 23))))
    with pytest.raises(AssertionError):
        invariants.parts_rejoin(altered(lambda spans: spans.__setitem__(4, (13, 18))))


def test_unordered_violations_are_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    reference = uriinspector.parse("http://a/<b>|")
    invariants.violations_decide_validity(reference)
    backwards = reference.violations[::-1]
    monkeypatch.setattr(Reference, "violations", property(lambda _: backwards))
    with pytest.raises(AssertionError):
        invariants.violations_decide_validity(reference)


def test_unstable_normal_form_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invariants, "normal_form", lambda reference: reference.text + "/")
    with pytest.raises(AssertionError):
        invariants.normalizing_twice_changes_nothing(uriinspector.parse(TEXT))


def test_target_missing_from_the_trace_is_detected() -> None:
    invariants.trace_ends_at_the_target(uriinspector.resolve("http://a/b/c", "../d"))
    rules = uriinspector.parse(TEXT).rules
    other = Resolution("http://a/b/c", "../d", rules, Manner(True, "keep"), ("http://x/", None))
    with pytest.raises(AssertionError):
        invariants.trace_ends_at_the_target(other)


@for_each("record", {"a": float("nan")}, {"a": float("inf")})
def test_record_that_is_not_json_is_detected(record: object) -> None:
    invariants.is_json({"a": "\ud800", "b": None})
    with pytest.raises(ValueError, match="not JSON compliant"):
        invariants.is_json(record)


def test_finding_beyond_the_text_is_detected() -> None:
    inspection = uriinspector.inspect(TEXT)
    invariants.findings_are_in_the_text(inspection)
    first, *others = inspection.findings
    wrong = inspection.judged_as(inspection.verdict, (first._replace(end=len(TEXT) + 1), *others))
    with pytest.raises(AssertionError):
        invariants.findings_are_in_the_text(wrong)
    calm = inspection.judged_as(inspection.verdict._replace(severity=None), inspection.findings)
    with pytest.raises(AssertionError):
        invariants.findings_are_in_the_text(calm)


@for_each("host", None, "b.test")
@for_each("text", TEXT, "hxxp://a[.]test/", " http:\\\\a.test", "www.a.test")
def test_verdict_about_another_host_is_detected(text: str, host: str | None) -> None:
    inspection = uriinspector.inspect(text)
    invariants.verdict_goes_where_browsers_go(inspection)
    inner = inspection.of_derived or inspection
    verdict = inner.verdict._replace(host=host)
    with pytest.raises(AssertionError):
        invariants.verdict_goes_where_browsers_go(inner.judged_as(verdict, inner.findings))


@for_each(
    "octets, link",
    (b"<!doctype html><a href='http://a.test/?b&amp;c'>x</a>", b"http://a.test/?b&amp;c"),
    (b"see http://a.test/ there", b"http://a.test/"),
    (MAIL % (b"quoted-printable", b"<a href=3D'http://a.te=\nst/'>x</a>"), b"a.te=\nst"),
    (MAIL % (b"base64", b"PGEgaHJlZj0naHR0cDovL2EudGVzdC8nPg=="), b"aHR0cDovL2E"),
)
def test_source_with_other_contents_is_detected(octets: bytes, link: bytes) -> None:
    document = uriinspector.scan(octets)
    assert document.links
    invariants.sources_decode_to_values(octets, document)
    at = octets.index(link)
    with pytest.raises(AssertionError):
        invariants.sources_decode_to_values(octets[: at + 1] + b"xyz" + octets[at + 4 :], document)
    with pytest.raises(AssertionError):
        invariants.sources_decode_to_values(octets[:at], document)


def test_quadratic_work_is_detected() -> None:
    invariants.grows_linearly(lambda size: [None] * size, 1_000)
    with pytest.raises(AssertionError):
        invariants.grows_linearly(lambda size: [0 for _ in range(size) for _ in range(size)], 500)


@for_each(
    "octets, text",
    (b"a&amp;b&#x41;&#0;&#128;", "a&bA\ufffd\u20ac"),
    (b"?a&copy=1&copy;&copyx&notit;", "?a&copy=1\u00a9&copyx&notit;"),
    (b"\xe9\r\n\0\x81", "\u00e9\n\ufffd\x81"),
)
def test_independent_decoder_follows_the_html_standard(octets: bytes, text: str) -> None:
    assert decoded_by_hand(octets, "windows-1252", in_attribute=True) == text


def test_encoded_run_is_found_at_any_alignment() -> None:
    assert holds_encoded(b"h0dHA6Ly9hL", "base64", b"ttp://a/"[2:6])
    assert not holds_encoded(b"h0dHA6Ly9hL", "base64", b"b.test")
