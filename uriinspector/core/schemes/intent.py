"""intent: how Android writes a message to a program as a reference.

    intent://HOST/PATH#Intent;scheme=https;package=com.example;S.browser_fallback_url=...;end

What stands before the fragment is the message's data; its scheme is one of the parameters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered
from uriinspector.core.decoding import decoded
from uriinspector.core.message import message
from uriinspector.core.model import Part, Span, Violation
from uriinspector.core.named_tuple import NamedTuple
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Dossier,
    Field,
    Inner,
    Note,
    Scheme,
    in_order,
)
from uriinspector.core.schemes.specific import (
    ParameterPair,
    generic_faults,
    inner_if,
    inner_of,
    missing,
    pairs,
    part_of,
    visible,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

CITE = "Android Intent.parseUri"
MARK, END = "Intent;", ";end"
FALLBACK = "s.browser_fallback_url"
VIA_FALLBACK = "intent fallback"
MEANINGS = {
    "scheme": "the scheme of the data; scheme and data form the reference that is opened",
    "package": "the only app allowed to open it",
    "component": "the only app component allowed to open it",
    "action": "the action",
    "category": "the kind of app that can open it",
    "type": "the media type of the data",
    "launchflags": "how the app is started",
    FALLBACK: "fallback address if no app accepts it",
}
EXTRAS = {"S": "a string", "B": "yes or no", "b": "a number", "c": "a character", "d": "a number"}
EXTRAS |= {"f": "a number", "i": "a number", "l": "a number", "s": "a number"}


class IntentMessage(NamedTuple):
    """The data, and the parameters with where they stand."""

    data: Span
    params: tuple[ParameterPair, ...]


def describe(reference: Reference, _: Choice) -> Dossier:
    """Which program gets what, and where else it leads."""
    text = reference.text
    asked = IntentMessage(part_of(reference), tuple(_params(reference)))
    named = {lowered(each.name.of(text)): each.value for each in asked.params}
    return Dossier(
        scheme=lowered(reference.scheme or ""),
        title="an intent for an Android app",
        cites=(CITE,),
        danger="program",
        fields=tuple(_fields(text, asked)),
        actions=tuple(_actions(text, named)),
        violations=in_order(_violations(reference)),
        notes=tuple(_notes(text, named)),
        inner=tuple(_inner(text, asked, named)),
    )


def _params(reference: Reference) -> Iterator[ParameterPair]:
    span = reference.span(Part.FRAGMENT)
    if span is None or not reference.text.startswith(MARK, *span):
        return
    end = span.end - len(END) if reference.text.endswith(END, *span) else span.end
    yield from pairs(reference.text, Span(span.start + len(MARK), max(end, span.start + 7)), ";")


def _fields(text: str, asked: IntentMessage) -> Iterator[Field]:
    if asked.data.start < asked.data.end:
        yield Field.present(text, "data", *asked.data, "the data for the app")
    for name, value in asked.params:
        called = decoded(name.of(text))
        span = value or Span(name.end, name.end)
        kind, point, _ = called.partition(".")
        explanation = (
            message("extra data for the app: {kind}", kind=message(EXTRAS[kind]))
            if point and kind in EXTRAS
            else ""
        )
        meaning = MEANINGS.get(lowered(called)) or explanation or "a parameter"
        yield Field.present(text, called, *span, meaning)


def _actions(text: str, named: dict[str, Span | None]) -> Iterator[Action]:
    target = next((named[key] for key in ("component", "package") if named.get(key)), None)
    program = visible(target.of(text)) if target else "any app registered for it"
    yield Action("start", program, "where the browser allows it")
    fallback = named.get(FALLBACK)
    if fallback:
        yield Action("open", visible(fallback.of(text)), "if no app accepts it")


def _violations(reference: Reference) -> Iterator[Violation]:
    text, span = reference.text, reference.span(Part.FRAGMENT)
    if span is None or not text.startswith(MARK, *span):
        at = span.start if span else part_of(reference).end
        yield missing(at, "intent", '"#Intent;"', "the parameters are missing", CITE)
    elif not text.endswith(END, *span) and not text.startswith("end", span.start + 7, span.end):
        yield missing(span.end, "intent", '";end"', "the end of the parameters is missing", CITE)
    yield from generic_faults(reference)


def _notes(text: str, named: dict[str, Span | None]) -> Iterator[Note]:
    if named.get("component"):
        explanation = "names a part of an app directly, bypassing what the app exposes"
        yield Note("component", "danger", explanation, named["component"])
    if named.get(FALLBACK):
        explanation = "opens another address if the app is not installed"
        yield Note("fallback", "unusual", explanation, named[FALLBACK])
    action = named.get("action")
    if action and lowered(decoded(action.of(text))).endswith((".call", ".call_privileged")):
        explanation = "asks for a call without the dial pad in between"
        yield Note("call", "danger", explanation, action)
    if "sel" in named:
        explanation = "a selector hides the real purpose of the intent"
        yield Note("selector", "danger", explanation)


def _inner(text: str, asked: IntentMessage, named: dict[str, Span | None]) -> Iterator[Inner]:
    scheme = named.get("scheme")
    if scheme and asked.data.start < asked.data.end:
        target = f"{decoded(scheme.of(text))}:{asked.data.of(text)}"
        yield Inner(asked.data, "intent data", target)
    elif asked.data.start < asked.data.end:
        yield from inner_if(text, asked.data, "intent data")
    yield from inner_of(text, named.get(FALLBACK), VIA_FALLBACK)


SCHEME = Scheme(("intent",), describe, "program", nests=True, commands=True)
