"""Mistakes with a target as a whole: something is left out, or written otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from urllib.parse import quote, unquote, unquote_to_bytes

from uriinspector import EDITIONS
from uriinspector.core.compare import normalize
from uriinspector.core.expression import expression
from uriinspector.core.model import Message, message
from uriinspector.core.parse import parse, resolve
from uriinspector.core.reference import recompose
from uriinspector.lessons.mistake import Mistake, Pair, answer_of, is_defined, row
from uriinspector.readers import browser, python

DELIMITERS = ":/?#[]@!$&'()*+,;=%-._~"
OF_URIS = expression(rf"[A-Za-z0-9{re.escape(DELIMITERS)}]*+")


def port_left_out(pair: Pair) -> Iterator[str]:
    """The port is gone."""
    yield from _with_authority(pair, lambda text: text[: text.rfind(":")], ":")


def userinfo_left_out(pair: Pair) -> Iterator[str]:
    """The userinfo is gone."""
    yield from _with_authority(pair, lambda text: text.rpartition("@")[2], "@")


def _with_authority(pair: Pair, change: Callable[[str], str], mark: str) -> Iterator[str]:
    target = pair.target_parts
    if target and target[1] and mark in target[1]:
        yield recompose(target[0], change(target[1]), *target[2:])


def scheme_changed(pair: Pair) -> Iterator[str]:
    """Https is written for http, or the other way round, or the base's for the reference's."""
    target = pair.target_parts
    other = {"http": "https", "https": "http"}.get((target and target[0]) or "")
    if target and other:
        yield recompose(other, *target[1:])
    if target and pair.parts[0] is not None and pair.base_parts[0] is not None:
        yield recompose(pair.base_parts[0], *target[1:])


def host_left_out(pair: Pair) -> Iterator[str]:
    """The authority is gone, though not the scheme."""
    target = pair.target_parts
    if target and target[1]:
        yield recompose(target[0], None, *target[2:])
        yield recompose(target[0], "", *target[2:])


def empty_host_left_out(pair: Pair) -> Iterator[str]:
    """Of the three slashes around an empty host, one or two are gone."""
    target = pair.target_parts
    if target and target[1] == "" and target[2].startswith("/"):
        yield recompose(target[0], None, *target[2:])
        yield recompose(target[0], None, f"/{target[2]}", *target[3:])
        yield f"{target[0]}:/{recompose(None, None, *target[2:])}"


def www_changed(pair: Pair) -> Iterator[str]:
    """The host with "www." or without it."""
    target = pair.target_parts
    if target and target[1]:
        without = target[1].removeprefix("www.")
        host = f"www.{target[1]}" if without == target[1] else without
        yield recompose(target[0], host, *target[2:])


def extension_added(pair: Pair) -> Iterator[str]:
    """The last segment gets the file name extension of the base's."""
    target = pair.target_parts
    name = pair.base_parts[2].rpartition("/")[2]
    if target and pair.is_merged and "." in name.strip("."):
        path = f"{target[2]}.{name.rpartition('.')[2]}"
        yield recompose(*target[:2], path, *target[3:])


def plus_for_space(pair: Pair) -> Iterator[str]:
    """A space is written as in forms."""
    if pair.target and (" " in pair.target or "%20" in pair.target):
        yield pair.target.replace(" ", "+")
        yield pair.target.replace("%20", "+")


def query_behind_fragment(pair: Pair) -> Iterator[str]:
    """The query is written behind the fragment."""
    target = pair.target_parts
    if target and target[3] is not None and target[4] is not None:
        yield f"{recompose(*target[:3])}#{target[4]}?{target[3]}"


def scheme_left_out(pair: Pair) -> Iterator[str]:
    """Host and path alone."""
    target = pair.target_parts
    if target and target[1] is not None:
        whole = recompose(None, *target[1:])
        yield whole
        yield whole[2:]


