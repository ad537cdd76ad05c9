"""The banner with the verdict. Text that does not fit can be expanded; advice is never cut."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QMetaMethod, Qt, Signal
from PySide6.QtWidgets import QWidget

from uriinspector.analysis.finding import INFO, LOW, MEDIUM, RANK, Finding, with_letters
from uriinspector.core.appearance import common_ends
from uriinspector.core.model import EVIDENCE, Count, Marked, Message, joined, message
from uriinspector.gui.accessibility import announce_answer
from uriinspector.gui.text.paragraph import (
    NARROWEST,
    NEW_LINE,
    OWN_KINDS,
    STRONG,
    Paragraph,
    ParagraphLabel,
    TextRun,
    TextStyle,
    cut,
    host_runs,
    message_runs,
    metrics_of,
)
from uriinspector.gui.text.pieces import visible, with_spaces
from uriinspector.gui.text.translation import number, say, say_pieces
from uriinspector.gui.theme import pixels
from uriinspector.gui.widgets.cards import DisclosureButton, button, explain, restyle_by
from uriinspector.gui.widgets.layouts import TurningLayout, column_of, row, stretched
from uriinspector.gui.widgets.severity_sign import CALM, SeverityCard, SeveritySign, word_of
from uriinspector.gui.widgets.view_parts import Fitted, Restyled

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.analysis.verdict import Hop, Verdict

# Below the first banner width, before zoom, the buttons are under the words; below the second, the
# headline can have two lines.
NARROW, NARROWER = 640, 400
SMALL = 900  # before zoom: in a narrower page, lines and margins are tighter
BETWEEN = 4  # pixels between headline and reasons
WIDEST = 0.6  # maximum share of the width for names that are not the host
LINES = 2  # lines of reasons
PATH = 6  # the index of the path in the spans of a reference
MOST_LINKS = 200  # of a text, to find the worst
HEADLINE = TextStyle(size=16, weight=600)
HOST = TextStyle(size=16, evidence=True)
STRUCK = TextStyle("muted", 16, evidence=True, struck=True)
DETAIL, PROOF = TextStyle(), TextStyle(size=12, evidence=True)
ADVICE, ADVICE_PROOF = DETAIL._replace(weight=600), PROOF._replace(weight=600)
END = TextRun(NEW_LINE, DETAIL)
QUIET, QUIET_PROOF = TextStyle("muted", 12), TextStyle("muted", 12, evidence=True)


class VerdictBanner(Fitted, Restyled, SeverityCard):
    """The banner that shows where the link goes, and why."""

    last_attribute = "copy"

    report_requested = Signal()
    open_requested = Signal(str, object)  # a link inside, and its base or None
    list_requested = Signal(object)  # the links in a text
    base_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._inspection: Inspection | None = None
        self.is_doubtful = False  # the link is in an email with worse findings
        self.is_in_page = False  # authors of pages need no advice about links without a problem
        self.sign = SeveritySign()
        self.headline = ParagraphLabel()
        self.detail = ParagraphLabel()
        self._reasons: tuple[TextRun, ...] = ()
        self.rest = ParagraphLabel()  # the full text, if it is cut above
        self.route = ParagraphLabel()
        self.browser = ParagraphLabel(most=1)
        self.more = DisclosureButton()
        self.more.clicked.connect(self.restyle)
        self._links: tuple[str, ...] = ()
        self._worst_link: Inspection | None = None  # of the links in a text
        self._better: tuple[Message, ...] = ()  # how to write a link in a page
        self.inside = button("", self._go_inside)
        self.explain = button(say("Explain"), self.answer_enter)
        self.copy = button(say("Copy report"), self.report_requested.emit, act="copy_report")
        self._lay_out()

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Show a verdict; None if there is no link."""
        before, self._inspection = self._inspection, inspection
        if before is None or inspection is None or before.text != inspection.text:
            self.more.setChecked(False)
        self._links = _links_in(inspection) if inspection else ()
        self._worst_link = _worst_link(inspection, self._links) if inspection else None
        self._better = tuple(_better(inspection)) if inspection and self.is_in_page else ()
        self.sign.show_severity(self.severity())
        self.explain.setVisible(self.worst() is not None)
        wants_base = inspection is not None and self._lacks_base(inspection)
        self.inside.setVisible(bool(self._links) or wants_base)
        count = len(self._links)
        words = say("Check the {count} links", count=number(count)) if count > 1 else say("Inspect")
        self.inside.setText(words if self._links else say("Add a base"))
        restyle_by(self.inside, "primary", bool(self._links))
        self.copy.setVisible(self._is_reported() and inspection is not None)
        self.restyle()
        self.setAccessibleName(self.text())
        announce_answer(self, self.text() if inspection else "")
        self.update()

    def severity(self) -> str:
        """Return the severity of the link; CALM if there is none, or if the text is not a link."""
        deciding = self._deciding()
        verdict = deciding.verdict if deciding else None
        if verdict is None or not verdict.severity:
            return CALM
        from uriinspector.analysis.verdict import NOT_A_LINK  # imported with the first link

        is_text = verdict.sentence.template == NOT_A_LINK.template
        return CALM if is_text and verdict.severity in {LOW, INFO} else verdict.severity

    def _deciding(self) -> Inspection | None:
        """Return the inspection that decides the severity: the text's, or its worst link's."""
        own, inner = self._inspection, self._worst_link
        if own is None or inner is None:
            return own
        mine, other = (RANK.get(each.verdict.severity or "", -1) for each in (own, inner))
        return own if mine >= max(RANK[MEDIUM], other) else inner

    def answer_enter(self) -> None:
        """Open the card of the finding that determines the verdict."""
        finding = self.worst()
        if finding is not None:
            explain(self, finding)

    def _go_inside(self) -> None:
        if not self._links:
            self.base_requested.emit()
        elif len(self._links) > 1:
            self.list_requested.emit(self._links)
        else:
            self.open_requested.emit(self._links[0], None)

    def _lacks_base(self, inspection: Inspection) -> bool:
        """Return True if the text needs a base to have a destination, and the user can add one."""
        is_relative = inspection.reference.scheme is None and inspection.verdict.host is None
        is_asked = self.isSignalConnected(QMetaMethod.fromSignal(self.base_requested))
        return is_relative and inspection.base is None and is_asked

    def worst(self) -> Finding | None:
        """Return the finding that determines the verdict; it may be that of a nested link."""
        deciding = self._deciding()
        severity = deciding.verdict.severity if deciding else None
        return next((each for each in self._findings() if each.severity == severity), None)

    def _findings(self) -> Iterator[Finding]:
        """Yield the findings of the link, then those of nested links."""
        deciding = self._deciding()
        waiting = [deciding] if deciding else []
        for each in waiting:
            yield from each.findings
            waiting += [nested.inspection for nested in each.nested if nested.inspection]

    def text(self) -> str:
        reasons = "".join(each.text for each in self._reasons)
        others = (self.route.text(), self.browser.text())
        words = (word_of(self.severity()), self.headline.text(), reasons, *others)
        return ". ".join(each.rstrip(".") for each in words if each)

    def _lay_out(self) -> None:
        self._words, self._buttons, self._sign_room = QWidget(), QWidget(), QWidget()
        self._column = column_of(None, self.headline, self.detail, None, into=self._words)
        row(None, self.more, self.inside, self.explain, self.copy, into=self._buttons)
        column_of(None, self.sign, None, into=self._sign_room)
        self._body = TurningLayout(stretched(self._words), self._buttons)
        self._body.setAlignment(self._buttons, Qt.AlignmentFlag.AlignVCenter)
        self.details = QWidget()
        labels = (self.rest, self.route, self.browser)
        column_of(*labels, into=self.details, margins=(0, 8, 0, 0), spacing=8)
        self.details.hide()
        words = stretched(column_of(self._body, self.details, spacing=0))
        self._whole = row(self._sign_room, words, into=self, spacing=6)
        self._whole.setAlignment(self._sign_room, Qt.AlignmentFlag.AlignTop)

    def _is_reported(self) -> bool:
        return self.isSignalConnected(QMetaMethod.fromSignal(self.report_requested))

    def restyle(self) -> None:
        """Lay out the text for the current width; the rest is shown on request."""
        left = self.width() - pixels(54) - 30
        is_narrow = self.width() < pixels(NARROW)
        sides = Qt.AlignmentFlag
        self._body.turn(is_wide=not is_narrow)
        self._body.setAlignment(self._buttons, sides.AlignLeft if is_narrow else sides.AlignVCenter)
        verdict = self._inspection.verdict if self._inspection else None
        self.route.set_runs(_route(verdict.route if verdict else (), left))
        self.browser.set_runs(self._browser(left))
        has_more = bool(self.route.runs() or self.browser.runs())
        self.more.set_label(say("Route") if self.route.runs() else say("More"))
        title, line = self._line_height(HEADLINE, HOST), self._line_height(DETAIL, PROOF)
        most = 1 if self.width() >= pixels(NARROWER) else 2
        is_small = self._is_reported() and self.width() < pixels(SMALL)
        between = 0 if is_small else BETWEEN
        high = max(title + between + line, 2 * title) + title * (most - 1) + line
        # The button "More" takes no room if the text fits without it.
        for is_whole in (not has_more, False):
            is_beside = not (is_narrow or verdict is None)
            room = max(left - is_beside * self._room_of_buttons(has_more=not is_whole), 100)
            self.headline.set_runs(self._headline(room))
            self._reasons = tuple(self._detail(room))
            needed = self.headline.height_in(room)
            is_long = needed > title * most
            # Show the whole headline rather than a second line of reasons.
            lines, reasons = most + is_long, LINES - is_long
            is_cut = needed > title * lines or _height(self._reasons, room) > line * reasons
            if not is_cut:
                break
        self._column.setSpacing(0 if is_long else between)
        edge = pixels(4 if is_small and not is_narrow else 6)
        self._whole.setContentsMargins(8, edge, 16, edge - 1)
        self.headline.limit(lines)
        self.detail.set_runs(self._fitting(room, line * reasons))
        high += max(self.detail.height_in(room) - line * reasons, 0)
        is_cut = needed > title * lines or self.detail.runs() != self._reasons
        self.rest.set_runs((*self.headline.runs(), END, *self._reasons) if is_cut else ())
        for each in (self.rest, self.route, self.browser):
            each.setVisible(bool(each.runs()))
        has_more = is_cut or has_more
        self.more.setVisible(has_more)
        self.details.setVisible(has_more and self.more.isChecked())
        for part in (self._words, self._sign_room):
            part.setFixedHeight(max(high, pixels(46)))
        self._buttons.setFixedHeight(self.copy.sizeHint().height())

    fit = restyle

    def _room_of_buttons(self, *, has_more: bool) -> int:
        """Return the width of the buttons, with or without "More"."""
        buttons = [self.more] * has_more + [self.copy] * self._is_reported()
        buttons += [each for each in (self.inside, self.explain) if not each.isHidden()]
        wide = sum(each.sizeHint().width() + 8 for each in buttons)
        return int(wide) + pixels(8)

    def _line_height(self, *looks: TextStyle) -> int:
        """Return the height of a line that contains text in all of these styles."""
        metrics = [metrics_of(each) for each in looks]
        ascent, descent = max(m.ascent() for m in metrics), max(m.descent() for m in metrics)
        return math.ceil(ascent) + math.ceil(descent)

    def _headline(self, room: float) -> Iterator[TextRun]:
        if self._inspection is None:
            yield TextRun(say("Where does a link really go?"), HEADLINE)
            return
        share = WIDEST if self.width() >= pixels(NARROWER) else 1  # maximum share of the width
        for piece in say_pieces(self._inspection.verdict.headline):
            if piece.kind in OWN_KINDS:
                yield TextRun(visible(piece.text), HEADLINE)
            elif piece.kind == "host":
                site = TextRun(_name(piece.text), HOST._replace(weight=STRONG))
                yield cut(site, room, Qt.TextElideMode.ElideLeft)
            else:
                text = TextRun(_name(piece.text), STRUCK if piece.kind == "instead" else HOST)
                yield cut(text, room * share, Qt.TextElideMode.ElideLeft)

    def _detail(self, room: float) -> Iterator[TextRun]:
        """Yield the whole host if the headline shows only its site, then the reasons."""
        if self._inspection is None:
            yield TextRun(say("Paste or type a link. It is never opened."), DETAIL)
            return
        verdict = self._inspection.verdict
        yield from _whole_host(verdict.whole_host, room)
        from uriinspector.analysis import verdict as texts  # imported with the first link

        if self.is_doubtful and verdict.words.why == (texts.CALM,):
            yield from _sentences((message(texts.TEXT_ONLY),), (texts.UNLESS_CONFIRMED,))
        else:
            yield from _sentences(self._why(verdict), self._advice(verdict))

    def _advice(self, verdict: Verdict) -> Sequence[Message]:
        is_mild = verdict.severity in {None, INFO, LOW}
        return (*self._better, *(() if self.is_in_page and is_mild else verdict.advice))

    def _why(self, verdict: Verdict) -> Sequence[Message]:
        """Return the reasons: for a text with links, where the worst of them goes."""
        inner = self._worst_link
        is_calm = inner is None or inner.verdict.severity in {None, INFO}
        if inner is None or is_calm or inner is not self._deciding():
            return verdict.words.why
        headline, count = inner.verdict.headline, len(self._links)
        if count == 1:
            return (joined((headline, message("."))),)
        if count > MOST_LINKS:
            most = Count(MOST_LINKS)
            words = message(
                "Of the first {count} links, check first: {headline}.",
                count=most,
                headline=headline,
            )
            return (words,)
        return (message("Check first: {headline}.", headline=headline),)

    def _fitting(self, room: int, height: int) -> tuple[TextRun, ...]:
        """Return as many reasons as fit; they are never cut off."""
        forms = (self._reasons, *map(tuple, self._shorter(room)))
        return next((each for each in forms if _height(each, room) <= height), forms[-1])

    def _shorter(self, room: float) -> Iterator[Iterable[TextRun]]:
        """Yield shorter forms of the reasons, each with the advice, if any, in full."""
        verdict = self._inspection.verdict if self._inspection else None
        if verdict is None:
            return
        from uriinspector.analysis import verdict as texts  # imported with the first link

        host, advice = tuple(_whole_host(verdict.whole_host, room)), self._advice(verdict)
        worst = self.worst()
        reasons = self._why(verdict)
        is_named = worst is not None and worst.plain in reasons  # rather than a note before it
        first = _sentences((worst.plain,) if worst and is_named else reasons[:1], advice)
        yield (*host, *first)
        yield _sentences(reasons, advice)
        yield first
        if not advice or not self._is_reported():  # the card grows
            return
        if worst is not None:
            title = TextRun(f"{say(worst.title)}. ", DETAIL)
            short = (title, *_sentences((), advice))
            yield (*host, *short)
            yield short
        elif texts.CALM in reasons:
            yield _sentences((message(texts.TEXT_ONLY),), advice)
        yield _sentences((), advice)

    def _browser(self, room: float) -> Iterator[TextRun]:
        if self._inspection is None:
            return
        from uriinspector.analysis.address_bar import in_browsers  # imports all parsers

        shown = in_browsers(self._inspection)
        if shown is not None:
            yield TextRun(say("In a browser:") + " ", QUIET)
            run = TextRun(visible(shown), QUIET_PROOF)
            yield cut(run, room * 0.8, Qt.TextElideMode.ElideMiddle)


