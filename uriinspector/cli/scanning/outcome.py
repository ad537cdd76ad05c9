"""One file looked at, perhaps in a process of its own: what it came to, ready to be written."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.list_sources import SHIPPED
from uriinspector.cli.errors import refuse
from uriinspector.cli.list_options import is_elsewhere
from uriinspector.cli.scanning.input_files import STANDARD_INPUT
from uriinspector.core.model import NamedTuple
from uriinspector.documents.scan import LIMIT, scan
from uriinspector.documents.site.site_files import path_in
from uriinspector.export.scan_formats import PackedText
from uriinspector.export.templates import RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import BinaryIO

    from uriinspector.analysis.list_sources import Lists
    from uriinspector.documents.document import Document
    from uriinspector.documents.placed_findings import PlacedFindings
    from uriinspector.documents.site.site_check import SiteCheck
    from uriinspector.export.case.case_model import CaseLink, File


TOO_LARGE = "needs more memory than there is"


class ScanRequest(NamedTuple):
    """What is wanted, the same for every file."""

    base: str | None
    edition: str
    protect: tuple[str, ...]
    least: str
    exact: bool
    width: int
    lists: Lists = SHIPPED
    # The site that the files are of, once it was checked.
    site: SiteCheck | None = None

    @classmethod
    def of(
        cls, options: argparse.Namespace, protect: tuple[str, ...], lists: Lists, width: int
    ) -> ScanRequest:
        """What the command line asks for."""
        least, exact = options.min_severity, options.exact
        return cls(options.base, options.edition, protect, least, exact, width, lists)


class Outcome(NamedTuple):
    """What is written for a file, or why it could not be read; and the worst that was found.

    ``case_part`` is what is written only when all files are there; ``is_whole``: nothing in it was
    left unchecked.
    """

    path: str
    written: PackedText
    trouble: str | None
    worst: str | None
    case_part: CasePart | None = None
    is_whole: bool = True


def look(
    path: str, request: ScanRequest, write: Callable[[Document, str, ScanRequest], Written]
) -> Outcome:
    """One file; what cannot be read is told, and the rest goes on."""
    try:
        return _looked_at(path, request, write)
    except MemoryError:
        return Outcome(path, PackedText(), TOO_LARGE, None)
    except RefusedError as fault:
        return Outcome(path, PackedText(), str(fault), None)


def _looked_at(
    path: str, request: ScanRequest, write: Callable[[Document, str, ScanRequest], Written]
) -> Outcome:
    try:
        document = _scanned(path, request)
    except (OSError, ValueError) as trouble:
        why = getattr(trouble, "strerror", None) or str(trouble)
        return Outcome(path, PackedText(), why, None)
    written = write(document, path, request)
    is_whole = not document.not_examined
    return Outcome(path, written.text, None, written.worst, written.case_part, is_whole)


def _scanned(path: str, request: ScanRequest) -> Document:
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            refuse("standard input is closed")
        source: bytes | Path = _standard_input(sys.stdin.buffer)
    elif is_elsewhere(path):
        explanation = "network files are never opened"
        raise OSError(explanation)
    else:
        source = Path(path)
    base, placed = _in_site(path, request)
    return scan(
        source,
        base=base,
        protect=request.protect,
        edition=request.edition,
        lists=request.lists,
        placed=placed,
    )


def _in_site(path: str, request: ScanRequest) -> tuple[str | None, PlacedFindings | None]:
    """The base of a file, and what its site says of it."""
    if request.site is None:
        return request.base, None
    from uriinspector.documents.site.site_findings import placed_findings

    site = request.site
    below = path_in(site.root, path)
    base = site.address.url(below) if site.address.is_known else None
    return base, placed_findings(site.store, below)


def _standard_input(stream: BinaryIO) -> bytes:
    """All of it; what has no end is refused."""
    octets = stream.read(LIMIT + 1)
    if len(octets) > LIMIT:
        explanation = f"more than {LIMIT >> 20} MB; save it to a file first"
        raise ValueError(explanation)
    return octets


class Written(NamedTuple):
    """A document in one of the formats, and the worst finding in it."""

    text: PackedText
    worst: str | None
    case_part: CasePart | None = None


class CasePart(NamedTuple):
    """A document for a case: the file, and its links."""

    file: File
    links: list[CaseLink]
