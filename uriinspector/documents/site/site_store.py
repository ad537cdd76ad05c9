"""Store the data about a site in a private temporary database."""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from uriinspector.analysis.finding import RANK, SEVERITIES
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.html.tokens import (
    ATTRIBUTE,
    ATTRIBUTE_ENDS,
    COMMENT,
    NAME_ENDS,
    RAW,
    SEPARATOR,
    TAG_NAME,
    attribute_value,
    content_end,
    lowered_name,
    one_of,
    read_tag,
    skipped,
)

# The kinds of entries; style sheets and images are FILE.
FOLDER, FILE, PAGE, LINK, UNREAD = range(5)
# The maximum number of cached entries; most links of a site go to few targets.
AT_HAND = 50_000
SCRIPTED = "script"
TABLES = """
CREATE TABLE entries (number INTEGER PRIMARY KEY, path TEXT, folded TEXT, kind INTEGER,
    target TEXT);
CREATE TABLE names (page INTEGER, key TEXT, name TEXT, PRIMARY KEY (page, key)) WITHOUT ROWID;
CREATE TABLE pages (number INTEGER PRIMARY KEY, path TEXT, size INTEGER, links INTEGER,
    inside INTEGER, broken INTEGER, findings INTEGER, severity INTEGER);
CREATE TABLE findings (number INTEGER PRIMARY KEY, page INTEGER, code TEXT, severity INTEGER,
    variant TEXT, args TEXT, start INTEGER, stop INTEGER, line INTEGER, col INTEGER, value TEXT,
    first INTEGER, last INTEGER);
CREATE TABLE hosts (host TEXT PRIMARY KEY, schemes INTEGER, place TEXT) WITHOUT ROWID;
"""
INDEXES = """
CREATE INDEX entries_path ON entries (path);
CREATE INDEX entries_folded ON entries (folded);
"""


class SiteEntry(NamedTuple):
    """A file, folder or link of the site; ``number`` is its position in the walk."""

    number: int
    path: str
    kind: int
    # The path in the site that a symbolic link names.
    target: str = ""


class PageRow(NamedTuple):
    """The totals of a page: all links, links to the site itself, and broken ones."""

    number: int
    path: str
    size: int = 0
    links: int = 0
    inside: int = 0
    broken: int = 0
    findings: int = 0
    severity: str | None = None


class SiteFinding(NamedTuple):
    """A finding with its place; ``page`` is the number of its page, ``value`` the written text."""

    page: int
    code: str
    severity: str
    variant: str
    args: Mapping[str, str]
    start: int
    end: int
    line: int
    column: int
    value: str
    # The span of the reference in the value.
    first: int = 0
    last: int = 0
    # Texts that would repair the reference; not stored.
    remedies: tuple[str, ...] = ()


class FindingGroup(NamedTuple):
    """A finding that occurs in several places: the first one, and the total numbers."""

    first: SiteFinding
    places: int
    pages: int


