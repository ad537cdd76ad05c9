"""The list of findings, worst first, with equal findings grouped in one row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter

from uriinspector.analysis.citation import shown_cite
from uriinspector.analysis.finding import RANK, SEVERITIES, Finding, one_for_each_place
from uriinspector.core.model import Span
from uriinspector.gui.inspect.row_list import (
    CLAUSE,
    CLOSED,
    FIX,
    OPEN,
    OPENED,
    ClickTarget,
    LaidRow,
    ListRow,
    RowCard,
    TargetFlow,
)
from uriinspector.gui.inspect.row_list import QUIET as SMALL
from uriinspector.gui.selection import (
    MenuEntry,
    MenuValue,
    Selection,
    open_menu,
    to_clipboard,
    value_entries,
)
from uriinspector.gui.text.paragraph import (
    NEW_LINE,
    Paragraph,
    TextRun,
    TextStyle,
    draw_line,
    message_runs,
)
from uriinspector.gui.text.pieces import show_tip
from uriinspector.gui.text.translation import number, say, say_count
from uriinspector.gui.theme import pixels
from uriinspector.gui.widgets.cards import explain
from uriinspector.gui.widgets.severity_sign import draw_shape, word_of

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

TITLE, QUIET = TextStyle(weight=600), TextStyle("muted")
WORDS, PROOF = TextStyle(), TextStyle("text", 12, evidence=True)
LOWEST = 132  # the minimum height of the pane
PAD, INDENT, TOP, SIDE = 16, 44, 6, 12  # left edge, text, top, icon; before zoom
MOST_LINES = 8
SHAPES = {"high": "\u25b2", "medium": "\u25c6", "low": "\u25cf", "info": "\u25cb"}
# The maximum number of findings to group, and of rows to lay out; the text itself marks all
# findings.
GROUPED, MOST = 1_000, 300


def cited(cite: str) -> str:
    """Return a clause as text, or the name of a list in the window's language."""
    is_name = cite.islower() and cite.replace(" ", "").isalpha()
    return say(cite) if is_name else shown_cite(cite, say("appendix"))


def message(finding: Finding) -> str:
    """Return the message in the window's language."""
    return "".join(run.text for run in finding_runs(finding)).replace(NEW_LINE, " ")


def finding_runs(finding: Finding, *, is_whole: bool = True) -> list[TextRun]:
    """Return the plain message; optionally, the technical message follows on a muted line."""
    runs = list(message_runs(finding.plain, WORDS, PROOF))
    if finding.plain_template and is_whole:
        runs += [TextRun(NEW_LINE), *message_runs(finding.message, QUIET, QUIET)]
    return runs


def spoken(finding: Finding, times: int = 1) -> str:
    """Return a finding in one line of text for screen readers."""
    texts = [f"{word_of(finding.severity)}: {say(finding.title)}", message(finding)]
    texts += [", ".join(map(cited, finding.cites))] if finding.cites else []
    texts += [say("Fix: {title}", title=say(finding.fix.title))] if finding.fix else []
    texts += [_often(times)] if times > 1 else []
    return ". ".join(each.rstrip(".") for each in texts)


def span_of(finding: Finding) -> Span:
    return Span(finding.start, finding.end)


def _often(times: int) -> str:
    return say("{count} times", count=number(times))


def _words_of(finding: Finding) -> Hashable:
    """Return what equal findings share: all that a row says except the position and the fix."""
    args = tuple(finding.args.items())
    return finding.severity, finding.title, finding.template, args, finding.cites


