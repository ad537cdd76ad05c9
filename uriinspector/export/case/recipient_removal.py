"""Remove the recipients' data from a case.

Links are cleaned as in the export of a single link. The sender's address is kept unless it could
name the recipient. The recipient, and anything that could be used to find the message in their
mailbox, is removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import chain
from pathlib import PureWindowsPath
from typing import Any, TypeVar, overload

from uriinspector.analysis.finding import RANK, Finding
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.core.expression import expression
from uriinspector.core.model import CountedMessage, Message, message
from uriinspector.documents.cases.link_row import CALM, Trouble
from uriinspector.documents.document_values import ONE, DocumentPart, Envelope, Mailbox
from uriinspector.documents.html.embedded_addresses import items_of
from uriinspector.documents.rules.sites import site_of
from uriinspector.export.case.case_model import CaseExport, CaseLink, File, FileDecision
from uriinspector.export.options import refuse
from uriinspector.export.recipient_data import (
    LIMIT,
    REMAINS,
    REMOVED,
    RecipientAddresses,
    RecipientNames,
    RecipientSearch,
    recipients_of,
    refused_recipients,
    without_recipient,
)

# A possible link in a sentence, and an authentication result of a mail server (RFC 8601 2.7).
LINK = expression(r"\S+[:?=]\S+")
RESULT = expression(r"\b(?:spf|dkim|dmarc|arc|auth|iprev|compauth)=\w+", re.IGNORECASE)
# The maximum number of cached links, for exports that iterate several times.
CACHE_SIZE = 4_096
NOTE = f'Recognized recipient data is replaced with "{REMOVED}". {LIMIT}'
IN_LINK = "{file}, line {line}, column {column}: {text}"
IN_LINE = "line {line} of the export: {text}"
LONGEST_SHOWN = 160
# Fields that contain no text from the document.
FIXED = frozenset(
    {"kind", "sha256", "type", "charset", "encoding", "path", "part", "reason", "date"}
)
# The local part of an address that is too plain to contain a code for a recipient.
PLAIN_BOX = expression(r"[A-Za-z]{1,15}(?:[._-][A-Za-z]{1,15}){0,3}[0-9]{0,4}")
# The number of characters to search at a time, and how many of them to search again with the next
# ones.
SEARCHED, AGAIN = 1 << 16, 1 << 12

# Envelope fields that are not exported. The last servers belong to the recipient and name the
# recipient's address; a Message-ID could identify the message.
NOT_EXPORTED: dict[str, Any] = {
    "message_id": None,
    "recipients": (),
    "delivered_to": (),
    "further_recipients": (),
    "lists": (),
    "protected": (),
    "received_spf": None,
    "arc": (),
    "received": (),
}

Record = TypeVar("Record")


def cleaned(case: CaseExport) -> CaseExport:
    """Return the case without recipient data; raise RefusedError if an address would remain."""
    removals = _Removals(case)
    for_case = removals.of(case.files)
    return replace(
        case,
        title=for_case.prose(case.title),
        files=tuple(removals.of_file(at).file(file) for at, file in enumerate(case.files)),
        links=CleanedEntries(case.links, removals),
        troubles=tuple(
            Trouble(for_case.name(each.path), for_case.prose(each.why)) for each in case.troubles
        ),
        notes=(*map(for_case.prose, case.notes), NOTE),
    )


def refuse_remaining(case: CaseExport, pieces: Iterable[str]) -> Iterator[str]:
    """Yield the pieces of an export; raise RefusedError if they contain a recipient's address."""
    search = _refused_in(case.files)
    line, before = 1, ""
    waiting: list[str] = []
    length = 0
    for piece in chain(pieces, (None,)):
        waiting.append(piece or "")
        length += len(waiting[-1])
        if piece is not None and length < SEARCHED:
            continue
        written = "".join(waiting)
        text = before + written
        for start, end in search.spans(text):
            number = str(line + text.count("\n", 0, start))
            place = message(IN_LINE, line=number, text=_excerpt(text, start, end))
            refuse(message(REMAINS, place=place))
        yield written
        # An address may be divided between two pieces.
        done = max(len(text) - AGAIN, 0)
        line += text.count("\n", 0, done)
        before, waiting, length = text[done:], [], 0


