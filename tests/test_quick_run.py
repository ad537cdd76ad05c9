"""What the quick run leaves out is named by tests that there are, and nothing else is."""

import re
from pathlib import Path

from tests.for_each import for_each
from tests.quick_run import EXAMPLES, LIST, SLOW, slow_tests, spread

ROOT = Path(__file__).parents[1]


def test_every_slow_test_is_there() -> None:
    names = LIST.read_text("utf-8").split()
    assert names == sorted(set(names))
    for name in names:
        path, _, function = name.partition("::")
        source = (ROOT / path).read_text("utf-8")
        assert re.search(rf"\bdef {function.rpartition('::')[2]}\b", source), name


@for_each("count", 1, EXAMPLES - 1, EXAMPLES, EXAMPLES + 1, 1_000)
def test_examples_are_taken_from_the_first_to_the_last(count: int) -> None:
    taken = [*spread(range(count))]
    assert taken[0] == 0
    assert len(taken) == len(set(taken)) == min(count, EXAMPLES)
    assert taken[-1] >= count - count // EXAMPLES - 1


def test_a_test_is_slow_by_the_sum_of_its_examples() -> None:
    many = "".join(f"0.05 tests/a.py::many[{number}]\n" for number in range(EXAMPLES))
    few = "0.05 tests/a.py::few[a b]\n0.05 tests/a.py::few[c]\n"
    one = f"{SLOW + 0.1} tests/b.py::one\n"
    assert slow_tests(many + few + one) == ["tests/a.py::many", "tests/b.py::one"]
