"""The table model of files and emails, with the text of its cells and its order."""

import unicodedata
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from itertools import groupby
from threading import Event
from typing import Any

from PySide6.QtCore import QDateTime, QLocale

from uriinspector.analysis.finding import RANK
from uriinspector.analysis.international.scripts import ascii_look_alike
from uriinspector.analysis.regular_files import natural
from uriinspector.core.expression import expression
from uriinspector.documents.authentication import RECEIVER, AuthenticationClaim
from uriinspector.documents.cases.link_row import CALM, Decision, FileKey
from uriinspector.gui.documents.open_case import Check, FileEntry, OpenCase
from uriinspector.gui.documents.order import Order, OrderRequest, RowQuery
from uriinspector.gui.documents.rows import REST, RowModel, host_pieces, severity_of
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.pieces import (
    LONGEST,
    Kind,
    Pieces,
    file_name,
    muted,
    ours,
    outside,
    plain_text,
    shown,
    visible,
)
from uriinspector.gui.text.translation import language, number, say, say_count

MAIL_DATES_LONGEST = 200


@lru_cache(maxsize=8192)
def date_of(claimed: str) -> datetime | None:
    """Return a date in UTC, assuming UTC if it has no time zone; None if it is invalid."""
    try:
        is_iso = claimed[4:5] == "-"  # in Received headers
        read = datetime.fromisoformat if is_iso else parsedate_to_datetime
        found = read(claimed[:MAIL_DATES_LONGEST])
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def day_words(claimed: str) -> str:
    """Return the day in the language's format, or the text unchanged if it is invalid."""
    return _words(claimed, say("d MMM yyyy"))


def moment_words(claimed: str) -> str:
    """Return the day and time in the language's format."""
    return _words(claimed, say("d MMM yyyy, HH:mm"))


def _words(claimed: str, form: str) -> str:
    found = date_of(claimed)
    if found is None:
        return visible(claimed)
    moment = QDateTime.fromSecsSinceEpoch(int(found.timestamp()))
    return QLocale(language()).toString(moment, form)


WORD = expression(r"[^\W\d_]+")
LATIN = expression("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")


def claimed_text(text: str) -> Pieces:
    """Return text from outside with look-alike letters highlighted."""
    text = text[: LONGEST + 1]
    if text.isascii():
        return outside(text)
    odd = odd_places(text)
    runs = groupby(range(len(text)), lambda at: at in odd)
    return shown(
        [
            ("".join(text[at] for at in run), Kind.DIFFERS if is_odd else Kind.PLAIN)
            for is_odd, run in runs
        ]
    )


def odd_places(text: str) -> frozenset[int]:
    """Return the positions of letters that imitate Latin ones, by script or style.

    A word entirely in another script is normal text.
    """
    result = set()
    for at, char in enumerate(text):
        if not char.isascii() and char.isalnum():
            usual = unicodedata.normalize("NFKC", char)
            if usual != char and usual.isascii():  # such as mathematical or full-width letters
                result.add(at)
    for match in WORD.finditer(text):
        word = match[0]
        if word.isascii() or not LATIN.search(word):
            continue
        for at, char in enumerate(word, match.start()):
            if not LATIN.match(char) and char.isalpha() and ascii_look_alike(char):
                result.add(at)
    return frozenset(result)


METHODS = ("spf", "dkim", "dmarc")
PASS, FAIL, OTHER, NONE = "pass", "fail", "other", "none"
ORDER = (FAIL, OTHER, NONE, PASS, "")
# The maximum length of names and subjects in cells, and the maximum number of senders in a tooltip.
FILE_CELLS_LONGEST, MANY = 300, 10
# The prefix of an email inside another file.
INSIDE = "↳ "


def sender(entry: FileEntry, case: OpenCase) -> Pieces:
    """Return the claimed sender's name or address; if the file is not an email, the file name."""
    envelope = entry.envelope
    if envelope is None:
        return file_name(case.name_of(entry.key.file), Kind.STRONG)
    inside = muted(INSIDE) if entry.is_member else ()
    if not envelope.senders:
        return inside + muted(say("(no sender)"))
    mailbox = envelope.senders[0]
    more = muted(f" +{len(envelope.senders) - 1}") if envelope.senders[1:] else ()
    name = claimed_text((mailbox.name or mailbox.address)[:FILE_CELLS_LONGEST])
    strong = [each._replace(kind=Kind.STRONG) if each.kind is Kind.PLAIN else each for each in name]
    return (*inside, *strong, *more)