@dataclass(frozen=True)
class FindingRow(ListRow):
    """A row for equal findings; their positions are its child rows."""

    finding: Finding
    members: tuple[Finding, ...]
    key: Hashable  # identifies equal findings
    size: int = 0  # number of positions, if several
    is_whole: bool = False  # with the message in technical terms

    @property
    def look(self) -> Hashable:
        fix = self.finding.fix and self.finding.fix.title
        return _words_of(self.finding), fix, len(self.members), self.is_whole

    def when_current(self) -> FindingRow:
        return replace(self, is_whole=True)

    @property
    def title(self) -> str:
        return say(self.finding.title)

    @property
    def spoken(self) -> str:
        return spoken(self.finding, len(self.members))

    @property
    def spans(self) -> tuple[Span, ...]:
        """Return the positions of all findings in the group."""
        return tuple(map(span_of, self.members))

    def rows_inside(self, most: int) -> Iterable[ListRow]:
        """Yield a row for each position, with a fix button if its fix differs from the group's."""
        for at, each in enumerate(self.members[:most]):
            yield PlaceRow(each, at, has_fix=each.fix != self.finding.fix)

    def lay_out(self, width: int, depth: int, *, is_open: bool) -> LaidRow:
        """Lay out the message; title, clauses and buttons follow in lines that wrap.

        Clauses start a new line only in the current row.
        """
        del depth
        finding, left, top = self.finding, pixels(INDENT), pixels(TOP)
        room = max(width - left - pixels(PAD), 40)
        words = Paragraph(finding_runs(finding, is_whole=self.is_whole), room, MOST_LINES)
        flow = TargetFlow(left, top + words.height, room)
        fix = say(finding.fix.title) if finding.fix else ""
        end = flow.end_of_line(fix, after=self.title) if fix else None
        title = f"{self.title} \u00b7"
        is_cited = any(flow.has_room(f"{title} {cited(each)}") for each in finding.cites[:1])
        title = title if is_cited else self.title
        place = flow.place(title, SMALL, gap=5)
        for cite in finding.cites:
            if self.is_whole or (is_cited and flow.has_room(cited(cite))):
                flow.link(cite, cited(cite))
        if fix:
            flow.button(FIX, fix, end)
        if self.size:
            flow.button(OPEN, f"{_often(self.size)} {OPENED if is_open else CLOSED}")
        side = pixels(SIDE)
        sign = QRectF(pixels(PAD), top + pixels(3), side, side)

        def paint(painter: QPainter) -> None:
            draw_shape(painter, finding.severity, sign)
            words.draw(painter, left, top)
            draw_line(painter, [TextRun(title, SMALL)], place)

        return LaidRow(round(flow.end + top), flow.targets, paint)


@dataclass(frozen=True)
class PlaceRow(ListRow):
    """A position of a repeated finding."""

    finding: Finding
    key: Hashable
    has_fix: bool

    @property
    def title(self) -> str:
        """Return the position, with offsets as in the table of components."""
        start, end = span_of(self.finding)
        if start == end:
            return say("At {start}", start=start)
        return say("At {start}\u2013{end}", start=start, end=end)

    @property
    def spans(self) -> tuple[Span, ...]:
        return (span_of(self.finding),)

    def lay_out(self, width: int, depth: int, *, is_open: bool) -> LaidRow:
        """Lay out the position and the button of its fix."""
        del depth, is_open
        left, top = pixels(INDENT), pixels(4)
        flow = TargetFlow(left, top, max(width - left - pixels(PAD), 40))
        words = TextRun(self.title, SMALL)
        place = flow.place(words.text, SMALL)
        if self.finding.fix and self.has_fix:
            flow.button(FIX, say(self.finding.fix.title))

        def paint(painter: QPainter) -> None:
            draw_line(painter, [words], place)

        return LaidRow(round(flow.end + top), flow.targets, paint)


def finding_rows(findings: Sequence[Finding]) -> list[FindingRow]:
    """Group equal findings; groups are in the order of their first findings."""
    groups: dict[Hashable, list[Finding]] = {}
    for each in findings[:GROUPED]:
        groups.setdefault(_words_of(each), []).append(each)
    return [
        FindingRow(members[0], tuple(members), words, size=len(members) if len(members) > 1 else 0)
        for words, members in list(groups.items())[:MOST]
    ]


