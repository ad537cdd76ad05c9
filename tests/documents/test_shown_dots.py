"""Dots of other scripts in link texts: punctuation of that script, or a disguise."""

import uriinspector
from tests.for_each import for_each

PAGE = '<!doctype html><meta charset="utf-8"><a href="https://evil.test/">{}</a>'


def reported(text: str) -> list[tuple[str, str]]:
    """Return severity and message of the findings on the link text."""
    document = uriinspector.scan(PAGE.format(text).encode(), name="a.html")
    codes = {"html-obfuscation", "text-href-mismatch"}
    return [
        (each.severity, each.message)
        for link in document.links
        for each in link.findings
        if each.code in codes
    ]


@for_each(
    "text",
    "デジタル・IT", "ニュース・TV", "スポーツ・news", "映画。IT業界", "詳細はこちら。com", "PC・TV",
    "News•TV", "Α·gr", "뉴스ㆍTV",
)  # fmt: skip
def test_punctuation_between_words_is_not_a_dot(text: str) -> None:
    assert reported(text) == []


@for_each(
    "text",
    "paypal・com", "paypal。com", "paypal·com", "paypal•com", "paypal․com", "www.paypal。com/login",
    "ｐａｙｐａｌ．ｃｏｍ",
)  # fmt: skip
def test_known_name_with_a_lookalike_dot_is_high(text: str) -> None:
    (found,) = reported(text)
    assert found[0] == "high"
    assert "in place of a delimiter" in found[1]
    assert "hidden" not in found[1]
    assert "Readers see" not in found[1]


def test_unknown_name_with_a_lookalike_dot_is_low() -> None:
    ((severity, sentence),) = reported("nobody-knows・com")
    assert severity == "low"
    assert "U+30FB KATAKANA MIDDLE DOT" in sentence


def test_hidden_characters_are_still_reported_as_hidden() -> None:
    ((severity, sentence),) = reported("pay&#8203;pal&#8203;.com")
    assert severity == "high"
    assert "hidden characters or text" in sentence
