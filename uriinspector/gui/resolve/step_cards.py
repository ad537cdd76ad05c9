"""Cards about steps: their table, the state, the rules, all editions, a comparison of two editions.

A step stores offsets; only as much of a buffer is extracted as a cell can show. Steps of two
editions are paired if they do the same thing: answer the same question, produce the same path, or
set the same component. A single pass over both keeps the time linear.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import overload

from PySide6.QtCore import QModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton

from uriinspector.core.listing import LISTINGS, ListingLine
from uriinspector.core.model import NamedTuple, Part
from uriinspector.core.parse import Resolution
from uriinspector.core.reference import Buffer, Step, has_two_buffers, newest
from uriinspector.gui.resolve.variant_rows import (
    NO_CLAUSE,
    VARIANTS,
    Answer,
    Variant,
    cite_of,
    explanation,
    outcome,
    variant_of,
)
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.pieces import (
    INDENT,
    Kind,
    Pieces,
    changed,
    common_start,
    muted,
    ours,
    outside,
    own,
    plain_label,
    plain_text,
    show_tip,
    shown,
    visible,
)
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.theme import icon, pixels
from uriinspector.gui.widgets.cards import CardFrame, button, chooser, explain, icon_button, rule
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.view_parts import Restyled

# The maximum number of characters shown from the output's end and from the input's beginning.
MOST = 160
ELLIPSIS = "\u2026"
# Words that stand for strikethrough and color in spoken text.
CHANGES = (("removed", Kind.CUT), ("added", Kind.ADDED))
PARTS = (Part.SCHEME, Part.AUTHORITY, Part.PATH, Part.QUERY, Part.FRAGMENT)


@dataclass(frozen=True)
class StepRow:
    """A step, its number, and its cells."""

    number: int
    step: Step

    @property
    def rule(self) -> str:
        return self.step.rule

    @property
    def note(self) -> str:
        return say(self.step.note)

    @cached_property
    def output(self) -> Pieces:
        """Return the output with additions and removals marked, or the component that was set."""
        step = self.step
        if isinstance(step.after, Buffer):
            before = step.before if isinstance(step.before, Buffer) else step.after
            return _output(before, step.after)
        # A component is shown alone, even if it was taken from the buffer (in the 1997
        # edition).
        if (step.before is None or step.part) and step.after is not None:
            name = _name(step.part, step.rule) if step.part else say("target")
            return (*muted(f"{name}  "), *self.value)
        return ()

    @property
    def value(self) -> Pieces:
        """Return the text of a component or target that was set, if it is not in a buffer."""
        after = self.step.after
        return shown([(_begun(after), Kind.PLAIN)]) if isinstance(after, str) else ()

    @cached_property
    def input(self) -> Pieces:
        """Return the remaining input, with removals marked."""
        step = self.step
        if isinstance(step.after, Buffer):
            before = step.before if isinstance(step.before, Buffer) else step.after
            return shown(_input(before, step.after))
        if isinstance(step.before, str) and isinstance(step.after, str) and not step.part:
            return _rewritten(step.before, step.after)
        return ()

    @property
    def buffer(self) -> Pieces:
        """Return output and input as one, for editions with a single buffer (1994, 1997, 2003)."""
        return (*self.output, *self.input)

    @property
    def sentence(self) -> str:
        """Return the row as a sentence: the clause, the note, and the changes."""
        if self.step.part:
            cells = [(_name(self.step.part, self.step.rule), self.value)]
        elif self.output and not self.input and self.step.before is None:
            cells = [(say("target"), self.value)]
        else:
            cells = [(say("output buffer"), self.output), (say("input buffer"), self.input)]
        begun = f"{self.number}, {self.rule.removesuffix(NO_CLAUSE)}: {self.note}"
        return "; ".join([begun, *(_spoken(*cell) for cell in cells if cell[1])])


def _spoken(name: str, pieces: Pieces) -> str:
    """Return a cell in words: what was removed and added, then the value without removals."""
    words = [
        f"{say(word)} {plain_text(each for each in pieces if each.kind is kind)}"
        for word, kind in CHANGES
        if any(each.kind is kind for each in pieces)
    ]
    rest = plain_text(each for each in pieces if each.kind is not Kind.CUT)
    return ", ".join([f"{name}: {rest or say('empty')}", *words])


class StepRows(Sequence[StepRow]):
    """The rows of steps, created on access and cached."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = steps
        self._row = lru_cache(maxsize=256)(self._make_row)

    def __len__(self) -> int:
        return len(self._steps)

    @overload
    def __getitem__(self, at: int) -> StepRow: ...

    @overload
    def __getitem__(self, at: slice) -> list[StepRow]: ...

    def __getitem__(self, at: int | slice) -> StepRow | list[StepRow]:
        numbers = range(len(self._steps))[at]
        return self._row(numbers) if isinstance(numbers, int) else list(map(self._row, numbers))

    def _make_row(self, at: int) -> StepRow:
        return StepRow(at + 1, self._steps[at])


