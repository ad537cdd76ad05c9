"""The main window: navigation rail, pages, status bar; the work is done elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QSize, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QFontMetricsF,
    QKeyEvent,
)
from PySide6.QtWidgets import QApplication, QButtonGroup, QFrame, QToolButton, QWidget

from uriinspector.documents.named_file import names_file
from uriinspector.gui.command_line import WORKSPACES, Argument
from uriinspector.gui.shell.start import DisplaySettings, name_menus, placeholder_page
from uriinspector.gui.shell.workspaces import PAGES, WIRING, WindowBase, Workspaces
from uriinspector.gui.storage.profile import Profile
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.theme import RATIOS, icon, pixels, theme, window_icon
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.inspect.examples import Example
    from uriinspector.gui.inspect.welcome import Welcome
    from uriinspector.gui.shell.find_bar import FindBar, Pane
    from uriinspector.gui.widgets.notice_strip import Notice


WIDTH, AROUND_LABELS = 88, 20  # width of the rail, and space around its labels; before zoom


class RailTab(QToolButton):
    """The button of a workspace, presented to screen readers as a tab."""

    def checkStateSet(self) -> None:
        super().checkStateSet()
        self._report()

    def nextCheckState(self) -> None:
        super().nextCheckState()
        self._report()

    def _report(self) -> None:
        if QAccessible.isActive() and self.isChecked():
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Selection))


class NavigationRail(QFrame):
    """The buttons of the workspaces and the theme."""

    workspace_chosen = Signal(str)
    theme_requested = Signal()

    def __init__(self, workspaces: Mapping[str, str], theme_words: str) -> None:
        """Make the workspaces' buttons (name -> label); ``theme_words`` labels the theme button."""
        super().__init__()
        self.setObjectName("rail")
        self.setAccessibleName(say("Workspaces"))
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QToolButton] = {}
        for name, words in workspaces.items():
            button = self._button(RailTab(), words)
            button.setCheckable(True)
            button.clicked.connect(lambda _checked, name=name: self.workspace_chosen.emit(name))
            self._group.addButton(button)
            self.buttons[name] = button
        self.theme_button = self._button(QToolButton(), theme_words)
        self.theme_button.clicked.connect(self.theme_requested)
        font = theme.interface_font(12)
        font.setBold(True)
        labels = map(QFontMetricsF(font).horizontalAdvance, (*workspaces.values(), theme_words))
        is_tight = max(labels) > pixels(WIDTH - AROUND_LABELS)
        for each in (*self.buttons.values(), self.theme_button):
            each.setProperty("tight", is_tight)
        parts = (*self.buttons.values(), None, self.theme_button)
        column_of(*parts, into=self, margins=(7, 12, 7, 12), spacing=5)
        self._draw((self.devicePixelRatioF(),))  # others are drawn later

    def choose(self, name: str) -> None:
        self.buttons[name].setChecked(True)
        for each, button in self.buttons.items():  # Tab reaches this one, arrows the others
            button.setProperty("focusPolicy", "TabFocus" if each == name else "NoFocus")

    def name_keys(self, actions: Mapping[str, QAction]) -> None:
        """Show the description and the key of each workspace in its tooltip."""
        from uriinspector.gui.widgets.cards import add_key  # not imported for the first frame

        for name, each in self.buttons.items():
            add_key(each, actions[name].statusTip(), name)
        add_key(self.theme_button, say("Switch between the light and the dark theme"))

    def dress(self) -> None:
        self._draw(RATIOS)

    def _draw(self, ratios: Iterable[float]) -> None:
        self.setFixedWidth(pixels(WIDTH))
        side = pixels(20)
        for name, each in (*self.buttons.items(), ("theme", self.theme_button)):
            each.setIcon(icon(name, "muted", "accent", ratios))
            each.setIconSize(QSize(side, side))

    def _button(self, button: QToolButton, words: str) -> QToolButton:
        button.setObjectName("rail")
        button.setText(words)
        button.setSizePolicy(button.sizePolicy().Policy.Expanding, button.sizePolicy().Policy.Fixed)
        return button


