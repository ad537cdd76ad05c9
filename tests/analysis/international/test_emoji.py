"""Pictures in names."""

from tests.for_each import for_each
from uriinspector.analysis.international.display import emoji_spans, is_emoji
from uriinspector.core.model import Span


@for_each(
    "char, expected",
    ("\u2764", True), ("\U0001f600", True), ("\u00a9", True), ("#", False), ("1", False),
    ("é", False), ("日", False), ("\ufe0f", False), ("\ud800", False),
)  # fmt: skip
def test_pictures_are_told_from_letters(char: str, expected: bool) -> None:
    assert is_emoji(char) is expected


def test_a_run_takes_along_what_joins_its_pictures() -> None:
    assert emoji_spans("i\u2764\ufe0fny.\U0001f468\u200d\U0001f469x\u200d") == (
        Span(1, 3),
        Span(6, 9),
    )
    assert emoji_spans("abc") == ()
