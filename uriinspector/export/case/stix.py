"""Write a case as a STIX 2.1 bundle.

Each file with its contents is observed data. Indicators are only created for links that were marked
as malicious, and only for the link, never for its host, which may be shared. Values are exact;
descriptions are for people and defanged.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PureWindowsPath
from typing import TypeAlias
from uuid import NAMESPACE_URL, UUID, uuid5

from uriinspector.analysis.defang import defang
from uriinspector.analysis.safe_text import defanged
from uriinspector.documents.cases.link_row import IGNORED, MALICIOUS
from uriinspector.documents.document_values import DocumentPart, Envelope, Mailbox
from uriinspector.export.case import misp
from uriinspector.export.case.case_model import (
    CaseExport,
    CaseLink,
    DecidedEntry,
    File,
    decided_files,
)
from uriinspector.export.case.case_report import ReportWords, counted, headline, written
from uriinspector.export.case.misp import (
    DOMAIN,
    IPV4,
    IPV6,
    ExactHost,
    ends_of,
    host_of,
    sound,
    url_of,
)
from uriinspector.export.options import ExportOptions

# A STIX object; its values are strings, numbers, lists and objects.
Object: TypeAlias = "dict[str, object]"
# STIX 2.1 2.9: the namespace of observables.
OBSERVABLES = UUID("00abedb4-aa42-466c-9c01-fed23315a9b7")
# The namespace of all other objects.
OURS = uuid5(NAMESPACE_URL, "urn:uriinspector:case")


def observable_id(kind: str, contributing: Mapping[str, object]) -> str:
    """Return the identifier of an observable, made from its identifying properties.

    They are serialized by RFC 8785: sorted by name, without spaces, with non-ASCII letters
    unescaped.
    """
    # As long as no key is outside the BMP, sorting by code point equals sorting by UTF-16.
    text = json.dumps(contributing, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{kind}--{uuid5(OBSERVABLES, text)}"


def object_id(kind: str, *content: str) -> str:
    """Return the identifier of any other object, made from its content."""
    return f"{kind}--{uuid5(OURS, json.dumps([kind, *content]))}"


VERSION = "2.1"
HOSTS = {DOMAIN: "domain-name", IPV4: "ipv4-addr", IPV6: "ipv6-addr"}
# The identity of this program, which creates the objects.
PROGRAM = object_id("identity", "URI Inspector")
BORN = "2026-11-22T00:00:00Z"


def observable(kind: str, contributing: Object, more: Object | None = None) -> Object:
    """Return an observable (STIX 2.1 6)."""
    result: Object = {"type": kind, "spec_version": VERSION}
    result["id"] = observable_id(kind, contributing)
    return result | contributing | (more or {})


def stated(kind: str, created: str, contributing: Iterable[str], content: Object) -> Object:
    """Return an object of the kind that a program creates, not observes (STIX 2.1 4)."""
    result: Object = {"type": kind, "spec_version": VERSION, "id": object_id(kind, *contributing)}
    # With milliseconds (STIX 2.1 3.2).
    moment = f"{created.removesuffix('Z')}.000Z"
    result |= {"created": moment, "modified": moment}
    if kind != "identity":
        result["created_by_ref"] = PROGRAM
    return result | content


def identity_object() -> Object:
    """Return the program's identity, which is the same in every bundle."""
    content: Object = {"name": "URI Inspector", "identity_class": "system"}
    return stated("identity", BORN, ("URI Inspector",), content)


def url_object(value: str) -> Object:
    return observable("url", {"value": value})


def host_object(exact: ExactHost) -> Object:
    return observable(HOSTS[exact.kind], {"value": exact.value})


def file_object(name: str | None, sha256: str, size: int) -> Object:
    contributing: Object = {"hashes": {"SHA-256": sha256}}
    if name:
        contributing["name"] = sound(PureWindowsPath(name).name or name)
    return observable("file", contributing, {"size": size})


