"""The growth measure distinguishes linear from quadratic work."""

from collections.abc import Callable

from tests.linear import is_linear, is_linear_over


def quadratic(size: int) -> Callable[[], None]:
    return lambda: [None for _ in range(size) for _ in range(size)].clear()


def test_quadratic_work_is_detected() -> None:
    assert not is_linear(quadratic(300), quadratic(1_200))


def test_linear_work_is_accepted() -> None:
    assert is_linear_over(lambda text: [char for char in text], "a".__mul__, 50_000)  # noqa: C416
