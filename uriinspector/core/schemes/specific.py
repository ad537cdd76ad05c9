"""What follows the scheme's colon: where it stands, how it is cut, what a reader should know of it.

Shared by schemes that have a syntax of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.decoding import decoded, octets_of, shown
from uriinspector.core.expression import expression
from uriinspector.core.message import message
from uriinspector.core.model import Part, Span, Violation
from uriinspector.core.named_tuple import NamedTuple
from uriinspector.core.schemes.dossier import Field, Inner, Note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

REFERENCE = expression(r"[A-Za-z][A-Za-z0-9+.\-]*+:|//|\\\\")
ABSOLUTE = expression(r"[A-Za-z][A-Za-z0-9+.\-]*+:")
HYPHEN = expression("-|%2[Dd]")
BACKSLASHES = expression(r"(?:\\|%5[Cc]){2}+((?:(?!%5[Cc])[^\\/|&;#,]|(?!))++)")


class ParameterPair(NamedTuple):
    """A name and, where there is a "=", its value."""

    name: Span
    value: Span | None


def part_of(reference: Reference) -> Span:
    """All after the scheme's colon but the fragment."""
    spans = reference.spans
    return Span(spans[1][1] + 1, max(spans[6][1], spans[7][1]))


def whole_of(reference: Reference) -> Span:
    """All after the scheme's colon, with the fragment."""
    spans = reference.spans
    return Span(spans[1][1] + 1, spans[0][1])


def generic_faults(reference: Reference) -> tuple[Violation, ...]:
    """What the edition's generic syntax finds; that 1994 knows no fragment is not the scheme's."""
    return tuple(each for each in reference.violations if each.rule != "url")


def cut(text: str, span: Span, mark: str) -> Iterator[Span]:
    """The runs between the marks; one run where there is no mark."""
    start, end = span
    while (at := text.find(mark, start, end)) >= 0:
        yield Span(start, at)
        start = at + len(mark)
    yield Span(start, end)


def visible(text: str) -> str:
    """The text without escapes, for a sentence: nothing in it can hide or reorder."""
    return shown(octets_of(text))


def pair(text: str, span: Span) -> ParameterPair:
    """The first "=" parts name and value."""
    equals = text.find("=", *span)
    if equals < 0:
        return ParameterPair(span, None)
    return ParameterPair(Span(span.start, equals), Span(equals + 1, span.end))


def pairs(text: str, span: Span | None, mark: str = "&") -> Iterator[ParameterPair]:
    """Names with their values; an empty run is none."""
    if span is None:
        return
    for run in cut(text, span, mark):
        if run.start < run.end:
            yield pair(text, run)


def pair_fields(
    text: str, pairs: Iterator[ParameterPair], meanings: dict[str, str]
) -> Iterator[Field]:
    """A field for each pair: its value, or an empty one at its end."""
    for name, value in pairs:
        called = decoded(name.of(text))
        span = value or Span(name.end, name.end)
        yield Field.present(text, called, *span, meanings.get(called.lower(), "a parameter"))


def inner_of(text: str, span: Span | None, via: str) -> Iterator[Inner]:
    """What stands there is a reference, whatever it looks like; an empty one is none."""
    if span is not None and span.start < span.end:
        yield Inner(span, via, decoded(span.of(text)))


def inner_if(text: str, span: Span | None, via: str) -> Iterator[Inner]:
    """What stands there may be a reference: it is one if it begins like one."""
    if span is not None and REFERENCE.match(decoded(span.of(text))):
        yield from inner_of(text, span, via)


def inner_if_absolute(text: str, span: Span | None, via: str) -> Iterator[Inner]:
    """What stands there has to have a scheme of its own, and is no reference without one."""
    if span is not None and ABSOLUTE.match(decoded(span.of(text))):
        yield from inner_of(text, span, via)


def missing(at: int, rule: str, expected: str, text: str, cite: str) -> Violation:
    """Something that should stand here."""
    return Violation(at, at, rule, expected, text, (cite,))


def option_notes(reference: Reference) -> Iterator[Note]:
    """A user or host that begins with a hyphen: a program that is started with it obeys it."""
    for part in (Part.USERINFO, Part.HOST):
        span = reference.span(part)
        if span and HYPHEN.match(reference.text, *span):
            explanation = message(
                "{part} begins with a hyphen: a program can treat it as a command-line option",
                part=message(part.value),
            )
            yield Note("option", "danger", explanation, span)


def share_notes(text: str, span: Span) -> Iterator[Note]:
    """The first Windows share that is named inside."""
    match = BACKSLASHES.search(text, *span)
    if match:
        explanation = message(
            "names a Windows share on {found}; opening it can send credentials",
            found=visible(match[1]),
        )
        yield Note("share", "danger", explanation, Span(*match.span()))
