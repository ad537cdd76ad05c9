"""What a question gives: texts without colors until they have been answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QBoxLayout, QWidget

from uriinspector.analysis.annotated import Annotated, covering, labelled
from uriinspector.analysis.inspection import inspect
from uriinspector.core.parse import parse
from uriinspector.gui.editor.accessible_text import accessible_text, look_and_description
from uriinspector.gui.editor.look import look_of
from uriinspector.gui.editor.read_only_edit import ReadOnlyEdit
from uriinspector.gui.editor.spoken_text import SpokenText
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import GAP, card
from uriinspector.gui.widgets.reading_order import ACROSS
from uriinspector.lessons.lesson import MARK

if TYPE_CHECKING:
    from uriinspector.gui.editor.look import Look
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import AskedQuestion


class QuietEdit(ReadOnlyEdit):
    """A text that says nothing of its components until it is told to."""

    text_size = 17
    least_lines = 1
    has_ribbon = False

    def show_components(self, edition: str) -> None:
        """Color the components."""
        self._show_ribbon()
        self.show_look(*component_look(self.text(), edition))

    def show_link(self, base: str) -> None:
        """Color it as Inspect does."""
        self._show_ribbon()
        self.show_look(*look_and_description(inspect(self.text(), base=base or None)))

    def spell(self) -> str:
        """The characters one by one, or the components where they are shown."""
        if self.accessibleDescription():
            return self.accessibleDescription()
        return " ".join(SpokenText(char).text for char in self.text())

    def _show_ribbon(self) -> None:
        self.has_ribbon = True
        self.dress()


def component_look(text: str, edition: str) -> tuple[Look, str]:
    """How the components of a text are drawn, and what is said of them."""
    reference = parse(text, edition=edition)
    stretches = tuple(covering(labelled(reference), len(text)))
    drawn = Annotated(text, stretches, None, (), ())
    return look_of(drawn), accessible_text(drawn)


class GivenTexts(QWidget):
    """The texts of one question, each on a card; beside each other where there is room."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Show them without colors."""
        super().__init__()
        given = asked.question.given
        self._asked = asked
        self.editors: dict[str, QuietEdit] = {}
        names = {
            "base": say("Base URI"),
            "reference": say("Reference"),
            "text": say("Link"),
        }
        left_out = {"text"} if asked.form == MARK else set()
        shown = [
            name
            for name in ("base", "reference", "text")
            if name not in left_out and (given.get(name) or name == "reference" in given)
        ]
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(GAP)
        self._line.setObjectName(ACROSS)
        for name in shown:
            editor = QuietEdit(theme, names[name])
            editor.setPlaceholderText(say("Empty") if name == "reference" else "")
            editor.show_text(given[name])
            self.editors[name] = editor
            self._line.addWidget(card(plain_label(names[name], role="quiet"), editor), 1)
        if not shown:
            self.hide()

    def show_colors(self) -> None:
        """Show the components: there is nothing to give away any more."""
        given = self._asked.question.given
        is_link = self._asked.question.kind in {"where", "site"}
        for name, editor in self.editors.items():
            if is_link and name == "text":
                editor.show_link(given.get("base", ""))
            else:
                editor.show_components(given.get("edition", "2005"))

    def spell(self) -> str:
        """All of them, character by character or by components."""
        return ". ".join(
            f"{editor.accessibleName()}: {editor.spell()}" for editor in self.editors.values()
        )

    def fit(self, *, is_wide: bool) -> None:
        """Put them beside each other where there is room."""
        directions = QBoxLayout.Direction
        self._line.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)
