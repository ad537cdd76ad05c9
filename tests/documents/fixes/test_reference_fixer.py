"""Fixing one reference: what changes, what is left to the author, and how parsers read both."""

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector import EDITIONS, inspect
from uriinspector.analysis.correction import (
    IS_CODE,
    IS_DEFANGED,
    IS_DRIVE,
    IS_NO_ADDRESS,
    IS_TEMPLATE,
    IS_UNCERTAIN,
    FixSetting,
    apply_fixes,
    fix_reference,
    is_hidden,
    placeholders,
)
from uriinspector.core.parse import parse
from uriinspector.documents.fixes.proposals import FIXABLE
from uriinspector.readers import browser

FIXED = [
    (" a b.html ", "a%20b.html"),
    ("c\\d.html", "c/d.html"),
    ("http:\\\\h.example\\e", "http://h.example/e"),
    ("\\//h.example/a", "//h.example/a"),
    ("http:/\\\\/h.example\\a", "http://h.example/a"),
    ("x\\y?a\\b#c\\d", "x/y?a%5Cb#c%5Cd"),
    ("/p|q[1]", "/p%7Cq%5B1%5D"),
    ("/a?b[]=1&c={}", "/a?b%5B%5D=1&c=%7B%7D"),
    ("{3F2504E0-4F89-11D3-9A0C-0305E82C3301}", "%7B3F2504E0-4F89-11D3-9A0C-0305E82C3301%7D"),
    ("/a%2fb", "/a%2Fb"),
    ("/%7euser", "/~user"),
    ("file:///C|/a b", "file:///C:/a%20b"),
    ("file:/c|", "file:/c:"), ("file:///C|a", "file:///C%7Ca"), ("/x%2ey", "/x.y"),
    ("/%2e%2e/x", "/%2E%2E/x"),
    ("http://h.example:/", "http://h.example/"),
    ("http://h.example:/a b", "http://h.example/a%20b"),
    ("/../x", "/x"), ("/..", "/"), ("/..\\a", "/a"), ("/a/../../b/./../../c", "/a/../b/./../c"),
    ("http://h.example/../../a", "http://h.example/a"),
    ("?q=caf\xe9", "?q=caf%C3%A9"), ("1a:b", "./1a:b"), ("%61b:x", "./ab:x"), ("/a\tb\nc", "/abc"),
    ("http://f:\n/c", "http://f/c"), ("#a#b", "#a%23b"), ("/100%", "/100%25"),
    ("/50% off", "/50%25%20off"), ("%%20", "%25%20"), ("?a=100%&b", "?a=100%25&b"), ("/%41", "/A"),
    ("/a%%41", "/a%25A"),
    ("mailto:?subject=a b", "mailto:?subject=a%20b"),
    ('mailto:"a b"@c.example', "mailto:%22a%20b%22@c.example"),
    ("http://us er@h.example/", "http://us%20er@h.example/"),
    ("http://a@b@h.example/", "http://a%40b@h.example/"),
    ("data:text/html,<p>", "data:text/html,%3Cp%3E"),
    ("http://ex\tample.com/", "http://example.com/"),
    ("\\\\host\\share", "//host/share"),
    # Around placeholders characters are encoded, and nothing else changes.
    ("{{ url }}/a b", "{{ url }}/a%20b"),
    (" {{ url }}\n", "{{ url }}"),
    ("/a{id}b|c", "/a{id}b%7Cc"),
    ("/<?php echo 'x y'; ?>/|", "/<?php echo 'x y'; ?>/%7C"),
]  # fmt: skip
LEFT = [
    *("", "a", "/a/b?c=d&e=f#g", "http://h.example:80/", "//h.example/", "../../a", "a:b"),
    *("http://[::1]/", "/a//b", "/a/../b", "/%C3%A9", "/a?b?c", "mailto:a@b.example"),
    # Another spelling of a host is up to its owner.
    *("http://b\xfccher.example/", "http://a b/", "http://%e4.example/"),
    # A second scheme is not a host with an empty port.
    "http://http://www.example.com/",
    # Placeholders only.
    *("{{ url }}", "{% url 'a b' %}", "${a b}", "<%= a b %>", "{?x,y}", "{+path}/x", "/%USER_ID%"),
    *("%%UNSUBSCRIBE%%", "*|UNSUB|*", "[[ a b ]]", "#{a b}", "[UnsubscribeURL]", "{$a}", "/{0}"),
]
REASONS = [
    ("javascript:alert('a b')", IS_CODE), (" JavaScript:a|b", IS_CODE), ("vbscript:a|b", IS_CODE),
    ("livescript:a|b", IS_CODE), ("c:/x|y", IS_DRIVE), ("/a b/{% x", IS_TEMPLATE),
    ("/a b<? x", IS_TEMPLATE), ("/a b${x", IS_TEMPLATE), ("/a b[% x", IS_TEMPLATE),
    ("/a b[[ x", IS_TEMPLATE), ("C:\\x\\y z", IS_DRIVE),
    ("mailto:name at h.example", IS_NO_ADDRESS),
    ("mailto:name (at) h.example?subject=a b", IS_NO_ADDRESS),
    ("/a b/{{ x", IS_TEMPLATE),
    ("/a b<% x", IS_TEMPLATE),
    # Browsers go to a, other parsers to b.
    ("http://a\\@b/", IS_UNCERTAIN),
    # Without the dots, the rest would be a host.
    ("/..//x", IS_UNCERTAIN),
]  # fmt: skip