def _rewritten(before: str, after: str) -> Pieces:
    """Return a rewritten text, with the differing middle marked."""
    first = common_start(before, after)
    last = common_start(before[first:][::-1], after[first:][::-1])
    cut, added = before[first : len(before) - last], after[first : len(after) - last]
    front, back = (newest((None, after[:first]), MOST), _begun(after[len(after) - last :]))
    middle = changed(_begun(cut), _begun(added))
    return (*outside(front), *middle, *outside(back))


def _begun(text: str) -> str:
    return text if len(text) <= MOST else text[:MOST] + ELLIPSIS


def _output(before: Buffer, after: Buffer) -> Pieces:
    """Return the output with the change marked; a step adds or removes one link of its chain."""
    old, new = before.chain, after.chain
    if new is not None and new is not old and new[0] is old:
        return shown([(newest(old, MOST), Kind.PLAIN), (new[1], Kind.ADDED)])
    if old is not None and new is old[0]:
        return shown([(newest(new, MOST), Kind.PLAIN), (old[1], Kind.CUT)])
    return shown([(newest(new, MOST), Kind.PLAIN)])


def _input(before: Buffer, after: Buffer) -> list[tuple[str, Kind]]:
    source, rest = after.source, _unread(after)
    chain = after.chain
    if chain is not None and chain is not before.chain and chain[0] is before.chain:
        return [(rest, Kind.PLAIN)]  # the text moved to the output, where it is marked
    if after.start > before.start:
        return [(source[before.start : after.start], Kind.CUT), (rest, Kind.PLAIN)]
    # The dots at the end were removed, but not the slash before them.
    return [(rest, Kind.PLAIN), (source[after.end : before.end], Kind.CUT)]


class StepState(NamedTuple):
    """The text of a buffer or component after a step; None if it is not set yet."""

    name: str
    text: str | None
    note: str = ""


def _name(part: Part, rule: str) -> str:
    """Return the name of a component of the target; the 1997 edition calls the authority "site"."""
    is_site = part is Part.AUTHORITY and rule.startswith("5.2 step")
    return f"T.{'site' if is_site else part.value}"


def state_after(steps: Sequence[Step], number: int, edition: str = "2005") -> list[StepState]:
    """Return the buffers and the target's components after this number of steps."""
    done = steps[:number]
    states = list(_buffers(done) if has_two_buffers(edition) else _buffer(done))
    concluding = {step.part: step for step in done[-2 * len(PARTS) :] if step.part}
    if not any(step.part for step in steps):
        return [*states, _whole(done)]
    for part in PARTS:
        set_by = concluding.get(part)
        name = _name(part, steps[0].rule)
        if set_by is None:
            states.append(StepState(name, None, say("not set yet")))
        elif not isinstance(set_by.after, str):
            states.append(StepState(name, None, say("not present")))
        else:
            states.append(
                StepState(name, set_by.after, say(set_by.origin) if set_by.origin else "")
            )
    return states


def _buffer(done: Sequence[Step]) -> Iterator[StepState]:
    """Yield the state of the single buffer, ignoring steps that only read a component from it."""
    for step in reversed(done):
        if step.part is None and step.before is not None and step.after is not None:
            after = step.after
            if isinstance(after, str):
                yield StepState(say("buffer"), _begun(after))
            else:
                yield StepState(say("buffer"), newest(after.chain, MOST) + _unread(after))
            return
    yield StepState(say("buffer"), None, say("not set yet"))


def _unread(buffer: Buffer) -> str:
    rest = buffer.source[buffer.start : min(buffer.end, buffer.start + MOST)]
    return rest + (ELLIPSIS if buffer.end - buffer.start > MOST else "")


def _whole(done: Sequence[Step]) -> StepState:
    """Return the state of the target as a whole; the 1994 edition does not build it from
    components.
    """
    result = (step.after for step in reversed(done) if step.before is None)
    target = next((after for after in result if isinstance(after, str)), None)
    return StepState(say("target"), target, "" if target is not None else say("not set yet"))


def _buffers(done: Sequence[Step]) -> list[StepState]:
    """Return the shortened states of both buffers, which are unset before the first step that
    uses them.
    """
    for step in reversed(done):
        if isinstance(step.after, Buffer):
            after = step.after
            return [
                StepState(say("input buffer"), _unread(after)),
                StepState(say("output buffer"), newest(after.chain, MOST)),
            ]
        if isinstance(step.before, str) and isinstance(step.after, str):
            return [
                StepState(say("input buffer"), _begun(step.after)),
                StepState(say("output buffer"), None, say("empty")),
            ]
    return [
        StepState(say("input buffer"), None, say("not set yet")),
        StepState(say("output buffer"), None, say("not set yet")),
    ]


