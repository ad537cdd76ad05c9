"""The full text is kept while only an excerpt is shown."""

from hypothesis import given
from hypothesis import strategies as st

from uriinspector.gui.editor.text_document import TextChange, TextExcerpt

LIMIT = 10


def applied(text: str, changes: list[TextChange]) -> str:
    for start, end, new in changes:
        assert 0 <= start <= end <= len(text)
        text = text[:start] + new + text[end:]
    return text


EDITS = st.lists(
    st.tuples(st.floats(0, 1), st.floats(0, 1), st.text("abc", max_size=30), st.integers(-1, 2)),
    max_size=12,
)


@given(EDITS)
def test_shown_text_always_matches_the_excerpt(edits: list[tuple[float, float, str, int]]) -> None:
    kept, model, shown = TextExcerpt(LIMIT), "", ""
    for first, second, new, turn in edits:
        start, end = sorted((round(first * len(model)), round(second * len(model))))
        model = model[:start] + new + model[end:]
        shown = applied(shown, kept.replace(start, end, new))
        if turn < 2:
            shown = applied(shown, kept.page(turn))
        else:
            shown = applied(shown, kept.show(start, start))
            assert kept.shown.start <= start <= kept.shown.end
        assert kept.text == model
        assert shown == kept.shown.of(model)
        assert len(shown) == min(len(model), LIMIT)


def test_typing_in_a_full_excerpt_makes_small_changes() -> None:
    kept = TextExcerpt(LIMIT)
    kept.replace(0, 0, "0123456789abcdef")
    assert kept.shown == (0, 10)
    assert kept.replace(3, 3, "x") == [TextChange(3, 3, "x"), TextChange(10, 11, "")]
    assert kept.replace(3, 4, "") == [TextChange(3, 4, ""), TextChange(9, 9, "9")]


def test_show_moves_the_excerpt_to_the_span() -> None:
    kept = TextExcerpt(LIMIT)
    kept.replace(0, 0, "x" * 100)
    kept.show(50, 52)
    assert kept.shown == (46, 56)
    assert kept.show(50, 52) == []
    kept.page(1)
    assert kept.shown == (56, 66)
    kept.page(9)
    assert kept.shown == (90, 100)
