"""Links as rows of the file: what comes up again and again is a number there."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from uriinspector.documents.cases.link_row import LinkRow
from uriinspector.documents.cases.schema import DAMAGED, CaseError
from uriinspector.documents.cases.serialization import (
    checked,
    findings_from,
    findings_to,
    from_column,
    json_from,
    json_to,
    to_column,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from uriinspector.documents.cases.serialization import Column

LINKS = ("number", *LinkRow._fields)
AS_WRITTEN = 1  # the target is the value itself


class Texts:
    """The texts that have a number; those that are read again are shared in memory."""

    def __init__(self, known: Iterable[tuple[int, object]] = ()) -> None:
        self._texts: dict[int, str] = {}
        for number, text in known:
            with suppress(ValueError, CaseError):  # the links that need it are told to be damaged
                self._texts[number] = from_column(text)
        self._ids = {text: number for number, text in self._texts.items()}
        self._next = max(self._texts, default=0) + 1

    def ids(self, rows: sqlite3.Connection, links: Sequence[LinkRow]) -> Mapping[str, int]:
        """The numbers of all that these links need; new ones are entered."""
        wanted = {
            text
            for each in links
            for text in (each.part, each.element, each.how, each.base, each.title, each.code)
            if text is not None
        }
        fresh = [text for text in wanted if text not in self._ids]
        numbers = range(self._next, self._next + len(fresh))
        self._next += len(fresh)
        added = list(zip(numbers, fresh, strict=True))
        rows.executemany(
            "INSERT INTO texts VALUES (?, ?)", [(number, to_column(text)) for number, text in added]
        )
        self._texts.update(added)
        self._ids.update((text, number) for number, text in added)
        return self._ids

    def __getitem__(self, number: int) -> str:
        return self._texts[number]


def link_to(number: int, link: LinkRow, ids: Mapping[str, int]) -> tuple[Column, ...]:
    """The columns of a link."""
    file, part, element, value, how, base, target, host, site, rank, title, code = link[:12]
    return (
        *(number, file, ids[part], ids[element], to_column(value), ids[how]),
        None if base is None else ids[base],
        AS_WRITTEN if target == value else to_column(target),
        *(to_column(host), to_column(site), rank, ids[title], ids[code]),
        *(link.line, link.column, link.start, link.end),
        json_to(findings_to(link.own)) if link.own else None,
    )


def link_from(columns: tuple[Any, ...], texts: Texts) -> LinkRow:
    """The link again."""
    _, file, part, element, value, how, base, target, host, site, rank, title, code, *rest = columns
    line, column, start, end, own = rest
    written = from_column(value)
    if not 0 <= checked(start, int) <= checked(end, int):
        raise CaseError(DAMAGED)
    return LinkRow(
        checked(file, int),
        texts[part],
        texts[element],
        written,
        texts[how],
        None if base is None else texts[base],
        None if target is None else written if target == AS_WRITTEN else from_column(target),
        None if host is None else from_column(host),
        from_column(site),
        checked(rank, int),
        texts[title],
        texts[code],
        checked(line, int),
        checked(column, int),
        start,
        end,
        findings_from(json_from(own)) if own else (),
    )
