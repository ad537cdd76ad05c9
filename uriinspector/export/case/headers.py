"""What a report tells of each file: what it is, what its header claims, what was not examined."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uriinspector.export.case.saying import Fact, Remark, Say, named, remarks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uriinspector.documents.envelope import Envelope, Mailbox
    from uriinspector.documents.model import Part
    from uriinspector.export.case.model import File

ENVELOPES, PARTS, LEFT_OUT, PEOPLE, FINDINGS = 10, 30, 30, 5, 20
KINDS = {
    **dict.fromkeys(("zip", "gzip", "tar"), "archive"),
    "html": "page",
    "mbox": "mailbox",
    "image": "picture",
    "pdf": "PDF",
}
# The longest quotation of a field of a header.
QUOTED = 300


class EnvelopeTold(NamedTuple):
    """The header of one message; its title names the part where there are several."""

    title: str
    facts: tuple[Fact, ...]


class FileTold(NamedTuple):
    """One file."""

    title: str
    facts: tuple[Fact, ...]
    envelopes: tuple[EnvelopeTold, ...]
    findings: tuple[Remark, ...]
    parts: tuple[str, ...]
    unexamined: tuple[str, ...]


def file_told(file: File, say: Say) -> FileTold:
    """What is told of a file."""
    parts = [_part(each, say) for each in file.parts[:PARTS]] if len(file.parts) > 1 else []
    left_out = file.not_examined
    unexamined = [
        f"{say.tell('part {part}', part=each.part)}, {say(each.type)}: {say(say.tell(each.reason))}"
        for each in left_out[:LEFT_OUT]
    ]
    envelopes = file.envelopes[:ENVELOPES]
    several = len(file.envelopes) > 1
    return FileTold(
        named(file.name, say),
        tuple(_facts(file, say)),
        tuple(_envelope(each, say, several=several) for each in envelopes),
        tuple(remarks(file.findings, say, FINDINGS)),
        tuple(_with_rest(parts, len(file.parts), say)),
        tuple(_with_rest(unexamined, len(left_out), say)),
    )


def _facts(file: File, say: Say) -> Iterator[Fact]:
    tell = say.tell
    yield Fact(tell("Kind"), tell(KINDS.get(file.kind, file.kind)))
    yield Fact(tell("Size"), say.count(file.size, "1 octet", "{count} octets"))
    yield Fact("SHA-256", file.sha256, is_code=True)
    yield Fact(tell("Links"), tell("{count}", count=file.links))
    if len(file.envelopes) > ENVELOPES:
        words = "{count}, of which {shown} are shown"
        count = len(file.envelopes)
        yield Fact(tell("Messages"), tell(words, count=count, shown=ENVELOPES))


def _envelope(found: Envelope, say: Say, *, several: bool) -> EnvelopeTold:
    tell = say.tell
    title = tell("Message in part {part}", part=found.part) if several else tell("Message")
    return EnvelopeTold(title, tuple(_header(found, say)))


def _header(found: Envelope, say: Say) -> Iterator[Fact]:
    """What the header claims."""
    for name, people in (
        ("From", found.senders),
        ("Reply-To", found.reply_to),
        ("To", found.recipients),
    ):
        if people:
            yield Fact(say.tell(name), _people(people, say), is_code=True)
    for name, text in (
        ("Return-Path", found.return_path),
        ("Subject", found.subject),
        ("Date", found.date),
        ("Message-ID", found.message_id),
    ):
        if text:
            yield Fact(say.tell(name), say(" ".join(text.split()), QUOTED), is_code=True)
    claimed = "; ".join(" ".join(each.split()) for each in found.authentication)
    told = say(claimed, QUOTED) or say.tell("none")
    yield Fact(say.tell("Authentication, as claimed"), told, is_code=bool(claimed))


def _people(people: Sequence[Mailbox], say: Say) -> str:
    told = [
        say(f'"{each.name}" <{each.address}>' if each.name else f"<{each.address}>", QUOTED)
        for each in people[:PEOPLE]
    ]
    left = len(people) - PEOPLE
    more = [say.tell("{count} more", count=left)] if left > 0 else []
    return ", ".join(told + more)


def _part(part: Part, say: Say) -> str:
    name = f" {named(part.name, say)}" if part.name else ""
    size = say.count(part.size, "1 octet", "{count} octets")
    return f"{part.path}{name}, {say(part.type)}, {size}, SHA-256 {part.sha256}"


def _with_rest(rows: list[str], count: int, say: Say) -> Iterator[str]:
    yield from rows
    if rows and count > len(rows):
        yield say.tell("{count} more", count=count - len(rows))
