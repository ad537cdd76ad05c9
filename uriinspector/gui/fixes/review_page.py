"""The review of fixes: the list of changes, and below it the details of one change."""

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFileDialog,
    QGridLayout,
    QMenu,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from uriinspector.analysis.annotated import Annotated, Mark, covering, labelled
from uriinspector.analysis.citation import shown_cite
from uriinspector.analysis.correction import FORMS, FixChoice, TextFix, rereading, written_text
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse
from uriinspector.documents.fixes.proposals import BACKUP, DecidedFix, FixProposal
from uriinspector.gui.accessibility import announce_answer
from uriinspector.gui.editor.look import Look, look_of
from uriinspector.gui.fixes.fix_list import FixList, FixModel, finding_titles, options_of
from uriinspector.gui.fixes.fix_review import (
    ALL,
    CHOICES,
    COPY,
    LEFT,
    PATCH,
    PLACE,
    RESTORE,
    ChoiceCount,
    DecidedFile,
    FixReview,
    ReviewedFile,
    ReviewSource,
    SaveRequest,
    SaveResult,
    patch_root,
    restored_batches,
    review_batches,
    saved_batches,
    titles_of,
)
from uriinspector.gui.inspect.welcome import SmallRibbon
from uriinspector.gui.jobs.latest_job import close_jobs, is_settled
from uriinspector.gui.jobs.stream import JobBatch
from uriinspector.gui.jobs.stream_job import ProgressBar, StreamJob
from uriinspector.gui.place_keys import keys_in_use
from uriinspector.gui.selection import add_entry, fill_when_opened
from uriinspector.gui.text.marked_text import MarkedText
from uriinspector.gui.text.pieces import changed, outside, plain_label, plain_text, visible
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.theme import pixels
from uriinspector.gui.transfer.exporter import ask_for_file, may_be_written
from uriinspector.gui.widgets.cards import (
    GAP,
    DialogSheet,
    FoldingLayout,
    back_button,
    button,
    card,
    chooser,
    explain,
    menu_button,
    scroll_area,
)
from uriinspector.gui.widgets.layouts import column_of, fill, row, stretched
from uriinspector.gui.widgets.notice_strip import Notice
from uriinspector.gui.widgets.view_parts import DividedPanes

# In longer texts, only the parts around changes are shown, without components.
LONGEST = 1_000
LEAST = 60
ROW_STEPS = {"next_row": 1, "previous_row": -1}
# Maximum number of quoted characters.
AROUND = 12
MOST_CHANGES = 6  # maximum number of changes listed


class ReviewRibbon(SmallRibbon):
    """A ribbon that shows all lines of its text."""

    least_lines = 40


