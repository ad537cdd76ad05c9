"""Services that put another link into their own: read once from the table."""

from __future__ import annotations

from collections.abc import Iterable
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
    """The services, those of the reader before those that are shipped."""

    def hosts_of(self, row: Rewriter) -> Iterable[str]:
        """The hosts of its links."""
        return row.hosts

    def find(self, host: str, path: str) -> Rewriter | None:
        """The service that a host and path belong to."""
        rows = self.rows_of(host)
        return next((row for row in rows if row.has(path)), None) if rows else None

    def of(self, reference: Reference) -> Rewriter | None:
        """The service whose link a reference is."""
        host = reference.host
        return self.find(host, reference.path) if host else None


def inside(row: Rewriter, reference: Reference) -> Inside | None:
    """The link inside of a service's link; None where it cannot be read."""
    from uriinspector.analysis.rewriter_decoders import DECODERS, RewrittenLink

    return DECODERS[row.decoder](RewrittenLink(reference, row))


def is_opaque(row: Rewriter, reference: Reference) -> bool:
    """Whether the service alone knows what is behind a link of it; its front page leads nowhere."""
    return row.kind == "opaque" and bool(reference.path.strip("/") or reference.query)


def rows_from(text: str) -> tuple[Rewriter, ...]:
    """The rows of a table as it is written down; ValueError says what is wrong with which."""
    table = _parsed(text)
    suffixes = table.get("suffixes", {})
    return tuple(row_of(each, suffixes) for each in table.get("rewriter", []))


def row_of(fields: dict[str, Any], suffixes: dict[str, list[str]]) -> Rewriter:
    """The service of one row; ValueError says what is wrong with it."""
    from uriinspector.analysis.rewriter_decoders import Rewriter  # with the first row

    if problem := _problem(fields, suffixes):
        name = fields.get("name", "a row without a name")
        raise ValueError(message("{name}: {problem}", name=name, problem=problem))
    lists = {key: tuple(value) for key, value in fields.items() if isinstance(value, list)}
    lists["hosts"] = tuple(
        host for each in fields["hosts"] for host in under_suffixes(each, suffixes)
    )
    return Rewriter(**{**fields, "decoder": _decoder(fields), **lists})


def _problem(fields: dict[str, Any], suffixes: dict[str, list[str]]) -> str | None:
    """What is wrong with a row."""
    from uriinspector.analysis.rewriter_decoders import DECODERS, KINDS

    if strange := set(fields) - FIELDS:
        return message("no field is called {names}", names=", ".join(sorted(strange)))
    if fields.get("kind") not in KINDS:
        return message("kind is one of {allowed}", allowed=", ".join(KINDS))
    if _decoder(fields) not in DECODERS:
        return message("decoder is one of {allowed}", allowed=", ".join(sorted(DECODERS)))
    for name in sorted(FIELDS):
        value = fields.get(name)
        if name in LISTS and value is not None and not is_list_of_texts(value):
            return message("{name} is a list of texts", name=name)
        if name not in LISTS and not isinstance(value, str | None):
            return message("{name} is a text", name=name)
    for host in fields.get("hosts", ()):
        if host.endswith(".*") and suffix_owner(host) not in suffixes:
            return message("no suffixes are listed for {name}", name=suffix_owner(host))
    is_whole = fields.get("hosts") and fields.get("name")
    return None if is_whole else message("name and hosts are needed")


def is_list_of_texts(value: object) -> bool:
    """Whether it is a list, and all that is in it are texts."""
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _decoder(fields: dict[str, Any]) -> str:
    usual = "opaque" if fields["kind"] == "opaque" else "parameter"
    return str(fields.get("decoder", usual))


@lru_cache(maxsize=1)  # rows and suffixes of the shipped table are asked for one after the other
def _parsed(text: str) -> dict[str, Any]:
    import tomllib  # most links ask for no table

    return tomllib.loads(text)


@cache
def shipped_suffixes() -> dict[str, list[str]]:
    """The suffixes under which the owners of services have names of their own."""
    suffixes: dict[str, list[str]] = _parsed(shipped_text(SHIPPED))["suffixes"]
    return suffixes


@cache
def shipped_rewriters() -> Rewriters:
    """The services that are known; their rows are read for a link that may be one of theirs."""
    return Rewriters(_shipped_rows, listed_ends(SHIPPED))


def _shipped_rows() -> tuple[Rewriter, ...]:
    return rows_from(shipped_text(SHIPPED))


def rewriters(extra: Iterable[Rewriter] = ()) -> Rewriters:
    """The known services, and in front of them rows of the reader's own."""
    own = tuple(extra)
    return Rewriters((*own, *shipped_rewriters().rows)) if own else shipped_rewriters()
