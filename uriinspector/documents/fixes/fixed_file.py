"""A file and its fixes: read once, fixed in memory, written as a whole or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from uriinspector.analysis.whole_files import replacing
from uriinspector.core.model import message
from uriinspector.documents.fixes.document_fixes import (
    CHANGED,
    LinkFix,
    file_edits_of,
    fixes_of,
    left_alone,
    misread_links,
)
from uriinspector.documents.fixes.octet_edits import applied
from uriinspector.documents.fixes.unified_diff import unified_diff
from uriinspector.documents.regular_files import open_regular
from uriinspector.documents.scan import LIMIT, scan

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from uriinspector.documents.document import Document
    from uriinspector.documents.fixes.octet_edits import OctetEdit

BACKUP = ".bak"
# How often a file is read again until all its links are as intended.
ATTEMPTS = 2
TOO_LARGE = message("larger than {count} MB", count=LIMIT >> 20)
OTHER_NOW = message("changed since it was read")


@dataclass(frozen=True, slots=True)
class FixRequest:
    """What is wanted, the same for every file."""

    edition: str = "2005"
    base: str | None = None
    every_ampersand: bool = False
    # The kinds of fixes; None: all.
    codes: frozenset[str] | None = None
    # Codes and the options that are taken where they are choices, the first ones first.
    chosen: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FixedFile:
    """The octets of a file, what is proposed for its links, and the edits of the chosen fixes."""

    name: str
    octets: bytes
    # As it was read, before the fixes.
    document: Document
    fixes: tuple[LinkFix, ...]
    edits: tuple[OctetEdit, ...]
    # Why nothing is changed although fixes were proposed.
    problem: str | None = None

    @property
    def fixed(self) -> bytes:
        """The file with the fixes."""
        return applied(self.octets, self.edits)

    def diff(self) -> Iterator[bytes]:
        """What changes, as a patch."""
        return unified_diff(self.name, self.octets, self.edits)


def fixed_file(name: str, octets: bytes, request: FixRequest) -> FixedFile:
    """All fixes of a file, looked at again: what is not read as intended is not changed."""
    rescan = partial(scan, name=name, base=request.base, edition=request.edition)
    document = rescan(octets)
    every = request.every_ampersand
    proposed = fixes_of(document, every_ampersand=every, chosen=request.chosen)
    if request.codes is not None:
        codes = request.codes
        proposed = (each.only(codes) for each in proposed)
    fixes = tuple(each for each in proposed if each.fixes or each.choices or each.omitted)
    return with_fixes(name, octets, document, fixes, request)


def with_fixes(
    name: str,
    octets: bytes,
    document: Document,
    fixes: tuple[LinkFix, ...],
    request: FixRequest,
) -> FixedFile:
    """A file with the fixes that were chosen."""
    rescan = partial(scan, name=name, base=request.base, edition=request.edition)
    for _ in range(ATTEMPTS):
        edits = tuple(file_edits_of(fixes))
        if not edits:
            return FixedFile(name, octets, document, fixes, ())
        misread = misread_links(applied(octets, edits), document, fixes, rescan)
        if not misread:
            break
        # Without those that the place reads in another way the others may be right.
        fixes = tuple(left_alone(each) if each.number in misread else each for each in fixes)
    if misread is None or misread:
        return FixedFile(name, octets, document, fixes, (), CHANGED)
    return FixedFile(name, octets, document, fixes, edits)


def read_whole(path: Path) -> bytes:
    """All of a file; OSError where it is too large to be written anew."""
    with open_regular(path) as file:
        octets = file.read(LIMIT + 1)
    if len(octets) > LIMIT:
        raise OSError(TOO_LARGE)
    return octets


def write_fixed(path: Path, file: FixedFile, backup: str | None = BACKUP) -> Path | None:
    """Writes the fixed file in place of the old one; the answer is the backup."""
    return write_in_place(path, file.octets, file.fixed, backup)


def write_in_place(
    path: Path, before: bytes, after: bytes, backup: str | None = BACKUP
) -> Path | None:
    """Writes a file in place of what it was, at once; the backup comes first.

    OSError where the file is another one by now: somebody else's work is not overwritten.
    """
    if read_whole(path) != before:
        raise OSError(OTHER_NOW)
    copy = None
    if backup:
        copy = _unused(path, backup)
        with replacing(copy, like=path) as output:
            output.write(before)
    with replacing(path) as output:
        output.write(after)
    return copy


def _unused(path: Path, backup: str) -> Path:
    """A name for the backup: an older one is never overwritten."""
    first = path.with_name(path.name + backup)
    others = (path.with_name(f"{path.name}{backup}{number}") for number in count(1))
    return first if not first.exists() else next(each for each in others if not each.exists())