class Findings(RowCard):
    """The pane with the findings of a link."""

    fix_requested = Signal(str)
    clause_requested = Signal(str)

    def __init__(self, selection: Selection) -> None:
        super().__init__(selection, say("Findings"), LOWEST)
        self._findings: tuple[Finding, ...] = ()
        self._text = ""
        self._at = -1  # index of the finding that ``step`` selected last
        self.list.row_used.connect(self._on_used)
        self.list.row_opened.connect(lambda each: explain(self, each.finding))
        self.list.menu_requested.connect(
            lambda each, place: open_menu(self.list, self.entries(each.finding), place)
        )

    def show_inspection(self, inspection: Inspection | None) -> None:
        result = listed_findings(inspection) if inspection else ()
        self._text = inspection.text if inspection else ""
        self._findings = tuple(one_for_each_place(result))
        rows = finding_rows(self._findings)
        self._count(result, _title(len(result), len(rows)))
        self.list.show_rows(rows, _empty(inspection))

    def grow(self) -> None:
        """Show all rows at full height; the surrounding area scrolls."""
        self.setMinimumHeight(0)
        self.list.grow()

    def entries(self, finding: Finding) -> tuple[MenuEntry | None, ...]:
        span = span_of(finding)
        shown = MenuValue(span.of(self._text), span, explain=partial(explain, self, finding))
        words = MenuEntry(say("Copy the finding"), lambda: to_clipboard(spoken(finding)))
        first, *others = value_entries(self._selection, shown)
        return (first, others[0], words, *others[1:])

    def step(self, steps: int) -> Finding | None:
        """Select the next or previous finding, wrapping around; several can have the same span."""
        spans, here = [span_of(each) for each in self._findings], self._selection.span
        if not spans:
            return None
        if not (0 <= self._at < len(spans) and spans[self._at] == here):
            self._at = spans.index(here) if here in spans else -1 if steps > 0 else 0
        self._at = (self._at + steps) % len(spans)
        self._selection.select(spans[self._at])
        finding = self._findings[self._at]
        for at, line in enumerate(self.list.rows.lines):
            if finding in (line.row.members if isinstance(line.row, FindingRow) else ()):
                self.list.choose(at)
        return finding

    def _count(self, findings: Sequence[Finding], words: str) -> None:
        """Show the number of findings in the title, in total and by severity."""
        counted = Counter(each.severity for each in findings)
        runs, counts = [TextRun(f"{words} ", TITLE)], []
        for severity in filter(counted.__getitem__, reversed(SEVERITIES)):
            runs.append(TextRun(f"  {SHAPES[severity]} ", TextStyle(severity)))
            runs.append(TextRun(str(counted[severity])))
            counts.append(f"{counted[severity]} {word_of(severity)}")
        self.title.set_runs(runs)
        self.title.setAccessibleName(f"{words}: {', '.join(counts)}" if counts else words)
        show_tip(self.title, ", ".join(counts))

    def _on_used(self, used: FindingRow | PlaceRow, target: ClickTarget) -> None:
        if target.kind == CLAUSE:
            self.clause_requested.emit(target.value)
        elif target.kind == FIX and used.finding.fix:
            self.fix_requested.emit(used.finding.fix.text)


def listed_findings(inspection: Inspection) -> tuple[Finding, ...]:
    """Return the findings to list; the title of the list shows how many there are."""
    return (*_inside(inspection), *inspection.findings)


def _inside(inspection: Inspection) -> Iterator[Finding]:
    """Yield the worst finding of a nested link, if it is worse than all of the link's own."""
    worst = inspection.verdict.worst
    known = max((RANK[each.severity] for each in inspection.findings), default=-1)
    if worst is not None and RANK[worst.severity] > known:
        title = say("In the nested link: {title}", title=say(worst.title))
        end = len(inspection.text)
        yield worst._replace(start=0, end=end, title=title, fix=None, also=())


def _title(count: int, listed: int) -> str:
    if count == 0:
        return say("No findings")
    if listed >= MOST:
        return say("{count} findings, first {listed} shown", count=f"{count:,}", listed=listed)
    return say_count(count, "1 finding", "{count} findings")


def _empty(inspection: Inspection | None) -> list[TextRun]:
    """Return the text for an empty list, which never claims that the link is safe."""
    if inspection is None:
        return [TextRun(say("Findings appear here, highest severity first."), QUIET)]
    return [
        TextRun(say("Nothing in the link's text looks deceptive.") + NEW_LINE, TITLE),
        TextRun(_not_examined(has_host=inspection.verdict.host is not None), QUIET),
    ]


def _not_examined(*, has_host: bool) -> str:
    if has_host:
        return say(
            "Not checked: whether the host exists, who runs it, what it returns and where it "
            "redirects. Only the text was checked."
        )
    return say(
        "Not checked: what happens when the link is opened and whether its target exists. Only "
        "the text was checked."
    )
