"""A case without recipient data: nothing in it tells to whom its messages were sent.

Links are cleaned as a single one is.  Of the sender the domain stays; whom a message was for, and
by what it could be found again in somebody's mailbox, goes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import PureWindowsPath
from typing import TYPE_CHECKING, overload

from uriinspector.analysis.finding import RANK
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.list_sources import SHIPPED
from uriinspector.core.expression import expression
from uriinspector.documents.cases.link_row import CALM, Trouble
from uriinspector.documents.envelope import Mailbox
from uriinspector.documents.html.reference_lists import items_of
from uriinspector.documents.link_location import ONE
from uriinspector.documents.rules.sites import site_of
from uriinspector.export.case.case_model import FileDecision
from uriinspector.export.recipient_data import LIMIT, REMOVED, without_mail, without_recipient

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.list_sources import Lists
    from uriinspector.documents.document_values import DocumentPart
    from uriinspector.documents.envelope import Envelope
    from uriinspector.export.case.case_model import CaseExport, CaseLink, File

# What may be a link in a sentence, and the results that other mail servers claim (RFC 8601 2.7).
LINK = expression(r"\S+[:?=]\S+")
RESULT = expression(r"\b(?:spf|dkim|dmarc|arc|auth|iprev|compauth)=\w+", re.IGNORECASE)
# So many are kept for those who go through them more than once.
CACHE_SIZE = 4_096
NOTE = f'Recognized recipient data is replaced with "{REMOVED}". {LIMIT}'


def cleaned(case: CaseExport) -> CaseExport:
    """The same case without recipient data."""
    return replace(
        case,
        title=prose(case.title),
        files=tuple(map(_file, case.files)),
        links=CleanedEntries(case.links),
        troubles=tuple(Trouble(_name(each.path), each.why) for each in case.troubles),
        notes=(*map(prose, case.notes), NOTE),
        is_cleaned=True,
    )


class CleanedEntries(Sequence["CaseLink"]):
    """Entries, each cleaned when it is asked for."""

    def __init__(self, links: Sequence[CaseLink]) -> None:
        self._links = links
        self._cache: dict[int, CaseLink] = {}

    def __len__(self) -> int:
        return len(self._links)

    @overload
    def __getitem__(self, index: int) -> CaseLink: ...
    @overload
    def __getitem__(self, index: slice) -> CleanedEntries: ...
    def __getitem__(self, index: int | slice) -> CaseLink | CleanedEntries:
        if isinstance(index, slice):
            return CleanedEntries(self._links[index])
        case_link = self._cache.get(index)
        if case_link is None:
            case_link = _one_link(self._links[index])
            if len(self._cache) < CACHE_SIZE:
                self._cache[index] = case_link
        return case_link


def _one_link(link: CaseLink) -> CaseLink:
    row = link.row
    left = row._replace(
        value=_value(row.value, row.how, row.base, link.lists),
        base=row.base and _link(row.base, None, link.lists),
        target=row.target and _link(row.target, None, link.lists),
        own=tuple(map(_finding, row.own)),
    )
    # What is said is said of what is left.
    inspection = left.inspection(link.edition, link.protect, link.lists)
    host = inspection.verdict.final_host or inspection.verdict.host
    worst = inspection.verdict.worst
    left = left._replace(
        # Of several references another one may be the worst by now.
        target=left.target if row.how == ONE else inspection.target,
        host=host,
        site=site_of(host) if host else left.site,
        rank=RANK[worst.severity] if worst else CALM,
        code=worst.code if worst else "",
        title=worst.title if worst else "",
    )
    shown = link.shown and prose(link.shown)
    return link._replace(row=left, shown=shown, note=prose(link.note), known_words=None)


def _value(value: str, how: str, base: str | None, lists: Lists) -> str:
    """A value with each of its references cleaned by itself."""
    items = items_of(value, how)
    if items is None:
        return _link(value, base, lists)
    for each in reversed(items):
        end = each.start + len(each.text)
        value = value[: each.start] + _link(each.text, base, lists) + value[end:]
    return value


@lru_cache(maxsize=CACHE_SIZE)
def _link(text: str, base: str | None, lists: Lists = SHIPPED) -> str:
    return without_recipient(inspect(text, base=base, lists=lists)).inspection.text


def prose(text: str) -> str:
    """A sentence of whatever origin, its links cleaned and its mail addresses taken out."""
    return without_mail(LINK.sub(lambda found: _link(found[0], None), text))


def _finding(each: Finding) -> Finding:
    return each._replace(args={name: prose(text) for name, text in each.args.items()})


def _file(file: File) -> File:
    return replace(
        file,
        name=_name(file.name),
        parts=tuple(map(_part, file.parts)),
        envelopes=tuple(map(_envelope, file.envelopes)),
        findings=tuple(map(_finding, file.findings)),
        messages=(),  # their sentences name hosts as they are written
        decisions=tuple(
            FileDecision(each.part, each.decision._replace(note=prose(each.decision.note)))
            for each in file.decisions
        ),
    )


def _name(path: str) -> str:
    """The last part of a path: folders are often called like people."""
    return without_mail(PureWindowsPath(path).name or path)


def _part(part: DocumentPart) -> DocumentPart:
    return replace(part, name=part.name and _name(part.name))


def _envelope(envelope: Envelope) -> Envelope:
    """Who it says that it is from, by domain; a Message-ID would find the message again."""
    return replace(
        envelope,
        subject=envelope.subject and prose(envelope.subject),
        message_id=None,
        senders=tuple(map(_sender, envelope.senders)),
        reply_to=tuple(map(_sender, envelope.reply_to)),
        return_path=envelope.return_path and _address(envelope.return_path),
        recipients=(),
        delivered_to=(),
        authentication=tuple(map(_results, envelope.authentication)),
        protected=(),
        sender=tuple(map(_sender, envelope.sender)),
        # The last servers are the recipient's, and tell whom they got it for.
        received_spf=None,
        arc=(),
        received=(),
        claims=tuple(replace(each, domain=None) for each in envelope.claims),
    )


def _sender(each: Mailbox) -> Mailbox:
    return Mailbox(prose(each.name), _address(each.address))


def _address(address: str) -> str:
    """The domain alone: in front of it stands, in much bulk mail, whom it is for."""
    domain = address.rpartition("@")[2].strip(" <>")
    return f"{REMOVED}@{domain}" if domain else ""


def _results(claimed: str) -> str:
    """What was found; by what addresses, and for whom, is told behind it."""
    return "; ".join(match[0] for match in RESULT.finditer(claimed))
