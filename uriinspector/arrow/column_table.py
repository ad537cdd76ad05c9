"""The columns that a link has in Arrow: a name, a type, and what its value is read from.

``url.*`` has the names of the Elastic Common Schema and what the grammar reads, as it is written;
``uri.*`` is what an inspection says.  A new column goes to the end and raises SCHEMA_VERSION.
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from uriinspector.analysis.finding import RANK
from uriinspector.analysis.international.known_names import in_unicode
from uriinspector.analysis.international.scripts import appearance
from uriinspector.arrow.arrow_texts import array_of
from uriinspector.arrow.reference_parts import SPAN, ReferenceParts
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import unknown_choice
from uriinspector.core.reference import FRAGMENT, PATH, PORT, QUERY, SCHEME, USERINFO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.verdict import Hop
    from uriinspector.arrow.verdict_columns import VerdictColumns
    from uriinspector.core.reference import Reference

SCHEMA_VERSION = 1
HIGHEST_PORT = 65_535
TEXT, TEXTS = pa.string(), pa.list_(pa.string())
# What is read of a few rows at a time: their references, findings or verdicts, and the hosts
# that browsers go to, of which each is looked at once; and what is read of all rows at once: the
# places of the parts, the hosts as they are written, and what is the same in every row.
REFERENCE, FINDINGS, VERDICT, REACHED_HOST = "reference", "findings", "verdict", "reached host"
PARTS, WRITTEN_HOST, CONSTANT = "parts", "written host", "constant"
# An inspection is not needed for these.
BY_GRAMMAR = frozenset({REFERENCE, PARTS, WRITTEN_HOST, CONSTANT})


class LinkColumn(NamedTuple):
    """One column, what it says in the manual, and how its values are read from its source."""

    name: str
    type: pa.DataType
    source: str
    says: str
    read: Callable[[Any], Any]


# From 0 for no finding to 4 for high.
RANKS: dict[str | None, int] = {None: 0} | {name: number + 1 for name, number in RANK.items()}


def _scheme(parts: ReferenceParts) -> pa.Array:
    return pc.ascii_lower(array_of(parts.part(SCHEME), TEXT))


def _part(index: int) -> Callable[[ReferenceParts], list[str | None]]:
    return lambda parts: parts.part(index)


def _ports(parts: ReferenceParts) -> list[int | None]:
    return [None if not each else _port(each) for each in parts.part(PORT)]


def _port(text: str) -> int | None:
    if not (text.isascii() and text.isdigit()) or len(text.lstrip("0")) > 5:
        return None
    number = int(text)
    return number if number <= HIGHEST_PORT else None


def _usernames(parts: ReferenceParts) -> list[str | None]:
    userinfo = parts.part(USERINFO)
    return [None if each is None else each.partition(":")[0] for each in userinfo]


def _valid(references: Iterable[Reference]) -> list[bool]:
    return [each.valid for each in references]


def _codes(rows: Iterable[tuple[Finding, ...]]) -> list[Iterable[str]]:
    return [dict.fromkeys([each.code for each in row]) if row else () for row in rows]


def _ranks(severities: Iterable[str | None]) -> list[int]:
    return [RANKS[each] for each in severities]


def _headlines(verdicts: VerdictColumns) -> list[str]:
    pairs = zip(verdicts.sentence, verdicts.through, strict=True)
    return [sentence.through(services) for sentence, services in pairs]


def _routes(routes: Iterable[tuple[Hop, ...]]) -> list[list[str]]:
    return [[text for _, _, text, is_known, _ in route if is_known] for route in routes]


def _appearance(host: str | None) -> str | None:
    return None if host is None else appearance(in_unicode(host))


@cache
def rules_version() -> str:
    """The program, and the newest date of what it judges by."""
    from uriinspector.analysis.versions import program, tables

    dates = sorted(each.version for each in tables() if each.version[:2] == "20")
    return " ".join((program().version, *dates[-1:]))


COLUMNS = (
    LinkColumn("url.original", TEXT, PARTS, "The text.", attrgetter("texts")),
    LinkColumn("url.scheme", TEXT, PARTS, "The scheme, in small letters.", _scheme),
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
    LinkColumn("url.port", pa.int32(), PARTS, "The port, if it is one.", _ports),
    LinkColumn("url.path", TEXT, PARTS, "The path, maybe empty.", _part(PATH)),
    LinkColumn("url.query", TEXT, PARTS, 'The text after "?".', _part(QUERY)),
    LinkColumn("url.fragment", TEXT, PARTS, 'The text after "#".', _part(FRAGMENT)),
    LinkColumn("url.username", TEXT, PARTS, "The user information up to a colon.", _usernames),
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
        VERDICT,
        "The same as a number: 4 for high, 0 without a finding.",
        lambda verdicts: _ranks(verdicts.severity),
    ),
    LinkColumn("uri.codes", TEXTS, FINDINGS, "The findings, the worst first.", _codes),
    LinkColumn(
        "uri.headline",
        TEXT,
        VERDICT,
        "Where the link goes, in one sentence.",
        _headlines,
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
    LinkColumn(
        "uri.route",
        TEXTS,
        VERDICT,
        "Each stop that the text tells.",
        lambda verdicts: _routes(verdicts.route),
    ),
    LinkColumn(
        "uri.valid",
        pa.bool_(),
        REFERENCE,
        "Whether the grammar allows the text.",
        _valid,
    ),
    LinkColumn(
        "uri.spans",
        pa.list_(SPAN),
        PARTS,
        "Where each component stands, in code points.",
        ReferenceParts.spans,
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
