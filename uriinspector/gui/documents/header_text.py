"""Descriptions of files for the header of the workspace."""

from collections.abc import Iterator, Sequence
from os.path import commonpath
from pathlib import Path
from stat import S_IFCHR, S_IFIFO, S_IFSOCK

from PySide6.QtCore import QDateTime, QLocale

from uriinspector.analysis.regular_files import KINDS, LINK, NOT_REGULAR, OTHER
from uriinspector.documents.cases.contents import INTERRUPTED
from uriinspector.documents.cases.link_row import Head, Trouble, case_counts, is_site
from uriinspector.documents.cases.schema import DAMAGED, is_damage
from uriinspector.documents.document_values import (
    CONTENT_BASE,
    CONTENT_LOCATION,
    EMBEDDED,
    ENCAPSULATING,
    RETRIEVAL,
    DocumentBase,
)
from uriinspector.documents.leaf import IGNORED, UNRESOLVED
from uriinspector.documents.scan_state import HTML
from uriinspector.gui.documents.case_storage import UnsavedCase
from uriinspector.gui.documents.file_model import kind_words
from uriinspector.gui.documents.file_reader import ENDED, NO_FILE, ONLY_BEGINNING, REMOTE, STOPPED
from uriinspector.gui.documents.open_case import FileEntry, OpenCase
from uriinspector.gui.documents.order import Order
from uriinspector.gui.text.pieces import Kind, Pieces, cut_in_middle, muted, ours, outside, visible
from uriinspector.gui.text.translation import language, number, say, say_count

# If there are more unchecked parts, they are only counted.
NAMED = 2
LONGEST_NAME = 60


def header(heads: Sequence[Head], case: OpenCase, name: str = "") -> Pieces:
    """Return the name and counts of the shown files; unchecked parts are highlighted."""
    pieces = ours(title(heads, name), Kind.STRONG)
    if heads:
        pieces += muted(f"   {facts(heads, case)}")
    words = left_out(heads)
    return pieces + ours("   ") + ours(words, Kind.DIFFERS) if words else pieces


def folder_of(heads: Sequence[Head]) -> str:
    """Return the folder that contains all pages, or "" if there is none."""
    paths = [each.path for each in heads if each.kind == HTML and each.octets is None]
    try:
        folder = commonpath([str(Path(each).parent) for each in paths]) if paths else ""
    except ValueError:
        return ""  # on different drives
    return folder if Path(folder) != Path(folder).parent else ""


def page_base(head: Head) -> tuple[Pieces, ...]:
    """Return the base URL of a page in one or more lines."""
    base = next(iter(head.bases.values()), None)
    none = muted(say("No base URL: relative links have no destination."))
    return tuple(base_pieces(base) if base else ()) or (none,)


def base_pieces(base: DocumentBase, *, is_named: bool = True) -> Iterator[Pieces]:
    """Yield the base URL and where it comes from, with a label if ``is_named``."""
    if IGNORED in base.note:
        yield muted(say("Content-Base ignored: it is relative"))
    if UNRESOLVED in base.note:
        yield muted(say("Content-Location not used: it is relative"))
    if base.text is None:
        return
    origin = {
        EMBEDDED: say("from the BASE element"),
        CONTENT_BASE: say("from the Content-Base header"),
        CONTENT_LOCATION: say("from the Content-Location header"),
        ENCAPSULATING: say("from the enclosing part"),
        RETRIEVAL: say("set by hand"),
    }.get(base.origin, visible(base.origin))
    name = muted(f"{say('Base URL')}: ") if is_named else ()
    yield (*name, *outside(base.text, Kind.MUTED), *muted(f" ({origin})"))


def title(heads: Sequence[Head], name: str = "") -> str:
    """Return the name of the case or of its only file, or the number of files."""
    if name:
        return cut_in_middle(visible(name), LONGEST_NAME)
    if len(heads) == 1:
        return cut_in_middle(visible(heads[0].name), LONGEST_NAME)
    return say_count(len(heads), "1 file", "{count} files")


def facts(heads: Sequence[Head], case: OpenCase) -> str:
    """Return the type and the number of links; for all files together, also the number of sites."""
    links = sum(head.links for head in heads)
    texts = [kind_words(heads[0].kind)] if len(heads) == 1 else [emails(heads, case)]
    texts.append(say_count(links, "1 link", "{count} links"))
    if len(heads) == len(case.heads):
        texts.append(say_count(sum(map(is_site, case.sites)), "1 site", "{count} sites"))
    return " · ".join(filter(None, texts))


def emails(heads: Sequence[Head], case: OpenCase) -> str:
    """Return the numbers of emails and other files; empty if there is one file, or no email."""
    if len(case.files) == 1 or not case.files.has_messages:
        return ""
    return case_counts(heads, 0).words(say_count)


def scope(entry: FileEntry | None) -> str:
    """Return words for the file or message whose links are shown, or "" for the whole case."""
    if entry is None:
        return ""
    return say("This file") if entry.envelope is None else say("This message")


