"""Whether a browser shows an international label as people read it, or as xn-- and its code.

Chromium documents thirteen steps for that (docs/idn.md of its source); they are followed here in
their order, and the first that says no is named.  What differs on purpose has its row in the tests:
the list of top domains is our own short one; fonts, which differ between systems, are not asked;
some more letters are known to look like Latin, and some more suffixes to be at home in a script.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.analysis.international.display_steps import STEPS, LabelQuestion
from uriinspector.analysis.international.idna import ACE_PREFIX, decoded, map_label
from uriinspector.analysis.international.known_names import (
    LONGEST,
    in_unicode,
    index,
    outlines,
    registrable,
)
from uriinspector.core.model import Span, message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.analysis.international.known_names import KnownNameIndex

TITLES = {
    0: "Shown in Unicode",
    1: "Invalid punycode",
    2: "Not a valid label",
    3: "Character not allowed in names",
    4: "Character excluded by browsers",
    5: "Mixed scripts",
    6: "Mixed digits",
    7: "Invisible characters",
    8: "Character in an unusual position",
    9: "Homoglyph from another script",
    10: "Whole label imitates Latin",
    11: "Imitates a number",
    12: "Dangerous pattern",
    13: "Imitates a well-known name",
}


@dataclass(frozen=True, slots=True)
class DisplayDecision:
    """What becomes of one label; `span` lies in `label`, which is the Unicode that was judged.

    `reason` ends a sentence whose period it leaves out.
    """

    label: str
    shown: bool
    step: int
    title: str
    reason: str
    span: Span | None = None
    imitates: str | None = None


def decide(
    label: str,
    *,
    tld: str = "",
    domain: str | None = None,
    protect: Iterable[str] = (),
    names: KnownNameIndex | None = None,
) -> DisplayDecision:
    """Whether one label, in Unicode or beginning with xn--, is shown in Unicode.

    `tld` is the last label of its host.  `domain` is the registrable domain in Unicode, where this
    label is one of it: the thirteenth step compares that with ``names``, or those that are shipped.
    """
    if label.isascii() and label[:4].lower() != ACE_PREFIX:
        return _shown(label, message("the label is plain ASCII"))
    given = decoded(label)
    if given is None:
        reason = message("the text after xn-- is not valid punycode")
        return DisplayDecision(label, False, 1, TITLES[1], reason, Span(0, len(label)))
    is_coded = given is not label
    text = given if is_coded else map_label(given[: 4 * LONGEST]).text or given[:1]
    asked = LabelQuestion(text, tld.lower(), is_coded)
    for step, judge in STEPS:
        hit = judge(asked)
        if hit:
            return DisplayDecision(text, False, step, TITLES[step], hit.reason, hit.span)
    name = _well_known(domain, names or index(tuple(protect))) if domain else None
    if name:
        reason = message(
            "without accents and homoglyphs, the domain looks like {domain}", domain=name
        )
        return DisplayDecision(text, False, 13, TITLES[13], reason, Span(0, len(text)), name)
    return _shown(text, message("no step applies"))


def _shown(label: str, reason: str) -> DisplayDecision:
    return DisplayDecision(label, True, 0, TITLES[0], reason)


def _well_known(domain: str, known: KnownNameIndex) -> str | None:
    """The well-known domain that the domain looks like without its accents."""
    if domain in known.domains:
        return None
    known_names = (known.outlines.get(each) for each in outlines(domain))
    return next((each.domain for each in known_names if each), None)


def decide_host(
    host: str, *, protect: Iterable[str] = (), names: KnownNameIndex | None = None
) -> tuple[DisplayDecision, ...]:
    """One decision a label, in the order of the host."""
    protected = tuple(protect)
    read = in_unicode(host)
    domain = None if read.isascii() else registrable(read)
    labels = host.removesuffix(".").split(".")[-128:]
    first = len(labels) - domain.count(".") - 1 if domain else -1
    return tuple(
        decide(
            label,
            tld=read.rpartition(".")[2],
            domain=domain if first <= at else None,
            protect=protected,
            names=names,
        )
        for at, label in enumerate(labels)
    )
