"""A case as an event of MISP.

Whatever looks for attacks by itself is told only of links that somebody has marked as malicious,
and of the link alone: hosts may be shared.  Values are exact; comments are for people, defanged.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import PureWindowsPath
from uuid import NAMESPACE_URL, uuid5

from uriinspector.analysis.defang import defang
from uriinspector.analysis.finding import RANK
from uriinspector.analysis.inspection import Inspection
from uriinspector.analysis.safe_text import defanged
from uriinspector.core.expression import expression
from uriinspector.core.host import host_kind
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse
from uriinspector.documents.cases.link_row import BENIGN, IGNORED, MALICIOUS
from uriinspector.documents.document_values import Envelope
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
# RFC 1034 3.5, and the underscore that the DNS lets in.
LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
NAME = expression(rf"(?=.{{1,253}}\Z){LABEL}(?:\.{LABEL})*")
ADDRESS = expression(r"[^\s@<>\"(),:;\\\[\]]{1,64}@[^\s@<>\"(),:;\\]{1,255}")
SURROGATE = expression("[\ud800-\udfff]")


class ExactHost(NamedTuple):
    """A host by its kind, in ASCII."""

    kind: str
    value: str


def is_url(text: str | None) -> bool:
    """Whether it has a scheme and meets RFC 3986 to the letter."""
    if text is None:
        return False
    reference = parse(text)
    return reference.scheme is not None and reference.valid


def url_of(link: CaseLink) -> str | None:
    """The target as a URL of RFC 3986: as it is written, or else as a browser asks for it."""
    if is_url(link.row.target):
        return link.row.target
    if link.row.host is None:
        return None
    asked = fetched(link.inspection())
    return asked if is_url(asked) else None


def host_of(link: CaseLink) -> ExactHost | None:
    """Where the way ends."""
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
    """The last link that is known: to the letter, and as a browser asks for it."""
    end = final_inspection(inspection)
    result = (link.row.target if end is inspection else end.target or end.text, fetched(end))
    return tuple(dict.fromkeys(each for each in result if each is not None and is_url(each)))


def is_address(text: str) -> bool:
    """Whether it can be a mail address, and is not one of which only the domain is left."""
    return ADDRESS.fullmatch(text) is not None and not text.startswith(f"{REMOVED}@")


def date_of(text: str | None) -> str | None:
    """The date of a message as machines write it; None where it cannot be read."""
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
    """The text with what no UTF-8 can hold replaced."""
    return SURROGATE.sub("\ufffd", text)


OURS = uuid5(NAMESPACE_URL, "urn:uriinspector:case:misp")
NETWORK, PAYLOAD, OTHER = "Network activity", "Payload delivery", "Other"
# Nobody else sees the event until somebody says so; what it means nobody has said yet.
YOUR_ORGANISATION, UNDEFINED, BEGUN = "0", "4", "0"


class MispAttribute(NamedTuple):
    """One thing that is told; ``is_known_bad`` lets programs act on it."""

    type: str
    category: str
    value: str
    comment: str = ""
    is_known_bad: bool = False
    is_telling: bool = True


def misp(case: CaseExport, _options: ExportOptions) -> Iterator[str]:
    """The event, an attribute a line."""
    event = str(uuid5(OURS, json.dumps([case.title, case.created, *_hashes(case)])))
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
        "uuid": str(uuid5(OURS, json.dumps([event, each.type, each.value]))),
        "type": each.type,
        "category": each.category,
        "value": each.value,
        "to_ids": each.is_known_bad,
        "disable_correlation": not each.is_telling,
        "comment": each.comment,
        "timestamp": seconds,
        "distribution": "5",
    }


def _once(attributes: Iterator[MispAttribute]) -> Iterator[MispAttribute]:
    """MISP takes a value of a type once; the first one tells most."""
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
        yield MispAttribute("comment", OTHER, _decided(each), is_telling=False)
    # What is marked as malicious comes first: no other link takes that from the same URL.
    for link in case.links:
        if link.mark == MALICIOUS:
            yield from _malicious(link)
    for link in case.links:
        if link.mark != IGNORED:
            yield from _one_link(link)


def _decided(each: DecidedEntry) -> str:
    """Return what the analyst has said of a file, or of an email in it."""
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
        yield MispAttribute("comment", OTHER, words, is_telling=False)


def _hashed(path: str, sha256: str, comment: str) -> MispAttribute:
    name = PureWindowsPath(path).name or path
    if "|" in name:
        return MispAttribute("sha256", PAYLOAD, sha256, f"{comment}, {defanged(name)}")
    return MispAttribute("filename|sha256", PAYLOAD, f"{name}|{sha256}", comment)


def _envelope(envelope: Envelope) -> Iterator[MispAttribute]:
    """What the header claims."""
    for name, people in (("email-src", envelope.senders), ("email-reply-to", envelope.reply_to)):
        for each in people:
            if is_address(each.address):
                yield MispAttribute(name, PAYLOAD, each.address)
    for each in envelope.senders:
        yield MispAttribute("email-src-display-name", PAYLOAD, each.name, is_telling=False)
    for each in envelope.recipients:
        if is_address(each.address):
            yield MispAttribute("email-dst", PAYLOAD, each.address, is_telling=False)
    yield MispAttribute("email-subject", PAYLOAD, envelope.subject or "")
    yield MispAttribute("email-message-id", PAYLOAD, envelope.message_id or "")


def _malicious(link: CaseLink) -> Iterator[MispAttribute]:
    """The link that the way ends with: what programs are to look for."""
    comment = _comment(link)
    for each in ends_of(link, link.inspection()):
        yield MispAttribute("url", NETWORK, each, comment, is_known_bad=True)


def _one_link(link: CaseLink) -> Iterator[MispAttribute]:
    host = host_of(link)
    if host is None:
        return
    url, comment = url_of(link), _comment(link)
    is_telling = link.mark == MALICIOUS or (
        link.mark != BENIGN and RANK.get(link.row.severity or "", -1) >= RANK["medium"]
    )
    if url is not None:
        yield MispAttribute("url", NETWORK, url, comment, is_telling=is_telling)
    yield MispAttribute(_kind(host), NETWORK, host.value, "", is_telling=is_telling)


def _kind(host: ExactHost) -> str:
    if host.kind != DOMAIN:
        return "ip-dst"
    return "domain" if site_of(host.value) == host.value else "hostname"


def _comment(link: CaseLink) -> str:
    mark = f"Marked {link.mark}." if link.mark else ""
    note = " ".join(written(link.note, ReportWords(defang)).split())
    return " ".join(filter(None, (f"{headline(link)}.", mark, note)))
