"""The check of a folder that is a site: its files are listed, then its pages are read."""

from __future__ import annotations

import os
import sqlite3
from array import array
from errno import ENOTDIR
from itertools import islice
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.documents import kind_table as kinds
from uriinspector.documents.reading.page import read_links
from uriinspector.documents.reading.small_formats import read_style
from uriinspector.documents.regular_files import LINK as LINK_WORDS
from uriinspector.documents.regular_files import open_regular
from uriinspector.documents.rules import site_references as rules
from uriinspector.documents.scan import LIMIT, scan
from uriinspector.documents.site.site_address import SiteAddress
from uriinspector.documents.site.site_files import INDEXES, has_references, site_entries
from uriinspector.documents.site.site_page import ERROR_PAGES, SitePage, page_names
from uriinspector.documents.site.site_records import SiteRecords
from uriinspector.documents.site.site_store import (
    FILE,
    LINK,
    PAGE,
    UNREAD,
    SiteFinding,
    SiteStore,
)
from uriinspector.documents.site.structure import SiteStructure
from uriinspector.documents.site.target_check import TargetChecker

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Self

    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.site.site_store import PageRow, SiteEntry

READERS = {kinds.HTML: read_links, kinds.STYLE: read_style}
# So many files are listed between two signs of life.
LISTED = 5_000
TOO_LARGE = f"more than {LIMIT >> 20} MB"
NO_TEXT = "not a page or style sheet"
WHY = {LINK: LINK_WORDS, UNREAD: "not a regular file, or not readable"}


class SiteProgress(NamedTuple):
    """How far it is: so many pages of so many; while files are listed, so many of unknown many."""

    done: int
    of: int | None
    # The page that was checked last, and what is said of it since.
    row: PageRow | None = None
    findings: Sequence[SiteFinding] = ()


class UnreadFile(NamedTuple):
    """What was not looked at, and why."""

    path: str
    why: str


class SiteCheck:
    """A folder under check: what is known of it so far can be asked for until ``with`` ends."""

    def __init__(self, root: str, base: str | None = None) -> None:
        """ValueError for a base that is no web address."""
        self.root = root
        self.address = SiteAddress(base)
        self.store = SiteStore()
        self.structure = SiteStructure()
        targets = TargetChecker(self.store, self.address, self._read_names)
        self._records = SiteRecords(self.address, self.store, self.structure, targets)
        # What was not read, by path; files that no link asks for are counted alone.
        self.unread: list[UnreadFile] = []
        self.omitted = 0
        self.is_whole = False
        self.files = self.pages = 0
        self._incoming = array("I")

    def run(self) -> Iterator[SiteProgress]:
        """All of it, a page at a time; OSError where the folder cannot be read."""
        try:
            yield from self._list()
            yield from self._check_pages()
            yield from self._finish()
        except sqlite3.Error as error:
            raise OSError(str(error)) from error
        self.is_whole = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()

    def _list(self) -> Iterator[SiteProgress]:
        """The files of the folder: nothing else is a target."""
        if not os.path.isdir(self.root):  # noqa: PTH112 - as it is written
            raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), self.root)
        entries = self._counted(site_entries(self.root))
        while batch := list(islice(entries, LISTED)):
            self.store.add_entries(batch)
            yield SiteProgress(self.files, None)
        self.store.index_entries()
        self.structure.choose(each.path for each in self.store.entries(PAGE))

    def _counted(self, entries: Iterator[SiteEntry]) -> Iterator[SiteEntry]:
        for each in entries:
            self.files += each.kind in {FILE, PAGE}
            self.pages += has_references(each.path) and each.kind in {FILE, PAGE}
            if each.kind in {LINK, UNREAD}:
                self._leave_out(each.path, WHY[each.kind])
            self._incoming.append(0)
            yield each

    def _check_pages(self) -> Iterator[SiteProgress]:
        done = 0
        for entry in self.store.entries(PAGE, FILE):
            if not has_references(entry.path):
                continue
            page = self._check_page(entry)
            done += 1
            if page is None:
                yield SiteProgress(done, self.pages)
            else:
                yield SiteProgress(done, self.pages, page.row, page.findings)

    def _check_page(self, entry: SiteEntry) -> SitePage | None:
        opened = self._opened(entry)
        if isinstance(opened, str):
            self._leave_out(entry.path, opened)
            return None
        leaf, size = opened
        page = SitePage(self._records, entry, leaf, size)
        with self.store.transaction():
            page.check()
            self.store.add_page(page.row, page.findings)
        if entry.kind == PAGE:
            self.structure.add_page(entry.path)
        for number in page.linked:
            self._incoming[number - 1] += 1
        return page

    def _opened(self, entry: SiteEntry) -> tuple[Leaf, int] | str:
        """A page with its links; or why it could not be read."""
        path = os.path.join(self.root, *entry.path.split("/"))  # noqa: PTH118 - as it is written
        try:
            with open_regular(path, follows_links=False) as file:
                octets = file.read(LIMIT + 1)
        except OSError as error:
            return error.strerror or str(error)
        if len(octets) > LIMIT:
            return TOO_LARGE
        name, base = entry.path.rpartition("/")[2], self.address.url(entry.path)
        document = scan(octets, name=name, base=base, readers=READERS)
        leaves = document.links.leaves
        return (leaves[0], len(octets)) if leaves else NO_TEXT

    def _read_names(self, entry: SiteEntry) -> bool:
        """Makes the names of a page known before it is its turn."""
        if not self.store.has_names(entry.number):
            opened = self._opened(entry)
            if isinstance(opened, str):
                return False
            for _ in self.store.add_names(entry.number, page_names(opened[0], entry)):
                pass
        return True

    def _leave_out(self, path: str, why: str) -> None:
        if len(self.unread) < LISTED:
            self.unread.append(UnreadFile(path, why))
        else:
            self.omitted += 1

    def _finish(self) -> Iterator[SiteProgress]:
        """What only all pages together can tell."""
        with self.store.transaction():
            for each in self._late_findings():
                row = self.store.add_finding(each)
                yield SiteProgress(self.pages, self.pages, row, [each])

    def _late_findings(self) -> Iterator[SiteFinding]:
        yield from self.store.mixed_hosts()
        rule = rules.ORPHAN_PAGE
        for entry in self.store.entries(PAGE):
            if not self._incoming[entry.number - 1] and self._needs_link(entry):
                yield SiteFinding(entry.number, rule.code, rule.severity, "", {}, 0, 0, 1, 1, "")

    def _needs_link(self, entry: SiteEntry) -> bool:
        """Whether a page is one that others are to link to: it was read, and no server's own."""
        is_own = entry.path in INDEXES or entry.path.rpartition("/")[2].lower() in ERROR_PAGES
        return not is_own and self.store.page(entry.number).path != ""