class _Removals:
    """The removals for all files: addresses are removed everywhere, names only in their file."""

    def __init__(self, case: CaseExport) -> None:
        self._files = case.files
        boxes = recipients_of(_envelopes(case.files))
        self._addresses = RecipientAddresses(each.address for each in boxes)
        self._refused = _refused_in(case.files)
        self._by_file: dict[int, RecipientRemoval] = {}

    def of(self, files: Iterable[File]) -> RecipientRemoval:
        names = RecipientNames(recipients_of(_envelopes(files)))
        return RecipientRemoval(RecipientSearch(self._addresses, names))

    def of_file(self, number: int) -> RecipientRemoval:
        result = self._by_file.get(number)
        if result is None:
            result = self._by_file[number] = self.of(self._files[number : number + 1])
        return result

    def link(self, link: CaseLink) -> CaseLink:
        """Clean a link; raise RefusedError if an address would remain, for example in a
        host name.
        """
        result = self.of_file(link.row.file).link(link)
        row = result.row
        texts = (row.value, row.base, row.target, result.shown, result.note, result.context)
        for text in filter(None, texts):
            for start, end in self._refused.spans(text):
                place = message(
                    IN_LINK,
                    file=self._files[row.file].name,
                    line=str(row.line),
                    column=str(row.column),
                    text=_excerpt(text, start, end),
                )
                refuse(message(REMAINS, place=place))
        return result


class RecipientRemoval:
    def __init__(self, search: RecipientSearch) -> None:
        self._search = search
        self._links: dict[tuple[str, str | None, Lists], str] = {}

    def link(self, link: CaseLink) -> CaseLink:
        row = link.row
        left = row._replace(
            value=self._value(row.value, row.how, row.base, link.lists),
            base=row.base and self._link(row.base, None, link.lists),
            target=row.target and self._link(row.target, None, link.lists),
            part=self.prose(row.part),
            element=self.prose(row.element),
            own=tuple(map(self._finding, row.own)),
        )
        # The link is judged again without the removed data.
        inspection = left.inspection(link.edition, link.protect, link.lists)
        host = inspection.verdict.final_host or inspection.verdict.host
        worst = inspection.verdict.worst
        left = left._replace(
            # After the removal, another reference may be the worst.
            target=left.target if row.how == ONE else inspection.target,
            host=host,
            site=site_of(host) if host else left.site,
            rank=RANK[worst.severity] if worst else CALM,
            code=worst.code if worst else "",
            title=worst.title if worst else "",
        )
        shown = link.shown and self.prose(link.shown)
        context = link.context and self.prose(link.context)
        return link._replace(
            row=left, shown=shown, note=self.prose(link.note), context=context, known_words=None
        )

    def _value(self, value: str, how: str, base: str | None, lists: Lists) -> str:
        items = items_of(value, how)
        if items is None:
            return self._link(value, base, lists)
        for each in reversed(items):
            end = each.start + len(each.text)
            value = value[: each.start] + self._link(each.text, base, lists) + value[end:]
        return value

    def _link(self, text: str, base: str | None, lists: Lists = SHIPPED) -> str:
        key = text, base, lists
        result = self._links.get(key)
        if result is None:
            inspection = inspect(text, base=base, lists=lists)
            result = without_recipient(inspection, self._search).inspection.text
            if len(self._links) < CACHE_SIZE:
                self._links[key] = result
        return result

    def prose(self, text: str) -> str:
        """Clean the links in a text, and remove addresses and names."""
        text = LINK.sub(lambda found: self._link(found[0], None), text)
        return self._search.replaced(text, REMOVED, is_prose=True)

    def name(self, path: str) -> str:
        """Return the last part of a path, without recipients' names: folders are often named after
        people.
        """
        name = PureWindowsPath(path).name or path
        return self._search.replaced(name, REMOVED, is_prose=True)

    def _finding(self, each: Finding) -> Finding:
        fix = each.fix and replace(each.fix, text=self.prose(each.fix.text))
        return each._replace(
            args={name: self._argument(text) for name, text in each.args.items()},
            fix=fix,
            also=tuple(map(self._finding, each.also)),
        )

    def _argument(self, text: str) -> str:
        """Clean an argument of a sentence; a message stays one, so that it can be translated."""
        if not isinstance(text, Message) or isinstance(text, CountedMessage):
            return self.prose(text)
        texts = {
            name: self._argument(each) if isinstance(each, str) else each
            for name, each in text.args.items()
        }
        return message(text.template, **texts)

    def file(self, file: File) -> File:
        return replace(
            file,
            name=self.name(file.name),
            parts=tuple(map(self._part, file.parts)),
            envelopes=tuple(map(self._envelope, file.envelopes)),
            not_examined=tuple(map(self._texts, file.not_examined)),
            findings=tuple(map(self._finding, file.findings)),
            messages=(),  # their sentences contain hosts as written
            decisions=tuple(
                FileDecision(each.part, each.decision._replace(note=self.prose(each.decision.note)))
                for each in file.decisions
            ),
        )

    def _part(self, part: DocumentPart) -> DocumentPart:
        base = part.base and self._texts(part.base)
        return replace(self._texts(part), name=part.name and self.name(part.name), base=base)

    def _texts(self, value: Record) -> Record:
        texts = {
            each.name: self.prose(text)
            for each in fields(value)  # type: ignore[arg-type]  # a dataclass
            if each.name not in FIXED and isinstance(text := getattr(value, each.name), str)
        }
        return replace(value, **texts)  # type: ignore[type-var]

    def _envelope(self, envelope: Envelope) -> Envelope:
        """Remove recipient data from an envelope; of other senders, only domains are kept."""
        return replace(
            envelope,
            subject=envelope.subject and self.prose(envelope.subject),
            senders=tuple(map(self._sender, envelope.senders)),
            reply_to=tuple(map(self._sender, envelope.reply_to)),
            sender=tuple(map(self._sender, envelope.sender)),
            return_path=envelope.return_path and self._address(envelope.return_path),
            authentication=tuple(map(_results, envelope.authentication)),
            claims=tuple(replace(each, domain=None, server=None) for each in envelope.claims),
            **NOT_EXPORTED,
        )

    def _sender(self, each: Mailbox) -> Mailbox:
        local = each.address.rpartition("@")[0]
        words = local.title()  # names are only recognized with a capital letter
        others = {each.rpartition("@")[0] for each in self._search.addresses.addresses}
        is_kept = (
            PLAIN_BOX.fullmatch(local) is not None
            and local.lower() not in others  # perhaps the same person, with another address
            and self._search.replaced(words, REMOVED, is_prose=True) == words
            and not any(self._search.addresses.spans(each.address))
        )
        address = each.address if is_kept else self._address(each.address)
        return Mailbox(self.prose(each.name), address)

    def _address(self, address: str) -> str:
        """Return only the domain: in bulk mail, the local part often identifies the recipient."""
        domain = address.rpartition("@")[2].strip(" <>")
        return f"{REMOVED}@{domain}" if domain else ""