# Longer pairs are not compared: they have thousands of steps with buffers.
LONGEST = 2_000
# Maximum number of quoted characters of a component.
QUOTED = 60
# Notes in which editions answer a shared question; True stands for yes.
QUESTIONS = {
    "there is a colon before any slash, so this is a full form and is taken unchanged": (
        "scheme",
        True,
    ),
    "there is no colon before any slash, so this is a partial form": ("scheme", False),
    "the scheme is present, so the reference is absolute: done": ("scheme", True),
    "the scheme is not present, so it is taken from the base": ("scheme", False),
    "R.scheme is present: R is taken unchanged, including its dot segments": ("scheme", True),
    "R.scheme is present: the base is not needed": ("scheme", True),
    "R.scheme is not present": ("scheme", False),
    "the site is present: go to step 7": ("authority", True),
    "the site is not present, so it is taken from the base": ("authority", False),
    "R.authority is present": ("authority", True),
    "R.authority is present: only the scheme comes from the base": ("authority", True),
    "R.authority is not present": ("authority", False),
    'the path begins with "/": go to step 7': ("slash", True),
    'the path does not begin with "/"': ("slash", False),
    "there is no leading slash, so the path is relative": ("slash", False),
    'R.path starts with "/"': ("slash", True),
    'R.path does not start with "/": merge': ("slash", False),
}
TARGET = "target"


class StepKey(NamedTuple):
    """The action of a step, and its result; steps of two editions with the same action are
    paired.
    """

    action: tuple[str, str]
    result: object


@dataclass(frozen=True, slots=True)
class StepPair:
    """Corresponding steps of two editions; None if an edition has no such step."""

    left: Step | None
    right: Step | None
    is_different: bool  # True if both editions have the step, with different results


@dataclass(frozen=True, slots=True)
class StepAlignment:
    """A pair resolved with two variants: rows of steps, and a summary of the differences."""

    ways: tuple[Variant, Variant]
    rows: tuple[StepPair, ...]
    sentence: str


def alignment(base: str, reference: str, left: Variant, right: Variant) -> StepAlignment:
    """Resolve a pair with two variants, and align their steps."""
    if len(base) + len(reference) > LONGEST:
        return StepAlignment(
            (left, right), (), say("This pair is too long to compare step by step.")
        )
    first, second = left.resolve(base, reference), right.resolve(base, reference)
    rows = tuple(aligned(first.steps, second.steps))
    words = sentence(first, second, say(left.title), say(right.title))
    return StepAlignment((left, right), rows, words)


def aligned(left: Sequence[Step], right: Sequence[Step]) -> Iterator[StepPair]:
    """Yield all steps in order; a left step is paired with the next right step of the same
    action.
    """
    others = _keys(right)
    places: dict[tuple[str, str], deque[int]] = defaultdict(deque)
    for number, key in enumerate(others):
        places[key.action].append(number)
    at = 0
    for step, key in zip(left, _keys(left), strict=True):
        waiting = places[key.action]
        while waiting and waiting[0] < at:
            waiting.popleft()
        if not waiting:
            yield StepPair(step, None, is_different=False)
            continue
        place = waiting.popleft()
        for each in right[at:place]:
            yield StepPair(None, each, is_different=False)
        yield StepPair(step, right[place], is_different=key.result != others[place].result)
        at = place + 1
    for each in right[at:]:
        yield StepPair(None, each, is_different=False)


def sentence(left: Resolution, right: Resolution, one: str, other: str) -> str:
    """Return a summary of the differences between two resolutions."""
    names = {"left": one, "right": other}
    if left.target is None or right.target is None:
        return _without_target(left, right, names)
    if left.target == right.target:
        return say("{left} and {right} give the same target.", **names)
    first = say("{left} and {right} give different targets.", **names)
    values = _components(left), _components(right)
    for part in _ORDER:
        if part in values[0] and part in values[1] and values[0][part] != values[1][part]:
            texts = {"one": _quoted(values[0][part]), "other": _quoted(values[1][part])}
            template = "The first component that differs is the {part}: {one} and {other}."
            return f"{first} {say(template, part=say(part.value), **texts)}"
    return first


_ORDER = (Part.SCHEME, Part.AUTHORITY, Part.PATH, Part.QUERY, Part.FRAGMENT)


def _without_target(left: Resolution, right: Resolution, names: dict[str, str]) -> str:
    """Return the summary if one or both resolutions have no target."""
    if left.target is None and right.target is None:
        return say("Neither {left} nor {right} gives a target.", **names)
    lacking, has, problem = (
        (names["left"], names["right"], outcome(left))
        if left.target is None
        else (names["right"], names["left"], outcome(right))
    )
    words = {"has": has, "lacking": lacking, "reason": problem}
    return say("{has} gives a target, {lacking} gives none: {reason}", **words)


def _components(resolution: Resolution) -> dict[Part, str | None]:
    """Return the target's components as set by the steps; empty in the 1994 edition."""
    steps = [step for step in resolution.steps if step.part]
    return {
        step.part: step.after if isinstance(step.after, str) else None
        for step in steps
        if step.part
    }


def _quoted(value: str | None) -> str:
    if value is None:
        return say("not present")
    text = value if len(value) <= QUOTED else value[:QUOTED] + "\u2026"
    return say('"{text}"', text=visible(text))


def _keys(steps: Sequence[Step]) -> list[StepKey]:
    concluding = {step.part: number for number, step in enumerate(steps) if step.part}
    return [
        _key(step, is_concluding=step.part is not None and concluding[step.part] == number)
        for number, step in enumerate(steps)
    ]


