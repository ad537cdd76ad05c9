"""Runs the check of a site in a process, and collects its results and exports. No Qt.

The database of a check is deleted when its process ends, so exports are written to files before
that. A file whose name is ``STOP`` stops the check, as Ctrl+C does in the terminal.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from heapq import nsmallest
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import RANK
from uriinspector.analysis.regular_files import natural, open_regular
from uriinspector.analysis.whole_files import replacing, why_not
from uriinspector.core.model import NamedTuple
from uriinspector.documents.rules.site_references import BROKEN
from uriinspector.documents.site.remedies import RemedyFinder
from uriinspector.documents.site.site_check import SiteCheck
from uriinspector.documents.site.site_store import PageRow, SiteFinding
from uriinspector.export.formats import SITE_FORMATS
from uriinspector.export.language import speaking
from uriinspector.export.options import ExportOptions

if TYPE_CHECKING:
    from threading import Event


STOP = "stop"
# Seconds between batches, and the maximum number of pages and findings in one.
EVERY, MOST = 0.15, 2_000


class SiteRequest(NamedTuple):
    """The folder and URL of a site, and the folder, theme and language for exports."""

    root: str
    base: str | None
    folder: str
    theme: str = "light"
    language: str = "en"

    @property
    def options(self) -> ExportOptions:
        """Return the export options; a translator cannot be sent to a process, so each process
        creates its own.
        """
        return ExportOptions(theme=self.theme, say=speaking(self.language))


class SiteSummary(NamedTuple):
    """The result of a check; ``is_whole`` is False if it was stopped."""

    totals: PageRow
    unread_count: int
    is_whole: bool


class SiteBatch(NamedTuple):
    """Pages and findings since the last batch; the final one has a summary."""

    done: int
    of: int
    rows: list[PageRow]
    findings: list[SiteFinding]
    summary: SiteSummary | None = None
    problem: str = ""


def site_batches(request: SiteRequest) -> Iterator[SiteBatch]:
    """Check the site, write the exports, and yield the results."""
    with SiteCheck(request.root, request.base, RemedyFinder) as check:
        try:
            yield from _checked(check, Path(request.folder) / STOP)
            _write(check, request)
            unread = len(check.unread) + check.omitted
            summary = SiteSummary(check.store.totals(), unread, check.is_whole)
            yield SiteBatch(1, 1, [], [], summary)
        except OSError as trouble:
            yield SiteBatch(1, 1, [], [], None, why_not(trouble))


def export_file(folder: str, form: str) -> Path:
    return Path(folder) / f"{form}.{SITE_FORMATS[form].ending}"


def _checked(check: SiteCheck, stop: Path) -> Iterator[SiteBatch]:
    rows: list[PageRow] = []
    findings: list[SiteFinding] = []
    sent = perf_counter()
    for each in check.run():
        if each.row is not None:
            rows.append(each.row)
        findings += each.findings
        while len(findings) > MOST:  # a single page can have this many
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


CHUNK = 1 << 20


class SiteExportResult(NamedTuple):
    """An exported file, or the reason why it was not written."""

    path: Path
    problem: str = ""


class CopyStoppedError(Exception): ...


def copied(paths: tuple[Path, Path], stopped: Event) -> SiteExportResult:
    """Copy a file, unless stopped."""
    source, path = paths
    try:
        with suppress(CopyStoppedError), open_regular(source) as octets, replacing(path) as file:
            while chunk := octets.read(CHUNK):
                if stopped.is_set():
                    raise CopyStoppedError
                file.write(chunk)
    except (OSError, ValueError) as trouble:
        return SiteExportResult(path, why_not(trouble))
    return SiteExportResult(path)


# The maximum number of pages and findings to show; exports have all of them.
MOST_PAGES, MOST_FINDINGS = 100_000, 50_000


class SiteResults:
    """Pages by number, and groups of equal findings."""

    def __init__(self) -> None:
        self.pages: dict[int, PageRow] = {}
        self.groups: dict[Hashable, list[SiteFinding]] = {}
        self.is_cut = False
        self.count = 0

    def add(self, batch: SiteBatch) -> None:
        """Add a batch; it may have further findings for a page that is already known."""
        for row in batch.rows:
            if row.number in self.pages or len(self.pages) < MOST_PAGES:
                self.pages[row.number] = row
            else:
                self.is_cut = True
        for each in batch.findings:
            if self.count >= MOST_FINDINGS:
                self.is_cut = True
                return
            self.count += 1
            key = each.severity, each.code, each.variant, tuple(each.args.items())
            self.groups.setdefault(key, []).append(each)

    def worst(self, most: int) -> list[list[SiteFinding]]:
        """Return the worst groups; among equally severe ones, broken links come first."""
        return nsmallest(most, self.groups.values(), key=self._order)

    def by_path(self) -> dict[str, list[SiteFinding]]:
        """Return the findings in each page that was checked, by its path."""
        result: dict[str, list[SiteFinding]] = {each.path: [] for each in self.pages.values()}
        for group in self.groups.values():
            for each in group:
                result.get(self.path_of(each), []).append(each)
        return result

    def mendable(self) -> list[SiteFinding]:
        """Return the findings with remedies, worst first."""
        groups = sorted(self.groups.values(), key=self._order)
        return [each for group in groups for each in group if each.remedies]

    def path_of(self, finding: SiteFinding) -> str:
        """Return the path of a finding's page, or "" if it is unknown."""
        page = self.pages.get(finding.page)
        return page.path if page else ""

    def _order(self, group: list[SiteFinding]) -> tuple[object, ...]:
        first = group[0]
        place = natural(self.path_of(first)), first.start
        return -RANK[first.severity], first.code not in BROKEN, *place
