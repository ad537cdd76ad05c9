"""The number of emails, files and links in a case: the only place that counts them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from uriinspector.documents.document_values import Envelope

    class CountedFile(Protocol):
        """The attributes of a file that are counted."""

        @property
        def envelopes(self) -> Sequence[Envelope]:
            """Return the envelopes of the emails in the file."""


# The part number of the file itself.
WHOLE = "1"


class CaseCounts(NamedTuple):
    """Numbers of files, of emails in them, of files without emails, and of links."""

    files: int
    emails: int
    others: int
    links: int

    def words(self, count: Callable[[int, str, str], str]) -> str:
        """Return the emails and other files in words; ``count`` inserts a number into a text."""
        emails = count(self.emails, "1 email", "{count} emails") if self.emails else ""
        if not self.emails:
            return count(self.others, "1 file", "{count} files")
        others = count(self.others, "1 other file", "{count} other files") if self.others else ""
        return ", ".join(filter(None, (emails, others)))


def case_counts(files: Iterable[CountedFile], links: int) -> CaseCounts:
    """Count the files of a case; a file that only contains emails counts as those emails."""
    envelopes = [len(each.envelopes) for each in files]
    return CaseCounts(len(envelopes), sum(envelopes), envelopes.count(0), links)


def is_counted(file: CountedFile, part: str) -> bool:
    """Return True for an email or another file, False for a file that only contains emails."""
    is_email = any(each.part == WHOLE for each in file.envelopes)
    return bool(part) or is_email or not file.envelopes
