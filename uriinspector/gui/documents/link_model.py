"""The table model of links, with the text of its cells."""

from collections.abc import Callable
from itertools import groupby
from urllib.parse import quote

from uriinspector.analysis.address_bar import PORTS
from uriinspector.analysis.finding import Finding
from uriinspector.analysis.safe_text import visible_host
from uriinspector.core.parse import parse
from uriinspector.core.reference import Reference
from uriinspector.documents.cases.link_row import (
    CALM,
    NO_BASE,
    NOT_IN_TABLE,
    NOWHERE,
    REFUSED,
    SAME,
    Decision,
    LinkRow,
)
from uriinspector.documents.document_values import ONE
from uriinspector.documents.html.embedded_addresses import WHITE
from uriinspector.documents.scan_state import HTML, PARQUET
from uriinspector.gui.documents.open_case import FileEntry, OpenCase
from uriinspector.gui.documents.order import Order
from uriinspector.gui.documents.rows import REST, RowModel, host_pieces, mark_pieces, severity_of
from uriinspector.gui.tables.table_model import Column, Index
from uriinspector.gui.text.pieces import (
    LONGEST,
    Kind,
    Pieces,
    file_name,
    muted,
    ours,
    outside,
    plain_text,
    shown,
    visible,
)
from uriinspector.gui.text.translation import number, say, say_count
from uriinspector.gui.widgets.severity_sign import UNCHECKED, word_of
from uriinspector.readers import browser

# Characters left unescaped when comparing with browsers, which do not escape all of them.
UNESCAPED = "%:/?#[]@!$&()*+,;=-._~"


def written_value(row: LinkRow) -> str:
    """Return the link; if it is from markup, without surrounding white space (HTML 2.4.1)."""
    return row.value.strip(WHITE) if row.is_markup else row.value


def in_browsers(row: LinkRow) -> str | None:
    """Return the target in browsers if it differs; an empty string if they reject the link."""
    if row.how != ONE or row.target is None:
        return None
    written = browser.serialized(written_value(row), row.base)
    if written is None:
        return ""
    if not written.host or _place(parse(row.target)) == _place(written):
        return None
    return written.text


def _place(target: Reference) -> tuple[str | None, ...]:
    """Return the parts of a URL for comparison, all escaped in the same way."""
    scheme = (target.scheme or "").lower()
    port = (target.port or "").lstrip("0")
    return (
        scheme,
        (target.host or "").lower(),
        None if port in {"", PORTS.get(scheme)} else port,
        _escaped(target.path or "/"),
        _escaped(target.query),
        _escaped(target.fragment),
    )


def _escaped(text: str | None) -> str | None:
    return None if text is None else quote(browser.without_surrogates(text), UNESCAPED)


# The minimum number of emails or files for which host counts are shown.
LEAST = 2
# The sites of links whose destination is not known.
MISSING_TARGETS = frozenset({NOWHERE, NOT_IN_TABLE, *REFUSED})
# The index of the path in the spans of a reference.
PATH = 6


def element(row: LinkRow) -> Pieces:
    """Return the link's element and attribute, or the word for a link in text or in a code."""
    if row.is_code:
        return muted(say("code"))
    return outside(row.element) if row.element else muted(say("text"))


def written(row: LinkRow) -> Pieces:
    """Return the link as written, with non-ASCII letters highlighted."""
    return marked(row.value) if row.value else muted(say("(empty)"))


def marked(text: str) -> Pieces:
    """Return text from outside with non-ASCII letters highlighted."""
    if text.isascii():
        return outside(text)
    runs = [
        ("".join(run), Kind.PLAIN if plain else Kind.DIFFERS)
        for plain, run in groupby(text[: LONGEST + 1], str.isascii)
    ]
    return shown(runs)


def goes(row: LinkRow) -> Pieces:
    """Return the parts of the destination in browsers from the host on, or why there is none.

    A link without a host, such as a relative one, is shown as written.
    """
    if row.site in MISSING_TARGETS:
        return muted(site_words(row.site))
    if not row.host:
        return written(row)
    target = (in_browsers(row) or row.target or written_value(row)) if row.how == ONE else ""
    has_host = parse(target).authority is not None
    return host_pieces(row.host, after_host(target) if has_host else "")


