"""Corrected links are valid and keep their meaning in browsers; valid links stay unchanged."""

import random
from urllib.parse import unquote_to_bytes

import pytest
from ada_url import URL

import uriinspector
from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector import EDITIONS, Inspection
from uriinspector.analysis.correction import (
    apply_fixes,
    correct,
    fix_reference,
    merged_fixes,
    placeholders,
)

MESSY = "http://h.example/a b/%zz/%7euser/%252e?q=[1]|x#\xe9"
# Texts with different faults, and their corrections.
CORRECTED = [
    (MESSY, "http://h.example/a%20b/%25zz/~user/%252e?q=%5B1%5D%7Cx#%C3%A9"),
    ("http://h.example/a\\b c", "http://h.example/a/b%20c"),
    ("  http://h.example/a\tb\n", "http://h.example/ab"),
    ("http://b\xfccher.example/\xe9?\xfc", "http://xn--bcher-kva.example/%C3%A9?%C3%BC"),
    ("foo://b\xfccher/x", "foo://b%C3%BCcher/x"),
    ("http://\uff11\uff12\uff17.0.0.1/", "http://127.0.0.1/"),
    ("http://h.example/{id}/a b", "http://h.example/{id}/a%20b"),
    ("http://us er@h.example/", "http://us%20er@h.example/"),
    ("http://h.example/#a#b", "http://h.example/#a%23b"),
    ("http://h.example/a\u200bb", "http://h.example/a%E2%80%8Bb"),
    ("http://h.example/\ud800", "http://h.example/%EF%BF%BD"),
    ("1:2", "./1:2"),
    ("file:///c|/a%7e%c3%a9%2D", "file:///c:/a~%C3%A9-"),
    ("http://h.example/%2e%2e/%2e%2", "http://h.example/%2E%2E/.%252"),
    ("http://h.example/{x} %25%32%66", "http://h.example/{x}%20%252f"),
    ("http://h.example/%2%7e%2%41", "http://h.example/%252~%252A"),
    (" http://h.exa\tmple/a\nb/ c\t?x= y  ", "http://h.example/ab/%20c?x=%20y"),
    ("foo://h%c3%a9/%c3%a9 ", "foo://h%c3%a9/%C3%A9"),
    ("http://%41%c3%a9.example/ ", "http://xn--a-bga.example/"),
    ("mailto:a@b.example?body=a%0d%0ab c", "mailto:a@b.example?body=a%0D%0Ab%20c"),
]
NOT_CORRECTED = [
    ("http://a b/", "Browsers reject the link, and it is not known what was intended."),
    ("http://h.example:8x/", "Browsers reject the link, and it is not known what was intended."),
    ("javascript:alert('a b')", "The link is code, not a reference."),
    ("http://h.example/{id}", "Only the template placeholders are invalid; they are left "
                              "unchanged."),
    ("http://good.example\\@evil.example/", "The fixed link might not mean the same to all "
                                            "parsers."),
    ("{x}:\\a b", "The fixed link might not mean the same to all parsers."),
    ("This is a sentence.", "The text is not a link."),
    ("hxxp://h[.]example/a b", "The text represents another link; that link is corrected instead."),
]  # fmt: skip
VALID = [
    *("http://h.example/", "http://h.example/%7Euser/%252e?a+b&c", "a/b", "", "x:%c3%a9"),
    *("http://h.example/..//a?b=%2f", "http://H.Example:/", "mailto:a@b.example", "//h"),
]


@for_each("text, expected", *CORRECTED)
def test_link_is_corrected(text: str, expected: str) -> None:
    inspection = uriinspector.inspect(text)
    assert inspection.corrected
    assert inspection.corrected.text == expected
    assert uriinspector.inspect(expected).corrected is None
    record = inspection.to_dict()
    assert record["not_corrected"] is None
    for change in record["corrected"]["changes"]:
        assert change["from"] == text[change["start"] : change["end"]]
        assert change["reason"]
        assert change["cites"]


@for_each("text, why", *NOT_CORRECTED)
def test_uncorrectable_link_has_a_reason(text: str, why: str) -> None:
    record = uriinspector.inspect(text).to_dict()
    assert (record["corrected"], record["not_corrected"]) == (None, why)