class SiteStore:
    """The files, names and findings of a site, deleted after the check."""

    def __init__(self) -> None:
        # A temporary file (an empty name), which SQLite deletes when it is closed.
        self._rows = sqlite3.connect("", isolation_level=None)
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -16000"):
            self._rows.execute(f"PRAGMA {pragma}")
        self._rows.executescript(TABLES)
        self._known: dict[str, SiteEntry | None] = {}
        # True if there are symbolic links to paths in the site.
        self.has_links = False

    def close(self) -> None:
        self._rows.close()

    def add_entries(self, entries: Iterable[SiteEntry]) -> None:
        with self.transaction():
            self._rows.executemany(
                "INSERT INTO entries VALUES (?, ?, ?, ?, ?)",
                (
                    (
                        *(each.number, _key(each.path), _key(folded(each.path))),
                        *(each.kind, _key(each.target)),
                    )
                    for each in entries
                ),
            )

    def index_entries(self) -> None:
        """Build the indexes for look-ups, after all entries were added."""
        self._rows.executescript(INDEXES)
        query = "SELECT 1 FROM entries WHERE target != '' LIMIT 1"
        self.has_links = self._rows.execute(query).fetchone() is not None

    def entry(self, path: str) -> SiteEntry | None:
        """Return the entry at exactly this path, or None."""
        known = self._known
        if path in known:
            return known[path]
        if len(known) >= AT_HAND:
            known.clear()
        result = known[path] = self._entry("path", _key(path))
        return result

    def entry_folded(self, path: str) -> SiteEntry | None:
        """Return the entry at this path, ignoring letter case and Unicode composition."""
        return self._entry("folded", _key(folded(path)))

    def _entry(self, column: str, key: str) -> SiteEntry | None:
        # A folder that could not be read has two entries.
        query = f"SELECT * FROM entries WHERE {column} = ? ORDER BY kind DESC LIMIT 1"
        row = self._rows.execute(query, (key,)).fetchone()
        return row and SiteEntry(row[0], _path(row[1]), row[3], _path(row[4]))

    def count(self, kind: int) -> int:
        query = "SELECT COUNT(*) FROM entries WHERE kind = ?"
        result: int = self._rows.execute(query, (kind,)).fetchone()[0]
        return result

    def entries(self, *kinds: int) -> Iterator[SiteEntry]:
        """Yield the entries of some kinds in the order of the walk."""
        marks, last = ", ".join("?" * len(kinds)), -1
        query = (
            f"SELECT number, path, kind FROM entries WHERE kind IN ({marks}) AND number > ? "
            "ORDER BY number LIMIT 1000"
        )
        # Read in batches, as others write in the meantime.
        while rows := self._rows.execute(query, (*kinds, last)).fetchall():
            for number, path, kind in rows:
                yield SiteEntry(number, _path(path), kind)
            last = rows[-1][0]

    def add_names(self, page: int, names: PageNames) -> Iterator[PageName]:
        """Store the names in a page that fragments can refer to, and yield each of them."""
        insert = "INSERT OR IGNORE INTO names VALUES (?, ?, ?)"
        for each in names:
            name = _key(each.name)
            self._rows.execute(insert, (page, name, name))
            self._rows.execute(insert, (page, f"\0{name.lower()}", name))
            yield each
        self._rows.execute(insert, (page, "", SCRIPTED if names.has_scripts else ""))

    def has_names(self, page: int) -> bool:
        return self._name(page, "") is not None

    def has_scripts(self, page: int) -> bool:
        return self._name(page, "") == SCRIPTED

    def has_name(self, page: int, name: str) -> bool:
        """Return True if a fragment of this name has a target."""
        return bool(name) and self._name(page, _key(name)) is not None

    def similar_name(self, page: int, name: str) -> str | None:
        result = self._name(page, f"\0{_key(name).lower()}")
        return None if result is None else _path(result)

    def _name(self, page: int, key: str) -> str | None:
        query = "SELECT name FROM names WHERE page = ? AND key = ?"
        row = self._rows.execute(query, (page, key)).fetchone()
        return None if row is None else str(row[0])

    def add_page(self, row: PageRow, findings: Iterable[SiteFinding]) -> None:
        severity = -1 if row.severity is None else RANK[row.severity]
        self._rows.execute(
            "INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (row.number, _key(row.path), *row[2:7], severity),
        )
        self._rows.executemany(
            "INSERT INTO findings VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    *(each.page, each.code, RANK[each.severity], each.variant),
                    *(json.dumps(each.args), *each[5:9], _key(each.value), *each[10:12]),
                )
                for each in findings
            ),
        )

    def transaction(self) -> AbstractContextManager[None]:
        """Return a context whose changes are written together."""
        return _transaction(self._rows)

    def add_finding(self, finding: SiteFinding) -> PageRow:
        """Add a finding to a page that was checked; return its new totals."""
        page = self.page(finding.page)
        worst = max(page.severity or "", finding.severity, key=lambda each: RANK.get(each, -1))
        row = page._replace(findings=page.findings + 1, severity=worst)
        self.add_page(row, [finding])
        return row

    def page(self, number: int) -> PageRow:
        """Return the totals of a page; its path is "" if it was not checked."""
        row = self._rows.execute("SELECT * FROM pages WHERE number = ?", (number,)).fetchone()
        return PageRow(number, "") if row is None else _page(row)

    def pages(self) -> Iterator[PageRow]:
        return map(_page, self._rows.execute("SELECT * FROM pages ORDER BY number"))

    def worst_pages(self, most: int) -> list[PageRow]:
        query = (
            "SELECT * FROM pages WHERE findings > 0 "
            "ORDER BY broken DESC, severity DESC, findings DESC, number LIMIT ?"
        )
        return [_page(row) for row in self._rows.execute(query, (most,))]

    def totals(self) -> PageRow:
        """Return the sums over all pages; ``number`` is the number of pages."""
        query = (
            "SELECT COUNT(*), '', COALESCE(SUM(size), 0), COALESCE(SUM(links), 0), "
            "COALESCE(SUM(inside), 0), COALESCE(SUM(broken), 0), COALESCE(SUM(findings), 0), "
            "COALESCE(MAX(severity), -1) FROM pages"
        )
        return _page(self._rows.execute(query).fetchone())

    def findings(self, page: int | None = None, most: int = -1) -> Iterator[SiteFinding]:
        """Return the findings about a page, or about all pages in order."""
        where = "" if page is None else "WHERE page = ?"
        query = f"SELECT * FROM findings {where} ORDER BY page, start, number LIMIT ?"
        given = (most,) if page is None else (page, most)
        return (_finding(row[1:]) for row in self._rows.execute(query, given))

    def groups(self, most: int = -1) -> Iterator[FindingGroup]:
        """Yield the findings grouped by their text, the worst and most frequent first."""
        query = (
            "SELECT MIN(number), COUNT(*), COUNT(DISTINCT page) FROM findings "
            "GROUP BY code, severity, variant, args "
            "ORDER BY severity DESC, COUNT(*) DESC, MIN(number) LIMIT ?"
        )
        for number, count, pages in self._rows.execute(query, (most,)):
            row = self._rows.execute("SELECT * FROM findings WHERE number = ?", (number,))
            yield FindingGroup(_finding(row.fetchone()[1:]), count, pages)

    def counts(self) -> dict[str, tuple[str, int]]:
        """Return the worst severity and the number of findings of each code."""
        query = (
            "SELECT code, MAX(severity), COUNT(*) FROM findings GROUP BY code "
            "ORDER BY MAX(severity) DESC, COUNT(*) DESC, code"
        )
        return {
            code: (SEVERITIES[severity], count)
            for code, severity, count in self._rows.execute(query)
        }

    def add_host(self, host: str, scheme: str, place: SiteFinding) -> None:
        """Record a link to another host, and the place of the first one with http."""
        is_plain = scheme == "http"
        self._rows.execute(
            "INSERT INTO hosts VALUES (?, ?, ?) ON CONFLICT (host) DO UPDATE SET "
            "schemes = schemes | excluded.schemes, place = COALESCE(place, excluded.place)",
            (host, 1 if is_plain else 2, json.dumps(place) if is_plain else None),
        )

    def mixed_hosts(self) -> list[SiteFinding]:
        """Return the first http link for each host that is linked with both http and https."""
        query = "SELECT place FROM hosts WHERE schemes = 3 ORDER BY host"
        rows = (SiteFinding(*json.loads(row[0])) for row in self._rows.execute(query))
        return [each._replace(remedies=tuple(each.remedies)) for each in rows]

    def files_in(self, folder: str, most: int) -> list[str]:
        """Return the paths of files directly in a folder."""
        start = f"{_key(folder)}/" if folder else ""
        inside = "path > ? AND path < ?" if folder else "? = ?"
        query = (
            f"SELECT path FROM entries WHERE {inside} AND kind IN (?, ?) "
            "AND instr(substr(path, ?), '/') = 0 LIMIT ?"
        )
        ends = (start, f"{start[:-1]}0") if folder else ("", "")
        rows = self._rows.execute(query, (*ends, FILE, PAGE, len(start) + 1, most))
        return [_path(row[0]) for row in rows]

    def files_named(self, name: str, most: int) -> list[str]:
        """Return the paths of files with this name in any folder."""
        own = _key(name)
        query = (
            "SELECT path FROM entries WHERE kind IN (?, ?) AND (path = ? OR substr(path, ?) = ?) "
            "LIMIT ?"
        )
        rows = self._rows.execute(query, (FILE, PAGE, own, -len(own) - 1, f"/{own}", most))
        return [_path(row[0]) for row in rows]

    def names_in(self, page: int, most: int) -> list[str]:
        """Return the names in a page that fragments can refer to."""
        query = "SELECT name FROM names WHERE page = ? AND key = name AND key != '' LIMIT ?"
        return [_path(row[0]) for row in self._rows.execute(query, (page, most))]


