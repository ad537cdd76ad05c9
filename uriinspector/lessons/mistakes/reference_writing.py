"""Mistakes in writing a reference that shall lead to a target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.lessons.mistake import row
from uriinspector.lessons.pair import components

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

UP = "../"


class WantedTarget:
    """The path of a base, and right references of several forms to the target that is wanted."""

    def __init__(self, base: str, ways: Iterable[str]) -> None:
        self.base_path = components(base)[2]
        self.ways = tuple(dict.fromkeys(ways))

    @property
    def relative(self) -> Iterator[str]:
        """Those of a path that is put behind the base's last slash."""
        for each in self.ways:
            scheme, authority, path, *_ = components(each)
            if scheme is None and authority is None and path[:1] not in {"", "/"}:
                yield each


def up_too_few(given: WantedTarget) -> Iterator[str]:
    """Fewer ".." than are needed."""
    for way in given.relative:
        rest = way
        while rest.startswith(UP):
            rest = rest[len(UP) :]
            yield rest
    if ".." in given.ways:
        yield "."


def up_too_many(given: WantedTarget) -> Iterator[str]:
    """More ".." than are needed."""
    for way in given.relative:
        if way in {".", "..", "./"}:
            yield from ("..", "../") if way != ".." else ("../..", "../../")
        else:
            yield from (f"{UP}{way}", f"{UP * 2}{way}")
            yield UP + way.removeprefix("./")


def root_slash_left_out(given: WantedTarget) -> Iterator[str]:
    """A path from the root without its first slash."""
    yield from (way[1:] for way in given.ways if way[:1] == "/" != way[1:2])


def root_slash_added(given: WantedTarget) -> Iterator[str]:
    """A slash in front of what is no path from the root."""
    yield from (f"/{way}" for way in given.ways if way[:1] != "/" and not components(way)[0])


def host_without_slashes(given: WantedTarget) -> Iterator[str]:
    """A host with one slash before it, or none."""
    for way in given.ways:
        if way.startswith("//"):
            yield from (way[1:], way[2:])


def folder_repeated(given: WantedTarget) -> Iterator[str]:
    """The folder of the base once more in front."""
    folders = given.base_path.split("/")[1:-1]
    for way in given.relative:
        for at in range(max(len(folders) - 3, 0), len(folders)):
            yield f"{'/'.join(folders[at:])}/{way}"


def page_repeated(given: WantedTarget) -> Iterator[str]:
    """The last segment of the base in front, as if it were a folder."""
    name = given.base_path.rpartition("/")[2]
    if name:
        yield from (f"{name}/{way}" for way in given.ways if way[:1] != "/")


def ending_left_out(given: WantedTarget) -> Iterator[str]:
    """No query, or no fragment, though the target has it."""
    for way in given.ways:
        front, hash_mark, _ = way.partition("#")
        path, mark, _ = front.partition("?")
        if hash_mark:
            yield front
        if mark:
            yield path
            yield f"{path}{way[len(front) :]}"


def delimiter_left_out(given: WantedTarget) -> Iterator[str]:
    """A query without "?", or a fragment without "#"."""
    yield from (way[1:] for way in given.ways if way[:1] in {"?", "#"} and way[1:])


def slash_at_the_end(given: WantedTarget) -> Iterator[str]:
    """A slash more at the end of the path."""
    for way in given.ways:
        path = components(way)[2]
        if path and not path.endswith("/") and way.endswith(path):
            yield f"{way}/"


def slash_missing_at_the_end(given: WantedTarget) -> Iterator[str]:
    """A slash less at the end of the path."""
    yield from (way[:-1] for way in given.ways if way.endswith("/") and len(way) > 1)


ROWS = (
    row(
        "final-slash-added",
        slash_at_the_end,
        "You added a slash at the end of the path. With it, the path is another one.",
        "RFC 3986 6.2.4",
    ),
    row(
        "final-slash-left-out",
        slash_missing_at_the_end,
        "You left out the slash at the end of the path. Without it, the path is another one.",
        "RFC 3986 6.2.4",
    ),
    row(
        "host-without-slashes",
        host_without_slashes,
        'You wrote the host without "//". Without both slashes, it is a segment of a path.',
        "RFC 3986 4.2",
    ),
    row(
        "root-slash-left-out",
        root_slash_left_out,
        "You left out the first slash. Without it, the path begins in the folder of the base.",
        "RFC 3986 4.2",
    ),
    row(
        "delimiter-left-out",
        delimiter_left_out,
        'You left out "?" or "#". Without it, the reference is a path.',
        "RFC 3986 4.2",
    ),
    row(
        "folder-repeated",
        folder_repeated,
        "You wrote a folder of the base again. The reference begins in that folder.",
        "RFC 3986 5.2.3",
    ),
    row(
        "page-repeated",
        page_repeated,
        "You began with the last segment of the base. Merging removes it.",
        "RFC 3986 5.2.3",
    ),
    row(
        "up-too-few",
        up_too_few,
        'You wrote too few "..". The first one goes up from the folder of the base.',
        "RFC 3986 5.2.4",
    ),
    row(
        "up-too-many",
        up_too_many,
        'You wrote too many "..". The path begins in the folder of the base.',
        "RFC 3986 5.2.4",
    ),
    row(
        "root-slash-added",
        root_slash_added,
        "You wrote a slash in front. With it, the path begins at the root.",
        "RFC 3986 4.2",
    ),
    row(
        "ending-left-out",
        ending_left_out,
        "You left out the query or the fragment of the target.",
        "RFC 3986 5.2.2",
    ),
)
