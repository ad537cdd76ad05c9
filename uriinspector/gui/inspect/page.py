"""The page that takes one reference apart: it wires, the engine does the work.

A small window has no room for both: there the tabs are folded to their bar, and take the place of
the panes when one of them is chosen.

In a low window three scroll bars would stand in each other; there the one of the page is enough.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QByteArray, QEvent, QMimeData, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QMenu, QScrollArea, QStackedWidget, QWidget

import uriinspector
from uriinspector.analysis.finding import one_for_each_place
from uriinspector.core.expression import lowered
from uriinspector.core.model import NamedTuple, Span
from uriinspector.core.parse import URN_EDITIONS
from uriinspector.gui.accessibility import announce
from uriinspector.gui.editor.uri_edit import ExcerptBar, UriEdit
from uriinspector.gui.inspect.components import Components
from uriinspector.gui.inspect.context_line import ContextLine
from uriinspector.gui.inspect.detail_tabs import Tabs
from uriinspector.gui.inspect.finding_list import spoken
from uriinspector.gui.inspect.findings import Findings
from uriinspector.gui.inspect.inspection_job import InspectionJob
from uriinspector.gui.inspect.verdict_banner import VerdictBanner
from uriinspector.gui.selection import Selection, text_of
from uriinspector.gui.storage.profile import FILES, Profile
from uriinspector.gui.text.pieces import (
    WRITTEN,
    TextForm,
    forms_of,
    is_replaced,
    plain_label,
    visible,
)
from uriinspector.gui.text.translation import URN_TITLES, edition_title, say
from uriinspector.gui.theme import Theme
from uriinspector.gui.transfer.paste_and_drop import PasteAndDrop
from uriinspector.gui.widgets.cards import (
    GAP,
    WayBack,
    button,
    chooser,
    field_card,
    menu_button,
    scrolled,
)
from uriinspector.gui.widgets.layouts import column_of, row
from uriinspector.gui.widgets.notice_strip import Notice, NoticeStrip
from uriinspector.gui.widgets.view_parts import DividedPanes, side_by_side

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.editor.uri_edit import BaseField
    from uriinspector.gui.inspect.drawer import Drawer
    from uriinspector.gui.inspect.examples import Example
    from uriinspector.gui.inspect.welcome import Welcome
    from uriinspector.gui.storage.own_lists import NameFile

# Below this height there is room for one of them only.
BOTH = 400


class InspectLayout(DividedPanes):
    """Panes and tabs, each as high as the window allows."""

    def __init__(self, theme: Theme, panes: QWidget, tabs: Tabs) -> None:
        """Put the tabs below the panes."""
        super().__init__(Qt.Orientation.Vertical, say("Components, details"), GAP)
        self._theme = theme
        self._panes = panes
        self._tabs = tabs
        self._is_small = self._is_always_small = False
        self._is_wanted = True  # whether the tabs are to be seen where there is room for both
        for each in (panes, tabs):
            self.addWidget(each)
            self.setStretchFactor(self.count() - 1, 1)
        self.setSizes([BOTH, BOTH])
        tabs.unfold_requested.connect(self.unfold)

    def keep_small(self, *, on: bool) -> None:
        """Have room for one of them only, however high it grows: the page scrolls."""
        if on != self._is_always_small:
            self._is_always_small = on
            self._see_room()

    def unfold(self, wanted: bool) -> None:
        """Show the tabs, or leave only their bar."""
        if not self._is_small:
            self._is_wanted = wanted
        self._arrange(unfolded=wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See whether there is room for both."""
        super().resizeEvent(event)
        self._see_room()

    def _see_room(self) -> None:
        is_small = self._is_always_small or self.height() < self._theme.pixels(BOTH)
        if is_small != self._is_small:
            self._is_small = is_small
            has_room = not is_small or self._tabs.is_revealed
            self._arrange(unfolded=self._is_wanted and has_room)

    def _arrange(self, *, unfolded: bool) -> None:
        self._panes.setVisible(not (unfolded and self._is_small))
        self._tabs.fold(folded=not unfolded)
        self._tabs.setMaximumHeight(
            16_777_215 if unfolded else self._tabs.minimumSizeHint().height()
        )
        self.setSizes([BOTH, BOTH])


class InspectPageState(NamedTuple):
    """Its text and base, what is selected, how the panes share the room, how it was written."""

    text: str
    base: str | None
    span: Span | None
    sizes: bytes
    written: str | None = None


LOW = 480  # a page that is lower than this, before zoom, has one scroll bar


