"""What the cells of the table show: words of ours plain, text from outside with nothing hidden."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import SEVERITIES
from uriinspector.core.parse import parse
from uriinspector.documents.cases.link_row import (
    BENIGN,
    CALM,
    IGNORED,
    MALICIOUS,
    NO_BASE,
    NOWHERE,
    REFUSED,
    SAME,
    UNTOLD,
    Decision,
    LinkRow,
)
from uriinspector.documents.document_values import ONE
from uriinspector.documents.scan_state import PARQUET
from uriinspector.gui.documents.browser_target import in_browsers, written_value
from uriinspector.gui.text.pieces import LONGEST, Kind, Pieces, ours, outside, shown, visible
from uriinspector.gui.text.translation import number, say
from uriinspector.readers.browser import host_of_base

if TYPE_CHECKING:
    from uriinspector.gui.documents.open_case import OpenCase


# With so many emails or files there is something to compare with.
LEAST = 2
# The place of the path among the spans of a reference.
PATH = 6


def severity_of(rank: int) -> str:
    """The name of a rank, or "" where nothing was found."""
    return SEVERITIES[rank] if rank != CALM else ""


def element(row: LinkRow) -> Pieces:
    """The element and its attribute, or that it stands in a text or in a code."""
    if row.is_code:
        return ours(say("code"), Kind.MUTED)
    return outside(row.element) if row.element else ours(say("text"), Kind.MUTED)


def written(row: LinkRow) -> Pieces:
    """The value as it stands there, with the letters marked that ASCII does not have."""
    return marked(row.value) if row.value else ours(say("(empty)"), Kind.MUTED)


def marked(text: str) -> Pieces:
    """A text from outside with what is odd in it marked."""
    if text.isascii():
        return outside(text)
    runs = [
        ("".join(run), Kind.PLAIN if plain else Kind.DIFFERS)
        for plain, run in groupby(text[: LONGEST + 1], str.isascii)
    ]
    return shown(runs)


def goes(row: LinkRow) -> Pieces:
    """The host as browsers name it, with what follows it of what does not name one; or why not."""
    if not row.host:
        return ours(site_words(row.site), Kind.MUTED)
    if not has_host_of_base(row):
        return outside(row.host)
    pieces = outside(row.host + behind_host(in_browsers(row) or row.target or ""))
    return (pieces[0]._replace(is_name=True),) if len(pieces) == 1 else pieces


def has_host_of_base(row: LinkRow) -> bool:
    """Whether it names no host, and browsers take that of its base."""
    if row.how != ONE or row.base is None or row.target is None:
        return False
    is_named = parse(written_value(row)).authority is not None
    return not is_named and row.host == host_of_base(row.base)


def behind_host(target: str) -> str:
    """Path, query and fragment."""
    return target[parse(target).spans[PATH][0] :]


def site_words(site: str) -> str:
    """A site as it is shown, or what stands for one."""
    if site == SAME:
        return say("(same document)")
    if site == NO_BASE:
        return say("(needs a base URL)")
    if site == UNTOLD:
        return say("(not in the table)")
    return say("(no valid host)") if site == NOWHERE or site in REFUSED else visible(site)


def finding(row: LinkRow) -> Pieces:
    """The worst that was found."""
    return ours(say(row.title)) if row.title else ()


def place(row: LinkRow, case: OpenCase) -> Pieces:
    """File, part, line and column: of those, what tells rows apart."""
    head = case.heads[row.file]
    where = f"{row.line}:{row.column}"
    if head.kind == PARQUET:
        where = say("row {row}", row=number(row.line))
    if len(head.parts) > 1:
        where = f"{row.part} · {where}"
    if len(case.heads) > 1:
        where = f"{visible(head.name)} · {where}"
    return ours(where, Kind.MUTED)


def mark(decision: Decision) -> Pieces:
    """What somebody has decided, and the note on it."""
    kinds = {MALICIOUS: Kind.FAULT, BENIGN: Kind.ADDED}
    word, note = decision
    text = ours(mark_words(word), kinds.get(word, Kind.MUTED)) if word else ()
    if not note:
        return text
    return (*text, *(ours("  ") if text else ()), *ours(visible(note)))


def host_count(host: str | None, case: OpenCase) -> Pieces:
    """In how many mails or files a host comes up."""
    return ours(number(case.host_counts[host]), Kind.MUTED) if host in case.host_counts else ()


def host_count_text(host: str | None, case: OpenCase) -> str:
    """The same as a sentence; "" where there is nothing to compare with."""
    if host not in case.host_counts or case.files.singles < LEAST:
        return ""
    values = {"host": visible(host), "count": case.host_counts[host], "total": case.files.singles}
    if case.files.are_emails:
        return say("{host} in {count} of {total} emails", **values)
    return say("{host} in {count} of {total} files", **values)


def mark_words(word: str) -> str:
    """A mark in words."""
    return {MALICIOUS: say("malicious"), BENIGN: say("benign"), IGNORED: say("ignored")}[word]


def count(links: int) -> Pieces:
    """How many links a row stands for."""
    return ours(number(links))
