"""Text in pieces of different kinds: unsafe characters, deletions, additions, differences.

A cell is a sequence of pieces; the painter has a style for each kind. Long related texts differ in
few places, so the comparison continues after each difference where the texts agree again. If they
never do, the rest is a single difference.
"""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from uriinspector.analysis import safe_text
from uriinspector.analysis.defang import defang, still_defanged
from uriinspector.analysis.derived import REPLACED
from uriinspector.analysis.safe_text import is_unsafe
from uriinspector.core.appearance import CELLS, Difference, align
from uriinspector.core.characters import number
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, Span
from uriinspector.gui.fonts import has_glyph

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection


OUTSIDE = expression("[^\x00-\x7f]")
LONGEST_NAME = 24  # maximum length of a name in a label


def visible(text: str, most: int | None = None) -> str:
    """Replace every character that is unsafe, or that no font can draw, with a label."""
    shown = safe_text.visible(text, most)
    return shown if shown.isascii() else OUTSIDE.sub(lambda each: legible(each[0]), shown)


def with_spaces(text: str) -> str:
    """Return visible text with the usual sign for each space, the open box."""
    return visible(text).replace(" ", "\u2423")


def legible(char: str) -> str:
    """Return a character as it is shown: itself, or a label with its code point."""
    return f"‹{label_of(char)}›" if is_illegible(char) else safe_text.drawn(char)


def is_illegible(char: str) -> bool:
    """Return True for a safe character that no installed font can draw."""
    if char.isascii() or safe_text.is_unsafe(char) or QGuiApplication.instance() is None:
        return False
    return not has_glyph(char)


def label_of(char: str) -> str:
    """Return the label of a character: its code point; for symbols, also its name."""
    code = number(char)
    if unicodedata.category(char) not in {"So", "Sk"}:
        return code
    name = unicodedata.name(char, "").removeprefix("REGIONAL INDICATOR SYMBOL ")
    name = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"
    return f"{code} {name}".rstrip()


# The number of equal characters that end a difference; the second value applies if differences are
# close together.
PROBES = (12, 4)
# Maximum distance to search: near for replaced text, far for insertions and deletions.
NEAR, FAR = 12, 2_048


def differences(before: str, after: str, most: int) -> tuple[Difference, ...]:
    """Return the first differences, at most ``most``."""
    start = common_start(before, after)
    longest = max(len(before), len(after)) - start
    if longest * longest <= CELLS or len(before) == len(after) <= FAR:
        return align(before, after).differences[:most]
    end = common_start(before[start:][::-1], after[start:][::-1])
    before, after = before[: len(before) - end], after[: len(after) - end]
    result: list[Difference] = []
    for each in _differences(before, after, start):
        result.append(each)
        if len(result) == most:
            break
    return tuple(result)


def common_start(a: str, b: str, first: int = 0, second: int = 0) -> int:
    """Return how much text is the same from two positions on, comparing in growing steps."""
    size, step, grows = 0, 64, True
    while step:
        one = a[first + size : first + size + step]
        if len(one) == step and one == b[second + size : second + size + step]:
            size += step
            step = step * 2 if grows else step // 2
        else:
            grows, step = False, step // 2
    return size


def _differences(before: str, after: str, start: int) -> Iterator[Difference]:
    a = b = start
    while a < len(before) or b < len(after):
        next_a, next_b = _next_agreement(before, after, a, b)
        yield Difference(Span(a, next_a), Span(b, next_b))
        same = common_start(before, after, next_a, next_b)
        a, b = next_a + same, next_b + same


def _next_agreement(before: str, after: str, a: int, b: int) -> tuple[int, int]:
    """Return the positions from which both texts agree again, or their ends."""
    for probe in PROBES:
        for size in range(1, 2 * NEAR):
            for i in range(max(0, size - NEAR), min(size, NEAR) + 1):
                run = before[a + i : a + i + probe]
                if len(run) == probe and after.startswith(run, b + size - i):
                    return a + i, b + size - i
        cut = _matching_place(before, after[b : b + probe], a, probe)
        added = _matching_place(after, before[a : a + probe], b, probe)
        if cut >= 0 and (added < 0 or cut - a <= added - b):
            return cut, b
        if added >= 0:
            return a, added
    return len(before), len(after)


def _matching_place(text: str, run: str, start: int, size: int) -> int:
    return text.find(run, start, start + FAR) if len(run) == size else -1


