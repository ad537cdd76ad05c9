"""Batches of a table of results as rows of a case."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from sys import intern
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from uriinspector.analysis.finding import RANK
from uriinspector.analysis.rules.table import RULES
from uriinspector.arrow.arrow_texts import texts_in
from uriinspector.arrow.inspections import INTO
from uriinspector.arrow.result_schema import (
    BASE,
    CODES,
    FINAL_HOST,
    HOST,
    RANKED,
    SEVERITY,
    TARGET,
    is_text,
)
from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import CALM, UNTOLD, LinkRow, nowhere
from uriinspector.documents.document_values import ONE
from uriinspector.documents.rules.sites import site_of

if TYPE_CHECKING:
    from collections.abc import Iterator

UNKNOWN_FINDING = "Finding unknown to this version"
HIGHEST = max(RANK.values())
CODE = re.compile("[a-z0-9-]{1,64}")


class ResultColumns(NamedTuple):
    """The columns of one batch; None for one that is not there."""

    texts: pa.Array
    severities: pa.Array | None
    ranks: pa.Array | None
    codes: pa.Array | None
    hosts: pa.Array | None
    final_hosts: pa.Array | None
    bases: pa.Array | None
    targets: pa.Array | None

    @property
    def octets(self) -> int:
        """How long all texts are together."""
        columns = [*self[:2], *self[4:]]
        if self.codes is not None:
            columns.append(plain(self.codes.flatten()))
        return sum(total(each) for each in columns if each is not None)


def columns_of(batch: pa.RecordBatch, texts: pa.Array, known: frozenset[str]) -> ResultColumns:
    """Of a batch in which these columns are."""

    def found(name: str) -> pa.Array | None:
        return inner_column(batch, name) if name in known else None

    def context(name: str) -> pa.Array | None:
        at = batch.schema.get_field_index(name)
        return plain(batch.column(at)) if name in known else None

    return ResultColumns(
        texts,
        found(SEVERITY),
        found(RANKED),
        found(CODES),
        found(HOST),
        found(FINAL_HOST),
        context(BASE),
        context(TARGET),
    )


def rows_of(columns: ResultColumns, file: int, first: int) -> Iterator[LinkRow]:
    """A row for each text; ``first`` is the number of the first of them in the table."""
    has_hosts = columns.hosts is not None or columns.final_hosts is not None
    size = len(columns.texts)
    severities, ranks, hosts, final_hosts, bases, targets = (
        [None] * size if each is None else texts_in(each) for each in (*columns[1:3], *columns[4:])
    )
    codes = [None] * size if columns.codes is None else _first_codes(columns.codes)
    for at, text in enumerate(texts_in(columns.texts)):
        if text is None:
            continue
        host, target = final_hosts[at] or hosts[at], targets[at]
        code, title = _finding(codes[at])
        yield LinkRow(
            file=file,
            part="1",
            element="",
            value=text,
            how=ONE,
            base=bases[at],
            target=text if target == text else target,
            host=host and intern(host),
            site=_site(text, target, host) if has_hosts else UNTOLD,
            rank=_rank(ranks[at], severities[at]),
            title=title,
            code=code,
            line=first + at,
            column=1,
            start=0,
            end=0,
        )


def inner_column(batch: pa.RecordBatch, name: str) -> pa.Array:
    """A column inside of the one that was added; null where that is null."""
    inner = pc.struct_field(batch.column(batch.schema.get_field_index(INTO)), name.split("."))
    return plain(inner) if is_text(inner.type) else inner


def plain(texts: pa.Array) -> pa.Array:
    """Texts of one type, however they are stored."""
    return texts if pa.types.is_large_string(texts.type) else texts.cast(pa.large_string())


def total(texts: pa.Array) -> int:
    """The octets of all texts together."""
    return pc.sum(pc.binary_length(texts)).as_py() or 0


def _first_codes(codes: pa.Array) -> list[str | None]:
    """The first code of each list, which is of the worst finding."""
    starts, ends = codes.offsets[:-1].to_pylist(), codes.offsets[1:].to_pylist()
    texts = texts_in(plain(codes.values))
    return [
        None if start == end or is_null else texts[start]
        for start, end, is_null in zip(starts, ends, codes.is_null().to_pylist(), strict=True)
    ]


def _rank(rank: int | None, severity: str | None) -> int:
    """That of the table: 0 for no finding there is one less here."""
    if severity is not None:
        return RANK.get(severity, CALM)
    return CALM if rank is None else min(max(rank - 1, CALM), HIGHEST)


@cache
def _titles() -> dict[str, str]:
    return {each.code: each.title for each in RULES}


def _finding(code: str | None) -> tuple[str, str]:
    """The code and its title; what no rule of ours has is not shown as ours."""
    if not code:
        return "", ""
    title = _titles().get(code)
    if title is not None:
        return intern(code), title
    return (code if CODE.fullmatch(code) else ""), UNKNOWN_FINDING


def _site(text: str, target: str | None, host: str | None) -> str:
    return _site_of(host) if host else intern(nowhere(text, target))


@lru_cache(maxsize=1 << 16)
def _site_of(host: str) -> str:
    return intern(site_of(host))