def test_encoding_rows_of_a_rejected_link_have_no_sent_or_corrected_text() -> None:
    rows = uriinspector.inspect("http://[1:2]/a b%zz").to_dict()["escapes"]
    assert [(each["sent"], each["write"]) for each in rows] == [(None, None)] * 2


def test_encoding_rows_of_a_placeholder_have_no_corrected_text() -> None:
    rows = uriinspector.inspect("http://h.example/{id}").to_dict()["escapes"]
    assert [(each["sent"], each["write"]) for each in rows] == [("%7B", None), ("%7D", None)]


def test_broken_escape_is_named_by_its_percent_sign() -> None:
    (row,) = uriinspector.inspect("http://h.example/%e").to_dict()["escapes"]
    assert (row["text"], row["name"]) == ("%e", "U+0025 PERCENT SIGN")


@for_each("text", *VALID)
def test_valid_link_is_not_corrected(text: str) -> None:
    record = uriinspector.inspect(text).to_dict()
    assert (record["corrected"], record["not_corrected"]) == (None, None)


@for_each(
    "text, names",
    ("http://h.example/%zz", "literal slip"),
    ("http://h.example/%u00e9", "character literal slip"),
    ("http://h.example/?q=a+b|", "space plus"), ("http://h.example/?q=AT&T|", "between value"),
    ("http://h.example/?a=1&b=|", ""), ("http://h.example/a+b|", ""),
    ("http://h.example/?a&amp;b|", "once keep"), ("http://h.example/%252e|", "once keep"),
    ("http://h.example/%25252e|", "once keep"), ("http://h.example/%2500|", "keep remove"),
    ("http://h.example/%00|", "keep remove"), ("http://h.example/%c0%ae|", "keep remove"),
    ("http://h.example/?u=http%3A%2F%2Fh%2F%2520|", ""),
    ("mailto:a@b.example?body=%0D%0A|", ""),
    ("http://h.example/\u200b", "remove encode"),
)  # fmt: skip
def test_two_possible_corrections_are_a_choice(text: str, names: str) -> None:
    corrected = uriinspector.inspect(text).corrected
    assert corrected
    options = [each for choice in corrected.choices for each in choice.options]
    assert [each.name for each in options] == names.split()
    for choice in corrected.choices:
        for each in choice.options:
            chosen = corrected.with_options({choice.start: each.name})
            assert chosen.text == apply_fixes(text, chosen.changes)
            written = text[choice.start : choice.end]
            assert (written if each.replacement is None else each.replacement) in chosen.text


def test_chosen_option_replaces_the_change_at_its_position() -> None:
    corrected = uriinspector.inspect("http://h.example/%u00e9?a+b").corrected
    assert corrected
    (start, plus) = (each.start for each in corrected.choices)
    assert corrected.text == "http://h.example/%25u00e9?a+b"
    chosen = corrected.with_options({start: "character", plus: "plus"})
    assert chosen.text == "http://h.example/%C3%A9?a%2Bb"


def test_option_for_one_of_two_adjacent_characters_keeps_the_other_change() -> None:
    corrected = uriinspector.inspect("http://h.example/\u200b\u200b").corrected
    assert corrected
    assert corrected.with_options({18: "remove"}).text == "http://h.example/%E2%80%8B"
    fixes = fix_reference("/%2f%e9")
    (choice,) = fixes.choices
    taken = choice.taken("utf-8")
    assert taken
    assert apply_fixes("/%2f%e9", merged_fixes("/%2f%e9", fixes.fixes, [taken])) == "/%2F%C3%A9"


@for_each(
    "uri, iri",
    ("http://%C3%A9@xn--bcher-kva.example/", "http://\xe9@b\xfccher.example/"),
    ("http://xn--bcher-kva.example/%C3%A9?%E4%B8%AD", "http://b\xfccher.example/\xe9?\u4e2d"),
    ("/a%20b%2F%C3%A9", "/a%20b%2F\xe9"),
    ("/%E2%80%AE%EE%80%80%E9", None),
    ("/%20", None),
)
def test_uri_becomes_an_iri_and_back(uri: str, iri: str | None) -> None:
    assert uriinspector.inspect(uri).iri == iri
    if iri is not None:
        corrected = uriinspector.inspect(iri).corrected
        assert corrected
        assert corrected.text == uri


