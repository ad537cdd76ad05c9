"""Texts shown as they are: plain in labels, in each form that they have."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from uriinspector.analysis.defang import defang, still_defanged
from uriinspector.analysis.derived import REPLACED
from uriinspector.core.model import NamedTuple
from uriinspector.gui.text.pieces import visible

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

# The words of the tooltip, on the widget.
TIP = "tip_words"


def plain_label(text: str = "", *, role: str = "", parent: QWidget | None = None) -> QLabel:
    """Make a label that never guesses that its text is rich; its role is a name for the theme."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setObjectName(role)
    label.setWordWrap(True)
    return label


def show_tip(widget: QWidget, text: str) -> None:
    """Explain a widget to who points at it, and to who hears it, unless that is told otherwise.

    Without a description of its own a screen reader would read the markup of the tooltip.
    """
    words = visible(text)
    if widget.accessibleDescription() == (widget.property(TIP) or ""):
        widget.setAccessibleDescription(words)
    widget.setProperty(TIP, words)
    widget.setToolTip(tip(text))


def tip(text: str) -> str:
    """What a tooltip is given: it guesses rich text too, so that what is shown is spelled out."""
    return f'<p style="white-space: pre-wrap">{html.escape(visible(text))}</p>' if text else ""


WRITTEN = "written"


class TextForm(NamedTuple):
    """A form, by the way in which the text stands for it, and what is said of it.

    ``added`` is what was put in to complete it.
    """

    how: str
    inspection: Inspection
    changes: int = 0
    added: str = ""

    @property
    def text(self) -> str:
        """The text of this form."""
        return self.inspection.text


def forms_of(inspection: Inspection) -> tuple[TextForm, ...]:
    """All forms of a text, the text itself first: often it is the only one."""
    forms = [TextForm(WRITTEN, inspection)]
    meant, derived = inspection.meant, inspection.derived
    if derived is not None and meant is not inspection:
        forms.append(TextForm(derived.how, meant, len(derived.changes)))
    derived, completed = meant.derived, meant.of_derived
    if derived is not None and completed is not None and derived.how not in REPLACED:
        added = "".join(each.after for each in derived.changes)
        forms.append(TextForm(derived.how, completed.meant, len(derived.changes), added))
    return tuple(forms)


def is_replaced(forms: tuple[TextForm, ...]) -> bool:
    """Whether everything speaks of another form than the written one, whichever is shown."""
    return len(forms) > 1 and forms[1].how in REPLACED


def defanged_form(inspection: Inspection, how: str | None) -> str:
    """A form so that no program makes a link of it; without one, that of which everything speaks.

    What is defanged as it is written stays as it is written.
    """
    forms = forms_of(inspection)
    form = next((each for each in forms if each.how == how), None)
    if form is None:
        return defang(inspection.meant.text)
    is_own = form.how == WRITTEN and is_replaced(forms)
    return still_defanged(form.text, defang) if is_own else defang(form.text)
