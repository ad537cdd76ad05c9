"""Write a case as a MISP event or a STIX 2.1 bundle.

Attributes and indicators for automatic detection are only created for links that were marked as
malicious, and only for the link itself, since a host may be shared. In STIX, each file with its
contents is observed data. Values are exact; comments and descriptions are for people and defanged.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import PureWindowsPath
from typing import TypeAlias
from uuid import NAMESPACE_URL, UUID, uuid5

from uriinspector.analysis.defang import defang
from uriinspector.analysis.finding import RANK
from uriinspector.analysis.inspection import Inspection
from uriinspector.analysis.safe_text import defanged
from uriinspector.core.expression import expression
from uriinspector.core.host import host_kind
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse
from uriinspector.documents.cases.link_row import BENIGN, IGNORED, MALICIOUS
from uriinspector.documents.document_values import DocumentPart, Envelope, Mailbox
from uriinspector.export.case.case_model import (
    CaseExport,
    CaseLink,
    DecidedEntry,
    File,
    decided_files,
)
from uriinspector.export.case.case_report import ReportWords, counted, headline, written
from uriinspector.export.options import ExportOptions
from uriinspector.export.recipient_data import REMOVED
from uriinspector.export.report import fetched, final_inspection, site_of

DOMAIN, IPV4, IPV6 = "domain", "ipv4", "ipv6"
# RFC 1034 3.5, and the underscore that the DNS allows.
LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
NAME = expression(rf"(?=.{{1,253}}\Z){LABEL}(?:\.{LABEL})*")
ADDRESS = expression(r"[^\s@<>\"(),:;\\\[\]]{1,64}@[^\s@<>\"(),:;\\]{1,255}")
SURROGATE = expression("[\ud800-\udfff]")


class ExactHost(NamedTuple):
    kind: str
    value: str


def is_url(text: str | None) -> bool:
    """Return True if a text has a scheme and is valid according to RFC 3986."""
    if text is None:
        return False
    reference = parse(text)
    return reference.scheme is not None and reference.valid


def url_of(link: CaseLink) -> str | None:
    """Return the target as a valid URL, as written or else as browsers request it, or None."""
    if is_url(link.row.target):
        return link.row.target
    if link.row.host is None:
        return None
    asked = fetched(link.inspection())
    return asked if is_url(asked) else None


def host_of(link: CaseLink) -> ExactHost | None:
    """Return the host that the link leads to, or None if it has no valid one."""
    if link.row.host is None:
        return None
    kind = host_kind(link.row.host)
    if kind == "ipv4":
        return ExactHost(IPV4, link.row.host)
    if kind == "ipv6":
        return ExactHost(IPV6, link.row.host.strip("[]"))
    name = link.row.host.removesuffix(".").lower()
    return ExactHost(DOMAIN, name) if NAME.fullmatch(name) else None


def ends_of(link: CaseLink, inspection: Inspection) -> tuple[str, ...]:
    """Return the last known link as written and as browsers request it, if these are valid
    URLs.
    """
    end = final_inspection(inspection)
    result = (link.row.target if end is inspection else end.target or end.text, fetched(end))
    return tuple(dict.fromkeys(each for each in result if each is not None and is_url(each)))


def is_address(text: str) -> bool:
    """Return True if a text can be an email address whose local part was not removed."""
    return ADDRESS.fullmatch(text) is not None and not text.startswith(f"{REMOVED}@")


def date_of(text: str | None) -> str | None:
    """Return the date of a message in ISO format; None if it is invalid or has no time zone."""
    if not text:
        return None
    try:
        result = parsedate_to_datetime(text)
    except (ValueError, IndexError, OverflowError):
        return None
    try:
        return f"{result.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if result.tzinfo else None
    except OverflowError:
        return None


def sound(text: str) -> str:
    """Replace surrogates, which cannot be encoded in UTF-8."""
    return SURROGATE.sub("\ufffd", text)


MISP_OBJECTS = uuid5(NAMESPACE_URL, "urn:uriinspector:case:misp")
NETWORK, PAYLOAD, OTHER = "Network activity", "Payload delivery", "Other"
# The MISP values that mean: not shared with other organizations, no threat level yet, analysis just
# begun.
YOUR_ORGANISATION, UNDEFINED, BEGUN = "0", "4", "0"


class MispAttribute(NamedTuple):
    """An attribute of the event; ``is_known_bad`` allows automatic detection."""

    type: str
    category: str
    value: str
    comment: str = ""
    is_known_bad: bool = False
    correlates: bool = True


def misp(case: CaseExport, _options: ExportOptions) -> Iterator[str]:
    """Yield the event, one attribute per line."""
    event = str(uuid5(MISP_OBJECTS, json.dumps([case.title, case.created, *_hashes(case)])))
    moment = datetime.fromisoformat(case.created)
    head = {
        "uuid": event,
        "info": _info(case),
        "date": f"{moment:%Y-%m-%d}",
        "timestamp": _seconds(moment),
        "published": False,
        "distribution": YOUR_ORGANISATION,
        "threat_level_id": UNDEFINED,
        "analysis": BEGUN,
    }
    yield '{"Event": ' + json.dumps(head)[:-1] + ', "Attribute": [\n'
    start = ""
    for each in _once(_attributes(case)):
        yield start + json.dumps(_dumped(each, event, _seconds(moment)))
        start = ",\n"
    yield "\n]}}\n"


def _hashes(case: CaseExport) -> Iterator[str]:
    return (each.sha256 for each in case.files)


def _seconds(moment: datetime) -> str:
    return str(int(moment.timestamp()))


def _info(case: CaseExport) -> str:
    notes = " ".join((*_left_out(case), *map(defanged, case.notes)))
    title = defanged(case.title)
    return f"{title} (text only; nothing was visited) {notes}".strip()


def _left_out(case: CaseExport) -> Iterator[str]:
    ignored = hostless = 0
    for link in case.links:
        if link.mark == IGNORED:
            ignored += link.links
        elif link.mark != MALICIOUS and host_of(link) is None:
            hostless += link.links
    for count, why in ((ignored, "marked ignored"), (hostless, "without a host")):
        if count:
            yield f"Left out: {counted(count, 'link', 'links')} {why}."


def _dumped(each: MispAttribute, event: str, seconds: str) -> dict[str, object]:
    return {
        "uuid": str(uuid5(MISP_OBJECTS, json.dumps([event, each.type, each.value]))),
        "type": each.type,
        "category": each.category,
        "value": each.value,
        "to_ids": each.is_known_bad,
        "disable_correlation": not each.correlates,
        "comment": each.comment,
        "timestamp": seconds,
        "distribution": "5",
    }


def _once(attributes: Iterator[MispAttribute]) -> Iterator[MispAttribute]:
    """Remove repeated values, since MISP accepts each value only once per type."""
    visited: set[tuple[str, str]] = set()
    for each in attributes:
        value = " ".join(sound(each.value).split())
        key = (each.type, value)
        if value and key not in visited:
            visited.add(key)
            yield each._replace(value=value)


def _attributes(case: CaseExport) -> Iterator[MispAttribute]:
    for file in case.files:
        yield from _file(file)
    for each in decided_files(case):
        yield MispAttribute("comment", OTHER, _decided(each), correlates=False)
    # Malicious links come first, so that another link with the same URL does not replace them.
    for link in case.links:
        if link.mark == MALICIOUS:
            yield from _malicious(link)
    for link in case.links:
        if link.mark != IGNORED:
            yield from _one_link(link)


def _decided(each: DecidedEntry) -> str:
    """Return the analyst's decision about a file or email as text."""
    decision = each.decision
    words = (
        f"{defanged(each.file.name)}, part {defanged(each.part)}:",
        f"Marked {decision.mark}." if decision.mark else "",
        written(decision.note, ReportWords(defang)),
    )
    return " ".join(" ".join(filter(None, words)).split())