def _key(step: Step, *, is_concluding: bool) -> StepKey:
    """Return what a step does: set a component, change the path, or answer a question."""
    if step.part and is_concluding:
        return StepKey(("part", step.part.value), (step.after, step.origin))
    if step.part is None and step.after is not None:
        before, after = _path(step.before), _path(step.after)
        if step.before is None:
            return StepKey((TARGET, ""), step.after)
        if before != after:
            return StepKey(("path", after), None)
    topic, answer = QUESTIONS.get(step.note, (step.note, None))
    return StepKey(("question", topic), answer)


def _path(state: str | Buffer | None) -> str:
    """Return the path in a state; the 1997 edition's buffer includes the query."""
    text = state.output + state.input if isinstance(state, Buffer) else state or ""
    return text.partition("?")[0]


STEP_NUMBER, RULE, OUTPUT, INPUT, NOTE, BUFFER = range(6)
ASKING = 32  # maximum number of steps before the first change of a buffer
KEYS = {
    Qt.Key.Key_PageDown: 1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Space: 1,
    Qt.Key.Key_PageUp: -1,
    Qt.Key.Key_Left: -1,
}


BY_KEYS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class StepTable(Grid):
    """A table of the steps; the current row is the last step that was made."""

    step_chosen = Signal(int)
    steps_requested = Signal(int)  # number of steps; negative to go back

    def __init__(self) -> None:
        self.at = 0
        self.is_covered, self._selects = False, True
        self._is_going = self._is_narrow = False
        self._edition = "2005"
        super().__init__(None, self._columns_shown(), say("Steps"), widest=NOTE)
        self.lazy.name_rows(self._sentence, (STEP_NUMBER, RULE))
        self.horizontalHeader().moveSection(BUFFER, OUTPUT)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentRowChanged.connect(self._on_row)
        self.clicked.connect(self._on_clicked)
        self.row_opened.connect(self._explain)

    def show_steps(self, steps: Sequence[Step], edition: str) -> None:
        """Show the rows of these steps, with the columns for the edition's buffers."""
        self._edition = edition
        has_two = has_two_buffers(edition)
        for column in (OUTPUT, INPUT, BUFFER):
            self.show_column(column, shown=has_two is (column != BUFFER))
        self.at = 0
        self._is_going = True
        self.set_sequence(StepRows(steps))
        self._is_going = False
        self._span_notes()

    def go(self, number: int, *, selects: bool = True) -> None:
        """Go to a step and scroll to it; 0 is the state before the first step.

        Without ``selects``, no row is selected, and the first row is in view.
        """
        before, self.at = self.at, number
        self._is_going, self._selects = True, selects
        if number and selects:
            index = self.lazy.index(number - 1, RULE)
            self.setCurrentIndex(index)
            self.scrollTo(index)
        else:
            # Once a row has been current, Qt does not choose one on focus.
            self.setCurrentIndex(self.lazy.index(0, RULE))
            self.selectionModel().clear()
            self.scrollToTop()
        self._is_going = False
        if abs(number - before) > 1:
            self.viewport().update()  # by default, Qt only repaints two rows

    def fit_words(self, *, is_narrow: bool) -> None:
        """In a narrow table, hide the notes; steps without a buffer show theirs in its place."""
        self._is_narrow = is_narrow
        for number in (STEP_NUMBER, NOTE):
            self.show_column(number, shown=not is_narrow)
        self._span_notes()
        self.viewport().update()

    def cover(self, *, covered: bool) -> None:
        """Hide the steps after the current one, or show them dimmed."""
        if covered != self.is_covered:
            self.is_covered = covered
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of a presentation clicker."""
        steps = KEYS.get(Qt.Key(event.key()))
        if steps is None:
            super().keyPressEvent(event)
        else:
            self.steps_requested.emit(steps)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """If a key moved the focus here, select the current step, where the keys will start."""
        super().focusInEvent(event)
        if event.reason() in BY_KEYS and not self.currentIndex().isValid():
            self.go(self.at)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.go(self.at, selects=self._selects)

    def _columns_shown(self) -> list[Column]:
        return [
            Column("#", lambda row: ours(str(row.number)), is_rigid=True, is_dim=self._is_coming),
            self._column(say("Clause"), lambda row: _clause(row.rule), is_rigid=True),
            self._column(
                say("Output buffer"),
                lambda row: row.output,
                self._with_note,
                is_uri=True,
                keeps_end=True,
            ),
            self._column(say("Input buffer"), lambda row: row.input, is_uri=True),
            self._column(say("Action"), lambda row: ours(row.note), is_rigid=True),
            self._column(say("Buffer"), lambda row: row.buffer, self._with_note, is_uri=True),
        ]

    def _column(
        self,
        title: str,
        pieces: Callable[[StepRow], Pieces],
        more: Callable[[StepRow], Pieces] | None = None,
        **looks: bool,
    ) -> Column:
        """Return a column that hides the steps after the current one, but keeps its width.

        With ``more``, its pieces are shown, but the width depends on ``pieces`` alone.
        """
        shown, is_dim = self._unless_covered(more or pieces), self._is_coming
        return Column(title, shown, uncovered=pieces, is_dim=is_dim, **looks)  # type: ignore[arg-type]

    def _with_note(self, row: StepRow) -> Pieces:
        """Return the buffer's pieces or, if there are none, the note if its column is hidden."""
        is_single = self.isColumnHidden(OUTPUT)
        cells = row.buffer if is_single else row.output
        says_note = self._is_narrow and not row.buffer
        return ours(row.note) if says_note else cells

    def _span_notes(self) -> None:
        """In a narrow table, notes span the columns of both buffers; only the first steps need
        this.
        """
        self.clearSpans()
        if self._is_narrow and not self.isColumnHidden(OUTPUT):
            for number, row in enumerate(self.lazy.rows[:ASKING]):
                if not row.buffer:
                    self.setSpan(number, OUTPUT, 1, INPUT - OUTPUT + 1)

    def _sentence(self, row: StepRow) -> str:
        """Return a row's sentence for screen readers, or only its number if the row is hidden."""
        return str(row.number) if self.is_covered and self._is_coming(row) else row.sentence

    def _is_coming(self, row: StepRow) -> bool:
        return row.number > self.at

    def _unless_covered(self, pieces: Callable[[StepRow], Pieces]) -> Callable[[StepRow], Pieces]:
        return lambda row: () if self.is_covered and self._is_coming(row) else pieces(row)

    def _on_row(self, current: QModelIndex) -> None:
        if current.isValid() and not self._is_going:
            self.step_chosen.emit(current.row() + 1)

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.column() == RULE:
            self._explain(self.lazy.rows[index.row()])

    def _explain(self, row: StepRow) -> None:
        explain(self, cite_of(self._edition, row.rule))


