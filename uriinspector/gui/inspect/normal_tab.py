"""The tab about normalization: each step to the normal form, and the rules of good practice."""

from dataclasses import dataclass

from uriinspector.analysis.inspection import Inspection
from uriinspector.core.compare import normalize
from uriinspector.core.model import CASE, DOTS, ESCAPES, PROTOCOL, SCHEME, STRING, Rung, Span
from uriinspector.core.practice import CITE, Practice, good_practice
from uriinspector.core.schemes.dossier import Choice
from uriinspector.gui.inspect.detail_tabs import Tab, divided, footed
from uriinspector.gui.inspect.noted_table import copy_button
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.pieces import (
    NEW_LINE,
    Kind,
    Pieces,
    changed,
    muted,
    ours,
    outside,
    plain_label,
)
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import explain

# Longer texts are not checked: looking at every escape would take too long.
LONGEST_JUDGED = 100_000
TITLES = {
    STRING: "as written",
    CASE: "case",
    ESCAPES: "percent-encoding",
    DOTS: "dot-segments",
    SCHEME: "scheme rules",
    PROTOCOL: "by the protocol",
}


@dataclass(frozen=True, slots=True)
class RungRow:
    """A step of normalization with its result, in which the change is marked."""

    name: str
    text: str | None
    shown: Pieces
    note: str
    cites: tuple[str, ...]

    @property
    def title(self) -> str:
        return say(TITLES[self.name])

    @property
    def cell(self) -> Pieces:
        """Return the text, with a description of the step and its clause below."""
        cites = "; ".join(self.cites)
        below = f"{self.note} · {cites}" if cites else self.note
        return (*self.shown, *NEW_LINE, *muted(below))


@dataclass(frozen=True, slots=True)
class PracticeRow:
    """A rule of good practice."""

    rule: str
    is_followed: bool | None
    spans: tuple[Span, ...]
    cite: str

    @property
    def sign(self) -> Pieces:
        """Return whether the rule is followed; if it is broken more than once, also how often."""
        if self.is_followed is None:
            return muted(say("not applicable"))
        if self.is_followed:
            return ours(say("followed"))
        times = len(self.spans)
        words = say("not followed") if times == 1 else say("not followed ({times})", times=times)
        return ours(words, Kind.DIFFERS)


def rung_rows(inspection: Inspection) -> tuple[RungRow, ...]:
    """Return all steps, from the text as written to the last one, which is never applied."""
    rungs = normalize(inspection.reference, Choice(inspection.options.urn_edition))
    befores = (None, *(each.text for each in rungs))
    return tuple(_row(each, before) for each, before in zip(rungs, befores, strict=False))


def _row(rung: Rung, before: str | None) -> RungRow:
    if rung.text is None:
        shown = muted(say("not reached"))
    elif before is None:
        shown = outside(rung.text)
    elif rung.text == before:
        shown = muted(say("unchanged"))
    else:
        shown = changed(before, rung.text)
    return RungRow(rung.name, rung.text, shown, say(rung.note), rung.cites)


def practice_rows(inspection: Inspection) -> tuple[PracticeRow, ...]:
    """Return the six rules of the 2003 edition; checking them means looking at every escape."""
    if len(inspection.text) > LONGEST_JUDGED:
        return (PracticeRow(say("too long to check right away"), None, (), CITE),)
    return tuple(map(_practice, good_practice(inspection.reference)))


def _practice(rule: Practice) -> PracticeRow:
    return PracticeRow(say(rule.rule), rule.is_followed, rule.spans, rule.cite)


class NormalTab(Tab):
    """The tab with the steps on the left and the rules on the right."""

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self._form = ""
        self.ladder = Grid(selection, _rungs(), say("Normal form"), widest=1)
        self.practice = Grid(selection, _rules(), say("Good practice"), widest=1, spans=_first)
        self.summary = plain_label(role="quiet")
        self.copy = copy_button(say("the normal form"), lambda: self._form)
        self.ladder.row_opened.connect(self._on_opened)
        self.practice.row_opened.connect(lambda rule: explain(self, rule.cite))
        left = footed(self.ladder, self.summary, self.copy)
        self.fill(divided(left, self.practice, (720, 380)))

    def present(self, inspection: Inspection) -> str:
        """Show the normal form of a link."""
        rungs = rung_rows(inspection)
        self._form = rungs[-2].text or ""
        self.ladder.set_rows(rungs)
        self.practice.set_rows(practice_rows(inspection))
        edition = inspection.edition
        self.summary.setText(
            say("Already in the normal form of the {edition} edition.", edition=edition)
            if self._form == inspection.text
            else say("The last level reached is the normal form ({edition}).", edition=edition)
        )
        return ""

    def _on_opened(self, rung: RungRow) -> None:
        if rung.cites:
            explain(self, rung.cites[0])


def _rungs() -> list[Column]:
    return [
        Column(say("Level"), lambda rung: ours(rung.title), is_rigid=True),
        Column(say("What this level changes"), lambda rung: rung.cell, is_uri=True, wraps=True),
    ]


def _rules() -> list[Column]:
    return [
        Column("", lambda rule: rule.sign, is_rigid=True),
        Column(say("Good practice (2003)"), lambda rule: ours(rule.rule), wraps=True),
    ]


def _first(rule: PracticeRow, _column: int) -> Span | None:
    return rule.spans[0] if rule.spans else None
