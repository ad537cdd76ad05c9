"""Work on long values is linear in their length, in time and memory."""

import tracemalloc

import pytest

from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector import inspect
from uriinspector.analysis.rules.table import MOST

# Each of these is reported wherever it occurs.
TOLD = ("%25", "%2525", "%01", "%0A", "%41", "%FF", "%C0%80", "%zz", "../", "\u202e", "%2e%2e/")
DEAREST = 64


@pytest.mark.parametrize("tail", ["", "#"])
@for_each("unit", "%0A", "%0D%0A", "%20", "\u200e", "%E2%80%8E", ".com-", "\u00e4.", "a.", "login.")
def test_inspecting_long_values_takes_linear_time(unit: str, tail: str) -> None:
    def text(size: int) -> str:
        return f"http://a.example/{unit * (size // len(unit))}{tail}"

    # Up to 16 KB the escapes are cached; longer texts cost more per character.
    assert is_linear_over(inspect, text, 24_000)


@pytest.mark.parametrize("unit", TOLD)
def test_memory_is_at_most_sixty_four_times_the_value(unit: str) -> None:
    inspect(f"http://a.example/{unit * 9}")
    text = f"http://a.example/{unit * (100_000 // len(unit))}"
    tracemalloc.start()
    try:
        inspection = inspect(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert inspection.findings
    assert peak < DEAREST * len(text.encode())


def test_finding_with_many_places_starts_with_the_worst() -> None:
    text = "http://a.example/" + "%09" * (MOST + 5) + "%00x"
    worst = inspect(text).findings[0]
    assert (worst.code, worst.severity) == ("encoded-control", "high")
    assert text[worst.start : worst.end] == "%00"
    assert len(worst.also) == MOST


@for_each("rest", "Location:%20https://b.example/", "Set-Cookie:%20a=b")
def test_each_line_end_before_a_header_is_reported_as_high(rest: str) -> None:
    findings = inspect(f"http://a.example/?a=%0D%0A%20{rest}%0Ab").findings
    places = [
        (each.severity, place.start)
        for each in findings
        if each.code == "encoded-control"
        for place in (each, *each.also)
    ]
    assert sorted(start for severity, start in places if severity == "high") == [20, 23]


@for_each("start, unit", ("bitcoin:x", "?label="), ("https://a.example/", "?q="))
def test_inspecting_repeated_parameters_takes_linear_time(start: str, unit: str) -> None:
    def text(size: int) -> str:
        return f"{start}{unit * (size // len(unit))}"

    assert is_linear_over(inspect, text, 24_000)
