"""Which row stands for a span that was selected elsewhere."""

from tests.for_each import for_each
from uriinspector.core.model import Span
from uriinspector.gui.tables.grid import nearest

SPANS = [Span(0, 40), None, Span(4, 20), Span(4, 8), Span(30, 31), Span(35, 35)]


@for_each(
    "wanted, found",
    (Span(4, 20), 2),  # the same
    (Span(5, 6), 3),  # the least around it
    (Span(10, 12), 2),
    (Span(50, 60), -1),
    (Span(35, 35), 5),
)
def test_the_same_or_the_least_around_it(wanted: Span, found: int) -> None:
    assert nearest(SPANS, wanted) == found


def test_the_first_inner_row_without_an_enclosing_one() -> None:
    assert nearest([Span(9, 12), Span(30, 33)], Span(8, 40)) == 0
