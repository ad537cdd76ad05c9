"""The columns of a link in Arrow, each with a function that computes its values.

``url.*`` has names from the Elastic Common Schema and values as the grammar splits them; ``uri.*``
has the result of an inspection. New columns are appended; the first one after a release increments
SCHEMA_VERSION.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import chain, islice
from operator import attrgetter
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from uriinspector.analysis.domains import registration
from uriinspector.analysis.finding import RANK, Finding, through
from uriinspector.analysis.inspection import Inspection, inspect_each
from uriinspector.analysis.international.known_names import in_unicode
from uriinspector.analysis.international.scripts import appearance
from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.analysis.verdict import Hop, Verdict, Words
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse, unknown_choice
from uriinspector.core.reference import (
    FRAGMENT,
    HOST,
    NAMES,
    PATH,
    PORT,
    QUERY,
    SCHEME,
    USERINFO,
    Reference,
)


class JudgedBy(NamedTuple):
    """The edition, the protected names and the lists that an inspection uses."""

    edition: str = "2005"
    protect: tuple[str, ...] = ()
    lists: Lists = SHIPPED


def texts_in(strings: pa.Array) -> list[Any]:
    """Return the texts in a string column.

    Some files declare UTF-8 but contain other bytes: each invalid byte becomes U+FFFD.
    """
    try:
        result: list[Any] = strings.to_pylist()
    except UnicodeDecodeError:
        octets = strings.cast(pa.large_binary()).to_pylist()
        result = [None if each is None else each.decode("utf-8", "replace") for each in octets]
    return result


def well_formed(text: str | None) -> str | None:
    """Replace each lone surrogate with U+FFFD, since UTF-8 cannot encode it."""
    if text is None or text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def array_of(values: Iterable[Any], kind: pa.DataType) -> pa.Array:
    """Convert values to an Arrow array."""
    values = list(values)
    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:
        return pa.array(map(_well_formed_within, values), kind)


def _well_formed_within(value: Any) -> Any:
    if isinstance(value, str):
        return well_formed(value)
    return [well_formed(each) for each in value] if isinstance(value, list) else value


# Browsers treat a host that ends in a number as an address, or reject it, so it has no suffix.
NUMBERED = expression(r"(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$")
# The possible last characters of such a host: most other hosts need not be searched.
NUMBER_ENDS = frozenset("0123456789abcdefx.\n")


class HostColumns(NamedTuple):
    """Hosts in lowercase, with their registered domains, public suffixes and subdomains."""

    domain: Sequence[str | None] = ()
    registered: Sequence[str | None] = ()
    suffix: Sequence[str | None] = ()
    subdomain: Sequence[str | None] = ()


NO_NAMES = (None, None, None, None)


def host_columns(hosts: Iterable[str | None]) -> HostColumns:
    """Return the columns of hosts; an address has no registered domain."""
    return HostColumns(*zip(*map(_names, hosts), strict=True))


def _names(host: str | None) -> tuple[str | None, str | None, str | None, str | None]:
    if not host:
        return NO_NAMES
    domain = lowered(host)
    if domain[0] == "[" or (domain[-1] in NUMBER_ENDS and NUMBERED.search(domain)):
        return domain, None, None, None
    suffix, site = registration(domain)
    if site is None or len(site) == len(domain):
        return domain, site, suffix, None
    return domain, site, suffix, domain.removesuffix(".")[: -len(site) - 1] or None


SPAN = pa.struct([("part", pa.string()), ("start", pa.int32()), ("end", pa.int32())])
# The positions of a reference: start and end of the whole text, then of each part.
ALL_PARTS = len(NAMES)
ROW = 2 * (1 + ALL_PARTS)
PART_NAMES = pa.array(NAMES, pa.string())


class ReferenceParts:
    """The texts of references and the positions of their parts, -1 for undefined parts."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._places: list[int] = []

    def add(self, references: Iterable[Reference]) -> None:
        """Add references without keeping the objects in memory."""
        self.texts.extend([each.text for each in references])
        spans = chain.from_iterable([each.spans for each in references])
        self._places.extend(chain.from_iterable(spans))

    @cached_property
    def places(self) -> array[int]:
        """The positions of all references; none may be added afterwards."""
        return array("i", self._places)

    def part(self, index: int) -> list[str | None]:
        """Return one part of each text, as written; ``index`` is the part's index in the spans."""
        starts, ends = self.places[2 * index :: ROW], self.places[2 * index + 1 :: ROW]
        return [
            None if start < 0 else text[start:end]
            for text, start, end in zip(self.texts, starts, ends, strict=True)
        ]

    def spans(self) -> pa.ListArray:
        """Return the defined parts of each text, with their names."""
        starts, ends = self.places[0::2], self.places[1::2]
        del starts[:: ALL_PARTS + 1], ends[:: ALL_PARTS + 1]  # the whole
        is_there = pc.greater_equal(numbers(starts), 0)
        names = numbers(array("i", range(ALL_PARTS)) * len(self.texts)).filter(is_there)
        fields = [PART_NAMES.take(names), numbers(starts).filter(is_there)]
        fields.append(numbers(ends).filter(is_there))
        structs = pa.StructArray.from_arrays(fields, fields=list(SPAN))
        counts = pc.cumulative_sum(is_there.cast(pa.int32()))
        offsets = array("i", [0])
        if self.texts:
            counted = memoryview(counts.buffers()[1]).cast("i")[: len(counts)]
            offsets.frombytes(counted[ALL_PARTS - 1 :: ALL_PARTS].tobytes())
        return pa.ListArray.from_arrays(numbers(offsets), structs)


