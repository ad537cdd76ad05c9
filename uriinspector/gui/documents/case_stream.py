"""What is in the file of a case, told as if it were read: rows appear as they come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.documents.cases.link_row import Trouble
from uriinspector.documents.cases.schema import CaseError
from uriinspector.gui.documents.scan_stream import EventStream

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.cases.store import CaseFile
    from uriinspector.gui.documents.scan_stream import ScanEvent


class CaseStream(EventStream):
    """One go through the file of a case."""

    is_new = False

    def __init__(self, file: CaseFile) -> None:
        self._file = file
        super().__init__()

    def _all(self) -> Iterator[ScanEvent]:
        try:
            yield from self._file.contents()
        except CaseError as error:
            yield Trouble(str(self._file.path), error.why)
