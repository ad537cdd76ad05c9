"""The columns that a link has in Arrow: a name, a type, and what its value is read from.

``url.*`` has the names of the Elastic Common Schema and what the grammar reads, as it is written;
``uri.*`` is what an inspection says.  A new column goes to the end and raises SCHEMA_VERSION.
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from uriinspector.analysis.domains import UNREGISTERED, registration
from uriinspector.analysis.finding import RANK
from uriinspector.analysis.international.folding import appearance
from uriinspector.analysis.international.known_names import in_unicode
from uriinspector.core.ascii import lowered
from uriinspector.core.expression import expression
from uriinspector.core.misuse import unknown_choice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uriinspector.analysis.inspection import Inspection
    from uriinspector.core.reference import Reference

SCHEMA_VERSION = 1
HIGHEST_PORT = 65_535
SPAN = pa.struct([("part", pa.string()), ("start", pa.int32()), ("end", pa.int32())])
TEXT, TEXTS = pa.string(), pa.list_(pa.string())
# What a value is read from: the reference alone; its host as it is written or the host that
# browsers go to, each host once; the inspection; its verdict.  The last two stand for themselves.
REFERENCE, WRITTEN_HOST, REACHED_HOST = "reference", "written host", "reached host"
INSPECTION, VERDICT, SPANS, CONSTANT = "inspection", "verdict", "spans", "constant"
# A host that ends in a number is an address for browsers, or nothing; no suffix is one.
NUMBERED = expression(r"(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$")
# An inspection is not needed for these.
BY_GRAMMAR = frozenset({REFERENCE, WRITTEN_HOST, SPANS, CONSTANT})


class LinkColumn(NamedTuple):
    """One column, what it says in the manual, and how it is read from its source."""

    name: str
    type: pa.DataType
    source: str
    says: str
    read: Callable[[Any], Any]


class HostNames(NamedTuple):
    """What a host as it is written says by itself."""

    domain: str | None
    registered: str | None = None
    suffix: str | None = None
    subdomain: str | None = None


def host_names(host: str | None) -> HostNames:
    """An address is registered under nothing."""
    if not host:
        return HostNames(None)
    domain = lowered(host)
    is_address = domain[0] == "[" or NUMBERED.search(domain) is not None
    suffix, site = UNREGISTERED if is_address else registration(domain)
    front = domain.removesuffix(".")[: -len(site) - 1] if site else ""
    return HostNames(domain, site, suffix, front or None)


def rank(severity: str | None) -> int:
    """From 0 for no finding to 4 for high."""
    return 0 if severity is None else RANK[severity] + 1


def _scheme(reference: Reference) -> str | None:
    scheme = reference.scheme
    return scheme if scheme is None or scheme.islower() else lowered(scheme)


def _port(reference: Reference) -> int | None:
    port = reference.port
    if not port or not (port.isascii() and port.isdigit()) or len(port.lstrip("0")) > 5:
        return None
    number = int(port)
    return number if number <= HIGHEST_PORT else None


def _username(reference: Reference) -> str | None:
    userinfo = reference.userinfo
    return None if userinfo is None else userinfo.partition(":")[0]


def _codes(inspection: Inspection) -> list[str]:
    findings = inspection.findings
    return list(dict.fromkeys(each.code for each in findings)) if findings else []


def _route(inspection: Inspection) -> list[str]:
    return [each.text for each in inspection.verdict.route if each.known]


def _appearance(host: str | None) -> str | None:
    return None if host is None else appearance(in_unicode(host))


@cache
def rules_version() -> str:
    """The program, and the newest date of what it judges by."""
    from uriinspector.analysis.versions import program, tables

    dates = sorted(each.version for each in tables() if each.version[:2] == "20")
    return " ".join((program().version, *dates[-1:]))


COLUMNS = (
    LinkColumn("url.original", TEXT, REFERENCE, "The text.", attrgetter("text")),
    LinkColumn("url.scheme", TEXT, REFERENCE, "The scheme, in small letters.", _scheme),
    LinkColumn(
        "url.domain", TEXT, WRITTEN_HOST, "The host, in small letters.", attrgetter("domain")
    ),
    LinkColumn(
        "url.registered_domain",
        TEXT,
        WRITTEN_HOST,
        "The name that is registered under a public suffix.",
        attrgetter("registered"),
    ),
    LinkColumn("url.top_level_domain", TEXT, WRITTEN_HOST, "That suffix.", attrgetter("suffix")),
    LinkColumn(
        "url.subdomain",
        TEXT,
        WRITTEN_HOST,
        "What stands in front of the registered name.",
        attrgetter("subdomain"),
    ),
    LinkColumn("url.port", pa.int32(), REFERENCE, "The port, if it is one.", _port),
    LinkColumn("url.path", TEXT, REFERENCE, "The path, maybe empty.", attrgetter("path")),
    LinkColumn("url.query", TEXT, REFERENCE, 'The text after "?".', attrgetter("query")),
    LinkColumn("url.fragment", TEXT, REFERENCE, 'The text after "#".', attrgetter("fragment")),
    LinkColumn("url.username", TEXT, REFERENCE, "The user information up to a colon.", _username),
    LinkColumn(
        "uri.severity",
        TEXT,
        VERDICT,
        "high, medium, low or info; null without a finding.",
        attrgetter("severity"),
    ),
    LinkColumn(
        "uri.rank",
        pa.int8(),
        INSPECTION,
        "The same as a number: 4 for high, 0 without a finding.",
        lambda each: rank(each.verdict.severity),
    ),
    LinkColumn("uri.codes", TEXTS, INSPECTION, "The findings, the worst first.", _codes),
    LinkColumn(
        "uri.headline",
        TEXT,
        VERDICT,
        "Where the link goes, in one sentence.",
        attrgetter("headline"),
    ),
    LinkColumn(
        "uri.host", TEXT, VERDICT, "The host that browsers go to first.", attrgetter("host")
    ),
    LinkColumn(
        "uri.final_host",
        TEXT,
        VERDICT,
        "The last host that the text tells.",
        attrgetter("final_host"),
    ),
    LinkColumn("uri.route", TEXTS, INSPECTION, "Each stop that the text tells.", _route),
    LinkColumn(
        "uri.valid",
        pa.bool_(),
        REFERENCE,
        "Whether the grammar allows the text.",
        attrgetter("valid"),
    ),
    LinkColumn(
        "uri.spans",
        pa.list_(SPAN),
        SPANS,
        "Where each component stands, in code points.",
        attrgetter("spans"),
    ),
    LinkColumn(
        "uri.appearance",
        TEXT,
        REACHED_HOST,
        "What the host looks like to a hasty reader.",
        _appearance,
    ),
    LinkColumn(
        "uri.rules_version",
        TEXT,
        CONSTANT,
        "The program and the date of its newest list.",
        lambda _: rules_version(),
    ),
)
GROUPS = tuple(dict.fromkeys(each.name.partition(".")[0] for each in COLUMNS))


def chosen(names: Iterable[str] | None) -> tuple[LinkColumn, ...]:
    """The columns of these names; a group stands for all of its columns, None for every one."""
    if names is None:
        return COLUMNS
    wanted = tuple(names)
    known = (*GROUPS, *(each.name for each in COLUMNS))
    for each in wanted or ("",):
        if each not in known:
            raise unknown_choice("column", each, known)
    return tuple(
        each for each in COLUMNS if each.name in wanted or each.name.partition(".")[0] in wanted
    )


def inspection_type(columns: Iterable[str] | None = None) -> pa.StructType:
    """The type of what is handed out for these columns."""
    return pa.struct([(group, pa.struct(fields)) for group, fields in grouped(chosen(columns))])


def grouped(columns: Iterable[LinkColumn]) -> list[tuple[str, list[pa.Field]]]:
    """The fields of each group that has any of the columns."""
    groups: dict[str, list[pa.Field]] = {}
    for each in columns:
        group, _, name = each.name.partition(".")
        groups.setdefault(group, []).append(pa.field(name, each.type))
    return list(groups.items())


def column_in(batch: pa.RecordBatch, name: str) -> pa.Array:
    """A column of a batch by its name."""
    if name not in batch.schema.names:
        raise unknown_choice("column", name, batch.schema.names)
    return batch.column(batch.schema.get_field_index(name))
