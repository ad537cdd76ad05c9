"""Display of labels in thirteen steps: the step that objects, and the reason."""

from tests.for_each import for_each
from uriinspector.analysis.international.display import (
    TITLES,
    LabelQuestion,
    decide,
    decide_host,
    invisible,
)
from uriinspector.core.model import Span

# (host, the step that objects to its first label; 0: displayed)
HOSTS = [
    ("example.com", 0), ("bücher.example", 0), ("xn--mnchen-3ya.de", 0), ("MÜNCHEN.de", 0),
    ("пример.рф", 0), ("россия.com", 0), ("日本語.jp", 0), ("ヴィタミンb6.jp", 0),
    ("abc한국.com", 0), ("fußball.de", 0), ("第一-1.cn", 0), ("שלום.com", 0), ("०१.com", 0),
    ("xn--\u00e9.com", 1), ("xn--a-.com", 1), ("\ud800.com", 2), ("\u0301a.com", 2), ("-ü.de", 2),
    ("a\u200db.com", 2), ("שלוםa.com", 2), ("é" * 64 + ".com", 2),
    ("xn--9ba.com", 2),  # the code of a capital letter
    ("\xad.com", 2),
    ("i\u2764.ws", 3), ("\ua66eа.com", 3), ("ꙗꙗ.com", 3), ("ḁb.com", 4), ("aʼb.com", 4),
    ("ǎb.com", 4), ("abcо.com", 5), ("pаypal.com", 5), ("aβ.com", 5), ("é한.com", 5),
    ("a\u0939.com", 5), ("1\u0968.com", 6), ("a\u0301\u0301.com", 7), ("か\u3099\u3099.com", 7),
    ("þorn.com", 8), ("þorn.is", 0), ("mnðpqr.fo", 0), ("əa.com", 8), ("ə.com", 0),
    ("col·lecció.cat", 0), ("col·lecció.com", 8), ("a·b.cat", 8), ("axノb.com", 9), ("一a.com", 9),
    ("аррӏе.com", 10), ("xn--80ak6aa92e.com", 10), ("аррӏе.ru", 0), ("аррӏе.рф", 0),
    ("νοτα.com", 10), ("з25.com", 11), ("θ3.com", 11), ("ば一a.com", 12), ("日aノb.jp", 12),
    ("ー.jp", 12), ("ヽa.jp", 12), ("カヽ.jp", 0), ("日a・.jp", 12), ("ばヘ.jp", 12),
    ("カへ.jp", 12), ("カヘ.jp", 0), ("ト\u309a.jp", 0), ("・野.jp", 0), ("日・.jp", 12),
    ("a\u309a.jp", 12), ("亅ab.jp", 12), ("ск.com", 10), ("курс.com", 0), ("www：80.com", 2),
    ("16კ.com", 11), ("日\u0323.jp", 12), ("ı\u0327.com", 12), ("i\u0307.com", 12),
    ("googlé.com", 13), ("göögle.com", 13), ("googlé.example", 0), ("mybänk.example", 13),
]  # fmt: skip


@for_each("host, step", *HOSTS)
def test_display_decision_names_the_first_rejecting_step(host: str, step: int) -> None:
    decision = decide_host(host, protect=("mybank.example",))[0]
    assert decision.step == step, decision.reason
    assert decision.shown is (step == 0)
    assert decision.title == TITLES[step]
    assert not decision.reason.endswith(".")
    assert (decision.span is None) is decision.shown
    if decision.span:
        assert decision.span.end <= len(decision.label)