class GrownPanes:
    """Lets the panes grow in a low page, and keeps the row that the keys come to in sight."""

    def __init__(
        self, theme: Theme, layout: InspectLayout, components: Components, findings: Findings
    ) -> None:
        """Begin with panes that scroll by themselves."""
        self._theme = theme
        self._is_low = False
        self._layout, self._components, self._findings = layout, components, findings
        findings.list.entered_row.connect(lambda place: self._follow(findings.list, place))
        components.tree.current_row_moved.connect(
            lambda place: self._follow(components.tree, place)
        )

    def fit(self, height: int) -> None:
        """Follow the height of the page."""
        self._is_low = is_low = height < self._theme.pixels(LOW)
        self._layout.keep_small(on=is_low)
        self._components.grow(on=is_low)
        self._findings.grow(on=is_low)

    def _follow(self, view: QWidget, place: QRect) -> None:
        if not self._is_low or not view.hasFocus():
            return  # a caret that moves in the text moves no page
        area = view.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        page = area.widget() if area is not None else None
        if area is not None and page is not None:
            shown = QRect(view.mapTo(page, place.topLeft()), place.size())
            for corner in (shown.bottomLeft(), shown.topLeft()):
                area.ensureVisible(0, corner.y(), 0, self._theme.pixels(8))


class TextPage(Protocol):
    """The page as the menus see it."""

    selection: Selection
    editor: UriEdit
    base_field: BaseField
    strip: NoticeStrip
    bridge: SelectionBridge
    way_back: WayBack
    edition: QComboBox

    def show_text(self, text: str, base: str | None = None) -> None:
        """Take a text from outside."""

    def lead_back(self, action: Callable[[], object] | None, words: str = "") -> None:
        """Let Esc lead there."""

    def refresh(self) -> None:
        """Inspect again."""


class MenuActions:
    """Does it, and says so."""

    def __init__(self, page: TextPage, theme: Theme, names: NameFile) -> None:
        """Listen to the selection of a page; ``names`` are those that are protected."""
        self._page = page
        self._theme = theme
        self._names = names
        page.selection.show_requested.connect(self._on_show)
        page.selection.inspect_requested.connect(self._on_part)
        page.selection.protect_requested.connect(self._on_protect)
        page.selection.decode_requested.connect(lambda span: self.decode(page.bridge.written(span)))
        page.editor.selection.decode_requested.connect(self.decode)

    def decode(self, span: Span | None) -> None:
        """Decode a run of the editor's text by hand; what is applied is one step back."""
        from uriinspector.gui.inspect.decoding_sheet import DecodingSheet

        editor = self._page.editor
        if span is None or span.start == span.end:
            self._page.strip.tell(Notice(say("Select the text to decode.")))
            return
        edition = str(self._page.edition.currentData())
        sheet = DecodingSheet(editor.window(), self._theme, editor.text(), span, edition)
        sheet.applied.connect(self._apply)
        sheet.finished.connect(lambda _result: editor.setFocus())
        sheet.open()

    def replace(self, span: Span, new: str) -> None:
        """Replace a run of what the panes show, if that is what the editor has."""
        page = self._page
        if page.selection.text == page.editor.text():
            page.editor.replace(*span, new)
        else:
            page.strip.tell(Notice(say("Show the original link to edit it here.")))

    def _apply(self, span: Span, new: str) -> None:
        editor = self._page.editor
        editor.replace(*span, new)
        editor.select(span.start, span.start + len(new))

    def _on_show(self, span: Span) -> None:
        """Show a place in the text, with the keys there."""
        page = self._page
        page.selection.select(span)
        page.editor.setFocus()
        page.editor.ensureCursorVisible()

    def _on_part(self, part: str) -> None:
        self.open_inner(part, None)

    def open_inner(self, part: str, base: str | None) -> None:
        """Inspect a part of the text, or what was decoded from it; Esc leads back step by step."""
        page, way = self._page, self._page.way_back
        before, outer, action = page.editor.text(), page.base_field.base, way.action
        words = way.accessibleName()

        def back() -> None:
            page.show_text(before, outer)
            page.lead_back(action, words)

        page.show_text(part, base)
        page.lead_back(back, say("Back to the outer link"))

    def _on_protect(self, name: str) -> None:
        """Judge by one more name that no other host should resemble."""
        page, names, shown = self._page, self._names, visible(name)
        if name in names.names:
            page.strip.tell(Notice(say("{name} is protected already.", name=shown)))
            return
        before = names.text

        def undo() -> None:
            names.save(before)
            page.refresh()

        is_saved = names.add(name)
        page.refresh()
        words = say("{name} is protected. Hosts that resemble it are reported.", name=shown)
        if not is_saved:
            words = say("Cannot save the names. Changes are lost when you close the window.")
        page.strip.tell(Notice(words, "info" if is_saved else "medium", say("Undo"), undo))


class SelectionBridge(QObject):
    """Passes each selection on to the other side, at its place there.

    Both sides are the same until the editor holds a text that stands for another one.
    """

    def __init__(self, panes: Selection, editor: Selection) -> None:
        """Connect the panes' selection with the editor's."""
        super().__init__(panes)
        self._inspection: Inspection | None = None
        self._is_relaying = False
        panes.span_selected.connect(lambda span: self._relay(editor.select, self.written(span)))
        panes.span_hovered.connect(lambda span: self._relay(editor.hover, self.written(span)))
        editor.span_selected.connect(lambda span: self._relay(panes.select, self._meant(span)))
        editor.span_hovered.connect(lambda span: self._relay(panes.hover, self._meant(span)))

    def place_by(self, inspection: Inspection | None) -> None:
        """Find places by this inspection; by None, both sides have the same text."""
        self._inspection = inspection

    def written(self, span: Span | None) -> Span | None:
        """Where the editor has what the panes have there."""
        return self._inspection.written_place(span) if self._inspection and span else span

    def _meant(self, span: Span | None) -> Span | None:
        return self._inspection.meant_place(span) if self._inspection and span else span

    def _relay(self, tell: Callable[[Span | None], None], span: Span | None) -> None:
        if self._is_relaying:
            return
        self._is_relaying = True
        tell(span)
        self._is_relaying = False