def no_links(case: OpenCase, entry: FileEntry | None) -> str:
    """Return the reason why no links are shown."""
    if entry.links if entry else case.rows:
        return say("No link matches the filter.")
    if entry is not None and entry.envelope is not None:
        return say("No links in this message.")
    return say("No links in this file.") if entry or len(case.heads) == 1 else ""


def left_out(heads: Sequence[Head]) -> str:
    """Return the names of the unchecked parts, or an empty string."""
    result = [_name_of(head, each.part) for head in heads for each in head.not_examined]
    if not result:
        return ""
    if len(heads) > 1 and len(result) > 1:
        return say("Not checked: {count} parts", count=len(result))  # each file lists its own
    what = "; ".join(result[:NAMED])
    if len(result) > NAMED:
        what = say("{what}; and {count} more", what=what, count=len(result) - NAMED)
    return say("Not checked: {what}", what=what)


def _name_of(head: Head, part: str) -> str:
    return visible(
        next((each.name or each.type for each in head.parts if each.path == part), head.name)
    )


def troubles(troubles: Sequence[Trouble]) -> str:
    """Return which files could not be read, and why."""
    if len(troubles) == 1 and is_damage(troubles[0].why):
        return f"{visible(troubles[0].path)}: {why(troubles[0])}"
    what = "; ".join(f"{visible(each.path)}: {why(each)}" for each in troubles[:NAMED])
    if len(troubles) > NAMED:
        what = say("{what}; and {count} more", what=what, count=len(troubles) - NAMED)
    return say_count(
        len(troubles), "1 file not read. {what}", "{count} files not read. {what}", what=what
    )


def why(trouble: Trouble) -> str:
    """Return the reason in words; system messages are left unchanged."""
    return {
        REMOTE: say("network files are never opened"),
        NO_FILE: say("not a file"),
        NOT_REGULAR: say("not a regular file"),
        LINK: say("symbolic link"),
        KINDS[S_IFIFO]: say("named pipe"),
        KINDS[S_IFSOCK]: say("socket"),
        KINDS[S_IFCHR]: say("device"),
        OTHER: say("special file"),
        ENDED: say("the reader process stopped unexpectedly"),
        STOPPED: say("stopped before the end"),
        INTERRUPTED: say("the program closed before the file was fully read"),
        DAMAGED: say("this case is damaged; only the readable parts are shown"),
    }.get(trouble.why) or visible(say(trouble.why))


def left_words(left: UnsavedCase) -> str:
    """Return what an unsaved case contains, and when it was last changed."""
    moment = QDateTime.fromSecsSinceEpoch(int(left.at))
    name, files, on_files = left.summary.name, left.summary.files, left.decided_files
    on_links = left.summary.decisions - on_files
    decided = [say_count(on_files, "1 file marked", "{count} files marked")] if on_files else []
    if on_links or not on_files:
        decided.insert(0, say_count(on_links, "1 link marked", "{count} links marked"))
    what = visible(name) if files == 1 else say_count(files, "1 file", "{count} files")
    return say(
        "Unsaved case: {what} · {decided} · {when}",
        what=what,
        decided=", ".join(decided),
        when=QLocale(language()).toString(moment, say("d MMM yyyy, HH:mm")),
    )


def progress(case: OpenCase) -> str:
    """Return the progress of reading in words."""
    now = case.now
    if now is None:
        return say("Looking for files…")
    links = number(len(case.rows))
    total = number(sum(head.links for head in case.heads))
    last = case.heads[-1:]
    if now.of == 1 and any(e.reason == ONLY_BEGINNING for h in last for e in h.not_examined):
        return say("Reading: {links} links so far", links=links)
    if now.of == 1:
        return say("Reading: {links} of {total} links", links=links, total=total)
    return say(
        "Reading {place} of {count}: {file} · {links} links",
        place=now.place,
        count=now.of,
        file=visible(now.path),
        links=links,
    )


def amount(case: OpenCase, order: Order | None = None, selected: int = 0) -> str:
    """Return the numbers of shown, selected and marked links; "" if there are no files."""
    if not case.heads:
        return ""
    texts = [_shown(case, order)]
    if selected > 1:
        texts.append(say_count(selected, "1 row selected", "{count} rows selected"))
    if case.marks:
        texts.append(say_count(len(case.marks), "1 link marked", "{count} links marked"))
    return " · ".join(filter(None, texts))


def _shown(case: OpenCase, order: Order | None) -> str:
    """Return the number of links and, if it is different, the number of rows."""
    total = len(case.rows)
    rows = total if order is None else len(order.numbers)
    counts = order.counts if order else None
    links = rows if counts is None else sum(counts.values())
    every = say_count(total, "1 link", "{count} links")
    shown = every if links == total else say("{shown} of {links}", shown=number(links), links=every)
    if counts is None:
        return shown
    return say_count(rows, "1 row: {links}", "{count} rows: {links}", links=shown)