@for_each("text, fixed", *FIXED)
def test_faults_with_one_correction_are_fixed(text: str, fixed: str) -> None:
    result = fix_reference(text)
    assert (result.fixed, result.choices, result.omitted) == (fixed, (), None)
    assert apply_fixes(text, result.fixes) == fixed
    assert all(each.title and each.cites for each in result.fixes)


@for_each("fixed", *dict.fromkeys(fixed for _, fixed in FIXED))
def test_fixed_reference_needs_no_fix(fixed: str) -> None:
    assert fix_reference(fixed).fixes == ()


@for_each("text", *LEFT)
def test_correct_reference_is_not_changed(text: str) -> None:
    result = fix_reference(text)
    assert (result.fixed, result.fixes) == (text, ())


@for_each("text, reason", *REASONS)
def test_omitted_fix_has_a_reason(text: str, reason: str) -> None:
    result = fix_reference(text)
    assert result.omitted == reason
    assert reason == IS_UNCERTAIN or result.fixed == text


@for_each(
    "char, hidden",
    *(("\u200b", True), ("\u202e", True), ("\u3164", True), ("\x85", True), ("\ue000", True)),
    *(("\u2028", True), ("a", False), ("\u0301", False), ("\u0430", False), (" ", False)),
)
def test_invisible_characters_are_recognized_by_the_fixer(char: str, hidden: bool) -> None:
    assert is_hidden(char) is hidden


def test_removed_dot_segments_leave_a_path() -> None:
    setting = FixSetting(base="http://h.example/a")
    assert [
        fix_reference(text, setting).fixed
        for text in (
            "../a:b",
            "../../a:b",
            "../../../a:b",
            "../../a/b:c",
            "../..",
            "../../",
            "../a",
        )
    ] == ["./a:b", "./a:b", "./a:b", "a/b:c", "./", "./", "a"]


def test_defanged_link_is_not_changed() -> None:
    setting = FixSetting(codes=frozenset({"defanged", "excluded-char"}))
    assert fix_reference("hxxp://a[.]example/b|c", setting).omitted == IS_DEFANGED


def test_control_characters_before_the_scheme_are_removed() -> None:
    found = FixSetting(codes=frozenset({"control-char", "syntax-error", "excluded-char"}))
    result = fix_reference("\x16http://h.example/a\x01", found)
    assert (result.fixed, result.choices) == ("http://h.example/a", ())


def test_only_chosen_codes_are_fixed() -> None:
    setting = FixSetting(codes=frozenset({"lowercase-hex"}))
    assert fix_reference("/a b%2f", setting).fixed == "/a b%2F"
    assert fix_reference("/a b%2f", FixSetting(codes=frozenset())).fixed == "/a b%2f"


@for_each(
    "text, options",
    ("/%zz", ["%25", None]), ("/%4", ["%25", None]), ("/%u00e9", ["%C3%A9", "%25u00e9", None]),
    ("/%ud800", ["%25", None]), ("/%udfff", ["%25", None]),
    ("/%ue000", ["%EE%80%80", "%25ue000", None]),
    ("/%E9", ["%C3%A9", "%E9"]), ("?a=1&amp;b=2", ["&", "&amp;"]), ("/a\u200bb", ["", "%E2%80%8B"]),
    ("///h.example/a", ["//", "/"]), ("////h.example/a", ["//", "/"]),
    ("\u200bhttps://h.example/", ["https", "./%E2%80%8Bhttps"]),
    ("htt\xadps://h.example/", ["https", "./htt%C2%ADps"]),
    ("%68ttp://x", ["http", "./%68ttp"]),
    ("ht tp://h.example/", ["http", "./ht%20tp"]),
    ("\ufeffmailto:a@h.example", ["mailto", "./%EF%BB%BFmailto"]),
    ("htt\u0440s://h.example/", [None, "./htt%D1%80s"]),
    ("1://x", [None, "./1"]),
    ("mailto:a b@h.example", ["", "%20"]),
    ("tel:+49 30", ["", "%20"]),
)  # fmt: skip
def test_ambiguous_faults_become_choices(text: str, options: list[str | None]) -> None:
    result = fix_reference(text)
    assert result.fixed == text
    (choice,) = result.choices
    assert [each.replacement for each in choice.options] == options
    assert all(each.meaning for each in choice.options)
    assert choice.to_dict()["options"][0]["replacement"] == options[0]


