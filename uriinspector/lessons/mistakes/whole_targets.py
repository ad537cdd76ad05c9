"""Mistakes with a target as a whole: something of it is left out, or written otherwise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from uriinspector.core.compare import normalize
from uriinspector.core.expression import expression
from uriinspector.core.parse import parse
from uriinspector.core.reference import recompose
from uriinspector.lessons.mistake import row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uriinspector.lessons.pair import Pair

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