def message_objects(file_of: File, envelope: Envelope) -> Iterator[Object]:
    """Yield the addresses and attachments of a message, then the message."""
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
    # Without these properties, a message has no identity (STIX 2.1 6.6.1).
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
    date = misp.date_of(envelope.date)
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
        # A list only for a field that occurs more than once.
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
            yield part, file_object(part.name, part.sha256, part.size)


def _owner(part: DocumentPart, envelopes: Iterable[Envelope]) -> Envelope | None:
    around = [each for each in envelopes if _is_inside(part, each)]
    return max(around, key=lambda each: len(each.part), default=None)


def _is_inside(part: DocumentPart, envelope: Envelope) -> bool:
    return part.path.startswith(f"{envelope.part}.")


def _addresses(people: Iterable[Mailbox]) -> Iterator[Object]:
    for each in people:
        if misp.is_address(each.address):
            name: Object = {"display_name": sound(each.name)} if each.name else {}
            yield observable("email-addr", {"value": sound(each.address)}, name)


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


CONTEXT = "suspicious-activity"
# The number of references that are written at a time.
PIECE = 1_000


def stix(case: CaseExport, _options: ExportOptions) -> Iterator[str]:
    """Yield the bundle, one object per line."""
    name = object_id("bundle", case.title, case.created, *(each.sha256 for each in case.files))
    yield f'{{"type": "bundle", "id": {json.dumps(name)}, "objects": [\n'
    start = ""
    for each in _Bundle(case).objects():
        yield start
        yield from _written(each)
        start = ",\n"
    yield "\n]}\n"


def _written(each: Object) -> Iterator[str]:
    """Yield an object as JSON; a long list of references in pieces."""
    refs = each.get("object_refs")
    if not isinstance(refs, list) or len(refs) <= PIECE:
        yield json.dumps(each)
        return
    rest = {name: value for name, value in each.items() if name != "object_refs"}
    yield json.dumps(rest)[:-1] + ', "object_refs": ['
    for start in range(0, len(refs), PIECE):
        yield (", " if start else "") + json.dumps(refs[start : start + PIECE])[1:-1]
    yield "]}"


def _title(mark: str | None) -> str:
    return f"Marked {mark}" if mark else "Note"