def _clause(rule: str) -> Pieces:
    return ours(rule.removesuffix(NO_CLAUSE), Kind.LINK)


# Width before zoom, below which there is no room for notes.
NARROW_STEPS = 640


class StepsCard(Restyled, CardFrame):
    """Displays the steps of an edition, with buttons to go through them."""

    last_attribute = "buttons"

    stepped = Signal(int)
    rules_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.edition = "2005"
        self.is_narrow, self._starts_over = False, True
        self.steps: Sequence[Step] = ()
        self.table = StepTable()
        words = say("Show the rules that these steps follow")
        self.rules = button(say("Show the rules"), self.rules_requested.emit, does=words)
        self.place = plain_label(role="title", wraps=False)
        self.note = plain_label(role="quiet")
        self.description = plain_label(role="title")
        self.description.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.description.hide()
        self.buttons = {
            "first": self._button(say("First step"), lambda: self.go(min(1, self.count))),
            "back": self._button(say("Step back"), lambda: self.step(-1), say("PageUp")),
            "forward": self._button(say("Next step"), lambda: self.step(1), say("PageDown")),
            "last": self._button(say("Last step"), lambda: self.go(self.count)),
        }
        self._lay_out()
        self.restyle()
        self.table.step_chosen.connect(self.go)
        self.table.steps_requested.connect(self.step)

    @property
    def count(self) -> int:
        return len(self.steps)

    @property
    def at(self) -> int:
        """The number of the last step that was made."""
        return self.table.at

    def show_steps(self, steps: Sequence[Step], edition: str, note: str = "") -> None:
        """Show the steps of an edition; ``note`` is the reason if there are none."""
        self.steps, self.edition = steps, edition
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.table.show_steps(steps, edition)

    def enlarge_description(self, *, loud: bool) -> None:
        """Enlarge the description for an audience, or reset its size.

        While it is enlarged, the steps do not start over after the last one.
        """
        self._starts_over = not loud
        self.description.setObjectName("headline" if loud else "title")
        self.description.style().polish(self.description)
        # A minimum height, so that the widgets below do not jump at each step.
        lines = 2 * self.description.fontMetrics().lineSpacing() + 10
        self.description.setMinimumHeight(lines if loud else 0)

    def step(self, steps: int) -> None:
        """Go forward or back by some steps; the first step follows the last."""
        is_over = self._starts_over and self.at + steps > self.count
        self.go(1 if is_over else self.at + steps)

    def go(self, number: int) -> None:
        """Go to a step, or to the nearest existing one; 0 is the state before the first step."""
        self.table.go(min(max(number, 0), self.count))
        self.place.setText(say("{at} of {count}", at=self.at, count=self.count))
        for name, each in self.buttons.items():
            is_back = name in {"first", "back"}
            each.setEnabled(self.at > int(name == "first") if is_back else self.at < self.count)
        self._describe(say(self.steps[self.at - 1].note) if self.at else "")

    def finish(self) -> None:
        """Show the state after all steps, with the first step, which comes next, in view."""
        self.table.go(self.count, selects=False)
        self.place.setText(say_count(self.count, "1 step", "{count} steps"))
        for each in self.buttons.values():
            each.setEnabled(self.count > 0)
        self._describe("")

    def _describe(self, words: str) -> None:
        self.description.setText(words)
        self._show_description()
        self.stepped.emit(self.at)

    def _show_description(self) -> None:
        has_words = bool(self.description.text()) or not self._starts_over  # keeps its height
        self.description.setVisible(self.is_narrow and has_words)

    def restyle(self) -> None:
        side = pixels(14)
        for name, each in self.buttons.items():
            each.setIcon(icon(name, "text", "accent"))
            each.setIconSize(QSize(side, side))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """If the table is too narrow for notes, show the description above it."""
        super().resizeEvent(event)
        self.is_narrow = self.width() < pixels(NARROW_STEPS)
        self.table.fit_words(is_narrow=self.is_narrow)
        self._show_description()

    def _button(self, words: str, on: Callable[[], object], key: str = "") -> QToolButton:
        button = icon_button(words, on)
        button.setObjectName("button")
        show_tip(button, f"{words} ({key})" if key else words, key)
        return button

    def _lay_out(self) -> None:
        title = plain_label(say("Steps"), role="title", wraps=False)
        first, back, forward, last = self.buttons.values()
        line = (first, back, self.place, forward, last)
        head = row(title, None, self.rules, *line, margins=(16, 8, 12, 6))
        for each in (self.note, self.description):
            each.setContentsMargins(16, 2, 12, 8)
        column_of(
            head,
            self.note,
            self.description,
            stretched(self.table),
            into=self,
            margins=(1, 0, 1, 1),
            spacing=0,
        )


