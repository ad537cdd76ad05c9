"""Mistakes in reading the components of a pair: what is taken for a host, a folder, a query."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import not_

from uriinspector.core.expression import expression
from uriinspector.core.reference import recompose
from uriinspector.lessons.mistake import SAME_DOCUMENT, Components, Pair, row

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


WITH_HOST_ROWS = (
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

PARAMETERS = expression(";[^/]*")


def replaced(
    target: Components | None, *, query: str | None = None, fragment: str | None = None
) -> str | None:
    """A target with this query and this fragment."""
    return None if target is None else recompose(*target[:3], query, fragment)


def keep_base_query(pair: Pair) -> Iterator[str | None]:
    """The query of the base comes along."""
    query, target = pair.base_parts[3], pair.target_parts
    if query is not None and pair.parts[3] is None and target and target[3] is None:
        yield replaced(target, query=query, fragment=target[4])
    if query is not None and pair.parts[3] is not None and target:
        yield replaced(target, query=query, fragment=target[4])


def joined_queries(pair: Pair) -> Iterator[str | None]:
    """Both queries in one."""
    base, own, target = pair.base_parts[3], pair.parts[3], pair.target_parts
    if base and own and target:
        for both in (f"{base}&{own}", f"{own}&{base}", base + own, f"{base}?{own}", own + base):
            yield replaced(target, query=both, fragment=target[4])
        names = {each.partition("=")[0] for each in own.split("&")}
        others = [each for each in base.split("&") if each.partition("=")[0] not in names]
        for rows in ([*others, own], [own, *others]) if others else ():
            yield replaced(target, query="&".join(rows), fragment=target[4])


def dropped_base_query(pair: Pair) -> Iterator[str | None]:
    """The query of the base is lost where it is kept."""
    target = pair.target_parts
    if not pair.parts[2] and pair.is_relative and pair.parts[3] is None and target:
        yield replaced(target, fragment=target[4])


def ends_in_name(pair: Pair) -> bool:
    """Whether the path of the base has a name behind its last slash."""
    return pair.base_parts[2][-1:] not in {"", "/"}


def query_replaces_segment(pair: Pair) -> Iterator[str]:
    """A query alone takes the place of the last segment."""
    if pair.reference.startswith("?") and ends_in_name(pair):
        yield pair.in_directory(pair.reference)
        yield pair.in_directory("").removesuffix("/") + pair.reference


def path_dropped(pair: Pair) -> Iterator[str]:
    """A query or a fragment alone, or nothing, is put behind the host."""
    if pair.reference[:1] in {"", "?", "#"} and pair.base_parts[2] not in {"", "/"}:
        yield f"{pair.origin}/{pair.reference}"
        yield pair.origin + pair.reference


def fragment_replaces_segment(pair: Pair) -> Iterator[str]:
    """A fragment alone takes the place of the last segment."""
    if pair.reference.startswith("#") and ends_in_name(pair):
        yield pair.in_directory(pair.reference)
        if pair.base_parts[3] is not None:
            yield pair.in_directory(f"?{pair.base_parts[3]}{pair.reference}")


def empty_is_directory(pair: Pair) -> Iterator[str]:
    """Nothing is taken for the folder."""
    if not pair.reference and ends_in_name(pair):
        yield pair.in_directory("")
        yield pair.in_directory("").removesuffix("/")


def empty_is_nothing(pair: Pair) -> Iterator[str | None]:
    """Nothing is taken for no answer."""
    if not pair.reference:
        yield None


def keep_base_fragment(pair: Pair) -> Iterator[str | None]:
    """The fragment of the base comes along."""
    fragment, target = pair.base_parts[4], pair.target_parts
    if fragment is not None and pair.parts[4] is None and target:
        yield replaced(target, query=target[3], fragment=fragment)


def joined_fragments(pair: Pair) -> Iterator[str | None]:
    """The fragment is put behind that of the base."""
    fragment, own, target = pair.base_parts[4], pair.parts[4], pair.target_parts
    if fragment is not None and own is not None and target:
        yield replaced(target, query=target[3], fragment=f"{fragment}#{own}")
        yield replaced(target, query=target[3], fragment=fragment + own)


def lost_query(wanted: Callable[[str], bool]) -> Callable[[Pair], Iterator[str | None]]:
    """Return a mistake with references whose query is as wanted: the query is left out."""

    def wrong(pair: Pair) -> Iterator[str | None]:
        target, query = pair.target_parts, pair.parts[3]
        if query is not None and wanted(query) and target:
            yield replaced(target, fragment=target[4])
            yield pair.resolved(recompose(*pair.parts[:3], None, pair.parts[4]))

    return wrong


def lost_fragment(wanted: Callable[[str], bool]) -> Callable[[Pair], Iterator[str | None]]:
    """Return a mistake with references whose fragment is as wanted: the fragment is left out."""

    def wrong(pair: Pair) -> Iterator[str | None]:
        target, fragment = pair.target_parts, pair.parts[4]
        if fragment is not None and wanted(fragment) and target:
            yield replaced(target, query=target[3])
            yield pair.resolved(recompose(*pair.parts[:4]))

    return wrong


def params_dropped(pair: Pair) -> Iterator[str | None]:
    """ ";" and what follows are taken for something of their own."""
    path = PARAMETERS.sub("", pair.parts[2])
    if path != pair.parts[2]:
        yield pair.with_path(path)
    target = pair.target_parts
    if target and ";" in target[2]:
        yield recompose(target[0], target[1], PARAMETERS.sub("", target[2]), *target[3:])


def keep_base_params(pair: Pair) -> Iterator[str]:
    """The parameters of the base come along."""
    mark = pair.base_parts[2].rfind(";")
    target = pair.target_parts
    if pair.is_merged and mark > pair.base_parts[2].rfind("/") and target:
        path = target[2] + pair.base_parts[2][mark:]
        yield recompose(target[0], target[1], path, *target[3:])


QUERY_AND_FRAGMENT_ROWS = (
    row(
        "empty-is-nothing",
        empty_is_nothing,
        "You gave no target. An empty reference has one: the base without its fragment.",
        "RFC 3986 4.4",
        since="2005",
    ),
    row(
        "empty-is-directory",
        empty_is_directory,
        "You removed the last segment. An empty reference keeps the whole path of the base.",
        "RFC 3986 5.2.2",
        since="2005",
    ),
    row(
        "fragment-replaces-segment",
        fragment_replaces_segment,
        "You removed the last segment. A reference that is only a fragment keeps path and query "
        "of the base.",
        "RFC 3986 5.2.2",
        since="2005",
    ),
    row(
        "path-dropped",
        path_dropped,
        "You dropped the path of the base. A reference without a path keeps it.",
        "RFC 3986 5.2.2",
        since="2005",
    ),
    row(
        "query-replaces-segment",
        query_replaces_segment,
        "You replaced the last segment. A reference that is only a query keeps the whole path "
        "of the base.",
        "RFC 3986 5.2.2",
        since="2003",
    ),
    row(
        "dropped-base-query",
        dropped_base_query,
        "You dropped the query of the base. A reference without path and query keeps it.",
        "RFC 3986 5.2.2",
        since="2005",
    ),
    row(
        "lost-empty-query",
        lost_query(not_),
        'You dropped the "?". A query can be empty: it is present, and it is kept.',
        "RFC 3986 5.3",
        since="1997",
    ),
    row(
        "lost-empty-fragment",
        lost_fragment(not_),
        'You dropped the "#". A fragment can be empty: it is present, and it is kept.',
        "RFC 3986 5.3",
    ),
    row(
        "joined-queries",
        joined_queries,
        "You joined both queries. The query of the reference replaces the query of the base.",
        "RFC 3986 5.2.2",
        since="1997",
    ),
    row(
        "joined-fragments",
        joined_fragments,
        "You joined both fragments. The fragment always comes from the reference.",
        "RFC 3986 5.2.2",
        since="1997",
    ),
    row(
        "kept-base-fragment",
        keep_base_fragment,
        "You kept the fragment of the base. The fragment always comes from the reference.",
        "RFC 3986 5.2.2",
        since="1997",
    ),
    row(
        "kept-base-query",
        keep_base_query,
        "You kept the query of the base. Only an empty reference or a fragment keeps it.",
        "RFC 3986 5.2.2",
        since="1997",
    ),
    row(
        "lost-query",
        lost_query(bool),
        "You left out the query of the reference. It belongs to the target.",
        "RFC 3986 5.3",
    ),
    row(
        "lost-fragment",
        lost_fragment(bool),
        "You left out the fragment of the reference. It belongs to the target.",
        "RFC 3986 5.3",
    ),
    row(
        "kept-base-params",
        keep_base_params,
        'You kept the text after ";" in the base. It is part of the last segment, which is '
        "replaced.",
        "RFC 3986 3.3",
    ),
    row(
        "params-dropped",
        params_dropped,
        'You left out the text after ";". It is part of its segment.',
        "RFC 3986 3.3",
    ),
)
