"""The benchmark references: enough, different, and the same on every run."""

import uriinspector
from tests.benchmarks.corpus import references
from uriinspector.core.model import Part


def test_the_references_are_enough_and_all_different() -> None:
    found = references()
    assert len(set(found)) == len(found) == 20_000


def test_the_references_are_the_same_on_every_run() -> None:
    assert references(1_000) == references(2_000)[:1_000]


def test_every_component_is_met() -> None:
    met = {part for text in references(2_000) for part in uriinspector.parse(text).components}
    assert met == set(Part)


def test_most_of_them_are_valid_and_some_are_not() -> None:
    valid = sum(uriinspector.parse(text).valid for text in references(2_000))
    assert 0.9 < valid / 2_000 < 1