# Maximum number of characters of a text in a cell, and of marks in it.
LONGEST, MOST_MARKS = 2_000, 64
# Number of unchanged characters shown on either side of a mark if a text is too long.
CONTEXT = 60
ELLIPSIS = "\u2026"
# Minimum length of a shortened name, since anything shorter would not identify a file.
LEAST_NAME = 5
# A line that begins with this is indented, and so are its wrapped lines.
INDENT = "\u2003"


class Kind(StrEnum):
    """The meaning of a piece, which determines its style."""

    PLAIN = "plain"
    MUTED = "muted"
    STRONG = "strong"
    DIFFERS = "differs"
    CUT = "cut"
    ADDED = "added"
    FAULT = "fault"
    UNCHANGED = "unchanged"
    LINK = "link"
    NUMBER = "number"  # interface text within outside text


MARKED = frozenset({Kind.DIFFERS, Kind.CUT, Kind.ADDED, Kind.FAULT, Kind.UNCHANGED})


class Piece(NamedTuple):
    """Text of one kind. ``is_words`` is True for interface text; a chip replaces an unsafe
    character.
    """

    text: str
    kind: Kind = Kind.PLAIN
    is_chip: bool = False
    is_words: bool = False
    is_name: bool = False  # a file name; it is cut in the middle if necessary


Pieces: TypeAlias = tuple[Piece, ...]
Run: TypeAlias = tuple[str, Kind]
# A line end, for pieces that are laid out in several lines.
NEW_LINE = (Piece("\n", is_words=True),)


def ours(words: str, kind: Kind = Kind.PLAIN) -> Pieces:
    """Return interface text as pieces."""
    return (Piece(words, kind, is_words=True),) if words else ()


def muted(words: str) -> Pieces:
    """Return dimmed interface text as pieces."""
    return ours(words, Kind.MUTED)


def file_name(name: str, kind: Kind = Kind.PLAIN) -> Pieces:
    """Return a file name; if it is too long, its middle is cut out."""
    name = cut_in_middle(name, LONGEST)
    return (Piece(visible(name), kind, is_words=True, is_name=True),) if name else ()


def cut_in_middle(text: str, most: int) -> str:
    """Shorten a text to ``most`` characters, with an ellipsis in the middle."""
    if len(text) <= most:
        return text
    back = max(most - 1, 0) // 2
    return text[: max(most - 1 - back, 0)] + ELLIPSIS + (text[-back:] if back else "")


def outside(text: str, kind: Kind = Kind.PLAIN) -> Pieces:
    """Return text from outside, with a chip in place of every unsafe character."""
    return shown([(text, kind)])


def changed(before: str, after: str) -> Pieces:
    """Merge two texts into one, with deletions and additions marked in place."""

    def marked(each: Difference) -> list[Run]:
        return [(each.a.of(before), Kind.CUT), (each.b.of(after), Kind.ADDED)]

    found = differences(before, after, MOST_MARKS)
    return _with_marks(before, [(each.a, marked(each)) for each in found])


def differing(usual: str, text: str) -> Pieces:
    """Mark where a text differs from the usual one; missing text is inserted, struck through."""

    def marked(each: Difference) -> list[Run]:
        instead = each.b.of(text)
        return [(instead, Kind.DIFFERS) if instead else (each.a.of(usual), Kind.CUT)]

    found = differences(usual, text, MOST_MARKS)
    return _with_marks(text, [(each.b, marked(each)) for each in found])


def own(other: str, text: str) -> Pieces:
    """Mark text that is not in the other text; text found only in the other one is not shown."""
    spans = [each.b for each in differences(other, text, MOST_MARKS)]
    return _with_marks(text, [(each, [(each.of(text), Kind.DIFFERS)]) for each in spans])


def _with_marks(text: str, marks: Sequence[tuple[Span, list[Run]]]) -> Pieces:
    """Replace spans of a text with marked runs; after too many marks, the rest is left out."""
    runs: list[Run] = []
    left = 0
    for span, marked in marks:
        runs += [(text[left : span.start], Kind.PLAIN), *marked]
        left = span.end
    if len(marks) < MOST_MARKS:
        return shown([*runs, (text[left:], Kind.PLAIN)])
    return (*shown(runs), *muted(ELLIPSIS))


