"""Proposed fixes and the decisions about them: skipped kinds, picked options, written files."""

import pickle

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector.analysis.correction import (
    IS_UNCERTAIN,
    OPTIONS,
    FixChoice,
    FixSetting,
    TextFix,
    fix_reference,
    placeholders,
)
from uriinspector.analysis.escapes import FixOption
from uriinspector.documents.fixes.proposals import (
    NOT_ALONE,
    OTHER_NOW,
    OTHERWISE,
    FixDecision,
    FixProposal,
    FixRequest,
    decided_fix,
    form_proposal,
    proposals_of,
    with_decided,
)
from uriinspector.documents.scan import scan
from uriinspector.readers import browser

PAGE = '<!doctype html><meta charset=utf-8><a href="{}">x</a>'
REQUEST = FixRequest()
BASE = "https://b.example/a/b"


def proposal(text: str, base: str | None = BASE) -> FixProposal:
    fix = fix_reference(text, FixSetting(base=base))
    texts = (fix.fixes, fix.choices, fix.omitted)
    return FixProposal(0, 0, text, base, *texts, "1", "a", 1, 1)


def proposals(*values: str) -> tuple[bytes, list[FixProposal]]:
    octets = "".join(PAGE.format(each) for each in values).encode()
    return octets, list(proposals_of(0, scan(octets, name="a.html"), REQUEST))


def test_fix_proposals_can_be_pickled() -> None:
    _, (first, second) = proposals("a b%2f", "/%zz")
    assert pickle.loads(pickle.dumps([first, second])) == [first, second]
    assert first.codes == ("excluded-char", "lowercase-hex")
    assert "excluded-char" in dict(first.findings)
    assert (first.element, first.line) == ("a", 1)


def test_unambiguous_fixes_are_applied_by_default() -> None:
    _, (first, second) = proposals("a b%2f", "/%zz")
    assert decided_fix(first, FixDecision()).fixed == "a%20b%2F"
    assert decided_fix(second, FixDecision()) == ((), "/%zz", None)


@for_each(
    "skipped, fixed", ("lowercase-hex", "a%20b%2f"), ("excluded-char", "a b%2F"),
    ("backslash", "a%20b%2F"),
)  # fmt: skip
def test_skipped_kind_of_fix_is_left_out(skipped: str, fixed: str) -> None:
    decided = decided_fix(proposal("a b%2f"), FixDecision(frozenset({skipped})))
    assert (decided.fixed, decided.omitted) == (fixed, None)


def test_partial_fix_never_changes_the_destination() -> None:
    # Without "./" the decoded segment would be a scheme.
    decided = decided_fix(proposal("%61b:x"), FixDecision(frozenset({"colon"})))
    assert decided == ((), "%61b:x", NOT_ALONE)


def test_fix_option_can_be_picked_dropped_and_rejected() -> None:
    one = proposal("/%zz%u00e9 b")
    taken = FixDecision().pick(1, "character").pick(0, "literal")
    assert taken.picked == ((0, "literal"), (1, "character"))
    assert decided_fix(one, taken).fixed == "/%25zz%C3%A9%20b"
    assert taken.picked_name(1) == "character"
    assert decided_fix(one, taken.pick(0, "")).fixed == "/%zz%C3%A9%20b"
    # An option that the author has to write changes nothing.
    assert decided_fix(one, FixDecision().pick(0, "slip")).fixed == "/%zz%u00e9%20b"
    assert decided_fix(proposal("/%E9"), FixDecision().pick(0, "bytes")).fixes == ()
    (choice,) = proposal("/a\u200bb").choices
    front = FixChoice(0, 2, choice.code, "", (FixOption("", "", "remove"),), ())
    one = FixProposal(0, 0, "/\u200b//h/x", None, (), (front,), None, "", "", 1, 1)
    assert decided_fix(one, FixDecision().pick(0, "remove")).omitted == IS_UNCERTAIN
    assert decided_fix(one, FixDecision()).fixes == ()


