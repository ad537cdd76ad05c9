"""Two compared references: headline, ladder, aligned characters and likeness."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector import EDITIONS
from uriinspector.analysis.card import card_of
from uriinspector.analysis.safe_text import is_unsafe
from uriinspector.core.appearance import align
from uriinspector.core.compare import EquivalenceClass
from uriinspector.gui.compare.comparison_view import (
    MOST_COLUMNS,
    MOST_ROWS,
    NO_CHARACTER,
    ComparePair,
    GroupRequest,
    Headline,
    RungCard,
    columns,
    difference_rows,
    drawn,
    fact_rows,
    group,
    group_rows,
    headline,
    left_out,
    look_at,
    pairs,
    rung_cards,
    spelled,
)
from uriinspector.gui.text.pieces import Kind, plain_text
from uriinspector.gui.transfer.incoming import listed_references

CYRILLIC = "http://\u0430pple.com"

SITES = "Lookalikes with different sites:"


def headline_of(*pair: Any) -> Headline:
    return headline(look_at(ComparePair(*pair)))


ROWS = [
    # a, b, line, severity, clause it cites
    ("http://a/", "http://a/", "Equal: the same text", "info", "RFC 3986 6.2.1"),
    ("HTTP://A/", "http://a/", "Equal after case normalization", "info", "6.2.2.1"),
    ("a:%41", "a:A", "Equal after percent-encoding normalization", "info", "RFC 3986 6.2.2.2"),
    ("a:/b/../c", "a:/c", "Equal after dot-segment removal", "info", "RFC 3986 6.2.2.3"),
    ("http://a:80/", "http://a", "Equal after scheme-based normalization", "info", "9110 4.2.3"),
    ("urn:x-a:b?=c", "urn:x-a:b", "Equal after scheme-based normalization", "info", "8141 3.1"),
    ("http://a/b", "http://a/b/", "Not equal under any rule checked", "calm", "RFC 3986 6.2.4"),
    ("http://a/b", "https://c/", "Not equal under any rule checked", "calm", "RFC 3986 6.2.4"),
    ("http://apple.com", CYRILLIC,
        f'{SITES} B has "\u0430" (Cyrillic) where A has "a"', "high",
        "RFC 3986 6.2.4"),
    (CYRILLIC, "http://apple.com",
        f'{SITES} A has "\u0430" (Cyrillic) where B has "a"', "high",
        "RFC 3986 6.2.4"),
    ("http://paypal.com/", "http://paypaI.com/",
        f'{SITES} B has "I" (latin capital letter i) where A has "l"', "high",
        "RFC 3986 6.2.4"),
    ("http://localhostl/", "http://localhost1/",
        'Lookalikes with different hosts: B has "1" (digit one) where A has "l"', "high",
        "RFC 3986 6.2.4"),
    ("http://example.com/modern", "http://example.com/rnodern",
        "Lookalikes: 2 of 26 characters differ, U+0072 LATIN SMALL LETTER R", "medium",
        "RFC 3986 6.2.4"),
    ("http://www.ex\u0430mple.com/~ann/", "HTTP://www.example.com:80/%7Eann/",
        'The hosts look alike: A has "\u0430" (Cyrillic) where B has "a"', "high",
        "RFC 3986 6.2.4"),
    ("http://localhostl/~a", "http://localhost1/%7Ea",
        'The hosts look alike: B has "1" (digit one) where A has "l"', "high", "RFC 3986 6.2.4"),
    ("apple.com", "\u0430pple.com",
        'Lookalikes: B has "\u0430" (Cyrillic) where A has "a"', "medium",
        "RFC 3986 6.2.4"),
]  # fmt: skip


@for_each("a, b, line, severity, clause", *ROWS)
def test_comparison_headline_states_the_strongest_result(
    a: str, b: str, line: str, severity: str, clause: str
) -> None:
    found = headline_of(a, b)
    assert (found.line, found.severity) == (line, severity)
    assert found.cite.endswith(clause)


def test_lookalike_characters_are_listed_first_and_letter_case_is_one_row() -> None:
    both = look_at(ComparePair("HTTP://www.apple.com/", "http://www.\u0430pple.com/")).both
    assert both is not None
    rows = difference_rows(both.appearance)
    assert [each.chars for each in rows] == [("a", "\u0430"), ("HTTP", "http")]
    assert plain_text(rows[1].description(0)) == "only the letter case differs"


def test_comparison_headline_asks_for_a_missing_link() -> None:
    assert headline(None).line == "Enter two links to compare"
    for pair in (("http://a/", ""), ("", "http://a/")):
        assert headline_of(*pair).line == "One link is missing"


def test_remaining_differences_are_listed() -> None:
    detail = headline_of("http://a:1/b?c", "http://d:2/b?e").detail
    assert "the links still differ in: host, port, query." in detail
    assert "need the network (RFC 3986 §6.2.4)" in detail


def test_urns_are_compared_by_selected_edition() -> None:
    assert (
        headline_of("urn:x-a:b?=c", "urn:x-a:b", "2005", "rfc2141").line
        == "Not equal under any rule checked"
    )


@for_each("edition", *EDITIONS)
@given(st.sampled_from(pairs()), st.text(max_size=8), st.text(max_size=8))
def test_every_headline_cites_a_clause_with_a_card(
    edition: str, example: tuple[str, ComparePair], a: str, b: str
) -> None:
    pair = example[1]
    for each in (pair, ComparePair(pair.a + a, pair.b + b), ComparePair(a or "x", b or "x")):
        found = headline(look_at(each._replace(edition=edition)))
        assert card_of(found.cite) is not None
        assert "different" not in found.line or found.line.startswith("Lookalikes")


@for_each(
    "edition, a, b, cite",
    ("1994", "http://a/", "http://a/", "RFC 1738 2.2"),
    ("1997", "http://a/", "http://a/", "RFC 3986 6.1"),
    ("1994", "http://a/", "http://b/c", "RFC 3986 6.1"),
    ("1997", "http://a/", "http://b/c", "RFC 3986 6.1"),
)
def test_edition_without_a_clause_cites_the_standard(
    edition: str, a: str, b: str, cite: str
) -> None:
    found = headline_of(a, b, edition)
    assert found.cite == cite
    assert "RFC " in found.detail


def test_references_without_a_target_are_not_compared() -> None:
    found = headline_of("g", "g", "2003", "rfc8141", "mailto:x", "mailto:x")
    assert found.line == "Not compared: no target"
    assert found.detail.startswith("The base is opaque")
    assert (found.severity, found.cite) == ("calm", "rfc2396bis-01 6.1")
    assert headline_of("", "g", "2003").line == "One link is missing"
    assert headline_of("#s", "g", "1997", "rfc8141", "http://a", "http://a").cite == "RFC 3986 6.1"


@for_each("edition", "1994", "1997", "2003", "2005")
def test_relative_references_without_a_base_are_not_equal(edition: str) -> None:
    found = headline_of("../a", "../a", edition)
    assert found.line == "Not compared: relative reference without a base"
    assert "resolved before it is compared" in found.detail
    assert "same address" not in f"{found.line} {found.detail}"
    with_bases = headline_of("../a", "../a", edition, "rfc8141", "http://a/b/c", "http://a/b/d")
    assert with_bases.line == "Equal: the same text"


def test_lookalike_hosts_without_a_scheme_are_reported() -> None:
    found = headline_of("apple.com", "\u0430pple.com")
    assert found.line.startswith("Lookalikes")
    assert "resolved before it is compared" in found.detail


def test_fragment_only_difference_is_explained() -> None:
    assert "only in the fragment" in headline_of("http://a/b#c", "http://a/b#d").detail
    assert "fragment only" not in headline_of("http://a/b#c", "http://a/d#d").detail


TEXTS = st.text(alphabet="abc\u0430\u202e\u0301\u05d0%/", max_size=24)

COLUMNS = [
    # a, b, upper line, lower line, which columns differ
    ("abc", "abc", "abc", "abc", ""),
    ("abc", "axc", "abc", "axc", " ^ "),
    ("ac", "abc", f"a{NO_CHARACTER}c", "abc", " ^ "),
    ("m", "rn", f"m{NO_CHARACTER}", "rn", "^^"),
    ("a\u202eb", "ab", "a‹U+202E›b", f"a{NO_CHARACTER}b", " ^ "),
    ("ae\u0301", "ae", "ae\u25cc\u0301", f"ae{NO_CHARACTER}", "  ^"),
]


@for_each("a, b, upper, lower, marks", *COLUMNS)
def test_characters_are_aligned_in_columns(
    a: str, b: str, upper: str, lower: str, marks: str
) -> None:
    found = columns(align(a, b))
    assert "".join(each.upper for each in found) == upper
    assert "".join(each.lower for each in found) == lower
    assert "".join("^" if each.change >= 0 else " " for each in found).rstrip() == marks.rstrip()


@given(TEXTS, TEXTS)
def test_columns_contain_all_characters_escaped(a: str, b: str) -> None:
    found = columns(align(a, b))
    for text, side in ((a, 0), (b, 1)):
        assert [each[side] for each in found if each[side] != NO_CHARACTER] == [*map(drawn, text)]
    assert not any(is_unsafe(char) for each in found for char in each.upper + each.lower)


@given(TEXTS, TEXTS)
def test_each_difference_has_rows(a: str, b: str) -> None:
    rows = difference_rows(align(a, b))
    for row in rows:
        for side, text in enumerate((a, b)):
            assert row.span(side).of(text) == row.chars[side]
    marked = {each.change for each in columns(align(a, b)) if each.change >= 0}
    assert {row.change for row in rows} == marked
    lookalikes = [row.is_lookalike for row in rows]
    assert lookalikes == sorted(lookalikes, reverse=True)


def test_row_shows_position_character_name_and_script() -> None:
    (row,) = difference_rows(align("http://apple", "http://\u0430pple"))
    assert [plain_text(row.position(side)) for side in (0, 1)] == ["8", "8"]
    assert plain_text(row.character(1)) == "\u0430"
    assert plain_text(row.description(0)) == "U+0061 LATIN SMALL LETTER A · Latin"
    assert plain_text(row.description(1)) == "U+0430 CYRILLIC SMALL LETTER A · Cyrillic"


def test_inserted_character_has_no_counterpart() -> None:
    (row,) = difference_rows(align("ab", "a\u200bb"))
    assert [plain_text(row.position(side)) for side in (0, 1)] == ["–", "2"]
    assert [plain_text(row.character(side)) for side in (0, 1)] == ["nothing", "‹U+200B›"]
    assert plain_text(row.description(0)) == ""
    assert plain_text(row.description(1)) == "U+200B ZERO WIDTH SPACE"


def test_long_texts_are_cut_and_the_rest_is_counted() -> None:
    found = align("a" * 10_000, "b" * 9_000)
    assert len(columns(found)) == MOST_COLUMNS
    assert len(difference_rows(found)) == MOST_ROWS
    assert left_out(found) == 10_000 - MOST_COLUMNS
    assert left_out(align("a", "b")) == 0


def test_differences_are_spelled_for_screen_readers() -> None:
    assert spelled(columns(align("abc", "axc"))) == "b / x"
    assert spelled(columns(align("a" * 9, "b" * 9)), most=2) == "a / b, a / b…"


def test_aligning_columns_takes_linear_time() -> None:
    def work(text: str) -> object:
        return columns(align(text, text.replace("a", "b")))

    assert is_linear_over(work, lambda size: "ac" * size, 2_000)


LIST = ("b:c", "HTTP://a/", "http://a:80", "http://a/")


@for_each(
    "text, references",
    ("", ()), ("\n \n\t\n", ()), ("a\nb", ("a", "b")), ("a\r\n b \rc\n\n", ("a", " b ", "c")),
    ("http://a/\u2028b\u202e\x0b", ("http://a/\u2028b\u202e\x0b",)),
)  # fmt: skip
def test_pasted_lines_are_kept_exactly(text: str, references: tuple[str, ...]) -> None:
    assert listed_references(text) == references


def grouped(rung: str = "scheme", texts: tuple[str, ...] = LIST) -> list[EquivalenceClass]:
    listing = GroupRequest(texts, rung, "2005", "rfc8141")
    return [each for part in group(listing) for each in part.rows]


def test_groups_are_sorted_by_size() -> None:
    rows = list(group_rows(grouped()))
    assert [plain_text(row.written) for row in rows] == [
        "3 equivalent references  http://a/", "HTTP://a/", "http://a:80", "http://a/",
        "1 reference without equivalents  b:c", "b:c",
    ]  # fmt: skip
    assert [row.first for row in rows] == ["HTTP://a/"] * 4 + ["b:c"] * 2


def test_normalization_changes_are_marked() -> None:
    rows = list(group_rows(grouped()))
    assert {piece.kind: piece.text for piece in rows[2].change}[Kind.CUT] == ":80"
    assert rows[0].change == ()


def test_grouping_depends_on_the_rung() -> None:
    sizes = {
        rung: [len(each.texts) for each in grouped(rung)] for rung in ("string", "case", "scheme")
    }
    assert sizes == {"string": [1, 1, 1, 1], "case": [2, 1, 1], "scheme": [3, 1]}


def test_grouping_reports_progress() -> None:
    parts = list(group(GroupRequest(LIST * 300, "string", "2005", "rfc8141")))
    assert [(len(part.rows), part.done, part.of) for part in parts] == [
        (0, 0, 1_200),
        (0, 500, 1_200),
        (0, 1_000, 1_200),
        (4, 1_200, 1_200),
    ]


PUNY = "xn--pple-43d.com"


@for_each(
    "a, b, skeleton, domains, labels",
    ("http://a.org/", "http://a.org/", "identical text", ("a.org",) * 2, ("a.org",) * 2),
    ("http://www.apple.com/", "http://www.\u0430pple.com/", "confusable (UTS 39)",
        ("apple.com", PUNY), ("www.apple.com", f"www.{PUNY}")),
    ("http://a.co.uk/", "urn:a-b:c", "not confusable (UTS 39)", ("a.co.uk", "none"),
        ("a.co.uk", "none")),
    ("http://10.0.0.1/", "//[::1]/", "not confusable (UTS 39)", ("none", "none"),
        ("10.0.0.1", "[::1]")),
)  # fmt: skip
def test_skeleton_domain_and_labels_are_shown(
    a: str, b: str, skeleton: str, domains: tuple[str, str], labels: tuple[str, str]
) -> None:
    both = look_at(ComparePair(a, b)).both
    assert both is not None
    first, _hosts, second, third, _unicode = fact_rows(both)
    assert plain_text(first.a) == skeleton
    assert (plain_text(second.a), plain_text(second.b)) == domains
    assert (plain_text(third.a), plain_text(third.b)) == labels


def test_different_names_are_marked() -> None:
    both = look_at(ComparePair("http://apple.com", "http://\u0430pple.com")).both
    assert both is not None
    _, _, domain, _, letters = fact_rows(both)
    assert [piece.kind for piece in domain.b] == [Kind.DIFFERS]
    assert [piece.text for piece in letters.b if piece.kind is Kind.DIFFERS] == ["\u0430"]


@for_each(
    "a, b, said",
    ("http://apple.com", f"http://{PUNY}", "confusable (UTS 39)"),
    ("http://apple.com", "http://APPLE.com", "identical text"),
    ("http://apple.com", "http://pear.com", "not confusable (UTS 39)"),
    ("http://apple.com", "apple.com", "none"),
)
def test_comparison_shows_whether_domains_are_confusable(a: str, b: str, said: str) -> None:
    both = look_at(ComparePair(a, b)).both
    assert both is not None
    assert plain_text(fact_rows(both)[1].a) == said


def cards(*pair: Any) -> dict[str, RungCard]:
    both = look_at(ComparePair(*pair)).both
    assert both is not None
    return {each.title: each for each in rung_cards(both)}


def marked(card: RungCard, form: int, kind: Kind) -> list[str]:
    return [piece.text for piece in card.forms[form] if piece.kind is kind]


SIGNS = [
    # a, b, signs of the rungs from "as written" to "protocol", then browsers and site
    ("http://a.org/", "http://a.org/", "=====–", "=="),
    ("HTTP://A.org/", "http://a.org/", "≠====–", "=="),
    ("http://a.org:80", "http://a.org/", "≠≠≠≠=–", "=="),
    ("http://a.org/b", "https://www.a.org/", "≠≠≠≠≠–", "≠="),
    ("http://a.org/", "http://b.org/", "≠≠≠≠≠–", "≠≠"),
    ("a/b", "a/b", "––––––", "––"),
    ("http://1/", "http://0.0.0.1/", "≠≠≠≠≠–", "=–"),
]


@for_each("a, b, ladder, followed", *SIGNS)
def test_each_rung_shows_equality(a: str, b: str, ladder: str, followed: str) -> None:
    assert "".join([each.sign for each in cards(a, b).values()]) == ladder + followed


def test_rung_marks_changes_in_both_forms() -> None:
    found = cards("HTTP://A/%7eb", "http://a/~B")
    assert marked(found["case"], 0, Kind.CUT) == ["HTTP", "A", "e"]
    assert marked(found["case"], 0, Kind.ADDED) == ["http", "a", "E"]
    assert plain_text(found["case"].forms[1]) == "http://a/~B"
    assert marked(found["as written"], 1, Kind.DIFFERS) == ["http", "a", "~B"]


def test_as_written_forms_are_unchanged() -> None:
    texts = ("HTTP://a:80/./b", "http://a/b#c")
    for each, text in zip(cards(*texts)["as written"].forms, texts, strict=True):
        assert plain_text(each) == text


def test_first_equal_rung_is_marked_as_first() -> None:
    found = cards("HTTP://a/", "http://a/")
    assert [title for title, each in found.items() if each.is_first] == ["case"]
    assert not any(each.is_first for each in cards("a:b", "a:c").values())


def test_rung_without_effect_shows_no_forms() -> None:
    found = cards("http://a/b", "http://a/c")["case"]
    assert found.forms == ()
    assert found.note.startswith("this rule has no effect here: ")


@for_each(
    "urn_edition, rules",
    ("rfc2141", {"URNs (RFC 2141)": "≠", "URNs (namespace)": "≠"}),
    ("draft2012", {"URNs (2012, 5a)": "=", "URNs (2012, 5b)": "≠", "URNs (namespace)": "="}),
    ("rfc8141", {"URNs (RFC 8141)": "=", "URNs (namespace)": "="}),
)
def test_urns_have_their_own_rungs(urn_edition: str, rules: dict[str, str]) -> None:
    query = "?x" if urn_edition == "draft2012" else "?=x"
    found = cards(f"urn:example:a{query}", "URN:Example:a", "2005", urn_edition)
    signs = {title: each.sign for title, each in found.items() if title.startswith("URNs")}
    assert signs == rules


def test_urn_rungs_require_two_urns() -> None:
    assert not any(title.startswith("URNs") for title in cards("urn:a-b:c", "http://a/"))


def test_every_clause_of_the_ladder_has_a_card() -> None:
    found = {cite for each in pairs() for card in cards(*each.pair).values() for cite in card.cites}
    assert {cite for cite in found if card_of(cite) is None} == set()
    assert found


def test_outcomes_never_claim_nonequivalence() -> None:
    said = {
        card.outcome for each in pairs() for card in cards(*each.pair).values() if not card.is_met
    }
    assert said <= {
        *("not yet equivalent", "not reached", "equivalence not shown"),
        *("different URLs", "different sites", "not accepted", "no site"),
    }


BASES = ComparePair("g", "../b/g", base_a="http://a.org/b/c", base_b="http://a.org/x/y")


def test_targets_are_compared_if_bases_are_given() -> None:
    found = cards(*BASES)
    target = found["target"]
    assert [plain_text(each) for each in target.forms] == ["http://a.org/b/g"] * 2
    assert (target.sign, target.cites) == ("–", ("RFC 3986 6.1",))
    assert found["as written"].is_met
    assert found["browsers (WHATWG)"].is_met
    assert "target" not in cards("http://a/", "http://b/")


def test_missing_target_is_explained() -> None:
    found = cards(*BASES._replace(base_b="b"))
    assert "the base has none" in plain_text(found["target"].forms[1])
    assert {found[title].sign for title in ("as written", "case", "scheme rules")} == {"–"}
    assert found["case"].note == "there is no target to compare"


def test_ignored_fragments_have_a_card() -> None:
    found = cards(*ComparePair("http://a/#b", "http://a/#c", fragments=False))
    assert found["fragment"].outcome == "not compared"
    assert found["as written"].is_met
    assert found["fragment"].cites == ("RFC 3986 6.1",)
    earlier = cards(*ComparePair("http://a/#b", "http://a/#c", "1997", fragments=False))
    assert earlier["fragment"].cites == ()


def test_urn_rules_name_the_difference() -> None:
    found = cards("urn:foo:a,b", "urn:foo:a,b?x=y", "2005", "draft2012")
    assert (found["URNs (2012, 5a)"].sign, found["URNs (2012, 5a)"].note) == ("=", "")
    assert found["URNs (2012, 5b)"].sign == "≠"
    assert found["URNs (2012, 5b)"].note == "differs in: query"