REASONS = {
    "xn--a-.com": "the text after xn-- is not valid punycode",
    "\u0301a.com": "the label begins with a combining mark: U+0301 COMBINING ACUTE ACCENT",
    "-\u00fc.de": "hyphen at the start or end, or in positions 3 and 4",
    "a\u200db.com": "U+200D ZERO WIDTH JOINER is not allowed between these letters",
    "\u05e9\u05dc\u05d5\u05dda.com": "the label breaks the rule for text direction (RFC 5893)",
    "\u00e9" * 64 + ".com": "the label is longer than 63 characters",
    "xn--9ba.com": "the punycode decodes to a label that cannot be registered",
    "\u00ad.com": "the label is empty after browsers convert it",
    "\ua657.com": (
        "U+A657 CYRILLIC SMALL LETTER IOTIFIED A is not allowed in identifiers (obsolete)"
    ),
    "a\u02bcb.com": (
        "browsers exclude U+02BC MODIFIER LETTER APOSTROPHE, which is rare or misleading"
    ),
    "p\u0430ypal.com": "the label mixes Latin and Cyrillic",
    "a\u0431\u03b3.com": "the label mixes Latin, Cyrillic and Greek",
    "\u00e9\ud55c.com": "non-ASCII Latin letters are mixed with another script",
    "1\u0968.com": "the label mixes digits from several scripts",
    "a\u0301\u0301.com": "U+0301 COMBINING ACUTE ACCENT has no visible effect",
    "\u00feorn.com": "U+00FE LATIN SMALL LETTER THORN is accepted under .is and .fo only",
    "a\u00b7b.cat": 'a middle dot is allowed only between two "l" under .cat',
    "ax\u30ceb.com": "letters of another script make the label look like ax/b",
    "\u0430\u0440\u0440\u04cf\u0435.com": (
        "every Cyrillic letter looks like a Latin letter or digit (apple)"
    ),
    "\u043725.com": "the label looks like the number 325",
    "\u65e5a\u30ceb.jp": (
        "U+30CE KATAKANA LETTER NO looks like a slash next to non-Japanese letters"
    ),
    "\u3070\u4e00a.com": (
        "U+4E00 CJK UNIFIED IDEOGRAPH-4E00 looks like a dash or a Latin letter next to other "
        "scripts"
    ),
    "\u30fc.jp": "U+30FC KATAKANA-HIRAGANA PROLONGED SOUND MARK without a kana before it "
    "looks like a dash",
    "\u65e5a\u30fb.jp": (
        "U+30FB KATAKANA MIDDLE DOT looks like a dot when it is not between Japanese characters"
    ),
    "\u30fda.jp": ("U+30FD KATAKANA ITERATION MARK: kana repetition mark without a kana before it"),
    "\u65e5\u0323.jp": "U+0323 COMBINING DOT BELOW: combining mark on a letter from another script",
    "i\u0307.com": "U+0307 COMBINING DOT ABOVE: combining mark hidden by its base letter",
    "\u30ab\u3078.jp": "U+3078 HIRAGANA LETTER HE is from a different kana script than "
    "the rest of the label",
    "googl\u00e9.com": "without accents and homoglyphs, the domain looks like google.com",
    "b\u00fccher.example": "no step applies",
    "example.com": "the label is plain ASCII",
}


@for_each("host, reason", *REASONS.items())
def test_rejected_label_has_a_reason(host: str, reason: str) -> None:
    assert decide_host(host)[0].reason == reason


def test_invisible_character_is_named_by_its_code_point() -> None:
    # Earlier steps reject this character, so the seventh is called directly.
    refusal = invisible(LabelQuestion("a\u200bb", "com", is_coded=False))
    assert refusal is not None
    assert refusal.reason == "U+200B ZERO WIDTH SPACE is invisible"


def test_every_display_step_has_a_test_host() -> None:
    assert {step for _, step in HOSTS} == set(TITLES)


def test_display_decision_reports_the_imitated_name() -> None:
    decision = decide("googlé", tld="com", domain="googlé.com")
    assert (decision.imitates, decision.span) == ("google.com", Span(0, 6))


def test_known_domain_does_not_imitate_itself() -> None:
    assert decide("mybänk", tld="de", domain="mybänk.de", protect=("mybänk.de",)).shown


def test_each_label_is_decided_separately() -> None:
    found = decide_host("googlé.аррӏе.example.com.")
    assert [each.step for each in found] == [0, 10, 0, 0]


@for_each("host", "", ".", "..", "\0", "é\ud800", "a." * 999, "é" * 9999)
def test_display_decision_never_raises_for_odd_hosts(host: str) -> None:
    assert decide_host(host)


# (host, whether it is displayed here, why Chromium decides otherwise)
DIFFERENCES = [
    ("\u0620.com", True, "left out on Apple's systems alone, whose font draws nothing for it"),
    ("\u0430\u0440\u0440\u04cf\u0435.rs", True, "Serbian is written with Cyrillic letters, too"),
    ("\u0430\u0440\u0440\u04cf\u0435.mk", True, "Macedonian is, too"),
    ("\u03bd\u03bf\u03c4\u03b1.cy", True, "Cyprus writes Greek"),
    ("\u0e9a\u0e9e.com", False, "Lao letters that look like Latin are in no list of Chromium's"),
    ("\u04472.com", False, "U+0447 is read as 4 here, and is in no list of digits there"),
]


@for_each("host, shown, why", *DIFFERENCES)
def test_decision_differs_from_chromium_on_purpose(host: str, shown: bool, why: str) -> None:
    assert decide_host(host)[0].shown is shown, why


@for_each(
    "host, imitates",
    ("f\u00f3o.com", "f\u00f3\u00f3.com"),
    ("youtu\u00dfe.com", "youtube.com"), ("a\u0142a.net", "ata.net"),
    ("goog\u0131e.com", "google.com"), ("\u0105pple.com", "apple.com"), ("\u0153a.com", "cea.com"),
    ("f\u00f3\u00f3.com", None), ("x\u00e9.f\u00f3\u00f3.com", None),
)  # fmt: skip
def test_label_is_compared_with_known_names_by_appearance(host: str, imitates: str | None) -> None:
    protect = ("f\u00f3\u00f3.com", "ata.net", "cea.com", "youtube.com")
    decisions = decide_host(host, protect=protect)
    assert next((each.imitates for each in decisions if each.imitates), None) == imitates


def test_whole_registrable_domain_is_compared() -> None:
    decisions = decide_host("x.test.n\u00e9t", protect=("test.net",))
    assert [each.shown for each in decisions] == [True, True, False]
