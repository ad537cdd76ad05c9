"""The international labels of a host: how they are written, read, and shown by careful browsers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from uriinspector.analysis.international import idna
from uriinspector.analysis.international.display import DisplayDecision, decide_host
from uriinspector.analysis.international.known_names import KnownNameIndex
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.percent import decoded, octets_of

if TYPE_CHECKING:
    from uriinspector.analysis.facts import Facts

# Far more than the 63 characters of a label, escapes and all.
LONGEST = 600


class InternationalLabel(NamedTuple):
    """A label that is not plain ASCII: where it stands, as written, and as it is read."""

    span: Span
    written: str
    read: str

    def place(self, inside: Span | None) -> Span:
        """A place in what is read, in the text: exact where the two are the same."""
        if inside is None or self.written != self.read:
            return self.span
        return Span(self.span.start + inside.start, self.span.start + inside.end)


def labels(facts: Facts) -> tuple[InternationalLabel, ...]:
    """The labels of a browser's host that are international, however they are written."""
    return facts.once(_labels)


def _labels(facts: Facts) -> tuple[InternationalLabel, ...]:
    return tuple(_international(facts))


# What browsers take for no part of a host.
NO_LABEL = frozenset(":[]")


def as_utf8(label: str) -> str | None:
    """A label without its escapes; None where they are no UTF-8."""
    if "%" not in label:
        return label
    try:
        return octets_of(label).decode()
    except UnicodeDecodeError:
        return None


def _international(facts: Facts) -> Iterator[InternationalLabel]:
    if not facts.is_web or not facts.is_read_as_written:
        return
    for written, span in facts.labels:
        if len(written) > LONGEST or not NO_LABEL.isdisjoint(written):
            continue  # no such name can be looked up, which is said elsewhere
        plain = as_utf8(written)
        if plain is None:
            continue  # browsers refuse it
        read = idna.decoded(plain)
        if read is not None and not read.isascii():
            yield InternationalLabel(span, written, read)


@lru_cache(maxsize=512)
def decisions(host: str, names: KnownNameIndex) -> tuple[DisplayDecision, ...]:
    """Whether a careful browser would show each label; made once for all rules."""
    return decide_host(host, names=names)


def decided(facts: Facts) -> Iterator[tuple[InternationalLabel, DisplayDecision]]:
    """The international labels with what is decided about each."""
    span = facts.span(Part.HOST)
    if span is None:
        return
    host = span.of(facts.text)
    display_decisions = decisions(decoded(host) if "%" in host else host, facts.names)
    by_label = {each.label: each for each in display_decisions}
    for label in labels(facts):
        decision = by_label.get(label.read) or by_label.get(idna.map_label(label.read).text)
        if decision:
            yield label, decision