class _Bundle:
    """The objects of a case without repetitions; only their identifiers are stored."""

    def __init__(self, case: CaseExport) -> None:
        self._case = case
        self._created = case.created
        self._known: set[str] = set()
        self._observed_refs: list[dict[str, None]] = [{} for _ in case.files]
        # The created objects in the grouping, and the files on which indicators are based.
        self._stated_refs: dict[str, None] = {}
        self._rests: dict[tuple[str, int], None] = {}
        self._left_out = self._ignored = 0

    def objects(self) -> Iterator[Object]:
        yield identity_object()
        for number, file in enumerate(self._case.files):
            yield from self._file(number, file)
        for each in decided_files(self._case):
            yield from self._decided_file(each)
        for link in self._case.links:
            if link.mark == IGNORED:
                self._ignored += link.links
            else:
                yield from self._one_link(link)
        observed = [self._observed(number) for number in range(len(self._observed_refs))]
        yield from observed
        for source, number in self._rests:
            target = str(observed[number]["id"])
            content: Object = {"relationship_type": "based-on"}
            content |= {"source_ref": source, "target_ref": target}
            yield from self._say("relationship", (source, target), content)
        yield self._grouping([str(each["id"]) for each in observed])

    def _file(self, number: int, file: File) -> Iterator[Object]:
        whole = file_object(file.name, file.sha256, file.size)
        yield from self._observe(number, whole)
        for envelope in file.envelopes:
            for each in message_objects(file, envelope):
                yield from self._observe(number, each)
        for part, kind, reason in ((e.part, e.type, e.reason) for e in file.not_examined):
            words = defanged(f"Part {part}, {kind}: {reason}")
            yield from self._note("Not checked", words, str(whole["id"]))

    def _decided_file(self, each: DecidedEntry) -> Iterator[Object]:
        """Yield the analyst's decision about a file or an email in it."""
        file, part = each.file, each.part
        envelope = next((one for one in file.envelopes if one.part == part), None)
        seen = [*message_objects(file, envelope)] if envelope else []
        about = [one for one in seen if one["type"] == "email-message"]
        whole = file_object(file.name, file.sha256, file.size)
        what = "Email" if envelope else "File"
        ref = str((about or [whole])[0]["id"])
        words = (
            f"{what} {defanged(file.name)}, part {defanged(part)}",
            defanged(each.report.line) if each.report else "",
            written(each.decision.note, ReportWords(defang)),
        )
        yield from self._note(_title(each.decision.mark), "\n".join(filter(None, words)), ref)

    def _one_link(self, link: CaseLink) -> Iterator[Object]:
        url, host = url_of(link), host_of(link)
        is_meant = host is not None or link.mark == MALICIOUS
        # A note on a link without a valid URL refers to the link's file.
        ref = next(iter(self._observed_refs[link.row.file]))
        if url is None or not is_meant:
            self._left_out += link.links
        else:
            result = url_object(url)
            ref = str(result["id"])
            yield from self._observe(link.row.file, result)
        if host is not None:
            yield from self._observe(link.row.file, host_object(host))
        if link.mark or link.note:
            yield from self._decided(link, ref)

    def _decided(self, link: CaseLink, ref: str) -> Iterator[Object]:
        words = headline(link)
        if link.mark == MALICIOUS:
            ends = ends_of(link, link.inspection())
            if ends:
                pattern = " OR ".join(f"url:value = {quoted(each)}" for each in ends)
                content: Object = {
                    "name": f"Marked malicious: {words}",
                    "description": words,
                    "indicator_types": ["malicious-activity"],
                    "pattern": f"[{pattern}]",
                    "pattern_type": "stix",
                    "pattern_version": VERSION,
                    "valid_from": self._created,
                }
                self._rests[object_id("indicator", pattern), link.row.file] = None
                yield from self._say("indicator", (pattern,), content)
        as_written = f"Written as {defanged(link.row.value)}"
        text = "\n".join(filter(None, (words, as_written, written(link.note, ReportWords(defang)))))
        yield from self._note(_title(link.mark), text, ref)

    def _note(self, title: str, text: str, ref: str) -> Iterator[Object]:
        content: Object = {"abstract": title, "content": text, "object_refs": [ref]}
        yield from self._say("note", (title, text, ref), content)

    def _observe(self, number: int, item: Object) -> Iterator[Object]:
        """Record an object as observed in a file; yield it if it is new."""
        name = str(item["id"])
        self._observed_refs[number][name] = None
        if name not in self._known:
            self._known.add(name)
            yield item

    def _say(self, kind: str, key: Iterable[str], content: Object) -> Iterator[Object]:
        item = stated(kind, self._created, key, content)
        name = str(item["id"])
        if name not in self._stated_refs:
            self._stated_refs[name] = None
            yield item

    def _observed(self, number: int) -> Object:
        content: Object = {
            "first_observed": self._created,
            "last_observed": self._created,
            "number_observed": 1,
            "object_refs": list(self._observed_refs[number]),
        }
        file = self._case.files[number]
        key = (str(number), file.name, file.sha256, self._created)
        return stated("observed-data", self._created, key, content)

    def _grouping(self, observed: list[str]) -> Object:
        case = self._case
        content: Object = {
            "name": defanged(case.title),
            "description": " ".join(self._words()),
            "context": CONTEXT,
            "object_refs": [PROGRAM, *observed, *self._stated_refs],
        }
        return stated("grouping", self._created, (case.title, *observed), content)

    def _words(self) -> Iterator[str]:
        yield "Text only; nothing was visited."
        if self._left_out:
            links = counted(self._left_out, "link", "links")
            yield f"Left out: {links} without a host or a form allowed by RFC 3986."
        if self._ignored:
            yield f"Left out: {counted(self._ignored, 'link', 'links')} marked ignored."
        if self._case.troubles:
            yield f"{counted(len(self._case.troubles), 'file was', 'files were')} not read."
        yield from map(defanged, self._case.notes)