LONGEST_TIP = 400
# Before zoom: in narrower tables, marks or remarks are hidden; the targets show the differences.
NARROW_MARKS, NARROW_OTHERS = 400, 560
STATES = 7  # two buffers and five components


class TitledPane(CardFrame):
    """A card with a title, a table, and a button that asks for another pane in its place."""

    other_requested = Signal()  # show the alternative to this pane

    def __init__(self, title: str, table: Grid, other: str = "") -> None:
        """Put the table below the title; ``other`` is the button's label, or "" for no button."""
        super().__init__()
        self.title = plain_label(title, role="title")
        self.title.setContentsMargins(16, 8, 12, 6)
        self.table = table
        self.other = button(other, self.other_requested.emit)
        if not other:  # if it were shown before layout, it would briefly be a window
            self.other.hide()
        edge = 4 * bool(other)
        head = row(stretched(self.title), self.other, margins=(0, edge, 12, edge))
        column_of(head, rule(), stretched(table), into=self, margins=(1, 0, 1, 1), spacing=0)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


class StatePane(TitledPane):
    """The buffers and the target's components after a step."""

    def __init__(self) -> None:
        columns = [
            Column(say("Value"), lambda state: muted(state.name), is_rigid=True),
            Column(say("Text"), _value, is_uri=True),
            Column(say("From"), lambda state: muted(_noted(state)), is_rigid=True),
        ]
        table = Grid(None, columns, say("After this step"), widest=1)
        table.horizontalHeader().hide()
        table.setSelectionMode(Grid.SelectionMode.NoSelection)
        super().__init__("", table)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_step(self, steps: Sequence[Step], number: int, edition: str) -> None:
        text = say("After step {number}", number=number) if number else say("Before the first step")
        self.title.setText(text)
        self.table.set_rows(state_after(steps, number, edition))
        rows = STATES * self.table.verticalHeader().defaultSectionSize() + 4
        if self.table.height() != rows:
            self.table.setFixedHeight(rows)


def _value(state: StepState) -> Pieces:
    if state.text is None:
        return muted(state.note)
    return outside(state.text) if state.text else muted(say("empty"))


def _noted(state: StepState) -> str:
    return state.note if state.text is not None else ""


class EditionsPane(TitledPane):
    """The pair's target with each variant; choosing a row selects its variant."""

    variant_chosen = Signal(object)  # a Variant

    def __init__(self) -> None:
        columns = [
            Column(say("Edition"), lambda row: ours(row.title), is_rigid=True, tip=_explained),
            Column(
                say("Difference"),
                lambda row: row.mark,
                is_rigid=True,
                least=NARROW_MARKS,
                tip=_whole_answer,
            ),
            Column(
                say("Target"),
                lambda row: row.pieces,
                is_uri=True,
                is_rigid=True,
                keeps_end=True,
                tip=_whole_answer,
            ),
            Column(
                say("Remark"), lambda row: muted(row.note), least=NARROW_OTHERS, tip=_whole_answer
            ),
        ]
        table = Answers(columns)
        super().__init__(say("In all editions"), table, say("Compare steps"))
        show_tip(self.other, say("Compare the steps of two editions"))
        self.answers = table
        table.horizontalHeader().hide()
        table.answer_chosen.connect(self._on_answer)

    def show_answers(self, rows: Sequence[Answer], chosen: Variant) -> None:
        """Show the rows, with the selected variant's row current."""
        place = next((number for number, row in enumerate(rows) if row.variant == chosen), -1)
        self.answers.show_answers(rows, place)

    def _on_answer(self, row: Answer) -> None:
        if row.variant is not None:
            self.variant_chosen.emit(row.variant)