PIECES = (
    *("a", "b/", "/", "?", "#", "&", "=", "+", "%", "%2", "%zz", "%41", "%7e", "%2f", "%252e"),
    *("%C3", "%a9", " ", '"', "<", ">", "[", "]", "{", "}", "{x}", "|", "\\", "^", "`", "~", "'"),
    *("@", ":", ";", "..", "\xe9", "\u4e2d", "\u200b", "\u202e", "\ud800", "\ufffd", "\t", "\n"),
    *("\x01", "\x7f"),
)
FRONTS = (
    *("http://h.example/", "https://u@h.example:8080/", "http://b\xfccher.example/", "//h.example"),
    *("foo:", "foo://h/", "file:///", "mailto:", "", "/", "?", "data:text/plain,", "urn:example:"),
    *("http://", "http:", "1:"),
)


def texts(count: int, seed: int) -> list[str]:
    """Return generated texts, each a beginning of a link and a few odd pieces."""
    pick = random.Random(seed)
    return [
        pick.choice(FRONTS) + "".join(pick.choices(PIECES, k=pick.randrange(1, 9)))
        for _ in range(count)
    ]


def reading(text: str) -> tuple[bytes | str, ...] | None:
    """Return the components by the URL standard: scheme, host and port; the rest decoded once."""
    try:
        url = URL(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"), BASE)
    except ValueError:
        return None
    decoded = (url.username, url.password, url.pathname, url.search, url.hash)
    return url.protocol, url.host, *map(unquote_to_bytes, decoded)


BASE = "https://page.example/a/b/c/d"


def fault(text: str, edition: str) -> str | None:
    """Return the fault of a text's correction, or None."""
    valid = uriinspector.parse(text, edition=edition).valid
    corrected = correct(text, edition=edition)
    if valid or corrected is None:
        return None if valid and corrected is None else f"{text!a}: a valid link"
    if isinstance(corrected, str):
        return None
    again = correct(corrected.text, edition=edition)
    before, after = reading(text), reading(corrected.text)
    if before is not None and before != after:
        return f"{text!a}: {before} is not {after}"
    is_template = bool(placeholders(text)) and isinstance(again, str)
    return None if again is None or is_template else f"{text!a}: {corrected.text!a} is not valid"


@for_each("edition", *EDITIONS)
def test_corrections_of_generated_links_have_no_faults(edition: str) -> None:
    assert [each for text in texts(150, 1) if (each := fault(text, edition))] == []


@pytest.mark.long
@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(n, marks=pytest.mark.full) for n in range(4, 20))]
)
def test_corrections_of_many_generated_links_have_no_faults(seed: int) -> None:
    for edition, count in (("2005", 5_000), ("2003", 700), ("1997", 700), ("1994", 700)):
        assert [each for text in texts(count, seed) if (each := fault(text, edition))] == []


def test_encoding_problems_of_one_kind_and_treatment_are_one_finding() -> None:
    found = uriinspector.inspect(MESSY).findings
    assert [(each.code, [place.start for place in (each, *each.also)]) for each in found] == [
        ("double-encoding", [33]),
        ("excluded-char", [18, 47]),
        ("invalid-percent", [21]),
        ("excluded-char", [41, 43, 44]),
        ("special-name", [7]),
        ("encoded-unreserved", [25]),
    ]


@for_each(
    "text, messages",
    ("http://h.example/a|b c?d e#f g", [
        "Contains \"|\" and a space, not allowed at this point in a link. Browsers change some "
        "of them and keep the rest.",
        "Contains a space, not allowed at this point in a link. Browsers send %20."]),
    ("http://h.example/a b?q=\xe9", [
        "Contains a space and \"é\", not allowed at this point in a link. Browsers encode such "
        "characters."]),
    ("http://h.example/a|b?q=\xe9", [
        "Contains \"|\", not allowed at this point in a link. Browsers send such characters "
        "unchanged.",
        "Contains \"é\", not allowed at this point in a link. Browsers send %C3%A9."]),
    ("http://h.example/%7ea?%41", ['Decodes to "A"; these characters need no encoding.',
        'Decodes to "~"; these characters need no encoding.']),
    ("http://h.example/%2f%7e", [
        "\"/\" is data here, unless a program decodes it before splitting the link.",
        "2 encoded bytes use lowercase a to f; the normal form uses A to F.",
        'Decodes to "~"; these characters need no encoding.']),
)  # fmt: skip
def test_encoding_problems_are_reported_by_component(text: str, messages: list[str]) -> None:
    found = uriinspector.inspect(text).findings
    assert [str(each.message) for each in found if each.code != "special-name"] == messages


