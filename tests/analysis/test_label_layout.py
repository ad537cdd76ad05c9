"""Layout of labels at brackets: no overlaps, inside the line, each at its own bracket."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uriinspector.analysis.label_layout import (
    MOST_ROWS,
    BracketSegment,
    LineRoom,
    PlacedLabel,
    place_labels,
)

ROOM = LineRoom(1000, 6, 26)


@st.composite
def lines(draw: st.DrawFn) -> tuple[list[BracketSegment], LineRoom]:
    """Generate brackets in order on one line, with any widths and label lengths."""
    gaps = draw(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 200)), max_size=12))
    segments, at = [], 0
    for gap, width in gaps:
        label = draw(st.integers(10, 160))
        segments.append(BracketSegment(at + gap, at + gap + width, label, draw(st.booleans())))
        at += gap + width
    return segments, LineRoom(max(at, draw(st.integers(200, 1500))), 6, 26)


@given(lines())
def test_labels_never_overlap_and_stay_in_the_line(
    line: tuple[list[BracketSegment], LineRoom],
) -> None:
    segments, room = line
    found = [label for label in place_labels(segments, room) if label]
    for label in found:
        assert label.left >= -0.001
        assert label.right <= room.width + 0.001
        assert 0 <= label.row < room.rows
    for one, other in combinations(found, 2):
        if one.row == other.row:
            assert one.right <= other.left + 0.001 or other.right <= one.left + 0.001


@given(lines())
def test_no_leader_crosses_a_label(line: tuple[list[BracketSegment], LineRoom]) -> None:
    segments, room = line
    found = [label for label in place_labels(segments, room) if label]
    for one in found:
        if one.leader is not None:
            above = [label for label in found if label.row < one.row]
            assert not any(label.left < one.leader < label.right for label in above)


@given(lines())
def test_label_is_placed_under_its_bracket(line: tuple[list[BracketSegment], LineRoom]) -> None:
    segments, room = line
    for segment, label in zip(segments, place_labels(segments, room), strict=True):
        if label:
            assert label.left <= segment.middle <= label.right
            assert label.leader in {None, segment.middle}
            assert label.width <= segment.label + 0.001
            assert label.width == pytest.approx(segment.label) or label.width >= room.least


def test_label_is_centered_or_below_with_a_leader() -> None:
    assert place_labels([BracketSegment(0, 100, 40)], ROOM) == [PlacedLabel(30, 70, 0)]
    found = place_labels(
        [BracketSegment(0, 90, 80), BracketSegment(90, 101, 60), BracketSegment(110, 200, 70)], ROOM
    )
    assert found[1] is not None
    assert (found[1].row, found[1].leader) == (1, 95.5)


def test_all_parts_of_a_short_reference_get_a_label() -> None:
    """http://u@host.example:8/a?b#c in letters 11 wide."""
    cells = [(0, 4, 38), (7, 8, 120), (9, 21, 24), (22, 23, 24), (23, 25, 25), (26, 27, 32)]
    segments = [BracketSegment(11 * a, 11 * b, label) for a, b, label in [*cells, (28, 29, 50)]]
    found = [label for label in place_labels(segments, ROOM) if label]
    assert len(found) == len(segments)
    assert all(label.width == segment.label for label, segment in zip(found, segments, strict=True))
    assert max(label.row for label in found) == 1


def test_label_without_room_is_shortened_or_left_out() -> None:
    crowd = [BracketSegment(12 * at, 12 * at + 11, 60) for at in range(12)]
    found = place_labels(crowd, LineRoom(144, 6, 26))
    assert any(label is None for label in found)
    assert {label.row for label in found if label} <= set(range(MOST_ROWS))


def test_bracket_continued_on_another_line_has_its_label_there() -> None:
    assert place_labels([BracketSegment(0, 20, 60, is_needed=False)], ROOM) == [None]


def test_labels_in_a_row_are_in_text_order() -> None:
    segments = [BracketSegment(100 * at, 100 * at + 90, 50) for at in range(5)]
    found = [label for label in place_labels(segments, ROOM) if label]
    assert all(a.right < b.left for a, b in pairwise(found))
