"""The files of a scan, and their results."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from glob import glob, has_magic
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, BinaryIO, TextIO

from uriinspector.analysis.finding import worst_severity
from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.analysis.regular_files import Skipped, files_in, path_in
from uriinspector.analysis.whole_files import why_not
from uriinspector.cli.arguments import is_elsewhere, refuse, standard_input
from uriinspector.cli.jobs import results
from uriinspector.cli.screen import is_terminal
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import Trouble
from uriinspector.documents.document import Document
from uriinspector.documents.leaf import PlacedFindings
from uriinspector.documents.scan import LIMIT, scan
from uriinspector.export.case.case_model import CaseExport, CaseLink, File, scanned
from uriinspector.export.case.case_report import counted
from uriinspector.export.formats import CASE_FORMATS, SCAN_FORMATS, case_pieces, export_case_as
from uriinspector.export.options import ExportOptions, RefusedError
from uriinspector.export.packed_text import PackedText

if TYPE_CHECKING:
    from uriinspector.documents.site.site_check import SiteCheck


STANDARD_INPUT = "-"
EMPTY = "contains no files"
COPY = "backup copy from before a fix"
# The maximum number of paths to list for each reason.
NAMED = 5


def files_of(paths: Iterable[str]) -> Iterator[str | Skipped]:
    """Yield each file once, in order; files on other computers are not accessed."""
    visited: set[str | Skipped] = set()
    for path in paths:
        for each in _expanded(path):
            if each not in visited:
                visited.add(each)
                yield each


def without_backups(
    files: Iterable[str | Skipped], asked: Iterable[str], ending: str
) -> Iterator[str | Skipped]:
    """Skip the copies that fixes leave next to a file, unless they are asked for by name."""
    copy, named = expression(rf"(.+){re.escape(ending)}\d*", re.DOTALL), frozenset(asked)
    for each in files:
        match = isinstance(each, str) and each not in named and copy.fullmatch(each)
        is_copy = match and os.path.exists(match[1])  # noqa: PTH110 - as it is written
        yield Skipped(str(each), COPY) if is_copy else each


def _expanded(path: str) -> Iterator[str | Skipped]:
    if path == STANDARD_INPUT or is_elsewhere(path):
        yield path
    elif os.path.isdir(path):  # noqa: PTH112 - a Path would change how it is written
        yield from _inside(path)
    elif has_magic(path) and not Path(path).exists():
        result = sorted(glob(path, recursive=True))  # noqa: PTH207 - as it is written
        for each in result or [path]:
            if os.path.isdir(each):  # noqa: PTH112
                yield from _inside(each)
            else:
                yield each
    else:
        yield path


def _inside(folder: str) -> Iterator[str | Skipped]:
    """Yield everything in a folder; an empty one is reported."""
    is_empty = True
    for each in files_in(folder):
        is_empty = False
        yield each
    if is_empty:
        yield Skipped(folder, EMPTY)


class SkippedFiles:
    """Files that were not read, by reason; listed at the end, since there may be thousands."""

    def __init__(self) -> None:
        self._by_reason: dict[str, list[str]] = {}

    def without(self, files: Iterable[str | Skipped]) -> Iterator[str]:
        """Yield the files to read, and record the skipped ones."""
        for each in files:
            if isinstance(each, Skipped):
                self._by_reason.setdefault(each.why, []).append(each.path)
            else:
                yield each

    def __bool__(self) -> bool:
        return bool(self._by_reason)

    def has_any(self, asked: Iterable[str]) -> bool:
        """Return True if a file named by the user was not read; empty folders do not count."""
        lost = {path for why in self._by_reason.keys() - {EMPTY} for path in self._by_reason[why]}
        return not lost.isdisjoint(asked)

    def lines(self) -> Iterator[str]:
        """Yield one line per reason."""
        for why, paths in self._by_reason.items():
            named, more = ", ".join(paths[:NAMED]), len(paths) - NAMED
            yield f"not read, {why}: {named}" + (f" and {more:,} more" if more > 0 else "")


TOO_LARGE = "needs more memory than is available"


class ScanRequest(NamedTuple):
    """The options of a scan, the same for every file."""

    base: str | None
    edition: str
    protect: tuple[str, ...]
    least: str
    exact: bool
    width: int
    lists: Lists = SHIPPED
    # The site check that covers the files.
    site: SiteCheck | None = None
    # True to show the whole text of each email, and the servers that it passed through.
    is_full: bool = False

    @classmethod
    def of(
        cls, options: argparse.Namespace, protect: tuple[str, ...], lists: Lists, width: int
    ) -> ScanRequest:
        """Return the request that the command-line options make."""
        least, exact = options.min_severity, options.exact
        base, edition, is_full = options.base, options.edition, options.full
        return cls(base, edition, protect, least, exact, width, lists, is_full=is_full)


class Outcome(NamedTuple):
    """The output for a file, or the reason why it could not be read, and the worst severity.

    ``case_part`` is written together with the parts of other files. ``is_whole`` is False if
    anything in the file was not checked.
    """

    path: str
    written: PackedText
    trouble: str | None
    worst: str | None
    case_part: CasePart | None = None
    is_whole: bool = True


def look(
    path: str, request: ScanRequest, write: Callable[[Document, str, ScanRequest], Written]
) -> Outcome:
    """Scan one file; return errors as outcomes instead of raising them."""
    try:
        return _looked_at(path, request, write)
    except MemoryError:
        return Outcome(path, PackedText(), TOO_LARGE, None)
    except RefusedError as fault:
        return Outcome(path, PackedText(), str(fault), None)


def _looked_at(
    path: str, request: ScanRequest, write: Callable[[Document, str, ScanRequest], Written]
) -> Outcome:
    try:
        document = _scanned(path, request)
    except (OSError, ValueError) as trouble:
        why = why_not(trouble)
        return Outcome(path, PackedText(), why, None)
    written = write(document, path, request)
    is_whole = not document.not_examined
    return Outcome(path, written.text, None, written.worst, written.case_part, is_whole)


def _scanned(path: str, request: ScanRequest) -> Document:
    if path == STANDARD_INPUT:
        source: bytes | Path = _standard_input(standard_input())
    elif is_elsewhere(path):
        explanation = "network files are never opened; copy the file to this computer"
        raise OSError(explanation)
    else:
        source = Path(path)
    base, placed = _in_site(path, request)
    return scan(
        source,
        base=base,
        protect=request.protect,
        edition=request.edition,
        lists=request.lists,
        placed=placed,
    )


def _in_site(path: str, request: ScanRequest) -> tuple[str | None, PlacedFindings | None]:
    """Return the base URL of a file and, after a site check, the findings about it."""
    if request.site is None:
        return request.base, None
    from uriinspector.documents.site.site_check import placed_findings

    site = request.site
    below = path_in(site.root, path)
    base = site.address.url(below) if site.address.is_known else None
    return base, placed_findings(site.store, below)


def _standard_input(stream: BinaryIO) -> bytes:
    """Return all of standard input; raise ValueError if it is too large."""
    octets = stream.read(LIMIT + 1)
    if len(octets) > LIMIT:
        explanation = f"more than {LIMIT >> 20} MB; save it to a file first"
        raise ValueError(explanation)
    return octets


class Written(NamedTuple):
    """A document in an output format, with its worst severity."""

    text: PackedText
    worst: str | None
    case_part: CasePart | None = None


class CasePart(NamedTuple):
    """A file and its links, as part of a case with all files."""

    file: File
    links: list[CaseLink]


# Formats that are written file by file; all others are written as one case.
BY_FILE = {name: each for name, each in CASE_FORMATS.items() if each.is_table} | SCAN_FORMATS


def as_document(
    document: Document, path: str, request: ScanRequest, *, form: str, options: ExportOptions
) -> Written:
    """Return a document in a format, or as part of a case if the format covers all files."""
    if form in SCAN_FORMATS:
        return Written(*SCAN_FORMATS[form].write(document, path, request.least))
    is_part = form not in BY_FILE
    name = "standard input" if is_part and path == STANDARD_INPUT else path
    file, case_links = scanned(document, name)
    links = list(case_links)
    own = (each.severity for each in file.findings)
    worst = worst_severity(chain(own, (each.row.severity for each in links)))
    if is_part:
        return Written(PackedText(), worst, CasePart(file, links))
    case = CaseExport(name, "", (file,), links)
    return Written(PackedText(case_pieces(case, form, options)), worst)


def pieces(
    outcomes: Iterable[Outcome], form: str, moment: str, options: ExportOptions
) -> Iterable[str]:
    """Return the output for all files in a format."""
    if form in BY_FILE:
        return BY_FILE[form].gather(chain.from_iterable(each.written for each in outcomes))
    case = case_of(outcomes, moment)
    if not options.without_recipient:
        return export_case_as(case, form, options)
    try:
        # Build the whole output before writing: it is refused if recipient data remains.
        return PackedText(export_case_as(case, form, options))
    except RefusedError as fault:
        refuse(str(fault))


def case_of(outcomes: Iterable[Outcome], created: str) -> CaseExport:
    """Return a case with the results of all files."""
    files: list[File] = []
    links: list[CaseLink] = []
    troubles = []
    for outcome in outcomes:
        if outcome.case_part is None:
            troubles.append(Trouble(outcome.path, outcome.trouble or ""))
            continue
        links += (
            each._replace(row=each.row._replace(file=len(files)))
            for each in outcome.case_part.links
        )
        files.append(outcome.case_part.file)
    title = (
        PurePath(files[0].name).name if len(files) == 1 else counted(len(files), "file", "files")
    )
    return CaseExport(title, created, tuple(files), links, tuple(troubles))


def moment(date: str | None) -> str:
    """Return the given date, or the current time, as ISO 8601 in UTC."""
    try:
        result = datetime.now(UTC) if date is None else datetime.fromisoformat(date)
    except ValueError:
        refuse(f'--date: "{date}" is not a date such as 2026-11-21 or 2026-11-21T12:00:00Z')
    known = result if result.tzinfo else result.replace(tzinfo=UTC)
    return f"{known.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


# The maximum number of files per message to a process: a message costs about as much as a small
# file.
MOST = 64


def outcomes(
    files: Callable[[], Iterable[str]], request: ScanRequest, write: Write, jobs: int
) -> Iterator[Outcome]:
    """Yield the result of each file in order; with several jobs, from other processes."""
    paths = list(files())
    size = 1 if jobs == 1 else max(1, min(MOST, len(paths) // (8 * jobs)))
    work = partial(look_at_each, request=request, write=write)
    with ProgressLine(len(paths), sys.stderr) as progress:
        for batch in results(work, batches(paths, size), jobs):
            for outcome in batch:
                yield outcome
                progress.step()


def look_at_each(paths: list[str], request: ScanRequest, write: Write) -> list[Outcome]:
    return [look(path, request, write) for path in paths]


def batches(paths: list[str], size: int) -> Iterator[list[str]]:
    """Yield lists of ``size`` paths."""
    rest = iter(paths)
    while batch := list(islice(rest, size)):
        yield batch


class ProgressLine:
    """A progress bar for files; shown only on terminals, and erased at the end."""

    def __init__(self, count: int, out: TextIO | None) -> None:
        self._count = count
        self._done = 0
        self._shown = 1  # the next thousandth at which to redraw the bar
        self._out = out if out is not None and count > 1 and is_terminal(out) else None

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        if self._out is not None:
            self._out.write("\r\x1b[K")
            self._out.flush()

    def step(self) -> None:
        """Count a file; redraw the bar at most a thousand times in total."""
        self._done += 1
        if self._out is None or 1000 * self._done < self._shown * self._count:
            return
        self._shown = 1000 * self._done // self._count + 1
        filled = 24 * self._done // self._count
        bar = "#" * filled + "." * (24 - filled)
        self._out.write(f"\r[{bar}] {self._done:,} of {self._count:,} files\x1b[K")
        self._out.flush()


if TYPE_CHECKING:
    Write = Callable[[Document, str, ScanRequest], Written]
