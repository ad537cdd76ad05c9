"""All mistakes by family, in the order in which they are named: what is seldom possible first."""

from __future__ import annotations

from uriinspector.lessons.mistakes import (
    components,
    dot_segments,
    host_names,
    merging,
    part_spans,
    sources,
    whole_targets,
)

# A mistake that can be made in few questions explains more where it gives the answer.  Whatever
# only glues two texts together, or gives one of them, comes last.
RESOLVING = (
    *components.ROWS,
    *merging.NARROW,
    *dot_segments.NARROW,
    *merging.WIDE[:1],
    *dot_segments.WIDE,
    *merging.WIDE[1:],
    *whole_targets.ROWS,
    *whole_targets.ALONE,
    *merging.GLUED,
)
SOURCES = sources.ROWS
HOSTS = (*host_names.NARROW, *host_names.WIDE)
# Explains less than any other: it is asked for only where nothing else gives the answer.
ANY_NAME = host_names.ANY_NAME
PARTS = part_spans.ROWS
MISTAKES = (*RESOLVING, *SOURCES, *HOSTS, *ANY_NAME, *PARTS)
