"""Removal of dot segments: the fast code agrees with the literal algorithms for all short paths."""

import re
from collections.abc import Callable
from itertools import pairwise, product

from tests.for_each import for_each
from uriinspector.core.editions import year1994 as draft02
from uriinspector.core.reference import Step
from uriinspector.core.resolution import Moves, merge_2003, remove_dot_segments, remove_dots

MOVES = Moves("d", "e", "f", "g")
# Every path of up to seven of these characters, or up to six of these segments.
PATHS = [
    *("".join(chars) for length in range(8) for chars in product("/.a", repeat=length)),
    *("/".join(each) for count in range(7) for each in product(("", ".", "..", "a"), repeat=count)),
]


def rfc_3986_5_2_4(path: str) -> str:
    """Apply the five rules of 5.2.4 literally."""
    left, output = path, ""
    while left:
        if left.startswith("../"):
            left = left[3:]
        elif left.startswith(("./", "/./")):
            left = left[2:]
        elif left == "/.":
            left = "/"
        elif left.startswith("/../"):
            left, output = left[3:], output[: max(output.rfind("/"), 0)]
        elif left == "/..":
            left, output = "/", output[: max(output.rfind("/"), 0)]
        elif left in {".", ".."}:
            left = ""
        else:
            end = left.find("/", 1)
            end = len(left) if end < 0 else end
            left, output = left[end:], output + left[:end]
    return output


def segment_and_dots(buffer: str, last: bool = False) -> re.Match[str] | None:
    """Find the leftmost "<segment>/../", or a final "<segment>/..".

    A segment may be empty, except before the first slash of an absolute path.
    """
    end = r"/\.\.\Z" if last else r"/\.\./"
    start = r"(?<=/)" if buffer.startswith("/") else r"(?:(?<=/)|\A)"
    return re.search(rf"{start}(?!\.\./)[^/]*{end}", buffer)


def letter_of_1997_and_2003(buffer: str) -> str:
    """Apply steps 6d to 6g of 1997, or merge steps 3 to 6 of 2003, removing one match at a
    time.
    """
    while found := re.search(r"(?:(?<=/)|\A)\./", buffer):
        buffer = buffer[: found.start()] + buffer[found.end() :]
    if buffer == "." or buffer.endswith("/."):
        buffer = buffer[:-1]
    while found := segment_and_dots(buffer):
        buffer = buffer[: found.start()] + buffer[found.end() :]
    if found := segment_and_dots(buffer, last=True):
        buffer = buffer[: found.start()]
    return buffer


def letter_of_draft_02(buffer: str) -> str:
    """Remove "/." and "xxx/../" repeatedly; a final ".." has no rule."""
    while True:
        if found := re.search(r"/\.(?=/|\Z)", buffer) or segment_and_dots(buffer):
            buffer = buffer[: found.start()] + buffer[found.end() :]
        else:
            return buffer


LETTERS = {
    "2005": (remove_dot_segments, rfc_3986_5_2_4),
    "1997 and 2003": (lambda path: remove_dots(path, MOVES), letter_of_1997_and_2003),
    "1994": (lambda path: draft02.merge("", path), letter_of_draft_02),
}


@for_each("fast, letter", *LETTERS.values(), ids=LETTERS)
def test_fast_dot_removal_agrees_with_the_literal_algorithm(
    fast: Callable[[str], str], letter: Callable[[str], str]
) -> None:
    assert {path: fast(path) for path in PATHS if fast(path) != letter(path)} == {}


@for_each("path", "/a/b/c/./../../g", "mid/content=5/../6")
def test_examples_of_5_2_4_give_the_printed_results(path: str) -> None:
    printed = {"/a/b/c/./../../g": "/a/g", "mid/content=5/../6": "mid/6"}
    assert remove_dot_segments(path) == printed[path]


@for_each("remove", "2005", "1997")
def test_recording_dot_removal_steps_does_not_change_the_result(remove: str) -> None:
    for path in PATHS:
        steps: list[Step] = []
        if remove == "2005":
            assert remove_dot_segments(path, steps.append) == remove_dot_segments(path)
        else:
            assert remove_dots(path, MOVES, steps.append) == remove_dots(path, MOVES)
        states = [step.to_dict() for step in steps]
        for before, after in pairwise(states):
            assert before["after"] == after["before"]
        if steps:
            assert states[0]["before"] == path


def turns(path: str) -> list[tuple[str, str, str]]:
    """Return every step with both buffers, as in the tables of 5.2.4."""
    steps: list[Step] = []
    remove_dot_segments(path, steps.append)
    states = [step.to_dict() for step in steps]
    return [(each["rule"].removeprefix("5.2.4 "), each["output"], each["input"]) for each in states]


def test_steps_match_the_tables_of_5_2_4() -> None:
    assert turns("/a/b/c/./../../g") == [
        ("2E", "/a", "/b/c/./../../g"),
        ("2E", "/a/b", "/c/./../../g"),
        ("2E", "/a/b/c", "/./../../g"),
        ("2B", "/a/b/c", "/../../g"),
        ("2C", "/a/b", "/../g"),
        ("2C", "/a", "/g"),
        ("2E", "/a/g", ""),
    ]
    assert turns("mid/content=5/../6") == [
        ("2E", "mid", "/content=5/../6"),
        ("2E", "mid/content=5", "/../6"),
        ("2C", "mid", "/6"),
        ("2E", "mid/6", ""),
    ]


TURNS = [
    ("", []), (".", [("2D", "", "")]), ("..", [("2D", "", "")]),
    ("./.", [("2A", "", "."), ("2D", "", "")]), ("../..", [("2A", "", ".."), ("2D", "", "")]),
    (".././a", [("2A", "", "./a"), ("2A", "", "a"), ("2E", "a", "")]),
    ("/.", [("2B", "", "/"), ("2E", "/", "")]),
    ("/..", [("2C", "", "/"), ("2E", "/", "")]),
    ("/a/..", [("2E", "/a", "/.."), ("2C", "", "/"), ("2E", "/", "")]),
    ("/../a", [("2C", "", "/a"), ("2E", "/a", "")]),
    ("a", [("2E", "a", "")]),
    ("//", [("2E", "/", "/"), ("2E", "//", "")]),
]  # fmt: skip


@for_each("path, expected", *TURNS)
def test_each_dot_removal_step_is_one_of_the_five_rules(
    path: str, expected: list[tuple[str, str, str]]
) -> None:
    assert turns(path) == expected


ABOVE = [
    # base path, path, results for keep, drop and refuse: merge step 7 of 2003
    ("/b", "../g", "/../g", "/g", None), ("/b", "..", "/..", "/", None),
    ("/b", "../../..", "/../../..", "/", None), ("/b/c", "../../../g", "/../../g", "/g", None),
    ("/b/c", "../g", "/g", "/g", "/g"), ("/b/c", "..", "/", "/", "/"),
    ("/b", "..g", "/..g", "/..g", "/..g"), ("", "../g", "/../g", "/g", None),
    ("", "g", "/g", "/g", "/g"), ("b", "../g", "../g", "g", None),
    ("/b", "..//g", "/..//g", "//g", None),
]  # fmt: skip


@for_each("base, path, kept, dropped, refused", *ABOVE)
def test_dots_above_the_root_are_kept_dropped_or_refused(
    base: str, path: str, kept: str, dropped: str, refused: str | None
) -> None:
    assert merge_2003(base, path, "keep") == kept
    assert merge_2003(base, path, "drop") == dropped
    assert merge_2003(base, path, "refuse") == refused