def numbers(values: array[int]) -> pa.Array:
    """Return the numbers as an Arrow array, without copying them."""
    return pa.Array.from_buffers(pa.int32(), len(values), [None, pa.py_buffer(values)])


FIELDS = ("severity", "host", "route", "final_host", "words", "through")
assert Verdict._fields[: len(FIELDS)] == FIELDS


class VerdictColumns(NamedTuple):
    """The fields of verdicts, from which columns are computed."""

    severity: Sequence[str | None]
    host: Sequence[str | None]
    route: Sequence[tuple[Hop, ...]]
    final_host: Sequence[str | None]
    words: Sequence[Words]
    through: Sequence[tuple[str, ...]]

    @classmethod
    def of(cls, verdicts: Sequence[Verdict]) -> VerdictColumns:
        """Collect the fields of one or more verdicts."""
        return cls(*list(zip(*verdicts, strict=True))[:6])


SCHEMA_VERSION = 1
HIGHEST_PORT = 65_535
TEXT, TEXTS = pa.string(), pa.list_(pa.string())
# Sources of columns. Some are computed for a few rows at a time: references, findings, verdicts,
# and the hosts that browsers go to, each examined once. Others are computed for all rows together:
# the positions of parts, the hosts as written, and values that are the same in every row.
REFERENCE, FINDINGS, VERDICT, REACHED_HOST = "reference", "findings", "verdict", "reached host"
FROM_PARTS, WRITTEN_HOST, CONSTANT = "parts", "written host", "constant"
# Sources that need no inspection.
BY_GRAMMAR = frozenset({REFERENCE, FROM_PARTS, WRITTEN_HOST, CONSTANT})


class LinkColumn(NamedTuple):
    """A column: its description in the manual, and how its values are computed from its source."""

    name: str
    type: pa.DataType
    source: str
    description: str
    read: Callable[[Any], Any]


# From 0 (no finding) to 4 (high).
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
    pairs = zip(verdicts.words, verdicts.through, strict=True)
    return [through(words.sentence, services) for words, services in pairs]


def _routes(routes: Iterable[tuple[Hop, ...]]) -> list[list[str]]:
    return [[text for _, _, text, is_known, _ in route if is_known] for route in routes]


def _appearance(host: str | None) -> str | None:
    return None if host is None else appearance(in_unicode(host))


@cache
def rules_version() -> str:
    """Return the program's version, and the newest date of its tables."""
    from uriinspector.analysis.versions import program, tables

    dates = sorted(each.version for each in tables() if each.version[:2] == "20")
    return " ".join((program().version, *dates[-1:]))


