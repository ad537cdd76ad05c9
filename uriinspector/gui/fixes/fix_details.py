"""One change at length: both ribbons, what each kind of fix does, its clauses, and the choices."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QRadioButton, QSizePolicy, QWidget

from uriinspector.analysis.citation import shown_cite
from uriinspector.analysis.inspection import inspect
from uriinspector.documents.fixes.same_request import rereading
from uriinspector.gui.fixes.fix_model import finding_titles, kind_title
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

    from uriinspector.documents.fixes.fix_values import FixChoice, FixOption, TextFix
    from uriinspector.documents.fixes.proposals import DecidedFix, FixProposal
    from uriinspector.gui.fixes.fix_model import FixModel
    from uriinspector.gui.theme import Theme

# A longer text is shown around its changes, without its components.
LONGEST = 1_000
ROW_STEPS = {"next_row": 1, "previous_row": -1}
# Some of the text around a fault.
AROUND = 12


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
        self.body = QWidget()
        self.body.setObjectName("plain")
        self.area = scroll_area(self.body, self.accessibleName())
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
        body = QWidget()
        body.setObjectName("plain")
        column = column_of(into=body, margins=(0, 0, 8, 0), spacing=6)
        if 0 <= self._number < len(self._model.review.proposals):
            self._fill(column, self._model.review.proposals[self._number])
        else:
            self.title.setText(say("No change selected"))
        column.addStretch(1)
        scrolled = self.area.verticalScrollBar().value()
        self.body = body
        self.area.setWidget(body)
        self.area.verticalScrollBar().setValue(scrolled)
        again = body.findChild(QWidget, name) if name and name != "plain" else None
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
        self._add_texts(column, proposal, fix)
        for code in proposal.codes:
            column.addWidget(self._kind_box(proposal, code))
            column.addLayout(self._kind_words(proposal, code))
        for at, choice in enumerate(proposal.choices):
            self._add_choice(column, proposal, at, choice)
        host = rereading(proposal.value, fix.fixed, proposal.base) if fix.fixes else ()
        if host:
            column.addWidget(plain_label(_other_host(host), role="warned"))
        if why := fix.omitted or proposal.omitted:
            column.addWidget(plain_label(say("Not changed: {why}", why=say(why)), role="warned"))

    def _add_texts(self, column: QVBoxLayout, proposal: FixProposal, fix: DecidedFix) -> None:
        if max(len(proposal.value), len(fix.fixed)) > LONGEST:
            text = MarkedText(self._theme)
            text.show_pieces(changed(proposal.value, fix.fixed))
            column.addWidget(text)
            return
        texts = [(say("Before"), proposal.value)]
        texts += [(say("After"), fix.fixed)] if fix.fixes else []
        for title, value in texts:
            ribbon = ReviewRibbon(self._theme)
            ribbon.setAccessibleName(f"{title}: {plain_text(outside(value))}")
            ribbon.set_text(value)
            ribbon.show_inspection(inspect(value, edition=self._model.edition, base=proposal.base))
            column.addWidget(plain_label(title, role="quiet"))
            column.addWidget(ribbon)

    def _kind_box(self, proposal: FixProposal, code: str) -> QCheckBox:
        decision = self._model.review.decision(self._number)
        box = QCheckBox(kind_title(code))
        box.setObjectName(f"kind {code}")
        box.setChecked(code not in decision.skipped)
        found = finding_titles(proposal, code)
        box.setAccessibleDescription(", ".join(found))

        def decide(taken: bool) -> None:
            skipped = decision.skipped - {code} if taken else decision.skipped | {code}
            self._model.decide({self._number: decision._replace(skipped=skipped)})

        box.toggled.connect(decide)
        return box

    def _kind_words(self, proposal: FixProposal, code: str) -> QVBoxLayout:
        fixes = [each for each in proposal.fixes if each.code == code]
        words = "; ".join(dict.fromkeys(_change_words(proposal, each) for each in fixes[:6]))
        titles = finding_titles(proposal, code)
        found = say("Finding: {what}", what=", ".join(titles)) if titles else ""
        text = ". ".join(each for each in (found, words) if each)
        cites = dict.fromkeys(cite for each in fixes for cite in each.cites)
        return self._indented(text, cites)

    def _indented(self, text: str, cites: dict[str, None]) -> QVBoxLayout:
        clauses = [
            button(shown_cite(cite), lambda cite=cite: self.clause_requested.emit(cite), link=True)
            for cite in cites
        ]
        return column_of(
            plain_label(text, role="quiet"), row(*clauses, None), margins=(24, 0, 0, 4), spacing=2
        )

    def _add_choice(
        self, column: QVBoxLayout, proposal: FixProposal, at: int, choice: FixChoice
    ) -> None:
        """The options, each with its meaning; none is taken unless somebody says so."""
        # Of a "%" with what follows it: the sign alone says little.
        start, end = choice.start, max(choice.end, choice.start + 3)
        written = visible(proposal.value[start:end][:AROUND])
        title = say("Your choice: {what}, “{text}”", what=say(choice.title), text=written)
        heading = plain_label(title, role="title")
        column.addWidget(heading)
        group = QButtonGroup(self.body)
        picked = self._model.review.decision(self._number).picked_name(at)
        options = [
            (each.name, _option_words(each), each.replacement is not None)
            for each in choice.options
        ]
        options.append(("", say("Leave it as it is for now"), True))
        for name, words, can_take in options:
            radio = QRadioButton(words)
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
    return say("“{text}”: {meaning}", text=visible(option.replacement), meaning=meaning)


def _change_words(proposal: FixProposal, fix: TextFix) -> str:
    before = visible(proposal.value[fix.start : fix.end][:AROUND])
    after = visible(fix.replacement[:AROUND])
    return f"{before or '–'} → {after or '–'}"


def _other_host(parsers: tuple[str, ...]) -> str:
    names = ", ".join(say(each) if not each.isdigit() else each for each in parsers)
    if "browser" in parsers:
        return say("These parsers find another host than before: {names}.", names=names)
    return say("These parsers now find the host that browsers go to: {names}.", names=names)
