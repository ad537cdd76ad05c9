"""The row that best matches a span selected elsewhere."""

from tests.for_each import for_each
from uriinspector.core.model import Span
from uriinspector.gui.tables.grid import nearest

SPANS = [Span(0, 40), None, Span(4, 20), Span(4, 8), Span(30, 31), Span(35, 35)]


@for_each(
    "wanted, found",
    (Span(4, 20), 2),  # equal
    (Span(5, 6), 3),  # smallest enclosing
    (Span(10, 12), 2),
    (Span(50, 60), -1),
    (Span(35, 35), 5),
)
def test_nearest_span_is_equal_or_smallest_enclosing(wanted: Span, found: int) -> None:
    assert nearest(SPANS, wanted) == found


def test_nearest_span_falls_back_to_first_inner_span() -> None:
    assert nearest([Span(9, 12), Span(30, 33)], Span(8, 40)) == 0
