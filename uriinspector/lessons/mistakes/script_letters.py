"""Mistakes in looking for a letter of another script."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from uriinspector.analysis.international.scripts import script
from uriinspector.core.model import Part, Span
from uriinspector.core.parse import parse
from uriinspector.lessons.mistake import row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NONE = "none"
LATIN = "Latn"
# What every script uses, and what goes with the letter before it (UAX 24).
NO_SCRIPT = frozenset({"Zyyy", "Zinh", "Zzzz"})
LONGEST = 2_000


class MixedName:
    """The host of a link, and the letters in it that are not of the script of their label."""

    def __init__(self, text: str) -> None:
        self.text = text
        span = parse(text, edition="2005").span(Part.HOST) if len(text) <= LONGEST else None
        self.span = span or Span(0, 0)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Where the letters of a rarer script are; none where each label has one script."""
        found: list[int] = []
        at = self.span.start
        for label in self.span.of(self.text).split("."):
            found += (at + place for place in _strangers(label))
            at += len(label) + 1
        return tuple(found)

    @property
    def key(self) -> str:
        """The number of the first of them, counted from 1 in the whole text."""
        return str(self.places[0] + 1) if self.places else NONE


def _strangers(label: str) -> list[int]:
    """The letters of a label that are of a script with fewer letters there than another one."""
    scripts = [script(char) for char in label]
    counts = {each: scripts.count(each) for each in scripts if each not in NO_SCRIPT}
    if len(counts) < 2:
        return []
    most = max(counts, key=counts.__getitem__)
    return [at for at, each in enumerate(scripts) if each in counts and each != most]


def in_host(holds: Callable[[str], bool]) -> Callable[[MixedName], Iterator[str]]:
    """The places of characters like this in the host, as far as they are not what was asked for."""

    def wrong(name: MixedName) -> Iterator[str]:
        for at in range(*name.span):
            if at not in name.places and holds(name.text[at]):
                yield str(at + 1)

    return wrong


def outside(name: MixedName) -> Iterator[str]:
    """A character before or behind the host."""
    yield from (str(at + 1) for at in range(len(name.text)) if at not in range(*name.span))


def overlooked(name: MixedName) -> Iterator[str]:
    """None, though there is one."""
    if name.places:
        yield NONE


def counted_from_zero(name: MixedName) -> Iterator[str]:
    """One less."""
    yield from (str(at) for at in name.places)


def counted_in_host(name: MixedName) -> Iterator[str]:
    """Counted from the first character of the host."""
    yield from (str(at - name.span.start + 1) for at in name.places)


ROWS = (
    row(
        "other-script-overlooked",
        overlooked,
        "You named no letter. At least one letter of the host is of another script.",
    ),
    row(
        "script-counted-from-zero",
        counted_from_zero,
        "You counted from 0. The first character is number 1.",
    ),
    row(
        "script-counted-in-host",
        counted_in_host,
        "You counted from the start of the host. The whole link is counted.",
    ),
    row("outside-the-host", outside, "You named a character outside of the host."),
    row(
        "digit-taken-for-script",
        in_host(lambda char: char.isdigit()),
        "You named a digit. Every script uses it.",
    ),
    row(
        "delimiter-taken-for-script",
        in_host(lambda char: char in ".-"),
        "You named a dot or a hyphen. Every script uses it.",
    ),
    row(
        "accent-taken-for-script",
        in_host(lambda char: not char.isascii() and script(char) == LATIN),
        "You named a Latin letter that is not in ASCII. Its script is that of the letters around "
        "it.",
    ),
    row(
        "ascii-taken-for-script",
        in_host(lambda char: char.isascii() and char.isalpha()),
        "You named a letter of ASCII. Its script is that of the letters around it.",
    ),
    row(
        "one-script-taken-for-two",
        in_host(lambda char: script(char) not in {LATIN, *NO_SCRIPT}),
        "You named a letter of the script that its label has most. Another script was asked for.",
    ),
)
