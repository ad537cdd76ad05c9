"""The target, each part by where it came from; it can be covered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from uriinspector.gui.accessibility.announcements import announce_answer
from uriinspector.gui.editor.clipboard_text import to_clipboard
from uriinspector.gui.editor.read_only_edit import ReadOnlyEdit
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from uriinspector.gui.resolve.resolved import Resolved
    from uriinspector.gui.theme import Theme


class TargetCard(QFrame):
    """A card with the target on it, or with the reason why there is none."""

    inspect_requested = Signal(str)
    cover_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        """Start with nothing resolved."""
        super().__init__()
        self.setObjectName("card")
        self._text: str | None = None
        self._is_covered = self._is_waiting = False
        self._problem = ""
        self.title = plain_label(role="quiet")
        self.drawn = ReadOnlyEdit(theme, say("Target"))
        self.description = plain_label(role="headline")
        self.remark = plain_label(role="quiet")
        self.cover = button(say("Hide"), self.cover_requested.emit)
        self.inspect = button(say("Inspect the target"), self._on_inspect)
        self.copy = button(say("Copy original"), lambda: to_clipboard(self._text or ""))
        self.copy.setAccessibleName(say("Copy original: {what}", what=say("Target")))
        self._lay_out()

    def show_resolved(self, resolved: Resolved) -> None:
        """Show the target of a resolution, or why there is none."""
        self._text = resolved.resolution.target
        self.drawn.show_text(self._text or "")
        self.drawn.show_look(resolved.look)
        self._problem = resolved.problem
        self.remark.setText(resolved.remark)
        self._show()

    def show_waiting(self, waiting: bool) -> None:
        """Say that what is shown is not of the pair above yet."""
        self._is_waiting = waiting
        self._show()

    def show_covered(self, covered: bool) -> None:
        """Cover what was found, or uncover it."""
        self._is_covered = covered
        self.cover.setText(say("Reveal") if covered else say("Hide"))
        self._show()

    def _show(self) -> None:
        is_seen = not self._is_covered
        self.drawn.setVisible(is_seen and self._text is not None)
        self.description.setVisible(is_seen and self._text is None)
        self.description.setText(self._problem)
        self.title.setText(self._named())
        self.remark.setVisible(is_seen and bool(self.remark.text()))
        for each in (self.inspect, self.copy):
            each.setVisible(is_seen)
            each.setEnabled(self._text is not None and not self._is_waiting)
        if not self._is_waiting:
            announce_answer(self, self._answer())

    def _answer(self) -> str:
        """What is spoken: a covered target is not."""
        if self._is_covered:
            return self._named()
        target = "" if self._text is None else f"{say('Target')}: {visible(self._text)}"
        return ". ".join(filter(None, (target or self._problem, self.remark.text())))

    def _named(self) -> str:
        if self._is_waiting:
            return say("Resolving…")
        if self._is_covered:
            return say("The target is hidden until you reveal it")
        return say("Target, with the origin of each component")

    def _lay_out(self) -> None:
        head = row(stretched(self.title), self.cover, self.inspect, self.copy)
        column_of(
            head,
            self.drawn,
            self.description,
            self.remark,
            into=self,
            margins=(14, 10, 14, 10),
            spacing=2,
        )
        self._show()

    def _on_inspect(self) -> None:
        if self._text is not None:
            self.inspect_requested.emit(self._text)