def _explained(answer: Answer) -> str:
    """Return the explanation of a row's variant, or of browsers."""
    if answer.variant is None:
        return say("Resolved as in browsers, following the WHATWG URL standard.")
    return explanation(answer.variant)


def _whole_answer(answer: Answer) -> str:
    """Return the target and the remark in full, for a tooltip."""
    target = say("no target") if answer.target is None else answer.target
    return "\n".join(filter(None, (target[:LONGEST_TIP], answer.note)))


class Answers(Grid):
    """A table that keeps its current row."""

    answer_chosen = Signal(object)

    def __init__(self, columns: Sequence[Column]) -> None:
        self._chosen = -1
        name = say("In all editions")
        super().__init__(None, columns, name, widest=2)
        self.selectionModel().currentRowChanged.connect(self._on_row)

    def show_answers(self, rows: Sequence[Answer], chosen: int) -> None:
        with QSignalBlocker(self.selectionModel()):
            self.set_rows(rows)
        self._chosen = chosen
        self._keep()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._keep()

    def _keep(self) -> None:
        if self._chosen >= 0:
            self.setCurrentIndex(self.lazy.index(self._chosen, 0))

    def _on_row(self, current: QModelIndex) -> None:
        if current.isValid() and current.row() != self._chosen:
            self._chosen = current.row()
            self.answer_chosen.emit(self.lazy.rows[self._chosen])


RULE_NUMBER, WORDS, CLAUSE = range(3)


class RuleRow(NamedTuple):
    """A line of the listing; headings are shown without a number."""

    place: int
    number: int
    line: ListingLine


class RuleTable(Grid):
    """The lines of the listing; it scrolls to the current one."""

    def __init__(self) -> None:
        columns = _rule_columns()
        super().__init__(None, columns, say("Rules"), widest=WORDS)
        self.horizontalHeader().hide()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def follow(self) -> None:
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex(), self.ScrollHint.PositionAtCenter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.follow()


class RuleListing(TitledPane):
    """The rules, next to the steps; choosing a rule goes to the next step that applies it."""

    step_requested = Signal(int)

    def __init__(self) -> None:
        self._edition = ""
        self._steps: Sequence[Step] = ()
        self._at = 0
        self._is_following = False
        table = RuleTable()
        super().__init__(say("Rules of the algorithm"), table, say("Hide the rules"))
        self.lines = table
        table.clicked.connect(self._on_clicked)
        table.selectionModel().currentRowChanged.connect(self._on_row)
        table.row_opened.connect(self._on_opened)

    def show_steps(self, steps: Sequence[Step], edition: str) -> None:
        """Show the listing of an edition, and link it to these steps."""
        self._steps = steps
        if edition != self._edition:
            self._edition = edition
            rules = {line.rule for line in LISTINGS[edition].lines if line.rule}
            self.table.show_column(CLAUSE, shown=len(rules) > 1)
            self.table.set_rows(_rows(edition))

    def follow(self, at: int) -> None:
        """Select the line for the last step that was made."""
        self._at = at
        place = LISTINGS[self._edition].place(self._steps[at - 1]) if at else -1
        self._is_following = True
        if place >= 0:
            self.table.setCurrentIndex(self.table.lazy.index(place, WORDS))
            self.lines.follow()
        else:
            self.table.selectionModel().clear()
        self._is_following = False

    def _on_row(self, current: QModelIndex) -> None:
        if current.isValid() and not self._is_following:
            self._go_to_line(current.row())

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.column() == CLAUSE:
            self._on_opened(self.table.lazy.rows[index.row()])

    def _on_opened(self, chosen: RuleRow) -> None:
        if chosen.line.rule:
            explain(self, cite_of(self._edition, chosen.line.rule))

    def _go_to_line(self, place: int) -> None:
        """Go to the next step that belongs to a line, wrapping around."""
        listing, count = LISTINGS[self._edition], len(self._steps)
        for number in (*range(self._at, count), *range(self._at)):
            if listing.place(self._steps[number]) == place:
                self.step_requested.emit(number + 1)
                return


def _rows(edition: str) -> Iterator[RuleRow]:
    number = 0
    for place, line in enumerate(LISTINGS[edition].lines):
        number += bool(line.rule)
        yield RuleRow(place, number, line)


def _rule_columns() -> list[Column]:
    return [
        Column("#", _number, is_rigid=True),
        Column(say("Rule"), _words, wraps=True),
        Column(say("Clause"), lambda row: _clause(row.line.rule), is_rigid=True),
    ]


def _number(row: RuleRow) -> Pieces:
    return muted(str(row.number)) if row.line.rule else ()


def _words(row: RuleRow) -> Pieces:
    kind = Kind.PLAIN if row.line.rule else Kind.MUTED
    return ours(INDENT * row.line.depth + say(row.line.words), kind)


LEFT_CLAUSE, LEFT, RIGHT_CLAUSE, RIGHT, MARK = range(5)
NARROW_PAIRS = 760  # before zoom: in narrower tables, clauses are hidden
SHOWN = 80  # maximum number of characters of a text in a cell


