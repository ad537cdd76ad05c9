"""The page that takes one reference apart: it wires, the engine does the work."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent

from uriinspector.analysis.finding import one_for_each_place
from uriinspector.core.expression import lowered
from uriinspector.core.model import Span
from uriinspector.gui.accessibility import announce
from uriinspector.gui.inspect.finding_row import spoken
from uriinspector.gui.inspect.inspect_parts import InspectPageParts
from uriinspector.gui.inspect.menu_actions import MenuActions
from uriinspector.gui.inspect.page_state import InspectPageState
from uriinspector.gui.selection import text_of
from uriinspector.gui.storage.profile import FILES, Profile
from uriinspector.gui.text.pieces import WRITTEN, TextForm, forms_of, is_replaced
from uriinspector.gui.theme import Theme

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.inspect.drawer import Drawer
    from uriinspector.gui.inspect.examples import Example
    from uriinspector.gui.inspect.welcome import Welcome


class InspectPage(InspectPageParts):
    """What is in the editor is inspected, and shown in every pane."""

    inspected = Signal(object)  # Inspection or None
    welcomed = Signal(object)  # the Welcome, once there is one
    finished = Signal()  # the text is one to keep: it was pasted, dropped, chosen, or Enter pressed

    def __init__(self, theme: Theme, profile: Profile | None = None) -> None:
        """Build the page with nothing in it."""
        super().__init__(theme, profile)
        self.inspection: Inspection | None = None
        # What the panes show of it, and in which form the editor has the text.
        self.shown: Inspection | None = None
        self.form: TextForm | None = None
        # A text from outside, until it is inspected, and the form in which it is to be shown, if
        # not in its usual one; and a text that can be shown in several forms.
        self._arriving: str | None = None
        self._wanted: str | None = None
        self._written: Inspection | None = None
        self._is_asked = False  # whether a tab was asked for while there was no text
        self._wire()
        self.refresh()

    @cached_property
    def drawer(self) -> Drawer:
        """The cards, whose rules are loaded when the first one is asked for."""
        from uriinspector.gui.inspect.drawer import Drawer

        return Drawer(self._theme, self, self.banner)

    @cached_property
    def welcome(self) -> Welcome:
        """What is offered while there is no text, made when it is first needed."""
        from uriinspector.gui.inspect.welcome import Welcome

        result = Welcome(self._theme, self._profile)
        result.example_chosen.connect(self.show_example)
        result.text_chosen.connect(self.show_text)
        result.paste_requested.connect(self.editor.paste)
        self.stack.addWidget(result)
        self.welcomed.emit(result)
        return result

    def show_text(self, text: str, base: str | None = None) -> None:
        """Take a text from outside, as it is; read it against a base if it comes with one."""
        self.strip.dismiss()
        self.lead_back(None)
        self._put_base(base)
        self._arriving, self._written = text, None
        if self.editor.text() == text:
            self.refresh()
        self.editor.set_text(text)
        self.finished.emit()

    def show_example(self, example: Example) -> None:
        """Show an example by its edition, and say what it is read against."""
        self._profile.settings.set("edition", example.edition)
        self.show_text(example.text, example.base)

    def lead_back(self, action: Callable[[], object] | None, words: str = "") -> None:
        """Let Esc and a button lead back to where the text was chosen, until another one comes."""
        self.way_back.lead(action, words)
        self._fit()

    def page_state(self) -> InspectPageState:
        """Give what has to outlast a change of the language."""
        written = self.inspection.text if self.inspection else None
        span = self.selection.span
        return InspectPageState(
            self.editor.text(), self.base_field.base, span, self.sizes(), written
        )

    def restore(self, state: InspectPageState) -> None:
        """Show again what was kept."""
        self._put_base(state.base)
        if state.written is not None and state.written != state.text:
            self._arriving, self._wanted = state.written, state.text
            self.editor.set_text(state.written)
        else:
            self.editor.set_text(state.text)
        self.selection.select(state.span)
        self.use_sizes(state.sizes)

    def use_names(self) -> None:
        """Judge again by other names or lists."""
        self.refresh()

    def step_finding(self, steps: int) -> None:
        """Go to the next finding, or to one before, and say it."""
        finding = self.findings.step(steps)
        if finding is None:
            return
        announce(spoken(finding))
        if "drawer" in self.__dict__:
            self.drawer.follow_finding(finding)

    def refresh(self) -> None:
        """Have what is in the editor inspected and shown in every pane."""
        edition, urn_edition = (str(e.currentData()) for e in (self.edition, self.urn_edition))
        protect, lists = self._profile.protected.names, self._profile.lists.lists
        text, written = self.editor.text(), self._written
        if written is not None and text in {each.text for each in forms_of(written)}:
            text = written.text
        base = self.base_field.base
        self.base_field.check(edition)
        self.inspection_job.inspect(text, edition, base, protect, urn_edition, lists)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes the card, then leads back to the list that the text is from."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif "drawer" in self.__dict__ and self.drawer.isVisible():
            self.drawer.close_card()
        elif not self.way_back.go():
            super().keyPressEvent(event)

    def is_settled(self) -> bool:
        """Whether all that is said of the text is shown."""
        is_reading = self.components.is_reading or self.paste_and_drop.picture_job.is_waiting
        return not self.inspection_job.is_waiting and not is_reading

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what is still at work."""
        self.inspection_job.close()
        self.paste_and_drop.picture_job.close()
        self.components.close_job()
        super().closeEvent(event)

    def _put_base(self, base: str | None) -> None:
        """Show a base without having the text inspected that is about to be replaced."""
        blocked = self.base_field.blockSignals(True)
        self.base_field.show_base(base)
        self.base_field.blockSignals(blocked)

    def _show(self, inspection: Inspection | None) -> None:
        arriving, self._arriving = self._arriving, None
        wanted, self._wanted = self._wanted, None
        forms = forms_of(inspection) if inspection else ()
        if inspection is not None and (is_replaced(forms) or wanted is not None):
            self._written = inspection
            other = wanted or inspection.meant.text
            if arriving == inspection.text == self.editor.text() != other:
                self.editor.set_text(other)  # it is inspected as it was written
                return
        self.inspection = inspection
        self.form = next((each for each in forms if each.text == self.editor.text()), None)
        self._show_form(forms)
        self.inspected.emit(inspection)

    def _show_form(self, forms: tuple[TextForm, ...]) -> None:
        """Show in every pane what is said of the form that the editor has."""
        inspection, form = self.inspection, self.form
        is_written = form is None or form.how == WRITTEN
        shown = inspection.meant if inspection and is_written else form and form.inspection
        if "drawer" in self.__dict__ and (shown and shown.text) != (self.shown and self.shown.text):
            self.drawer.close_card()
        self.shown = shown
        self.selection.text = shown.text if shown else ""
        self.bridge.place_by(inspection if is_written and shown is not inspection else None)
        scheme = shown.reference.scheme if shown else None
        self.urn_edition.setVisible(lowered(scheme or "") == "urn")
        self.context.show_forms(forms, form)
        self.editor.show_inspection(inspection if is_written else shown)
        for pane in (self.banner, self.components, self.findings, self.tabs):
            pane.show_inspection(shown)
        if shown is None:
            QTimer.singleShot(0, self, self._greet)  # a text may be on its way
        else:
            self._show_panes(is_asked=False)

    def _show_panes(self, *, is_asked: bool = True) -> None:
        """Show the panes in place of the welcome; who asks for a tab sees it without a text too."""
        self._is_asked = is_asked
        self.stack.setCurrentIndex(0)

    def _greet(self) -> None:
        """Offer something where there is still no text."""
        if self.shown is None and not self.editor.text() and not self._is_asked:
            self.stack.setCurrentWidget(self.welcome)

    def _on_span(self, span: Span | None) -> None:
        """A card that is open follows what is selected."""
        if span is None or self.shown is None or "drawer" not in self.__dict__:
            return
        row = self.components.model.row_of(self.components.tree.currentIndex())
        is_component = self.components.tree.hasFocus() and row.span == span and row.cite
        places = () if is_component else one_for_each_place(self.shown.findings)
        finding = next((each for each in places if Span(each.start, each.end) == span), None)
        if finding is not None:
            self.drawer.follow_finding(finding)
        elif row.span == span and row.cite:
            self.drawer.follow_clause(row.cite)

    def _on_form(self, text: str) -> None:
        """Show another form of what was written; what is said of that stays at hand."""
        self._written = self.inspection
        self.editor.set_text(text)

    def _on_received(self, data: QMimeData) -> None:
        """What is pasted in place of the whole text has come from outside."""
        is_whole = self.inspection is not None and self.inspection.text == text_of(data)
        if is_whole and self.inspection is not None:
            self._arriving = self.inspection.text
            self._show(self.inspection)
        self.paste_and_drop.take(data)

    def _wire(self) -> None:
        self.strip.float_over(self)
        self.selection.span_selected.connect(self._on_span)
        self.menu_actions = MenuActions(self, self._theme, self._profile.protected)
        self.editor.text_edited.connect(self.refresh)
        self.base_field.base_edited.connect(self.refresh)
        self.editor.received.connect(self._on_received)
        self.derived_strip.form_requested.connect(self._on_form)
        self.editor.is_diverted = self.paste_and_drop.divert
        self.editor.submitted.connect(self.finished)
        self.editor.text_edited.connect(self.paste_and_drop.stop_reading)
        self.paste_and_drop.text_requested.connect(self.show_text)
        self.paste_and_drop.arrived.connect(self.finished)
        self.paste_and_drop.file_read.connect(lambda path: self._profile.note_opened(FILES, path))
        self.inspection_job.inspected.connect(self._show)
        self.inspection_job.waiting_changed.connect(self.excerpt.show_waiting)
        for name in ("edition", "urn_edition"):
            box = getattr(self, name)
            box.currentIndexChanged.connect(
                lambda _index, name=name, box=box: self._keep(name, box.currentData())
            )
        self.findings.fix_requested.connect(self.editor.set_text)
        self.banner.report_requested.connect(lambda: self.export_requested.emit("copy_report"))
        for pane in (self.banner, self.findings):
            pane.explain_requested.connect(lambda finding: self.drawer.show_finding(finding))
        for asking in (self.components, self.findings, self.tabs, self.selection):
            asking.clause_requested.connect(lambda clause: self.drawer.show_clause(clause))
        self.tabs.open_requested.connect(self.menu_actions.open_inner)
        self.tabs.opened.connect(self._show_panes)
        self.tabs.edit_requested.connect(self.menu_actions.replace)
        self.tabs.undo_requested.connect(self.editor.undo)

    def _keep(self, setting: str, chosen: object) -> None:
        self._profile.settings.set(setting, chosen)
        self.refresh()
