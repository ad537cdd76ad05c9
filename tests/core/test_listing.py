"""Every step of a trace belongs to exactly one line of its edition's listing."""

from functools import cache
from itertools import pairwise, product

from tests.for_each import for_each
from uriinspector import EDITIONS, resolve
from uriinspector.core.listing import LISTINGS
from uriinspector.core.reference import Step

BASES = ("http://a/b/c/d;p?q", "http://a", "foo:", "foo:a/b", "f:/a", "mailto:a@b", "/a", "")
PIECES = ("", "a", "..", ".", "/", "//", "?y", "#", "http:", "../", "./", "/.", "../../..", "#s")
REFERENCES = sorted(
    {"".join(pieces) for pieces in product(PIECES, repeat=2)} | {"./a/./../x", "a?y/../#s"}
)
MANNERS = tuple(product((True, False), ("keep", "drop", "refuse")))
every_edition = for_each("edition", *EDITIONS)


@cache
def steps(edition: str) -> frozenset[Step]:
    """Return one step of each kind that occurs for these pairs."""
    found: dict[tuple[object, ...], Step] = {}
    manners = {"1994": MANNERS[:1], "1997": MANNERS[:1]}.get(edition, MANNERS)
    for base, text, (strict, above) in product(BASES, REFERENCES, manners):
        made = resolve(base, text, edition=edition, strict=strict, above_root=above)
        found |= {(step.rule, str(step.note), step.part): step for step in made.steps}
    return frozenset(found.values())


@every_edition
def test_every_resolution_step_has_a_listing_line(edition: str) -> None:
    listing = LISTINGS[edition]
    lost = {(step.rule, step.note) for step in steps(edition) if listing.place(step) < 0}
    assert lost == set()


@every_edition
def test_line_of_a_step_has_the_rule_of_the_step(edition: str) -> None:
    lines = LISTINGS[edition].lines
    for step in steps(edition):
        assert lines[LISTINGS[edition].place(step)].rule == step.rule


@every_edition
def test_every_listing_line_is_reached_by_a_step(edition: str) -> None:
    listing = LISTINGS[edition]
    reached = {listing.place(step) for step in steps(edition)}
    assert [line for at, line in enumerate(listing.lines) if line.rule and at not in reached] == []


@every_edition
def test_each_key_of_a_step_belongs_to_one_line(edition: str) -> None:
    keys = [key for line in LISTINGS[edition].lines for key in line.step_keys()]
    assert sorted(map(repr, keys)) == sorted(map(repr, set(keys)))


@every_edition
def test_listing_lines_are_short_and_below_their_headings(edition: str) -> None:
    lines = LISTINGS[edition].lines
    assert max(len(line.words) for line in lines) <= 90
    for line, below in pairwise(lines):
        assert line.rule or below.depth > line.depth


def test_step_of_another_algorithm_has_no_listing_line() -> None:
    step = next(iter(resolve("http://a/b", "g", edition="1997").steps))
    assert LISTINGS["2005"].place(step) == -1
