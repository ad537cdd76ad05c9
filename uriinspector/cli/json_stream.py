"""JSON lines: one object per input line, in constant memory."""

import argparse
import gc
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from io import FileIO
from typing import Any, BinaryIO, TextIO

from uriinspector import EDITIONS
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.list_sources import Lists
from uriinspector.cli.arguments import MisuseError, refuse, standard_input
from uriinspector.cli.inspection_report import as_json, findings_of, reaches_level
from uriinspector.cli.jobs import jobs_of, results
from uriinspector.cli.screen import complain, octets_of
from uriinspector.core.model import NamedTuple
from uriinspector.export.json_lines import encode, line

# No link is longer than this, and every line must fit into memory.
LONGEST = 16 << 20
CHUNK = 1 << 16
# The number of lines to answer at a time, in this process or in others: about ten milliseconds of
# work, so that communication costs little.
MOST_AT_ONCE, MOST_SENT = 64, 512
KEYS = {"text", "base", "edition", "protect"}


class LineRequest(NamedTuple):
    """The link and the options in an input line."""

    text: str
    base: str | None
    edition: str
    protect: tuple[str, ...]


class GroupAnswer(NamedTuple):
    """The answers to a group of lines: worst exit status, output, and errors by line number."""

    status: int
    text: str
    faults: list[tuple[int, str]]
    lines: int


def stream(options: argparse.Namespace, protect: tuple[str, ...], lists: Lists, out: TextIO) -> int:
    """Inspect every line; errors are printed without ending the run."""
    usual = LineRequest("", options.base, options.edition, protect)
    jobs, status, number = jobs_of(options), 0, 0
    groups: Iterable[list[bytes]] = (
        [[octets_of(text)] for text in options.uris]
        if options.uris
        else groups_of_lines(_standard_input(is_shared=jobs > 1))
    )
    most = MOST_AT_ONCE if jobs == 1 else MOST_SENT
    work = LineAnswers(options, usual, lists)
    for answer in results(work, split(groups, most), jobs):
        for place, fault in answer.faults:
            complain(f"line {number + place}: {fault}")
        number += answer.lines
        status = max(status, answer.status)
        # Flush, because the reader may wait for these answers before it sends more lines.
        out.write(answer.text)
        out.flush()
    return status


def split(groups: Iterable[list[bytes]], most: int) -> Iterator[list[bytes]]:
    """Split groups that have more than ``most`` lines."""
    for group in groups:
        for at in range(0, len(group), most):
            yield group[at : at + most]


def _standard_input(*, is_shared: bool) -> BinaryIO:
    """Return standard input, unbuffered if a thread reads it, so that exiting does not wait for
    input.
    """
    source = standard_input()
    try:
        return PlainInput(sys.stdin.fileno(), closefd=False) if is_shared else source
    except OSError:
        return source


class PlainInput(FileIO):
    """An unbuffered file, because at exit the interpreter would wait for a buffer's lock."""

    def read1(self, size: int) -> bytes:
        return self.read(size)


def groups_of_lines(source: BinaryIO) -> Iterator[list[bytes]]:
    """Yield the lines that have arrived; overlong ones are truncated here, and refused later."""
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


class LineAnswers:
    """Answers groups of lines, with the options that all lines share."""

    def __init__(self, options: argparse.Namespace, usual: LineRequest, lists: Lists) -> None:
        self._options, self._usual, self._lists = options, usual, lists
        self._has_begun = False

    def __call__(self, group: list[bytes]) -> GroupAnswer:
        if not self._has_begun:
            # Modules stay loaded, and answers have no reference cycles: garbage collection can be
            # rare, and ignore old objects.
            gc.freeze()
            gc.set_threshold(100_000)
            self._has_begun = True
        status, texts, faults = 0, [], []
        for place, row in enumerate(group, 1):
            try:
                result, text = self._answer(row)
            except MisuseError as mistake:
                faults.append((place, str(mistake)))
                status = 2
                continue
            status = max(status, result)
            texts.append(text)
        return GroupAnswer(status, "".join(texts), faults, len(group))

    def _answer(self, row: bytes) -> tuple[int, str]:
        options, asked = self._options, read(row, self._usual)
        inspection = inspect(
            asked.text,
            base=asked.base,
            edition=asked.edition,
            urn_edition=options.urn_edition,
            protect=asked.protect,
            lists=self._lists,
        )
        text = (
            encode(as_json(inspection, options))
            if options.full
            else line(inspection, findings_of(inspection, options))
        )
        return reaches_level(inspection, options.fail_on), text + "\n"


def read(row: bytes, usual: LineRequest) -> LineRequest:
    """Return the request in a line, which is a JSON object or a link."""
    if len(row) > LONGEST:
        refuse(f"longer than {LONGEST:,} bytes")
    row = row.removesuffix(b"\r")
    if not row.startswith(b"{"):
        # Invalid UTF-8 becomes lone surrogates, which are reported and can be written back.
        text = row.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
        return LineRequest(text, usual.base, usual.edition, usual.protect)
    try:
        result = json.loads(row)
    except (ValueError, RecursionError) as fault:
        refuse(f'starts with "{{" but is not valid JSON: {fault}')
    return line_request(result, usual)


def line_request(values: dict[str, Any], usual: LineRequest) -> LineRequest:
    """Return the request in a JSON object, using defaults for missing keys."""
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
