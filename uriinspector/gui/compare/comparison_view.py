"""The comparison of two references or of a list, prepared for display.

RFC 3986 6.1: references can be shown to be equivalent; if they are not, they may still identify the
same resource.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

import uriinspector
from uriinspector.analysis import safe_text
from uriinspector.analysis.citation import shown_cite
from uriinspector.analysis.international.scripts import are_confusable, script, script_name
from uriinspector.analysis.likeness import Likeness, likeness
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.appearance import Appearance
from uriinspector.core.characters import name, number
from uriinspector.core.compare import (
    ANY_EDITION,
    NO_BASE,
    ComparedRung,
    Comparison,
    EquivalenceClass,
    applied_rules,
    compare,
    forms,
)
from uriinspector.core.model import CASE, DOTS, ESCAPES, SCHEME, STRING, NamedTuple, Part, Span
from uriinspector.core.parse import parse
from uriinspector.core.schemes.urn import Ruling
from uriinspector.gui.editor.look import NOTHING, Look, look_and_description
from uriinspector.gui.inspect.normal_tab import TITLES
from uriinspector.gui.jobs.stream import BATCH, JobBatch, in_batches
from uriinspector.gui.resolve.variant_rows import outcome
from uriinspector.gui.resolve.variant_rows import outcome as unresolved
from uriinspector.gui.selection import add_entry
from uriinspector.gui.text.pieces import (
    ELLIPSIS,
    Kind,
    Pieces,
    changed,
    is_illegible,
    muted,
    ours,
    outside,
    own,
)
from uriinspector.gui.text.translation import say, say_count

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

# The maximum number of columns shown for two texts, and of differences listed.
MOST_COLUMNS, MOST_ROWS = 4_096, 64
NO_CHARACTER = "·"  # shown in place of a character that only the other text has


class CharacterColumn(NamedTuple):
    """Two aligned characters; ``change`` is the number of the difference, or -1."""

    upper: str
    lower: str
    change: int


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """A difference: a character from each text, or from only one."""

    change: int
    at: tuple[int, int]
    chars: tuple[str, str]

    def position(self, side: int) -> Pieces:
        """Return the position of the character, counting from 1."""
        return muted(f"{self.at[side] + 1}" if self.chars[side] else "–")

    def character(self, side: int) -> Pieces:
        """Return the character in visible form; "nothing" if only the other text has one."""
        char = self.chars[side]
        return outside(char, Kind.DIFFERS) if char else muted(say("nothing"))

    @property
    def is_lookalike(self) -> bool:
        """True for two characters that look alike."""
        return all(self.chars) and are_confusable(*self.chars)

    def description(self, side: int) -> Pieces:
        char = self.chars[side]
        if not char:
            return ()
        if len(char) > 1:
            return () if side else ours(say("only the letter case differs"))
        written = script(char)
        by = "" if written in {"Zyyy", "Zinh"} else f" · {say(script_name(written))}"
        return ours(say("{name}", name=f"{number(char)} {name(char)}") + by)

    def span(self, side: int) -> Span:
        return Span(self.at[side], self.at[side] + len(self.chars[side]))


def columns(appearance: Appearance) -> tuple[CharacterColumn, ...]:
    return tuple(islice(_columns(appearance), MOST_COLUMNS))


def left_out(appearance: Appearance) -> int:
    """Return how many characters of the longer text have no column."""
    return max(0, max(len(appearance.a), len(appearance.b)) - MOST_COLUMNS)


def difference_rows(appearance: Appearance) -> tuple[DifferenceRow, ...]:
    """Return the differences, look-alike characters first."""
    rows = islice(_rows(appearance), MOST_COLUMNS)
    return tuple(sorted(rows, key=lambda each: not each.is_lookalike)[:MOST_ROWS])


def drawn(char: str) -> str:
    """Return a character for display in a column: visible, and not combined with its neighbor."""
    if unicodedata.combining(char) and not safe_text.is_unsafe(char):
        return f"\u25cc{char}"
    return f"‹{number(char)}›" if is_illegible(char) else safe_text.drawn(char)


def _columns(appearance: Appearance) -> Iterator[CharacterColumn]:
    left = 0
    for change, each in enumerate(appearance.differences):
        yield from _same(appearance.a[left : each.a.start])
        for one, other in zip_longest(
            each.a.of(appearance.a), each.b.of(appearance.b), fillvalue=""
        ):
            upper, lower = (drawn(char) if char else NO_CHARACTER for char in (one, other))
            yield CharacterColumn(upper, lower, change)
        left = each.a.end
    yield from _same(appearance.a[left : left + MOST_COLUMNS])


def _same(text: str) -> Iterator[CharacterColumn]:
    for char in text:
        shown = drawn(char)
        yield CharacterColumn(shown, shown, -1)


def _rows(appearance: Appearance) -> Iterator[DifferenceRow]:
    for change, each in enumerate(appearance.differences):
        a, b = each.a.of(appearance.a), each.b.of(appearance.b)
        if len(a) > 1 and a.lower() == b.lower():
            yield DifferenceRow(change, (each.a.start, each.b.start), (a, b))
            continue
        pairs = zip_longest(a, b, fillvalue="")
        for step, chars in enumerate(pairs):
            at = (each.a.start + step, each.b.start + step)
            yield DifferenceRow(change, at, chars)


def spelled(columns: tuple[CharacterColumn, ...], most: int = 64) -> str:
    """Return the differing columns as text, for screen readers."""
    result = [f"{each.upper} / {each.lower}" for each in columns if each.change >= 0]
    return ", ".join(result[:most]) + (ELLIPSIS if len(result) > most else "")


class ComparePair(NamedTuple):
    """Two texts, their bases, and the editions used to compare them."""

    a: str
    b: str
    edition: str = "2005"
    urn_edition: str = "rfc8141"
    # Base URIs; with "", the text is compared without being resolved.
    base_a: str = ""
    base_b: str = ""
    fragments: bool = True  # False ignores fragments

    @property
    def length(self) -> int:
        return len(self.a) + len(self.b) + len(self.base_a) + len(self.base_b)

    @property
    def swapped(self) -> ComparePair:
        return self._replace(a=self.b, b=self.a, base_a=self.base_b, base_b=self.base_a)


@dataclass(frozen=True, slots=True)
class Compared:
    """A pair with its inspections; a missing text has none."""

    pair: ComparePair
    a: Inspection | None
    b: Inspection | None
    both: Both | None


@dataclass(frozen=True, slots=True)
class Both:
    """The comparison of two texts."""

    comparison: Comparison
    appearance: Appearance
    likeness: Likeness


def look_at(pair: ComparePair) -> Compared:
    """Inspect both texts, and compare them if neither is missing."""
    a, b = (
        uriinspector.inspect(
            text, base=base or None, edition=pair.edition, urn_edition=pair.urn_edition
        )
        if text
        else None
        for text, base in ((pair.a, pair.base_a), (pair.b, pair.base_b))
    )
    return Compared(pair, a, b, _both(pair) if a and b else None)


def compared_texts(pair: ComparePair) -> tuple[str, str]:
    """Return the texts actually compared: the targets if there are bases, without ignored
    fragments.
    """
    return _texts(_comparison(pair)) if pair.a and pair.b else (pair.a, pair.b)


def _texts(comparison: Comparison) -> tuple[str, str]:
    a, b = (side.compared or side.text for side in comparison.sides)
    return a, b


def _comparison(pair: ComparePair) -> Comparison:
    return compare(
        pair.a,
        pair.b,
        edition=pair.edition,
        urn_edition=pair.urn_edition,
        base_a=pair.base_a or None,
        base_b=pair.base_b or None,
        fragments=pair.fragments,
    )


def _both(pair: ComparePair) -> Both:
    comparison = _comparison(pair)
    a, b = _texts(comparison)
    return Both(comparison, comparison.appearance, likeness(a, b, edition=pair.edition))


class ExamplePair(NamedTuple):
    """An example: its title, the pair, and its group or ""."""

    title: str
    pair: ComparePair
    group: str = ""


@cache
def pairs() -> tuple[ExamplePair, ...]:
    rows = tomllib.loads(shipped_text("pairs.toml"))["pair"]
    return tuple(
        ExamplePair(each.pop("title"), group=each.pop("group", ""), pair=ComparePair(**each))
        for each in rows
    )


def fill_menu(menu: QMenu, on: Callable[[ComparePair], object]) -> None:
    """Fill a menu with the examples, one submenu per group."""
    menus = {"": menu}
    for example in pairs():
        if example.group not in menus:
            menus[example.group] = menu.addMenu(say(example.group))
        add_entry(menus[example.group], say(example.title), partial(on, example.pair))


NO_TARGET = "Not compared: no target"
EQUIVALENT = {
    STRING: "Equal: the same text",
    CASE: "Equal after case normalization",
    ESCAPES: "Equal after percent-encoding normalization",
    DOTS: "Equal after dot-segment removal",
    SCHEME: "Equal after scheme-based normalization",
}


@dataclass(frozen=True, slots=True)
class Headline:
    """The headline of a comparison: a line, details, severity, and the clause that supports it."""

    line: str
    detail: str
    severity: str = "calm"
    cite: str = ""


def headline(compared: Compared | None) -> Headline:
    """Return the headline of a comparison, or a request for the missing text."""
    if compared is None:
        return Headline(
            say("Enter two links to compare"),
            say("Paste or type two links, or choose an example. They are never opened."),
        )
    if compared.both is None:
        return Headline(
            say("One link is missing"),
            say("Paste or type the other link. The comparison updates as you type."),
        )
    both = compared.both
    problems = {side.problem for side in both.comparison.sides if side.compared is None}
    if problems == {NO_BASE} and both.likeness.is_confusable:
        return _alike(both)
    if problems:
        return _no_target(both.comparison)
    if both.comparison.first_equal:
        return _equivalent(both.comparison)
    likeness = both.likeness
    has_alike_hosts = likeness.is_same_host is False and likeness.has_confusable_hosts
    is_alike = likeness.is_confusable or has_alike_hosts
    return _alike(both) if is_alike else _not_shown(both.comparison)


def _no_target(comparison: Comparison) -> Headline:
    whys = dict.fromkeys(
        outcome(side.resolution) if side.resolution else say(NO_BASE.message)
        for side in comparison.sides
        if side.compared is None
    )
    cite = next(iter(comparison.equivalence_cites), ANY_EDITION)
    is_relative = any(side.problem is NO_BASE for side in comparison.sides)
    words = "Not compared: relative reference without a base" if is_relative else NO_TARGET
    return Headline(say(words), " ".join(whys), "calm", cite)


def _equivalent(comparison: Comparison) -> Headline:
    met = next(rung for rung in comparison.rungs if rung.equal)
    cite = (met.cites or (ANY_EDITION,))[-1 if met.name == SCHEME else 0]
    if met.name == STRING:
        return Headline(say(EQUIVALENT[STRING]), _because([], cite), "info", cite)
    rules = [say(each.note) for each in applied_rules(comparison)]
    return Headline(say(EQUIVALENT[met.name]), _because(rules, cite), "info", cite)


def _because(rules: list[str], cite: str) -> str:
    clause = _clause(cite)
    if not rules:
        return say(
            "The links count as the same address. No rule is needed ({clause}).", clause=clause
        )
    words = "The links count as the same address by this rule: {why} ({clause})."
    if len(rules) > 1:
        words = "The links count as the same address by these rules: {why} ({clause})."
    return say(words, why="; ".join(rules), clause=clause)


def _not_shown(comparison: Comparison) -> Headline:
    cite = _network_cite(comparison)
    plain = say("Under these rules, the two links do not count as the same address.")
    detail = f"{plain} {_still_differ(comparison)} {_nothing_more(cite)}"
    return Headline(say("Not equal under any rule checked"), detail, "calm", cite)


def _still_differ(comparison: Comparison) -> str:
    differ = set(comparison.differs)
    if differ & {Part.USERINFO, Part.HOST, Part.PORT}:
        differ.discard(Part.AUTHORITY)  # its subcomponents are more precise
    parts = ", ".join(say(part.value) for part in Part if part in differ)
    if not parts:
        return say("The links still differ after normalization.")
    words = "After normalization, the links still differ in: {parts}."
    if comparison.differs_in_fragment_only:
        words = (
            "After normalization, the links differ only in the fragment, which does not count when "
            "deciding whether to send a request."
        )
    return say(words, parts=parts)


def _nothing_more(cite: str) -> str:
    return say(
        "The comparison stops here: further levels need the network ({clause}). A comparison "
        "can show that two references are equivalent, never that they are not.",
        clause=_clause(cite),
    )


def _network_cite(comparison: Comparison) -> str:
    """Return the clause of the last rung, which could only be tested over the network."""
    return next(iter(comparison.rungs[-1].cites), ANY_EDITION)


def _alike(both: Both) -> Headline:
    likeness, places = both.likeness, (both.likeness.a, both.likeness.b)
    named = culprit(both.appearance, in_host=not likeness.is_confusable)
    count = named or counted(both.appearance)
    cite = _network_cite(both.comparison)
    still = f"{_still_differ(both.comparison)} {_nothing_more(cite)}"
    if any(side.problem is NO_BASE for side in both.comparison.sides):
        still = say(NO_BASE.message)
    if not likeness.is_confusable:
        hosts = say("Link A goes to {a}, link B goes to {b}.", a=places[0].ascii, b=places[1].ascii)
        lead = say("The hosts look alike, but differ")
        lead = say("The hosts look alike: {difference}", difference=named) if named else lead
        return Headline(lead, f"{hosts} {still}", "high", cite)
    if likeness.is_same_site is False:
        lead = say("Lookalikes with different sites: {count}", count=count)
        sites = say("Link A goes to {a}, link B goes to {b}.", a=places[0].site, b=places[1].site)
        return Headline(lead, f"{sites} {still}", "high", cite)
    if likeness.is_same_host is False:
        lead = say("Lookalikes with different hosts: {count}", count=count)
        hosts = say("Link A goes to {a}, link B goes to {b}.", a=places[0].ascii, b=places[1].ascii)
        return Headline(lead, f"{hosts} {still}", "high", cite)
    return Headline(say("Lookalikes: {count}", count=count), still, "medium", cite)


def culprit(appearance: Appearance, *, in_host: bool) -> str:
    """Name the first character that looks like its counterpart; "" if there is none."""
    host = parse(appearance.a).span(Part.HOST) if in_host else None
    for each in islice(_rows(appearance), MOST_COLUMNS):
        is_in = not in_host or (host is not None and host.start <= each.at[0] < host.end)
        if is_in and each.is_lookalike:
            return _named(*each.chars)
    return ""


def _named(a: str, b: str) -> str:
    """Say which reference has the more unusual of two characters."""
    is_a = b.isascii() and not a.isascii()
    odd = a if is_a else b
    written = script(odd)
    is_script = script(a) != script(b) and written not in {"Zyyy", "Zinh"}
    what = say(script_name(written)) if is_script else name(odd).lower()
    if is_a:
        return say('A has "{a}" ({what}) where B has "{b}"', a=drawn(a), b=drawn(b), what=what)
    return say('B has "{b}" ({what}) where A has "{a}"', a=drawn(a), b=drawn(b), what=what)


def counted(appearance: Appearance) -> str:
    """Return the number of differing characters, and the most significant one."""
    differ = sum(
        max(each.a.end - each.a.start, each.b.end - each.b.start) for each in appearance.differences
    )
    text = say_count(
        differ,
        "1 of {length} characters differs",
        "{count} of {length} characters differ",
        length=max(len(appearance.a), len(appearance.b)),
    )
    char = _most_significant(appearance)
    return text + say(", {char}", char=f"{number(char)} {name(char)}") if char else text


def _most_significant(appearance: Appearance) -> str:
    """Return the first differing non-ASCII character, else the first differing one."""
    first = ""
    for each in appearance.differences:
        for char in each.b.of(appearance.b)[:1] + each.a.of(appearance.a)[:1]:
            if not char.isascii():
                return char
            first = first or char
    return first


def _clause(cite: str) -> str:
    return shown_cite(cite, say("appendix"))


class FactRow(NamedTuple):
    """A fact about the two texts, with one or two values."""

    title: str
    a: Pieces
    b: Pieces
    is_one: bool  # one value for both texts


def fact_rows(both: Both) -> tuple[FactRow, ...]:
    """Return the facts: skeletons, registrable domains, and the forms of the host names."""
    a, b = both.likeness.a, both.likeness.b
    return (
        FactRow(say("Skeleton"), _skeleton(both), (), True),
        FactRow(say("Skeleton of the hosts"), _of_hosts(both), (), True),
        _row(say("Registrable domain"), a.site, b.site),
        _row(say("Host in punycode"), a.ascii, b.ascii),
        _row(say("Host in Unicode"), a.unicode or a.ascii, b.unicode or b.ascii, by_character=True),
    )


def _skeleton(both: Both) -> Pieces:
    if not both.appearance.differences:
        return ours(say("identical text"))
    return _confusable_text(is_confusable=both.likeness.is_confusable)


def _of_hosts(both: Both) -> Pieces:
    """Compare the hosts in Unicode, as users see them: A-labels themselves are never confusable."""
    result = both.likeness.has_confusable_hosts
    if result is None:
        return muted(say("none"))
    if both.likeness.is_same_host:
        return ours(say("identical text"))
    return _confusable_text(is_confusable=result)


def _confusable_text(*, is_confusable: bool) -> Pieces:
    if is_confusable:
        return ours(say("confusable (UTS 39)"), Kind.DIFFERS)
    return ours(say("not confusable (UTS 39)"))


def _row(title: str, a: str | None, b: str | None, *, by_character: bool = False) -> FactRow:
    one, other = (_shown(*each, by_character=by_character) for each in ((a, b), (b, a)))
    return FactRow(title, one, other, False)


def _shown(text: str | None, other: str | None, *, by_character: bool) -> Pieces:
    """Return a value with its differences from the other value marked; registrable domains are
    marked as a whole.
    """
    if text is None:
        return muted(say("none"))
    if by_character and other is not None:
        return own(other, text)
    return outside(text, Kind.PLAIN if other in {None, text} else Kind.DIFFERS)


# Titles of the URN rules, by their names in the editions.
URN_RULES = {
    "5": "URNs (RFC 2141)",
    "5a": "URNs (2012, 5a)",
    "5b": "URNs (2012, 5b)",
    "3.1": "URNs (RFC 8141)",
    "namespace": "URNs (namespace)",
}


@dataclass(frozen=True, slots=True)
class RungCard:
    """A rung of the ladder: its outcome, both forms, a note, and clauses.

    ``is_met`` is None if nothing was compared; ``is_first`` is True for the rung named in the
    headline.
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
        return {None: "–", True: "=", False: "≠"}[self.is_met]


