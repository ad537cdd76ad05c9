"""The one window: rail, pages and foot; it wires them and leaves the work to the rooms."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from uriinspector.gui.appearance import Appearance
from uriinspector.gui.blank import blank_page
from uriinspector.gui.desk import Desk
from uriinspector.gui.foot import Foot
from uriinspector.gui.front import Front
from uriinspector.gui.icons import window_icon
from uriinspector.gui.menus import Menus, name_menus
from uriinspector.gui.rail import Rail
from uriinspector.gui.strip import Notice
from uriinspector.gui.words import say, say_count
from uriinspector.gui.workspaces import PAGES, Workspaces

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent

    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.arguments import Argument
    from uriinspector.gui.examples import Example
    from uriinspector.gui.theme import Theme

SET_ASIDE = (
    "1 damaged history entry was set aside. The others are complete.",
    "{count} damaged history entries were set aside. The others are complete.",
)


class Window(Front):
    """A rail of workspaces on the left, the chosen one beside it, a promise at the foot."""

    def __init__(self, theme: Theme, desk: Desk | None = None, *, whole: bool = True) -> None:
        """Build the window with nothing in it; without a desk nothing is kept.

        Unless it is to be ``whole`` there is only its frame, which is painted at once; ``complete``
        brings the rest.
        """
        super().__init__()
        self.theme = theme
        self.desk = desk or Desk()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.appearance = Appearance(application, theme, self.desk.settings)
        self.setMinimumSize(700, 460)
        self.setWindowIcon(window_icon())
        self.setWindowTitle(say("URI Inspector"))
        self._lay_out()
        if whole:
            self.complete()
        else:
            name_menus(self.menuBar())
            self.pages.addWidget(blank_page(theme))

    def complete(self) -> None:
        """Bring what the frame is for."""
        from uriinspector.gui.keeping import Keeper
        from uriinspector.gui.watch import Watch

        self.keeper = Keeper(self.desk, self)
        self.watch = Watch(self.desk.settings, self)
        self._fill()
        self.setAcceptDrops(True)
        self.appearance.language_changed.connect(self._rebuild)
        self.appearance.dressed.connect(self._on_dressed)
        self.desk.settings.changed.connect(self._on_setting)
        self.watch.link_copied.connect(self._on_copied)

    def show_text(self, text: str) -> None:
        """Take a text from outside, as it is."""
        self.open_workspace("inspect")
        self.inspect_page.show_text(text)

    def open_all(self, arguments: Sequence[Argument]) -> None:
        """Show the first of what the command line names, and offer the others; files together."""
        if all(each.is_path for each in arguments):
            self.open_paths([each.name for each in arguments])
            return
        self._open(arguments[0])
        if len(arguments) > 1:
            from uriinspector.gui.dialogs import show_choice

            named = {each.name: each for each in arguments}

            def choose() -> None:
                show_choice(self, list(named), lambda name: self._open(named[name]))

            self.inspect_page.arrivals.offer_several(len(named), choose)

    def open_paths(self, paths: Sequence[str]) -> None:
        """Read a file where it belongs; as documents several, a folder, or what comes to them."""
        if len(paths) > 1 or self._reads_documents() or Path(paths[0]).is_dir():
            self.open_workspace("documents")
            self.documents_page.open_files(paths)
        else:
            self.open_workspace("inspect")
            self.inspect_page.arrivals.take_file(paths[0])

    def open_workspace(self, name: str) -> None:
        """Show a workspace."""
        self.pages.setCurrentWidget(self.pages.page(name))
        self.rail.choose(name)
        self.menus.serve(name)
        self.desk.settings.set("workspace", name)

    def go(self, steps: int) -> None:
        """Go back or forward through what was looked at."""
        self.keeper.finish()
        text = self.desk.trail.go(steps)
        if text is not None:
            self.show_text(text)

    def restore(self, *, text: bool) -> None:
        """Bring back what earlier sessions kept; the last text only if that is wanted."""
        last = self.desk.remember()
        if text and last is not None:
            self.keeper.know(last)
            self.inspect_page.show_text(last)

    def report_history(self) -> None:
        """Say that damaged entries of the history were set aside, if some were."""
        count = self.desk.history.set_aside
        if count:
            self.inspect_page.strip.tell(Notice(say_count(count, *SET_ASIDE), "medium"))

    def _open(self, argument: Argument) -> None:
        if argument.is_path:
            self.open_paths([argument.name])
        else:
            self.show_text(argument.name)

    def _lay_out(self) -> None:
        """Make the frame: all that has words but the pages and the menus."""
        offered = {
            "inspect": say("Inspect"),
            "resolve": say("Resolve"),
            "compare": say("Compare"),
            "documents": say("Documents"),
        }
        self.rail = Rail(self.theme, offered, say("Theme"))
        self.rail.choose("inspect")
        self.pages = Workspaces(self.theme, self.desk)
        self.foot = Foot()
        body = QVBoxLayout()
        body.setSpacing(0)
        body.addWidget(self.pages, 1)
        body.addWidget(self.foot)
        whole = QWidget()
        whole.setObjectName("page")
        line = QHBoxLayout(whole)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addWidget(self.rail)
        line.addLayout(body, 1)
        self.setCentralWidget(whole)

    def _fill(self, kept: Mapping[str, Any] | None = None) -> None:
        """Put menus and the first page into the frame, and those that something was in."""
        from uriinspector.gui.commands import commands, fill_templates
        from uriinspector.gui.examples import fill

        self.pages.page_made.connect(self._on_made)
        self.rail.workspace_chosen.connect(self.open_workspace)
        self.rail.theme_requested.connect(self.appearance.toggle)
        self.menuBar().clear()
        self.menus = Menus(self.menuBar(), commands(self), self.desk.settings)
        fill(self.menus.menus["file/examples"], self._on_example)
        fill_templates(self.menus.menus["file/hand_on/fill"], self)
        self.pages.restore(kept or {})
        self.inspect_page.editor.setFocus()
        last = self.desk.settings["workspace"]
        self.open_workspace(last if last in PAGES else "inspect")

    def _on_made(self, name: str) -> None:
        """Wire a page, now that there is one."""
        if name == "inspect":
            self._wire_inspect()
        elif name == "resolve":
            self.resolve_page.inspect_requested.connect(self.show_text)
        elif name == "documents":
            self.documents_page.open_requested.connect(self._on_link)
            self.documents_page.brought.connect(self._on_brought)
            self.documents_page.resolve_requested.connect(self._on_pair)

    def _wire_inspect(self) -> None:
        from uriinspector.gui.dialogs import show_choice

        page = self.inspect_page
        page.offer_examples(self.menus.menus["file/examples"])
        page.inspected.connect(self._on_inspected)
        page.finished.connect(self.keeper.finish)
        page.hand_on_requested.connect(lambda way: self.menus.actions[way].trigger())
        page.selection.span_selected.connect(self.foot.show_selection)
        page.arrivals.choice_requested.connect(
            lambda texts: show_choice(self, texts, self.show_text)
        )
        page.arrivals.document_requested.connect(self._on_document)

    def _rebuild(self) -> None:
        """Make it anew in another language, around what is in it."""
        kept = self.pages.kept()
        self.pages.stop()
        self.setWindowTitle(say("URI Inspector"))
        self._lay_out()
        self._fill(kept)

    def _on_inspected(self, inspection: Inspection | None) -> None:
        self.keeper.look(inspection)
        self.foot.show_text(inspection.text if inspection else None)

    def _on_example(self, example: Example) -> None:
        self.open_workspace("inspect")
        self.inspect_page.show_example(example)

    def _on_setting(self, name: str) -> None:
        self.menus.mark()
        if name == "edition":
            self.inspect_page.use_edition()
        elif name == "history" and not self.desk.settings[name]:
            self.desk.trail.clear()

    def _on_dressed(self) -> None:
        self.rail.dress()

    def _on_document(self, path: str) -> None:
        """Hand a page or a mail to the workspace that reads them."""
        self.open_workspace("documents")
        self.documents_page.open_file(path)

    def _on_link(self, text: str, base: str | None) -> None:
        """Show a link of a document, read against the base of its part."""
        self.open_workspace("inspect")
        self.inspect_page.show_against(text, base)

    def _on_pair(self, base: str, text: str) -> None:
        """Show how a link of a document is resolved."""
        self.resolve_page.show_pair(base, text)
        self.open_workspace("resolve")

    def _on_copied(self, text: str) -> None:
        self.inspect_page.arrivals.offer_copied(text)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Let everything in: what cannot be read is told what to do instead."""
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take what is dropped anywhere."""
        from uriinspector.gui.arrivals import came_in

        event.acceptProposedAction()
        data = event.mimeData()
        if self._reads_documents() or came_in(data).is_document:
            self.open_workspace("documents")
            self.documents_page.take(data)
        else:
            self._on_brought(data)

    def is_settled(self) -> bool:
        """Whether nothing is being read any more."""
        return not self.pages.is_made("documents") or self.documents_page.finish()

    def _reads_documents(self) -> bool:
        page = self.pages.shown()
        return self.pages.is_made("documents") and page is self.documents_page

    def _on_brought(self, data: QMimeData) -> None:
        """Show what is one reference, or say what it is."""
        self.open_workspace("inspect")
        self.inspect_page.arrivals.take_whole(data)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep what is kept, and stop what is still at work."""
        if not hasattr(self, "keeper"):
            return
        self.keeper.finish()
        self.pages.stop()
        settings = self.desk.settings
        settings.set("geometry", bytes(self.saveGeometry().data()))
        settings.set("splitters", self.inspect_page.sizes())
        self.desk.history.close()
        super().closeEvent(event)
