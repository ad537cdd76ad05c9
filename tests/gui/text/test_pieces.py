"""Cells as sequences of pieces, with cut, added and different text marked."""

from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector.gui.text.pieces import (
    LONGEST,
    MARKED,
    MOST_MARKS,
    Kind,
    changed,
    differing,
    file_name,
    fitted,
    ours,
    outside,
    own,
    plain_text,
)


def written(pieces: object) -> str:
    """Write pieces as text: {cut}, [added], (different)."""
    signs = {Kind.CUT: ("{", "}"), Kind.ADDED: ("[", "]"), Kind.DIFFERS: ("(", ")")}
    shown = ""
    for text, kind, *_ in pieces:  # type: ignore[attr-defined]
        before, after = signs.get(kind, ("", ""))
        shown += f"{before}{text}{after}"
    return shown


@for_each(
    "before, after, shown",
    ("http://A/b", "http://a/b", "http://{A}[a]/b"),
    ("/a/./b", "/a/b", "/a/{./}b"),
    ("http://a", "http://a/", "http://a[/]"),
    ("same", "same", "same"),
    ("", "x", "[x]"),
    ("a\u202eb", "ab", "a{‹U+202E›}b"),
)
def test_change_shows_both_texts(before: str, after: str, shown: str) -> None:
    assert written(changed(before, after)) == shown


@for_each(
    "usual, text, shown",
    ("a=b", "a%3Db", "a(%3D)b"),
    ("EXAMPLE.com", "example.com", "(example).com"),
    ("/a\tb", "/ab", "/a{‹U+0009›}b"),
    ("/a", "/a/b", "/a(/b)"),
)
def test_difference_shows_the_replacement(usual: str, text: str, shown: str) -> None:
    assert written(differing(usual, text)) == shown


@for_each(
    "other, text, shown",
    ("http://a:80/./x", "http://a/x", "http://a/x"),
    ("http://a/x", "http://a:80/./x", "http://a(:80/.)/x"),
    ("HTTP://a", "http://a", "(http)://a"),
)
def test_own_pieces_omit_characters_of_the_other_text(other: str, text: str, shown: str) -> None:
    assert written(own(other, text)) == shown


@given(st.text(), st.text())
def test_own_pieces_contain_the_whole_text(other: str, text: str) -> None:
    assert "".join(each.text for each in own(other, text)) == "".join(
        each.text for each in outside(text)
    )


@given(st.text(), st.text())
def test_change_contains_both_whole_texts(before: str, after: str) -> None:
    pieces = changed(before, after)
    kept = [piece for piece in pieces if piece.kind is not Kind.ADDED]
    made = [piece for piece in pieces if piece.kind is not Kind.CUT]
    assert (plain_text(kept), plain_text(made)) == (
        plain_text(outside(before)),
        plain_text(outside(after)),
    )


def test_invisible_character_is_a_separate_chip() -> None:
    assert [(piece.text, piece.is_chip) for piece in outside("a\u200bb")] == [
        ("a", False),
        ("‹U+200B›", True),
        ("b", False),
    ]


@for_each(
    "pieces",
    outside("a" * 1_000_000),
    changed("a" * 1_000_000, "a" * 500_000 + "b" + "a" * 500_000),
    changed("ab" * 400_000, "ac" * 400_000),
    differing("x" * 300_000, "y" * 400_000),
    outside("\u200b" * 500_000),
    ids=["plain", "one added", "all over", "nothing alike", "invisible"],
)
def test_pieces_of_huge_text_are_limited(pieces: tuple[object, ...]) -> None:
    assert len(pieces) <= max(4 * MOST_MARKS + 4, LONGEST + 1)
    assert "\u2026" in plain_text(pieces)  # type: ignore[arg-type]


def test_mark_deep_inside_huge_text_is_shown() -> None:
    pieces = changed("a" * 900_000, "a" * 450_000 + "b" + "a" * 450_000)
    assert "b" in [piece.text for piece in pieces if piece.kind in MARKED]


@for_each(
    "pieces, room, keeps_end, shown",
    (outside("abcdef"), 6, False, "abcdef"),
    (outside("abcdef"), 4, False, "abc…"),
    (outside("abcdef"), 4, True, "…def"),
    (ours("abcdef"), 4, True, "abc…"),
    (differing("abcdefgh", "abXdefgh"), 5, False, "ab(X)d…"),
    (differing("abcdefgh", "abcdefXh"), 5, False, "…ef(X)h"),
    (differing("abcdefgh", "abcdefgX"), 4, False, "…fg(X)"),
    (differing("abcdef", "abUVWXYZ"), 4, False, "…(UV)…"),
    (ours(""), 0, False, ""),
)
def test_clipped_pieces_keep_the_marked_piece(
    pieces: tuple[object, ...], room: int, *, keeps_end: bool, shown: str
) -> None:
    fit = fitted(pieces, room, len, keeps_end=keeps_end)  # type: ignore[arg-type]
    assert written(fit) == shown


@given(st.text(max_size=40), st.text(max_size=40), st.integers(2, 40), st.booleans())
def test_fitted_pieces_fit_the_available_length(
    usual: str, text: str, room: int, keeps_end: bool
) -> None:
    assert len(plain_text(fitted(differing(usual, text), room, len, keeps_end=keeps_end))) <= room


def test_very_long_file_name_is_cut() -> None:
    (piece,) = file_name("\u202e" * 1_000_000)
    assert len(piece.text) <= 20 * LONGEST
    assert file_name("a" * LONGEST)[0].text == "a" * LONGEST
