"""Time grows linearly with the text: both lengths measured alternately in one run."""

from collections.abc import Callable
from functools import partial

import pytest

import uriinspector
from tests.core.test_hostile import FRAMES, PIECES, WORK, repeated
from tests.for_each import for_each
from tests.linear import is_linear

SIZE = 50_000


@pytest.mark.full
@for_each("edition", *uriinspector.EDITIONS)
@for_each("piece", *PIECES.values(), ids=PIECES)
@for_each("work", *WORK.values(), ids=WORK)
def test_parsing_takes_linear_time(
    work: Callable[[str, str], None], piece: str, edition: str
) -> None:
    for frame in FRAMES:
        short, long = repeated(piece, SIZE, frame), repeated(piece, 4 * SIZE, frame)
        assert is_linear(partial(work, short, edition), partial(work, long, edition)), frame