class StepComparisonCard(CardFrame):
    """A comparison of two variants; each row contains corresponding steps."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._pair = ("", "")
        self.summary = plain_label(role="title")
        titles = {way: say(way.title) for way in VARIANTS}
        self.left = chooser(say("First edition"), titles, letters=8)
        self.right = chooser(say("Second edition"), titles, letters=8)
        self.done = button(say("Back to the steps"), self.closed.emit)
        self.table = Grid(None, _pair_columns(), say("Steps compared"), widest=RIGHT)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._lay_out()
        self.table.clicked.connect(self._on_clicked)
        self.table.row_opened.connect(self._on_opened)
        for each in (self.left, self.right):
            each.currentIndexChanged.connect(self._show)

    @property
    def ways(self) -> tuple[Variant, Variant]:
        return VARIANTS[self.left.currentIndex()], VARIANTS[self.right.currentIndex()]

    def compare(self, base: str, reference: str, chosen: Variant) -> None:
        """Compare the selected variant with another, preferably one with a different target."""
        right = chosen
        left = _other_way(base, reference, chosen)
        self.choose(left, right)
        self.show_pair(base, reference)

    def choose(self, left: Variant, right: Variant) -> None:
        for box, way in ((self.left, left), (self.right, right)):
            with QSignalBlocker(box):
                box.setCurrentIndex(VARIANTS.index(way))

    def show_pair(self, base: str, reference: str) -> None:
        """Compare another pair with the selected variants."""
        self._pair = (base, reference)
        self._show()

    def _show(self) -> None:
        result = alignment(*self._pair, *self.ways)
        for box, way in zip((self.left, self.right), self.ways, strict=True):
            show_tip(box, explanation(way))
        self.summary.setText(result.sentence)
        self._name_columns(result)
        self.table.setVisible(bool(result.rows))
        self.table.set_rows(result.rows)

    def _name_columns(self, result: StepAlignment) -> None:
        for number, way in zip((LEFT, RIGHT), result.ways, strict=True):
            self.table.lazy.name_column(number, say(way.title))

    def _lay_out(self) -> None:
        head = row(self.left, self.right, None, self.done, margins=(10, 8, 14, 4))
        self.summary.setContentsMargins(10, 2, 14, 8)
        column_of(
            head, self.summary, stretched(self.table), into=self, margins=(1, 0, 1, 1), spacing=0
        )

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.column() in (LEFT_CLAUSE, RIGHT_CLAUSE):
            side = int(index.column() == RIGHT_CLAUSE)
            self._ask(self.table.lazy.rows[index.row()], side)

    def _on_opened(self, pair: StepPair) -> None:
        """Explain the clause of the right step or, if there is none, of the left step."""
        self._ask(pair, int(pair.right is not None))

    def _ask(self, pair: StepPair, side: int) -> None:
        step = (pair.left, pair.right)[side]
        if step is not None:
            explain(self, cite_of(self.ways[side].edition, step.rule))


def _other_way(base: str, reference: str, chosen: Variant) -> Variant:
    """Return a variant that gives a different target; if all agree, the 1997 edition, whose steps
    differ most.
    """
    usual = chosen.resolve(base, reference).target
    plain = [variant_of(edition) for edition in ("1997", "2005", "2003", "1994")]
    others = [way for way in (*plain, *VARIANTS) if way != chosen]
    differing = (way for way in others if way.resolve(base, reference).target != usual)
    return next(differing, others[0])


def _pair_columns() -> list[Column]:
    return [
        _pair_clause(lambda pair: pair.left),
        Column("", lambda pair: _note_and_result(pair.left, pair.right, pair), wraps=True),
        _pair_clause(lambda pair: pair.right),
        Column("", lambda pair: _note_and_result(pair.right, pair.left, pair), wraps=True),
        Column(say("Difference"), _mark, is_rigid=True),
    ]


def _pair_clause(side: Callable[[StepPair], Step | None]) -> Column:
    def cell(pair: StepPair) -> Pieces:
        step = side(pair)
        return _clause(step.rule) if step else ()

    return Column(say("Clause"), cell, is_rigid=True, least=NARROW_PAIRS)


def _note_and_result(step: Step | None, other: Step | None, pair: StepPair) -> Pieces:
    """Return a step's note and result; differences from the other result are marked."""
    if step is None:
        return muted(say("no such step"))
    kind = Kind.DIFFERS if pair.is_different else Kind.PLAIN
    text = _text(step)
    if not text:
        return ours(say(step.note), kind)
    words = ours(say(step.note) + "   ", Kind.PLAIN)
    against = _text(other) if other and pair.is_different else text
    return (*words, *(own(against, text) if against else outside(text, Kind.DIFFERS)))


def _text(step: Step) -> str:
    """Return the text after a step, shortened for a cell."""
    after = step.after
    if isinstance(after, Buffer):
        return newest(after.chain, SHOWN) + after.source[after.start : after.end][:SHOWN]
    return (after or "")[: 2 * SHOWN]


def _mark(pair: StepPair) -> Pieces:
    if pair.is_different:
        return ours(say("different"), Kind.DIFFERS)
    if pair.left is None or pair.right is None:
        return muted(say("on one side only"))
    return muted(say("same"))