TEXTS = st.text(st.sampled_from('ab1 %2e7Ez/\\:?#[]@&|.;{}"\t\xe9\u200bhtpu0'), max_size=20)


@given(
    st.sampled_from(["", "http:", "//", "/%zz", "/%E9", "\u200bhttp://", "///", "?a&amp;"]), TEXTS
)
def test_picked_option_agrees_with_the_fixer(front: str, rest: str) -> None:
    text = front + rest
    assume(not placeholders(text))
    one = proposal(text)
    for code, names in OPTIONS.items():
        for name in names:
            picked = FixDecision()
            for at, choice in enumerate(one.choices):
                if choice.code == code and name in {each.name for each in choice.options}:
                    picked = picked.pick(at, name)
            chosen = fix_reference(text, FixSetting(base=BASE, chosen=((code, name),)))
            decided = decided_fix(one, picked)
            if decided.omitted is None and chosen.omitted is None and picked.picked:
                assert decided.fixed == chosen.fixed


@given(
    TEXTS, st.frozensets(st.sampled_from(["excluded-char", "backslash", "lowercase-hex", "colon"]))
)
def test_skipped_fixes_never_change_where_browsers_go(text: str, skipped: frozenset[str]) -> None:
    assume(not placeholders(text))
    decided = decided_fix(proposal(text), FixDecision(skipped))
    before, after = browser.serialized(text, BASE), browser.serialized(decided.fixed, BASE)
    assert (before is None) == (after is None)
    if before is not None and after is not None:
        assert (before.scheme, before.host, before.port) == (after.scheme, after.host, after.port)


def test_fixed_file_is_written_from_the_decisions() -> None:
    octets, found = proposals("a b", "c d", "/%zz")
    changes = {
        each.number: (each.value, decided_fix(each, FixDecision().pick(0, "literal")).fixes)
        for each in found
        if each.value != "c d" and each.choices
    }
    changes[found[0].number] = ("a b", decided_fix(found[0], FixDecision()).fixes)
    file = with_decided("a.html", octets, changes, REQUEST)
    assert file.fixed == octets.replace(b"a b", b"a%20b").replace(b"%zz", b"%25zz")
    assert file.problem is None


def test_links_that_changed_meanwhile_are_not_fixed() -> None:
    octets, (first,) = proposals("a b")
    changes = {first.number: ("c d", first.fixes), 7: ("x", ())}
    for each in ({first.number: changes[first.number]}, {7: changes[7]}):
        file = with_decided("a.html", octets, each, REQUEST)
        assert (file.problem, file.fixed) == (OTHER_NOW, octets)


def test_decision_that_would_change_the_page_is_not_written() -> None:
    octets, (first,) = proposals("a b")
    quote = TextFix(1, 2, '"', "x", "", ())
    file = with_decided("a.html", octets, {first.number: ("a b", (quote,))}, REQUEST)
    assert (file.fixed, file.fixes[0].omitted) == (octets, OTHERWISE)


@for_each(
    "value, form, text, change",
    ("/a/x?q", "relative", "../x?q", (0, 2, "..")),
    ("x", "absolute", "https://h.example/x", (0, 0, "https://h.example/")),
    ("https://h.example/x", "root-relative", "/x", (0, 17, "")),
)
def test_rewritten_form_changes_only_the_difference(
    value: str, form: str, text: str, change: tuple[int, int, str]
) -> None:
    one = FixProposal(0, 0, value, BASE, (), (), None, "1", "a", 1, 1)
    changed = form_proposal(one, form, text)
    (fix,) = changed.fixes
    assert (fix.start, fix.end, fix.replacement, fix.code) == (*change, form)
    assert decided_fix(changed, FixDecision()).fixed == text
    assert decided_fix(changed, FixDecision(frozenset({form}))).fixed == value
