"""The table of services: read once from what is shipped, and from rows of the reader's own."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

from uriinspector.analysis.domains import last_labels
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.rewriters.decoders import DECODERS
from uriinspector.analysis.rewriters.rewriter import KINDS, Inside, Rewriter, RewrittenLink
from uriinspector.core.ascii import lowered
from uriinspector.core.message import message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.core.reference import Reference

SHIPPED = "lists/rewriters.toml"
# A longer host belongs to no service.
LONGEST = 200
LISTS = {"hosts", "parameters", "recipient"}
FIELDS = LISTS | {"name", "kind", "path", "decoder"}


class Rewriters:
    """Rows, found by host and path at the cost of a look into a dictionary."""

    def __init__(self, rows: Iterable[Rewriter]) -> None:
        self.rows = tuple(rows)
        self._exact: dict[str, list[Rewriter]] = {}
        self._by_parent: dict[str, list[Rewriter]] = {}
        for row in self.rows:
            for host in row.hosts:
                self._enter(host, row)
        self._ends = frozenset(map(last_labels, self._by_parent))
        # "*.name" without a dot takes in whatever ends so.
        self._has_tops = any("." not in name for name in self._by_parent)

    def _enter(self, host: str, row: Rewriter) -> None:
        if host.startswith("*."):
            self._by_parent.setdefault(host[2:], []).append(row)
        else:
            self._exact.setdefault(host, []).append(row)

    def find(self, host: str, path: str) -> Rewriter | None:
        """The service that a host and path belong to; its own rows stand before shipped ones."""
        rows = self._of(host)
        return next((row for row in rows if row.has(path)), None) if rows else None

    def _of(self, host: str) -> list[Rewriter]:
        if len(host) > LONGEST:
            return []
        host = (host if host.islower() else lowered(host)).removesuffix(".")
        result = self._exact.get(host, [])
        dot = host.find(".")
        while dot >= 0:
            if below := self._by_parent.get(host[dot + 1 :]):
                result = result + below
            dot = host.find(".", dot + 1)
        return result

    def may_have(self, host: str, end: str) -> bool:
        """Whether a name with these last two labels is worth a second look: most are not."""
        name = host[:-1] if host[-1:] == "." else host
        return end in self._ends or name in self._exact or self._has_tops

    def of(self, reference: Reference) -> Rewriter | None:
        """The service whose link a reference is."""
        host = reference.host
        return self.find(host, reference.path) if host else None


def inside(row: Rewriter, reference: Reference) -> Inside | None:
    """The link inside of a service's link; None where it cannot be read."""
    return DECODERS[row.decoder](RewrittenLink(reference, row))


def is_opaque(row: Rewriter, reference: Reference) -> bool:
    """Whether the service alone knows what is behind a link of it; its front page leads nowhere."""
    return row.kind == "opaque" and (reference.path.strip("/") or reference.query) not in {"", None}


def rows_from(text: str) -> tuple[Rewriter, ...]:
    """The rows of a table as it is written down; ValueError says what is wrong with which."""
    table = tomllib.loads(text)
    suffixes = table.get("suffixes", {})
    return tuple(row_of(each, suffixes) for each in table.get("rewriter", []))


def row_of(fields: dict[str, Any], suffixes: dict[str, list[str]]) -> Rewriter:
    """The service of one row; ValueError says what is wrong with it."""
    if problem := _problem(fields, suffixes):
        name = fields.get("name", "a row without a name")
        raise ValueError(message("{name}: {problem}", name=name, problem=problem))
    lists = {key: tuple(value) for key, value in fields.items() if isinstance(value, list)}
    lists["hosts"] = tuple(host for each in fields["hosts"] for host in _spelt_out(each, suffixes))
    return Rewriter(**{**fields, "decoder": _decoder(fields), **lists})


def _owner(host: str) -> str:
    """The name under whose suffixes "www.google.*" stands."""
    return host.removesuffix(".*").rpartition(".")[2]


def _spelt_out(host: str, suffixes: dict[str, list[str]]) -> list[str]:
    """A host under each of the suffixes that its owner has; any other has none."""
    if not host.endswith(".*"):
        return [host]
    return [host[:-1] + suffix for suffix in suffixes[_owner(host)]]


def _problem(fields: dict[str, Any], suffixes: dict[str, list[str]]) -> str | None:
    """What is wrong with a row."""
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
        if host.endswith(".*") and _owner(host) not in suffixes:
            return message("no suffixes are listed for {name}", name=_owner(host))
    is_whole = fields.get("hosts") and fields.get("name")
    return None if is_whole else message("name and hosts are needed")


def is_list_of_texts(value: object) -> bool:
    """Whether it is a list, and all that is in it are texts."""
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _decoder(fields: dict[str, Any]) -> str:
    usual = "opaque" if fields["kind"] == "opaque" else "parameter"
    return str(fields.get("decoder", usual))


@cache
def shipped_rewriters() -> Rewriters:
    """The services that are known."""
    return Rewriters(rows_from(shipped_text(SHIPPED)))


def rewriters(extra: Iterable[Rewriter] = ()) -> Rewriters:
    """The known services, and in front of them rows of the reader's own."""
    own = tuple(extra)
    return Rewriters((*own, *shipped_rewriters().rows)) if own else shipped_rewriters()
