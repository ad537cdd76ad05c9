"""Labels under IDNA2008 and UTS 46."""

from tests.for_each import for_each
from uriinspector.analysis.international.idna import (
    decoded,
    deviations,
    encoded,
    label_fault,
    map_label,
    transitional,
)
from uriinspector.core.model import Span


@for_each(
    "label, code, span", ("münchen", None, None), ("xn--mnchen-3ya", None, None),
    ("plain", None, None),
    ("i\u2764", "disallowed_codepoint", Span(1, 2)),
    ("Ümlaut", "disallowed_codepoint", Span(0, 1)), ("\u0301a", "leading_combiner", Span(0, 1)),
    ("e\u0301", "not_nfc", Span(0, 2)), ("a\u200db", "contextj", Span(1, 2)),
    ("a\u00b7b", "contexto", Span(1, 2)), ("-é", "hyphen_start_end", Span(0, 2)),
    ("ab--é", "hyphen_3_4", Span(0, 5)), ("\u05d0a", "bidi", Span(1, 2)),
    ("", "empty_label", Span(0, 0)), ("xn--", "invalid_alabel", Span(0, 4)),
    ("xn--é", "hyphen_3_4", Span(0, 5)), ("é" * 63, "label_too_long", Span(0, 63)),
    ("é" * 999, "label_too_long", Span(0, 999)),
    ("a\ud800", "disallowed_codepoint", Span(1, 2)),
    ("a\0é", "disallowed_codepoint", Span(1, 2)),
)  # fmt: skip
def test_invalid_label_has_a_reason_and_a_span(
    label: str, code: str | None, span: Span | None
) -> None:
    found = label_fault(label)
    if code is None:
        assert found is None
        return
    assert found is not None
    assert found.code.startswith(code)
    assert found.span == span
    assert found.message
    assert "{" not in found.message


@for_each(
    "label, text, changes",
    ("abc", "abc", []),
    ("ABC", "abc", [("A", "a", "case"), ("B", "b", "case"), ("C", "c", "case")]),
    ("ＰＡ", "pa", [("Ｐ", "p", "width"), ("Ａ", "a", "width")]),
    ("\u2460", "1", [("\u2460", "1", "compatibility")]),
    ("\ufb01x", "fix", [("\ufb01", "fi", "compatibility")]),
    ("a\xadb", "ab", [("\xad", "", "ignored")]),
    ("e\u0301x", "éx", [("e\u0301", "é", "composition")]),
    ("\u212b", "å", [("\u212b", "å", "case")]),
    ("\u2126", "ω", [("\u2126", "ω", "case")]),
    ("\u0958", "\u0915\u093c", [("\u0958", "\u0915\u093c", "composition")]),
    ("fuß", "fuß", []),
)
def test_label_mapping_lists_each_change(
    label: str, text: str, changes: list[tuple[str, str, str]]
) -> None:
    mapped = map_label(label)
    assert mapped.text == text
    assert [(each.written, each.mapped, each.kind) for each in mapped.changes] == changes
    assert all(label[slice(*each.span)] for each in mapped.changes)
    assert mapped.fault is None


def test_disallowed_character_is_kept_and_reported() -> None:
    mapped = map_label("a\u2028\ud800")
    assert mapped.text == "a\u2028\ud800"
    assert mapped.fault is not None
    assert mapped.fault.span == Span(1, 2)


def test_separate_hangul_letters_are_composed_as_a_whole() -> None:
    assert map_label("\u1112\u1161\u11ab").text == "한"


def test_deviations_are_mapped_differently_by_older_software() -> None:
    found = deviations("faß\u200cς")
    assert [(each.span.start, each.transitional) for each in found] == [
        (2, "ss"),
        (3, ""),
        (4, "σ"),
    ]
    assert transitional("Faß\u200cς") == "fassσ"
    assert deviations("fass") == ()


@for_each(
    "label, text",
    ("xn--mnchen-3ya", "münchen"), ("XN--MNCHEN-3YA", "münchen"), ("plain", "plain"), ("é", "é"),
    ("xn--", None), ("xn--a-", None), ("xn--é", None), ("xn--999999999", None),
    ("xn--" + "a" * 99, None),
)  # fmt: skip
def test_punycode_label_is_decoded_or_refused(label: str, text: str | None) -> None:
    assert decoded(label) == text


@for_each("label, code", ("é", "xn--9ca"), ("a", "a"), ("é" * 99, None), ("\ud800", None))
def test_mapped_label_has_an_ascii_form(label: str, code: str | None) -> None:
    assert encoded(label) == code