@contextmanager
def _transaction(rows: sqlite3.Connection) -> Iterator[None]:
    rows.execute("BEGIN")
    try:
        yield
    finally:  # what was written before an interruption stays
        rows.execute("COMMIT")


def folded(path: str) -> str:
    """Return a path as compared by systems that ignore letter case and Unicode composition."""
    return path.lower() if path.isascii() else unicodedata.normalize("NFC", path).lower()


def _key(text: str) -> str:
    """Return a text for the database; undecodable bytes of file names become characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join(
            chr(ord(each) + 0x100000) if "\ud800" <= each < "\ue000" else each for each in text
        )
    return text


def _path(key: str) -> str:
    if key.isascii():
        return key
    return "".join(
        chr(ord(each) - 0x100000) if 0x10D800 <= ord(each) < 0x10E000 else each for each in key
    )


def _page(row: tuple[int, str, int, int, int, int, int, int]) -> PageRow:
    return PageRow(row[0], _path(row[1]), *row[2:7], SEVERITIES[row[7]] if row[7] >= 0 else None)


def _finding(row: tuple[Any, ...]) -> SiteFinding:
    page, code, severity, variant, args, start, end, line, column, value, *span = row
    words = (page, code, SEVERITIES[severity], variant, json.loads(args))
    return SiteFinding(*words, start, end, line, column, _path(value), *span)


NAMING = one_of(("id", "name")) + ATTRIBUTE_ENDS
STOPPING = one_of((*sorted(RAW), "template")) + NAME_ENDS
CLOSING = one_of(("template",)) + NAME_ENDS
DULL = rb"(?:" + SEPARATOR + rb"|(?!" + NAMING + rb")" + ATTRIBUTE + rb"|(?!))*+"
# Everything without names, and the next token; group 1 is the name of the tag.
STEP = expression(skipped(CLOSING, STOPPING, DULL) + rb"(?:<(/?+" + TAG_NAME + rb")|<!--|\Z)")


class PageName(NamedTuple):
    name: str
    start: int
    end: int
    is_id: bool


class PageNames:
    """The names in a page, without those in templates, which are not part of it yet."""

    def __init__(self, octets: bytes, start: int, end: int, encoding: str, *, is_xml: bool) -> None:
        self.has_scripts = False
        self._octets = octets
        self._start, self._end = start, end
        self._encoding = encoding
        # Only in XML can these elements be self-closing; HTML continues to their end tag.
        self._is_xml = is_xml
        self._templates = 0

    def __iter__(self) -> Iterator[PageName]:
        octets, end, at = self._octets, self._end, self._start
        while at < end:
            token = STEP.match(octets, at, end)
            if token is None:  # unreachable: the pattern matches everywhere
                return
            at = token.end()
            if token[1] is None:
                comment = COMMENT.match(octets, at, end)
                at = comment.end() if comment else end
                continue
            name = lowered_name(token[1])
            tag = read_tag(octets, at, end)
            if not tag.closed:
                return
            if name == "/template":
                self._templates = max(self._templates - 1, 0)
            elif not name.startswith("/") and not self._templates:
                for attribute in ("id", "name") if name == "a" else ("id",):
                    place = tag.attributes.get(attribute)
                    if place is not None and place.start < place.end:
                        value = attribute_value(octets[place.start : place.end], self._encoding)
                        yield PageName(value, place.start, place.end, attribute == "id")
            at = self._content(name, tag.end, is_empty=tag.self_closing and self._is_xml)

    def _content(self, name: str, at: int, *, is_empty: bool) -> int:
        """Apply the effects of a tag; return the end of its raw content, if it has any."""
        self.has_scripts |= name == "script"
        if is_empty:
            return at
        if name == "template":
            self._templates += 1
        return content_end(self._octets, name, at, self._end) if name in RAW else at
