"""Mails and pages of a column: their links, one row each, with the row that they came from."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from uriinspector.analysis.list_sources import SHIPPED
from uriinspector.arrow.arrow_texts import texts_in, well_formed
from uriinspector.arrow.column_table import RANKS, TEXT, TEXTS, column_in
from uriinspector.arrow.judgement_options import JudgedBy
from uriinspector.core.parse import texts_of
from uriinspector.documents.scan import scan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.analysis.list_sources import Lists
    from uriinspector.documents.document import Link

# ``row`` is the place in the batch; what could not be looked at is a row with ``unread`` alone.
LINKS = pa.schema(
    [
        ("row", pa.int64()),
        ("kind", TEXT),
        ("part", TEXT),
        ("element", TEXT),
        ("attribute", TEXT),
        ("start", pa.int64()),
        ("end", pa.int64()),
        ("value", TEXT),
        ("text", TEXT),
        ("target", TEXT),
        ("severity", TEXT),
        ("rank", pa.int8()),
        ("codes", TEXTS),
        ("headline", TEXT),
        ("host", TEXT),
        ("final_host", TEXT),
        ("unread", TEXT),
    ]
)
NAMES = tuple(LINKS.names)
# So many links are in a batch that is handed out.
AT_ONCE = 16_384


def scan_batch(
    batch: pa.RecordBatch,
    column: str = "content",
    *,
    name: str | None = None,
    base: str | None = None,
    edition: str = "2005",
    protect: Iterable[str] = (),
    lists: Lists = SHIPPED,
) -> Iterator[pa.RecordBatch]:
    """The links in the files of a column of bytes or strings, in batches; null has none.

    ``name`` is the column that holds the names of the files, a hint at what they are; ``base`` the
    one of their base URIs.
    """
    by = JudgedBy(edition, texts_of("protect", protect), lists)
    hints = repeat(None) if name is None else texts_in(column_in(batch, name))
    bases = repeat(None) if base is None else texts_in(column_in(batch, base))
    contents = column_in(batch, column)
    if pa.types.is_string(contents.type) or pa.types.is_large_string(contents.type):
        contents = contents.cast(pa.large_binary())
    rows: list[tuple[Any, ...]] = []
    for row, (content, hint, at) in enumerate(zip(contents, hints, bases, strict=False)):
        for link in _links(row, content.as_py(), hint, at, by):
            rows.append(link)
            if len(rows) == AT_ONCE:
                yield _batch(rows)
                rows = []
    if rows:
        yield _batch(rows)


def _batch(rows: list[tuple[Any, ...]]) -> pa.RecordBatch:
    columns = zip(*rows, strict=True)
    arrays = [pa.array(values, kind) for values, kind in zip(columns, LINKS.types, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=LINKS)


def _links(
    row: int, content: bytes | None, name: str | None, base: str | None, by: JudgedBy
) -> Iterator[tuple[Any, ...]]:
    if content is None:
        return
    document = scan(
        content, name=name, base=base, edition=by.edition, protect=by.protect, lists=by.lists
    )
    for link in document.links:
        yield _row(row, document.kind, link)
    for part in document.not_examined:
        yield _unread(row, document.kind, part.part, part.reason)


def _row(row: int, kind: str, link: Link) -> tuple[Any, ...]:
    place, source, judgement = link.place, link.source, link.judged()
    verdict, target = judgement.verdict, link.target
    codes = list(dict.fromkeys(each.code for each in judgement.findings))
    return (
        row,
        kind,
        link.part,
        place.element,
        place.attribute,
        source.start,
        source.end,
        well_formed(link.value),
        well_formed(link.text),
        well_formed(target),
        verdict.severity,
        RANKS[verdict.severity],
        codes,
        verdict.headline,
        well_formed(verdict.host),
        well_formed(verdict.final_host),
        None,
    )


def _unread(row: int, kind: str, part: str, reason: str) -> tuple[Any, ...]:
    values: dict[str, Any] = {"row": row, "kind": kind, "part": part, "unread": reason}
    return tuple(values.get(each) for each in NAMES)
