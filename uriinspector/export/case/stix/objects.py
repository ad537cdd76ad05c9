"""The objects of STIX 2.1 that are made of files, messages and links."""

from __future__ import annotations

from pathlib import PureWindowsPath
from typing import TYPE_CHECKING

from uriinspector.export.case import exact_values
from uriinspector.export.case.exact_values import DOMAIN, IPV4, IPV6, sound
from uriinspector.export.case.stix.ids import Object, object_id, observable_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.documents.document_values import DocumentPart
    from uriinspector.documents.envelope import Envelope, Mailbox
    from uriinspector.export.case.case_model import File
    from uriinspector.export.case.exact_values import ExactHost

VERSION = "2.1"
HOSTS = {DOMAIN: "domain-name", IPV4: "ipv4-addr", IPV6: "ipv6-addr"}
# The program, which says all this.
PROGRAM = object_id("identity", "URI Inspector")
BORN = "2026-11-22T00:00:00Z"


def observable(kind: str, contributing: Object, more: Object | None = None) -> Object:
    """Something that was seen (STIX 2.1 6)."""
    result: Object = {"type": kind, "spec_version": VERSION}
    result["id"] = observable_id(kind, contributing)
    return result | contributing | (more or {})


def stated(kind: str, created: str, contributing: Iterable[str], content: Object) -> Object:
    """Something that this program says (STIX 2.1 4)."""
    result: Object = {"type": kind, "spec_version": VERSION, "id": object_id(kind, *contributing)}
    # Written to the millisecond (STIX 2.1 3.2).
    moment = f"{created.removesuffix('Z')}.000Z"
    result |= {"created": moment, "modified": moment}
    if kind != "identity":
        result["created_by_ref"] = PROGRAM
    return result | content


def identity() -> Object:
    """The program: one and the same in every bundle."""
    content: Object = {"name": "URI Inspector", "identity_class": "system"}
    return stated("identity", BORN, ("URI Inspector",), content)


def url(value: str) -> Object:
    """A link."""
    return observable("url", {"value": value})


def host(exact: ExactHost) -> Object:
    """Where a link leads."""
    return observable(HOSTS[exact.kind], {"value": exact.value})


def file(name: str | None, sha256: str, size: int) -> Object:
    """A file, or what is attached to a message."""
    contributing: Object = {"hashes": {"SHA-256": sha256}}
    if name:
        contributing["name"] = sound(PureWindowsPath(name).name or name)
    return observable("file", contributing, {"size": size})


def message(file_of: File, envelope: Envelope) -> Iterator[Object]:
    """A message with those who wrote and get it, and what is attached; it comes last."""
    attached = list(_attached(file_of, envelope))
    senders, recipients = (
        list(_addresses(each)) for each in (envelope.senders, envelope.recipients)
    )
    yield from (*senders, *recipients, *(each for _, each in attached))
    contributing: Object = {}
    if senders:
        contributing["from_ref"] = senders[0]["id"]
    if envelope.subject:
        contributing["subject"] = sound(envelope.subject)
    # Without these nothing tells it from others (STIX 2.1 6.6.1).
    if contributing:
        more = dict(_more(file_of, envelope, attached))
        if recipients:
            more["to_refs"] = [each["id"] for each in recipients]
        yield observable("email-message", contributing, more)


def _more(
    file_of: File, envelope: Envelope, attached: list[tuple[DocumentPart, Object]]
) -> Iterator[tuple[str, object]]:
    is_multipart = sum(_is_inside(each, envelope) for each in file_of.parts) > 1
    yield "is_multipart", is_multipart
    date = exact_values.date_of(envelope.date)
    if date:
        yield "date", date
    if envelope.message_id:
        yield "message_id", sound(envelope.message_id)
    fields = {
        "Reply-To": [sound(each.address) for each in envelope.reply_to if each.address],
        "Return-Path": [sound(envelope.return_path)] if envelope.return_path else [],
        "Authentication-Results": list(map(sound, envelope.authentication)),
    }
    if any(fields.values()):
        # A list only where a field stands more than once.
        values = {name: texts if texts[1:] else texts[0] for name, texts in fields.items() if texts}
        yield "additional_header_fields", values
    if is_multipart and attached:
        yield (
            "body_multipart",
            [
                {"content_type": sound(part.type), "body_raw_ref": each["id"]}
                for part, each in attached
            ],
        )


def _attached(file_of: File, envelope: Envelope) -> Iterator[tuple[DocumentPart, Object]]:
    for part in file_of.parts:
        if part.name and _owner(part, file_of.envelopes) is envelope:
            yield part, file(part.name, part.sha256, part.size)


def _owner(part: DocumentPart, envelopes: Iterable[Envelope]) -> Envelope | None:
    """The innermost message that a part belongs to."""
    around = [each for each in envelopes if _is_inside(part, each)]
    return max(around, key=lambda each: len(each.part), default=None)


def _is_inside(part: DocumentPart, envelope: Envelope) -> bool:
    return part.path.startswith(f"{envelope.part}.")


def _addresses(people: Iterable[Mailbox]) -> Iterator[Object]:
    for each in people:
        if exact_values.is_address(each.address):
            name: Object = {"display_name": sound(each.name)} if each.name else {}
            yield observable("email-addr", {"value": sound(each.address)}, name)


def indicator(created: str, values: Iterable[str], words: tuple[str, str]) -> Object:
    """Something to look for; ``words`` are its name and what is said of it."""
    pattern = " OR ".join(f"url:value = {quoted(each)}" for each in values)
    content: Object = {
        "name": words[0],
        "description": words[1],
        "indicator_types": ["malicious-activity"],
        "pattern": f"[{pattern}]",
        "pattern_type": "stix",
        "pattern_version": VERSION,
        "valid_from": created,
    }
    return stated("indicator", created, (pattern,), content)


def quoted(text: str) -> str:
    """A text in a pattern (STIX 2.1 9.2): quotes and backslashes stand behind a backslash."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def note(created: str, words: tuple[str, str], refs: list[str]) -> Object:
    """A word on something; ``words`` are what it is and what it says."""
    content: Object = {"abstract": words[0], "content": words[1], "object_refs": refs}
    return stated("note", created, (*words, *refs), content)


def based_on(created: str, source: str, target: str) -> Object:
    """That an indicator rests on what was seen."""
    content: Object = {"relationship_type": "based-on", "source_ref": source, "target_ref": target}
    return stated("relationship", created, (source, target), content)