COLUMNS = (
    LinkColumn("url.original", TEXT, FROM_PARTS, "The text as given.", attrgetter("texts")),
    LinkColumn("url.scheme", TEXT, FROM_PARTS, "The scheme, in lowercase.", _scheme),
    LinkColumn("url.domain", TEXT, WRITTEN_HOST, "The host, in lowercase.", attrgetter("domain")),
    LinkColumn(
        "url.registered_domain",
        TEXT,
        WRITTEN_HOST,
        "The registrable domain, such as example.co.uk.",
        attrgetter("registered"),
    ),
    LinkColumn(
        "url.top_level_domain",
        TEXT,
        WRITTEN_HOST,
        "The public suffix, such as co.uk.",
        attrgetter("suffix"),
    ),
    LinkColumn(
        "url.subdomain",
        TEXT,
        WRITTEN_HOST,
        "The labels before the registrable domain.",
        attrgetter("subdomain"),
    ),
    LinkColumn("url.port", pa.int32(), FROM_PARTS, "The port, if it is valid.", _ports),
    LinkColumn("url.path", TEXT, FROM_PARTS, "The path; it can be empty.", _part(PATH)),
    LinkColumn("url.query", TEXT, FROM_PARTS, 'The text after "?".', _part(QUERY)),
    LinkColumn("url.fragment", TEXT, FROM_PARTS, 'The text after "#".', _part(FRAGMENT)),
    LinkColumn("url.username", TEXT, FROM_PARTS, "The userinfo up to the first colon.", _usernames),
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
        "The severity as a number: 4 for high, 0 without a finding.",
        lambda verdicts: _ranks(verdicts.severity),
    ),
    LinkColumn(
        "uri.codes", TEXTS, FINDINGS, "The codes of the findings, the most severe first.", _codes
    ),
    LinkColumn("uri.headline", TEXT, VERDICT, "Where the link goes, in one sentence.", _headlines),
    LinkColumn(
        "uri.host", TEXT, VERDICT, "The host that browsers go to first.", attrgetter("host")
    ),
    LinkColumn(
        "uri.final_host", TEXT, VERDICT, "The last host of the route.", attrgetter("final_host")
    ),
    LinkColumn(
        "uri.route",
        TEXTS,
        VERDICT,
        "Each link on the route that the text shows.",
        lambda verdicts: _routes(verdicts.route),
    ),
    LinkColumn("uri.valid", pa.bool_(), REFERENCE, "True if the text matches the grammar.", _valid),
    LinkColumn(
        "uri.spans",
        pa.list_(SPAN),
        FROM_PARTS,
        "The position of each component, in code points.",
        ReferenceParts.spans,
    ),
    LinkColumn(
        "uri.appearance",
        TEXT,
        REACHED_HOST,
        "The host with lookalike letters replaced by plain ones.",
        _appearance,
    ),
    LinkColumn(
        "uri.rules_version",
        TEXT,
        CONSTANT,
        "The version of the program and the date of its newest list.",
        lambda _: rules_version(),
    ),
)
GROUPS = tuple(dict.fromkeys(each.name.partition(".")[0] for each in COLUMNS))