def shown(runs: Sequence[Run]) -> Pieces:
    """Return runs of text from outside, shortened, with unsafe characters as chips."""
    return tuple(_visible(shortened(runs)))


def shortened(runs: Sequence[Run]) -> Iterator[Run]:
    """Yield the runs; if they are too long, replace most unmarked text with ellipses."""
    runs = [run for run in runs if run[0]]
    if sum(len(text) for text, _ in runs) <= LONGEST and len(runs) <= 3 * MOST_MARKS:
        yield from runs
        return
    if not any(kind in MARKED for _, kind in runs):
        yield from _first(runs)
        return
    for index, (text, kind) in enumerate(runs[: 3 * MOST_MARKS]):
        most = LONGEST if len(runs) <= 2 else 4 * CONTEXT
        if len(text) <= (2 * CONTEXT if kind is Kind.PLAIN else most):
            yield text, kind
        else:
            start = text[:CONTEXT] if index or kind in MARKED else ""
            yield start, kind
            yield ELLIPSIS, Kind.MUTED
            yield text[-CONTEXT:] if index < len(runs) - 1 else "", kind
    if len(runs) > 3 * MOST_MARKS:
        yield ELLIPSIS, Kind.MUTED


def _first(runs: Iterable[Run]) -> Iterator[Run]:
    left = LONGEST
    for text, kind in runs:
        if len(text) > left:
            yield text[:left], kind
            yield ELLIPSIS, Kind.MUTED
            return
        left -= len(text)
        yield text, kind


def _visible(runs: Iterable[Run]) -> Iterator[Piece]:
    for text, kind in runs:
        is_words = kind is Kind.NUMBER
        if is_words or (text and text.isascii() and text.isprintable()):  # nearly all texts
            yield Piece(text, kind, is_words=is_words)
            continue
        for is_named, run in groupby(text, _is_named):
            if is_named:
                yield from (Piece(legible(char), kind, is_chip=True) for char in run)
            else:
                yield Piece("".join(run), kind)


def _is_named(char: str) -> bool:
    return is_unsafe(char) or is_illegible(char)


def plain_text(pieces: Iterable[Piece]) -> str:
    """Return the pieces as plain text, for screen readers."""
    return "".join(piece.text for piece in pieces)


def fitted(
    pieces: Pieces, room: float, width: Callable[[str], float], *, keeps_end: bool = False
) -> Pieces:
    """Fit pieces into one line of a given width, with ellipses; the first mark stays visible.

    If there is no mark, the beginning is shown or, with ``keeps_end``, the end, which matters most
    in a host.
    """
    text = plain_text(pieces)
    if width(text) <= room:
        return pieces
    if any(each.is_name for each in pieces) and _first_mark(pieces) == (0, 0):
        return _with_names_cut(pieces, lambda run: width(run) <= room)
    keeps_end = keeps_end and not all(each.is_words for each in pieces)  # not interface text
    start, end = _window(pieces, text, lambda run: width(run) <= room, keeps_end=keeps_end)
    front = muted(ELLIPSIS) if start else ()
    back = muted(ELLIPSIS) if end < len(text) else ()
    return (*front, *_between(pieces, start, end), *back)


def _with_names_cut(pieces: Pieces, fits: Callable[[str], bool]) -> Pieces:
    """Cut the middle of file names; if that is not enough, drop pieces from the end."""
    names = [at for at, each in enumerate(pieces) if each.is_name]
    longest = max(len(pieces[at].text) for at in names)
    most = _most(longest, lambda n: fits(plain_text(_cut_names(pieces, n))))
    if most < LEAST_NAME and len(pieces) > names[0] + 1:
        return _with_names_cut(pieces[: names[-1] + (names[-1] + 1 < len(pieces))], fits)
    return _cut_names(pieces, most)


def _cut_names(pieces: Pieces, most: int) -> Pieces:
    return tuple(
        each._replace(text=cut_in_middle(each.text, most) if most else "") if each.is_name else each
        for each in pieces
    )


def _window(
    pieces: Pieces, text: str, fits: Callable[[str], bool], *, keeps_end: bool
) -> tuple[int, int]:
    first, last = _first_mark(pieces)
    if last == 0 and keeps_end:
        return len(text) - _most(len(text), lambda n: fits(ELLIPSIS + text[-n:])), len(text)
    start = 0
    if last and not fits(text[:last] + ELLIPSIS):
        back = ELLIPSIS if last < len(text) else ""
        before = _most(last, lambda n: fits(ELLIPSIS + text[last - n : last] + back))
        start = min(last - before, first) if before >= last - first else first
    front = ELLIPSIS if start else ""
    room = len(text) - start
    if fits(front + text[start:]):
        return start, len(text)
    return start, start + _most(room, lambda n: fits(front + text[start : start + n] + ELLIPSIS))