def _better(inspection: Inspection) -> Iterator[Message]:
    """Yield how to write a faulty link, if that is certain; without the part before its path."""
    from uriinspector.analysis.correction import Correction, correct  # imported with the first link

    before = inspection.text
    found = correct(before, inspection.base, inspection.options.edition)
    if isinstance(found, Correction) and not found.choices:
        start, path = common_ends(before, found.text)[0], inspection.reference.spans[PATH][0]
        cut = max(found.text.rfind("/", 0, start), 0) if start >= path else 0
        yield message("Write {text} instead.", text=Marked(visible(found.text[cut:]), EVIDENCE))


def _name(host: str) -> str:
    """Return a host for the headline; its unusual letters may follow in parentheses."""
    return visible(host) if " (" in host else with_spaces(host)


def _whole_host(host: str, room: float) -> Iterator[TextRun]:
    if host:
        named = with_letters(host)
        if isinstance(named, Message):
            yield from message_runs(named, QUIET, QUIET_PROOF)
        else:
            yield from host_runs(host, QUIET_PROOF, room)
        yield TextRun("  ", DETAIL)


def _sentences(reasons: Sequence[Message], advice: Sequence[Message]) -> tuple[TextRun, ...]:
    """Return the reasons, then the advice in bold."""
    runs = []
    for at, line in enumerate((*reasons, *advice)):
        runs.append(TextRun(" " if at else "", DETAIL))
        looks = (DETAIL, PROOF) if at < len(reasons) else (ADVICE, ADVICE_PROOF)
        runs += message_runs(line, *looks)
    return tuple(runs)