def after_host(target: str) -> str:
    """Return the path, query and fragment."""
    return target[parse(target).spans[PATH][0] :]


def site_words(site: str) -> str:
    """Return the name of a site, or words in place of a name."""
    if site == SAME:
        return say("(same document)")
    if site == NO_BASE:
        return say("(needs a base URL)")
    if site == NOT_IN_TABLE:
        return say("(not in the table)")
    return say("(no valid host)") if site == NOWHERE or site in REFUSED else visible(site)


def finding(row: LinkRow) -> Pieces:
    """Return the title of the worst finding."""
    return ours(say(row.title)) if row.title else ()


def is_own(row: LinkRow) -> bool:
    """Return True if a link in a page leads to a file of its site, or to a place in the page."""
    if row.site == SAME:
        return written_value(row) not in {"", "#"}
    return row.site == NO_BASE and parse(written_value(row)).authority is None


def why(row: LinkRow, *, is_page: bool = False) -> Pieces:
    """Return the worst finding or, if there is none, the link as written or what it does.

    ``is_page`` is True for a link in a web page, where relative links stay on its site.
    """
    does = "" if row.host or row.site in MISSING_TARGETS else site_words(row.site)
    if is_page and row.site == NO_BASE and is_own(row):
        does = say("On the page's own site")
    elif row.site in {SAME, "mailto:"}:
        does = say("Stays on this page") if row.site == SAME else say("Starts an email")
    shown = finding(row) or ours(does) or written(row)
    return tuple(e._replace(kind=Kind.MUTED) if e.kind is Kind.PLAIN else e for e in shown)


def line(row: LinkRow, case: OpenCase) -> Pieces:
    """Return the line and column, or the row number in a table."""
    is_table = case.heads[row.file].kind == PARQUET
    words = number(row.line) if is_table else f"{row.line}:{row.column}"
    return muted(words)


def place(row: LinkRow, case: OpenCase) -> str:
    """Return the line and column, and the part and file if there are several."""
    head = case.heads[row.file]
    where = plain_text(line(row, case))
    if head.kind == PARQUET:
        where = say("row {row}", row=where)
    if len(head.parts) > 1:
        where = f"{row.part} · {where}"
    if len(case.heads) > 1:
        where = f"{visible(case.name_of(row.file))} · {where}"
    return where


def host_count(host: str | None, case: OpenCase) -> Pieces:
    """Return the number of emails or files that contain this host."""
    return muted(number(case.host_counts[host])) if host in case.host_counts else ()


HOST_LONGEST = 60


def host_count_text(host: str | None, case: OpenCase) -> str:
    """Return the host count as a sentence; empty if there is nothing to compare."""
    if host not in case.host_counts or case.files.singles < LEAST:
        return ""
    shown = visible(visible_host(host or "", HOST_LONGEST))
    values = {"host": shown, "count": case.host_counts[host], "total": case.files.singles}
    if case.files.are_emails:
        return say("{host} in {count} of {total} emails", **values)
    return say("{host} in {count} of {total} files", **values)


ELEMENT, WRITTEN, GOES, FINDING, HOST_COUNT, LINKS, PLACE = (
    *("element", "value", "host", "finding", "seen", "links", "place"),
)


