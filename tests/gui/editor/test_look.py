"""A look follows edits until the new text has been inspected."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

import uriinspector
from uriinspector.analysis.annotated import annotated
from uriinspector.gui.editor.look import Look, look_of

LINK = "https://www.host.example:80/a?b=c#d"


def of(text: str) -> Look:
    return look_of(annotated(uriinspector.inspect(text)))


def tinted(look: Look, text: str) -> list[tuple[str, str]]:
    return [(text[each.start : each.end], each.meaning) for each in look.tints]


def test_components_are_tinted_and_delimiters_are_muted() -> None:
    assert tinted(of("http://a/?q"), "http://a/?q") == [
        ("http", "scheme"),
        ("://", "muted"),
        ("a", "host"),
        ("/", "path"),
        ("?", "muted"),
        ("q", "query"),
    ]


def test_registrable_domain_is_bold() -> None:
    look = of(LINK)
    assert [LINK[each.start : each.end] for each in look.tints if each.meaning == "host"] == [
        "www.",
        "host.example",
    ]
    light, heavy = (each.weight for each in look.tints if each.meaning == "host")
    assert 400 < light < heavy
    assert look.heavy is not None
    assert look.heavy.of(LINK) == "host.example"


def test_typing_in_or_after_a_component_extends_it() -> None:
    look, at = of(LINK), LINK.index(":80")
    for place in (at - 3, at):
        moved = look.moved(place, 0, 1)
        host = next(each for each in moved.brackets if each.meaning == "host")
        assert (host.start, host.end) == (8, at + 1)
        assert moved.brackets[-1].end == len(LINK) + 1


def test_erased_components_have_no_bracket() -> None:
    moved = of(LINK).moved(8, 20, 0)
    assert [each.meaning for each in moved.brackets] == ["scheme", "path", "query", "fragment"]


def test_bracket_at_an_offset_is_found() -> None:
    look = of(LINK)
    found = [look.bracket_at(at) for at in (0, 5, 8, len(LINK) - 1, len(LINK), 99)]
    labels = [each and each.label for each in found]
    assert labels == ["scheme", None, "host", "fragment", None, None]


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 9))
def test_moved_spans_stay_ordered_and_within_the_text(at: int, removed: int, added: int) -> None:
    at = min(at, len(LINK))
    removed = min(removed, len(LINK) - at)
    moved = of(LINK).moved(at, removed, added)
    length = len(LINK) - removed + added
    for spans in ([each[:2] for each in moved.tints], [each[:2] for each in moved.brackets]):
        assert all(0 <= start < end <= length for start, end in spans)
        assert all(a[1] <= b[0] for a, b in pairwise(spans))
