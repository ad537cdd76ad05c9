"""A case made of documents as they were scanned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.documents.cases.link_row import head_of, row_of
from uriinspector.export.case.case_model import CaseLink, File, file_of, link_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.document import Document


def scanned(document: Document, name: str, number: int = 0) -> tuple[File, Iterator[CaseLink]]:
    """The document as a whole and its links; ``number`` is that of the file."""
    head = head_of(document, name, 0)._replace(name=name)
    return file_of(head), (
        link_of(row_of(link, number), head, link.leaf.judge.edition)._replace(
            protect=link.leaf.judge.protect, shown=link.text
        )
        for link in document.links
    )