# With less room than these, before zoom, the editor has no heading, then no button that pastes,
# then none that copies: both are in the menu.
NAMED, PASTED, COPIED = 610, 480, 300
# Above so many pixels of the page, before zoom, the editor has room for so many lines; a longer
# text scrolls, and nothing else depends on how long it is.
LINES = {0: 1, 480: 2, 900: 3}
LINE = 49  # with its ribbon


class InspectPageParts(QWidget):
    """The editor above, the verdict below it, then components and findings side by side."""

    export_requested = Signal(str)  # a way of handing on, by the name of its action

    def __init__(self, theme: Theme, profile: Profile | None = None) -> None:
        """Make them, and lay them out."""
        super().__init__()
        self.setObjectName("page")
        self._theme = theme
        self._profile = profile or Profile()
        self.selection = Selection()
        self.editor = UriEdit(theme)
        self.bridge = SelectionBridge(self.selection, self.editor.selection)
        self.excerpt = ExcerptBar(self.editor)
        self.inspection_job = InspectionJob(self)
        titles = {name: edition_title(name) for name in uriinspector.EDITIONS}
        self.edition = chooser(say("Edition of the specification"), titles)
        titles = {name: say(URN_TITLES[name]) for name in URN_EDITIONS}
        self.urn_edition = chooser(say("URN edition"), titles)
        self.urn_edition.hide()  # until there is a URN
        self.use_edition()
        self.banner = VerdictBanner(theme)
        self.components = Components(theme, self.selection)
        self.findings = Findings(theme, self.selection)
        self.tabs = Tabs(theme, self.selection)
        self.strip = NoticeStrip(theme)
        self.context = ContextLine(theme)
        self.base_field, self.derived_strip = self.context.base, self.context.forms
        self.paste_and_drop = PasteAndDrop(self.strip)
        self.way_back = WayBack()
        self.examples = menu_button(say("Examples"))
        self._lay_out()

    def use_edition(self) -> None:
        """Read by the editions that are set."""
        for name, box in (("edition", self.edition), ("urn_edition", self.urn_edition)):
            box.setCurrentIndex(box.findData(self._profile.settings[name]))

    def offer_examples(self, menu: QMenu) -> None:
        """Open this menu from the button."""
        self.examples.setMenu(menu)

    def sizes(self) -> bytes:
        """Tell how the panes share the room."""
        return bytes(self.panes.saveState().data())

    def use_sizes(self, sizes: bytes) -> None:
        """Share the room as it was."""
        self.panes.restoreState(QByteArray(sizes))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the editor grow with the page, and leave out what there is no room for."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Another zoom leaves another room."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and hasattr(self, "_above"):
            self._fit()

    def _fit(self) -> None:
        for part, least in self._above.items():
            part.setVisible(self.width() >= self._theme.pixels(least))
        if not self.way_back.isHidden():
            self._name.hide()
        height = self.height()
        self.grown_panes.fit(height)
        lines = max(n for least, n in LINES.items() if height >= self._theme.pixels(least))
        room = self._theme.pixels(LINE * lines + 4)
        self._editor_room.setFixedHeight(room)
        self.editor.least_lines = lines
        self.editor.allow(room)

    def _lay_out(self) -> None:
        self._name = name = plain_label(say("Link"), role="quiet")
        name.setWordWrap(False)
        paste = button(say("Paste"), self.editor.paste)
        copy = button(say("Copy defanged"), lambda: self.export_requested.emit("copy_defanged"))
        self._above = {name: NAMED, paste: PASTED, copy: COPIED}
        top = row(
            name, self.way_back, None, paste, copy, self.examples, self.urn_edition, self.edition
        )
        panes = self.panes = side_by_side(say("Components, findings"), GAP)
        panes.addWidget(self.components)
        panes.addWidget(self.findings)
        panes.setStretchFactor(0, 6)
        panes.setStretchFactor(1, 5)
        column = scrolled(self)
        column.setContentsMargins(16, 14, 16, 10)
        column.setSpacing(GAP)
        self._editor_room = QWidget()
        column_of(self.editor, self.excerpt, None, into=self._editor_room, margins=(0, 0, 0, 0))
        column.addWidget(field_card(top, self._editor_room, self.context))
        column.addWidget(self.banner)
        self.stack = QStackedWidget()
        layout = InspectLayout(self._theme, panes, self.tabs)
        self.grown_panes = GrownPanes(self._theme, layout, self.components, self.findings)
        self.stack.addWidget(layout)
        column.addWidget(self.stack, 1)


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
