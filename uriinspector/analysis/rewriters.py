"""Services that wrap another link in their own, read from a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.services import HostRows, listed_ends, suffix_owner, under_suffixes
from uriinspector.core.model import message
from uriinspector.core.reference import Reference

if TYPE_CHECKING:
    from uriinspector.analysis.rewriter_decoders import Inside, Rewriter


SHIPPED = "lists/rewriters.toml"
LISTS = {"hosts", "parameters", "recipient"}
FIELDS = LISTS | {"name", "kind", "path", "decoder"}


class Rewriters(HostRows["Rewriter"]):
    """The services, the user's own before the built-in ones."""

    def hosts_of(self, row: Rewriter) -> Iterable[str]:
        return row.hosts

    def find(self, host: str, path: str) -> Rewriter | None:
        rows = self.rows_of(host)
        return next((row for row in rows if row.has(path)), None) if rows else None

    def of(self, reference: Reference) -> Rewriter | None:
        host = reference.host
        return self.find(host, reference.path) if host else None


def inside(row: Rewriter, reference: Reference) -> Inside | None:
    """Return the link inside a service's link; None if it cannot be decoded."""
    from uriinspector.analysis.rewriter_decoders import DECODERS, RewrittenLink

    return DECODERS[row.decoder](RewrittenLink(reference, row))


def is_opaque(row: Rewriter, reference: Reference) -> bool:
    """Return True if only the service knows the destination; a link to its front page has none."""
    return row.kind == "opaque" and bool(reference.path.strip("/") or reference.query)


def rows_from(text: str) -> tuple[Rewriter, ...]:
    """Parse the rows of a table; ValueError describes the first problem."""
    table = _parsed(text)
    suffixes = table.get("suffixes", {})
    return tuple(row_of(each, suffixes) for each in table.get("rewriter", []))


def row_of(fields: dict[str, Any], suffixes: dict[str, list[str]]) -> Rewriter:
    """Create a service from a row; ValueError describes the first problem."""
    from uriinspector.analysis.rewriter_decoders import Rewriter  # not needed before the first row

    if problem := next(_problems(fields, suffixes), None):
        name = fields.get("name", "a row without a name")
        raise ValueError(message("{name}: {problem}", name=name, problem=problem))
    lists = {key: tuple(value) for key, value in fields.items() if isinstance(value, list)}
    lists["hosts"] = tuple(
        host for each in fields["hosts"] for host in under_suffixes(each, suffixes)
    )
    return Rewriter(**{**fields, "decoder": _decoder(fields), **lists})


def _problems(fields: dict[str, Any], suffixes: dict[str, list[str]]) -> Iterator[str]:
    from uriinspector.analysis.rewriter_decoders import DECODERS, KINDS

    yield from choice_problems({"kind": "", **fields}, {"kind": KINDS, "decoder": sorted(DECODERS)})
    yield from field_problems(fields, FIELDS, FIELDS - LISTS, LISTS)
    yield from suffix_problems(fields.get("hosts", ()), suffixes)
    if not (fields.get("hosts") and fields.get("name")):
        yield message('"name" and "hosts" are required')


def field_problems(
    fields: dict[str, Any], known: Iterable[str], texts: Iterable[str], lists: Iterable[str]
) -> Iterator[str]:
    if strange := set(fields) - set(known):
        yield message("unknown fields: {names}", names=", ".join(sorted(strange)))
    for name in sorted(texts):
        if not isinstance(fields.get(name, ""), str):
            yield message("{name} must be a string", name=name)
    for name in sorted(lists):
        if not is_list_of_texts(fields.get(name, [])):
            yield message("{name} must be a list of strings", name=name)


def choice_problems(fields: dict[str, Any], choices: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for name, allowed in choices.items():
        if fields.get(name, allowed[0]) not in allowed:
            yield message("{name} must be one of {allowed}", name=name, allowed=", ".join(allowed))


def suffix_problems(hosts: Iterable[str], suffixes: dict[str, list[str]]) -> Iterator[str]:
    for host in hosts:
        if host.endswith(".*") and suffix_owner(host) not in suffixes:
            yield message("no suffixes are listed for {name}", name=suffix_owner(host))


def is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _decoder(fields: dict[str, Any]) -> str:
    usual = "opaque" if fields["kind"] == "opaque" else "parameter"
    return str(fields.get("decoder", usual))


@lru_cache(maxsize=1)  # rows and suffixes of the built-in table are requested in turn
def _parsed(text: str) -> dict[str, Any]:
    import tomllib  # most links need no table

    return tomllib.loads(text)


@cache
def shipped_suffixes() -> dict[str, list[str]]:
    """Return the suffixes under which each owner has names of services."""
    suffixes: dict[str, list[str]] = _parsed(shipped_text(SHIPPED))["suffixes"]
    return suffixes


@cache
def shipped_rewriters() -> Rewriters:
    """Return the built-in services; their rows are read when a link may match one."""
    return Rewriters(_shipped_rows, listed_ends(SHIPPED))


def _shipped_rows() -> tuple[Rewriter, ...]:
    return rows_from(shipped_text(SHIPPED))


def rewriters(extra: Iterable[Rewriter] = ()) -> Rewriters:
    own = tuple(extra)
    return Rewriters((*own, *shipped_rewriters().rows)) if own else shipped_rewriters()