class CleanedEntries(Sequence["CaseLink"]):
    """The links of a case, each cleaned on access."""

    def __init__(self, links: Sequence[CaseLink], removals: _Removals) -> None:
        self._links = links
        self._removals = removals
        self._cache: dict[int, CaseLink] = {}

    def __len__(self) -> int:
        return len(self._links)

    def __iter__(self) -> Iterator[CaseLink]:
        """Iterate by index, so that an IndexError while cleaning is not mistaken for the end."""
        return (self[at] for at in range(len(self._links)))

    @overload
    def __getitem__(self, index: int) -> CaseLink: ...
    @overload
    def __getitem__(self, index: slice) -> CleanedEntries: ...
    def __getitem__(self, index: int | slice) -> CaseLink | CleanedEntries:
        if isinstance(index, slice):
            return CleanedEntries(self._links[index], self._removals)
        case_link = self._cache.get(index)
        if case_link is None:
            case_link = self._removals.link(self._links[index])
            if len(self._cache) < CACHE_SIZE:
                self._cache[index] = case_link
        return case_link


def _envelopes(files: Iterable[File]) -> Iterator[Envelope]:
    return (envelope for file in files for envelope in file.envelopes)


def _refused_in(files: Iterable[File]) -> RecipientSearch:
    return RecipientSearch(refused_recipients(_envelopes(files)), takes_any=False)


def _excerpt(text: str, start: int, end: int) -> str:
    """Return the address that would remain, with some of the text around it, on one line."""
    before = max(text.rfind("\n", 0, start) + 1, start - LONGEST_SHOWN // 4)
    return " ".join(text[before : min(end, before + LONGEST_SHOWN)].split())


def _results(claimed: str) -> str:
    """Return only the authentication results, without addresses."""
    return "; ".join(match[0] for match in RESULT.finditer(claimed))
