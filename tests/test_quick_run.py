"""The list of slow tests names only existing tests, and examples are spread evenly."""

import re
from pathlib import Path

from tests.for_each import for_each
from tests.quick_run import EXAMPLES, LIST, SLOW, slow_tests, spread

ROOT = Path(__file__).parents[1]


def test_slow_list_names_existing_tests() -> None:
    names = LIST.read_text("utf-8").split()
    assert names == sorted(set(names))
    for name in names:
        path, _, function = name.partition("::")
        source = (ROOT / path).read_text("utf-8")
        assert re.search(rf"\bdef {function.rpartition('::')[2]}\b", source), name


@for_each("count", 1, EXAMPLES - 1, EXAMPLES, EXAMPLES + 1, 1_000)
def test_examples_are_spread_from_first_to_last(count: int) -> None:
    taken = [*spread(range(count))]
    assert taken[0] == 0
    assert len(taken) == len(set(taken)) == min(count, EXAMPLES)
    assert taken[-1] >= count - count // EXAMPLES - 1


def test_slowness_is_judged_by_the_sum_of_the_examples() -> None:
    many = "".join(f"0.05 tests/a.py::many[{number}]\n" for number in range(EXAMPLES))
    few = "0.05 tests/a.py::few[a b]\n0.05 tests/a.py::few[c]\n"
    one = f"{SLOW + 0.1} tests/b.py::one\n"
    assert slow_tests(many + few + one) == ["tests/a.py::many", "tests/b.py::one"]