def path_alone(pair: Pair) -> Iterator[str]:
    """No scheme and no host."""
    target = pair.target_parts
    if target and target[1] is not None and target[2]:
        yield recompose(None, None, *target[2:])
        yield target[2]
        yield recompose(None, None, *target[2:])[1:]
        yield target[2][1:]


def final_slash_left_out(pair: Pair) -> Iterator[str]:
    """The slash at the end of the path is gone."""
    target = pair.target_parts
    if target and target[2].endswith("/") and pair.segments[-1] not in {".", ".."}:
        yield recompose(target[0], target[1], target[2][:-1], *target[3:])


def final_slash_added(pair: Pair) -> Iterator[str]:
    """A slash is put at the end of the path."""
    target = pair.target_parts
    if target and not target[2].endswith("/"):
        yield recompose(target[0], target[1], f"{target[2]}/", *target[3:])


def decoded(pair: Pair) -> Iterator[str]:
    """Percent-encoding is taken away."""
    target = pair.target
    if target and "%" in target:
        yield unquote(target)
        yield unquote(target).replace("+", " ")


def encoded(pair: Pair) -> Iterator[str]:
    """Characters that are written as they are get percent-encoding."""
    if pair.target and not OF_URIS.fullmatch(pair.target):
        yield quote(pair.target, safe=DELIMITERS, errors="replace")


def normalized(pair: Pair) -> Iterator[str]:
    """The target is normalized, which resolution does not do."""
    if not pair.target:
        return
    for rung in normalize(parse(pair.target, edition=pair.edition)):
        if rung.text is not None:
            yield rung.text
    target = pair.target_parts
    if target:
        scheme, authority = target[:2]
        lowered = None if authority is None else authority.lower()
        yield recompose(scheme, lowered, *target[2:])
        yield recompose(None if scheme is None else scheme.lower(), authority, *target[2:])
        yield pair.target.lower()


def reference_alone(pair: Pair) -> Iterator[str]:
    """Nothing of the base."""
    if pair.parts[0] is None and pair.reference[:1] not in {"", "/"}:
        yield pair.reference


def base_alone(pair: Pair) -> Iterator[str]:
    """Nothing of the reference."""
    if pair.reference:
        yield pair.base
        yield pair.base.partition("#")[0]
        yield recompose(*pair.base_parts[:3])


ROWS = (
    row(
        "decoded",
        decoded,
        "You decoded percent-encoding. Resolution keeps it.",
        "RFC 3986 2.4",
    ),
    row(
        "encoded",
        encoded,
        "You added percent-encoding. Resolution changes no character.",
        "RFC 3986 5.2.2",
    ),
    row(
        "normalized",
        normalized,
        "You normalized the target. Resolution keeps case, percent-encoding and port.",
        "RFC 3986 6.2",
    ),
    row(
        "userinfo-left-out",
        userinfo_left_out,
        "You left out the userinfo. It is part of the authority.",
        "RFC 3986 3.2",
    ),
    row(
        "port-left-out",
        port_left_out,
        "You left out the port. It is part of the authority.",
        "RFC 3986 3.2",
    ),
    row(
        "plus-for-space",
        plus_for_space,
        'You wrote "+" for a space. Resolution changes no character.',
        "RFC 3986 2.2",
    ),
    row(
        "extension-added",
        extension_added,
        "You added a file name extension. Resolution adds none to a segment.",
        "RFC 3986 5.2.3",
    ),
    row(
        "www-changed",
        www_changed,
        'You added or left out "www". The host is taken over as it is.',
        "RFC 3986 5.2.2",
    ),
    row(
        "query-behind-fragment",
        query_behind_fragment,
        "You wrote the query behind the fragment. The query comes before it.",
        "RFC 3986 5.3",
        since="1997",
    ),
    row(
        "host-left-out",
        host_left_out,
        "You left out the host. A target has all its components.",
        "RFC 3986 5.3",
    ),
    row(
        "empty-host-left-out",
        empty_host_left_out,
        'You wrote too few slashes. "//" is before the empty host, and the path begins with "/".',
        "RFC 3986 3.2",
    ),
    row(
        "scheme-changed",
        scheme_changed,
        "You changed the scheme. It comes from the reference if that has one, else from the base.",
        "RFC 3986 5.2.2",
    ),
    row(
        "final-slash-left-out",
        final_slash_left_out,
        "You left out the slash at the end of the path. Without it, the path is another one.",
        "RFC 3986 6.2.4",
    ),
    row(
        "final-slash-added",
        final_slash_added,
        "You added a slash at the end of the path. With it, the path is another one.",
        "RFC 3986 6.2.4",
    ),
)
ALONE = (
    row(
        "scheme-left-out",
        scheme_left_out,
        "You left out the scheme. A target begins with a scheme.",
        "RFC 3986 5.3",
    ),
    row(
        "path-alone",
        path_alone,
        "You gave the path without scheme and host. A target has all its components.",
        "RFC 3986 5.3",
    ),
    row(
        "reference-alone",
        reference_alone,
        "You gave the reference itself. It still needs components of the base.",
        "RFC 3986 5.2.2",
    ),
    row(
        "base-alone",
        base_alone,
        "You gave the base. The reference changes it.",
        "RFC 3986 5.2.2",
    ),
)

