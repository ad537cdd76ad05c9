"""The texts of a question or lesson: shown, spelled out for screen readers, or editable."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from uriinspector.analysis.annotated import Annotated, covering, labelled
from uriinspector.analysis.inspection import inspect
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse, resolve
from uriinspector.gui.editor.look import (
    NOTHING,
    Look,
    SpokenText,
    accessible_text,
    look_and_description,
    look_of,
)
from uriinspector.gui.editor.uri_edit import ReadOnlyEdit, UriEdit
from uriinspector.gui.jobs.latest_job import AT_ONCE, LatestJob
from uriinspector.gui.learn.sentences import as_sentence, spoken
from uriinspector.gui.resolve.variant_rows import LONGEST, drawn_by_origin
from uriinspector.gui.text.paragraph import WORDS, ParagraphLabel, TextRun, message_runs
from uriinspector.gui.text.pieces import plain_label, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.widgets.cards import GAP, CardFrame, button, card, field_card
from uriinspector.gui.widgets.layouts import NO_MARGINS, TurningLayout, column_of, row, stretched
from uriinspector.gui.widgets.reading_order import ACROSS
from uriinspector.gui.widgets.view_parts import Restyled
from uriinspector.lessons.answer_lines import OF_TARGET
from uriinspector.lessons.exercise_round import AskedQuestion
from uriinspector.lessons.hints import PLAIN_TEXTS
from uriinspector.lessons.kinds.scenes import MAIL, PLACES, SCENES, scene_lines
from uriinspector.lessons.lesson import MARK
from uriinspector.lessons.mistake import other_results
from uriinspector.lessons.question import Question


def spelled(text: str) -> str:
    """Spell a text: letters and digits as they are, symbols by name; return "empty" if it is
    empty.
    """
    signs = (say(SIGNS[each]) if each in SIGNS else SpokenText(each).text for each in text)
    return " ".join(signs) or say("empty")


# The names of symbols.
SIGNS = {
    " ": "space",
    ":": "colon",
    "/": "slash",
    "?": "question mark",
    "#": "number sign",
    "[": "opening bracket",
    "]": "closing bracket",
    "@": "at sign",
    ".": "dot",
    "-": "hyphen",
    "%": "percent sign",
    "&": "ampersand",
    "=": "equals sign",
    "+": "plus sign",
    ";": "semicolon",
    ",": "comma",
    "_": "underscore",
    "~": "tilde",
    "\\": "backslash",
}

PAGE_SIZE, MOST_LINES = 14, 14
MOST_ACROSS = 3  # three or more texts are stacked


class QuietEdit(ReadOnlyEdit):
    """A text field that shows components only on request."""

    text_size = 17
    least_lines = 1
    has_ribbon = False

    def __init__(self, name: str) -> None:
        """Set up wrapping at delimiters, which keeps percent-encoded bytes together."""
        super().__init__(name)
        option = self.document().defaultTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDefaultTextOption(option)

    def show_components(self, edition: str) -> None:
        self._show_ribbon()
        self.show_look(*component_look(self.text(), edition))

    def show_link(self, base: str) -> None:
        """Color the link as Inspect does."""
        self._show_ribbon()
        self.show_look(*look_and_description(inspect(self.text(), base=base or None)))

    def spell(self) -> str:
        """Return the text spelled out, or described by components once these are shown."""
        if self.accessibleDescription():
            return self.accessibleDescription()
        return spelled(self.text())

    def _show_ribbon(self) -> None:
        self.has_ribbon = True
        self.dress()


def component_look(text: str, edition: str) -> tuple[Look, str]:
    """Return the look and the spoken description of a text's components."""
    reference = parse(text, edition=edition)
    stretches = tuple(covering(labelled(reference), len(text)))
    drawn = Annotated(text, stretches, None, (), ())
    return look_of(drawn), accessible_text(drawn)