def test_every_ambiguous_ampersand_is_a_choice() -> None:
    choices = fix_reference("/&amp;?a=1&amp;b=2&ampc=3&amp;#&amp;").choices
    assert [each.start for each in choices] == [10, 25]


@for_each(
    "text, fixed",
    ("/\ud800 b", "/\ud800%20b"),
    ("?\udcff|", "?\udcff%7C"),
    ("http://u\ud800@h.example/|", "http://u\ud800@h.example/%7C"),
    ("#\udfff\\", "#\udfff%5C"),
)
def test_lone_surrogate_is_kept(text: str, fixed: str) -> None:
    assert fix_reference(text).fixed == fixed


def test_missing_host_or_broken_scheme_is_a_choice() -> None:
    for text in ("///h.example/a", "ht tp://h.example/"):
        for base in ("file:///a/b", None):
            choices = fix_reference(text, FixSetting(base=base)).choices
            assert len(choices) == (0 if base and text.startswith("/") else 1)
    # A host that browsers reject is not offered.
    assert fix_reference("///a%00b/c").choices == ()


@for_each(
    "text, chosen, fixed",
    ("\u200bhttps://h.example/a|b", ("colon", "scheme"), "https://h.example/a%7Cb"),
    ("\u200bhttps://h.example/a|b", ("colon", "path"), "./%E2%80%8Bhttps://h.example/a%7Cb"),
    ("///h.example/a b", ("empty-host", "host"), "//h.example/a%20b"),
    ("///h.example/a b", ("empty-host", "path"), "/h.example/a%20b"),
)
def test_chosen_prefix_is_added(text: str, chosen: tuple[str, str], fixed: str) -> None:
    result = fix_reference(text, FixSetting(chosen=(chosen,)))
    assert (result.fixed, result.choices, result.omitted) == (fixed, (), None)
    assert fix_reference(fixed).fixes == ()


@for_each(
    "text, options", ("/a%2520b", ["%20", "%2520"]), ("/a%25252520b", ["%20", "%25252520"]),
    ("/a%2500b", None), ("/a%25zz", None), ("/a%20b", None),
)  # fmt: skip
def test_double_encoding_is_a_choice(text: str, options: list[str] | None) -> None:
    result = fix_reference(text, FixSetting(codes=frozenset({"double-encoding"})))
    assert [[e.replacement for e in each.options] for each in result.choices] == (
        [options] if options else []
    )
    assert fix_reference(text).choices == ()


@for_each("edition", *EDITIONS)
@for_each(
    "text, fixed",
    ("../../../x", "../../x"), ("../../../../x?a", "../../x?a"), ("../x", "../x"),
    ("../../../", "../../"), ("../../..", "../../"), ("a/../../../../x", "a/../../../x"),
    ("x/../../y", "x/../../y"),
)  # fmt: skip
def test_dot_segments_above_the_root_of_the_base_are_removed(
    edition: str, text: str, fixed: str
) -> None:
    base = "https://h.example/a/b/c"
    result = fix_reference(text, FixSetting(edition, base=base))
    assert (result.fixed, result.omitted) == (fixed, None)
    assert browser.serialized(text, base) == browser.serialized(fixed, base)
    assert fix_reference(text, FixSetting(edition)).fixed == text


@for_each(
    "text, fixed",
    ("..", "./"), ("../", "./"), ("../?q", "./?q"), ("../a:b", "./a:b"), ("../../x", "x"),
)  # fmt: skip
def test_path_at_the_root_stays_a_path(text: str, fixed: str) -> None:
    base = "https://h.example/page"
    result = fix_reference(text, FixSetting(base=base))
    assert (result.fixed, result.omitted) == (fixed, None)
    assert browser.serialized(text, base) == browser.serialized(fixed, base)


