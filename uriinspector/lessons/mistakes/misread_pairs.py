"""Mistakes in reading a pair: what is taken for a host, for a slash, for a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.reference import recompose
from uriinspector.lessons.mistake import row
from uriinspector.lessons.pair import SAME_DOCUMENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.lessons.pair import Pair

MOST_FOLDERS = 20
# Editions in which a reference to the current document has no target.
NO_TARGETS = frozenset({"1997", "2003"})


def name_as_host(pair: Pair) -> Iterator[str]:
    """The first segment of a path is taken for a host."""
    name = pair.reference.lstrip("/")
    first = name.partition("/")[0]
    if not pair.is_relative or first in {"", ".", ".."} or name[0] in "?#":
        return
    for scheme in filter(None, dict.fromkeys((pair.base_parts[0], "http", "https"))):
        yield f"{scheme}://{name}"
        yield f"{scheme}://{name}/"


def ampersand_as_query(pair: Pair) -> Iterator[str]:
    """A path that begins with "&" is put behind the query."""
    scheme, authority, path, query, _ = pair.base_parts
    if pair.reference[:1] == "&":
        yield recompose(scheme, authority, path, query) + pair.reference
        yield f"{recompose(scheme, authority, path)}?{pair.reference[1:]}"


def params_replaced(pair: Pair) -> Iterator[str | None]:
    """A path that begins with ";" replaces only what follows that character in the base."""
    scheme, authority, path, *_ = pair.base_parts
    at = path.rfind("/") + 1
    if pair.is_merged and pair.parts[2][0] == ";" and ";" in path[at:]:
        front = path[: path.index(";", at)]
        yield recompose(scheme, authority, front + pair.parts[2], *pair.parts[3:])


def slash_in_query(pair: Pair) -> Iterator[str]:
    """The last slash of the base is looked for in its query or fragment, too."""
    tail = pair.base[len(recompose(*pair.base_parts[:3])) :]
    if pair.is_merged and "/" in tail:
        for base in dict.fromkeys((pair.base, pair.base.partition("#")[0])):
            yield base[: base.rfind("/") + 1] + pair.reference
            yield f"{base}/{pair.reference}"


def reference_as_query(pair: Pair) -> Iterator[str]:
    """A path replaces the query or the fragment of the base."""
    scheme, authority, path, query, fragment = pair.base_parts
    front = recompose(scheme, authority, path)
    if pair.is_merged and query is not None:
        yield f"{front}?{pair.reference}"
    if pair.is_merged and fragment is not None:
        yield f"{recompose(scheme, authority, path, query)}#{pair.reference}"
        yield f"{front}#{pair.reference}"


def repeated_folder(pair: Pair) -> Iterator[str]:
    """A reference that begins with the name of the last folder is not put into that folder."""
    folders = pair.directory.split("/")
    if pair.is_merged and len(folders) > 2 and pair.segments[0] == folders[-2]:
        yield f"{pair.origin}{'/'.join(folders[:-2])}/{pair.reference}"


def folder_left_out(pair: Pair) -> Iterator[str | None]:
    """One folder of the base is gone."""
    folders = pair.directory.split("/")
    scheme, authority, *_ = pair.base_parts
    if not pair.is_merged or pair.levels_up:
        return
    for at in range(1, min(len(folders) - 2, MOST_FOLDERS)):
        directory = "/".join([*folders[:at], *folders[at + 1 :]])
        yield pair.resolved(pair.reference, recompose(scheme, authority, directory))


def half_of_the_dots(pair: Pair) -> Iterator[str]:
    """Only the first dot segment is removed, or only one of both kinds."""
    dots = [at for at, each in enumerate(pair.segments) if each == "."]
    if pair.is_merged and len(dots) > 1:
        for at in (dots[0], dots[-1]):
            rest = [each for here, each in enumerate(pair.segments) if here != at]
            yield pair.in_directory("/".join(rest) + pair.ending)
    if not (pair.is_merged and {".", ".."} <= set(pair.segments)):
        return
    yield pair.in_directory("/".join(each for each in pair.segments if each != ".") + pair.ending)
    output = pair.directory.split("/")[:-1]
    for each in pair.segments:
        if each != "..":
            output.append(each)
            continue
        names = [at for at, name in enumerate(output) if name not in {"", "."}]
        if names:
            del output[names[-1]]
    yield f"{pair.origin}{'/'.join(output)}{pair.ending}"


def no_target(pair: Pair) -> Iterator[None]:
    """No target is given, though there is one."""
    if pair.target is not None:
        yield None


def same_document(pair: Pair) -> Iterator[str]:
    """The reference is said to lead to the base itself."""
    if pair.target is not None and pair.target.partition("#")[0] != pair.base.partition("#")[0]:
        yield SAME_DOCUMENT


def same_document_alone(pair: Pair) -> Iterator[str]:
    """That it leads to the base itself is given for its target."""
    if pair.target is not None and pair.target.partition("#")[0] == pair.base.partition("#")[0]:
        yield SAME_DOCUMENT


def target_of_same_document(pair: Pair) -> Iterator[str | None]:
    """A target, in an edition that gives none to references to the current document.

    What the edition of 2005 gives is known by that.
    """
    if pair.target is None and pair.reference[:1] in {"", "#"} and pair.edition in NO_TARGETS:
        yield from (pair.in_directory(""), pair.in_directory(pair.reference))
        if pair.base_parts[4] is not None:
            yield pair.base


NARROW = (
    row(
        "target-of-same-document",
        target_of_same_document,
        "You gave a target. In this edition, the reference means the current document.",
    ),
    row(
        "same-document-alone",
        same_document_alone,
        "You gave no target. A reference to the same document has one.",
        "RFC 3986 4.4",
    ),
    row(
        "not-same-document",
        same_document,
        "You said that it is the same document. The target is not the base.",
        "RFC 3986 4.4",
    ),
    row(
        "ampersand-as-query",
        ampersand_as_query,
        'You took "&" for a part of the query. Without "?", it is a character of the path.',
        "RFC 3986 3.4",
    ),
    row(
        "slash-in-query",
        slash_in_query,
        "You took a slash after the path of the base for its last slash. A slash in a query or "
        "a fragment divides no folders.",
        "RFC 3986 5.2.3",
    ),
    row(
        "reference-as-query",
        reference_as_query,
        "You replaced the query or the fragment of the base. This reference is a path.",
        "RFC 3986 5.2.2",
    ),
    row(
        "params-replaced",
        params_replaced,
        'You replaced only the text after ";". The whole last segment of the base is replaced.',
        "RFC 3986 5.2.3",
    ),
    row(
        "half-of-the-dots",
        half_of_the_dots,
        'You removed only some of the dot segments. Every "." and ".." is removed.',
        "RFC 3986 5.2.4",
    ),
    row(
        "name-as-host",
        name_as_host,
        'You took the first segment of a path for a host. A host needs "//" before it.',
        "RFC 3986 4.2",
    ),
    row(
        "repeated-folder",
        repeated_folder,
        "You wrote the folder once. The reference is put into the folder of the base, even if "
        "it begins with the same name.",
        "RFC 3986 5.2.3",
    ),
)
WIDE = (
    row(
        "folder-left-out",
        folder_left_out,
        'You left out a folder of the base. Each of them stays until a ".." removes it.',
        "RFC 3986 5.2.3",
    ),
)
ALONE = (
    row("no-target", no_target, "You gave no target. This reference has one.", "RFC 3986 5.2.2"),
)
