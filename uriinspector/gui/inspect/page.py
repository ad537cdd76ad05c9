"""The page that analyzes one link. It only contains layout and connections between widgets.

In a small window, the tabs are collapsed to their bar; a chosen tab replaces the panes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QMimeData, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

import uriinspector
from uriinspector.analysis.derived import (
    ADDRESS_BAR,
    DEFANGED,
    EMAIL,
    ENCODED,
    MISSPELLED,
    NETWORK_PATH,
    WRAPPED,
)
from uriinspector.analysis.finding import one_for_each_place
from uriinspector.core.expression import lowered
from uriinspector.core.model import NamedTuple, Span
from uriinspector.core.parse import URN_EDITIONS
from uriinspector.gui.accessibility import announce
from uriinspector.gui.editor.uri_edit import BaseField, ExcerptBar, UriEdit
from uriinspector.gui.inspect.card_page import CardPage
from uriinspector.gui.inspect.detail_tabs import Tabs
from uriinspector.gui.inspect.findings import LOWEST, QUIET, TITLE, Findings, spoken
from uriinspector.gui.inspect.inspection_job import InspectionJob
from uriinspector.gui.inspect.row_list import RowCard
from uriinspector.gui.inspect.verdict_banner import VerdictBanner
from uriinspector.gui.jobs.latest_job import AT_ONCE, IdleQueue, LatestJob
from uriinspector.gui.selection import (
    MenuEntry,
    MenuValue,
    Selection,
    open_menu,
    text_of,
    value_entries,
)
from uriinspector.gui.storage.profile import FILES, Profile
from uriinspector.gui.text.paragraph import ParagraphLabel, TextRun
from uriinspector.gui.text.pieces import (
    WRITTEN,
    TextForm,
    forms_of,
    is_replaced,
    plain_label,
    show_tip,
    visible,
)
from uriinspector.gui.text.translation import URN_TITLES, edition_title, say, say_count
from uriinspector.gui.theme import pixels
from uriinspector.gui.transfer.paste_and_drop import PasteAndDrop
from uriinspector.gui.widgets.cards import (
    GAP,
    WayBack,
    button,
    chooser,
    explain,
    field_card,
    menu_button,
    scrolled,
)
from uriinspector.gui.widgets.layouts import row, stretched
from uriinspector.gui.widgets.notice_strip import Notice, NoticeStrip
from uriinspector.gui.widgets.view_parts import DividedPanes, Fitted, SingleScrollBar

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.inspect.component_rows import ComponentRow, ValueMeanings
    from uriinspector.gui.inspect.drawer import Drawer
    from uriinspector.gui.inspect.examples import Example
    from uriinspector.gui.inspect.welcome import Welcome


BY_GRAMMAR = "Read according to the grammar."
READ = {
    ADDRESS_BAR: 'Read as in an address bar: "{added}" added.',
    EMAIL: 'Read as in an email app: "{added}" added.',
    NETWORK_PATH: 'Read as a link on an https page: "{added}" added.',
}
AS_WRITTEN = {
    DEFANGED: "Defanged link, as written.",
    ENCODED: "Percent-encoded link, as written.",
    WRAPPED: "Link, as written.",
    MISSPELLED: "Misspelled link, as written.",
}
# Labels of the buttons that show another form.
WAYS = {
    DEFANGED: "Show original link",
    ENCODED: "Show decoded link",
    WRAPPED: "Show the link inside",
    MISSPELLED: "Show corrected link",
    ADDRESS_BAR: "Read as in an address bar",
    EMAIL: "Read as in an email app",
    NETWORK_PATH: "Read as a link on an https page",
}


class DerivedStrip(QWidget):
    """A strip that names the form shown and offers the others; hidden if there is only one form."""

    form_requested = Signal(str)  # the text to be shown

    def __init__(self) -> None:
        super().__init__()
        self._first = self._second = ""
        self.words = ParagraphLabel(most=1)
        self.does = button("", lambda: self.form_requested.emit(self._first))
        self.does_also = button("", lambda: self.form_requested.emit(self._second))
        margins = (0, 0, 0, 0)
        row(stretched(self.words), self.does, self.does_also, into=self, margins=margins)
        self.hide()

    def show_forms(self, forms: tuple[TextForm, ...], shown: TextForm | None) -> None:
        """Describe the shown form if there are several; otherwise hide the strip."""
        if shown is None or len(forms) < 2:
            self.hide()
            return
        first, *others = (each for each in forms if each is not shown)
        words = _words(shown, forms)
        self.words.set_runs([TextRun(words, QUIET)])
        show_tip(self.words, words)
        self._first = first.text
        self.does.setText(_way(first, forms))
        self._second = others[0].text if others else ""
        self.does_also.setText(_way(others[0], forms) if others else "")
        self.does_also.setVisible(bool(others))
        for each in (self.does, self.does_also):
            each.setAccessibleDescription(words)
        self.show()


def _way(form: TextForm, forms: tuple[TextForm, ...]) -> str:
    if form.how != WRITTEN:
        return say(WAYS[form.how])
    return say("Show as written") if is_replaced(forms) else say("Read according to the grammar")


def _words(form: TextForm, forms: tuple[TextForm, ...]) -> str:
    if form.how in READ:
        return say(READ[form.how], added=form.added)
    if form.how == WRAPPED:
        return say("Text that is not part of the link was removed.")
    if form.how == MISSPELLED:
        return say("Misspelled link, corrected.")
    if form.how == ENCODED:
        return say("Percent-encoded link, decoded.")
    if form.how == DEFANGED:
        one, many = "Defanged link: 1 change undone.", "Defanged link: {count} changes undone."
        return say_count(form.changes, one, many)
    if not is_replaced(forms):
        return say(BY_GRAMMAR)
    return say(AS_WRITTEN[forms[1].how])


class Components(RowCard):
    """The list of the components of a link."""

    def __init__(self, selection: Selection) -> None:
        super().__init__(selection, say("Components"), LOWEST)
        self._inspection: Inspection | None = None
        self._idle = IdleQueue(self)
        self.job = LatestJob(_readings_of, self, self._on_read)
        self.title.set_runs([TextRun(say("Components"), TITLE)])
        self.list.row_used.connect(lambda _row, target: explain(self, target.value))
        self.list.row_opened.connect(self._on_opened)
        self.list.menu_requested.connect(
            lambda each, place: open_menu(self.list, self.entries(each), place)
        )

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Show the components; the descriptions of their values are computed later."""
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
        """Show the descriptions, unless a different link is shown by now."""
        if read is not None and read.inspection is self._inspection:
            self._show_rows(read.meanings)

    def _on_opened(self, shown: ComponentRow) -> None:
        if shown.cite:
            explain(self, shown.cite)


