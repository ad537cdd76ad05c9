"""What the window keeps of a site: its pages, and the findings of each, up to a limit."""

from __future__ import annotations

from heapq import nsmallest
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import RANK

if TYPE_CHECKING:
    from uriinspector.documents.site.site_store import PageRow, SiteFinding
    from uriinspector.gui.documents.site_stream import SiteBatch

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


def page_order(row: PageRow) -> tuple[int, int, int, int]:
    """The most broken links first, then the worst, then the most findings."""
    return -row.broken, -RANK.get(row.severity or "", -1), -row.findings, row.number


def finding_key(each: SiteFinding) -> tuple[int, int]:
    """The worst first, then in the order of the page."""
    return -RANK[each.severity], each.start