def domain(entry: FileEntry) -> Pieces:
    """Return the domain of the sender; for a file that is not an email, the file type."""
    envelope = entry.envelope
    if envelope is None:
        return muted(kind_words(entry.head.kind))
    found = next((each.domain for each in envelope.senders if each.domain), "")
    return host_pieces(found[:FILE_CELLS_LONGEST]) if found else ()


def kind_words(kind: str) -> str:
    """Return the file type in words."""
    return {
        "html": say("page"),
        "text": say("text"),
        "style": say("style sheet"),
        "message": say("message"),
        "outlook": say("message"),
        "mbox": say("mailbox"),
        "zip": say("archive"),
        "gzip": say("archive"),
        "tar": say("archive"),
        "bzip2": say("archive"),
        "xz": say("archive"),
        "7z": say("archive"),
        "image": say("image"),
        "pdf": say("PDF"),
        "parquet": say("table of results"),
    }.get(kind, visible(kind))


def sender_tip(entry: FileEntry) -> list[str]:
    """Return all senders with their addresses."""
    senders = entry.envelope.senders if entry.envelope else ()
    return [f"{each.name} <{each.address}>"[:FILE_CELLS_LONGEST] for each in senders[:MANY]]


def subject(entry: FileEntry, case: OpenCase) -> Pieces:
    """Return the subject; for a file that is not an email, how much it contains."""
    envelope = entry.envelope
    if envelope is None:
        return ours(_contents(entry, case))
    if not (envelope.subject or "").strip():
        return muted(say("(no subject)"))
    return claimed_text((envelope.subject or "")[:FILE_CELLS_LONGEST])


def _contents(entry: FileEntry, case: OpenCase) -> str:
    if not entry.is_folder:
        return say_count(entry.links, "1 link", "{count} links") if entry.links else say("No links")
    members = [case.files.rows[each] for each in entry.members]
    decided = sum(each.key in case.file_marks for each in members)
    words = say_count(len(members), "1 message", "{count} messages")
    return f"{words} · {say('{count} marked', count=decided)}" if decided else words


def checks_of(entry: FileEntry) -> tuple[Check, ...]:
    """Return one check per method, or none if the header has no results."""
    if entry.checks is None:
        entry.checks = _checks(entry.envelope.claims if entry.envelope else ())
    return entry.checks


def _checks(claims: Sequence[AuthenticationClaim]) -> tuple[Check, ...]:
    if not any(each.method in METHODS for each in claims):
        return ()
    return tuple(_check(method, [e for e in claims if e.method == method]) for method in METHODS)


def _check(method: str, claims: list[AuthenticationClaim]) -> Check:
    """Return the receiver's own result, or else one that may be forged: a pass then gets a "?".

    One passed DKIM signature is enough; for other methods, a failure takes precedence.
    """
    own = [each for each in claims if each.place == RECEIVER]
    results = [each.result for each in own or claims]
    wanted = (PASS, FAIL) if method == "dkim" else (FAIL, PASS)
    result = next((each for each in wanted if each in results), results[0] if results else "")
    if result == PASS and not own:
        return Check(method.upper(), f"{result}?", OTHER)
    outcome = result if result in {"", PASS, FAIL, NONE} else OTHER
    return Check(method.upper(), result, outcome)


def checks(entry: FileEntry) -> Pieces:
    """Return the checks in words."""
    found = [f"{each.method} {visible(each.result)}" for each in checks_of(entry) if each.result]
    if found:
        return ours(", ".join(found))
    return muted(say("none")) if entry.envelope else ()


def check_order(entry: FileEntry) -> tuple[int, ...]:
    """Return a sort key for checks: failed, uncertain, no result, passed, none."""
    found = checks_of(entry)
    return tuple(ORDER.index(each.outcome) for each in found) or (len(ORDER),)


