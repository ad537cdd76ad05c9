"""Mistakes with references that have a scheme or a host of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.reference import recompose
from uriinspector.lessons.mistake import row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.lessons.pair import Pair


def host_of_base(pair: Pair) -> Iterator[str | None]:
    """The host of the base stays, though the reference has its own."""
    target = pair.target_parts
    own, others = pair.base_parts[:2], (pair.parts[0], pair.base_parts[1])
    if target and pair.parts[0] is not None and pair.parts[1] is not None:
        for scheme, authority in (own, others):
            if authority is not None and authority != pair.parts[1]:
                yield recompose(scheme, authority, *target[2:])


def path_of_reference(pair: Pair) -> Iterator[str]:
    """Of a reference with a host, only that is taken over."""
    target = pair.target_parts
    if target and pair.parts[1] is not None and pair.parts[2] not in {"", "/"}:
        yield recompose(*target[:2], "/")
        yield recompose(*target[:2])


def path_of_base(pair: Pair) -> Iterator[str]:
    """The path of the base comes along to another host."""
    target = pair.target_parts
    if target and pair.parts[1] is not None and pair.base_parts[2] not in {"", "/"}:
        own = pair.parts[2].lstrip("/")
        for path in (pair.directory + own, f"{pair.base_parts[2]}/{own}"):
            yield recompose(*target[:2], path, *target[3:])
        if not own:
            yield recompose(*target[:2], pair.base_parts[2], *target[3:])


def slashes_added(pair: Pair) -> Iterator[str]:
    """Two slashes are put behind the scheme."""
    scheme, authority, path, query, fragment = pair.parts
    if scheme is not None and authority is None and path[:1] not in {"", "/"}:
        yield f"{scheme}://{recompose(None, None, path, query, fragment)}"


ROWS = (
    row(
        "host-of-base-kept",
        host_of_base,
        "You kept the host of the base. A reference with a scheme takes nothing from the base.",
        "RFC 3986 5.2.2",
    ),
    row(
        "reference-path-left-out",
        path_of_reference,
        "You left out the path of the reference. It belongs to the target.",
        "RFC 3986 5.2.2",
    ),
    row(
        "base-path-kept",
        path_of_base,
        "You kept the path of the base. A reference with a host never takes it.",
        "RFC 3986 5.2.2",
    ),
    row(
        "slashes-added",
        slashes_added,
        'You added "//". Without it, the text after the scheme is a path.',
        "RFC 3986 3",
    ),
)
