"""The check of a site in a process, its results up to a limit, and its exports. No Qt.

No Qt here.  The database of a check ends with its process, so what may be saved is written to files
before; a file by the name of ``STOP`` ends the check as Ctrl+C does in the terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from heapq import nsmallest
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import RANK
from uriinspector.analysis.regular_files import natural, open_regular
from uriinspector.analysis.whole_files import replacing
from uriinspector.core.model import NamedTuple
from uriinspector.documents.site.site_check import SiteCheck, UnreadFile
from uriinspector.documents.site.site_store import PageRow, SiteFinding
from uriinspector.export.formats import SITE_FORMATS
from uriinspector.export.language import speaking
from uriinspector.export.options import ExportOptions

if TYPE_CHECKING:
    from threading import Event


STOP = "stop"
# How often something is sent, in seconds, and so many pages and findings of it at most.
EVERY, MOST = 0.15, 2_000
NAMED = 100


class SiteRequest(NamedTuple):
    """A folder, the URL of the site or None, where exports are put, and how they are to look."""

    root: str
    base: str | None
    folder: str
    theme: str = "light"
    language: str = "en"

    @property
    def options(self) -> ExportOptions:
        """How exports are wanted; what says it in a language is made where it is used."""
        return ExportOptions(theme=self.theme, say=speaking(self.language))


class SiteSummary(NamedTuple):
    """What the whole came to; ``is_whole`` is False where it was stopped."""

    totals: PageRow
    files: int
    pages: int
    counts: dict[str, tuple[str, int]]
    unread: tuple[UnreadFile, ...]
    unread_count: int
    is_whole: bool
    # The structure, drawn (SVG).
    picture: str


class SiteBatch(NamedTuple):
    """Pages that were checked since, and what is said of them; the last batch has the summary."""

    done: int
    of: int
    rows: list[PageRow]
    findings: list[SiteFinding]
    summary: SiteSummary | None = None
    problem: str = ""


def site_batches(request: SiteRequest) -> Iterator[SiteBatch]:
    """All of it."""
    with SiteCheck(request.root, request.base) as check:
        try:
            yield from _checked(check, Path(request.folder) / STOP)
            _write(check, request)
            yield SiteBatch(1, 1, [], [], _summary(check, request))
        except OSError as trouble:
            yield SiteBatch(1, 1, [], [], None, trouble.strerror or str(trouble))


def export_file(folder: str, form: str) -> Path:
    """Where a form is put."""
    return Path(folder) / f"{form}.{SITE_FORMATS[form].ending}"


def _checked(check: SiteCheck, stop: Path) -> Iterator[SiteBatch]:
    rows: list[PageRow] = []
    findings: list[SiteFinding] = []
    sent = perf_counter()
    for each in check.run():
        if each.row is not None:
            rows.append(each.row)
        findings += each.findings
        while len(findings) > MOST:  # a page may have more of them than one batch carries
            yield SiteBatch(each.done if each.of else 0, each.of or 1, [], findings[:MOST])
            findings = findings[MOST:]
        now = perf_counter()
        if now - sent < EVERY and len(rows) < MOST:
            continue
        yield SiteBatch(each.done if each.of else 0, each.of or 1, rows, findings)
        rows, findings, sent = [], [], now
        if stop.exists():
            break
    yield SiteBatch(1, 1, rows, findings)


def _write(check: SiteCheck, request: SiteRequest) -> None:
    for form, each in SITE_FORMATS.items():
        with export_file(request.folder, form).open("wb") as file:
            for piece in each.write(check, request.options):
                file.write(piece.encode("utf-8", "surrogatepass"))


def _summary(check: SiteCheck, request: SiteRequest) -> SiteSummary:
    unread = len(check.unread) + check.omitted
    return SiteSummary(
        check.store.totals(), check.files, check.pages, check.store.counts(),
        tuple(check.unread[:NAMED]), unread, check.is_whole,
        "".join(SITE_FORMATS["site-svg"].write(check, request.options)),
    )  # fmt: skip


CHUNK = 1 << 20


class SiteExportResult(NamedTuple):
    """The file, and why it was not written."""

    path: Path
    problem: str = ""


class CopyStoppedError(Exception):
    """Nobody waits for it any more."""


def copied(paths: tuple[Path, Path], stopped: Event) -> SiteExportResult:
    """Write the second file as the first one is."""
    source, path = paths
    try:
        with suppress(CopyStoppedError), open_regular(source) as octets, replacing(path) as file:
            while chunk := octets.read(CHUNK):
                if stopped.is_set():
                    raise CopyStoppedError
                file.write(chunk)
    except (OSError, ValueError) as trouble:
        return SiteExportResult(path, getattr(trouble, "strerror", None) or str(trouble))
    return SiteExportResult(path)


# So many pages and findings are shown; the exports have all of them.
MOST_PAGES, MOST_FINDINGS = 100_000, 50_000
# While rows come, so many of the worst are in order.
SHOWN_MEANWHILE = 200


class SiteResults:
    """Pages by number, and findings by page."""

    def __init__(self) -> None:
        self.pages: dict[int, PageRow] = {}
        self.findings: dict[int, list[SiteFinding]] = {}
        self.is_cut = False
        self._count = 0

    def add(self, batch: SiteBatch) -> None:
        """What came since; a page that was there already has more findings now."""
        for row in batch.rows:
            if row.number in self.pages or len(self.pages) < MOST_PAGES:
                self.pages[row.number] = row
            else:
                self.is_cut = True
        for each in batch.findings:
            if self._count >= MOST_FINDINGS:
                self.is_cut = True
                return
            self._count += 1
            self.findings.setdefault(each.page, []).append(each)

    def worst_pages(self) -> list[PageRow]:
        """A few, while more come."""
        return nsmallest(SHOWN_MEANWHILE, self.pages.values(), key=page_order)

    def all_pages(self) -> list[PageRow]:
        """All of them, the worst first."""
        return sorted(self.pages.values(), key=page_order)

    def of_page(self, number: int) -> list[SiteFinding]:
        """What is said of a page, the worst first."""
        return sorted(self.findings.get(number, ()), key=finding_key)


def page_order(row: PageRow) -> tuple[object, ...]:
    """The most broken links first, then the worst, then the most findings, then the names."""
    return -row.broken, -RANK.get(row.severity or "", -1), -row.findings, natural(row.path)


def finding_key(each: SiteFinding) -> tuple[int, int]:
    """The worst first, then in the order of the page."""
    return -RANK[each.severity], each.start