class FixDetails(QWidget):
    """The details of a change, below the list; rebuilt for each link."""

    step_requested = Signal(int)
    left = Signal()

    def __init__(self, model: FixModel) -> None:
        super().__init__()
        self._model = model
        self._number = -1
        self.setAccessibleName(say("Change details"))
        self.title = plain_label(role="quiet", wraps=False, yields=True)
        self.back = button(say("Back to the list"), self.left.emit)
        self.back.hide()
        self.before, self.after = ReviewRibbon(), ReviewRibbon()
        self.before_title = plain_label(say("Before"), role="quiet")
        self.after_title = plain_label(say("After"), role="quiet")
        self.long_text = MarkedText()
        self.body = QWidget()
        self.body.setObjectName("plain")
        self._decisions = QWidget()
        lines = ((self.before_title, self.before), (self.after_title, self.after))
        texts = QGridLayout()
        texts.setColumnStretch(1, 1)
        texts.setHorizontalSpacing(10)
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
        # Smaller than its size hint: in a small window, the details replace the list.
        self.setMinimumHeight(pixels(LEAST))
        head = row(stretched(self.title), self.back)
        column_of(card(head, self.area), into=self)
        model.decided.connect(self.renew)

    def show_fix(self, number: int) -> None:
        """Show the proposal with this number; -1 shows none."""
        self._number = number
        self.area.verticalScrollBar().setValue(0)
        self.renew()

    def renew(self) -> None:
        """Rebuild the details after a decision, keeping the focus."""
        focus: QWidget | None = self.focusWidget()
        is_inside = focus is not None and self.body.isAncestorOf(focus)
        name = focus.objectName() if focus is not None and is_inside else ""
        decisions = QWidget()
        decisions.setObjectName("plain")
        column = column_of(into=decisions, spacing=6)
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
        before.deleteLater()  # not now, as the caller may be one of its widgets
        again = decisions.findChild(QWidget, name) if name and name != "plain" else None
        if again is not None:
            again.setFocus()

    def focus_first(self) -> None:
        """Focus the first checkbox or radio button."""
        boxes = (*self.body.findChildren(QRadioButton), *self.body.findChildren(QCheckBox))
        (boxes[0] if boxes else self.area).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return to the list on Esc; move through the changes with shortcuts."""
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
        written = written_text(proposal.value, fix.fixes)
        is_long = max(len(proposal.value), len(written)) > LONGEST
        self.long_text.setVisible(is_long)
        if is_long:
            self.long_text.show_pieces(changed(proposal.value, written))
        shown = (
            (self.before_title, self.before, proposal.value, not is_long),
            (self.after_title, self.after, written, not is_long and bool(fix.fixes)),
        )
        for title, ribbon, value, is_shown in shown:
            title.setVisible(is_shown)
            ribbon.setVisible(is_shown)
            if is_shown and ribbon.text() != value:
                ribbon.setAccessibleName(f"{title.text()}: {plain_text(outside(value))}")
                ribbon.set_text(value)
                ribbon.show_look(self._look(value, proposal if ribbon is self.before else None))

    def _look(self, text: str, proposal: FixProposal | None) -> Look:
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
        words = ", ".join(
            dict.fromkeys(_change_words(proposal, each) for each in fixes[:MOST_CHANGES])
        )
        titles = finding_titles(proposal, {each.code for each in fixes})
        found = say("Finding: {what}", what=", ".join(titles)) if titles else ""
        text = ". ".join(each for each in (found, words) if each)
        return self._indented(text, dict.fromkeys(cite for each in fixes for cite in each.cites))

    def _indented(self, text: str, cites: dict[str, None]) -> QVBoxLayout:
        clauses = [
            button(shown_cite(cite, say("appendix")), partial(explain, self, cite), link=True)
            for cite in cites
        ]
        words = [plain_label(text, role="quiet")] if text else []
        return column_of(*words, row(*clauses, None), margins=(24, 0, 0, 4), spacing=2)

    def _add_choice(
        self, column: QVBoxLayout, proposal: FixProposal, at: int, choice: FixChoice
    ) -> None:
        """Add the options of a choice; initially, none is selected."""
        # Quote the two characters after a "%" as well, since it means little alone.
        start, end = choice.start, max(choice.end, choice.start + 3)
        written = visible(proposal.value[start:end][:AROUND])
        title = say('Your choice: {what}, "{text}"', what=say(choice.title), text=written)
        heading = plain_label(title, role="title")
        column.addWidget(heading)
        group = QButtonGroup(heading)
        picked = self._model.review.decision(self._number).picked_name(at)
        for name, words, can_take in options_of(choice):
            radio = QRadioButton(words.replace("&", "&&"))
            radio.setObjectName(f"option {at} {name}")
            radio.setEnabled(can_take)
            radio.setChecked(can_take and name == picked)
            radio.setAccessibleDescription(title)
            radio.clicked.connect(lambda _, name=name: self._model.pick(self._number, at, name))
            group.addButton(radio)
            column.addWidget(radio)
        column.addLayout(self._indented("", dict.fromkeys(choice.cites)))


def _change_words(proposal: FixProposal, fix: TextFix) -> str:
    before = visible(proposal.value[fix.start : fix.end][:AROUND])
    after = visible(fix.written[:AROUND])
    return say('"{before}" → "{after}"', before=before, after=after)


def _other_host(parsers: tuple[str, ...]) -> str:
    names = ", ".join(say(each) if not each.isdigit() else each for each in parsers)
    if "browser" in parsers:
        return say("These parsers now find a different host: {names}.", names=names)
    return say("These parsers now find the host that browsers go to: {names}.", names=names)


def fill_kinds(menu: QMenu, model: FixModel) -> None:
    """Fill a menu with the kinds of fixes, and with a submenu for each kind of choice."""

    def take(title: str, *, wanted: bool) -> None:
        model.decide(model.review.with_kind(title, wanted=wanted))

    def build() -> None:
        for each in model.review.kinds():
            counts, is_all = {"taken": each.taken, "total": each.total}, each.taken == each.total
            words = say("{what} ({taken} of {total})", what=say(each.title), **counts)
            add_entry(menu, words, partial(take, each.title, wanted=not is_all), is_ticked=is_all)
        menu.addSeparator()
        for choice in model.review.choice_kinds():
            _add_choice(menu, model, choice)

    fill_when_opened(menu, build)


def _add_choice(menu: QMenu, model: FixModel, choice: ChoiceCount) -> None:
    words = say("All choices: {what} ({total})", what=say(choice.title), total=choice.total)
    options = menu.addMenu(words.replace("&", "&&"))
    entries = [*choice.options.items(), ("", "Leave it unchanged for now")]

    def choose(name: str) -> None:
        model.decide(model.review.with_choice(choice.code, name))

    for name, meaning in entries:
        add_entry(options, say(meaning), partial(choose, name))


# The maximum number of problems to list.
MOST_PROBLEMS = 3


def summary(review: FixReview, *, is_only: bool = False) -> str:
    """Return the number of links to change, and problems if there are any.

    ``is_only`` is True if only the findings of a site check are fixed.
    """
    links = sum(each.links for each in review.files.values())
    findings = sum(len(each.findings) for each in review.proposals)
    words = [
        say_count(findings, "1 finding", "{count} findings") if is_only else "",
        say(
            "{changed} of {links} links to change",
            changed=review.changed,
            links=len(review.proposals) if is_only else links,
        ),
        say_count(review.left, "1 link not changed", "{count} links not changed")
        if review.left
        else "",
    ]
    if len(review.files) > 1:
        words.append(say("{count} files", count=len(review.files)))
    return " · ".join(filter(None, [*words, *unread(review)]))


def unread(review: FixReview) -> list[str]:
    """Return messages about unreadable files and parts that were not checked."""
    files = review.files.values()
    result = [
        say("{file}: {why}", file=visible(each.name), why=say(each.problem))
        for each in files
        if each.problem
    ]
    parts = sum(len(each.not_examined) for each in files)
    if parts:
        result.append(say_count(parts, "1 part not checked", "{count} parts not checked"))
    return result[:MOST_PROBLEMS]


def nothing(review: FixReview, view: str) -> str:
    """Return the reason why there are no rows."""
    if review.proposals:
        words = {
            CHOICES: say("There are no choices for you to make."),
            LEFT: say("Every link can be fixed."),
        }
        return words.get(view, "")
    links = sum(each.links for each in review.files.values())
    checked = say_count(links, "1 link was checked.", "{count} links were checked.")
    return "\n".join((say("Nothing to fix"), checked, *unread(review)))


def saved(results: Iterable[SaveResult], how: str, root: str, name: str = "") -> tuple[str, bool]:
    """Return a message about the saved files, and whether something was not saved.

    ``name`` is the patch, to be applied in the folder ``root``.
    """
    results = list(results)
    written = [each for each in results if each.place]
    links = sum(each.links for each in written)
    words = []
    if written:
        words.append(_written_words(written, links, how, root, name))
    left = sum(each.left for each in written)
    if left:
        words.append(
            say_count(
                left,
                "1 link was not changed: in its position, the new text would be read differently.",
                "{count} links were not changed: in their positions, the new text would be read "
                "differently.",
            )
        )
    problems = [each for each in results if each.problem]
    words += [
        say("{file}: {why}", file=visible(each.name), why=say(each.problem))
        for each in problems[:MOST_PROBLEMS]
    ]
    if rest := len(problems) - MOST_PROBLEMS if len(problems) > MOST_PROBLEMS else 0:
        words.append(
            say_count(rest, "1 more file was not written.", "{count} more files were not written.")
        )
    if not words:
        words.append(say("Nothing was written: no changes were accepted."))
    return " ".join(words), bool(problems or left or not written)


def _written_words(written: list[SaveResult], links: int, how: str, root: str, name: str) -> str:
    changed = say_count(links, "1 link changed", "{count} links changed")
    if how == RESTORE:
        return say_count(
            len(written), "The old file was restored.", "{count} old files were restored."
        )
    if how == PATCH:
        values = {"changed": changed, "file": visible(name)}
        words = say("{changed} in {file}; your files stay as they are.", **values)
        apply = say("Apply the patch in {folder}.", folder=visible(root)) if root else ""
        return f"{words} {apply}".rstrip()
    if len(written) > 1:
        return say("{changed} in {count} files.", changed=changed, count=len(written))
    name = visible(Path(written[0].place).name)
    if how == PLACE:
        backup = visible(Path(written[0].backup).name)
        return say(
            "{changed} in {file}. The old file is {backup}.",
            changed=changed,
            file=name,
            backup=backup,
        )
    return say("{changed}. Saved as {file}.", changed=changed, file=name)


SIZE = (560, 260)
MOST_FILES = 6


class PlaceConfirmation(DialogSheet):
    """A confirmation, listing the files' names, before files are changed in place."""

    confirmed = Signal()

    def __init__(self, parent: QWidget, files: Sequence[ReviewSource], links: int) -> None:
        super().__init__(parent, say("Change files in place"), SIZE)
        count = say_count(links, "1 link will be changed", "{count} links will be changed")
        names = [visible(each.path or each.name) for each in files[:MOST_FILES]]
        if len(files) > MOST_FILES:
            names.append(say("and {count} more", count=len(files) - MOST_FILES))
        backups = say(
            "A copy of each old file is kept in the same folder, with a name ending in {ending}.",
            ending=BACKUP,
        )
        mail = say("A changed email no longer matches its signatures, such as DKIM.")
        is_mail = any(each.name.lower().endswith((".eml", ".mbox")) for each in files)
        words = [say("{changed} in:", changed=count), *names, backups, *([mail] if is_mail else [])]
        self.words = plain_label("\n".join(words))
        self.accepting = button(say("Change in place"), self._on_accepted)
        fill(self.body, self.words, None, row(None, self.accepting))

    def _on_accepted(self) -> None:
        self.accept()
        self.confirmed.emit()


