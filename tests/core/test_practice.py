"""The six rules of good practice of rfc2396bis-01 6.3, in its order."""

from tests.for_each import for_each
from uriinspector import EDITIONS, parse
from uriinspector.core.practice import good_practice
from uriinspector.core.production import is_of_characters, narrowed

SCHEME, HOST, ESCAPES, CAPITALS, UTF_8, DOTS = range(6)
YES, NO, NOTHING = True, False, None

ROWS = [
    # reference, followed or not, by rule: scheme, host, escapes, capitals, UTF-8, dots
    ("http://example.com/a/b?c#d", (YES, YES, NOTHING, NOTHING, NOTHING, YES)),
    ("HTTP://example.com/", (NO, YES, NOTHING, NOTHING, NOTHING, YES)),
    ("http://Example.COM/", (YES, NO, NOTHING, NOTHING, NOTHING, YES)),
    ("http://h/%41", (YES, YES, NO, YES, YES, YES)),
    ("http://h/%20", (YES, YES, YES, YES, YES, YES)),
    ("http://h/%2f", (YES, YES, YES, NO, YES, YES)),
    ("http://h/%C3%A9", (YES, YES, YES, YES, YES, YES)),
    ("http://h/%E9", (YES, YES, YES, YES, NO, YES)),
    ("http://h/%C0%AF", (YES, YES, YES, YES, NO, YES)),
    ("http://h/a/./b", (YES, YES, NOTHING, NOTHING, NOTHING, NO)),
    ("http://h/a/..", (YES, YES, NOTHING, NOTHING, NOTHING, NO)),
    ("http://h/.a/b../...", (YES, YES, NOTHING, NOTHING, NOTHING, YES)),
    ("http://h?/../", (YES, YES, NOTHING, NOTHING, NOTHING, YES)),
    ("mailto:a@B", (YES, NOTHING, NOTHING, NOTHING, NOTHING, YES)),
    # a relative reference needs its dots
    ("../a", (NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING)),
    ("//h/../a", (NOTHING, YES, NOTHING, NOTHING, NOTHING, NOTHING)),
    ("", (NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING)),
    # the digits of an escape in a host concern the fourth rule, not the second
    ("http://%C3%A9.example/", (YES, YES, YES, YES, YES, YES)),
    ("http://%c3%a9.example/", (YES, YES, YES, NO, YES, YES)),
    ("http://%C3%A9.Example/", (YES, NO, YES, YES, YES, YES)),
]


@for_each("text, kept", *ROWS)
def test_good_practice_rules_are_followed_broken_or_inapplicable(
    text: str, kept: tuple[bool | None, ...]
) -> None:
    assert tuple(each.is_followed for each in good_practice(parse(text))) == kept


PLACES = [
    ("HTTP://h/", SCHEME, ["HTTP"]),
    ("http://u@Host:80/", HOST, ["Host"]),
    ("http://h/%41b%20%7e", ESCAPES, ["%41", "%7e"]),
    ("http://h/%2f%2F?%c3%A9", CAPITALS, ["%2f", "%c3"]),
    ("http://h/%41%FF%C3", UTF_8, ["%FF", "%C3"]),
    ("http://h/./a/../b/..", DOTS, [".", "..", ".."]),
    ("http://h/././", DOTS, [".", "."]),
    ("foo:../a", DOTS, [".."]),
]


@for_each("text, rule, places", *PLACES)
def test_breaches_of_good_practice_have_their_positions(
    text: str, rule: int, places: list[str]
) -> None:
    assert [span.of(text) for span in good_practice(parse(text))[rule].spans] == places


@for_each("edition", *EDITIONS)
def test_good_practice_checklist_has_six_rules(edition: str) -> None:
    found = [each.to_dict() for each in good_practice(parse("HTTP://h/", edition=edition))]
    assert len({each["rule"] for each in found}) == 6
    assert {tuple(each["cites"]) for each in found} == {("rfc2396bis-01 6.3",)}
    assert found[SCHEME]["kept"] is False
    assert found[SCHEME]["spans"] == [{"start": 0, "end": 4}]


def test_needless_escapes_depend_on_the_edition() -> None:
    kept = {
        edition: good_practice(parse("http://h/%7E", edition=edition))[ESCAPES].is_followed
        for edition in EDITIONS
    }
    assert kept == {"1994": True, "1997": False, "2003": False, "2005": False}


def test_fault_of_several_characters_can_be_narrowed() -> None:
    (fault,) = parse("a||").violations
    assert is_of_characters(fault)
    assert not is_of_characters(parse("a%zz").violations[0])
    one = narrowed(fault, 2, 3, "a||")
    assert (one.start, one.end) == (2, 3)
    assert str(one.message).startswith('"|" (U+007C VERTICAL LINE): not allowed')