class PageText(Restyled, QPlainTextEdit):
    """The source of a page, as plain text; its height fits the lines."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__("\n".join(visible(line) for line in text.split("\n")))
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setObjectName("source")
        self.dress()

    def dress(self) -> None:
        self.setFont(theme.uri_font(PAGE_SIZE))
        self.document().setDocumentMargin(0)
        lines = min(self.document().blockCount(), MOST_LINES)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + pixels(12))

    restyle = dress


# The titles of the texts that a question can contain.
NAMES = {
    "base": "Base URI",
    "reference": "Reference",
    "target": "Target",
    "result": "Target",
    "text": "Link",
    "a": "First",
    "b": "Second",
    "url": "URL of the page",
    "ascii": "Host in ASCII",
}


def given_names(question: Question) -> dict[str, str]:
    """Return the titles of the texts, which are not links in some kinds of questions."""
    plain = {"text": "Text"} if question.kind in PLAIN_TEXTS else {}
    return {name: say(words) for name, words in {**NAMES, **plain}.items()}


class GivenTexts(QWidget):
    """The texts of a question, on cards that are side by side if there is room."""

    def __init__(self, asked: AskedQuestion) -> None:
        """Show the texts without colors."""
        super().__init__()
        question = asked.question
        given, names = question.given, given_names(question)
        self._asked = asked
        self.editors: dict[str, QuietEdit] = {}
        self.page: PageText | None = None
        self._scene_words: list[str] = []
        is_scene = given.get("of") in SCENES
        left_out = {"text"} if asked.form == MARK or is_scene else set()
        self._line = TurningLayout()
        self._line.setObjectName(ACROSS)
        for name in names:
            if name not in left_out and (given.get(name) or name == "reference" in given):
                title = plain_label(names[name], role="quiet")
                editor = self._editor(name, names[name])
                self._line.addWidget(card(column_of(title, editor, None, spacing=4)), 1)
        column = column_of(self._line, into=self, margins=NO_MARGINS, spacing=GAP)
        if is_scene:
            column.addWidget(self._scene_card(question))
        if given.get("page"):
            self.page = PageText(say("Page"), given["page"])
            column.addWidget(card(plain_label(say("Page"), role="quiet"), self.page))
        if question.details:
            lines = [ParagraphLabel() for _ in question.details]
            for label, phrase in zip(lines, question.details, strict=True):
                label.set_runs([TextRun("\u2022 ", WORDS), *message_runs(phrase)])
            column.addWidget(card(plain_label(say("Conditions"), role="quiet"), *lines))
        if not (self.editors or self.page or question.details):
            self.hide()

    def _editor(self, name: str, title: str) -> QuietEdit:
        """Add an editor for a text."""
        self.editors[name] = editor = QuietEdit(title)
        editor.setPlaceholderText(say("Empty") if name == "reference" else "")
        editor.show_text(self._asked.question.given[name])
        return editor

    def _scene_card(self, question: Question) -> QFrame:
        """Draw a mock email with a button, or a mock browser tab with its address bar."""
        is_mail = question.given["of"] == MAIL
        lines = {say(PLACES[name]): spoken(words) for name, words in scene_lines(question)}
        self._scene_words = [f"{name}: {words}" for name, words in lines.items()]
        first, second = (
            column_of(plain_label(name, role="quiet"), plain_label(words))
            for name, words in lines.items()
        )
        decides = say(PLACES[SCENES[question.given["of"]].decides])
        name = say("Address of the button") if is_mail else decides
        editor = field_card(self._editor("text", decides))
        address = column_of(plain_label(name, role="quiet"), editor)
        pressed = button(say("Confirm the order") if is_mail else say("Sign in"), lambda: None)
        pressed.setEnabled(False)
        action = row(pressed, None)
        mail, page = (first, second, action, address), (first, address, second, action)
        return card(*(mail if is_mail else page))

    def show_colors(self) -> None:
        """Show the components, once they no longer give the answer away."""
        given = self._asked.question.given
        if self._asked.question.kind in {"encode", "decode"}:
            return  # these texts have no components
        is_link = self._asked.question.kind in {"where", "site"}
        for name, editor in self.editors.items():
            if name == "ascii":
                continue  # a host would be parsed as a path
            if is_link and name == "text":
                editor.show_link(given.get("base", ""))
            else:
                editor.show_components(self._asked.question.edition)

    def spoken(self) -> str:
        texts = (
            f"{each.accessibleName()}: {visible(each.text()) or each.placeholderText()}"
            for each in self.editors.values()
        )
        return ". ".join((*self._scene_words, *texts)) or self.conditions()

    def spell(self) -> str:
        """Return all texts spelled out or by component; without texts, the conditions."""
        texts = [f"{each.accessibleName()}: {each.spell()}" for each in self.editors.values()]
        return ". ".join(texts) or self.conditions()

    def conditions(self) -> str:
        return " ".join(as_sentence(spoken(each)) for each in self._asked.question.details)

    def fit(self, *, is_wide: bool) -> None:
        is_across = is_wide and len(self.editors) < MOST_ACROSS
        self._line.turn(is_wide=is_across)


class ExampleLooks(NamedTuple):
    """The looks of base, text and target, and a description of the result."""

    base: tuple[Look, str]
    text: tuple[Look, str]
    target: str
    target_look: tuple[Look, str]
    words: str


UNDRAWN = (NOTHING, "")


def shown_of(typed: tuple[str, str, bool]) -> ExampleLooks:
    """Return the looks of an example's texts, and of its result."""
    base, text, is_pair = typed
    if len(base) + len(text) > LONGEST:
        return ExampleLooks(UNDRAWN, UNDRAWN, "", UNDRAWN, "")
    if not is_pair:
        inspection = inspect(text)
        words = say(inspection.verdict.headline) if text else ""
        return ExampleLooks(UNDRAWN, look_and_description(inspection), "", UNDRAWN, words)
    resolution = resolve(base, text, edition="2005")
    target = resolution.target
    drawn = drawn_by_origin(resolution) if target is not None else None
    look = (look_of(drawn), accessible_text(drawn)) if drawn else UNDRAWN
    words = "" if target is not None else say("There is no target.")
    others = (
        f"{year}: {say(OF_TARGET[answer]) if answer in OF_TARGET else visible(answer)}"
        for year, answer in other_results(base, text)
    )
    words = "\n".join(filter(None, (words, *others)))
    return ExampleLooks(
        component_look(base, "2005"), component_look(text, "2005"), target or "", look, words
    )