def rung_cards(both: Both) -> tuple[RungCard, ...]:
    """Return the cards: the compared texts, every rung, the rules for URNs, then browsers."""
    rulings = map(_ruling, both.comparison.urn_rules)
    return (*_compared(both.comparison), *_rungs(both), *rulings, *_followed(both))


def _compared(comparison: Comparison) -> Iterator[RungCard]:
    """Yield a card for the targets if there are bases, and one about ignored fragments (RFC 3986
    6.1).
    """
    cites = comparison.equivalence_cites
    resolutions = [side.resolution for side in comparison.sides if side.resolution]
    if resolutions:
        forms = tuple(
            muted(unresolved(each)) if each.target is None else outside(each.target)
            for each in resolutions
        )
        note = say("references with a base URI are compared by their targets")
        yield RungCard(say("target"), say("resolved first"), None, forms, note, cites)
    if not comparison.fragments:
        note = say("fragments do not count when deciding whether to send a request")
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
            else say("this rule has no effect here: {note}", note=note),
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
        _two(a.url, b.url, say("rejected: not a URL according to the URL standard")),
        say("as shown in the address bar"),
    )
    values = {True: say("same site"), False: say("different sites"), None: say("no site")}
    yield RungCard(
        say("site"),
        values[likeness.is_same_site],
        likeness.is_same_site,
        _two(a.site, b.site, say("no registrable domain"), is_whole=True),
        say("one label more than the public suffix, according to the Public Suffix List"),
    )


