"""What would be lost of a case if the window were closed now, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.row_columns import KindAnswers
from uriinspector.gui.text.translation import say, say_count

if TYPE_CHECKING:
    from uriinspector.gui.documents.case_storage import CaseStorage
    from uriinspector.gui.documents.open_case import OpenCase

# Links of these ranks are those that somebody looks through: medium and high.
SERIOUS = (2, 3)


class UnsavedWork(NamedTuple):
    """Why to ask before quitting, and what can be done instead."""

    words: tuple[str, ...]
    can_save: bool
    can_keep: bool
    is_saved: bool


def unsaved_work(
    case: OpenCase, storage: CaseStorage, *, is_reading: bool, can_save: bool
) -> UnsavedWork | None:
    """What to ask about; None where all that there is is in a file that somebody chose."""
    is_saved = storage.is_saved and not storage.problem
    if not (case.heads or is_reading) or (is_saved and not is_reading):
        return None
    words = [] if is_saved else [_decided(case)]
    if is_reading:
        words.append(say("Files are still being read. What is not read yet is left out."))
    if storage.problem:
        words.append(say(storage.problem))
    can_keep = storage.file is not None and not storage.is_saved and not storage.problem
    if can_keep:
        words.append(say("A copy can stay on this computer. Documents offers it again."))
    return UnsavedWork(tuple(words), can_save and not is_saved, can_keep, is_saved)


def _decided(case: OpenCase) -> str:
    """Return how many emails and links were decided, and how many of the serious ones are left."""
    if len(case.files) > 1:
        return _decided_files(case)
    links = _links(len(case.rows))
    serious = _serious_links(case)
    values = {
        "links": links,
        "decided": say_count(
            len(case.decisions()), "1 is marked or has a note", "{count} are marked or have notes"
        ),
        "left": sum(at not in case.marks for at in serious),
        "serious": len(serious),
    }
    if not serious:
        return say("{links}: {decided}.", **values)
    return say(
        "{links}: {decided}. Of medium or high severity and not marked: {left} of {serious}.",
        **values,
    )


def _serious_links(case: OpenCase) -> list[int]:
    is_serious = KindAnswers(case.rows, lambda kind: kind.rank in SERIOUS)
    return [at for at, kind in enumerate(case.rows.kind_of) if is_serious[kind]]


def _decided_files(case: OpenCase) -> str:
    """Return the same of several emails or files, which are decided as well as their links."""
    counts, serious = case.counts(), _serious_links(case)
    entries = [each.key for each in case.files.single() if each.rank in SERIOUS]
    words = [
        say(
            "{amount}, {links}. Marked or with a note: {files}, {decided}.",
            amount=counts.words(say_count),
            links=_links(counts.links),
            files=_files(case, len(case.decided_files(case.file_marks | case.file_notes))),
            decided=_links(len(case.marks | case.notes)),
        )
    ]
    if entries or serious:
        of_files = sum(key not in case.file_marks for key in entries)
        of_links = sum(at not in case.marks for at in serious)
        words.append(
            say(
                "Of medium or high severity and not marked: {left} of {files}, {rest} of {links}.",
                left=of_files,
                files=_files(case, len(entries)),
                rest=of_links,
                links=_links(len(serious)),
            )
        )
    return " ".join(words)


def _files(case: OpenCase, count: int) -> str:
    if case.files.are_emails:
        return say_count(count, "1 email", "{count} emails")
    return say_count(count, "1 file", "{count} files")


def _links(count: int) -> str:
    return say_count(count, "1 link", "{count} links")
