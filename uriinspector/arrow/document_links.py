"""Mails and pages of a column: their links, one row each, with the row that they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from uriinspector.arrow.column_table import TEXT, TEXTS, column_in, rank
from uriinspector.documents.scan import scan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.documents.link import Link

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
    edition: str = "2005",
    protect: Iterable[str] = (),
) -> Iterator[pa.RecordBatch]:
    """The links in the files of a column of bytes or strings, in batches; null has none.

    ``name`` is the column that holds the names of the files, a hint at what they are.
    """
    known = tuple(protect)
    hints = None if name is None else column_in(batch, name)
    rows: list[tuple[Any, ...]] = []
    for row, content in enumerate(column_in(batch, column)):
        hint = None if hints is None else hints[row].as_py()
        for link in _links(row, content.as_py(), hint, edition, known):
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
    row: int,
    content: bytes | str | None,
    name: str | None,
    edition: str,
    protect: tuple[str, ...],
) -> Iterator[tuple[Any, ...]]:
    if content is None:
        return
    octets = content.encode("utf-8") if isinstance(content, str) else content
    document = scan(octets, name=name, edition=edition, protect=protect)
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
        _text(link.value),
        _text(link.text),
        _text(target),
        verdict.severity,
        rank(verdict.severity),
        codes,
        verdict.headline,
        _text(verdict.host),
        _text(verdict.final_host),
        None,
    )


def _unread(row: int, kind: str, part: str, reason: str) -> tuple[Any, ...]:
    values: dict[str, Any] = {"row": row, "kind": kind, "part": part, "unread": reason}
    return tuple(values.get(each) for each in NAMES)


def _text(text: str | None) -> str | None:
    """Arrow holds UTF-8: a surrogate by itself is shown as what no text has."""
    if text is None or text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8")
