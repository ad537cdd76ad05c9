"""The ladder for two: both forms on each rung, and below it what browsers do.  No Qt here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.gui.inspect.tabs.rung_rows import TITLES
from uriinspector.gui.resolve.variants import outcome as unresolved
from uriinspector.gui.text.pieces import Kind, Pieces, changed, ours, outside, own
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.compare import ComparedRung, Comparison
    from uriinspector.core.schemes.urn import Ruling
    from uriinspector.gui.compare.compared_pair import Both

# The rules of URNs by the names that they have in their editions.
URN_RULES = {
    "5": "URNs (RFC 2141)",
    "5a": "URNs (2012, 5a)",
    "5b": "URNs (2012, 5b)",
    "3.1": "URNs (RFC 8141)",
    "namespace": "URNs (namespace)",
}


@dataclass(frozen=True, slots=True)
class RungCard:
    """One rung: whether they meet there, both forms, what happens on it, its clauses.

    ``is_met`` is None where nothing is compared; ``is_first`` marks the rung of the headline.
    """

    title: str
    outcome: str
    is_met: bool | None
    forms: tuple[Pieces, ...]
    note: str = ""
    cites: tuple[str, ...] = ()
    is_first: bool = False

    @property
    def sign(self) -> str:
        """The same in one character."""
        return {None: "–", True: "=", False: "≠"}[self.is_met]


def rung_cards(both: Both) -> tuple[RungCard, ...]:
    """What is compared, every rung, the rules for URNs where both are URNs, then browsers."""
    rulings = map(_ruling, both.comparison.urn_rules)
    return (*_compared(both.comparison), *_rungs(both), *rulings, *_followed(both))


def _compared(comparison: Comparison) -> Iterator[RungCard]:
    """The targets where there are bases, and that fragments do not count (6.1)."""
    cites = comparison.equivalence_cites
    resolutions = [side.resolution for side in comparison.sides if side.resolution]
    if resolutions:
        forms = tuple(
            ours(unresolved(each), Kind.MUTED) if each.target is None else outside(each.target)
            for each in resolutions
        )
        note = say("references with a base URI are compared by their targets")
        yield RungCard(say("target"), say("resolved first"), None, forms, note, cites)
    if not comparison.fragments:
        note = say("as when deciding whether to send a request")
        yield RungCard(say("fragment"), say("not compared"), None, (), note, cites)


def _rungs(both: Both) -> Iterator[RungCard]:
    before: ComparedRung | None = None
    for each in both.comparison.rungs:
        forms = _forms(each, before)
        sides = [side for side in (each.a, each.b) if each.equal is not None or side.text is None]
        note = "; ".join(dict.fromkeys(say(side.note) for side in sides))
        yield RungCard(
            say(TITLES[each.name]),
            _outcome_text(each.equal),
            each.equal,
            forms,
            note
            if forms or each.equal is None
            else say("rule without effect here: {note}", note=note),
            each.cites,
            is_first=each.name == both.comparison.first_equal,
        )
        before = each


def _outcome_text(equal: bool | None) -> str:
    if equal is None:
        return say("not reached")
    return say("equivalent") if equal else say("not yet equivalent")


def _forms(each: ComparedRung, before: ComparedRung | None) -> tuple[Pieces, ...]:
    a, b = each.a.text, each.b.text
    if a is None or b is None:
        return ()
    if before is None:
        return (outside(a),) if a == b else (own(b, a), own(a, b))
    was_a, was_b = before.a.text or "", before.b.text or ""
    if a == was_a and b == was_b:
        return ()
    if a == b and was_a == was_b:
        return (changed(was_a, a),)
    return (changed(was_a, a), changed(was_b, b))


def _ruling(ruling: Ruling) -> RungCard:
    a, b = ruling.a or "", ruling.b or ""
    forms = (outside(a),) if a == b else (own(b, a), own(a, b))
    text = say("equivalent") if ruling.equal else say("equivalence not shown")
    title = say(URN_RULES[ruling.rule])
    parts = ", ".join(say(part) for part in ruling.differs)
    note = say("differs in: {parts}", parts=parts) if parts else ""
    return RungCard(title, text, ruling.equal, forms, note, ruling.cites)


def _followed(both: Both) -> Iterator[RungCard]:
    likeness = both.likeness
    a, b = likeness.a, likeness.b
    values = {True: say("same URL"), False: say("different URLs"), None: say("not accepted")}
    yield RungCard(
        say("browsers (WHATWG)"),
        values[likeness.is_same_url],
        likeness.is_same_url,
        _two(a.url, b.url, say("rejected: not a URL by the URL standard")),
        say("as shown in the address bar"),
    )
    values = {True: say("same site"), False: say("different sites"), None: say("no site")}
    yield RungCard(
        say("site"),
        values[likeness.is_same_site],
        likeness.is_same_site,
        _two(a.site, b.site, say("no registrable domain"), is_whole=True),
        say("one label more than the public suffix, by the Public Suffix List"),
    )


def _two(
    a: str | None, b: str | None, nothing: str, *, is_whole: bool = False
) -> tuple[Pieces, ...]:
    """Both answers; of a name that somebody registered a part means nothing."""
    if a is not None and a == b:
        return (outside(a),)
    if a is None and b is None:
        return (ours(nothing, Kind.MUTED),)
    return tuple(
        ours(nothing, Kind.MUTED)
        if text is None
        else _answer_pieces(text, other, is_whole=is_whole)
        for text, other in ((a, b), (b, a))
    )


def _answer_pieces(text: str, other: str | None, *, is_whole: bool) -> Pieces:
    if other is None:
        return outside(text)
    return outside(text, Kind.DIFFERS) if is_whole else own(other, text)