def _file(file: File) -> Iterator[MispAttribute]:
    yield _hashed(file.name, file.sha256, f"{file.kind}, {counted(file.links, 'link', 'links')}")
    for part in file.parts:
        if part.name and part.sha256 != file.sha256:
            yield _hashed(
                part.name, part.sha256, f"part {defanged(part.path)}, {defanged(part.type)}"
            )
    for envelope in file.envelopes:
        yield from _envelope(envelope)
    for each in file.not_examined:
        words = defanged(f"Not checked: part {each.part}, {each.type}: {each.reason}")
        yield MispAttribute("comment", OTHER, words, correlates=False)


def _hashed(path: str, sha256: str, comment: str) -> MispAttribute:
    name = PureWindowsPath(path).name or path
    if "|" in name:
        return MispAttribute("sha256", PAYLOAD, sha256, f"{comment}, {defanged(name)}")
    return MispAttribute("filename|sha256", PAYLOAD, f"{name}|{sha256}", comment)


def _envelope(envelope: Envelope) -> Iterator[MispAttribute]:
    for name, people in (("email-src", envelope.senders), ("email-reply-to", envelope.reply_to)):
        for each in people:
            if is_address(each.address):
                yield MispAttribute(name, PAYLOAD, each.address)
    for each in envelope.senders:
        yield MispAttribute("email-src-display-name", PAYLOAD, each.name, correlates=False)
    for each in envelope.recipients:
        if is_address(each.address):
            yield MispAttribute("email-dst", PAYLOAD, each.address, correlates=False)
    yield MispAttribute("email-subject", PAYLOAD, envelope.subject or "")
    yield MispAttribute("email-message-id", PAYLOAD, envelope.message_id or "")