def _two(
    a: str | None, b: str | None, nothing: str, *, is_whole: bool = False
) -> tuple[Pieces, ...]:
    """Return both values with their differences marked, or a single value if they are equal."""
    if a is not None and a == b:
        return (outside(a),)
    if a is None and b is None:
        return (muted(nothing),)
    return tuple(
        muted(nothing) if text is None else _answer_pieces(text, other, is_whole=is_whole)
        for text, other in ((a, b), (b, a))
    )


def _answer_pieces(text: str, other: str | None, *, is_whole: bool) -> Pieces:
    if other is None:
        return outside(text)
    return outside(text, Kind.DIFFERS) if is_whole else own(other, text)


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """The comparison of a pair, prepared for display; the rows are empty if a text is missing."""

    compared: Compared
    headline: Headline
    looks: tuple[tuple[Look, str], ...]
    columns: tuple[CharacterColumn, ...] = ()
    left_out: int = 0
    differences: tuple[DifferenceRow, ...] = ()
    facts: tuple[FactRow, ...] = ()
    rungs: tuple[RungCard, ...] = ()


def comparison_view(pair: ComparePair) -> ComparisonView:
    """Compare a pair, and prepare the result for display."""
    compared = look_at(pair)
    both = compared.both
    looks = tuple(
        (NOTHING, "") if each is None else look_and_description(each)
        for each in (compared.a, compared.b)
    )
    if both is None:
        return ComparisonView(compared, headline(compared), looks)
    return ComparisonView(
        compared,
        headline(compared),
        looks,
        columns(both.appearance),
        left_out(both.appearance),
        difference_rows(both.appearance),
        fact_rows(both),
        rung_cards(both),
    )


