"""Verdicts: headline, details, and route."""

import unicodedata

from tests.analysis.test_golden import links
from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.safe_text import QUOTED, visible, visible_host
from uriinspector.analysis.verdict import CALM, CALM_WITHOUT_SITE, RELATIVE, Verdict

SAFE = "https://eur01.safelinks.protection.outlook.com/?url="


def verdict(text: str, base: str | None = None) -> Verdict:
    return inspect(text, base=base).verdict


@for_each(
    "text, detail", ("https://example.com/", CALM), ("mailto:a@b.test", CALM_WITHOUT_SITE),
    ("x", RELATIVE),
)  # fmt: skip
def test_verdict_without_findings_states_what_was_not_checked(text: str, detail: str) -> None:
    found = verdict(text)
    assert found.detail == " ".join((detail, *found.advice))
    assert found.severity is None


@for_each("text", "http://192.168.0.1/", "http://localhost/", "https://[::1]/a")
def test_address_that_is_not_public_is_not_called_a_site(text: str) -> None:
    assert CALM not in verdict(text).detail
    assert "the site was not visited" not in verdict(text).detail


def test_nothing_is_ever_called_safe() -> None:
    for _, (text, *_) in links():
        found = verdict(text)
        said = (
            f"{found.headline} {found.detail}".replace("Safe Links", "")
            .replace("safelinks", "")
            .lower()
        )
        assert "safe" not in said
        assert "harmless" not in said


def test_route_continues_through_services() -> None:
    text = f"{SAFE}https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Fevil.test"
    found = verdict(text).to_dict()
    assert [(hop["role"], hop["host"], hop["known"]) for hop in found["route"]] == [
        ("written", "eur01.safelinks.protection.outlook.com", True),
        ("forwarded", "www.google.com", True),
        ("forwarded", "evil.test", True),
    ]
    assert found["host"] == "eur01.safelinks.protection.outlook.com"
    assert found["final_host"] == "evil.test"
    assert found["scope"] == "text only"


def test_severity_is_that_of_the_worst_known_layer() -> None:
    assert verdict(f"{SAFE}https%3A%2F%2Fwww.paypal.com%40evil.test%2F").severity == "high"
    found = verdict("https://good.example/go?u=https://www.paypal.com%40evil.test/")
    assert found.severity == "high"
    carried = verdict("https://good.example/save?url=https://www.paypal.com%40evil.test/")
    assert carried.severity == "low"
    assert carried.detail.startswith(
        "Contains another link, to evil.test, which matters only if it is opened."
    )
    assert found.headline == "Goes to good.example; can send you on to evil.test"
    assert "The site is evil.test, not www.paypal.com." in found.detail


def test_layers_over_the_limit_are_reported() -> None:
    deep = "https://evil.test/"
    for _ in range(12):
        deep = f"https://href.li/?{deep}"
    found = verdict(deep)
    assert found.headline.endswith("; the next link is nested too deeply to read")
    assert found.final_host is None


HIDDEN = [
    "\u202e", "\u200b", "\x00", "\x1b", "\n", "\ud800", "\u2028", "\u05d0", "\u00a0", "\ufeff",
]  # fmt: skip
PLACES = [
    "https://exa{}mple.com/", "foo://a{}b/", "f{}:x", "urn:x:{}", "mailto:{}@b", "tel:{}",
    "http://a{}.test@b.test/", "https://h.test/?url=http://x{}.test/",
    "https://h.test/?{}=http://x.test&redirect=http://{}y.test", "https://h.test/#a@b{}.test",
    f"{SAFE}http://x{{}}.test",
    "data:{}", "file://a{}b/c", "{}",
]  # fmt: skip


@for_each("place", *PLACES)
@for_each("char", *HIDDEN)
def test_hidden_characters_never_reach_a_sentence(char: str, place: str) -> None:
    inspection = inspect(place.replace("{}", char))
    said = [inspection.verdict.headline, inspection.verdict.detail]
    said += [each.message for each in inspection.findings]
    for sentence in said:
        assert char not in sentence
        assert not [each for each in sentence if unicodedata.category(each) in {"Cc", "Cf", "Cs"}]


def test_long_host_is_cut_at_its_beginning() -> None:
    headline = verdict("file://" + "a." * 600 + "evil.test/").headline
    assert headline.endswith(".evil.test")
    assert len(headline) < 300


def test_invisible_characters_are_shown_as_code_points() -> None:
    assert visible("a\u202eb") == "a\u2039U+202E\u203ab"
    assert visible("münchen") == "münchen"
    assert visible("x" * 200, QUOTED) == "x" * 119 + "\u2026"
    assert visible_host("y" * 10 + "x" * 10, 11) == "\u2026" + "x" * 10
