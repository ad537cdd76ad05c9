"""What the specifications print of resolution, and what changed between them."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.model import NamedTuple
from uriinspector.gui.resolve.variants import Variant, outcome, variant_of
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu

BASE = "http://a/b/c/d;p?q"


class Sample(NamedTuple):
    """A pair, the way it is resolved in, and what it has to come to."""

    base: str
    reference: str
    variant: Variant
    target: str | None
    same: bool
    problem: str | None
    clause: str


class SampleTable(NamedTuple):
    """The example table of one text."""

    title: str
    source: str
    samples: tuple[Sample, ...]


class SampleResult(NamedTuple):
    """A sample and what came of it."""

    sample: Sample
    got: str | None
    explanation: str  # instead of a target
    right: bool


class EditionChange(NamedTuple):
    """A pair that editions resolve each in its own way, and what happened to it."""

    base: str
    reference: str
    title: str


@cache
def tables() -> tuple[SampleTable, ...]:
    """Every example table."""
    return tuple(
        SampleTable(
            each["title"],
            each["source"],
            tuple(_sample(each["base"], each["edition"], row) for row in each["rows"]),
        )
        for each in _read()["table"]
    )


@cache
def changes() -> tuple[EditionChange, ...]:
    """What changed, in the order of the file."""
    return tuple(
        EditionChange(each.get("base", BASE), each["reference"], each["title"])
        for each in _read()["change"]
    )


def run(table: SampleTable) -> list[SampleResult]:
    """Resolve every sample of a table."""
    return [_result(sample) for sample in table.samples]


def fill(menu: QMenu, on: Callable[[SampleTable | None], object]) -> None:
    """Put the tables into a menu; None stands for what changed between them."""
    for table in tables():
        menu.addAction(say(table.title)).triggered.connect(lambda _on, table=table: on(table))
    menu.addSeparator()
    menu.addAction(say("Changes between editions")).triggered.connect(lambda _on: on(None))


def _result(sample: Sample) -> SampleResult:
    resolution = sample.variant.resolve(sample.base, sample.reference)
    problem = resolution.problem.code if resolution.problem else None
    expected = (sample.target, sample.same, sample.problem)
    right = (resolution.target, resolution.same_document, problem) == expected
    return SampleResult(sample, resolution.target, outcome(resolution), right)


def _sample(base: str, edition: str, row: dict[str, Any]) -> Sample:
    above, strict = row.get("above_root", "keep"), row.get("strict", True)
    way = variant_of(edition, strict=strict, above_root=above)
    return Sample(
        base,
        row["reference"],
        way,
        row.get("target"),
        row.get("same", False),
        row.get("problem"),
        row["clause"],
    )


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads(shipped_text("resolutions.toml"))