def _first_mark(pieces: Pieces) -> tuple[int, int]:
    """Return the start and end of the first marked run, or (0, 0)."""
    at = 0
    start = -1
    for piece in pieces:
        if piece.kind in MARKED:
            start = at if start < 0 else start
        elif start >= 0:
            return start, at
        at += len(piece.text)
    return (start, at) if start >= 0 else (0, 0)


def _most(limit: int, fits: Callable[[int], bool]) -> int:
    """Return the largest number up to ``limit`` for which ``fits`` is true, or 0, by bisection."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if fits(middle):
            low = middle
        else:
            high = middle - 1
    return low


def _between(pieces: Pieces, start: int, end: int) -> Iterator[Piece]:
    at = 0
    for piece in pieces:
        first, last = max(start - at, 0), min(end - at, len(piece.text))
        if first < last:
            yield piece._replace(text=piece.text[first:last])
        at += len(piece.text)


# The property of a widget that stores the text of its tooltip.
TIP = "tip_words"


class YieldingLabel(QLabel):
    """A line of text that is cut with an ellipsis if there is too little room."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)

    def setText(self, text: str) -> None:
        self._whole = text
        self.setAccessibleName(text)
        self._fit()

    def text(self) -> str:
        """Return the whole text."""
        return self._whole

    def clear(self) -> None:
        self.setText("")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        cut = Qt.TextElideMode.ElideRight
        shown = self.fontMetrics().elidedText(self._whole, cut, self.contentsRect().width())
        if shown != super().text():
            super().setText(shown)


def plain_label(
    text: str = "",
    *,
    role: str = "",
    parent: QWidget | None = None,
    wraps: bool = True,
    yields: bool = False,
) -> QLabel:
    """Return a label that shows only plain text; ``role`` is for the style sheet.

    A label that yields takes only the width that is left, and shortens its text.
    """
    label = YieldingLabel(text, parent) if yields and not wraps else QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setObjectName(role)
    label.setWordWrap(wraps)
    if yields:
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label


def buddy(text: str, field: QWidget) -> QLabel:
    """Return a label for a field."""
    label = plain_label(text)
    label.setBuddy(field)
    return label


def show_tip(widget: QWidget, text: str, description: str | None = None) -> None:
    """Set a tooltip, and the accessible description unless that is set already.

    The description is the text, unless another one is given. Without a description, screen
    readers would read the markup of the tooltip.
    """
    words = visible(text if description is None else description)
    if widget.accessibleDescription() == (widget.property(TIP) or ""):
        widget.setAccessibleDescription(words)
    widget.setProperty(TIP, words)
    widget.setToolTip(tip(text))


def tip(*lines: str) -> str:
    """Return a tooltip as HTML with the text escaped, since Qt might take plain text for HTML."""
    text = "\n".join(html.escape(visible(each)) for each in lines if each)
    return f'<p style="white-space: pre-wrap">{text}</p>' if text else ""


WRITTEN = "written"


class TextForm(NamedTuple):
    """A form of a text, how it was derived, and its inspection.

    ``added`` is text that was inserted to complete the written text.
    """

    how: str
    inspection: Inspection
    changes: int = 0
    added: str = ""

    @property
    def text(self) -> str:
        return self.inspection.text


def forms_of(inspection: Inspection) -> tuple[TextForm, ...]:
    """Return all forms of a text, the written one first; often it is the only one."""
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
    """Return True if a form other than the written one was inspected."""
    return len(forms) > 1 and forms[1].how in REPLACED


def defanged_form(inspection: Inspection, how: str | None) -> str:
    """Return a form of the text, defanged; if ``how`` names none, the form that was inspected.

    Text that was written defanged is not changed.
    """
    forms = forms_of(inspection)
    form = next((each for each in forms if each.how == how), None)
    if form is None:
        return defang(inspection.meant.text)
    is_own = form.how == WRITTEN and is_replaced(forms)
    return still_defanged(form.text, defang) if is_own else defang(form.text)
