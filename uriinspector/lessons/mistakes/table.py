"""All mistakes by family, in the order in which they are named: what is seldom possible first."""

from __future__ import annotations

from itertools import product

from uriinspector.core.model import message
from uriinspector.lessons.mistake import Mistake
from uriinspector.lessons.mistakes import (
    characters,
    dots,
    grammar_answers,
    hosts,
    merging,
    misread_pairs,
    part_spans,
    reference_writing,
    sameness,
    whole_targets,
)
from uriinspector.lessons.mistakes.reference_writing import CONDITIONS

# A mistake that can be made in few questions explains more where it gives the answer.  Whatever
# only glues two texts together, or gives one of them, comes last.
RESOLVING = (
    *misread_pairs.NARROW,
    *misread_pairs.WITH_HOST_ROWS,
    *misread_pairs.QUERY_AND_FRAGMENT_ROWS,
    *merging.NARROW,
    *dots.NARROW,
    *dots.WIDE[:1],
    *merging.WIDE,
    *dots.WIDE[1:],
    *misread_pairs.WIDE,
    *whole_targets.ESCAPED_ROWS,
    *whole_targets.ROWS,
    *whole_targets.ALONE,
    *misread_pairs.ALONE,
    *merging.GLUED,
)
SOURCES = whole_targets.SOURCE_ROWS
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
HOSTS = (*hosts.NARROW, *hosts.WRONG_HOST_ROWS, *hosts.WIDE)
# Explains less than any other: it is asked for only where nothing else gives the answer.
ANY_NAME = hosts.ANY_NAME
PARTS = part_spans.ROWS
NESTED = hosts.NESTED_ROWS
SCRIPTS = characters.SCRIPT_ROWS
ENCODING, DECODING = characters.ENCODING, characters.DECODING
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
    *dots.STEP_ROWS,
    *dots.BUFFER_ROWS,
    *merging.PAGE_BASE_ROWS,
    *reference_writing.ROWS,
    *NESTED,
    *SCRIPTS,
    *ENCODING,
    *DECODING,
)

# Mistakes that are known by the answer alone, as they are explained without a question.
ORIGIN_NAMES = ("base", "reference", "merged")
COMES_FROM = {
    "base": "The component comes from the base.",
    "reference": "The component comes from the reference.",
    "merged": "The component is merged from base and reference.",
}
KNOWN_BY_ANSWER = {
    "edition-too-many": "You named an edition, or browsers, that have another result.",
    "edition-left-out": "You left out an edition, or browsers, that have this result.",
    "line-too-many": "You named a line of the algorithm that changes nothing here.",
    "line-left-out": "You left out a line of the algorithm.",
    "lines-out-of-order": "You named the right lines of the algorithm in another order.",
}


def origin_code(right: str, given: str) -> str:
    """Return the code of a component whose origin is taken for another one."""
    return f"{right}-taken-for-{given}"


def wanted_code(condition: str) -> str:
    """Return the code of a condition that a text does not meet."""
    return f"wanted-{condition.replace('_', '-')}"


ANSWER_ROWS = (
    *(
        Mistake(origin_code(right, given), message(COMES_FROM[right]), ("RFC 3986 5.2.2",))
        for right, given in product(ORIGIN_NAMES, (*ORIGIN_NAMES, "another"))
        if given != right
    ),
    *(
        Mistake(code, message(reason), ("RFC 3986 5.2",) if code.startswith("line") else ())
        for code, reason in KNOWN_BY_ANSWER.items()
    ),
    *(
        Mistake(wanted_code(name), message("Your text does not meet a condition."))
        for name in CONDITIONS
    ),
)
