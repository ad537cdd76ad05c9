"""What stands inside a component: labels of a host, segments of a path, pairs of a query.

Rows are made only as far as they are asked for: a path may have thousands of segments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice

from uriinspector.analysis.domains import Host
from uriinspector.core.model import Part, Span
from uriinspector.core.percent import decoded
from uriinspector.core.schemes.dossier import Field, cut, pairs
from uriinspector.gui.inspect.component_row import ComponentRow, clipped
from uriinspector.gui.text.translation import say


def dots(segment: str) -> str:
    """What a segment of dots does."""
    if segment == ".":
        return say("same level; removed on resolution")
    return say("one level up; applied on resolution") if segment == ".." else ""


def reads(text: str) -> str:
    """What the text says without its escapes, where it has any."""
    return say("decoded: {text}", text=clipped(decoded(text[:400]))) if "%" in text else ""


def user_rows(text: str, span: Span, cite: str) -> list[ComponentRow]:
    """User and password: the first colon parts them."""
    colon = text.find(":", *span)
    if colon < 0:
        return []
    user, password = Span(span.start, colon), Span(colon + 1, span.end)
    part = Part.USERINFO.value
    hidden = say("anyone who sees the link can read it")
    return [
        ComponentRow("user", say("user"), user.of(text), user, reads(user.of(text)), cite, part),
        ComponentRow("password", say("password"), password.of(text), password, hidden, cite, part),
    ]


def label_rows(text: str, span: Span, host: Host, cite: str, most: int) -> Iterator[ComponentRow]:
    """The labels of a name, with what is registered and what it is registered under."""
    spans = list(islice(cut(text, span, "."), most))
    written = span.of(text).count(".") + 1
    site, suffix = host.registrable_domain or "", host.public_suffix or ""
    root = 1 if text.endswith(".", *span) else 0
    under = written - root - (suffix.count(".") + 1 if suffix else 0)
    unicode = (host.unicode or "").split(".")
    for number, place in enumerate(spans):
        if root and number == written - 1:
            meaning = say("DNS root")
        elif suffix and number >= under:
            meaning = say("under the public suffix {suffix}", suffix=suffix)
        elif site and number == under - 1:
            meaning = say("registrable domain: {site}", site=clipped(site))
        else:
            meaning = say("chosen by the owner of {site}", site=clipped(site)) if site else ""
        label = place.of(text)
        if label.lower().startswith("xn--") and len(unicode) == written:
            read = say("decoded: {text}", text=clipped(unicode[number]))
            meaning = f"{read}; {meaning}" if meaning else read
        strong = label if site and number >= under - 1 else ""
        name = say("label {number}", number=number + 1)
        yield ComponentRow(str(number), name, label, place, meaning, cite, Part.HOST.value, strong)


def segment_count(path: str) -> int:
    """How many segments a path has: each slash begins one, and so does what stands before."""
    return path.count("/") + (1 if path and not path.startswith("/") else 0)


def segment_rows(text: str, span: Span, cite: str, most: int) -> Iterator[ComponentRow]:
    """The segments of a path, each with its parameters."""
    start = span.start + (1 if text.startswith("/", *span) else 0)
    part = Part.PATH.value
    for number, place in enumerate(islice(cut(text, Span(start, span.end), "/"), most)):
        segment = place.of(text)
        meaning = dots(segment) or reads(segment)
        name = say("segment {number}", number=number + 1)
        below = partial(param_rows, text, place, cite)
        size = segment.count(";")
        yield ComponentRow(
            str(number), name, segment, place, meaning, cite, part, size=size, children=below
        )


def param_rows(text: str, span: Span, cite: str, most: int) -> Iterator[ComponentRow]:
    """What stands behind each semicolon of a segment."""
    for number, place in enumerate(islice(cut(text, span, ";"), 1, most + 1)):
        param = place.of(text)
        name = say("parameter {number}", number=number + 1)
        yield ComponentRow(str(number), name, param, place, reads(param), cite, Part.PATH.value)


def pair_count(query: str) -> int:
    """How many runs that are not empty the ampersands part."""
    return query.count("&") + 1 - _empty_runs(query) if query else 0


def _empty_runs(query: str) -> int:
    if "&&" not in query and not query.startswith("&") and not query.endswith("&"):
        return 0
    return sum(not run for run in query.split("&"))


def pair_rows(text: str, span: Span, cite: str, most: int) -> Iterator[ComponentRow]:
    """Names and values in their order; a name that comes again says so."""
    names = Counter(each.name.of(text) for each in pairs(text, span))
    counter: Counter[str] = Counter()
    for number, pair in enumerate(islice(pairs(text, span), most)):
        name = pair.name.of(text)
        counter[name] += 1
        value = pair.value.of(text) if pair.value else None
        texts = [reads(value) if value is not None else say('no "=" after the name')]
        if names[name] > 1:
            texts.append(
                say("{number} of {count} with this name", number=counter[name], count=names[name])
            )
        place = Span(pair.name.start, (pair.value or pair.name).end)
        meaning, called = "; ".join(each for each in texts if each), name or say("no name")
        part, outside = Part.QUERY.value, bool(name)
        yield ComponentRow(
            str(number), called, value, place, meaning, cite, part, is_outside=outside
        )


def field_rows(fields: Iterable[Field], span: Span, cite: str, most: int) -> Iterator[ComponentRow]:
    """The fields of a scheme that has a syntax of its own, as far as they stand in the path."""
    inside = (each for each in fields if each.span and _is_inside(each.span, span))
    for number, field in enumerate(islice(inside, most)):
        name, path = say(field.name), Part.PATH.value
        yield ComponentRow(
            str(number), name, field.text, field.span, say(field.meaning), cite, path
        )


def field_count(fields: Iterable[Field], span: Span) -> int:
    """How many of them there are; one that is all of the path says nothing new."""
    return sum(
        1 for each in fields if each.span and each.span != span and _is_inside(each.span, span)
    )


def _is_inside(place: Span, span: Span) -> bool:
    return span.start <= place.start and place.end <= span.end
