"""Hostile texts: nothing raises, and work grows no faster than the text."""

import sys
import tracemalloc
from collections.abc import Callable
from types import FrameType

import pytest

import uriinspector
from tests.for_each import for_each
from uriinspector.core.compare import normal_form

# The maximum length for tests that always run, and a realistic maximum.
LONG, MEGABYTE = 200_000, 1_000_000
# Additional calls that are allowed at any length: for rounding, or a branch.
SLACK = 40

WORST = {
    "percent": "%", "slash": "/", "up": "/..", "down and up": "/a/..", "at": "@", "colon": ":",
    "bracket": "[", "question mark": "?", "number sign": "#", "right-to-left override": "\u202e",
    "lone surrogate": "\ud800",
}  # fmt: skip
OTHERS = {
    "here": "/.", "closing bracket": "]", "semicolon": ";", "dot": ".", "triplet": "%41",
    "NUL": "\x00", "angle bracket": "<", "prefix": "URL:", "bad and good": "a|",
}  # fmt: skip
PIECES = WORST | OTHERS
FRAMES = ["{}", "http://{}", "http://h/{}", "foo:{}", "http://[{}]", "<URL:{}>"]

every_edition = pytest.mark.parametrize("edition", uriinspector.EDITIONS)
every_piece = for_each("piece", *PIECES.values(), ids=PIECES)
every_length = pytest.mark.parametrize(
    "size", [LONG, pytest.param(MEGABYTE, marks=pytest.mark.long)]
)
every_frame = for_each("frame", *FRAMES)


def repeated(piece: str, size: int, frame: str = "{}") -> str:
    """Return the piece, repeated up to the size, between a beginning and an end."""
    return frame.replace("{}", piece * (size // len(piece)))


def inspected(text: str, edition: str) -> None:
    """Parse a text and access all of its properties."""
    uriinspector.parse(text, edition=edition).to_dict()


def resolved(text: str, edition: str) -> None:
    """Resolve the text as a reference and as a base, and write the first steps as JSON."""
    uriinspector.resolve("http://a/b/c?q", text, edition=edition).to_dict()
    uriinspector.resolve(text, "../g", edition=edition).to_dict()


def normalised(text: str, edition: str) -> None:
    normal_form(uriinspector.parse(text, edition=edition))


def derived(text: str, edition: str) -> None:
    assert uriinspector.parse(text, edition=edition).derivation.rule


WORK = {"parse": inspected, "resolve": resolved, "normalise": normalised, "derive": derived}
every_work = for_each("work", *WORK.values(), ids=WORK)


def calls(work: Callable[[], object]) -> int:
    """Return the number of calls of Python and C functions, which unlike time is reproducible."""
    count = 0

    def profile(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@every_edition
@every_length
@every_piece
@pytest.mark.parametrize("frame", ["{}", "http://{}"])
def test_long_text_is_parsed_and_judged(piece: str, frame: str, edition: str, size: int) -> None:
    inspected(repeated(piece, size, frame), edition)


@every_edition
@every_length
@every_piece
@for_each("frame", "http://{}", "prospero://h/{}")
def test_long_text_is_derived(piece: str, frame: str, edition: str, size: int) -> None:
    derived(repeated(piece, size, frame), edition)


@every_edition
@every_length
@every_piece
def test_long_text_is_resolved(piece: str, edition: str, size: int) -> None:
    resolved(repeated(piece, size), edition)


@every_edition
@every_length
@every_piece
def test_long_text_is_normalized(piece: str, edition: str, size: int) -> None:
    normalised(repeated(piece, size, "http://h/{}"), edition)


@every_edition
@every_piece
@every_frame
@every_work
def test_core_functions_take_linear_time(
    piece: str, frame: str, edition: str, work: Callable[[str, str], None]
) -> None:
    once, twice = repeated(piece, 1_200, frame), repeated(piece, 2_400, frame)
    work(twice, edition)  # loads or compiles on first use
    assert calls(lambda: work(twice, edition)) <= 2 * calls(lambda: work(once, edition)) + SLACK


@every_edition
@for_each("character", "%", "[", "\u202e", "\ud800", "|", "\x00", "<")
def test_run_of_equal_faults_is_one_violation(character: str, edition: str) -> None:
    for frame in ("http://h/{}", "http://{}"):
        reference = uriinspector.parse(repeated(character, 1_000, frame), edition=edition)
        assert len(reference.violations) == 1


@every_edition
def test_steps_of_a_long_trace_share_their_buffers(edition: str) -> None:
    def peak(size: int) -> int:
        reference = repeated("a/../", size)
        tracemalloc.start()
        try:
            assert list(uriinspector.resolve("http://a/b/c", reference, edition=edition).steps)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(40_000) <= 3 * peak(20_000)
