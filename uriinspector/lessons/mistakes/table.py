"""All mistakes by family, in the order in which they are named: what is seldom possible first."""

from __future__ import annotations

from uriinspector.lessons.mistakes import (
    dots_in_paths,
    host_names,
    host_pieces,
    merging,
    part_spans,
    query_and_fragment,
    sources,
    whole_targets,
)

# A mistake that can be made in few questions explains more where it gives the answer.  Whatever
# only glues two texts together, or gives one of them, comes last.
RESOLVING = (
    *query_and_fragment.ROWS,
    *merging.NARROW,
    *dots_in_paths.NARROW,
    *merging.WIDE[:1],
    *dots_in_paths.WIDE,
    *merging.WIDE[1:],
    *whole_targets.ROWS,
    *whole_targets.ALONE,
    *merging.GLUED,
)
SOURCES = sources.ROWS
HOSTS = (*host_pieces.NARROW, *host_names.ROWS, *host_pieces.WIDE)
# Explains less than any other: it is asked for only where nothing else gives the answer.
ANY_NAME = host_names.ANY_NAME
PARTS = part_spans.ROWS
MISTAKES = (*RESOLVING, *SOURCES, *HOSTS, *ANY_NAME, *PARTS)
