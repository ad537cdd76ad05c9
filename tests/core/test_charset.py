"""Every character class of the core, compared with the text of its edition."""

import re

from tests.for_each import for_each
from uriinspector.core import charset
from uriinspector.core.charset import in_words, members

EXCLUDED = {
    # 1994 separates national and punctuation; later texts unwise and delims
    "1994": charset.NATIONAL_1994 + charset.PUNCTUATION_1994,
    "1997": charset.UNWISE_1997 + charset.DELIMS_1997,
    "2003": charset.UNWISE_2003 + charset.DELIMS_2003,
}
RESERVED = {
    "1994": charset.RESERVED_1994, "1997": charset.RESERVED_1997, "2003": charset.RESERVED_2003,
    "2005": charset.RESERVED_2005,
}  # fmt: skip
UNRESERVED = {
    "1994": charset.UNRESERVED_1994, "1997": charset.UNRESERVED_1997,
    "2003": charset.UNRESERVED_2003, "2005": charset.UNRESERVED_2005,
}  # fmt: skip
PRINTABLE = {chr(code) for code in range(0x21, 0x7F)}


@for_each("edition", *EXCLUDED)
def test_every_printable_character_is_in_exactly_one_class(edition: str) -> None:
    classes = [RESERVED[edition], UNRESERVED[edition], EXCLUDED[edition]]
    assert sorted("".join(classes)) == sorted(PRINTABLE)


def test_classes_of_2005_leave_out_characters_not_allowed_in_uris() -> None:
    assert not set(charset.RESERVED_2005) & set(charset.UNRESERVED_2005)
    left = PRINTABLE - set(charset.RESERVED_2005) - set(charset.UNRESERVED_2005)
    assert left == set('"%<>\\^`{|}')


MOVED = [
    # character, its class from 1994 to 2005
    ("$", "data data reserved reserved"), (",", "data data reserved reserved"),
    ("+", "data reserved reserved reserved"), ("~", "excluded data data data"),
    ("[", "excluded excluded reserved reserved"), ("]", "excluded excluded reserved reserved"),
    ("!", "data data data reserved"), ("*", "data data data reserved"),
    ("'", "data data data reserved"), ("(", "data data data reserved"),
    (")", "data data data reserved"), ("#", "excluded excluded excluded reserved"),
    ("-", "data data data data"), ("_", "data data data data"), (".", "data data data data"),
    ("/", "reserved reserved reserved reserved"), ("@", "reserved reserved reserved reserved"),
    ("%", "excluded excluded excluded excluded"), ("|", "excluded excluded excluded excluded"),
    ('"', "excluded excluded excluded excluded"),
]  # fmt: skip


@for_each("char, classes", *MOVED)
def test_characters_change_class_between_editions(char: str, classes: str) -> None:
    found = [
        "data" if char in UNRESERVED[each] else "reserved" if char in RESERVED[each] else "excluded"
        for each in ("1994", "1997", "2003", "2005")
    ]
    assert " ".join(found) == classes


def test_national_and_unwise_differ_by_the_tilde() -> None:
    assert set(charset.NATIONAL_1994) - set(charset.UNWISE_1997) == {"~"}


def test_punctuation_of_1994_equals_later_delims() -> None:
    assert charset.PUNCTUATION_1994 == charset.DELIMS_1997 == charset.DELIMS_2003


UNESCAPED = [
    # characters that a normal form may unescape
    (charset.UNESCAPE_1994, "$-_.+!*'(),"), (charset.UNESCAPE_1997, "$-_.!~*'(),"),
    (charset.UNESCAPE_2003, "_~"), (charset.UNESCAPE_2005, "-._~"),
]  # fmt: skip


@for_each("allowed, marks", *UNESCAPED)
def test_unescapable_characters_are_letters_digits_and_marks(allowed: str, marks: str) -> None:
    assert set(allowed) == set(charset.ALPHANUM + marks)


@for_each("name", *[name for name in vars(charset) if name.isupper()])
def test_no_class_has_duplicates_or_a_percent_sign_as_data(name: str) -> None:
    chars: str = getattr(charset, name)
    assert len(set(chars)) == len(chars)
    assert ("%" in chars) is name.startswith(("PUNCTUATION", "DELIMS"))


@for_each(
    "name",
    *[name for name, value in vars(charset).items() if isinstance(value, str) and name.isupper()],
)
def test_class_expression_matches_exactly_its_characters(name: str) -> None:
    chars: str = getattr(charset, name)
    pattern = re.compile(f"[{members(chars)}]")
    codes = [*range(0x180), 0x661, 0x2028, 0xD800, 0x1D7CE]
    assert {chr(code) for code in codes if pattern.fullmatch(chr(code))} == set(chars)


WORDS = [
    (charset.ALPHA, "letters"),
    (charset.DIGIT, "digits"),
    (charset.ALPHANUM, "letters, digits"),
    (charset.UNESCAPE_2003, "letters, digits, _ ~"),
    (":/", ": /"),
]


@for_each("allowed, words", *WORDS)
def test_character_class_is_described_in_words(allowed: str, words: str) -> None:
    assert in_words(allowed) == words
