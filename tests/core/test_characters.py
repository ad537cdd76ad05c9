"""Characters in messages are named by code point and name, never shown raw."""

from tests.for_each import for_each
from uriinspector.core.characters import described, name, number

ROWS = [
    ("A", "U+0041", "LATIN CAPITAL LETTER A"), (" ", "U+0020", "SPACE"),
    ("\u00a0", "U+00A0", "NO-BREAK SPACE"), ("\u202e", "U+202E", "RIGHT-TO-LEFT OVERRIDE"),
    ("\u0430", "U+0430", "CYRILLIC SMALL LETTER A"),
    ("\U0001f600", "U+1F600", "GRINNING FACE"),
    # characters without a name in the Unicode database
    ("\x00", "U+0000", "NULL"), ("\a", "U+0007", "BELL"), ("\b", "U+0008", "BACKSPACE"),
    ("\t", "U+0009", "TAB"), ("\n", "U+000A", "LINE FEED"), ("\v", "U+000B", "LINE TABULATION"),
    ("\f", "U+000C", "FORM FEED"), ("\r", "U+000D", "CARRIAGE RETURN"),
    ("\x1b", "U+001B", "ESCAPE"), ("\x7f", "U+007F", "DELETE"), ("\x85", "U+0085", "NEXT LINE"),
    ("\x01", "U+0001", "CONTROL CHARACTER"), ("\x80", "U+0080", "CONTROL CHARACTER"),
    ("\ud800", "U+D800", "LONE SURROGATE"), ("\ue000", "U+E000", "PRIVATE USE"),
    ("\u0378", "U+0378", "UNASSIGNED"), ("\uffff", "U+FFFF", "UNASSIGNED"),
    ("\U0010ffff", "U+10FFFF", "UNASSIGNED"),
]  # fmt: skip


@for_each("char, code, named", *ROWS)
def test_every_character_has_a_code_point_and_a_name(char: str, code: str, named: str) -> None:
    assert number(char) == code
    assert name(char) == named
    assert described(char).endswith(f"{code} {named}{')' if '!' <= char <= '~' else ''}")


def test_only_visible_ascii_is_shown_literally() -> None:
    assert described("|") == '"|" (U+007C VERTICAL LINE)'
    assert described(" ") == "U+0020 SPACE"


@for_each("char", "\x00", "\n", "\x7f", "\x85", "\u00e9", "\u202e", "\ud800")
def test_other_characters_are_described_in_ascii(char: str) -> None:
    assert described(char).isascii()
    assert described(char).isprintable()
