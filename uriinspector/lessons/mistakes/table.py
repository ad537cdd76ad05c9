"""All mistakes by family, in the order in which they are named: what is seldom possible first."""

from __future__ import annotations

from uriinspector.lessons.mistakes import (
    base_urls,
    buffer_steps,
    dot_steps,
    dots_in_paths,
    escaped_targets,
    grammar_answers,
    host_pieces,
    merging,
    misread_pairs,
    nested_hosts,
    part_spans,
    percent_encoding,
    query_and_fragment,
    reference_writing,
    references_with_host,
    sameness,
    script_letters,
    sources,
    whole_targets,
    wrong_hosts,
)

# A mistake that can be made in few questions explains more where it gives the answer.  Whatever
# only glues two texts together, or gives one of them, comes last.
RESOLVING = (
    *misread_pairs.NARROW,
    *references_with_host.ROWS,
    *query_and_fragment.ROWS,
    *merging.NARROW,
    *dots_in_paths.NARROW,
    *dots_in_paths.WIDE[:1],
    *merging.WIDE,
    *dots_in_paths.WIDE[1:],
    *misread_pairs.WIDE,
    *escaped_targets.ROWS,
    *whole_targets.ROWS,
    *whole_targets.ALONE,
    *misread_pairs.ALONE,
    *merging.GLUED,
)
SOURCES = sources.ROWS
# What says the same as the one before it, where both give the answer.
REPEATED = {
    "network-path-alone": ("scheme-left-out",),
    "userinfo-as-host": ("name-in-userinfo", "lure"),
    "escaped-dots": ("normalized",),
    "decoded": ("normalized",),
    "decoded-delimiter": ("decoded",),
    "empty-is-nothing": ("no-target",),
    "above-root-refused": ("no-target",),
    "no-host-here": ("any-last-at",),
    "as-the-rfc": ("as-written",),
    "with-port": ("whole-link",),
    "whole-authority": ("whole-link",),
    "normalized": ("final-slash-added", "port-left-out"),
    **dict.fromkeys(
        ("user-name-only", "password-only", "last-segment-only", "path-without-root"),
        ("piece-only",),
    ),
    "kept-last-segment": ("up-too-few", "up-too-many"),
    "base-slash-ignored": ("up-too-few", "up-too-many"),
    "first-question-mark-not": ("piece-only",),
    "query-in-path": ("several-components",),
    "fragment-in-query": ("several-components",),
    "other-part": ("in-other-part",),
    **dict.fromkeys(
        (
            "delimiter-not-encoded",
            "percent-not-encoded",
            "space-not-encoded",
            "non-ascii-not-encoded",
        ),
        ("nothing-encoded",),
    ),
    "decoded-too-seldom": ("delimiters-left-encoded", "nothing-decoded"),
    "delimiters-left-encoded": ("nothing-decoded",),
    "inner-escapes-kept": ("whole-inner-link",),
}
HOSTS = (*host_pieces.NARROW, *wrong_hosts.ROWS, *host_pieces.WIDE)
# Explains less than any other: it is asked for only where nothing else gives the answer.
ANY_NAME = wrong_hosts.ANY_NAME
PARTS = part_spans.ROWS
NESTED = nested_hosts.ROWS
SCRIPTS = script_letters.ROWS
ENCODING, DECODING = percent_encoding.ENCODING, percent_encoding.DECODING
# The kinds of questions that can be drawn for some mistakes, and the mistakes.
ABOUT = {
    "target": RESOLVING,
    "origin": RESOLVING,
    "where": HOSTS,
    "site": HOSTS,
    "innermost": NESTED,
}
MISTAKES = (
    *RESOLVING,
    *SOURCES,
    *HOSTS,
    *ANY_NAME,
    *PARTS,
    *sameness.ROWS,
    *grammar_answers.ROWS,
    *dot_steps.ROWS,
    *buffer_steps.ROWS,
    *base_urls.ROWS,
    *reference_writing.ROWS,
    *NESTED,
    *SCRIPTS,
    *ENCODING,
    *DECODING,
)
