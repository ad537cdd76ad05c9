"""Characters that the grammar does not allow are faults in the tree, derived by no rule."""

from string import ascii_letters, printable

from tests.core.test_derivation import nodes
from tests.for_each import for_each
from uriinspector import EDITIONS, parse
from uriinspector.core.derivation import AND_SO_ON, MOST

CHARACTERS = printable + "\x00\u00e9\u202e\ud800"
PLACES = [
    *("x{}y:a", "//h:1{}2/", "//u{}u@h/", "//u:p{}p@h/", "//h_{}h/", "/a{}b", "a{}b", "x:a{}b"),
    *("?a{}b", "#a{}b", "x://u{}u:p@h:1/a{}b?c{}d#e{}f", "ftp://h/a{}b/c{}d;type=a"),
    *("http://h/a{}b/c?d{}e", "file://h/a{}b", "gopher://h/1a{}b%09c{}d%09+{}e", "mailto:a{}b"),
    *("news:{}b", "news:a{}b@h", "nntp://h/a{}b/1{}2", "telnet://u{}u:p{}p@h/", "wais://h/a{}b"),
    *("wais://h/a?b{}c", "wais://h/a/b{}c/d{}e", "prospero://h/a{}b;c{}d=e{}f"),
]


@for_each("edition", *EDITIONS)
@for_each("place", *PLACES)
def test_disallowed_character_is_not_derived(place: str, edition: str) -> None:
    for char in CHARACTERS:
        text = place.replace("{}", char)
        for each in nodes(parse(text, edition=edition).derivation):
            if each.expected is not None and each.span.of(text) == char:
                assert each.children == (), (text, each)


# In 1994, a whole fragment is one fault.
LONG = [
    (place.replace("{}", "1" * MOST + ascii_letters + "1|2\u00e93"), edition)
    for place in ("//h:{}", "//u{}@h", "//u:{}@h", "/{}", "/a/{}", "x:{}", "?{}", "#{}")
    for edition in EDITIONS
    if (place, edition) != ("#{}", "1994")
]


@for_each("text, edition", *LONG)
def test_omitted_nodes_of_a_long_run_have_no_fault(text: str, edition: str) -> None:
    reference = parse(text, edition=edition)
    left_out = [each for each in nodes(reference.derivation) if each.rule == AND_SO_ON]
    run = range(left_out[0].span.start, left_out[-1].span.end)
    wrong = {at for each in reference.violations for at in range(each.start, each.end)}
    assert {each.omitted for each in left_out} == {len(set(run) - wrong)}
