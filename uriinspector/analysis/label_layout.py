"""Layout of labels under brackets, so that labels neither overlap nor are cut off.

Pure arithmetic for one line of text, in pixels. A label that fits is centered under its bracket.
Others are placed where there is room, in the first row or below, with a line to the middle of their
bracket. If there is not enough room they are shortened or left out.
"""

from uriinspector.core.model import NamedTuple

# More rows of labels would take too much room from the text that they explain.
MOST_ROWS = 4


class BracketSegment(NamedTuple):
    """The part of a bracket in one line; a label that is not needed is shown only if it fits."""

    left: float
    right: float
    label: float
    is_needed: bool = True

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


class PlacedLabel(NamedTuple):
    """The position of a label, which may be narrower than wanted, and of the line to it."""

    left: float
    right: float
    row: int
    leader: float | None = None

    @property
    def width(self) -> float:
        return self.right - self.left


class LineRoom(NamedTuple):
    """The width of a line, the free space between labels, and the minimum width of a label."""

    width: float
    gap: float
    least: float
    rows: int = MOST_ROWS


def place_labels(segments: list[BracketSegment], room: LineRoom) -> list[PlacedLabel | None]:
    shelf = _Shelf(room)
    placed_labels: list[PlacedLabel | None] = [None] * len(segments)
    narrow = []
    for index, each in enumerate(segments):
        if each.label <= each.right - each.left:
            placed_labels[index] = shelf.put(each.middle - each.label / 2, each.label, 0, None)
        elif each.is_needed:
            narrow.append(index)
            shelf.reserve(each.middle)
    for index in reversed(narrow):
        each = segments[index]
        shelf.release(each.middle)
        placed_labels[index] = shelf.best(each.middle, each.label)
    return placed_labels


class _Shelf:
    """Labels and lines that are already placed."""

    def __init__(self, room: LineRoom) -> None:
        self._room = room
        self._labels: list[PlacedLabel] = []
        self._reserved: list[float] = []

    def reserve(self, middle: float) -> None:
        """Keep a position free in every row, for a line that may have to pass through."""
        self._reserved.append(middle)

    def release(self, middle: float) -> None:
        self._reserved.remove(middle)

    def put(self, left: float, width: float, row: int, leader: float | None) -> PlacedLabel:
        label = PlacedLabel(left, left + width, row, leader)
        self._labels.append(label)
        return label

    def best(self, middle: float, width: float) -> PlacedLabel | None:
        """Use the highest row with enough room, otherwise the widest gap with a shorter label."""
        gaps = [(row, *self._gap(middle, row)) for row in range(self._room.rows)]
        gaps = [gap for gap in gaps if self._is_free_above(middle, gap[0])]
        for row, left, right in gaps:
            if right - left >= width:
                return self._put_near(middle, width, row, left, right)
        if not gaps:
            return None
        row, left, right = max(gaps, key=lambda gap: gap[2] - gap[1])
        if right - left < self._room.least:
            return None
        return self._put_near(middle, right - left, row, left, right)

    def _put_near(
        self, middle: float, width: float, row: int, left: float, right: float
    ) -> PlacedLabel:
        start = max(left, min(middle - width / 2, right - width))
        return self.put(start, width, row, middle if row else None)

    def _gap(self, middle: float, row: int) -> tuple[float, float]:
        """Return the free space around a position in a row."""
        left, right, gap = 0.0, self._room.width, self._room.gap
        walls = [(each, each) for each in self._reserved]
        for label in self._labels:
            if label.row == row:
                walls.append((label.left, label.right))
            elif label.leader is not None and label.row > row:
                walls.append((label.leader, label.leader))
        for start, end in walls:
            if end < middle:
                left = max(left, end + gap)
            elif start > middle:
                right = min(right, start - gap)
            else:
                return middle, middle
        return (left, right) if left <= middle <= right else (middle, middle)

    def _is_free_above(self, middle: float, row: int) -> bool:
        """Return True if a line can lead down to a row without crossing a label."""
        return all(
            not label.left - 1 < middle < label.right + 1
            for label in self._labels
            if label.row < row
        )
