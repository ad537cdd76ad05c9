"""What a report tells of each file: what it is, what its header claims, what was not examined."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from uriinspector.core.model import NamedTuple
from uriinspector.documents.authentication import believed_and_other, claims_text
from uriinspector.documents.mime.envelope_reader import MOST
from uriinspector.export.case.report_words import (
    CaseRemark,
    Fact,
    ReportWords,
    named,
    remarks,
    written,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from uriinspector.documents.cases.link_row import Decision
    from uriinspector.documents.document_messages import MessageReport
    from uriinspector.documents.document_values import DocumentPart
    from uriinspector.documents.envelope import Envelope, Mailbox
    from uriinspector.documents.received import ReceivedHop
    from uriinspector.export.case.case_model import File

T = TypeVar("T")
ENVELOPES, PARTS, LEFT_OUT, PEOPLE, FINDINGS, HOPS = 10, 30, 30, 5, 20, 12
KINDS = {
    **dict.fromkeys(("zip", "gzip", "tar", "bzip2", "xz", "7z"), "archive"),
    "outlook": "message",
    "html": "page",
    "mbox": "mailbox",
    "image": "image",
    "pdf": "PDF",
}
# The longest quotation of a field of a header.
QUOTED = 300


class EnvelopeReport(NamedTuple):
    """The header of one message; its title names the part where there are several."""

    title: str
    facts: tuple[Fact, ...]


class FileReport(NamedTuple):
    """One file."""

    title: str
    facts: tuple[Fact, ...]
    envelopes: tuple[EnvelopeReport, ...]
    findings: tuple[CaseRemark, ...]
    parts: tuple[str, ...]
    unexamined: tuple[str, ...]


def file_report(file: File, say: ReportWords) -> FileReport:
    """What is told of a file."""
    parts = [_part(each, say) for each in file.parts[:PARTS]] if len(file.parts) > 1 else []
    left_out = file.not_examined
    unexamined = [
        f"{say.tell('part {part}', part=each.part)}, {say(each.type)}: {say(say.tell(each.reason))}"
        for each in left_out[:LEFT_OUT]
    ]
    decided = {each.part for each in file.decisions}
    envelopes = first_decided(file.envelopes, lambda each: each.part in decided, ENVELOPES)
    several = len(file.envelopes) > 1
    return FileReport(
        named(file.name, say),
        tuple(_facts(file, say)),
        tuple(_envelope(each, file, say, several=several) for each in envelopes),
        tuple(remarks(file.findings, say, FINDINGS)),
        tuple(_with_rest(parts, len(file.parts), say)),
        tuple(_with_rest(unexamined, len(left_out), say)),
    )


def first_decided(rows: Sequence[T], is_decided: Callable[[T], bool], most: int) -> list[T]:
    """Return the decided rows that there is room for, then others, all in their order."""
    places = sorted(range(len(rows)), key=lambda at: not is_decided(rows[at]))
    return [rows[at] for at in sorted(places[:most])]


def _facts(file: File, say: ReportWords) -> Iterator[Fact]:
    tell = say.tell
    yield Fact(tell("Kind"), tell(KINDS.get(file.kind, file.kind)))
    yield Fact(tell("Size"), say.count(file.size, "1 byte", "{count} bytes"))
    yield Fact("SHA-256", file.sha256, is_code=True)
    yield Fact(tell("Links"), tell("{count}", count=file.links))
    yield from _decided(file.decision(""), say)
    if len(file.envelopes) > ENVELOPES:
        words = "{count}, of which {shown} are shown"
        count = len(file.envelopes)
        yield Fact(tell("Messages"), tell(words, count=count, shown=ENVELOPES))


def _decided(decision: Decision, say: ReportWords) -> Iterator[Fact]:
    """What the analyst decided."""
    if decision.mark:
        yield Fact(say.tell("Marked by the analyst"), say.tell(decision.mark))
    if decision.note:
        yield Fact(say.tell("Note"), written(decision.note, say))


def _envelope(envelope: Envelope, file: File, say: ReportWords, *, several: bool) -> EnvelopeReport:
    tell = say.tell
    title = tell("Message in part {part}", part=envelope.part) if several else tell("Message")
    report = next((each for each in file.messages if each.part == envelope.part), None)
    facts = [*_assessment(report, say)] if report else []
    facts += _decided(file.decision(envelope.part), say)
    return EnvelopeReport(title, (*facts, *_header(envelope, say)))


def _assessment(report: MessageReport, say: ReportWords) -> Iterator[Fact]:
    """Its level and its sentence."""
    if report.severity is not None:
        yield Fact(say.tell("Severity"), say.tell(report.severity))
    yield Fact(say.tell("Assessment"), say.line(report.line))


def _header(envelope: Envelope, say: ReportWords) -> Iterator[Fact]:
    """What the header claims."""
    tell = say.tell
    for name, people in (
        ("From", envelope.senders),
        ("Reply-To", envelope.reply_to),
        ("To", envelope.recipients),
    ):
        if people:
            yield Fact(say.tell(name), _people(people, say), is_code=True)
    for name, text in (
        ("Return-Path", envelope.return_path),
        ("Subject", envelope.subject),
        ("Date", envelope.date),
        ("Message-ID", envelope.message_id),
    ):
        if text:
            yield Fact(say.tell(name), say(" ".join(text.split()), QUOTED), is_code=True)
    first, others = believed_and_other(envelope.claims)
    if first or not others:
        words = say(claims_text(first), QUOTED) or tell("none")
        yield Fact(tell("Checks, according to the header"), words, is_code=bool(first))
    if others:
        words = say(claims_text(others), QUOTED)
        yield Fact(tell("Checks that the sender could have written"), words, is_code=True)
    hops = envelope.hops[:HOPS]
    if hops:
        way = say("; ".join(map(_hop, hops)), HOPS * QUOTED)
        yield Fact(tell("Received, according to the header"), way, is_code=True)


def _hop(hop: ReceivedHop) -> str:
    """From whom, by whom, when, and how long after the one before."""
    address = f"[{hop.address}]" if hop.address else ""
    delay = "" if hop.delay is None else f"{hop.delay:+d} s"
    names = " -> ".join(filter(None, (f"{hop.host or ''} {address}".strip(), hop.by)))
    return ", ".join(filter(None, (names, hop.date, delay)))


def _people(people: Sequence[Mailbox], say: ReportWords) -> str:
    texts = [
        say(f'"{each.name}" <{each.address}>' if each.name else f"<{each.address}>", QUOTED)
        for each in people[:PEOPLE]
    ]
    left = len(people) - PEOPLE
    # Of a field that names more people no others are known.
    words = "at least {count} more" if len(people) >= MOST else "{count} more"
    more = [say.tell(words, count=left)] if left > 0 else []
    return ", ".join(texts + more)


def _part(part: DocumentPart, say: ReportWords) -> str:
    name = f" {named(part.name, say)}" if part.name else ""
    size = say.count(part.size, "1 byte", "{count} bytes")
    return f"{part.path}{name}, {say(part.type)}, {size}, SHA-256 {part.sha256}"


def _with_rest(rows: list[str], count: int, say: ReportWords) -> Iterator[str]:
    yield from rows
    if rows and count > len(rows):
        yield say.tell("{count} more", count=count - len(rows))
