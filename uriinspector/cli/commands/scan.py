"""The command "scan": lists the links in files and folders, with findings."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import worst_severity
from uriinspector.cli import scan_outcome, scan_report
from uriinspector.cli.arguments import TABLE, lists_of, protected_in, refuse, refuse_links
from uriinspector.cli.inspection_report import reaches
from uriinspector.cli.jobs import jobs_of
from uriinspector.cli.scan_outcome import (
    Outcome,
    ScanRequest,
    SkippedFiles,
    files_of,
    outcomes,
    without_backups,
)
from uriinspector.cli.screen import Screen, complain
from uriinspector.export.formats import CASE_FORMATS, SITE_FORMATS
from uriinspector.export.language import speaking
from uriinspector.export.options import ExportOptions

if TYPE_CHECKING:
    from uriinspector.analysis.regular_files import Skipped
    from uriinspector.cli.scan_outcome import Write
    from uriinspector.documents.site.site_check import SiteCheck


# Formats with one row per link, which cannot show unchecked parts.
LINKS_ALONE = frozenset({"csv", "targets", "timeline", "messages"})
# The exit status with --strict if something was not checked.
INCOMPLETE = 3
INTERRUPTED = 130


class ScanStatus:
    """The data that determines the exit status: unread files, unchecked parts, worst severity."""

    def __init__(self) -> None:
        self.is_broken = False
        self.is_whole = True
        # Paths of files that were not completely checked.
        self.incomplete: list[str] = []
        self.worst: str | None = None

    def watched(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """Yield the outcomes, printing the errors of files that could not be read."""
        for each in outcomes:
            if each.trouble is not None:
                complain(f"{each.path}: {each.trouble}")
                self.is_broken = True
            if not each.is_whole:
                self.is_whole = False
                self.incomplete.append(each.path)
            self.worst = worst_severity((self.worst, each.worst))
            yield each

    def number(self, fail_on: str, *, is_strict: bool) -> int:
        """Return 2 if a file was not read, or 1 if there is a finding at or above
        ``fail_on``.

        Otherwise, return 3 if ``is_strict`` and something was not checked, else 0.
        """
        if self.is_broken:
            return 2
        return reaches(self.worst, fail_on) or (
            INCOMPLETE if is_strict and not self.is_whole else 0
        )


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Scan all files; errors are printed, and the scan continues."""
    form = "json" if options.json else "jsonl" if options.jsonl else options.format
    if options.site is not None:
        return run_site(options, screen, form)
    if form in SITE_FORMATS:
        refuse(f"--format {form} needs --site ROOT")
    if not options.paths:
        refuse('missing PATH, or "-" for standard input')
    refuse_links("scan", options.paths)
    jobs_of(options)
    return scan_paths(options, screen, form)


def run_site(options: argparse.Namespace, screen: Screen, form: str) -> int:
    """Check a folder as a site; for formats without site reports, list the links in its files."""
    from uriinspector.cli.site_report import as_lines, check_site, site_of

    with site_of(options) as check:
        is_whole = check_site(check)
        if form == TABLE:
            screen.write(as_lines(check, options))
        elif form in SITE_FORMATS:
            wishes = _spoken(ExportOptions(options.exact, theme=options.theme or "light"), options)
            for piece in SITE_FORMATS[form].write(check, wishes):
                screen.exact(piece)
        elif is_whole:
            options.paths = [options.site]
            return scan_paths(options, screen, form, check)
        if not is_whole:
            return INTERRUPTED
        status = ScanStatus()
        status.worst = check.store.totals().severity
        status.is_whole = not check.unread
        return status.number(options.fail_on, is_strict=options.strict)


def _spoken(wishes: ExportOptions, options: argparse.Namespace) -> ExportOptions:
    return wishes._replace(say=speaking(options.language))


def scan_paths(
    options: argparse.Namespace, screen: Screen, form: str, site: SiteCheck | None = None
) -> int:
    """Scan all files; include the findings of a site check, if there was one."""
    asked = ScanRequest.of(options, protected_in(options), lists_of(options), screen.width)
    asked = asked._replace(site=site)
    wishes = ExportOptions(options.exact, options.without_recipient)
    if not (form in CASE_FORMATS and CASE_FORMATS[form].is_exact):  # exact formats are in English
        wishes = _spoken(wishes, options)
    write: Write = partial(scan_outcome.as_document, form=form, options=wishes)
    if form == TABLE:
        write = partial(
            scan_report.as_table, by=options.group, coloured=screen.coloured, theme=options.theme
        )
    moment = scan_outcome.moment(options.date)
    status, skipped = ScanStatus(), SkippedFiles()

    def files() -> Iterator[str]:
        every: Iterable[str | Skipped] = files_of(options.paths)
        if site is not None:  # elsewhere, a file with this ending may be anything
            from uriinspector.documents.fixes.proposals import BACKUP

            every = without_backups(every, (), BACKUP)
        return skipped.without(every)

    result = status.watched(outcomes(files, asked, write, jobs_of(options)))
    if form == TABLE:
        screen.out.writelines(chain.from_iterable(each.written for each in result))
    else:
        for piece in scan_outcome.pieces(result, form, moment, wishes):
            screen.exact(piece)
    if form in LINKS_ALONE:
        for path in status.incomplete:
            complain(f"{path}: not everything was checked; --json lists what was not")
    for line in skipped.lines():
        complain(line)
    status.is_broken = status.is_broken or skipped.has_any(options.paths)
    status.is_whole = status.is_whole and not skipped
    return status.number(options.fail_on, is_strict=options.strict)
