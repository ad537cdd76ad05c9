"""Inspections for a page: short texts immediately, long ones in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

import uriinspector
from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.core.model import NamedTuple
from uriinspector.gui.jobs.latest_job import AT_ONCE, LatestJob

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection


class InspectionRequest(NamedTuple):
    """A text with the options of its inspection."""

    text: str
    edition: str
    base: str | None = None
    protect: tuple[str, ...] = ()
    urn_edition: str = "rfc8141"
    lists: Lists = SHIPPED


class InspectionJob(LatestJob):
    """A job for one text at a time; results for texts since replaced are dropped."""

    asked = Signal(str, str)  # text and edition, emitted before the inspection begins
    inspected = Signal(object)  # Inspection or None

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(_work, parent)
        self.answered.connect(self.inspected)

    def inspect(
        self,
        text: str,
        edition: str,
        base: str | None = None,
        protect: tuple[str, ...] = (),
        urn_edition: str = "rfc8141",
        lists: Lists = SHIPPED,
    ) -> None:
        """Request an inspection; it replaces any earlier request."""
        self.asked.emit(text, edition)
        request = InspectionRequest(text, edition, base, protect, urn_edition, lists)
        self.ask(request if text else None, is_long=len(text) + len(base or "") > AT_ONCE)


def _work(request: InspectionRequest) -> Inspection:
    return uriinspector.inspect(
        request.text,
        base=request.base,
        edition=request.edition,
        urn_edition=request.urn_edition,
        protect=request.protect,
        lists=request.lists,
    )
