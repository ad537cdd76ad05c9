"""Derived texts: their positions in the original, and consistent results for both."""

from hypothesis import given
from hypothesis import strategies as st

import uriinspector
from tests.for_each import for_each
from uriinspector.analysis.derived import REPLACED, Derived
from uriinspector.analysis.inspection import inspect
from uriinspector.core.model import Span

EDITS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from(["", ".", "://", "http"])),
    max_size=5,
)
PAIRS = {
    "hxxps://paypa1[.]com/login": "https://paypa1.com/login",
    "paypa1[.]com/login": "https://paypa1.com/login",
    "<https://www.paypal.com@evil.test/a>": "https://www.paypal.com@evil.test/a",
    "  paypa1.com/login\n": "https://paypa1.com/login",
    "paypa1.com/login": "https://paypa1.com/login", "0x7f.1": "http://0x7f.1",
    "192.168.1.1": "http://192.168.1.1", "[::1]:8080/x": "http://[::1]:8080/x",
    "localhost:8080": "http://localhost:8080",
    "example.com:443/x": "https://example.com:443/x",
    "//paypa1.com/x": "https://paypa1.com/x",
    "user:pw@example.com": "https://user:pw@example.com",
    "me@example.com": "mailto:me@example.com",
    "b\u00fccher.example/x": "https://b\u00fccher.example/x",
    "www.google.com/url?q=https://evil.test/x": "https://www.google.com/url?q=https://evil.test/x",
    "hxxp://[2001[:]db8[:][:]1]/x": "http://[2001:db8::1]/x",
}  # fmt: skip


def made(parts: list[tuple[int, int, str]]) -> Derived:
    """Return a derived text whose original alternates kept and replaced pieces."""
    original, edits, at = "", [], 0
    for kept, gone, after in parts:
        original += "k" * kept + "g" * gone
        at += kept
        edits.append((at, at + gone, after))
        at += gone
    return Derived("defanged", original + "end", edits)


@given(EDITS)
def test_derived_span_maps_to_the_original_and_back(parts: list[tuple[int, int, str]]) -> None:
    derived = made(parts)
    for start in range(len(derived.text) + 1):
        for end in range(start, len(derived.text) + 1):
            place = derived.place(start, end)
            assert 0 <= place.start <= place.end <= len(derived.original)
            if "g" not in derived.original[slice(*place)] and "k" in derived.text[start:end]:
                assert derived.derived_place(*place) != Span(0, 0) or start == 0
    for each in derived.changes:
        assert derived.original[each.start : each.end] == each.before
    rest = derived.original
    for each in reversed(derived.changes):
        rest = rest[: each.start] + each.after + rest[each.end :]
    assert rest == derived.text


def test_inserted_and_replaced_text_have_spans_in_the_original() -> None:
    derived = Derived("address-bar", "a.example/x", [(0, 0, "https://")])
    assert derived.text == "https://a.example/x"
    assert derived.place(8, 17) == (0, 9)
    assert derived.place(0, 5) == (0, 0)
    assert derived.derived_place(0, 9) == (8, 17)
    derived = Derived("defanged", "hxxp://a[.]b/", [(0, 4, "http"), (8, 11, ".")])
    assert derived.text == "http://a.b/"
    assert derived.place(7, 10) == (7, 12)
    assert derived.derived_place(9, 10) == (8, 9)


@for_each("text, whole", *PAIRS.items())
def test_derived_link_is_judged_like_the_whole_link(text: str, whole: str) -> None:
    one, other = inspect(text), inspect(whole)
    assert one.verdict.severity == other.verdict.severity or {
        one.verdict.severity,
        other.verdict.severity,
    } == {None, "info"}
    assert one.verdict.host == other.verdict.host
    assert one.verdict.final_host == other.verdict.final_host
    assert {each.code for each in other.findings} <= {each.code for each in one.findings}
    assert all(0 <= each.start <= each.end <= len(text) for each in one.findings)
    assert "Incomplete" not in one.verdict.headline


@for_each("text", *PAIRS)
def test_derived_inspection_keeps_original_text_and_spans(text: str) -> None:
    record = inspect(text).to_dict()
    assert record["text"] == text
    for each in record["components"].values():
        assert text[each["start"] : each["end"]] == each["text"]
    for change in record["derived"]["changes"]:
        assert text[change["start"] : change["end"]] == change["before"]
    assert record["derived"]["text"] == record["nested"][0]["text"]
    assert record["nested"][0]["via"] == record["derived"]["how"]