UNRESERVED, URI_DELIMITERS = "-._~", "!$&'()*+,;=:@"
ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
# Delimiters of URIs, as octets.
RESERVED = frozenset(b":/?#[]@!$&'()*+,;=")
LONGEST = 2_000


def _behind_host(pair: Pair) -> tuple[str, str] | None:
    """Scheme and authority, and the rest, where the target is short enough to be rewritten."""
    target = pair.target_parts
    if target is None or len(pair.target or "") > LONGEST:
        return None
    return recompose(target[0], target[1]), recompose(None, None, *target[2:])


def encoded_twice(pair: Pair) -> Iterator[str]:
    """Each percent sign is encoded again."""
    if pair.target and ESCAPE.search(pair.target):
        yield pair.target.replace("%", "%25")
        yield ESCAPE.sub(lambda match: f"%25{match[0][1:]}", pair.target, count=1)


def _encoded(pair: Pair, characters: str) -> Iterator[str]:
    halves = _behind_host(pair)
    if halves is None:
        return
    front, rest = halves
    for character in characters:
        if character in rest:
            yield front + rest.replace(character, f"%{ord(character):02X}")
            yield front + rest.replace(character, f"%{ord(character):02x}")


def encoded_unreserved(pair: Pair) -> Iterator[str]:
    """An unreserved character is encoded."""
    yield from _encoded(pair, UNRESERVED)


def encoded_delimiter(pair: Pair) -> Iterator[str]:
    """A reserved character is encoded where it may stand."""
    yield from _encoded(pair, URI_DELIMITERS)


def decoded_delimiter(pair: Pair) -> Iterator[str]:
    """An encoded delimiter becomes one; other escapes are kept."""
    if pair.target and "%" in pair.target:
        yield ESCAPE.sub(
            lambda match: chr(octet) if (octet := int(match[0][1:], 16)) in RESERVED else match[0],
            pair.target,
        )


def other_coding(pair: Pair) -> Iterator[str]:
    """The octets of another coding than UTF-8."""
    if not pair.target or len(pair.target) > LONGEST:
        return

    def recoded(match: re.Match[str]) -> str:
        text = unquote_to_bytes(match[0]).decode("utf-8")
        return match[0] if text.isascii() else quote(text.encode("cp1252"))

    # Not every text has octets in the other coding, and not all octets are UTF-8.
    with suppress(UnicodeError):
        yield ESCAPES.sub(recoded, pair.target)
    with suppress(UnicodeError):
        safe = f"%/?#[]{URI_DELIMITERS}{UNRESERVED}"
        yield pair.target if pair.target.isascii() else quote(pair.target.encode("cp1252"), safe)


