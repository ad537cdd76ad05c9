"""Write a case as a MISP event.

Attributes for automatic detection are only created for links that were marked as malicious, and
only for the link itself, since a host may be shared. Values are exact; comments are for people and
defanged.
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
# RFC 1034 3.5, and the underscore that the DNS allows.
LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
NAME = expression(rf"(?=.{{1,253}}\Z){LABEL}(?:\.{LABEL})*")
ADDRESS = expression(r"[^\s@<>\"(),:;\\\[\]]{1,64}@[^\s@<>\"(),:;\\]{1,255}")
SURROGATE = expression("[\ud800-\udfff]")


class ExactHost(NamedTuple):
    kind: str
    value: str


def is_url(text: str | None) -> bool:
    """Return True if a text has a scheme and is valid by RFC 3986."""
    if text is None:
        return False
    reference = parse(text)
    return reference.scheme is not None and reference.valid


def url_of(link: CaseLink) -> str | None:
    """Return the target as a valid URL: as written, or else as browsers request it, or None."""
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
    """Replace surrogates, which UTF-8 cannot encode."""
    return SURROGATE.sub("\ufffd", text)


OURS = uuid5(NAMESPACE_URL, "urn:uriinspector:case:misp")
NETWORK, PAYLOAD, OTHER = "Network activity", "Payload delivery", "Other"
# Not shared with other organizations, no threat level yet, analysis just begun.
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
        "disable_correlation": not each.correlates,
        "comment": each.comment,
        "timestamp": seconds,
        "distribution": "5",
    }


def _once(attributes: Iterator[MispAttribute]) -> Iterator[MispAttribute]:
    """Remove repeated values except the first, as MISP accepts each value only once per type."""
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