class LinkModel(RowModel):
    """The links of a case, in a given order."""

    def __init__(self, case: OpenCase) -> None:
        super().__init__(case, Order())

    def severity(self, number: int) -> str:
        rank = self.case.raised.get(number, self.case.rows.kind(number).rank)
        return UNCHECKED if self.is_unchecked(number) else severity_of(rank)

    def site_finding(self, number: int) -> Finding | None:
        """Return the worst finding of a site check about a link."""
        entry = self._entry(number)
        return entry.site_at.get(self.case.rows.starts[number]) if entry else None

    def is_unchecked(self, number: int) -> bool:
        """Return True if a link within the site has no finding only because it was not checked."""
        entry, kind = self._entry(number), self.case.rows.kind(number)
        is_page = entry is not None and entry.is_page and entry.site is None
        return is_page and kind.rank == CALM and is_own(self.case.rows[number])

    def _entry(self, number: int) -> FileEntry | None:
        kind = self.case.rows.kind(number)
        return self.case.files.of(kind.file, kind.part)

    def decision(self, number: int) -> Decision:
        return self.case.decision(number)

    def name(self, number: int) -> str:
        return plain_text(written(self.case.rows[number]))

    def tip_lines(self, column: Column, value: int) -> list[str]:
        """Return the full text of a cell; for a host, also how many emails contain it."""
        if column.name == PLACE:
            return [place(self.case.rows[value], self.case)]
        words = super().tip_lines(column, value)
        if column.name != GOES:
            return words
        return [*words, host_count_text(self._host(value), self.case)]

    def row_sentence(self, index: Index) -> str:
        """Return a row's severity, mark, place, link and destination for screen readers."""
        number = self.numbers[index.row()]
        row = self.case.rows[number]
        end = plain_text(goes(row)) if row.host else site_words(row.site)
        copies = self.count(number)
        texts = (
            word_of(self.severity(number)),
            plain_text(mark_pieces(self.case.decision(number))),
            plain_text(element(row)),
            plain_text(written(row)),
            say("goes to {host}", host=end) if row.host else end,
            self._titles(number),
            say_count(copies, "1 link", "{count} links") if copies > 1 else "",
        )
        return ", ".join(filter(None, texts))

    def _host(self, number: int) -> str | None:
        return self.case.rows.kind(number).host

    def columns(self) -> tuple[Column, ...]:
        """Return the columns: destination, element, location, and hidden ones for sorting."""

        def row(of: Callable[[LinkRow], Pieces]) -> Callable[[int], Pieces]:
            return lambda number: of(self.case.rows[number])

        return (
            *self.decided_columns(),
            Column(
                *(say("Destination"), row(goes)),
                name=GOES,
                second=self._why,
                width=REST,
                are_names=(True, False),
            ),
            Column(say("Element"), row(element), name=ELEMENT, second=self._source, width=104),
            Column(
                *(say("Line"), lambda n: muted(number(self.case.rows[n].line))),
                name=PLACE,
                width=56,
                widest=104,
            ),
            Column(say("As written"), row(written), name=WRITTEN),
            Column(say("Finding"), row(finding), name=FINDING),
            Column(
                *(say("Found in"), lambda n: host_count(self._host(n), self.case)), name=HOST_COUNT
            ),
            Column(say("Links"), lambda n: ours(number(self.count(n))), name=LINKS),
        )

    def _why(self, number: int) -> Pieces:
        row = self.case.rows[number]
        if self.site_finding(number):
            return muted(self._titles(number))
        words = why(row, is_page=self.case.heads[row.file].kind == HTML)
        note = f" · {say('not checked yet')}" if self.is_unchecked(number) else ""
        return words + muted(note)

    def _titles(self, number: int) -> str:
        """Return a site check's worst finding, and the title of the worst other finding."""
        site, title = self.site_finding(number), self.case.rows[number].title
        texts = [visible(say(site.plain))] if site else []
        texts.insert(number in self.case.raised, say(title) if title else "")
        return " · ".join(filter(None, texts))

    def _source(self, number: int) -> Pieces:
        """Return the number of links in a grouped row, or else the name of the file."""
        copies = self.count(number)
        if copies > 1:
            return muted(say_count(copies, "1 link", "{count} links"))
        if len(self.case.heads) == 1:
            return ()
        return file_name(self.case.name_of(self.case.rows.kind(number).file), Kind.MUTED)

    def count(self, number: int) -> int:
        """Return the number of links that a row represents."""
        counts: dict[int, int] = self.order.counts or {}
        return counts.get(number, 1)