def reason(entry: FileEntry) -> Pieces:
    """Return the title of the worst finding and the number of unchecked parts."""
    left_out = len(not_examined(entry))
    says_links = entry.links or entry.envelope is None  # else the row does not
    calm = entry.calm if says_links else "No findings; no links"
    site = max(
        (found for _, found in entry.site or ()), key=lambda each: RANK[each.severity], default=None
    )
    is_worse = site is not None and RANK[site.severity] > entry.titled
    title = site.title if site is not None and is_worse else entry.title
    texts = [say(title or calm), *([say(entry.calm)] if title and entry.site else [])]
    if left_out:
        texts.append(say_count(left_out, "1 part not checked", "{count} parts not checked"))
    return muted(" · ".join(texts))


def sentence(entry: FileEntry) -> Pieces:
    """Return the assessment, and the number of unchecked parts."""
    left_out = len(not_examined(entry))
    note = say_count(left_out, "1 part not checked", "{count} parts not checked")
    words = ours(sentence_words(entry))
    if not left_out:
        return words
    return words + ours("   " if words else "") + muted(note)


def sentence_words(entry: FileEntry) -> str:
    """Return the assessment in one sentence."""
    if entry.report is not None:
        return say(entry.report.line)
    return say(entry.title) if entry.title else ""


def not_examined(entry: FileEntry) -> list[str]:
    """Return the reasons why parts were not checked."""
    inside = f"{entry.part}."
    return [each.reason for each in entry.head.not_examined if f"{each.part}.".startswith(inside)]


def date(entry: FileEntry) -> Pieces:
    claimed = entry.envelope.date if entry.envelope else None
    if not claimed:
        return ()
    found = date_of(claimed)
    is_recent = found is not None and found.year == datetime.now(tz=UTC).year
    words = _words(claimed, say("d MMM")) if is_recent else day_words(claimed)
    return muted(words[:FILE_CELLS_LONGEST])


def moment(entry: FileEntry) -> float:
    """Return the claimed date as a timestamp, or 0 if there is no valid one."""
    claimed = entry.envelope.date if entry.envelope else None
    found = date_of(claimed) if claimed else None
    return found.timestamp() if found else 0.0


def links(entry: FileEntry) -> Pieces:
    return ours(number(entry.links), Kind.PLAIN if entry.links else Kind.MUTED)


def file(entry: FileEntry, name: str) -> Pieces:
    """Return the name of the file and, for an email inside it, the part."""
    part = f" · {entry.key.part}" if entry.is_member else ""
    return file_name(name, Kind.MUTED) + muted(part)


def sender_words(entry: FileEntry) -> str:
    """Return the sort key of the sender: domain, address, name."""
    mailbox = entry.envelope.senders[0] if entry.envelope and entry.envelope.senders else None
    return f"{mailbox.domain} {mailbox.address} {mailbox.name}" if mailbox else ""


def subject_words(entry: FileEntry) -> str:
    """Return the subject as a sort key."""
    return (entry.envelope.subject or "") if entry.envelope else ""


def all_words(entry: FileEntry) -> str:
    """Return the lowercase text that the filter searches, cached for each language."""
    if entry.words is None or entry.words[0] != language():
        entry.words = (language(), _all_words(entry))
    return entry.words[1]


def _all_words(entry: FileEntry) -> str:
    envelope = entry.envelope
    texts = [entry.head.name, sentence_words(entry), plain_text(date(entry))]
    if envelope:
        texts += [envelope.subject or "", envelope.date or ""]
        for each in (*envelope.senders, *envelope.reply_to):
            texts += [each.name, each.address]
    return "\n".join(texts).lower()


# Up to this number of rows, the order is computed immediately.
AT_ONCE = 3_000
# The number of rows between checks for whether the order is still needed.
PIECE = 500


def file_order_of(request: OrderRequest, stopped: Event) -> Order | None:
    """Return the order, or None if stopped."""
    case, query = request
    rows, marks = case.files.rows, dict(case.file_marks)
    key = KEYS[query.column]
    groups: list[tuple[Any, list[int]]] = []
    for at, entry in enumerate(list(rows)):
        if at % PIECE == 0 and stopped.is_set():
            return None
        if entry.is_member:
            continue
        members = [each for each in entry.members if wanted(rows[each], query, marks)]
        shows = not entry.is_folder and wanted(entry, query, marks)
        if not shows and not members:
            continue
        members.sort(key=lambda each: key(rows[each], marks), reverse=query.falls)
        own = (rows[members[0]],) if entry.is_folder else (entry, *(rows[m] for m in members[:1]))
        values = [key(each, marks) for each in own]
        best = max(values) if query.falls else min(values)
        groups.append((best, [at, *members]))
    groups.sort(key=lambda each: each[0], reverse=query.falls)
    in_order = tuple(number for _, numbers in groups for number in numbers)
    return Order(in_order, is_filtered=query.is_narrow)