OF_ENCODING = (
    *("excluded-char", "raw-non-ascii", "invalid-percent", "double-encoding", "encoded-unreserved"),
    *("lowercase-hex", "encoded-delimiter", "encoded-control", "overlong-utf8", "invalid-utf8"),
)


def fault_of_rows(inspection: Inspection) -> str | None:
    """Return a finding without a row, a second one for a kind, or a row with another text than
    the corrected link.
    """
    rows, text = inspection.escapes, inspection.text
    found = [each for each in inspection.findings if each.code in OF_ENCODING]
    for each in found:
        for place in (each, *each.also):
            spans = (row.span for row in rows if row.kinds)
            if not any(span.start < place.end and place.start < span.end for span in spans):
                return f"{text!a}: no row for {each.code} at {place.start}"
    if len(found) > len({(kind, each.part) for each in rows for kind in each.kinds}):
        return f"{text!a}: {[each.code for each in found]}"
    corrected = inspection.corrected
    for row in rows:
        if not row.problem:
            return f"{text!a}: {row.text!a} has no description"
        if corrected is None:
            break
        written = row.text if row.write is None else row.write
        if row.reason and row.write is not None:  # a larger text is replaced
            is_there = written in corrected.text
        else:
            earlier = [each for each in corrected.changes if each.end <= row.span.start]
            before = apply_fixes(text[: row.span.start], earlier)
            is_there = corrected.text.startswith(before + written)
        if not is_there:
            return f"{text!a}: {written!a} is not in {corrected.text!a}"
    return None


ROWS = (
    *("http://h.example/%25%32%66", "http://h.example/%25%32%66|", "file:c|/a b", "\n:%@"),
    *("a1@an.example,a2@an.example", "'http://a_b.example/a b'", "hxxp://h[.]example/a b"),
    *("a@b c:d", "a b@c:d@e", "1:|@", "//h.example\\\\/a b", "a=%0D%0Ab%0D%0A",
        "http://example.com/a/%2e%2", "ftp://%e2%98%83", "\\a\\%2E\\b", "//%c3%a9.example"),
)  # fmt: skip


@for_each("edition", *EDITIONS)
def test_encoding_rows_agree_with_the_correction(edition: str) -> None:
    inspections = (uriinspector.inspect(each, edition=edition) for each in (*ROWS, *texts(100, 2)))
    assert [each for one in inspections if (each := fault_of_rows(one))] == []


@for_each(
    "text, name",
    ("%253A%252F%252F", '":" (U+003A COLON) and 2 more'),
    ("%25C3%25A9", "U+00E9 LATIN SMALL LETTER E WITH ACUTE"),
    ("%20%20", "U+0020 SPACE (2 times)"), ("%c0%af", '"/" (U+002F SOLIDUS)'),
    ("%C0%80", "U+0000 NULL"), ("%FF%FE", "2 bytes"),
    ("%252525", '"%" (U+0025 PERCENT SIGN)'),
)  # fmt: skip
def test_encoding_row_names_the_decoded_character(text: str, name: str) -> None:
    (row,) = uriinspector.inspect(f"http://h.example/{text}").escapes
    assert str(row.name) == name


@for_each("piece", "%252e", "%20", "a=http%3a%2f%2f%252e&", "=http%3a%2f%2f")
def test_encoding_rows_take_linear_time(piece: str) -> None:
    def text(size: int) -> str:
        return f"http://h.example/?{piece * (size // len(piece))}"

    assert is_linear_over(lambda each: uriinspector.inspect(each).escapes, text, 10_000)


@for_each("piece", "%zz", "%u00e9|", "\u200b", "+|", "{x} ")
def test_correction_takes_linear_time(piece: str) -> None:
    def text(size: int) -> str:
        return f"http://h.example/?{piece * (size // len(piece))}"

    assert is_linear_over(correct, text, 4_000)
