"""The example of a lesson: it can be changed, and what comes of it is shown at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from uriinspector.analysis.finding import pieces
from uriinspector.analysis.inspection import inspect
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import resolve
from uriinspector.gui.editor.look import NOTHING, accessible_text, look_and_description, look_of
from uriinspector.gui.editor.uri_edit import ReadOnlyEdit, UriEdit
from uriinspector.gui.jobs.latest_job import AT_ONCE, LatestJob
from uriinspector.gui.learn.given_texts import component_look
from uriinspector.gui.resolve.variants import LONGEST, drawn_by_origin
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button, field_card
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from uriinspector.gui.editor.look import Look
    from uriinspector.gui.theme import Theme


class ExampleLooks(NamedTuple):
    """What is drawn on the base, the text and the target, and what is said in words."""

    base: tuple[Look, str]
    text: tuple[Look, str]
    target: str
    target_look: tuple[Look, str]
    words: str


UNDRAWN = (NOTHING, "")


def shown_of(typed: tuple[str, str, bool]) -> ExampleLooks:
    """How the texts of an example look, and what comes of them."""
    base, text, is_pair = typed
    if len(base) + len(text) > LONGEST:
        return ExampleLooks(UNDRAWN, UNDRAWN, "", UNDRAWN, "")
    if not is_pair:
        inspection = inspect(text)
        words = "".join(each.text for each in pieces(inspection.verdict.line, say)) if text else ""
        return ExampleLooks(UNDRAWN, look_and_description(inspection), "", UNDRAWN, words)
    resolution = resolve(base, text, edition="2005")
    target = resolution.target
    drawn = drawn_by_origin(resolution) if target is not None else None
    look = (look_of(drawn), accessible_text(drawn)) if drawn else UNDRAWN
    words = "" if target is not None else say("There is no target.")
    return ExampleLooks(
        component_look(base, "2005"), component_look(text, "2005"), target or "", look, words
    )


class LiveExample(QFrame):
    """A link, or a base and a reference with their target."""

    open_requested = Signal(str, str)  # the base, "" for a link alone; and the text

    def __init__(self, theme: Theme) -> None:
        """Start empty."""
        super().__init__()
        self.setObjectName("card")
        self._is_pair = False
        self._began = ("", "")
        self.job = LatestJob(shown_of, self)
        self.base = _editor(theme, say("Base URI"))
        self.text = _editor(theme, say("Link"))
        self.target = ReadOnlyEdit(theme, say("Target"))
        self.words = plain_label()
        self.reset = button(say("Reset"), self._reset)
        self.open = button("", lambda: self.open_requested.emit(*self.texts()))
        self._title = plain_label(say("Try it: the texts can be changed"), role="title")
        self._base_name = plain_label(say("Base URI"), role="quiet")
        self._text_name = plain_label("", role="quiet")
        self._target_name = plain_label(say("Target"), role="quiet")
        self._base_card, self._text_card = field_card(self.base), field_card(self.text)
        self._target_card = QWidget()
        row(stretched(self.target), into=self._target_card, margins=(14, 0, 14, 0))
        column_of(
            row(stretched(self._title), self.reset, self.open),
            *(self._base_name, self._base_card, self._text_name, self._text_card),
            *(self._target_name, self._target_card, self.words),
            into=self,
            margins=(14, 10, 14, 12),
            spacing=4,
        )
        self.job.answered.connect(self._show)
        for each in (self.base, self.text):
            each.text_edited.connect(self._ask)

    def show_example(self, base: str, text: str) -> None:
        """Show an example; without a base it is a link."""
        self._is_pair, self._began = bool(base), (base, text)
        for each in (self._base_name, self._base_card, self._target_name, self._target_card):
            each.setVisible(self._is_pair)
        self._text_name.setText(say("Reference") if self._is_pair else say("Link"))
        self.text.setAccessibleName(self._text_name.text())
        self.open.setText(say("Open in Resolve") if self._is_pair else say("Open in Inspect"))
        self._reset()

    def texts(self) -> tuple[str, str]:
        """The base, "" for a link alone, and the text."""
        return (self.base.text() if self._is_pair else "", self.text.text())

    def _reset(self) -> None:
        self.base.set_text(self._began[0])
        self.text.set_text(self._began[1])
        self._ask()

    def _ask(self) -> None:
        base, text = self.texts()
        self.job.ask((base, text, self._is_pair), is_long=len(base) + len(text) > AT_ONCE)

    def _show(self, shown: ExampleLooks) -> None:
        self.base.show_look(*shown.base)
        self.text.show_look(*shown.text)
        self.target.show_text(shown.target)
        self.target.show_look(*shown.target_look)
        self.words.setText(shown.words)
        self.words.setVisible(bool(shown.words))


def _editor(theme: Theme, name: str) -> UriEdit:
    editor = UriEdit(theme)
    editor.least_lines = 1
    editor.setAccessibleName(name)
    editor.setPlaceholderText(say("Empty"))
    return editor