def _height(runs: Sequence[TextRun], room: int) -> int:
    return math.ceil(Paragraph(runs, max(room, NARROWEST)).height)


def _links_in(inspection: Inspection) -> tuple[str, ...]:
    from uriinspector.analysis.verdict import links_in_text  # imported with the first link

    return links_in_text(inspection.text, inspection.verdict.sentence.template)


def _worst_link(inspection: Inspection, links: Sequence[str]) -> Inspection | None:
    """Return the worst of the first links in a text."""
    from uriinspector.analysis.inspection import inspect_each  # imported with the first link

    options = inspection.options
    found = inspect_each(
        links[:MOST_LINKS], edition=options.edition, protect=options.protect, lists=options.lists
    )
    return max(found, key=lambda each: RANK.get(each.verdict.severity or "", -1), default=None)


def stops(route: Sequence[Hop]) -> tuple[tuple[str, str, str], ...]:
    """Return the note, host and service of each hop; nothing if the only hop is known."""
    if len(route) < 2 and all(hop.known for hop in route):
        return ()
    vias = [after.via for _, after in pairwise(route)] + [""]
    return tuple(
        (_note(hop, place), hop.host or "", say("via {service}", service=via) if via else "")
        for place, (hop, via) in enumerate(zip(route, vias, strict=True))
    )


def _note(hop: Hop, place: int) -> str:
    if not hop.known:
        return say("not in the link")
    if not hop.host:
        return say("no host")
    return say("written") if place == 0 else say("then goes to")


def _route(route: Sequence[Hop], width: float) -> Iterator[TextRun]:
    """Yield the hops of the link."""
    for place, (note, host, service) in enumerate(stops(route)):
        yield TextRun(" \u2192 " if place else "", DETAIL)
        yield TextRun(f"{note} " if host else note, QUIET)
        if host:
            yield from host_runs(host, PROOF, max(width / 2, 120))
        yield TextRun(f" {service}" if service else "", QUIET)