# Below this height (before zoom), either the list or the details are shown.
BOTH = 430
PROGRESS = 120


class ReviewState(NamedTuple):
    """The state of a review that survives a language change."""

    review: FixReview
    sources: tuple[ReviewSource, ...]
    edition: str
    is_whole: bool


class FixReviewPage(QWidget):
    """The page of a review; nothing is written until the user saves."""

    left = Signal()
    notice_raised = Signal(object)  # a Notice
    written_in_place = Signal(object)  # a list of SaveResults

    def __init__(self) -> None:
        super().__init__()
        self._sources: tuple[ReviewSource, ...] = ()
        self._wanted: dict[tuple[int, int], FixProposal] = {}
        self._request = SaveRequest(COPY, ())
        self._results: list[SaveResult] = []
        self._is_small = self._is_whole = self._is_only = False
        self.model = FixModel()
        self.list = FixList(self.model)
        self.details = FixDetails(self.model)
        self.job, self.saver = StreamJob(self), StreamJob(self)
        self.ask, self.ask_for_folder = ask_for_file, QFileDialog.getExistingDirectory
        self.sheet: PlaceConfirmation | None = None
        self._make_header()
        self._lay_out()
        self._wire()

    def open(
        self,
        sources: Iterable[ReviewSource],
        edition: str,
        wanted: Iterable[FixProposal] = (),
        *,
        is_only: bool = False,
    ) -> None:
        """Read files and show their proposals; those in ``wanted`` replace proposals for
        the same links.

        With ``is_only``, all other proposals are left out.
        """
        self._is_only = is_only
        self._sources = tuple(sources)
        self._wanted = {(each.file, each.number): each for each in wanted}
        self.model.edition = edition
        self._is_whole = False
        self.model.use(FixReview(), self.view)
        size = sum(each.size for each in self._sources)
        self.job.run(partial(review_batches, self._sources), size=size)
        self._show_summary()

    def restore(self, state: ReviewState) -> None:
        """Restore a review; if it was incomplete, read the files again."""
        if not state.is_whole:
            self.open(state.sources, state.edition)
            return
        self._sources, self._is_whole = state.sources, True
        self.model.edition = state.edition
        self.model.use(state.review, self.view)
        self._show_summary()

    def state(self) -> ReviewState:
        """Stop the work and return the state of the review."""
        is_whole, review = self._is_whole, self.model.review
        self.stop()
        return ReviewState(review, self._sources, self.model.edition, is_whole)

    @property
    def view(self) -> str:
        return str(self.views.currentData())

    @property
    def is_settled(self) -> bool:
        return is_settled(self)

    def stop(self) -> None:
        close_jobs(self)

    def undo(self) -> None:
        self.model.show_decided(self.model.review.undo())

    def redo(self) -> None:
        self.model.show_decided(self.model.review.redo())

    def save_copy(self) -> None:
        """Save fixed copies of the changed files; if there are several, save them into a folder."""
        files = self._decided()
        if len(files) > 1:
            folder = self.ask_for_folder(self, say("Folder for the copies"), self._folder())
            self._save(COPY, files, folder)
        elif self._has(files):
            name = Path(files[0].source.name)
            place = str(Path(self._folder()) / f"{name.stem} {say('fixed')}")
            ending = name.suffix.removeprefix(".") or "txt"
            self._save(COPY, files, self.ask(say("Save a copy…"), place, ending))

    def save_patch(self) -> None:
        files = self._decided()
        if self._has(files):
            name = Path(files[0].source.name).stem if len(files) == 1 else say("fixes")
            place = str(Path(self._folder()) / name)
            self._save(PATCH, files, self.ask(say("Save as a patch…"), place, "patch"))

    def write_in_place(self) -> None:
        """Change the files themselves, after a confirmation."""
        files = self._decided()
        if not self._has(files):
            return
        count = sum(len(each.changes) for each in files)
        self.sheet = PlaceConfirmation(self, [f.source for f in files], count)
        self.sheet.confirmed.connect(lambda: self._save(PLACE, files, "."))
        self.sheet.finished.connect(self._on_sheet_closed)
        self.sheet.open()

    def restore_files(self, written: tuple[SaveResult, ...]) -> None:
        """Restore the backups of written files."""
        self._request, self._results = SaveRequest(RESTORE, ()), []
        size = sum(each.size for each in self._sources)
        self.saver.run(partial(restored_batches, written), size=size)

    def show_next_choice(self) -> None:
        """Select the next row with an open choice."""
        number = self.model.review.next_open(self.list.current())
        if number < 0:
            return
        if self.model.row_of(number) < 0:
            self.views.setCurrentIndex(self.views.findData(ALL))
        self._on_details_left()
        self.list.choose(self.model.row_of(number))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._head.fit(self.width() - 24)
        is_small = self.height() < pixels(BOTH)
        if is_small != self._is_small:
            self._is_small = is_small
            self._show_details(False)

    def _show_details(self, wanted: bool) -> None:
        """Show or hide the details if there is no room for both."""
        self.details.setVisible(wanted or not self._is_small)
        self.list_card.setVisible(not (wanted and self._is_small))
        self.details.back.setVisible(self._is_small)
        if wanted:
            self.details.focus_first()

    def _on_details_left(self) -> None:
        self._show_details(False)
        self.list.setFocus()

    def _on_sheet_closed(self) -> None:
        self.sheet = None

    def _decided(self) -> list[DecidedFile]:
        review = self.model.review
        sources = {each.number: each for each in self._sources}
        result = []
        for number, proposals in review.accepted().items():
            fixes = {at: review.fix_of(at) for at in proposals}
            changes = {
                proposals[at].number: (proposals[at].value, fix.fixes)
                for at, fix in fixes.items()
                if fix.fixes
            }
            if changes:
                digest = review.files[number].sha256
                result.append(DecidedFile(sources[number], digest, changes))
        return result

    def _has(self, files: list[DecidedFile]) -> bool:
        if not files:
            self.notice_raised.emit(Notice(say("Nothing was written: no changes were accepted.")))
        return bool(files)

    def _folder(self) -> str:
        path = next((each.path for each in self._sources if each.path), "")
        return str(Path(path).parent) if path else ""

    def _save(self, how: str, files: list[DecidedFile], place: str) -> None:
        if not may_be_written(
            place, lambda words: self.notice_raised.emit(Notice(words, "medium"))
        ):
            return
        self._request, self._results = SaveRequest(how, tuple(files), Path(place)), []
        size = sum(each.source.size for each in files)
        self.saver.run(partial(saved_batches, self._request), size=size)

    def _on_rows(self, batch: JobBatch) -> None:
        """Add rows; proposals in ``_wanted`` replace those found for the same links."""
        wanted = self._wanted
        for each in batch.rows:
            if isinstance(each, ReviewedFile):
                more = [one for (file, _), one in wanted.items() if file == each.number]
                self.model.add([each, *more])
        found = () if self._is_only else batch.rows
        proposals = (each for each in found if isinstance(each, FixProposal))
        self.model.add(one for one in proposals if (one.file, one.number) not in wanted)

    def _on_read(self, whole: bool) -> None:
        self._is_whole = whole
        if self.list.current() < 0:
            self.list.choose(0)
        if not whole:
            self.notice_raised.emit(Notice(say("Stopped: not all links were checked."), "medium"))
        self._show_summary()
        announce_answer(self.list, f"{self.summary.text()} \u00b7 {self.choices.text()}")

    def _on_saved(self, whole: bool) -> None:
        request, results = self._request, self._results
        root, name = patch_root(request.files), request.place.name
        words, is_faulty = saved(results, request.how, root, name)
        if not whole:
            words, is_faulty = f"{say('Stopped before the end.')} {words}", True
        written = [each for each in results if each.place]
        notice = Notice(words, "medium" if is_faulty else "info")
        if request.how == PLACE and written:
            back = partial(self.restore_files, tuple(written))
            notice = notice._replace(does=say("Undo"), action=back)
        self.notice_raised.emit(notice)
        if request.how in {PLACE, RESTORE} and written:
            self.written_in_place.emit(written)
            if self._is_only:  # the site is checked again
                self.left.emit()
            else:
                self.open(self._sources, self.model.edition)

    def _show_summary(self) -> None:
        review = self.model.review
        is_busy = self.job.is_busy
        self.summary.setText(
            say("Checking the links…") if is_busy else summary(review, is_only=self._is_only)
        )
        count = review.open_choices
        self.choices.setText(
            say_count(count, "1 choice for you to make", "{count} choices for you to make")
        )
        self.choices.setVisible(count > 0)
        self.list.set_empty_text("" if is_busy else nothing(review, self.view))
        self.kinds.setEnabled(bool(review.proposals))
        for each in (self.saving, self.patch):
            each.setEnabled(review.changed > 0 and self.is_settled)

    def _make_header(self) -> None:
        self.title = plain_label(say("Review fixes"), role="title")
        self.summary = plain_label(role="quiet", yields=True)
        self.choices = button(
            "",
            self.show_next_choice,
            link=True,
            name=say("Go to the next change that needs your decision"),
        )
        self.views = chooser(
            say("Rows shown"),
            {
                ALL: say("All changes"),
                CHOICES: say("Changes that need your decision"),
                LEFT: say("Links not changed"),
            },
        )
        words = say("Accept or skip all changes of one kind")
        self.kinds = menu_button(say("All of one kind"), QMenu(self), words)
        words = say("Save changed copies, or change the files")
        self.saving = menu_button(say("Change files"), QMenu(self), words)
        words = say("Save the changes as a patch; your files stay as they are")
        self.patch = button(say("Save patch…"), self.save_patch, is_primary=True, does=words)
        fill_kinds(self.kinds.menu(), self.model)
        for words, on in (
            (say("Change in place, keep the old files…"), self.write_in_place),
            (say("Save a copy…"), self.save_copy),
        ):
            add_entry(self.saving.menu(), words, on)
        self.back = back_button(self.left.emit, say("Back to the links"))
        wide = pixels(PROGRESS)
        self.progress, self.writing = ProgressBar(self.job, wide), ProgressBar(self.saver, wide)

    def _lay_out(self) -> None:
        first = row(self.back, self.title, self.progress, self.writing, None)
        self._head = FoldingLayout(
            first, row(self.views, self.kinds, self.saving, self.patch, None)
        )
        counts = row(self.choices, stretched(self.summary), spacing=12)
        head = column_of(self._head, counts, spacing=2)
        self.list_card = card(self.list, margins=(1, 1))
        name, views = say("Changes, change details"), (self.list_card, self.details)
        panes = DividedPanes(Qt.Orientation.Vertical, name, GAP, *views)
        panes.setStretchFactor(0, 3)
        panes.setStretchFactor(1, 2)
        panes.setSizes([330, 250])
        column_of(card(head, margins=(14, 8)), stretched(panes), into=self, spacing=GAP)

    def _wire(self) -> None:
        self.job.part_received.connect(self._on_rows)
        self.job.ended.connect(self._on_read)
        self.saver.part_received.connect(lambda batch: self._results.extend(batch.rows))
        self.saver.ended.connect(self._on_saved)
        self.views.currentIndexChanged.connect(self._on_view)
        self.model.decided.connect(self._show_summary)
        self.list.row_changed.connect(self.details.show_fix)
        self.list.details_requested.connect(lambda: self._show_details(True))
        self.list.undo_requested.connect(self.undo)
        self.list.copied.connect(self.notice_raised)
        self.list.left.connect(self.left)
        self.details.left.connect(self._on_details_left)
        self.details.step_requested.connect(self._step)

    def _step(self, steps: int) -> None:
        self.list.choose(self.list.currentIndex().row() + steps)

    def _on_view(self) -> None:
        self.model.use(self.model.review, self.view)
        self._show_summary()
