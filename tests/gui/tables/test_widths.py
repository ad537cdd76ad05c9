"""Columns fill their table, and in a narrow one the widest shrink first."""

from tests.for_each import for_each
from uriinspector.gui.tables.grid import distributed


@for_each(
    "wanted, room, rigid, sizes",
    ([100, 100], 300, (), [100, 200]),
    ([100, 100], 200, (), [100, 100]),
    ([100, 300], 300, (), [100, 200]),
    ([300, 300, 50], 350, (), [150, 150, 50]),
    ([200, 300, 50], 350, (0,), [200, 100, 50]),
    ([200, 300], 100, (0,), [60, 60]),
    ([], 100, (), []),
)
def test_column_widths_are_distributed(
    wanted: list[int], room: int, rigid: tuple[int, ...], sizes: list[int]
) -> None:
    assert distributed(wanted, room, 60, len(wanted) - 1, rigid) == sizes