def plus_read_as_space(pair: Pair) -> Iterator[str]:
    """A plus sign is read as in forms."""
    if pair.target and "+" in pair.target:
        yield pair.target.replace("+", "%20")
        yield pair.target.replace("+", " ")


def escape_lowered(pair: Pair) -> Iterator[str]:
    """The letters of an escape in lower case."""
    if pair.target and "%" in pair.target:
        yield ESCAPE.sub(lambda match: match[0].lower(), pair.target)


def percent_dropped(pair: Pair) -> Iterator[str]:
    """An escape is left out, or its percent sign alone, or another character takes its place."""
    if pair.target and "%" in pair.target:
        yield ESCAPES.sub("", pair.target)
        yield pair.target.replace("%", "")
        yield from (pair.target.replace("%20", each) for each in "_-")


ESCAPED_ROWS = (
    row(
        "encoded-twice",
        encoded_twice,
        'You encoded "%" again. The reference is taken over as it is.',
        "RFC 3986 2.4",
    ),
    row(
        "decoded-delimiter",
        decoded_delimiter,
        "You decoded an encoded delimiter. Decoded, it can divide the text.",
        "RFC 3986 2.2",
    ),
    row(
        "unreserved-encoded",
        encoded_unreserved,
        "You encoded a character that needs no encoding. Resolution changes no character.",
        "RFC 3986 2.3",
    ),
    row(
        "delimiter-encoded",
        encoded_delimiter,
        "You encoded a delimiter. Resolution changes no character.",
        "RFC 3986 2.2",
    ),
    row(
        "other-coding",
        other_coding,
        "You encoded a character in another coding. Resolution keeps the bytes.",
        "RFC 3986 2.5",
    ),
    row(
        "plus-read-as-space",
        plus_read_as_space,
        'You took "+" for a space. Only forms do so, in a query.',
        "RFC 3986 2.2",
    ),
    row(
        "escape-lowered",
        escape_lowered,
        "You wrote percent-encoding in lower case. Resolution changes no character.",
        "RFC 3986 6.2.2.1",
    ),
    row(
        "escape-dropped",
        percent_dropped,
        "You left out percent-encoding. Resolution changes no character.",
        "RFC 3986 2.1",
    ),
)
# The one that most people know comes first.
YEARS = EDITIONS[::-1]


def as_edition(year: str, pair: Pair) -> Iterator[str]:
    """What another edition makes of the pair."""
    if year != pair.edition:
        resolution = resolve(pair.base, pair.reference, edition=year)
        if is_defined(resolution):
            yield answer_of(resolution)


def as_browsers(pair: Pair) -> Iterator[str | None]:
    """What browsers make of it."""
    yield browser.read(pair.reference, pair.base).serialized


def as_python(pair: Pair) -> Iterator[str | None]:
    """What Python's urllib makes of it."""
    yield python.read(pair.reference, pair.base).serialized


SOURCE_ROWS = (
    *(
        Mistake(
            f"as-{year}",
            message("You resolved as in the {year} edition.", year=year),
            (),
            partial(as_edition, year),
        )
        for year in YEARS
    ),
    Mistake("as-browsers", message("You resolved as browsers do."), (), as_browsers),
    Mistake("as-python", message("You resolved as Python's urllib does."), (), as_python),
)


def who_agrees(codes: tuple[str, ...]) -> Iterator[Message]:
    """What is said of an answer with another cause: where it is the result."""
    years = [year for year in YEARS if f"as-{year}" in codes]
    if len(years) == 1:
        yield message("Your answer is the result in the {year} edition.", year=years[0])
    elif years:
        text = ", ".join(years)
        yield message("Your answer is the result in these editions: {years}.", years=text)
    if "as-browsers" in codes:
        yield message("Your answer is the result in browsers.")
    if "as-python" in codes:
        yield message("Your answer is the result of Python's urllib.")
