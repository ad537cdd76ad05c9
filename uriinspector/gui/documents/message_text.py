"""All about a message or a file on one tab: what it claims, what is said of it, what it holds."""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.analysis.finding import Finding
from uriinspector.documents.authentication import ReceivedHop
from uriinspector.documents.document_values import DocumentPart
from uriinspector.documents.scan_state import HTML
from uriinspector.gui.documents import file_model, header_text
from uriinspector.gui.documents.file_model import claimed_text, moment_words
from uriinspector.gui.documents.open_case import FileEntry
from uriinspector.gui.documents.rows import severity_of
from uriinspector.gui.text.pieces import NEW_LINE, Kind, Pieces, ours, visible
from uriinspector.gui.text.translation import number, say
from uriinspector.gui.widgets.severity_sign import word_of

# So many findings, and so many parts, are told.
MOST = 40


def message_pieces(entry: FileEntry) -> Pieces:
    """The lines, one after the other."""
    result: Pieces = ()
    for line in _lines(entry):
        result += (*NEW_LINE, *line) if result else line
    return result


def assessment(entry: FileEntry) -> Pieces:
    """Its level and its sentence."""
    severity, words = severity_of(entry.rank), ours(file_model.sentence_words(entry), Kind.STRONG)
    if not severity:
        return words
    sign = ours(
        f" {word_of(severity).upper()} ", header_text.SEVERITY_KINDS.get(severity, Kind.STRONG)
    )
    return sign + ours("  ") + words


def _lines(entry: FileEntry) -> Iterator[Pieces]:
    words = assessment(entry)
    if words:
        yield words
    for each in _findings(entry)[:MOST]:
        yield header_text.finding_pieces(each)
    if entry.envelope is not None:
        yield from _split(header_text.envelope(entry.envelope))
        if entry.envelope.date:
            yield _named(say("Date"), claimed_text(moment_words(entry.envelope.date)))
        yield from (_hop(each) for each in entry.envelope.hops[:MOST])
    yield _named(say("File"), file_model.file(entry, entry.head.name))
    yield from _base(entry)
    yield from (_part(each) for each in _attachments(entry)[:MOST])
    for reason in file_model.not_examined(entry)[:MOST]:
        yield ours(say("Not checked: {what}", what=visible(say(reason))), Kind.DIFFERS)


def _findings(entry: FileEntry) -> tuple[Finding, ...]:
    return entry.report.findings if entry.report else () if entry.envelope else entry.head.findings


def _split(pieces: Pieces) -> Iterator[Pieces]:
    """The lines of an envelope."""
    line: Pieces = ()
    for each in pieces:
        if (each,) == NEW_LINE:
            yield line
            line = ()
        else:
            line += (each,)
    yield line


def _named(name: str, pieces: Pieces) -> Pieces:
    return ours(f"{name} ", Kind.MUTED) + pieces


def _base(entry: FileEntry) -> Iterator[Pieces]:
    """Where the relative references of a page lead, and what says so."""
    if entry.head.kind != HTML:
        return
    yield from header_text.page_base(entry.head)


def _hop(hop: ReceivedHop) -> Pieces:
    """A server on the way, as it was written down there: from whom, by whom, when."""
    address = f"[{hop.address}]" if hop.address else None
    names = dict.fromkeys((hop.host, address))  # some have the address for a name
    places = (*names, hop.by and f"\u2192 {hop.by}")
    way = visible(" ".join(each for each in places if each))
    date = moment_words(hop.date) if hop.date else ""
    delay = say("after {count} s", count=hop.delay) if hop.delay is not None else ""
    times = ", ".join(filter(None, (date, delay)))
    return _named(
        say("Received, according to the header"), ours(way) + ours(f"   {times}", Kind.MUTED)
    )


def _attachments(entry: FileEntry) -> list[DocumentPart]:
    paths = entry.report.attachments if entry.report else ()
    return [each for each in entry.head.parts if each.path in paths]


def _part(part: DocumentPart) -> Pieces:
    """An attachment: name, type, size and what identifies it."""
    name = claimed_text(part.name) if part.name else ours(say("(no name)"), Kind.MUTED)
    facts = say(
        "{type}, {size} bytes, SHA-256 {sum}",
        type=visible(part.type),
        size=number(part.size),
        sum=part.sha256,
    )
    return _named(say("Attachment"), name) + ours(f"   {facts}", Kind.MUTED)