def _malicious(link: CaseLink) -> Iterator[MispAttribute]:
    """Yield the attributes of a malicious link's destination, for automatic detection."""
    comment = _comment(link)
    for each in ends_of(link, link.inspection()):
        yield MispAttribute("url", NETWORK, each, comment, is_known_bad=True)


def _one_link(link: CaseLink) -> Iterator[MispAttribute]:
    host = host_of(link)
    if host is None:
        return
    url, comment = url_of(link), _comment(link)
    correlates = link.mark == MALICIOUS or (
        link.mark != BENIGN and RANK.get(link.row.severity or "", -1) >= RANK["medium"]
    )
    if url is not None:
        yield MispAttribute("url", NETWORK, url, comment, correlates=correlates)
    yield MispAttribute(_kind(host), NETWORK, host.value, "", correlates=correlates)


def _kind(host: ExactHost) -> str:
    if host.kind != DOMAIN:
        return "ip-dst"
    return "domain" if site_of(host.value) == host.value else "hostname"


def _comment(link: CaseLink) -> str:
    mark = f"Marked {link.mark}." if link.mark else ""
    note = " ".join(written(link.note, ReportWords(defang)).split())
    return " ".join(filter(None, (f"{headline(link)}.", mark, note)))


# A STIX object; its values are strings, numbers, lists and objects.
Object: TypeAlias = "dict[str, object]"
# STIX 2.1 2.9: the namespace of observables.
OBSERVABLES = UUID("00abedb4-aa42-466c-9c01-fed23315a9b7")
# The namespace of all other objects.
STIX_OBJECTS = uuid5(NAMESPACE_URL, "urn:uriinspector:case")


def observable_id(kind: str, contributing: Mapping[str, object]) -> str:
    """Return the identifier of an observable, made from its identifying properties.

    These are serialized as in RFC 8785: sorted by name, without spaces, with non-ASCII letters
    unescaped.
    """
    # As long as no key is outside the BMP, sorting by code point equals sorting by UTF-16.
    text = json.dumps(contributing, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{kind}--{uuid5(OBSERVABLES, text)}"


def object_id(kind: str, *content: str) -> str:
    """Return the identifier of any other object, made from its content."""
    return f"{kind}--{uuid5(STIX_OBJECTS, json.dumps([kind, *content]))}"


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
    """Return an object of a kind that programs create rather than observe (STIX 2.1 4)."""
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
    # A message without these properties has no deterministic identifier (STIX 2.1 6.6.1).
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
    date = date_of(envelope.date)
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
        # A field is a list only if it occurs more than once.
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
        if is_address(each.address):
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
    """Yield an object as JSON, with a long list of references in pieces."""
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
        # The objects in the grouping, and the files on which indicators are based.
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
