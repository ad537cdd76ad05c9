"""One change at length: both ribbons, what each kind of fix does, its clauses, and the choices."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QGridLayout,
    QRadioButton,
    QSizePolicy,
    QWidget,
)

from uriinspector.analysis.annotated import Annotated, Mark, covering, labelled
from uriinspector.analysis.citation import shown_cite
from uriinspector.core.parse import parse
from uriinspector.documents.fixes.component_fixes import FORMS, rereading
from uriinspector.gui.editor.look import look_of
from uriinspector.gui.fixes.fix_model import finding_titles
from uriinspector.gui.fixes.fix_review import titles_of
from uriinspector.gui.inspect.example_card import SmallRibbon
from uriinspector.gui.storage.place_keys import keys_in_use
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.pieces import changed, outside, plain_text
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button, card, scroll_area
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.marked_text import MarkedText

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QVBoxLayout

    from uriinspector.documents.fixes.component_fixes import FixChoice, FixOption, TextFix
    from uriinspector.documents.fixes.proposals import DecidedFix, FixProposal
    from uriinspector.gui.editor.look import Look
    from uriinspector.gui.fixes.fix_model import FixModel
    from uriinspector.gui.theme import Theme

# A longer text is shown around its changes, without its components.
LONGEST = 1_000
LEAST = 60
ROW_STEPS = {"next_row": 1, "previous_row": -1}
# Some of the text around a fault.
AROUND = 12
MOST = 6  # changes that are named


class ReviewRibbon(SmallRibbon):
    """All lines of a text."""

    least_lines = 40


class FixDetails(QWidget):
    """What is under the list: made anew for each link."""

    clause_requested = Signal(str)
    step_requested = Signal(int)
    left = Signal()

    def __init__(self, theme: Theme, model: FixModel) -> None:
        """Start without a link."""
        super().__init__()
        self._theme = theme
        self._model = model
        self._number = -1
        self.setAccessibleName(say("Change details"))
        self.title = plain_label(role="quiet")
        self.title.setWordWrap(False)
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.back = button(say("Back to the list"), self.left.emit)
        self.back.hide()
        self.before, self.after = ReviewRibbon(theme), ReviewRibbon(theme)
        self.before_title = plain_label(say("Before"), role="quiet")
        self.after_title = plain_label(say("After"), role="quiet")
        self.long_text = MarkedText(theme)
        self.body = QWidget()
        self.body.setObjectName("plain")
        self._decisions = QWidget()
        texts = QGridLayout()
        texts.setColumnStretch(1, 1)
        texts.setHorizontalSpacing(10)
        lines = ((self.before_title, self.before), (self.after_title, self.after))
        for number, (title, ribbon) in enumerate(lines):
            title.setWordWrap(False)
            texts.addWidget(title, number, 0, Qt.AlignmentFlag.AlignTop)
            texts.addWidget(ribbon, number, 1)
        self._column = column_of(
            *(texts, self.long_text, self._decisions, None),
            into=self.body,
            margins=(0, 0, 8, 0),
            spacing=6,
        )
        self.area = scroll_area(self.body, self.accessibleName())
        # Less than it asks for: a small window shows it in place of the list.
        self.setMinimumHeight(theme.pixels(LEAST))
        head = row(stretched(self.title), self.back)
        column_of(card(head, self.area), into=self, margins=(0, 0, 0, 0))
        model.decided.connect(self.renew)

    def show_fix(self, number: int) -> None:
        """Show another link, or none."""
        self._number = number
        self.area.verticalScrollBar().setValue(0)
        self.renew()

    def renew(self) -> None:
        """Show what is decided by now; the keys stay where they were."""
        focus: QWidget | None = self.focusWidget()
        is_inside = focus is not None and self.body.isAncestorOf(focus)
        name = focus.objectName() if focus is not None and is_inside else ""
        decisions = QWidget()
        decisions.setObjectName("plain")
        column = column_of(into=decisions, margins=(0, 0, 0, 0), spacing=6)
        review = self._model.review
        proposal = (
            review.proposals[self._number] if 0 <= self._number < len(review.proposals) else None
        )
        self.body.setVisible(proposal is not None)
        if proposal is None:
            self.title.setText(say("No change selected"))
        else:
            self._fill(column, proposal)
        before, self._decisions = self._decisions, decisions
        self._column.replaceWidget(before, decisions)
        before.hide()
        before.deleteLater()  # not now: it may be one of its boxes that calls
        again = decisions.findChild(QWidget, name) if name and name != "plain" else None
        if again is not None:
            again.setFocus()

    def focus_first(self) -> None:
        """Give the keys to the first thing that can be decided."""
        boxes = (*self.body.findChildren(QRadioButton), *self.body.findChildren(QCheckBox))
        (boxes[0] if boxes else self.area).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back to the list; letters go from change to change."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif steps := ROW_STEPS.get(keys_in_use.name_of(event)):
            self.step_requested.emit(steps)
        else:
            super().keyPressEvent(event)

    def _fill(self, column: QVBoxLayout, proposal: FixProposal) -> None:
        fix = self._model.review.fix_of(self._number)
        where = say("line {line}, column {column}", line=proposal.line, column=proposal.column)
        file = visible(self._model.review.files[proposal.file].name)
        words = (file, where, visible(proposal.element))
        self.title.setText(" · ".join(each for each in words if each))
        self._show_texts(proposal, fix)
        for title in titles_of(proposal.codes):
            fixes = [each for each in proposal.fixes if each.title == title]
            column.addWidget(self._kind_box(proposal, title, fixes))
            column.addLayout(self._kind_words(proposal, fixes))
        for at, choice in enumerate(proposal.choices):
            self._add_choice(column, proposal, at, choice)
        is_fault = any(each.code not in FORMS for each in fix.fixes)
        host = rereading(proposal.value, fix.fixed, proposal.base) if is_fault else ()
        if host:
            column.addWidget(plain_label(_other_host(host), role="warned"))
        if why := fix.omitted or proposal.omitted:
            column.addWidget(plain_label(say("Not changed: {why}", why=say(why)), role="warned"))

    def _show_texts(self, proposal: FixProposal, fix: DecidedFix) -> None:
        is_long = max(len(proposal.value), len(fix.fixed)) > LONGEST
        self.long_text.setVisible(is_long)
        if is_long:
            self.long_text.show_pieces(changed(proposal.value, fix.fixed))
        shown = (
            (self.before_title, self.before, proposal.value, not is_long),
            (self.after_title, self.after, fix.fixed, not is_long and bool(fix.fixes)),
        )
        for title, ribbon, value, is_shown in shown:
            title.setVisible(is_shown)
            ribbon.setVisible(is_shown)
            if is_shown and ribbon.text() != value:
                ribbon.setAccessibleName(f"{title.text()}: {plain_text(outside(value))}")
                ribbon.set_text(value)
                ribbon.show_look(self._look(value, proposal if ribbon is self.before else None))

    def _look(self, text: str, proposal: FixProposal | None) -> Look:
        """The components as the edition has them, and where something is wrong."""
        reference = parse(text, edition=self._model.edition)
        stretches = tuple(covering(labelled(reference), len(text)))
        spans = [] if proposal is None else [(e.start, e.end) for e in proposal.fixes]
        spans += [] if proposal is None else [(e.start, e.end) for e in proposal.choices]
        marks = tuple(Mark(*each, "medium") for each in sorted(set(spans)))
        return look_of(Annotated(text, stretches, None, (), marks))

    def _kind_box(self, proposal: FixProposal, title: str, fixes: list[TextFix]) -> QCheckBox:
        review, number = self._model.review, self._number
        codes = {each.code for each in fixes}
        box = QCheckBox(say(title).replace("&", "&&"))
        box.setObjectName(f"kind {title}")
        box.setChecked(not codes <= review.decision(number).skipped)
        box.setAccessibleDescription(", ".join(finding_titles(proposal, codes)))

        def decide(taken: bool) -> None:
            self._model.decide({number: review.of_kind(number, title, wanted=taken)})

        box.toggled.connect(decide)
        return box

    def _kind_words(self, proposal: FixProposal, fixes: list[TextFix]) -> QVBoxLayout:
        words = ", ".join(dict.fromkeys(_change_words(proposal, each) for each in fixes[:MOST]))
        titles = finding_titles(proposal, {each.code for each in fixes})
        found = say("Finding: {what}", what=", ".join(titles)) if titles else ""
        text = ". ".join(each for each in (found, words) if each)
        return self._indented(text, dict.fromkeys(cite for each in fixes for cite in each.cites))

    def _indented(self, text: str, cites: dict[str, None]) -> QVBoxLayout:
        clauses = [
            button(
                shown_cite(cite, say("appendix")),
                partial(self.clause_requested.emit, cite),
                link=True,
            )
            for cite in cites
        ]
        words = [plain_label(text, role="quiet")] if text else []
        return column_of(*words, row(*clauses, None), margins=(24, 0, 0, 4), spacing=2)

    def _add_choice(
        self, column: QVBoxLayout, proposal: FixProposal, at: int, choice: FixChoice
    ) -> None:
        """The options, each with its meaning; none is taken unless somebody says so."""
        # Of a "%" with what follows it: the sign alone says little.
        start, end = choice.start, max(choice.end, choice.start + 3)
        written = visible(proposal.value[start:end][:AROUND])
        title = say('Your choice: {what}, "{text}"', what=say(choice.title), text=written)
        heading = plain_label(title, role="title")
        column.addWidget(heading)
        group = QButtonGroup(heading)
        picked = self._model.review.decision(self._number).picked_name(at)
        options = [
            (each.name, _option_words(each), each.replacement is not None)
            for each in choice.options
        ]
        options.append(("", say("Leave it as it is for now"), True))
        for name, words, can_take in options:
            radio = QRadioButton(words.replace("&", "&&"))
            radio.setObjectName(f"option {at} {name}")
            radio.setEnabled(can_take)
            radio.setChecked(can_take and name == picked)
            radio.setAccessibleDescription(title)
            radio.clicked.connect(partial(self._pick, at, name))
            group.addButton(radio)
            column.addWidget(radio)
        column.addLayout(self._indented("", dict.fromkeys(choice.cites)))

    def _pick(self, at: int, name: str, *_: object) -> None:
        decision = self._model.review.decision(self._number)
        self._model.decide({self._number: decision.pick(at, name)})


def _option_words(option: FixOption) -> str:
    meaning = say(option.meaning)
    if option.replacement is None:
        return meaning
    if not option.replacement:
        return meaning
    return say('"{text}": {meaning}', text=visible(option.replacement), meaning=meaning)


def _change_words(proposal: FixProposal, fix: TextFix) -> str:
    before = visible(proposal.value[fix.start : fix.end][:AROUND])
    after = visible(fix.replacement[:AROUND])
    return say('"{before}" → "{after}"', before=before, after=after)


def _other_host(parsers: tuple[str, ...]) -> str:
    names = ", ".join(say(each) if not each.isdigit() else each for each in parsers)
    if "browser" in parsers:
        return say("These parsers find another host than before: {names}.", names=names)
    return say("These parsers now find the host that browsers go to: {names}.", names=names)
