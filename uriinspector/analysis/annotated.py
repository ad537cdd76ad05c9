"""Drawing data for a text: its labeled parts, and marks for findings and encoding problems.

The window, the terminal and exported files all draw references from this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from uriinspector.analysis.facts import written_labels
from uriinspector.analysis.finding import INFO, LOW, RANK, SEVERITIES, one_for_each_place
from uriinspector.analysis.rules.userinfo import LOGIN_SCHEMES
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.reference import Reference

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

DECEPTIVE = "userinfo-deceptive"
# Labels of the path in schemes where it does not name a place on a site.
PATHS = {
    "mailto": "email address",
    "tel": "telephone number",
    "sms": "telephone number",
    "urn": "name",
    "data": "embedded content",
    "about": "browser page",
    "javascript": "executable code",
    "vbscript": "executable code",
}
LOGIN, NO_SITE = "user name", "userinfo, not the host"
# Every label that differs from the name of its part.
LABELS = frozenset({LOGIN, NO_SITE, *PATHS.values()})


class Stretch(NamedTuple):
    """A run of the text: a part with its label, or delimiters (``part`` is None)."""

    start: int
    end: int
    part: Part | None
    label: str = ""


class Mark(NamedTuple):
    """A run with findings, and the highest severity among them."""

    start: int
    end: int
    severity: str


class EncodingMark(NamedTuple):
    """A run with an encoding problem: its worst kind, and the sentence that explains it."""

    start: int
    end: int
    kind: str
    words: str


class Annotated(NamedTuple):
    """Everything needed to draw one text; the stretches cover it completely."""

    text: str
    stretches: tuple[Stretch, ...]
    site: Span | None
    deceptive: tuple[Span, ...]
    marks: tuple[Mark, ...]
    problems: tuple[EncodingMark, ...] = ()


def annotated(inspection: Inspection) -> Annotated:
    """Return the drawing data of an inspection.

    If the text stands for another link, that link's data is placed on the text as written.
    """
    if inspection.meant is not inspection:
        return _written(annotated(inspection.meant), inspection)
    reference = inspection.reference
    return Annotated(
        reference.text,
        tuple(covering(labelled(reference), len(reference.text))),
        site_of(inspection),
        tuple(
            Span(each.start, each.end)
            for each in one_for_each_place(inspection.findings)
            if each.code == DECEPTIVE
        ),
        tuple(_marks(inspection)),
        tuple(
            EncodingMark(*each.span, each.worst, each.sentence)
            for each in inspection.escapes
            if each.kinds and not each.is_sign and not each.is_nested
        ),
    )


def _written(meant: Annotated, inspection: Inspection) -> Annotated:
    place = inspection.written_place
    parts = (
        Stretch(*place(Span(each.start, each.end)), each.part, each.label)
        for each in meant.stretches
        if each.part
    )
    return Annotated(
        inspection.text,
        tuple(covering(parts, len(inspection.text))),
        meant.site and place(meant.site),
        tuple(map(place, meant.deceptive)),
        tuple(Mark(*place(Span(each.start, each.end)), each.severity) for each in meant.marks),
        tuple(
            EncodingMark(*place(Span(each.start, each.end)), each.kind, each.words)
            for each in meant.problems
        ),
    )


def labelled(reference: Reference) -> tuple[Stretch, ...]:
    """Return the non-empty parts in order, but not an authority that is split further."""
    spans = ((part, reference.span(part)) for part in Part)
    has_host = reference.span(Part.HOST) is not None
    return tuple(
        Stretch(*span, part, label_of(part, reference))
        for part, span in spans
        if span and span.start < span.end and not (part is Part.AUTHORITY and has_host)
    )


def site_of(inspection: Inspection) -> Span | None:
    """Return the span of the registrable domain in the host, or None."""
    span = inspection.reference.span(Part.HOST)
    site = inspection.host.registrable_domain if inspection.host else None
    if span is None or not site:
        return None
    labels = [
        place for _, place in written_labels(inspection.text, span) if place.start < place.end
    ]
    count = site.count(".") + 1
    if len(labels) < count:
        return None
    return Span(labels[-count].start, labels[-1].end)


def label_of(part: Part, reference: Reference) -> str:
    """Return the name of a part in links of this scheme."""
    scheme = (reference.scheme or "").lower()
    if part is Part.USERINFO:
        return LOGIN if scheme in LOGIN_SCHEMES else NO_SITE
    if part is Part.PATH and reference.span(Part.AUTHORITY) is None:
        return PATHS.get(scheme, "path")
    return part.value


def covering(parts: Iterable[Stretch], length: int) -> Iterator[Stretch]:
    """Yield the parts, with stretches for the gaps between them."""
    at = 0
    for each in parts:
        if at < each.start:
            yield Stretch(at, each.start, None)
        yield each
        at = each.end
    if at < length:
        yield Stretch(at, length, None)


def _marks(inspection: Inspection) -> Iterator[Mark]:
    """Yield runs of equal severity.

    Findings about the whole text and informational ones are not marked.
    """
    whole = (0, len(inspection.text))
    result = {
        (each.start, each.end, RANK[each.severity])
        for each in one_for_each_place(inspection.findings)
        if each.of == "value" and each.severity != INFO and (each.start, each.end) != whole
    }
    result |= {(each.start, each.end, RANK[LOW]) for each in inspection.violations}
    changes = [(start, 1, rank) for start, end, rank in result if start < end]
    changes += [(end, -1, rank) for start, end, rank in result if start < end]
    depths = [0] * len(SEVERITIES)
    start, worst = 0, -1
    for at, step, rank in sorted(changes):
        depths[rank] += step
        now = max((each for each, depth in enumerate(depths) if depth), default=-1)
        if now != worst:
            if worst >= 0 and start < at:
                yield Mark(start, at, SEVERITIES[worst])
            start, worst = at, now
    # Findings about something missing have a place but no length.
    yield from (Mark(at, end, SEVERITIES[rank]) for at, end, rank in sorted(result) if at == end)