def test_dots_are_kept_if_the_base_has_no_levels() -> None:
    assert fix_reference("../../x", FixSetting(base="foo:bar")).fixed == "../../x"


def test_choice_keeps_its_position_in_the_original_text() -> None:
    text = " a b/%zz"
    (choice,) = fix_reference(text).choices
    assert text[choice.start : choice.end] == "%"


@for_each("edition", *EDITIONS)
@for_each("text", *[text for text, _ in FIXED])
def test_fixing_is_idempotent_in_every_edition(edition: str, text: str) -> None:
    setting = FixSetting(edition)
    assert fix_reference(fix_reference(text, setting).fixed, setting).fixes == ()


def test_fixed_escapes_depend_on_the_edition() -> None:
    by_edition = {name: fix_reference("/../a/%7e/1~b", FixSetting(name)).fixed for name in EDITIONS}
    assert by_edition == {
        "1994": "/a/%7E/1%7Eb",
        "1997": "/a/~/1~b",
        "2003": "/a/~/1~b",
        "2005": "/a/~/1~b",
    }


def test_fix_lists_parsers_that_now_agree_with_browsers() -> None:
    assert fix_reference("http:\\\\h.example\\e").rereads == (*EDITIONS, "python")
    assert fix_reference("http://h.example/a b").rereads == ()
    # Whitespace around a value is not part of it in markup.
    assert fix_reference(" http://h.example/ ").rereads == ()


@for_each("base, fixed", ("https://h.example/", "a/b"), ("foo://h/", "a%5Cb"), (None, "a/b"))
def test_backslash_becomes_a_slash_if_the_scheme_is_special(base: str | None, fixed: str) -> None:
    assert fix_reference("a\\b", FixSetting(base=base)).fixed == fixed


def test_query_is_written_in_the_encoding_of_the_page() -> None:
    setting = FixSetting(query=lambda char: char.encode("latin-1"))
    assert fix_reference("\xe9?\xe9#\xe9", setting).fixed == "%C3%A9?%E9#%C3%A9"
    assert fix_reference("\xe9?\xe9", FixSetting(query=lambda _: None)).fixed == "%C3%A9?\xe9"


REFERENCES = st.text(st.sampled_from('ab1 %2e7Ez/\\:?#[]@&|.{}"\t\xe9\u200bhtp'), max_size=24)


@given(st.sampled_from(["", "http://h.example/", "http:", "//", "/"]), REFERENCES)
def test_fixes_never_change_where_browsers_go(front: str, rest: str) -> None:
    text, base = front + rest, "https://b.example/a/b"
    assume(not placeholders(text))
    result = fix_reference(text, FixSetting(base=base))
    before, after = browser.serialized(text, base), browser.serialized(result.fixed, base)
    assert (before is None) == (after is None)
    if before is not None and after is not None:
        assert (before.scheme, before.host, before.port) == (after.scheme, after.host, after.port)
    if not result.fixes:
        return
    assert fix_reference(result.fixed, FixSetting(base=base)).fixes == ()
    trimmed = any(each.code == "surrounding-space" for each in result.fixes)
    written = text.strip("\t ") if trimmed else text
    for name in EDITIONS:
        if name not in result.rereads:
            was, now = (parse(each, edition=name).host for each in (written, result.fixed))
            assert was == now


@given(st.text(st.sampled_from("a1/?#=&.:%2F~- |\\\u200b\xe9"), max_size=20))
def test_link_without_fixable_findings_has_no_fixes(text: str) -> None:
    codes = frozenset(each.code for each in inspect(text, in_document=True).findings)
    if codes.isdisjoint(FIXABLE):
        assert fix_reference(text, FixSetting(codes=codes)).fixes == ()
        assert fix_reference(text, FixSetting(codes=codes)).choices == ()


@for_each("text, fixed", ("/%4%31", "/%4%31"), ("/%4x%31", "/%4x1"), ("/%4%41", "/%4%41"))
def test_character_that_would_complete_an_escape_stays_escaped(text: str, fixed: str) -> None:
    assert fix_reference(text).fixed == fixed


def test_character_after_a_stray_percent_sign_stays_escaped() -> None:
    """Applies if the percent sign itself is not fixed."""
    setting = FixSetting(codes=frozenset({"encoded-unreserved"}))
    result = fix_reference("/a%%411", setting)
    assert (result.fixed, result.omitted) == ("/a%%411", None)
    assert fix_reference("/a%25%411", setting).fixed == "/a%25A1"