class LiveExample(CardFrame):
    """An example to edit: a link, or a base and a reference with their target."""

    open_requested = Signal(str, str)  # the base ("" for a link alone) and the text

    def __init__(self) -> None:
        super().__init__()
        self._is_pair = False
        self._began = ("", "")
        self.job = LatestJob(shown_of, self, self._show)
        self.base = _editor(say("Base URI"))
        self.text = _editor(say("Link"))
        self.target = ReadOnlyEdit(say("Target"))
        self.words = plain_label()
        words = say("Show the texts of the lesson again")
        self.reset = button(say("Reset"), self._reset, does=words)
        words = say("Open these texts in their workspace")
        self.open = button("", lambda: self.open_requested.emit(*self.texts()), does=words)
        title = plain_label(say("Try it: the texts can be changed"), role="title")
        self._text_name = plain_label("", role="quiet")
        target = QWidget()
        row(stretched(self.target), into=target, margins=(16, 0, 12, 0))
        # Widgets that are only shown with a base.
        self._of_pair = (
            _named(plain_label(say("Base URI"), role="quiet"), field_card(self.base)),
            _named(plain_label(say("Target"), role="quiet"), target),
        )
        head = row(stretched(title), self.reset, self.open)
        base, result = self._of_pair
        parts = (head, base, self._text_name, field_card(self.text), result, self.words)
        column_of(*parts, into=self, margins=(16, 8, 12, 12), spacing=4)
        for each in (self.base, self.text):
            each.text_edited.connect(self._ask)

    def show_example(self, base: str, text: str) -> None:
        """Show an example; if it has no base, the text is a link."""
        self._is_pair, self._began = bool(base), (base, text)
        for each in self._of_pair:
            each.setVisible(self._is_pair)
        self._text_name.setText(say("Reference") if self._is_pair else say("Link"))
        self.text.setAccessibleName(self._text_name.text())
        self.open.setText(say("Open in Resolve") if self._is_pair else say("Open in Inspect"))
        self._reset()

    def texts(self) -> tuple[str, str]:
        """Return the base ("" for a link alone) and the text."""
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


def _named(label: QWidget, field: QWidget) -> QWidget:
    holder = QWidget()
    column_of(label, field, into=holder, margins=NO_MARGINS, spacing=4)
    return holder


def _editor(name: str) -> UriEdit:
    editor = UriEdit()
    editor.least_lines = 1
    editor.setAccessibleName(name)
    editor.setPlaceholderText(say("Empty"))
    return editor