def batch_of(rows: Sequence[Sequence[Any]], schema: pa.Schema) -> pa.RecordBatch:
    """Return rows as a batch; there must be at least one."""
    columns = zip(*rows, strict=True)
    arrays = [pa.array(each, kind) for each, kind in zip(columns, schema.types, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def chosen(names: Iterable[str] | None) -> tuple[LinkColumn, ...]:
    """Return the columns with these names; a group name selects its columns, None all columns."""
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
    """Return the struct type of these columns."""
    return pa.struct([(group, pa.struct(fields)) for group, fields in grouped(chosen(columns))])


def grouped(columns: Iterable[LinkColumn]) -> list[tuple[str, list[pa.Field]]]:
    """Return the fields of each group that has any of the columns."""
    groups: dict[str, list[pa.Field]] = {}
    for each in columns:
        group, _, name = each.name.partition(".")
        groups.setdefault(group, []).append(pa.field(name, each.type))
    return list(groups.items())


def column_in(batch: pa.RecordBatch, name: str) -> pa.Array:
    """Return a column of a batch by its name; raise ValueError if there is none."""
    if name not in batch.schema.names:
        raise unknown_choice("column", name, batch.schema.names)
    return batch.column(batch.schema.get_field_index(name))


# The number of inspections in memory at a time: more would keep the garbage collector busy.
AT_ONCE = 32


def arrays_of(texts: list[str], wanted: Sequence[LinkColumn], by: JudgedBy) -> list[pa.Array]:
    if all(each.source in BY_GRAMMAR for each in wanted):
        parsed = (parse(text, edition=by.edition) for text in texts)
        return _arrays(_grammar_rows(parsed), wanted, len(texts))
    inspections = inspect_each(texts, edition=by.edition, protect=by.protect, lists=by.lists)
    return arrays_of_inspections(inspections, wanted, len(texts))


def arrays_of_inspections(
    inspections: Iterable[Inspection], wanted: Sequence[LinkColumn], count: int
) -> list[pa.Array]:
    """Return an array for each column of ``count`` inspections, which may be made on demand."""
    return _arrays(_rows(iter(inspections)), wanted, count)


def _grammar_rows(references: Iterator[Reference]) -> Iterator[dict[str, Any]]:
    while some := list(islice(references, AT_ONCE)):
        yield {REFERENCE: some}


def _rows(inspections: Iterator[Inspection]) -> Iterator[dict[str, Any]]:
    """Yield the values of each source for a few rows at a time.

    An inspection is freed before the next one is made, which can then reuse its memory.
    """
    while True:
        verdicts, references, findings = [], [], []
        for each in islice(inspections, AT_ONCE):
            verdicts.append(each.verdict)
            references.append(each.reference)
            findings.append(each.findings)
        if not verdicts:
            return
        yield {VERDICT: VerdictColumns.of(verdicts), REFERENCE: references, FINDINGS: findings}


def _arrays(
    rows: Iterable[dict[str, Any]], wanted: Sequence[LinkColumn], count: int
) -> list[pa.Array]:
    parts, runs = ReferenceParts(), {each.name: _run(each) for each in wanted}
    gathered = [each for each in runs.values() if each is not None]
    has_parts = any(each.source in {FROM_PARTS, WRITTEN_HOST} for each in wanted)
    for some in rows:
        if has_parts:
            parts.add(some[REFERENCE])
        for run in gathered:
            run.add(some)
    hosts = _WrittenHosts(parts)
    return [
        _array(each, parts, hosts, count) if run is None else run.array()
        for each, run in zip(wanted, runs.values(), strict=True)
    ]


def _run(column: LinkColumn) -> ValueRun | None:
    """Return a collector for a column's values; None if the column is computed for all rows
    together.
    """
    if column.source == REACHED_HOST:
        return HostRun(column)
    if column.source not in {REFERENCE, FINDINGS, VERDICT}:
        return None
    return ListRun(column) if column.type == TEXTS else ValueRun(column)


def _array(column: LinkColumn, parts: ReferenceParts, hosts: _WrittenHosts, count: int) -> pa.Array:
    if column.source == CONSTANT:
        return pa.repeat(pa.scalar(column.read(None), column.type), count)
    if column.source == WRITTEN_HOST:
        return hosts.array(column)
    values = column.read(parts)
    return values if isinstance(values, pa.Array) else array_of(values, column.type)


class ValueRun:
    """The values of a column, collected from a few rows at a time."""

    def __init__(self, column: LinkColumn) -> None:
        self._column = column
        self._values: list[Any] = []

    def add(self, rows: dict[str, Any]) -> None:
        self._values.extend(self._column.read(rows[self._column.source]))

    def array(self) -> pa.Array:
        return array_of(self._values, self._column.type)


class ListRun(ValueRun):
    """A column of lists; their texts are collected in one list to spare the garbage collector."""

    def __init__(self, column: LinkColumn) -> None:
        super().__init__(column)
        self._offsets = array("i", [0])

    def add(self, rows: dict[str, Any]) -> None:
        texts, offsets = self._values, self._offsets
        for each in self._column.read(rows[self._column.source]):
            if each:
                texts.extend(each)
            offsets.append(len(texts))

    def array(self) -> pa.Array:
        texts = array_of(self._values, self._column.type.value_type)
        return pa.ListArray.from_arrays(numbers(self._offsets), texts)


class HostRun(ValueRun):
    """A column that depends only on the host, computed once for each host."""

    def add(self, rows: dict[str, Any]) -> None:
        self._values.extend(rows[VERDICT].host)

    def array(self) -> pa.Array:
        each_once = EachOnce(self._values)
        return each_once.array(map(self._column.read, each_once.values), self._column.type)


class _WrittenHosts:
    """The hosts as written, examined only if a column needs them."""

    def __init__(self, parts: ReferenceParts) -> None:
        self._parts = parts

    @cached_property
    def _each_once(self) -> EachOnce:
        return EachOnce(self._parts.part(HOST))

    @cached_property
    def _columns(self) -> HostColumns:
        return host_columns(self._each_once.values)

    def array(self, column: LinkColumn) -> pa.Array:
        return self._each_once.array(column.read(self._columns), column.type)


class EachOnce:
    """The distinct values of a sequence, and the positions where they occur."""

    def __init__(self, values: Sequence[str | None]) -> None:
        places: dict[str | None, int] = {}
        self._indices = array("i", [places.setdefault(each, len(places)) for each in values])
        self.values = list(places)

    def array(self, answers: Iterable[Any], kind: pa.DataType) -> pa.Array:
        """Return an array with the answer for each value, repeated wherever the value
        occurs.
        """
        of_values = array_of(answers, kind)
        is_new = len(self.values) == len(self._indices)
        return of_values if is_new else of_values.take(numbers(self._indices))
