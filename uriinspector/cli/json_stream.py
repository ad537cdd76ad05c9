"""JSON lines: one object out for each line in, in constant memory."""

from __future__ import annotations

import gc
import json
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from uriinspector import EDITIONS
from uriinspector.analysis.inspection import inspect
from uriinspector.cli.errors import MisuseError, refuse
from uriinspector.cli.exit_status import as_json, findings_of, reaches_level
from uriinspector.cli.screen import complain, octets_of
from uriinspector.export.json_lines import encode, line

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO, TextIO

    from uriinspector.analysis.list_sources import Lists

# A longer line is no link, and would have to be held in memory.
LONGEST = 16 << 20
CHUNK = 1 << 16
# So many answers are written at once.
MOST_HELD = 64
KEYS = {"text", "base", "edition", "protect"}


class LineRequest(NamedTuple):
    """What one line asks for."""

    text: str
    base: str | None
    edition: str
    protect: tuple[str, ...]


def stream(options: argparse.Namespace, protect: tuple[str, ...], lists: Lists, out: TextIO) -> int:
    """Every line in turn; a bad one is told, and the next one is read."""
    usual = LineRequest("", options.base, options.edition, protect)
    answer = _answers(options, usual, lists)
    # What is loaded stays, and an answer is gone as soon as it is written: nothing in it goes round
    # in circles.  So the collector may look seldom, and at little.
    gc.freeze()
    gc.set_threshold(100_000)
    status = 0
    groups: Iterable[list[bytes]] = (
        [[octets_of(text)] for text in options.uris]
        if options.uris
        else groups_of_lines(_standard_input())
    )
    number = 0
    for group in groups:
        texts: list[str] = []
        for row in group:
            number += 1
            try:
                result, made = answer(row)
            except MisuseError as mistake:
                complain(f"line {number}: {mistake}")
                status = 2
                continue
            status = max(status, result)
            texts.append(made)
            if len(texts) == MOST_HELD:
                out.write("".join(texts))
                texts.clear()
        # Whoever waits for an answer gets it before more is read.
        out.write("".join(texts))
        out.flush()
    return status


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        refuse("standard input is closed")
    return sys.stdin.buffer


def groups_of_lines(source: BinaryIO) -> Iterator[list[bytes]]:
    """The lines that have come so far, again and again; the longest are cut, and so refused."""
    rest = b""
    read1: Callable[[int], bytes] = source.read1  # type: ignore[attr-defined]
    while chunk := read1(CHUNK):
        first, newline, more = chunk.partition(b"\n")
        if not newline:
            rest = (rest + chunk)[: LONGEST + 1] if len(rest) <= LONGEST else rest
            continue
        lines = [rest + first]
        *whole, rest = more.split(b"\n")
        yield lines + whole
    if rest:
        yield [rest]


def _answers(
    options: argparse.Namespace, usual: LineRequest, lists: Lists
) -> Callable[[bytes], tuple[int, str]]:
    """The function from a line to its answer, with what never changes bound to it."""
    full, urn_edition, fail_on = options.full, options.urn_edition, options.fail_on

    def answer(row: bytes) -> tuple[int, str]:
        asked = read(row, usual)
        inspection = inspect(
            asked.text,
            base=asked.base,
            edition=asked.edition,
            urn_edition=urn_edition,
            protect=asked.protect,
            lists=lists,
        )
        text = (
            encode(as_json(inspection, options))
            if full
            else line(inspection, findings_of(inspection, options))
        )
        return reaches_level(inspection, fail_on), text + "\n"

    return answer


def read(row: bytes, usual: LineRequest) -> LineRequest:
    """A line as it is meant: an object, or a reference as it is."""
    if len(row) > LONGEST:
        refuse(f"longer than {LONGEST:,} bytes")
    row = row.removesuffix(b"\r")
    if not row.startswith(b"{"):
        # What is no UTF-8 becomes a lone surrogate: seen, told, and never lost.
        text = row.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
        return LineRequest(text, usual.base, usual.edition, usual.protect)
    try:
        result = json.loads(row)
    except (ValueError, RecursionError) as fault:
        refuse(f'begins with "{{" but is not valid JSON: {fault}')
    return line_request(result, usual)


def line_request(values: dict[str, Any], usual: LineRequest) -> LineRequest:
    """The object of a line; what it leaves out is as usual."""
    strange = sorted(set(values) - KEYS)
    if strange:
        refuse(f"unknown key {strange[0]!r}; allowed: {', '.join(sorted(KEYS))}")
    text, base = values.get("text"), values.get("base", usual.base)
    edition, protect = values.get("edition", usual.edition), values.get("protect") or []
    if not isinstance(text, str):
        refuse('"text" is required and must be a string')
    if not (base is None or isinstance(base, str)):
        refuse('"base" must be a string or null')
    if edition not in EDITIONS:
        refuse(f'"edition" must be one of {", ".join(EDITIONS)}')
    if not isinstance(protect, list) or not all(isinstance(name, str) for name in protect):
        refuse('"protect" must be a list of strings')
    return LineRequest(text, base, edition, (*usual.protect, *protect))