def wanted(entry: FileEntry, query: RowQuery, marks: dict[FileKey, str]) -> bool:
    """Return True if a file matches the query."""
    if query.ranks and entry.level not in query.ranks:
        return False
    if query.mark is not None and marks.get(entry.key, "") != query.mark:
        return False
    return query.text.strip().lower() in all_words(entry)


def _named(words: str) -> tuple[bool, Any]:
    """Return a sort key that puts empty text last."""
    return not words, natural(words)


# The usual order is by severity, then date, then path.
KEYS: dict[str, Callable[[FileEntry, dict[FileKey, str]], Any]] = {
    "": lambda entry, _: (-entry.level, -moment(entry), natural(entry.head.path)),
    "level": lambda entry, _: entry.level,
    "mark": lambda entry, marks: marks.get(entry.key, "~"),
    "from": lambda entry, _: _named(sender_words(entry)),
    "subject": lambda entry, _: _named(subject_words(entry)),
    "sentence": lambda entry, _: (entry.rank == CALM, sentence_words(entry)),
    "checks": lambda entry, _: check_order(entry),
    "date": lambda entry, _: moment(entry),
    "count": lambda entry, _: entry.links,
    "file": lambda entry, _: (natural(entry.head.name), natural(entry.head.path), entry.key),
}

SENDER, SUBJECT, SENTENCE, CHECKS, DATE, COUNT, FILE = (
    *("from", "subject", "sentence", "checks", "date", "count", "file"),
)


class FileModel(RowModel):
    """The files of a case and the emails in them, in a given order."""

    def __init__(self, case: OpenCase) -> None:
        super().__init__(case, Order())

    def entry(self, number: int) -> FileEntry:
        return self.case.files.rows[number]

    def severity(self, number: int) -> str:
        return severity_of(self.entry(number).level)

    def decision(self, number: int) -> Decision:
        return self.case.decision(self.entry(number).key)

    def name(self, number: int) -> str:
        """Return the subject of an email and the name of its file."""
        entry = self.entry(number)
        named = entry.envelope and entry.envelope.subject
        cells = (subject(entry, self.case) if named else (), self._file(entry))
        return " · ".join(filter(None, map(plain_text, cells)))

    def tip_lines(self, column: Column, value: int) -> list[str]:
        """Return the full text of a cell; for the subject, also the assessment."""
        words, entry = super().tip_lines(column, value), self.entry(value)
        if column.name == SENDER:
            return sender_tip(entry) or words
        if column.name != SUBJECT:
            return words
        reasons = (say(each) for each in not_examined(entry))
        return [*words, plain_text(sentence(entry)), *reasons]

    def column_title(self, column: int) -> str:
        """Return the title of a column; some titles are different if there are no emails."""
        name = self.cells[column].name
        if name in {SENDER, SUBJECT, DATE} and not self.case.files.has_messages:
            return {SENDER: say("File"), SUBJECT: say("Finding"), DATE: ""}[name]
        return super().column_title(column)

    def _file(self, entry: FileEntry) -> Pieces:
        return file(entry, self.case.name_of(entry.key.file))

    def columns(self) -> tuple[Column, ...]:
        """Return the columns: sender, subject with finding, date, and hidden ones for sorting."""

        def entry(of: Callable[[FileEntry], Pieces]) -> Callable[[int], Pieces]:
            return lambda number: of(self.entry(number))

        return (
            *self.decided_columns(),
            Column(
                *(say("From"), lambda n: sender(self.entry(n), self.case)),
                name=SENDER,
                second=entry(domain),
                width=144,
                widest=216,
                are_names=(False, True),
            ),
            Column(
                *(say("Subject"), lambda n: subject(self.entry(n), self.case)),
                name=SUBJECT,
                second=entry(reason),
                width=REST,
            ),
            Column(say("Date"), entry(date), name=DATE, width=52, widest=132),
            Column(say("Assessment"), entry(sentence), name=SENTENCE),
            Column(say("Checks"), entry(checks), name=CHECKS),
            Column(say("Links"), entry(links), name=COUNT),
            Column(say("File"), entry(self._file), name=FILE),
        )
