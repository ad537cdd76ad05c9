"""What the cells of the list of files show: claims as they stand, words of ours plain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import pieces
from uriinspector.documents.authentication import RECEIVER, AuthenticationClaim
from uriinspector.gui.documents.file_entries import Check, FileEntry
from uriinspector.gui.documents.mail_dates import date_of, day_words
from uriinspector.gui.documents.odd_letters import claimed_text
from uriinspector.gui.text.pieces import Kind, Pieces, file_name, ours, outside, plain_text, visible
from uriinspector.gui.text.translation import language, number, say, say_count

if TYPE_CHECKING:
    from uriinspector.gui.documents.open_case import OpenCase

METHODS = ("spf", "dkim", "dmarc")
PASS, FAIL, OTHER, NONE = "pass", "fail", "other", "none"
ORDER = (FAIL, OTHER, NONE, PASS, "")
# More of a name or a subject is for those who open it.
LONGEST, NAME, MANY = 300, 20, 10
# What a message stands in is told by its place.
INSIDE = "↳ "


def sender(entry: FileEntry) -> Pieces:
    """Who it says that it is from: the name, and the address behind it."""
    envelope = entry.envelope
    if envelope is None:
        return file_name(entry.head.name, Kind.STRONG if entry.is_folder else Kind.PLAIN)
    inside = ours(INSIDE, Kind.MUTED) if entry.is_member else ()
    if not envelope.senders:
        return inside + ours(say("(no sender)"), Kind.MUTED)
    mailbox = envelope.senders[0]
    more = ours(f" +{len(envelope.senders) - 1}", Kind.MUTED) if envelope.senders[1:] else ()
    if not mailbox.name:
        return inside + outside(mailbox.address[:LONGEST]) + more
    name = mailbox.name if len(mailbox.name) <= NAME else f"{mailbox.name[: NAME - 1]}\u2026"
    domain = next((each.domain for each in envelope.senders if each.domain), "")
    site = f" @{domain[:LONGEST]}" if domain else ""
    return inside + claimed_text(name) + outside(site, Kind.MUTED) + more


def sender_tip(entry: FileEntry) -> str:
    """All senders as they stand there."""
    senders = entry.envelope.senders if entry.envelope else ()
    return "\n".join(f"{each.name} <{each.address}>"[:LONGEST] for each in senders[:MANY])


def subject(entry: FileEntry, case: OpenCase) -> Pieces:
    """The subject; of what is no message how much it holds."""
    envelope = entry.envelope
    if envelope is None:
        return ours(_held(entry, case), Kind.MUTED)
    if not (envelope.subject or "").strip():
        return ours(say("(no subject)"), Kind.MUTED)
    return claimed_text((envelope.subject or "")[:LONGEST])


def _held(entry: FileEntry, case: OpenCase) -> str:
    if not entry.is_folder:
        return ""
    members = [case.files.rows[each] for each in entry.members]
    decided = sum(each.key in case.file_marks for each in members)
    words = say_count(len(members), "1 message", "{count} messages")
    return f"{words} · {say('{count} marked', count=decided)}" if decided else words


def checks_of(entry: FileEntry) -> tuple[Check, ...]:
    """The methods in their order, each once; none of them where nothing is claimed."""
    if entry.checks is None:
        entry.checks = _checks(entry.envelope.claims if entry.envelope else ())
    return entry.checks


def _checks(claims: Sequence[AuthenticationClaim]) -> tuple[Check, ...]:
    if not any(each.method in METHODS for each in claims):
        return ()
    return tuple(_check(method, [e for e in claims if e.method == method]) for method in METHODS)


def _check(method: str, claims: list[AuthenticationClaim]) -> Check:
    """The receiver's result, or one with "?" if the sender could have written it.

    Of several signatures one that passed is enough; of anything else a failure counts.
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
    """The same in words."""
    found = [f"{each.method} {visible(each.result)}" for each in checks_of(entry) if each.result]
    if found:
        return ours(", ".join(found))
    return ours(say("none"), Kind.MUTED) if entry.envelope else ()


def check_order(entry: FileEntry) -> tuple[int, ...]:
    """As it is sorted: what failed, what did not pass, what passed, what nobody claims."""
    found = checks_of(entry)
    return tuple(ORDER.index(each.outcome) for each in found) or (len(ORDER),)


def sentence(entry: FileEntry) -> Pieces:
    """What it comes to, in one sentence."""
    left_out = len(not_examined(entry))
    note = say_count(left_out, "1 part not checked", "{count} parts not checked")
    words = ours(sentence_words(entry))
    if not left_out:
        return words
    return words + ours("   " if words else "") + ours(note, Kind.MUTED)


def sentence_words(entry: FileEntry) -> str:
    """The sentence alone."""
    if entry.report is not None:
        return "".join(each.text for each in pieces(entry.report.line, say))
    return say(entry.title) if entry.title else ""


def not_examined(entry: FileEntry) -> list[str]:
    """Why parts of it were not looked into."""
    inside = f"{entry.part}."
    return [each.reason for each in entry.head.not_examined if f"{each.part}.".startswith(inside)]


def date(entry: FileEntry) -> Pieces:
    """The date that it claims."""
    claimed = entry.envelope.date if entry.envelope else None
    return ours(day_words(claimed)[:LONGEST], Kind.MUTED) if claimed else ()


def moment(entry: FileEntry) -> float:
    """The claimed date as a number; what has none comes first."""
    claimed = entry.envelope.date if entry.envelope else None
    found = date_of(claimed) if claimed else None
    return found.timestamp() if found else 0.0


def links(entry: FileEntry) -> Pieces:
    """How many links there are."""
    return ours(number(entry.links), Kind.PLAIN if entry.links else Kind.MUTED)


def file(entry: FileEntry) -> Pieces:
    """The name of the file that it is, or stands in."""
    part = f" · {entry.key.part}" if entry.is_member else ""
    return file_name(entry.head.name, Kind.MUTED) + ours(part, Kind.MUTED)


def sender_words(entry: FileEntry) -> str:
    """As it is sorted: by the address, then by the name."""
    mailbox = entry.envelope.senders[0] if entry.envelope and entry.envelope.senders else None
    return f"{mailbox.domain} {mailbox.address} {mailbox.name}" if mailbox else ""


def subject_words(entry: FileEntry) -> str:
    """As it is sorted."""
    return (entry.envelope.subject or "") if entry.envelope else ""


def all_words(entry: FileEntry) -> str:
    """All that the filter looks into, in lower case; put together once for each language."""
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
