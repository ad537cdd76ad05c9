"""The dialog with other ways to write a reference, and their targets if the page moves."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from uriinspector.core.parse import resolve
from uriinspector.core.reference_forms import (
    ABSOLUTE,
    MOVED_FOLDER,
    MOVED_HOST,
    RELATIVE,
    ROOTED,
    ReferenceForm,
    reference_forms,
)
from uriinspector.gui.selection import to_clipboard
from uriinspector.gui.text.marked_text import MarkedText
from uriinspector.gui.text.pieces import outside, plain_label, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import DialogSheet, button, card, scroll_area
from uriinspector.gui.widgets.layouts import column_of, fill, row
from uriinspector.readers import browser

SIZE = (640, 560)
LONGEST = 300  # maximum number of characters of a URI in a sentence


class FormsSheet(DialogSheet):
    """Offers the relative, root-relative and absolute forms of a reference."""

    form_chosen = Signal(str, str)  # the name and the text of the form

    def __init__(
        self, parent: QWidget, base: str, reference: str, edition: str, using: str
    ) -> None:
        """Show the forms; ``using`` is the label of the buttons for choosing a form."""
        super().__init__(parent, say("Ways to write the reference"), SIZE)
        self.reference, self._base, self._using = reference, base, using
        target = resolve(base, reference, edition=edition).target
        inner = QWidget()
        column = column_of(into=inner, margins=(0, 0, 8, 0), spacing=10)
        self.forms: tuple[ReferenceForm, ...] = ()
        if target is None:
            column.addWidget(plain_label(say("The reference has no target with this base.")))
        else:
            self.forms = reference_forms(base, target, edition)
            words = say("The page is {base}. The target is {target}.", **_shown(base, target))
            cards = (self._form_card(form, target) for form in self.forms)
            fill(column, plain_label(words), plain_label(_moves(), role="quiet"), *cards)
        column.addStretch(1)
        self.body.addWidget(scroll_area(inner, self.windowTitle()))

    def _form_card(self, form: ReferenceForm, target: str) -> QWidget:
        title = plain_label(form_title(form.name), role="title")
        if form.text is None:
            reason = say(
                "Not possible: the target is on another host or has no path that can be written "
                "this way."
            )
            return card(title, plain_label(reason, role="quiet"))
        text = MarkedText()
        text.show_pieces(outside(form.text) or outside(self.reference))
        copy = button(
            say("Copy original"),
            partial(to_clipboard, form.text),
            name=say("Copy original: {what}", what=form_title(form.name)),
        )
        use = button(
            self._using,
            partial(self._choose, form.name, form.text),
            name=f"{self._using}: {form_title(form.name)}",
        )
        words = [
            _meaning(say("In another folder: {what}"), form.in_folder, target),
            _meaning(say("On another host: {what}"), form.on_host, target),
        ]
        is_written = form.text == self.reference
        is_same = is_written or self._is_same_in_browsers(form.text)
        use.setEnabled(is_same and not is_written)
        if is_written:
            words.insert(0, say("This is how the reference is written now."))
        elif not is_same:
            words.append(say("Browsers resolve the reference differently: fix it first."))
        return card(title, text, plain_label("\n".join(words), role="quiet"), row(None, copy, use))

    def _is_same_in_browsers(self, text: str) -> bool:
        after = browser.serialized(text, self._base)
        before = browser.serialized(self.reference, self._base)
        return after is not None and before is not None and after.text == before.text

    def _choose(self, name: str, text: str) -> None:
        self.accept()
        self.form_chosen.emit(name, text)


def form_title(name: str) -> str:
    return {
        RELATIVE: say("Relative to the page"),
        ROOTED: say("Relative to the root of the host"),
        ABSOLUTE: say("Absolute"),
    }[name]


def _moves() -> str:
    return say(
        'This shows what happens if the page moves into the subfolder "{folder}" of its '
        "folder, or to the host {host}.",
        folder=MOVED_FOLDER,
        host=MOVED_HOST,
    )


def _meaning(words: str, moved: str | None, target: str) -> str:
    what = say("the same target") if moved == target else visible((moved or "")[:LONGEST])
    return words.replace("{what}", what)


def _shown(base: str, target: str) -> dict[str, str]:
    return {"base": visible(base[:LONGEST]), "target": visible(target[:LONGEST])}
