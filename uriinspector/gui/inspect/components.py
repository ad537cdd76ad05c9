"""The list of components, with the meaning and the clause of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.gui.inspect.findings import LOWEST, QUIET, TITLE
from uriinspector.gui.inspect.row_list import RowCard
from uriinspector.gui.jobs.latest_job import AT_ONCE, IdleQueue, LatestJob
from uriinspector.gui.selection import MenuEntry, MenuValue, Selection, open_menu, value_entries
from uriinspector.gui.text.paragraph import TextRun
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import explain

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.inspect.component_rows import ComponentRow, ValueMeanings


class Components(RowCard):
    """The list of the components of a link."""

    def __init__(self, selection: Selection) -> None:
        super().__init__(selection, say("Components"), LOWEST)
        self._inspection: Inspection | None = None
        self._idle = IdleQueue(self)
        self.job = LatestJob(_readings_of, self)
        self.title.set_runs([TextRun(say("Components"), TITLE)])
        self.list.row_used.connect(lambda _row, target: explain(self, target.value))
        self.list.row_opened.connect(self._on_opened)
        self.list.menu_requested.connect(
            lambda each, place: open_menu(self.list, self.entries(each), place)
        )
        self.job.answered.connect(self._on_read)

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Show the components; descriptions of values are computed later."""
        self._inspection = inspection
        self.job.drop()
        self._idle.close()
        self._show_rows(None)
        if inspection is not None and len(inspection.text) > AT_ONCE:
            self.job.ask(inspection, is_long=True)
        elif inspection is not None:
            self._idle.take([lambda: self.job.ask(inspection, is_long=False)], at_once=False)

    def entries(self, shown: ComponentRow) -> tuple[MenuEntry | None, ...]:
        is_host = shown.part == shown.key == "host"
        name = (shown.strong or shown.text or "") if is_host else ""
        return value_entries(self._selection, MenuValue(shown.text, shown.span, shown.cite, name))

    def _show_rows(self, meanings: ValueMeanings | None) -> None:
        inspection = self._inspection
        rows: list[ComponentRow] = []
        if inspection is not None:
            from uriinspector.gui.inspect.component_rows import component_rows

            rows = component_rows(inspection, meanings)
        words = say("Components appear here, each with its specification clause.")
        self.list.show_rows(rows, [TextRun(words, QUIET)])

    def _on_read(self, read: ReadValues | None) -> None:
        """Show the descriptions, unless another link is shown by now."""
        if read is not None and read.inspection is self._inspection:
            self._show_rows(read.meanings)

    def _on_opened(self, shown: ComponentRow) -> None:
        if shown.cite:
            explain(self, shown.cite)


class ReadValues(NamedTuple):
    """The descriptions of the values in an inspection."""

    inspection: Inspection
    meanings: ValueMeanings


def _readings_of(inspection: Inspection) -> ReadValues:
    from uriinspector.gui.inspect.component_rows import ValueMeanings  # with the first link

    return ReadValues(inspection, ValueMeanings(inspection.values))
