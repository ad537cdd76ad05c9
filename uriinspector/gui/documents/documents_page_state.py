"""What of the page of documents outlasts a change of the language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from uriinspector.gui.documents.case_storage import CaseStorage
    from uriinspector.gui.documents.open_case import OpenCase
    from uriinspector.gui.documents.scan_queue import ScanQueueState
    from uriinspector.gui.fixes.review_page import ReviewState


class DocumentsPageState(NamedTuple):
    """The case, what is being read, and where it is kept."""

    case: OpenCase
    scan_queue: ScanQueueState
    case_storage: CaseStorage
    fix_review: ReviewState | None = None