class ReadValues(NamedTuple):
    """The descriptions of an inspection's values, computed in the background."""

    inspection: Inspection
    meanings: ValueMeanings


def _readings_of(inspection: Inspection) -> ReadValues:
    from uriinspector.gui.inspect.component_rows import ValueMeanings  # with the first link

    return ReadValues(inspection, ValueMeanings(inspection.values))


# Minimum page widths, before zoom, for the paste button of the editor, its copy button (the menu
# has both actions), and full names of editions.
PASTED, COPIED, IN_FULL = 480, 300, 700
# The maximum number of lines in the editor, and the height reserved for the rest of the page,
# before zoom. Longer texts scroll.
LINES, REST = 4, 376
# In pages narrower than ROOMY, before zoom, the text is smaller; LINE is the line height with the
# ribbon, by text size.
ROOMY, SIZES, LINE = 900, (16, 20), {16: 46, 20: 52}
NARROW_GAP = 8
STACKED = 480  # before zoom: in narrower pages, the panes are one below the other
SMALL = 700  # before zoom: lower pages show either the panes or the tabs


class InspectPageState(NamedTuple):
    """The state to restore after a language change; ``written`` is the original text."""

    text: str
    base: str | None
    span: Span | None
    sizes: bytes
    written: str | None = None


class SelectionBridge(QObject):
    """Links the selections in the panes and in the editor.

    The editor can contain another form of the link, so positions are translated.
    """

    def __init__(self, panes: Selection, editor: Selection) -> None:
        super().__init__(panes)
        self.inspection: Inspection | None = None  # None if both texts are equal
        self._is_relaying = False
        panes.span_selected.connect(lambda span: self._relay(editor.select, self.written(span)))
        panes.span_hovered.connect(lambda span: self._relay(editor.hover, self.written(span)))
        editor.span_selected.connect(lambda span: self._relay(panes.select, self._meant(span)))
        editor.span_hovered.connect(lambda span: self._relay(panes.hover, self._meant(span)))

    def written(self, span: Span | None) -> Span | None:
        """Return the position in the editor that corresponds to a span in the panes."""
        return self.inspection.written_place(span) if self.inspection and span else span

    def _meant(self, span: Span | None) -> Span | None:
        return self.inspection.meant_place(span) if self.inspection and span else span

    def _relay(self, pass_on: Callable[[Span | None], None], span: Span | None) -> None:
        if not self._is_relaying:
            self._is_relaying = True
            pass_on(span)
            self._is_relaying = False


