"""Differences between two texts of any length."""

from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector.core.appearance import align
from uriinspector.gui.text.pieces import common_start, differences

MANY = 1_000


def runs(before: str, after: str) -> list[tuple[str, str]]:
    return [(each.a.of(before), each.b.of(after)) for each in differences(before, after, MANY)]


def rebuilt(before: str, after: str) -> str:
    """Apply the differences to the earlier text, and return the result."""
    made, left = "", 0
    for each in differences(before, after, MANY):
        made += before[left : each.a.start] + each.b.of(after)
        left = each.a.end
    return made + before[left:]


@given(st.text(alphabet="ab/.%", max_size=60), st.text(alphabet="ab/.%", max_size=60))
def test_short_texts_are_compared_by_character(before: str, after: str) -> None:
    assert differences(before, after, MANY) == align(before, after).differences
    assert rebuilt(before, after) == after


LONG = "".join(f"/segment-{number}" for number in range(400))


@given(
    st.lists(st.tuples(st.integers(0, len(LONG)), st.sampled_from(["", "x", "%7E"])), max_size=9)
)
def test_long_text_is_rebuilt_from_differences(changes: list[tuple[int, str]]) -> None:
    after = LONG
    for at, instead in changes:
        after = after[:at] + instead + after[at + 1 :]
    assert rebuilt(LONG, after) == after


@given(st.text(alphabet="ab", min_size=250, max_size=900), st.text(alphabet="ab", max_size=900))
def test_any_text_is_rebuilt_from_differences(before: str, after: str) -> None:
    assert rebuilt(before, after) == after


@for_each(
    "old, new",
    ("%7e", "~"),
    ("%7e", "%7E"),
    ("x/../", ""),
    (":80", ""),
    ("y" * 900, ""),
    ("", "z" * 900),
)
def test_changes_in_long_text_are_located(old: str, new: str) -> None:
    before = LONG + "/<" + old + ">" + LONG + "/<" + old + ">"
    after = LONG + "/<" + new + ">" + LONG + "/<" + new + ">"
    found = runs(before, after)
    assert len(found) == 2
    assert all(len(cut) <= len(old) and len(added) <= len(new) for cut, added in found)


def test_number_of_differences_is_limited() -> None:
    assert len(differences("a%2fb" * 100_000, "a%2Fb" * 100_000 + "c", 64)) == 64


@given(st.text(alphabet="a"), st.text(alphabet="ab"), st.integers(0, 3))
def test_common_start_is_maximal(a: str, b: str, skipped: int) -> None:
    size = common_start(a, b, skipped, skipped)
    assert a[skipped : skipped + size] == b[skipped : skipped + size]
    end_a, end_b = a[skipped + size :][:1], b[skipped + size :][:1]
    assert not end_a or end_a != end_b
