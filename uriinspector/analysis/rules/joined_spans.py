"""Neighbouring spans as one: a finding for each run, not for each triplet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def runs_of(spans: Iterable[Span]) -> Iterator[Span]:
    """Spans in the order of the text, each with those that touch it."""
    run: Span | None = None
    for span in spans:
        if run is not None and span.start <= run.end:
            run = Span(run.start, max(run.end, span.end))
            continue
        if run is not None:
            yield run
        run = span
    if run is not None:
        yield run
