"""Extents of faults: a whole run, a whole host, the inside of brackets, or nothing."""

from typing import Final, NamedTuple


class Extent(NamedTuple):
    """A text, the spans of its faults, and the reason."""

    edition: str
    text: str
    spans: tuple[tuple[int, int], ...]
    why: str


EXTENTS: Final = (
    Extent("2005", "http://h/%", ((9, 10),), "a lone percent sign"),
    Extent("2005", "http://h/%4", ((9, 11),), "with the one digit that follows"),
    Extent("2005", "http://h/%4gb", ((9, 11),), "with the one digit that follows"),
    Extent("2005", "http://h/%zz", ((9, 10),), "no digit follows"),
    Extent("2005", "http://h/%%41", ((9, 10),), "the second one is good"),
    Extent("2005", "http://h/%%", ((9, 11),), "one run"),
    Extent("2005", "http://h/%4%5", ((9, 13),), "one run"),
    Extent("2005", "http://h/a<>b", ((10, 12),), "one run"),
    Extent("2005", "http://h/% b", ((9, 10), (10, 11)), "two faults side by side"),
    Extent("2005", "http://h/a b?c d#e f", ((10, 11), (14, 15), (18, 19)), "one in each part"),
    Extent("2005", "http://[1::2::3]/", ((8, 15),), "what is inside the brackets"),
    Extent("2005", "http://[v1]:80/", ((8, 10),), "what is inside the brackets"),
    Extent("2005", "http://[]/", ((8, 8),), "nothing is inside the brackets"),
    Extent("2005", "1::x", ((1, 3),), "one run of colons"),
    Extent("2003", "http://[v1.a]/", ((8, 12),), "what is inside the brackets"),
    Extent("2003", "http://a b/", ((8, 9),), "the character"),
    Extent("2003", "1::x", ((1, 3),), "one run of colons"),
    Extent("2003", "urn:x:%4", ((6, 8),), "with the one digit that follows"),
    Extent("1997", "http://h?q", ((8, 9),), "the question mark"),
    Extent("1997", "http://a_b/", ((7, 10),), "the host"),
    Extent("1997", "http://u@a_b:80/", ((9, 12),), "the host"),
    Extent("1997", "http://[::1]:8/", ((7, 12),), "the host"),
    Extent("1997", "http://u@/", ((9, 9),), "where the host should stand"),
    Extent("1997", "http://:80/", ((7, 7),), "where the host should stand"),
    Extent("1997", "//u:p@:80", ((6, 6),), "where the host should stand"),
    Extent("1994", "http://h?q", ((8, 9),), "the question mark"),
    Extent("1994", "http://h/p#f", ((10, 12),), "from the # to the end"),
    Extent("1994", "http://h/#", ((9, 10),), "from the # to the end"),
    Extent("1994", "<URL:http://h/#f>", ((14, 16),), "to the end of what is inside"),
    Extent("1994", "http://u:p@h/", ((7, 10),), "the user and the password"),
    Extent("1994", "http://@h/", ((7, 7),), "an empty user"),
    Extent("1994", "http://a_b/", ((7, 10),), "the host"),
    Extent("1994", "http:h", ((5, 5),), "where the slashes should stand"),
    Extent("1994", "http://h:/", ((9, 9),), "where the digits should stand"),
    Extent("1994", "http:///", ((7, 7),), "where the host should stand"),
    Extent("1994", "file://h", ((8, 8),), "where the slash should stand"),
    Extent("1994", "", ((0, 0),), "where the scheme should stand"),
    Extent("1994", "a#s", ((0, 0), (1, 3)), "no scheme, and a fragment"),
    Extent("1994", "a b", ((0, 0), (1, 2)), "no scheme, and a character"),
)
