"""What a question gives: texts without colors until they have been answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QBoxLayout, QPlainTextEdit, QWidget

from uriinspector.analysis.annotated import Annotated, covering, labelled
from uriinspector.analysis.inspection import inspect
from uriinspector.core.parse import parse
from uriinspector.gui.editor.look import accessible_text, look_and_description, look_of
from uriinspector.gui.editor.uri_edit import ReadOnlyEdit
from uriinspector.gui.learn.sentences import WORDS, as_sentence, phrase_runs, spoken
from uriinspector.gui.learn.spelled_text import spelled
from uriinspector.gui.text.paragraph import ParagraphLabel, TextRun
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import GAP, card
from uriinspector.gui.widgets.layouts import column_of
from uriinspector.gui.widgets.reading_order import ACROSS
from uriinspector.lessons.hints import PLAIN_TEXTS
from uriinspector.lessons.lesson import MARK

if TYPE_CHECKING:
    from uriinspector.gui.editor.look import Look
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import AskedQuestion
    from uriinspector.lessons.question import Question

PAGE_SIZE, MOST_LINES = 14, 14
MOST_ACROSS = 3  # as many texts, or more, are one below the other


class QuietEdit(ReadOnlyEdit):
    """A text that says nothing of its components until it is told to."""

    text_size = 17
    least_lines = 1
    has_ribbon = False

    def __init__(self, theme: Theme, name: str) -> None:
        """Break lines behind delimiters: a percent-encoded byte stays in one line."""
        super().__init__(theme, name)
        option = self.document().defaultTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDefaultTextOption(option)

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
        return spelled(self.text())

    def _show_ribbon(self) -> None:
        self.has_ribbon = True
        self.dress()


def component_look(text: str, edition: str) -> tuple[Look, str]:
    """How the components of a text are drawn, and what is said of them."""
    reference = parse(text, edition=edition)
    stretches = tuple(covering(labelled(reference), len(text)))
    drawn = Annotated(text, stretches, None, (), ())
    return look_of(drawn), accessible_text(drawn)


class PageText(QPlainTextEdit):
    """The source of a page: as many lines as it has, and nothing of it is rendered."""

    def __init__(self, theme: Theme, name: str, text: str) -> None:
        """Show the source."""
        super().__init__("\n".join(visible(line) for line in text.split("\n")))
        self._theme = theme
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setObjectName("source")
        self.dress()

    def dress(self) -> None:
        """Take the size of the zoom."""
        self.setFont(self._theme.uri_font(PAGE_SIZE))
        self.document().setDocumentMargin(0)
        lines = min(self.document().blockCount(), MOST_LINES)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + self._theme.pixels(12))

    def changeEvent(self, event: QEvent) -> None:
        """Another zoom has another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_theme"):
            self.dress()


def given_names(question: Question) -> dict[str, str]:
    """The texts that a question can give, each with what it is called."""
    return {
        "base": say("Base URI"),
        "reference": say("Reference"),
        "target": say("Target"),
        "result": say("Target"),
        "text": say("Text") if question.kind in PLAIN_TEXTS else say("Link"),
        "a": say("First"),
        "b": say("Second"),
        "url": say("URL of the page"),
        "ascii": say("Host in ASCII"),
    }


class GivenTexts(QWidget):
    """The texts of one question, each on a card; beside each other where there is room."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Show them without colors."""
        super().__init__()
        question = asked.question
        given = question.given
        self._asked = asked
        self.editors: dict[str, QuietEdit] = {}
        self.page: PageText | None = None
        names = given_names(question)
        left_out = {"text"} if asked.form == MARK else set()
        shown = [
            name
            for name in names
            if name not in left_out and (given.get(name) or name == "reference" in given)
        ]
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(GAP)
        self._line.setObjectName(ACROSS)
        for name in shown:
            editor = QuietEdit(theme, names[name])
            editor.setPlaceholderText(say("Empty") if name == "reference" else "")
            editor.show_text(given[name])
            self.editors[name] = editor
            title = plain_label(names[name], role="quiet")
            self._line.addWidget(card(column_of(title, editor, None, spacing=4)), 1)
        column = column_of(self._line, into=self, margins=(0, 0, 0, 0), spacing=GAP)
        if given.get("page"):
            self.page = PageText(theme, say("Page"), given["page"])
            column.addWidget(card(plain_label(say("Page"), role="quiet"), self.page))
        if question.details:
            lines = [ParagraphLabel(theme) for _ in question.details]
            for label, phrase in zip(lines, question.details, strict=True):
                label.tell([TextRun("\u2022 ", WORDS), *phrase_runs(phrase)])
            column.addWidget(card(plain_label(say("Conditions"), role="quiet"), *lines))
        if not (shown or self.page or question.details):
            self.hide()

    def show_colors(self) -> None:
        """Show the components: there is nothing to give away any more."""
        given = self._asked.question.given
        if self._asked.question.kind in {"encode", "decode"}:
            return  # a text that has no components
        is_link = self._asked.question.kind in {"where", "site"}
        for name, editor in self.editors.items():
            if name == "ascii":
                continue  # a host alone would be a path
            if is_link and name == "text":
                editor.show_link(given.get("base", ""))
            else:
                editor.show_components(given.get("edition", "2005"))

    def spoken(self) -> str:
        """All of them, as they are written."""
        return (
            ". ".join(
                f"{editor.accessibleName()}: {visible(editor.text()) or editor.placeholderText()}"
                for editor in self.editors.values()
            )
            or self.conditions()
        )

    def spell(self) -> str:
        """All of them, character by character or by components; without any, the conditions."""
        texts = [f"{each.accessibleName()}: {each.spell()}" for each in self.editors.values()]
        return ". ".join(texts) or self.conditions()

    def conditions(self) -> str:
        """What an answer has to be like."""
        return " ".join(as_sentence(spoken(each)) for each in self._asked.question.details)

    def fit(self, *, is_wide: bool) -> None:
        """Put them beside each other where there is room."""
        directions = QBoxLayout.Direction
        is_across = is_wide and len(self.editors) < MOST_ACROSS
        self._line.setDirection(directions.LeftToRight if is_across else directions.TopToBottom)
