"""The state of a review: the files, the proposals, the decisions, and saving. No Qt here.

Before saving, each file is read again; a file that has changed is not written.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from os.path import commonpath
from pathlib import Path
from threading import Event
from typing import Any, BinaryIO, TypeAlias

from uriinspector.analysis.correction import FORMS, KINDS, FixChoice, TextFix
from uriinspector.analysis.whole_files import replacing, why_not
from uriinspector.core.model import NamedTuple, message
from uriinspector.documents.document_values import NotExamined
from uriinspector.documents.fixes.proposals import (
    OTHER_NOW,
    PROPOSED,
    DecidedFix,
    FixDecision,
    FixProposal,
    FixRequest,
    decided_fix,
    proposals_of,
    read_whole,
    unified_diff,
    with_decided,
    write_in_place,
)
from uriinspector.documents.fixes.value_spelling import OctetEdit, applied
from uriinspector.documents.scan import scan
from uriinspector.gui.jobs.stream import BATCH, JobBatch, ProcessEndedError, from_process

# Decisions by proposal number.
Decisions: TypeAlias = Mapping[int, "FixDecision"]
# Each link's value and fixes, by the number of the link.
Changes: TypeAlias = dict[int, tuple[str, tuple[TextFix, ...]]]

# The views, which differ in the rows they show.
ALL, CHOICES, LEFT = "all", "choices", "left"
ALL_KINDS = {**KINDS, **FORMS}


class ReviewedFile(NamedTuple):
    """A file that was read for the review: its hash, links, and what was not examined."""

    number: int
    name: str
    sha256: str = ""
    links: int = 0
    not_examined: tuple[NotExamined, ...] = ()
    problem: str = ""


class KindCount(NamedTuple):
    """A kind of fix, with the numbers of links for which it is proposed and taken."""

    title: str
    total: int
    taken: int


class ChoiceCount(NamedTuple):
    """A kind of choice, with its number of occurrences and its options."""

    code: str
    title: str
    total: int
    options: dict[str, str]


@dataclass(slots=True)
class FixReview:
    """The files, proposals and decisions of a review; proposals are identified by number."""

    files: dict[int, ReviewedFile] = field(default_factory=dict)
    proposals: list[FixProposal] = field(default_factory=list)
    decisions: dict[int, FixDecision] = field(default_factory=dict)
    totals: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    changed: int = 0  # number of links that would be changed
    open_choices: int = 0
    left: int = 0  # number of links with problems but without a proposed fix
    _done: list[Decisions] = field(default_factory=list)
    _undone: list[Decisions] = field(default_factory=list)

    def add(self, event: ReviewedFile | FixProposal) -> None:
        if isinstance(event, ReviewedFile):
            self.files[event.number] = event
            return
        self.proposals.append(event)
        self.totals.update(titles_of(event.codes))
        self.left += bool(event.omitted)
        self._count(len(self.proposals) - 1, 1)

    def decision(self, number: int) -> FixDecision:
        """Return the decision on a proposal; by default, every unambiguous fix is taken."""
        return self.decisions.get(number, PROPOSED)

    def fix_of(self, number: int) -> DecidedFix:
        return decided_fix(self.proposals[number], self.decision(number))

    def is_taken(self, number: int) -> bool:
        """Return True if any part of a proposal is taken."""
        decision = self.decision(number)
        return bool(decision.picked or set(self.proposals[number].codes) - decision.skipped)

    def is_whole(self, number: int) -> bool:
        """Return True if every fix is taken and every choice is made."""
        decision, proposal = self.decision(number), self.proposals[number]
        return not decision.skipped and len(decision.picked) == len(proposal.choices)

    def decide(self, decisions: Decisions) -> bool:
        """Apply decisions as one undo step; return False if nothing changes."""
        changes = {at: each for at, each in decisions.items() if each != self.decision(at)}
        if changes:
            self._done.append(self._take(changes))
            self._undone.clear()
        return bool(changes)

    def undo(self) -> Iterable[int]:
        """Undo the last step; return the numbers of its proposals."""
        return self._step(self._done, self._undone)

    def redo(self) -> Iterable[int]:
        """Redo the last undone step; return the numbers of its proposals."""
        return self._step(self._undone, self._done)

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def toggled(self, numbers: Iterable[int]) -> Decisions:
        """Return decisions that skip these proposals if any is taken, and take them otherwise."""
        numbers = [at for at in numbers if self.proposals[at].fixes or self.is_taken(at)]
        wanted = not any(map(self.is_taken, numbers))
        return {at: self._all_or_none(at, wanted=wanted) for at in numbers}

    def with_kind(self, title: str, *, wanted: bool) -> Decisions:
        """Return decisions that take or skip all fixes of a kind."""
        return {
            at: self.of_kind(at, title, wanted=wanted)
            for at, proposal in enumerate(self.proposals)
            if title in titles_of(proposal.codes)
        }

    def of_kind(self, number: int, title: str, *, wanted: bool) -> FixDecision:
        """Return the decision that takes or skips a kind of fix for one link."""
        codes = {each for each in self.proposals[number].codes if ALL_KINDS[each].title == title}
        decision = self.decision(number)
        skipped = decision.skipped - codes if wanted else decision.skipped | codes
        return decision._replace(skipped=skipped)

    def with_choice(self, code: str, name: str) -> Decisions:
        """Return decisions that take one option for all choices of a kind; "" takes none."""
        result = {}
        for at, proposal in enumerate(self.proposals):
            decision = self.decision(at)
            for number, choice in enumerate(proposal.choices):
                if choice.code == code and (not name or name in option_names(choice)):
                    decision = decision.pick(number, name)
            if proposal.choices:
                result[at] = decision
        return result

    def next_option(self, number: int) -> Decisions:
        """Return decisions for the next option of the first open choice, or of the last one."""
        decision, choices = self.decision(number), self.proposals[number].choices
        if not choices:
            return {}
        is_open = (at for at in range(len(choices)) if not decision.picked_name(at))
        at = next(is_open, len(choices) - 1)
        names = [*option_names(choices[at]), ""]
        before = decision.picked_name(at)
        following = names.index(before) + 1 if before in names[:-1] else 0
        return {number: decision.pick(at, names[following])}

    def pending(self, number: int) -> DecidedFix:
        """Return the changes that result if the first option of each open choice is taken."""
        decision = self.decision(number)
        for at, choice in enumerate(self.proposals[number].choices):
            name = next(option_names(choice), "")
            if not decision.picked_name(at):
                decision = decision.pick(at, name)
        return decided_fix(self.proposals[number], decision)

    def can_choose(self, number: int) -> bool:
        """Return True if any choice has an option that can be taken."""
        return any(any(option_names(each)) for each in self.proposals[number].choices)

    def next_open(self, number: int) -> int:
        """Return the next proposal with an open choice, wrapping around, or -1 if there is none."""
        size = len(self.proposals)
        numbers = ((number + step) % size for step in range(1, size + 1))
        return next((at for at in numbers if self.choices_left(at)), -1)

    def choices_left(self, number: int) -> int:
        return len(self.proposals[number].choices) - len(self.decision(number).picked)

    def kinds(self) -> list[KindCount]:
        """Return the kinds of fixes that are proposed, in order."""
        return [
            KindCount(title, self.totals[title], self.taken[title])
            for title in titles_of(ALL_KINDS)
            if self.totals[title]
        ]

    def choice_kinds(self) -> list[ChoiceCount]:
        found: dict[str, ChoiceCount] = {}
        for proposal in self.proposals:
            for choice in proposal.choices:
                before = found.get(choice.code) or ChoiceCount(choice.code, choice.title, 0, {})
                names = {e.name: e.meaning for e in choice.options if e.replacement is not None}
                found[choice.code] = before._replace(
                    total=before.total + 1, options=names | before.options
                )
        return list(found.values())

    def numbers(self, view: str) -> list[int]:
        return [at for at in range(len(self.proposals)) if self.is_in(at, view)]

    def is_in(self, number: int, view: str) -> bool:
        proposal = self.proposals[number]
        if view == CHOICES:
            return bool(proposal.choices)
        return view == ALL or proposal.omitted is not None

    def accepted(self) -> dict[int, dict[int, FixProposal]]:
        """Return the proposals to apply, by file number and proposal number."""
        result: dict[int, dict[int, FixProposal]] = {}
        for at, each in enumerate(self.proposals):
            if self.is_taken(at):
                result.setdefault(each.file, {})[at] = each
        return result

    def _all_or_none(self, number: int, *, wanted: bool) -> FixDecision:
        proposal = self.proposals[number]
        if wanted:
            return self.decision(number)._replace(skipped=frozenset())
        return FixDecision(frozenset(proposal.codes))

    def _step(self, source: list[Decisions], target: list[Decisions]) -> Iterable[int]:
        if not source:
            return ()
        changes = source.pop()
        target.append(self._take(changes))
        return changes.keys()

    def _take(self, changes: Decisions) -> Decisions:
        """Apply decisions; return the previous ones."""
        before = {at: self.decision(at) for at in changes}
        for at, each in changes.items():
            self._count(at, -1)
            self.decisions[at] = each
            self._count(at, 1)
        return before

    def _count(self, number: int, by: int) -> None:
        proposal, decision = self.proposals[number], self.decision(number)
        self.open_choices += by * self.choices_left(number)
        for title in titles_of(set(proposal.codes) - decision.skipped):
            self.taken[title] += by
        self.changed += by * self.is_taken(number)


def titles_of(codes: Iterable[str]) -> tuple[str, ...]:
    """Return the titles of fixes without duplicates: several codes can have the same title."""
    return tuple(dict.fromkeys(ALL_KINDS[each].title for each in codes))


def option_names(choice: FixChoice) -> Iterator[str]:
    """Yield the options of a choice that can be taken."""
    return (each.name for each in choice.options if each.replacement is not None)


# Up to this many bytes, the work takes less time than starting a process.
AT_HAND = 1 << 19
ENDED = "the reader process stopped unexpectedly"


class ReviewSource(NamedTuple):
    """A file to review, and how to read it.

    ``path`` is empty if the file cannot be written in place, because it was pasted or comes
    from a case.
    """

    number: int
    name: str
    path: str
    size: int
    octets: Callable[[], bytes]
    request: FixRequest


def run_by_size(
    work: Callable[..., Iterator[Any]], given: tuple[Any, ...], size: int, stopped: Event
) -> Iterator[Any]:
    """Run work here if it has little data, otherwise in a separate process that can be stopped."""
    return work(*given) if size <= AT_HAND else from_process(work, given, stopped)


def review_batches(sources: tuple[ReviewSource, ...], stopped: Event) -> Iterator[JobBatch]:
    """Yield the proposals for the files, with the progress made."""
    of, done = sum(max(each.size, 1) for each in sources), 0
    for source in sources:
        try:
            octets = source.octets()
            given = (source.number, source.name, octets, source.request)
            for rows in run_by_size(file_rows, given, len(octets), stopped):
                yield JobBatch(rows, done, of)
        except ProcessEndedError:
            if stopped.is_set():
                return
            yield JobBatch([ReviewedFile(source.number, source.name, problem=ENDED)], done, of)
        except (OSError, ValueError) as trouble:
            file = ReviewedFile(source.number, source.name, problem=why_not(trouble))
            yield JobBatch([file], done, of)
        done += max(source.size, 1)
    yield JobBatch([], of, of)


def file_rows(number: int, name: str, octets: bytes, request: FixRequest) -> Iterator[list[Any]]:
    """Yield a file and its proposals in batches."""
    document = scan(octets, name=name, base=request.base, edition=request.edition)
    digest = sha256(octets).hexdigest()
    parts = document.not_examined
    batch: list[Any] = [ReviewedFile(number, name, digest, len(document.links), parts)]
    for each in proposals_of(number, document, request):
        batch.append(each)
        if len(batch) >= BATCH:
            yield batch
            batch = []
    yield batch


COPY, PATCH, PLACE, RESTORE = "copy", "patch", "place", "restore"
ITSELF = message("this is the file itself")
NOT_A_FILE = message("it was not read from a file")


class DecidedFile(NamedTuple):
    """A file, its hash when it was read, and the changes to apply."""

    source: ReviewSource
    sha256: str
    changes: Changes


class SaveRequest(NamedTuple):
    """Which files to save, how, and where: a folder, or the file for a single copy or patch."""

    how: str
    files: tuple[DecidedFile, ...]
    place: Path = Path()


class SaveResult(NamedTuple):
    """The result of saving a file: its path and number of changed links, or a problem."""

    number: int
    name: str
    place: str = ""
    backup: str = ""
    links: int = 0
    left: int = 0  # links left unchanged because the fixed link would not be read back
    problem: str = ""
    stamp: int = 0  # modification time of a file written in place
    sha256: str = ""  # of the content written in place


class EditedFile(NamedTuple):
    """The edits of a file, the numbers of changed and unchanged links, and a problem if any."""

    edits: tuple[OctetEdit, ...]
    links: int
    left: int
    problem: str | None


def saved_batches(request: SaveRequest, stopped: Event) -> Iterator[JobBatch]:
    """Save the files one by one; a failure is reported, but does not end the work."""
    of = len(request.files)
    is_patch = request.how == PATCH
    # An existing patch is replaced only after the new one is complete.
    with replacing(request.place) if is_patch else nullcontext() as patch:
        for done, file in enumerate(request.files, 1):
            yield JobBatch([_saved(file, request, patch, stopped)], done, of)


def restored_batches(written: tuple[SaveResult, ...], _stopped: Event) -> Iterator[JobBatch]:
    for done, each in enumerate(written, 1):
        yield JobBatch([_restored(each)], done, len(written))


def _restored(written: SaveResult) -> SaveResult:
    """Restore one file from its backup, unless it has been changed since."""
    path = Path(written.place)
    try:
        now, old = read_whole(path), read_whole(Path(written.backup))
        if sha256(now).hexdigest() != written.sha256:
            return written._replace(place="", problem=OTHER_NOW)
        write_in_place(path, now, old, None)
        return written._replace(stamp=path.stat().st_mtime_ns)
    except OSError as trouble:
        return written._replace(place="", problem=why_not(trouble))


def edited_files(
    name: str, octets: bytes, changes: Changes, request: FixRequest
) -> Iterator[EditedFile]:
    """Yield the edits of one file."""
    file = with_decided(name, octets, changes, request)
    links = sum(bool(each.edits) for each in file.fixes) if file.edits else 0
    left = sum(each.omitted is not None for each in file.fixes)
    yield EditedFile(file.edits, links, left, file.problem)


def _saved(
    file: DecidedFile, request: SaveRequest, patch: BinaryIO | None, stopped: Event
) -> SaveResult:
    source = file.source
    result = SaveResult(source.number, source.name)
    try:
        octets = source.octets()
        if sha256(octets).hexdigest() != file.sha256:
            return result._replace(problem=OTHER_NOW)
        given = (source.name, octets, file.changes, source.request)
        edited = next(run_by_size(edited_files, given, len(octets), stopped))
        result = result._replace(left=edited.left, links=edited.links)
        if edited.problem or not edited.edits:
            return result._replace(problem=edited.problem or "")
        return _written(result, file, octets, edited, request, patch)
    except (ProcessEndedError, StopIteration):
        return result._replace(problem=ENDED, links=0)
    except (OSError, ValueError) as trouble:
        return result._replace(problem=why_not(trouble), links=0)


def _written(
    result: SaveResult,
    file: DecidedFile,
    octets: bytes,
    edited: EditedFile,
    request: SaveRequest,
    patch: BinaryIO | None,
) -> SaveResult:
    source = file.source
    if patch is not None:
        name = _name_in_patch(source, request)
        patch.writelines(unified_diff(name, octets, edited.edits))
        return result._replace(place=name)
    fixed = applied(octets, edited.edits)
    if request.how == PLACE:
        if not source.path:
            raise OSError(NOT_A_FILE)
        path = Path(source.path)
        copy = write_in_place(path, octets, fixed)
        stamp = path.stat().st_mtime_ns
        digest = sha256(fixed).hexdigest()
        backup = str(copy or "")
        return result._replace(place=source.path, backup=backup, stamp=stamp, sha256=digest)
    place = request.place if len(request.files) == 1 else _free(request.place, source.name)
    if source.path and place.resolve() == Path(source.path).resolve():
        raise OSError(ITSELF)
    with replacing(place) as output:
        output.write(fixed)
    return result._replace(place=str(place))


def _free(folder: Path, name: str) -> Path:
    """Return an unused name in a folder."""
    first = folder / Path(name).name
    others = (first.with_name(f"{first.stem} {at}{first.suffix}") for at in count(2))
    return first if not first.exists() else next(each for each in others if not each.exists())


def _name_in_patch(source: ReviewSource, request: SaveRequest) -> str:
    """Return the name of a file in a patch, relative to the root of the patch."""
    root = patch_root(request.files)
    if not source.path or not root:
        return Path(source.name).name
    return str(Path(source.path).relative_to(root))


def patch_root(files: tuple[DecidedFile, ...]) -> str:
    """Return the folder that contains all files, or "" if there is none."""
    folders = {str(Path(each.source.path).parent) for each in files if each.source.path}
    try:
        return commonpath(folders) if folders else ""
    except ValueError:
        return ""  # on different drives