class InspectPage(Fitted, CardPage):
    """The page with the editor on top, then the verdict, components and findings, and the tabs."""

    last_attribute = "_above"

    export_requested = Signal(str)  # the name of a menu action that exports or copies
    inspected = Signal(object)  # Inspection or None
    welcomed = Signal(object)  # the start page, after its creation
    finished = Signal()  # the link is complete: pasted, dropped, chosen or confirmed by Enter

    def __init__(self, profile: Profile | None = None) -> None:
        super().__init__()
        self._profile = profile or Profile()
        self.inspection: Inspection | None = None
        # The inspection shown in the panes, and the link's form shown in the editor.
        self.shown: Inspection | None = None
        self.form: TextForm | None = None
        # Text from outside that is not inspected yet; the form to show, unless it is the default;
        # and the inspection of the original while another form is in the editor.
        self._arriving: str | None = None
        self._wanted: str | None = None
        self._written: Inspection | None = None
        self._is_asked = False  # a tab was requested without a link
        self._is_small, self._is_unfolded = False, True  # the second applies to large windows
        self.selection = Selection()
        self.editor = UriEdit()
        self.editor.least_lines = 1
        self.bridge = SelectionBridge(self.selection, self.editor.selection)
        self.excerpt = ExcerptBar(self.editor)
        self.inspection_job = InspectionJob(self)
        titles = {name: edition_title(name) for name in uriinspector.EDITIONS}
        self.edition = chooser(say("Edition of the specification"), titles)
        titles = {name: say(URN_TITLES[name]) for name in URN_EDITIONS}
        self.urn_edition = chooser(say("URN edition"), titles)
        self.urn_edition.hide()  # until the link is a URN
        self.use_edition()
        self.banner = VerdictBanner()
        self.components = Components(self.selection)
        self.findings = Findings(self.selection)
        self.tabs = Tabs(self.selection)
        self.strip = NoticeStrip()
        self.base_field = BaseField(say("No base"))
        self.derived_strip = DerivedStrip()
        self.paste_and_drop = PasteAndDrop(self.strip)
        self.way_back = WayBack()
        self.examples = menu_button(say("Examples"), does=say("Choose an example"))
        self._lay_out()
        self.scroll_bars = SingleScrollBar(self)
        self.scroll_bars.watch(self.editor, self.components, self.findings)
        self._wire()
        self.refresh()

    @cached_property
    def drawer(self) -> Drawer:
        """Return the drawer for cards, which opens below the verdict."""
        from uriinspector.gui.inspect.drawer import Drawer  # imported with the first card

        return Drawer(self, self.banner)

    @cached_property
    def welcome(self) -> Welcome:
        """Return the start page, shown while there is no link; it is created on first use."""
        from uriinspector.gui.inspect.welcome import Welcome

        result = Welcome(self._profile)
        result.example_chosen.connect(self.show_example)
        result.text_chosen.connect(self.show_text)
        self._column.addWidget(result, 1)
        self.welcomed.emit(result)
        return result

    # Called by the window.

    def use_edition(self) -> None:
        """Select the editions that the settings name."""
        for name, box in (("edition", self.edition), ("urn_edition", self.urn_edition)):
            box.setCurrentIndex(box.findData(self._profile.settings[name]))

    def offer_examples(self, menu: QMenu) -> None:
        """Set the menu of the examples button."""
        self.examples.setMenu(menu)

    def show_text(self, text: str, base: str | None = None) -> None:
        """Show a link that comes from outside, unchanged, with its base if it has one."""
        self.strip.dismiss()
        self.lead_back(None)
        self._put_base(base)
        self._arriving, self._written = text, None
        if self.editor.text() == text:
            self.refresh()
        self.editor.set_text(text)
        self.finished.emit()

    def show_example(self, example: Example) -> None:
        self._profile.settings.set("edition", example.edition)
        self.show_text(example.text, example.base)

    def lead_back(self, action: Callable[[], object] | None, words: str = "") -> None:
        """Offer a way back to where the link was chosen, by a button and by Esc."""
        self.way_back.lead(action, words)
        self.restyle()

    def page_state(self) -> InspectPageState:
        """Return the state to restore after a language change."""
        written = self.inspection.text if self.inspection else None
        span, sizes = self.selection.span, self.sizes()
        return InspectPageState(self.editor.text(), self.base_field.base, span, sizes, written)

    def restore(self, state: InspectPageState) -> None:
        self._put_base(state.base)
        if state.written is not None and state.written != state.text:
            self._arriving, self._wanted = state.written, state.text
            self.editor.set_text(state.written)
        else:
            self.editor.set_text(state.text)
        self.selection.select(state.span)
        self.use_sizes(state.sizes)

    def sizes(self) -> bytes:
        return bytes(self.panes.saveState().data())

    def use_sizes(self, sizes: bytes) -> None:
        self.panes.restoreState(QByteArray(sizes))
        self.restyle()

    def use_names(self) -> None:
        """Repeat the inspection after the protected names or the lists have changed."""
        self.refresh()

    def step_finding(self, steps: int) -> None:
        """Go forward or back by a number of findings, and announce the one selected."""
        finding = self.findings.step(steps)
        if finding is None:
            return
        announce(spoken(finding))
        if "drawer" in self.__dict__:
            self.drawer.follow_finding(finding)

    def refresh(self) -> None:
        """Inspect the text in the editor, and show the result in all panes."""
        edition, urn_edition = (str(e.currentData()) for e in (self.edition, self.urn_edition))
        protect, lists = self._profile.protected.names, self._profile.lists.lists
        text, written = self.editor.text(), self._written
        if written is not None and text in {each.text for each in forms_of(written)}:
            text = written.text
        base = self.base_field.base
        self.base_field.check(edition)
        self.inspection_job.inspect(text, edition, base, protect, urn_edition, lists)

    # Overrides of Qt methods.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the card with Esc, or return to the list that the link came from."""
        if event.key() != Qt.Key.Key_Escape or (not self.close_card() and not self.way_back.go()):
            super().keyPressEvent(event)

    # Layout.

    def _lay_out(self) -> None:
        self._name = name = plain_label(say("Link"), role="quiet")
        name.setWordWrap(False)
        paste = button(say("Paste"), self.editor.paste, act="paste")
        on_copy = partial(self.export_requested.emit, "copy_defanged")
        copy = button(say("Copy defanged"), on_copy, act="copy_defanged")
        rules = plain_label(say("Rules"), role="quiet", wraps=False)
        rules.setBuddy(self.edition)
        above = {name: ROOMY, paste: PASTED, copy: COPIED, self.examples: COPIED, rules: IN_FULL}
        self._above: dict[QWidget, int] = above
        for box in (self.edition, self.urn_edition):
            box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        top = row(
            *(name, self.way_back, None, self.base_field.opener, paste, copy),
            *(self.examples, rules, self.urn_edition, self.edition),
        )
        ways, views = Qt.Orientation, (self.components, self.findings)
        self.panes = DividedPanes(ways.Horizontal, say("Components, findings"), GAP, *views)
        name_of_both, views_below = say("Components, details"), (self.panes, self.tabs)
        self.details = DividedPanes(ways.Vertical, name_of_both, GAP, *views_below)
        for panes, shares in ((self.panes, (7, 6)), (self.details, (1, 1))):
            for number, share in enumerate(shares):
                panes.setStretchFactor(number, share)
        field = field_card(top, self.editor, self.excerpt, self.derived_strip, self.base_field)
        parts = (field, self.banner, stretched(self.details))
        self._column = scrolled(self, *parts)

    def restyle(self) -> None:
        for part, least in self._above.items():
            part.setVisible(self.width() >= pixels(least))
        if not self.way_back.isHidden():
            self._name.hide()
        is_roomy = self.width() >= pixels(ROOMY)
        self._column.setSpacing(GAP if is_roomy else NARROW_GAP)
        self.panes.setStretchFactor(0, 7 if is_roomy else 6)
        is_full = self.width() >= pixels(IN_FULL)
        for number, name in enumerate(uriinspector.EDITIONS):
            self.edition.setItemText(number, edition_title(name) if is_full else name)
        for box in (self.edition, self.urn_edition):
            box.setMinimumContentsLength((4, 14, 19)[is_full + is_roomy])
        size = SIZES[is_roomy]
        if size != self.editor.text_size:
            self.editor.text_size = size
            self.editor.dress()
        self.editor.setMinimumHeight(pixels(LINE[size]))
        self.editor.allow(min(pixels(LINE[size] * LINES), self.height() - pixels(REST)))
        ways = Qt.Orientation
        way = ways.Horizontal if self.width() >= pixels(STACKED) else ways.Vertical
        if self.panes.orientation() != way:
            self.panes.setOrientation(way)
        is_small = self.height() < pixels(SMALL)
        if is_small != self._is_small:
            self._is_small = is_small
            has_room = not is_small or self.tabs.is_revealed
            self._arrange(unfolded=self._is_unfolded and has_room)

    fit = restyle

    def _unfold(self, wanted: bool) -> None:
        """Expand or collapse the tabs; on a small page, they replace the panes."""
        if not self._is_small:
            self._is_unfolded = wanted
        self._arrange(unfolded=wanted)

    def _arrange(self, *, unfolded: bool) -> None:
        self.panes.setVisible(not (unfolded and self._is_small))
        self.tabs.fold(folded=not unfolded)
        self.details.setSizes([1_000, 1_200])

    def _put_base(self, base: str | None) -> None:
        """Show a base without inspecting, because the caller also replaces the text."""
        with QSignalBlocker(self.base_field):
            self.base_field.show_base(base)

    # Results of inspections.

    def _show(self, inspection: Inspection | None) -> None:
        arriving, self._arriving = self._arriving, None
        wanted, self._wanted = self._wanted, None
        forms = forms_of(inspection) if inspection else ()
        if inspection is not None and (is_replaced(forms) or wanted is not None):
            self._written = inspection
            other = wanted or inspection.meant.text
            if arriving == inspection.text == self.editor.text() != other:
                self.editor.set_text(other)  # the original is inspected, and this form is shown
                return
        self.inspection = inspection
        self.form = next((each for each in forms if each.text == self.editor.text()), None)
        self._show_form(forms)
        self.inspected.emit(inspection)

    def _show_form(self, forms: tuple[TextForm, ...]) -> None:
        """Show the inspection of the editor's form of the link in all panes."""
        inspection, form = self.inspection, self.form
        is_written = form is None or form.how == WRITTEN
        shown = inspection.meant if inspection and is_written else form and form.inspection
        if (shown and shown.text) != (self.shown and self.shown.text):
            self.close_card()
        self.shown = shown
        self.selection.text = shown.text if shown else ""
        self.bridge.inspection = inspection if is_written and shown is not inspection else None
        scheme = shown.reference.scheme if shown else None
        self.urn_edition.setVisible(lowered(scheme or "") == "urn")
        self.derived_strip.show_forms(forms, form)
        self.editor.show_inspection(inspection if is_written else shown)
        for pane in (self.banner, self.components, self.findings, self.tabs):
            pane.show_inspection(shown)
        if shown is None:
            QTimer.singleShot(0, self, self._greet)  # a link may arrive before that
        else:
            self._show_panes(is_asked=False)

    def _show_panes(self, *, is_asked: bool = True) -> None:
        """Show the panes instead of the start page; with ``is_asked``, even if there is no link."""
        self._is_asked = is_asked
        self.details.show()
        if "welcome" in self.__dict__:
            self.welcome.hide()

    def _greet(self) -> None:
        """Show the start page if there is still no link."""
        if self.shown is None and not self.editor.text() and not self._is_asked:
            self.details.hide()
            self.welcome.show()

    def _on_span(self, span: Span | None) -> None:
        """Let an open card follow the selection."""
        if span is None or self.shown is None or "drawer" not in self.__dict__:
            return
        part = self.components.list.currentIndex().data(Qt.ItemDataRole.UserRole)
        cite = part.cite if part is not None and part.span == span else ""
        is_component = self.components.list.hasFocus() and cite
        places = () if is_component else one_for_each_place(self.shown.findings)
        finding = next((each for each in places if Span(each.start, each.end) == span), None)
        if finding is not None:
            self.drawer.follow_finding(finding)
        elif cite:
            self.drawer.follow_clause(cite)

    def _on_form(self, text: str) -> None:
        """Show another form of the link, and keep the inspection of the original."""
        self._written = self.inspection
        self.editor.set_text(text)

    def _on_received(self, data: QMimeData) -> None:
        """Treat pasted text that replaces the whole link as coming from outside."""
        is_whole = self.inspection is not None and self.inspection.text == text_of(data)
        if is_whole and self.inspection is not None:
            self._arriving = self.inspection.text
            self._show(self.inspection)
        self.paste_and_drop.take(data)

    def _wire(self) -> None:
        self.strip.float_over(self)
        self.selection.span_selected.connect(self._on_span)
        asked = self.selection
        asked.show_requested.connect(self._show_place)
        asked.inspect_requested.connect(lambda part: self.open_inner(part, None))
        asked.protect_requested.connect(self._protect)
        asked.decode_requested.connect(lambda span: self.decode(self.bridge.written(span)))
        self.editor.selection.decode_requested.connect(self.decode)
        self.editor.text_edited.connect(self.refresh)
        self.base_field.base_edited.connect(self.refresh)
        self.editor.received.connect(self._on_received)
        self.derived_strip.form_requested.connect(self._on_form)
        self.editor.is_diverted = self.paste_and_drop.divert
        self.editor.submitted.connect(self.finished)
        self.editor.problem_requested.connect(self._open_problem)
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
        for asking in (self.findings, self.tabs, self.selection):
            asking.clause_requested.connect(self.clause_requested)
        for opening in (self.tabs, self.banner):
            opening.open_requested.connect(self.open_inner)
        self.banner.base_requested.connect(self.base_field.open)
        self.banner.list_requested.connect(self.paste_and_drop.choice_requested)
        self.tabs.opened.connect(self._show_panes)
        self.tabs.created.connect(self.scroll_bars.watch)
        self.tabs.unfold_requested.connect(self._unfold)
        self.tabs.edit_requested.connect(self._replace)
        self.tabs.undo_requested.connect(self.editor.undo)

    def _keep(self, setting: str, chosen: object) -> None:
        self._profile.settings.set(setting, chosen)
        self.refresh()

    # Called by menus and tabs.

    def decode(self, span: Span | None) -> None:
        """Open the dialog to decode a part of the link manually."""
        from uriinspector.gui.inspect.decoding_sheet import DecodingSheet

        editor = self.editor
        if span is None or span.start == span.end:
            self.strip.show_notice(Notice(say("Select the text to decode.")))
            return
        edition = str(self.edition.currentData())
        sheet = DecodingSheet(editor.window(), editor.text(), span, edition)
        sheet.applied.connect(self._apply)
        sheet.finished.connect(lambda _result: editor.setFocus())
        sheet.open()

    def _open_problem(self, span: Span) -> None:
        """Show the row of an encoding problem."""
        self.editor.selection.select(span)
        self.tabs.reveal("escapes")
        self.tabs.tabs["escapes"].focus_row()

    def _replace(self, span: Span, new: str) -> None:
        """Replace a range of the shown link, if the editor contains the same text."""
        if self.selection.text == self.editor.text():
            self.editor.replace(*span, new)
        else:
            self.strip.show_notice(Notice(say("Show the original link to edit it here.")))

    def _apply(self, span: Span, new: str) -> None:
        editor = self.editor
        editor.replace(*span, new)
        editor.select(span.start, span.start + len(new))

    def _show_place(self, span: Span) -> None:
        self.selection.select(span)
        self.editor.setFocus()
        self.editor.ensureCursorVisible()

    def open_inner(self, part: str, base: str | None) -> None:
        """Inspect a part of the link or a decoded link; Esc returns to the outer link."""
        way = self.way_back
        before, outer, action = self.editor.text(), self.base_field.base, way.action
        words = way.accessibleName()

        def back() -> None:
            self.show_text(before, outer)
            self.lead_back(action, words)

        self.show_text(part, base)
        self.lead_back(back, say("Back to the outer link"))

    def _protect(self, name: str) -> None:
        """Add a protected name, and inspect again."""
        names, shown = self._profile.protected, visible(name)
        if name in names.names:
            self.strip.show_notice(Notice(say("{name} is already protected.", name=shown)))
            return
        before = names.text

        def undo() -> None:
            names.save(before)
            self.refresh()

        is_saved = names.add(name)
        self.refresh()
        words = say("{name} is protected. Hosts that resemble it are reported.", name=shown)
        if not is_saved:
            words = say(
                "Cannot save the protected names. Changes will be lost when you close the window."
            )
        self.strip.show_notice(Notice(words, "info" if is_saved else "medium", say("Undo"), undo))
