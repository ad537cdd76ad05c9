"""The report on a site's folder: which links are broken, how many, and on which pages."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack

from uriinspector.analysis.citation import shown_cites
from uriinspector.analysis.defang import defang
from uriinspector.analysis.finding import RANK
from uriinspector.cli.arguments import is_elsewhere, refuse
from uriinspector.cli.scan_outcome import ProgressLine
from uriinspector.cli.styled_line import (
    BLANK,
    Block,
    Row,
    clipped,
    finding_head,
    headed,
    heading,
    left_out,
    line,
    paragraph,
    run,
    section,
    table,
    with_links,
)
from uriinspector.documents.site.site_check import ABSOLUTE_REFERENCE, SiteCheck, finding_of
from uriinspector.documents.site.site_store import FindingGroup
from uriinspector.export.case.case_report import counted

# A report on thousands of pages would be too long: only the worst are listed.
MOST_GROUPS, MOST_PAGES, MOST_UNREAD = 30, 20, 10
LONGEST = 300


def site_of(options: argparse.Namespace) -> SiteCheck:
    """Return a check of the folder given by --site, without running it."""
    root = options.site
    if options.paths:
        refuse("--site ROOT checks one folder: leave out the other PATH")
    if options.jobs != 1:
        refuse("--jobs cannot be combined with --site")
    if is_elsewhere(root):
        refuse(f"{root}: network files are never opened; copy the file to this computer")
    if not os.path.isdir(root):  # noqa: PTH112 - as it is written
        why = "not a folder" if os.path.lexists(root) else "no such folder"
        refuse(f"{root}: {why}; name the folder with the pages of the site")
    try:
        return SiteCheck(root, options.base)
    except ValueError:
        refuse("--base: with --site, it must be an http or https URL")


def check_site(check: SiteCheck) -> bool:
    """Run the check with a progress bar; return False if Ctrl+C interrupted it."""
    with ExitStack() as stack:
        line: ProgressLine | None = None
        done = 0
        try:
            for each in check.run():
                if each.of is None or each.done == done:
                    continue
                done = each.done
                if line is None:
                    line = stack.enter_context(ProgressLine(each.of, sys.stderr))
                line.step()
        except KeyboardInterrupt:
            return False
    return True


def as_lines(check: SiteCheck, options: argparse.Namespace) -> Iterator[Block]:
    """Yield the report."""
    shown = str if options.exact else defang
    least = RANK[options.min_severity]
    yield from _head(check, shown)
    yield from _findings(check, shown, least)
    yield from _pages(check)
    yield from _unread(check)


def _head(check: SiteCheck, shown: Callable[[str], str]) -> Iterator[Block]:
    totals = check.store.totals()
    yield headed(totals.severity, check.root)
    if check.address.is_known:
        yield paragraph(f"Base URL: {shown(check.address.text)}", 0, "muted")
    else:
        text = "No base URL: the folder is treated as the root of a host."
        yield paragraph(text, 0, "muted")
    if not check.is_whole:
        text = f"Stopped: {totals.number:,} of {check.pages:,} pages and style sheets were checked."
        yield paragraph(text, 0, "strong")
    links = counted(totals.links, "link", "links")
    text = (
        f"{counted(check.files, 'file', 'files')}, {totals.number:,} of them pages or style "
        f"sheets; {links}, {totals.inside:,} within the site, {totals.broken:,} broken"
    )
    yield paragraph(text, 0, "muted")
    yield paragraph("Only the files were read; nothing was requested.", 0, "muted")


def _findings(check: SiteCheck, shown: Callable[[str], str], least: int) -> Iterator[Block]:
    groups = [
        each for each in check.store.groups(MOST_GROUPS + 1) if RANK[each.first.severity] >= least
    ]
    yield BLANK
    if not groups:
        which = " of this severity" if least else ""
        yield line(run(f"No findings{which} about references within the site."))
        return
    yield heading("Findings")
    for each in groups[:MOST_GROUPS]:
        yield from _finding(check, each, shown)
    if len(groups) > MOST_GROUPS:
        yield line(run("  more: use --format site-json", "muted"))


def _finding(check: SiteCheck, group: FindingGroup, shown: Callable[[str], str]) -> Iterator[Block]:
    first = group.first
    finding, page = finding_of(first), check.store.page(first.page)
    yield finding_head(finding.severity, finding.title, finding.code)
    yield paragraph(with_links(finding.message, shown), 4)
    if first.value:
        where = f"{page.path}:{first.line}:{first.column}"
        link = first.value[first.first : first.last]
        # Only absolute links can be defanged.
        text = clipped(shown(link) if ABSOLUTE_REFERENCE.match(link) else link, LONGEST)
        yield paragraph(f"{where}  {text}", 4, "muted")
    else:
        yield paragraph(page.path, 4, "muted")
    more = _more(group)
    yield paragraph(f"{more}{shown_cites(finding.cites, ', ')}", 4, "muted")


def _more(group: FindingGroup) -> str:
    if group.places == 1:
        return ""
    places = counted(group.places, "place", "places")
    return f"{places} on {counted(group.pages, 'page', 'pages')}; "


def _pages(check: SiteCheck) -> Iterator[Block]:
    rows = check.store.worst_pages(MOST_PAGES + 1)
    if not rows:
        return
    yield from section("Pages with findings")
    titles = ("", "page", "links", "in the site", "broken", "findings")
    cells: list[Row] = [tuple(run(each, "muted") for each in titles)]
    cells += [
        (
            run(each.severity or "", each.severity or ""),
            each.path,
            *map("{:,}".format, (each.links, each.inside, each.broken, each.findings)),
        )
        for each in rows[:MOST_PAGES]
    ]
    yield table(cells, "", "host", grows=1)
    if len(rows) > MOST_PAGES:
        yield line(run("  more: use --format site-csv", "muted"))


def _unread(check: SiteCheck) -> Iterator[Block]:
    if not check.unread:
        return
    yield from section("Not checked")
    for each in check.unread[:MOST_UNREAD]:
        yield paragraph(f"{each.path}: {each.why}", 2)
    yield from left_out(len(check.unread) - MOST_UNREAD + check.omitted, "--format site-json")