@for_each("text", *PAIRS)
def test_all_parts_of_an_inspection_describe_the_same_link(text: str) -> None:
    inspection = inspect(text)
    meant = inspection.meant
    if inspection.derived is None or inspection.derived.how not in REPLACED:
        assert meant is inspection
        return
    assert meant.text != text
    assert meant.verdict.headline == inspection.verdict.headline
    assert meant.verdict.route[0].text == meant.text
    assert inspection.readings == meant.readings
    assert inspection.dossier == meant.dossier
    assert inspection.host == meant.host
    assert [each.code for each in meant.findings].count("defanged") <= 1
    for each in meant.findings:
        assert 0 <= each.start <= each.end <= len(meant.text)
    host = meant.reference.span("host")  # type: ignore[arg-type]
    if host:
        assert inspection.meant_place(inspection.written_place(host)) == host


def test_fix_of_a_derived_link_keeps_the_surrounding_text() -> None:
    fixes = {each.code: each.fix for each in inspect("<http://a.example/%41>").findings}
    fix = fixes["encoded-unreserved"]
    assert fix is not None
    assert fix.text == "<http://a.example/A>"
    fixes = {each.code: each.fix for each in inspect("a.example/%41").findings}
    fix = fixes["encoded-unreserved"]
    assert fix is not None
    assert fix.text == "a.example/A"


def test_with_a_base_only_a_defanged_scheme_counts_as_a_mark() -> None:
    base = "https://good.example/"
    assert inspect("paypa1.com/login", base=base).derived is None
    assert inspect("paypa1[.]com/login", base=base).derived is None
    assert inspect("hxxps://paypa1[.]com/", base=base).verdict.host == "paypa1.com"
    assert inspect("hxxps://paypa1[.]com/", base=base).target == "https://paypa1.com/"


def test_in_a_document_a_relative_reference_is_not_completed() -> None:
    inspection = inspect("paypa1.com/login", in_document=True)
    assert inspection.derived is None
    assert inspection.verdict.severity != "high"


def test_link_in_too_many_quotation_marks_is_not_unwrapped() -> None:
    text = '"' * 20 + "https://a.example/" + '"' * 20
    assert inspect(text).text == text


AROUND = (
    *("[[{}]]", "{{[{}]}}", "<<{}>>", "\u201e{}\u201d", "\u00bb{}\u00ab", "\u2039{}\u203a",
        "\u300c{}\u300d"),
    *("({}).", "[text]({})", "[{0}]({0})", "[ref]: {}", "`{}`", "**{}**", "_{}_", "|{}|",
        "url({})"),
    *('<a href="{}">', '"{}",', "\\url{{{}}}", "[url={}]x[/url]", "[[{}|text]]", "<{0}|{0}>"),
    *("1. {}", "> {}", "\uff1c{}\uff1e", "(see {})", "GET {} 200", "&lt;{}&gt;", "\u2022 {}"),
)  # fmt: skip


@for_each("around", *AROUND)
def test_surrounded_link_is_the_same_in_inspect_and_scan(around: str) -> None:
    link = "http://www.paypal.com@b.test/x"
    text = around.format(link)
    inspection = uriinspector.inspect(text)
    assert inspection.verdict.final_host == "b.test"
    assert inspection.verdict.severity == "high"
    assert inspection.derived
    assert inspection.derived.text == link
    assert {"wrapped", "userinfo-deceptive"} <= {each.code for each in inspection.findings}
    assert {each.value for each in uriinspector.scan(text, name="x.txt").links} == {link}


@for_each(
    "text", "/redirect/http://b.test/", "?u=http://b.test/", "a http://a.test/ http://b.test/",
    "a: b",
)  # fmt: skip
def test_references_with_links_and_several_links_are_not_derived(text: str) -> None:
    assert uriinspector.inspect(text).derived is None


@for_each("edition", "1994", "1997", "2003", "2005")
def test_last_link_is_derived_even_after_an_encoded_one(edition: str) -> None:
    text = "om/redirect?url=https%3A%2F%2Fwww.example.com%2F ldap://host.test/x"
    inspection = inspect(text, edition=edition)
    assert inspection.derived is not None
    assert inspection.of_derived is not None
    assert inspection.of_derived.text == inspection.derived.text == "ldap://host.test/x"
    assert all(each.end <= len(text) for each in inspection.findings)


@for_each(
    "text", "//a^b.test:99999?next=data:text/plain,x", "om/redirect?url=\u1234&ldap://host.test/x",
    "a/\u1234?next=http://host.test/",
)  # fmt: skip
def test_link_in_a_parameter_is_not_derived(text: str) -> None:
    assert inspect(text).derived is None


def test_finding_about_the_text_around_a_link_is_shown_with_the_link() -> None:
    shown = inspect("mshta https://evil.test/").meant
    assert shown.text == "https://evil.test/"
    assert next(each.code for each in shown.findings) == "pasted-command"
