"""Mistakes with query, fragment, parameters and empty references."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.reference import recompose
from uriinspector.lessons.mistake import row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.lessons.pair import Components, Pair

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


def lost_fragment(pair: Pair) -> Iterator[str | None]:
    """The fragment is gone."""
    target = pair.target_parts
    if pair.parts[4] and target:
        yield replaced(target, query=target[3])


def lost_query(pair: Pair) -> Iterator[str | None]:
    """The query is gone."""
    target = pair.target_parts
    if pair.parts[3] and target:
        yield replaced(target, fragment=target[4])
        yield pair.resolved(recompose(*pair.parts[:3], None, pair.parts[4]))


def lost_empty_query(pair: Pair) -> Iterator[str | None]:
    """ "?" with nothing behind it is taken for no query."""
    target = pair.target_parts
    if pair.parts[3] == "" and target:
        yield replaced(target, fragment=target[4])
        yield pair.resolved(recompose(*pair.parts[:3], None, pair.parts[4]))


def lost_empty_fragment(pair: Pair) -> Iterator[str | None]:
    """ "#" with nothing behind it is taken for no fragment."""
    target = pair.target_parts
    if pair.parts[4] == "" and target:
        yield replaced(target, query=target[3])
        yield pair.resolved(recompose(*pair.parts[:4]))


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


ROWS = (
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
        lost_empty_query,
        'You dropped the "?". A query can be empty: it is present, and it is kept.',
        "RFC 3986 5.3",
        since="1997",
    ),
    row(
        "lost-empty-fragment",
        lost_empty_fragment,
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
        lost_query,
        "You left out the query of the reference. It belongs to the target.",
        "RFC 3986 5.3",
    ),
    row(
        "lost-fragment",
        lost_fragment,
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
