"""The drawer, which shows cards about clauses and findings at the right edge of a page."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from uriinspector.analysis.card import card_of
from uriinspector.analysis.facts import Rule, readable
from uriinspector.analysis.finding import Finding
from uriinspector.analysis.rules.table import RULES
from uriinspector.documents.clauses import others_citing, rules_citing
from uriinspector.gui.accessibility import announce
from uriinspector.gui.inspect.findings import SHAPES, cited, finding_runs
from uriinspector.gui.selection import MenuEntry, open_menu, to_clipboard
from uriinspector.gui.text.paragraph import NEW_LINE, ParagraphLabel, TextRun, TextStyle
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixels
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.severity_sign import word_of
from uriinspector.gui.widgets.view_parts import Restyled

TITLE, WORDS, QUIET = TextStyle(size=17, weight=650), TextStyle(), TextStyle("muted", 12)
HEAD, PROOF = TextStyle("muted", 12, weight=600), TextStyle(size=12, evidence=True)
MOST = 12  # the maximum number of grammar rules on a card
BY_CODE = {rule.code: rule for rule in RULES}


class CardBody(QWidget):
    """A card: a column of paragraphs and links."""

    def __init__(self, ask: Callable[[str], object]) -> None:
        """Create an empty card; ``ask`` is called with the clause or the code of a clicked link."""
        super().__init__()
        self.setObjectName("plain")
        self._ask = ask
        self._paragraphs: list[str] = []
        self._column = column_of(into=self, margins=(2, 0, 10, 4), spacing=6)

    def text(self) -> str:
        return "\n".join(self._paragraphs)

    def clause(self, cite: str) -> None:
        """Show a clause: title, rule, explanation, example, and the findings that cite it."""
        card = card_of(cite)
        self._add_paragraph(TextRun(cited(cite), QUIET))
        if card:
            self._add_paragraph(TextRun(say(card.title), TITLE))
            self._add_paragraph(TextRun(say(card.document), QUIET))
            self._add_paragraph(TextRun(say(card.remark), QUIET))
            self._boxed(card.rule)
            self._add_paragraph(TextRun(say(card.text), WORDS))
            self._under(say("Example"), TextRun(_in_rows(say(card.example)), PROOF))
            self._under(say("Other editions"), TextRun(say(card.differs), WORDS))
        self._resting(cite)
        self._column.addStretch(1)

    def finding(self, finding: Finding) -> None:
        """Show a finding: its message, when its severity rises, and the clauses that it cites."""
        rule = BY_CODE.get(finding.code)
        self._sign(finding.severity)
        self._add_paragraph(TextRun(say(finding.title), TITLE))
        self._add_paragraph(*finding_runs(finding))
        self._weight(rule)
        self._clauses(finding.cites)

    def rule(self, code: str) -> None:
        """Show a rule with all its messages."""
        rule = BY_CODE[code]
        self._sign(rule.severity)
        self._add_paragraph(TextRun(say(rule.title), TITLE))
        for text in rule.texts.values():
            self._add_paragraph(TextRun(readable(say(text)), WORDS))
        self._weight(rule)
        self._clauses(rule.cites)

    def _weight(self, rule: Rule | None) -> None:
        if rule is None:
            return
        words = say("Usually {severity}", severity=word_of(rule.severity))
        self._under(say("Severity"), TextRun(words, WORDS))
        if rule.rises:
            self._add_paragraph(TextRun(say(rule.rises), WORDS))
        self._under(say("Code"), TextRun(rule.code, PROOF))

    def _clauses(self, cites: tuple[str, ...]) -> None:
        if cites:
            self._add_paragraph(TextRun(say("Specification"), HEAD), above=8)
        else:
            self._under(
                say("Specification"), TextRun(say("no specification: common practice"), WORDS)
            )
        for cite in cites:
            card = card_of(cite)
            title = f"{cited(cite)} \u00b7 {say(card.title)}" if card else cited(cite)
            self._link(title, cite)
        self._column.addStretch(1)

    def _resting(self, cite: str) -> None:
        rules, others = rules_citing(cite), others_citing(cite)
        if rules:
            self._add_paragraph(TextRun(say("Findings that cite this clause"), HEAD), above=8)
        for rule in rules:
            self._link(f"{word_of(rule.severity)} \u00b7 {say(rule.title)}", rule.code)
        if others:
            self._add_paragraph(TextRun(say("Checks that cite this clause"), HEAD), above=8)
        for each in others[:MOST]:
            name = TextRun(f"{each.name} ", PROOF)
            self._add_paragraph(name, TextRun(f"({each.where}): {say(each.words)}", QUIET))
        if len(others) > MOST:
            self._add_paragraph(TextRun(say("and {count} more", count=len(others) - MOST), QUIET))

    def _add_paragraph(self, *runs: TextRun, above: int = 0) -> None:
        if not any(run.text for run in runs):
            return
        paragraph_label = ParagraphLabel()
        paragraph_label.set_runs(runs)
        self._paragraphs.append(paragraph_label.text())
        if above:
            self._column.addSpacing(pixels(above))
        self._column.addWidget(paragraph_label)

    def _under(self, head: str, run: TextRun) -> None:
        if run.text:
            self._add_paragraph(TextRun(head, HEAD), above=8)
            self._add_paragraph(run)

    def _boxed(self, rule: str) -> None:
        if rule:
            self._paragraphs.append(rule)
            box, inner = QFrame(), ParagraphLabel()
            box.setObjectName("input")
            inner.set_runs([TextRun(_in_rows(rule), PROOF)])
            row(inner, into=box, margins=(10, 7, 10, 7))
            self._column.addWidget(box)

    def _link(self, words: str, asked: str) -> None:
        self._paragraphs.append(words)
        result = button(words.replace("&", "&&"), lambda: self._ask(asked), link=True)
        result.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        result.setMinimumWidth(1)
        self._column.addWidget(result, 0, Qt.AlignmentFlag.AlignLeft)

    def _sign(self, severity: str) -> None:
        sign = ParagraphLabel()
        words = f"{SHAPES[severity]} {word_of(severity).upper()}"
        sign.set_runs([TextRun(words, TextStyle(severity, 11, weight=700))])
        sign.setAccessibleName(word_of(severity))
        self._column.addWidget(sign)


def _in_rows(text: str) -> str:
    """Replace newlines with line breaks within a paragraph."""
    return text.replace("\n", NEW_LINE)


WIDTH, MARGIN = 420, 15  # the width before zoom
LOWEST = 300  # before zoom: with less room, the card covers the whole edge


class Drawer(Restyled, QFrame):
    """A panel over the page that shows cards, with links to other cards and a way back."""

    last_attribute = "_area"

    def __init__(self, page: QWidget, above: QWidget | None = None) -> None:
        """Create a closed drawer, which opens below ``above`` if there is enough room."""
        super().__init__(page)
        self.setObjectName("drawer")
        self._page = page
        self._above = above
        self._history: list[Callable[[CardBody], None]] = []  # previous cards, including this one
        self._before: QWidget | None = None  # had the focus before
        self.body: CardBody | None = None
        self.back = button(say("Back"), self._go_back)
        self.done = button(say("Close"), self.close_card, does=f"{say('Close')} ({say('Esc')})")
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = row(self.back, None, self.done, margins=(0, 0, 8, 0))
        column_of(head, stretched(self._area), into=self, margins=(16, 12, 8, 12), spacing=10)
        page.installEventFilter(self)
        self.hide()

    def show_clause(self, asked: str) -> None:
        """Show the card of a clause, or of a rule by its code."""
        if asked in BY_CODE:
            self._show(lambda body: body.rule(asked))
        else:
            self._show(lambda body: body.clause(asked))

    def show_finding(self, finding: Finding) -> None:
        self._show(lambda body: body.finding(finding))

    def follow_clause(self, asked: str) -> None:
        """Replace an open card with that of a clause or rule, without moving the focus."""
        self._follow(lambda body: body.clause(asked))

    def follow_finding(self, finding: Finding) -> None:
        """Replace an open card with that of a finding, without moving the focus."""
        self._follow(lambda body: body.finding(finding))

    def close_card(self) -> None:
        """Close the drawer; if it had the focus, return the focus to where it was."""
        self._history.clear()
        focus: QWidget | None = self._page.window().focusWidget()
        had_keys = focus is not None and self.isAncestorOf(focus)
        self.hide()
        before, self._before = self._before, None
        if before is not None and had_keys:
            before.setFocus()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy the card or the name of the clause."""
        body = self.body
        if body is None:
            return
        name = body.text().partition("\n")[0]
        entries = (
            MenuEntry(say("Copy the citation"), lambda: to_clipboard(name), bool(name)),
            MenuEntry(say("Copy the card"), lambda: to_clipboard(body.text())),
            None,
            MenuEntry(say("Back"), self._go_back, len(self._history) > 1),
            MenuEntry(say("Close"), self.close_card, key="Escape"),
        )
        open_menu(self, entries, event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_card()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the page."""
        if watched is self._page and event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def restyle(self) -> None:
        if self.isVisible():
            self._place()

    def _show(self, fill: Callable[[CardBody], None]) -> None:
        self._history.append(fill)
        self._fill(fill)
        if not self.isVisible():
            self._before = self._page.window().focusWidget()
        self._place()
        self.show()
        self.raise_()
        self.done.setFocus()
        announce(self.body.text() if self.body else "")

    def _follow(self, fill: Callable[[CardBody], None]) -> None:
        if self.isVisible():
            self._history = [fill]
            self._fill(fill)

    def _go_back(self) -> None:
        if len(self._history) > 1:
            self._history.pop()
            self._fill(self._history[-1])
            announce(self.body.text() if self.body else "")

    def _fill(self, fill: Callable[[CardBody], None]) -> None:
        self.body = CardBody(self.show_clause)
        fill(self.body)
        self._area.setWidget(self.body)
        self.back.setVisible(len(self._history) > 1)
        name, text = self.body.text().partition("\n")[0], self.body.text()
        for each in (self, self._area):  # the scroll area gets the keys that scroll
            each.setAccessibleName(name)
            each.setAccessibleDescription(text)

    def _place(self) -> None:
        width = min(pixels(WIDTH), self._page.width() - 2 * MARGIN)
        top = self._top()
        most = self._page.height() - top - MARGIN
        layout = self.body.layout() if self.body else None
        column = self.layout()
        if layout is None or column is None:
            return
        margins = column.contentsMargins()
        words = layout.heightForWidth(width - margins.left() - margins.right() - 2)
        around = margins.top() + margins.bottom() + column.spacing() + 2
        height = words + around + self.done.sizeHint().height()
        self.setGeometry(self._page.width() - width - MARGIN, top, width, min(height, most))

    def _top(self) -> int:
        """Return the top edge: below ``above`` if there is enough room for a card."""
        if self._above is None:
            return MARGIN
        low = self._above.mapTo(self._page, self._above.rect().bottomLeft()).y() + MARGIN // 2
        has_room = self._page.height() - low >= pixels(LOWEST)
        return low if has_room and low > 0 else MARGIN