class GroupRequest(NamedTuple):
    """The references to group, the rung for equivalence, and the editions."""

    texts: tuple[str, ...]
    rung: str
    edition: str
    urn_edition: str


@dataclass(frozen=True, slots=True)
class GroupRow:
    """The heading of a group, or one of its members."""

    text: str
    first: str  # the first member of the group
    form: str
    size: int = 0  # the number of members, for a heading

    @property
    def is_heading(self) -> bool:
        return self.size > 0

    @property
    def written(self) -> Pieces:
        """Return a member as pasted, or the heading of a group: its size and common form."""
        if not self.is_heading:
            return outside(self.text)
        words = say_count(
            self.size, "1 reference without equivalents", "{count} equivalent references"
        )
        return (*ours(words + "  ", Kind.STRONG), *outside(self.form))

    @property
    def change(self) -> Pieces:
        """Return a member with the changes that lead to the common form."""
        return () if self.is_heading else _changed(self.text, self.form)


# Cached because a cell needs it several times: to measure its width and height, and to paint it.
_changed = lru_cache(maxsize=256)(changed)


def group(listing: GroupRequest) -> Iterator[JobBatch]:
    """Group references; yield progress, then the groups, largest first.

    Groups of the same size keep the order of the list.
    """
    texts, rung, edition, urn_edition = listing
    values: dict[str, list[str]] = {}
    result = forms(texts, rung, edition=edition, urn_edition=urn_edition)
    for done, (text, form) in enumerate(zip(texts, result, strict=True)):
        values.setdefault(form, []).append(text)
        if done % BATCH == 0:
            yield JobBatch([], done, len(texts))
    classes = (EquivalenceClass(form, tuple(members)) for form, members in values.items())
    ordered = sorted(classes, key=lambda each: -len(each.texts))
    yield from in_batches(((len(texts), each) for each in ordered), len(texts))


def group_rows(classes: Iterable[EquivalenceClass]) -> Iterator[GroupRow]:
    """Yield a heading for each group, followed by its members."""
    for each in classes:
        first = each.texts[0]
        yield GroupRow(each.form, first, each.form, len(each.texts))
        for text in each.texts:
            yield GroupRow(text, first, each.form)
