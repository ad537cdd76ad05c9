"""The benchmark references: enough, different, and the same on every run."""

import uriinspector
from tests.benchmarks.corpus import references
from uriinspector.core.model import Part


def test_benchmark_references_are_numerous_and_distinct() -> None:
    found = references()
    assert len(set(found)) == len(found) == 20_000


def test_benchmark_references_are_reproducible() -> None:
    assert references(1_000) == references(2_000)[:1_000]


def test_benchmark_references_have_every_component() -> None:
    met = {part for text in references(2_000) for part in uriinspector.parse(text).components}
    assert met == set(Part)


def test_most_benchmark_references_are_valid() -> None:
    valid = sum(uriinspector.parse(text).valid for text in references(2_000))
    assert 0.9 < valid / 2_000 < 1