MORE_KEYS = ("1 more: see Help, Keyboard shortcuts.", "{count} more: see Help, Keyboard shortcuts.")
# If there are more broken lists than this, only the settings name all of them.
MOST_LISTS = 3
DROPS = "Drop to inspect: a link, a file, an email or an image of a QR code"
DROPS_IN_DOCUMENTS = "Drop to read: files, folders, emails or links"
DROPS_IN_LIST = "Drop to resolve: a list of references, or a file with one"
SET_ASIDE = (
    "1 damaged history entry was set aside. The others are complete.",
    "{count} damaged history entries were set aside. The others are complete.",
)


class Window(WindowBase):
    """The window: a navigation rail on the left, the open workspace, a status bar."""

    _find_bar: FindBar | None = None

    def __init__(self, profile: Profile | None = None, *, whole: bool = True) -> None:
        """Build the window; without ``profile`` nothing is stored.

        Unless ``whole`` is true, only the frame is built, for a fast first paint; ``complete`` adds
        the rest.
        """
        super().__init__()
        self.profile = profile or Profile()
        self._is_answered = False  # True once the question before quitting was answered
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.display_settings = DisplaySettings(application, self.profile.settings)
        self.setMinimumSize(700, 460)
        self.setWindowTitle(say("URI Inspector"))
        self._document = ""  # the name of the document in Documents
        self.finder = QToolButton()  # in the menu bar, finds an action
        self.finder.setObjectName("find")
        self._lay_out()
        if whole:
            self.complete()
        else:
            name_menus(self.menuBar())
            self.pages.addWidget(placeholder_page())
            self.pages.setFocus()  # otherwise a button would briefly look selected

    def complete(self) -> None:
        """Add everything but the frame."""
        from uriinspector.gui.shell.session import HistoryRecorder
        from uriinspector.gui.transfer.paste_and_drop import ClipboardWatcher, DropTarget

        self.setWindowIcon(window_icon())
        self.history_recorder = HistoryRecorder(self.profile, self)
        self.clipboard_watcher = ClipboardWatcher(self.profile.settings, self)
        self._fill()
        self.drop_target = DropTarget(self)
        self.drop_target.dropped.connect(self.dropEvent)
        self.setAcceptDrops(True)
        self.display_settings.language_changed.connect(self._rebuild)
        self.profile.settings.changed.connect(self._on_setting)
        self.clipboard_watcher.link_copied.connect(self._on_copied)

    def show_text(self, text: str) -> None:
        """Show a text in Inspect, unchanged."""
        self.open_workspace("inspect")
        self.inspect_page.show_text(text)

    def open_all(self, arguments: Sequence[Argument]) -> None:
        """Open the command-line arguments; if there are several links, show one and offer the
        others.
        """
        if all(each.is_path for each in arguments):
            self.open_paths([each.name for each in arguments])
            return
        self._open(arguments[0])
        if len(arguments) > 1:
            from uriinspector.gui.shell.commands import choose_link, show_choice

            named = {each.name: each for each in arguments}
            is_links = not any(each.is_path for each in arguments)

            def open_named(name: str) -> None:
                self._open(named[name])
                self.inspect_page.lead_back(choose)

            def choose() -> None:
                if is_links:
                    choose_link(self, list(named))
                else:
                    from uriinspector.gui.shell.menu_dialogs import PickerRow

                    files = say_count(len(named), "1 file", "{count} files")
                    show_choice(self, list(map(PickerRow, named)), open_named, files)

            self.inspect_page.paste_and_drop.offer_several(len(named), choose)

    def open_paths(self, paths: Sequence[str]) -> None:
        """Open files, each in its workspace, or all in Documents if that is open."""
        from uriinspector.gui.shell.commands import open_paths

        open_paths(self, paths, together=self._reads_documents())

    def open_workspace(self, name: str) -> None:
        self.pages.show_page(name)
        if self._find_bar is not None:
            self._find_bar.leave()
        self.rail.choose(name)
        self.menus.serve(name, has_way_back=self.pages.can_go_back())
        self.status_bar.serve(name)
        self._show_title(self._document)
        self.profile.settings.set("workspace", name)

    def search(self, pane: Pane) -> None:
        """Open the find bar for a pane."""
        from uriinspector.gui.shell.find_bar import FindBar

        if self._find_bar is None:
            self._find_bar = FindBar()
            self._body.insertWidget(1, self._find_bar)
        self._find_bar.search(pane)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step through the matches with F3 while the find bar is open, wherever the focus is."""
        from PySide6.QtCore import Qt  # its enumerations are not loaded for the first frame

        if event.key() == Qt.Key.Key_F3 and self._find_bar and self._find_bar.isVisible():
            self._find_bar.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    def _show_title(self, document: str) -> None:
        """Show the name of the open document or case in the window's title."""
        self._document, program = document, say("URI Inspector")
        is_named = document and self.pages.is_created("documents") and self._reads_documents()
        self.setWindowTitle(f"{document} – {program}" if is_named else program)

    def go(self, steps: int) -> None:
        """Go back to the list from which a text was chosen, or step through the visited texts."""
        if steps < 0 and self.pages.go_back():
            return
        self.history_recorder.finish()
        text = self.profile.navigation.go(steps)
        if text is not None:
            self.show_text(text)

    def restore(self, *, text: bool) -> None:
        """Restore earlier sessions, but the last text only if ``text`` is true."""
        last = self.history_recorder.restore()
        if text and last is not None:
            self.history_recorder.know(last)
            self.inspect_page.show_text(last)

    def report_stored(self) -> None:
        """Report invalid shortcuts, broken lists and damaged history entries."""
        from uriinspector.gui.widgets.notice_strip import Notice

        if broken := self.profile.lists.broken:
            from uriinspector.gui.shell.settings_dialog import problems_of

            words = " ".join(problems_of(each)[0] for each in broken[:MOST_LISTS])
            self.show_notice(Notice(words, "medium"))

        problems = self.profile.key_file.problems
        if problems:
            more = len(problems) - 1
            words = f" {say_count(more, *MORE_KEYS)}" if more else ""
            self.show_notice(Notice(f"{problems[0]}{words}", "medium"))
        count = self.profile.history.set_aside
        if count:
            self.show_notice(Notice(say_count(count, *SET_ASIDE), "medium"))

    def show_notice(self, notice: Notice) -> None:
        strip = getattr(self.pages.shown(), "strip", None) or self.inspect_page.strip
        strip.show_notice(notice)

    def quit_at_once(self) -> None:
        """Close the window without asking."""
        self._is_answered = True
        self.close()

    def _open(self, argument: Argument) -> None:
        if argument.is_path:
            self.open_paths([argument.name])
        else:
            data = QMimeData()
            data.setText(argument.name)
            self._on_brought(data)
            if names_file(argument.name) is False:
                from uriinspector.gui.widgets.notice_strip import Notice

                words = say("No such file: {name}", name=argument.name)
                opening = self.menus.actions["open"]
                action = opening.text().replace("&", "")
                self.show_notice(Notice(words, "medium", action, opening.trigger))

    def _lay_out(self) -> None:
        """Build the frame: everything but the pages and menus."""
        offered = {each.name: say(each.words) for each in WORKSPACES}
        self.rail = NavigationRail(offered, say("Theme"))
        self.rail.choose("inspect")
        self.display_settings.dressed.connect(self.rail.dress)
        self.pages = Workspaces(self.profile)
        self._body = column_of(stretched(self.pages), spacing=0)
        whole = QWidget()
        whole.setObjectName("page")
        row(self.rail, stretched(self._body), into=whole, spacing=0)
        self.setCentralWidget(whole)

    def _fill(self, states: Mapping[str, Any] | None = None) -> None:
        """Add menus and the first page, and restore the pages that have states."""
        from uriinspector.gui.inspect.examples import fill
        from uriinspector.gui.place_keys import USUAL, keys_in_use
        from uriinspector.gui.shell.commands import commands, fill_menus, fill_recent
        from uriinspector.gui.shell.menus import ACTIONS, Menus, keys_shown
        from uriinspector.gui.widgets.notice_strip import StatusBar

        self.rail.dress()
        self.status_bar = StatusBar()
        self._body.addWidget(self.status_bar)
        self._find_bar = None
        self.pages.page_created.connect(self._on_page_created)
        self.rail.workspace_chosen.connect(self.open_workspace)
        self.rail.theme_requested.connect(self.display_settings.toggle)
        self.menuBar().clear()
        keys = self.profile.key_file.read({act.name: act.keys for act in ACTIONS} | USUAL)
        keys_in_use.use(keys)
        self.menus = Menus(self.menuBar(), commands(self), self.profile.settings, keys)
        self.rail.name_keys(self.menus.actions)
        finding = self.menus.actions["find_action"]
        self.finder.setDefaultAction(finding)
        self.finder.setText(f"{finding.iconText()}   {keys_shown(finding)}")
        self.menuBar().setCornerWidget(self.finder)
        fill(self.menus.menus["file/examples"], self._on_example)
        fill_menus(self)
        fill_recent(self.menus.menus["file/recent"], self)
        self.pages.restore(states or {})
        self.inspect_page.editor.setFocus()
        last = self.profile.settings["workspace"]
        self.open_workspace(last if last in PAGES else "inspect")

    def _on_page_created(self, name: str) -> None:
        if name == "inspect":
            self._wire_inspect()
        elif name in WIRING:
            WIRING[name](self)
        elif name == "documents":
            self.documents_page.open_requested.connect(self._on_link)
            self.documents_page.brought.connect(self._on_brought)
            self.documents_page.resolve_requested.connect(self._on_pair)
            self.documents_page.titled.connect(self._show_title)
            self.menus.add_document_exports(self.documents_page.body.exporting)
        if name != "inspect":
            page: Any = self.pages.page(name)
            page.described.connect(partial(self.status_bar.show_words, name))

    def _wire_inspect(self) -> None:
        from uriinspector.gui.shell.commands import choose_link

        page = self.inspect_page
        page.offer_examples(self.menus.menus["file/examples"])
        page.inspection_job.asked.connect(self.history_recorder.keep_draft)
        page.inspected.connect(self._on_inspected)
        page.welcomed.connect(self._wire_welcome)
        page.finished.connect(self.history_recorder.finish)
        page.export_requested.connect(lambda way: self.menus.actions[way].trigger())
        page.selection.span_selected.connect(self.status_bar.show_selection)
        page.editor.problem_met.connect(self.status_bar.show_at_caret)
        page.paste_and_drop.choice_requested.connect(lambda texts: choose_link(self, texts))
        page.paste_and_drop.document_requested.connect(self._on_document)
        page.paste_and_drop.documents_requested.connect(self._on_documents)

    def _wire_welcome(self, welcome: Welcome) -> None:
        from uriinspector.gui.shell.commands import open_recent

        welcome.open_requested.connect(self.menus.actions["open"].trigger)
        welcome.path_chosen.connect(lambda path: open_recent(self, path))

    def _rebuild(self) -> None:
        """Rebuild the window in another language; the pages keep their content."""
        values = self.pages.page_states()
        self.pages.stop()
        self._lay_out()
        self._fill(values)

    def _on_inspected(self, inspection: Inspection | None) -> None:
        self.history_recorder.look(inspection)
        self.status_bar.show_text(self.inspect_page.editor.text() if inspection else None)

    def _on_example(self, example: Example) -> None:
        self.open_workspace("inspect")
        self.inspect_page.show_example(example)

    def _on_setting(self, name: str) -> None:
        self.menus.mark()
        if name in {"edition", "urn_edition"}:
            self.inspect_page.use_edition()
        elif name == "history" and not self.profile.settings[name]:
            self.profile.navigation.clear()
            self.profile.drafts.drop()
        elif name == "days":
            self.profile.history.forget(self.profile.settings[name])

    def _on_document(self, path: str) -> None:
        self.open_workspace("documents")
        self.documents_page.open_file(path)

    def _on_documents(self, data: QMimeData) -> None:
        """Show several links in Documents, and offer to inspect them as one text."""
        self.open_workspace("documents")
        self.documents_page.take(data)
        if data.hasText():
            from uriinspector.gui.selection import text_of
            from uriinspector.gui.widgets.notice_strip import Notice

            text = text_of(data)
            notice = Notice(
                say("This is more than one link, so it is shown as a document."),
                "info",
                say("Inspect as one text"),
                lambda: self.show_text(text),
            )
            self.documents_page.strip.show_notice(notice)

    def _on_link(self, text: str, base: str | None) -> None:
        """Show a link from a document, with the base of the part that contains it."""
        self.open_workspace("inspect")
        self.inspect_page.show_text(text, base)
        self.inspect_page.lead_back(self._back_to_documents)

    def _back_to_documents(self) -> None:
        self.open_workspace("documents")
        self.documents_page.table.setFocus()

    def _on_pair(self, base: str, text: str) -> None:
        """Show how a document's link is resolved, in the edition set for documents."""
        from uriinspector.gui.resolve.variant_rows import variant_of

        variant = variant_of(self.profile.settings["edition"])
        self.resolve_page.show_link(base, text, variant, self._back_to_documents)
        self.open_workspace("resolve")

    def _on_copied(self, text: str) -> None:
        self.inspect_page.paste_and_drop.offer_copied(text)

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """Let Tab move in reading order."""
        from uriinspector.gui.widgets.reading_order import move_focus

        body = self.centralWidget()
        is_moved = body is not None and move_focus(body, is_forward=is_next)
        return is_moved or super().focusNextPrevChild(is_next)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept everything; after the drop, a message is shown if the data is unusable."""
        event.acceptProposedAction()
        if event.source() is None:
            words = DROPS_IN_DOCUMENTS if self._reads_documents() else DROPS
            self.drop_target.appear(say(DROPS_IN_LIST if self._lists_references() else words))

    def dropEvent(self, event: QDropEvent) -> None:
        from uriinspector.gui.shell.commands import is_pack_opened

        self.drop_target.hide()
        event.acceptProposedAction()
        data = event.mimeData()
        if is_pack_opened(self, data):
            return
        if self._reads_documents():
            self.documents_page.take(data)
        elif not (self._lists_references() and self.resolve_page.listing.take(data)):
            self._on_brought(data)

    def is_settled(self) -> bool:
        return self.pages.is_settled()

    def _reads_documents(self) -> bool:
        return self.pages.shows("documents")

    def _lists_references(self) -> bool:
        is_shown = self.pages.shows("resolve")
        return is_shown and self.resolve_page.is_listing

    def _on_brought(self, data: QMimeData) -> None:
        """Show pasted or dropped data in Inspect, which hands documents over to Documents."""
        self.open_workspace("inspect")
        self.inspect_page.paste_and_drop.take_whole(data)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask before unsaved work is lost, save the state, and stop background work."""
        if not hasattr(self, "history_recorder"):
            return
        from uriinspector.gui.shell.session import is_quit_asked

        if not self._is_answered and is_quit_asked(self):
            event.ignore()
            return
        self.history_recorder.finish()
        self.pages.stop()
        settings = self.profile.settings
        settings.set("geometry", bytes(self.saveGeometry().data()))
        settings.set("splitters", self.inspect_page.sizes())
        self.profile.drafts.close()
        self.profile.history.close()
        super().closeEvent(event)
