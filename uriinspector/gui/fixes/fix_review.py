"""All that is reviewed: the files, what is proposed for their links, what is decided, and undo.

No Qt here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.documents.fixes.component_fixes import FORMS, KINDS
from uriinspector.documents.fixes.proposals import PROPOSED, FixDecision, decided_fix

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import TypeAlias

    from uriinspector.documents.document_values import NotExamined
    from uriinspector.documents.fixes.component_fixes import FixChoice
    from uriinspector.documents.fixes.proposals import DecidedFix, FixProposal

    # By the number of the proposal.
    Decisions: TypeAlias = Mapping[int, FixDecision]

# Which of the rows are shown.
ALL, CHOICES, LEFT = "all", "choices", "left"
ALL_KINDS = {**KINDS, **FORMS}


class ReviewedFile(NamedTuple):
    """A file that was read for the review: what it was, and how much of it was looked at."""

    number: int
    name: str
    sha256: str = ""
    links: int = 0
    not_examined: tuple[NotExamined, ...] = ()
    problem: str = ""


class KindCount(NamedTuple):
    """Of how many links a kind of fix is proposed, and of how many it is taken."""

    title: str
    total: int
    taken: int


class ChoiceCount(NamedTuple):
    """A kind of choice: how often it comes up, and the options that it has somewhere."""

    code: str
    title: str
    total: int
    options: dict[str, str]


@dataclass(slots=True)
class FixReview:
    """What is proposed and decided, by the number of each proposal."""

    files: dict[int, ReviewedFile] = field(default_factory=dict)
    proposals: list[FixProposal] = field(default_factory=list)
    decisions: dict[int, FixDecision] = field(default_factory=dict)
    totals: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    changed: int = 0  # links that would be changed
    open_choices: int = 0
    left: int = 0  # links that something is wrong with and that no fix is proposed for
    _done: list[Decisions] = field(default_factory=list)
    _undone: list[Decisions] = field(default_factory=list)

    def add(self, event: ReviewedFile | FixProposal) -> None:
        """Something more was read."""
        if isinstance(event, ReviewedFile):
            self.files[event.number] = event
            return
        self.proposals.append(event)
        self.totals.update(titles_of(event.codes))
        self.left += bool(event.omitted)
        self._count(len(self.proposals) - 1, 1)

    def decision(self, number: int) -> FixDecision:
        """What was decided of a proposal: at first, all that has one right answer is taken."""
        return self.decisions.get(number, PROPOSED)

    def fix_of(self, number: int) -> DecidedFix:
        """What comes of it."""
        return decided_fix(self.proposals[number], self.decision(number))

    def is_taken(self, number: int) -> bool:
        """Whether anything is to be changed in the link."""
        decision = self.decision(number)
        return bool(decision.picked or set(self.proposals[number].codes) - decision.skipped)

    def is_whole(self, number: int) -> bool:
        """Whether every fix is taken, and every choice made."""
        decision, proposal = self.decision(number), self.proposals[number]
        return not decision.skipped and len(decision.picked) == len(proposal.choices)

    def decide(self, decisions: Decisions) -> bool:
        """Decide, as one step that can be undone; whether that changes anything."""
        changes = {at: each for at, each in decisions.items() if each != self.decision(at)}
        if changes:
            self._done.append(self._take(changes))
            self._undone.clear()
        return bool(changes)

    def undo(self) -> Iterable[int]:
        """Take the last step back; the proposals that it was about."""
        return self._step(self._done, self._undone)

    def redo(self) -> Iterable[int]:
        """Take the last step that was taken back again."""
        return self._step(self._undone, self._done)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether a step was taken back."""
        return bool(self._undone)

    def toggled(self, numbers: Iterable[int]) -> Decisions:
        """Those of which something is taken left out; where none is, all of them taken."""
        numbers = [at for at in numbers if self.proposals[at].fixes or self.is_taken(at)]
        wanted = not any(map(self.is_taken, numbers))
        return {at: self._all_or_none(at, wanted=wanted) for at in numbers}

    def with_kind(self, title: str, *, wanted: bool) -> Decisions:
        """Every fix of a kind taken, or left out."""
        return {
            at: self.of_kind(at, title, wanted=wanted)
            for at, proposal in enumerate(self.proposals)
            if title in titles_of(proposal.codes)
        }

    def of_kind(self, number: int, title: str, *, wanted: bool) -> FixDecision:
        """The same for one link."""
        codes = {each for each in self.proposals[number].codes if ALL_KINDS[each].title == title}
        decision = self.decision(number)
        skipped = decision.skipped - codes if wanted else decision.skipped | codes
        return decision._replace(skipped=skipped)

    def with_choice(self, code: str, name: str) -> Decisions:
        """The same option of every choice of a kind that has it; none where the name is empty."""
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
        """The next option of the first choice that was not made, or else of the last one."""
        decision, choices = self.decision(number), self.proposals[number].choices
        if not choices:
            return {}
        is_open = (at for at in range(len(choices)) if not decision.picked_name(at))
        at = next(is_open, len(choices) - 1)
        names = [*option_names(choices[at]), ""]
        before = decision.picked_name(at)
        following = names.index(before) + 1 if before in names[:-1] else 0
        return {number: decision.pick(at, names[following])}

    def kinds(self) -> list[KindCount]:
        """The kinds of fixes that there are, in their order."""
        return [
            KindCount(title, self.totals[title], self.taken[title])
            for title in titles_of(ALL_KINDS)
            if self.totals[title]
        ]

    def choice_kinds(self) -> list[ChoiceCount]:
        """The kinds of choices that there are."""
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
        """The proposals of a view."""
        return [at for at in range(len(self.proposals)) if self.is_in(at, view)]

    def is_in(self, number: int, view: str) -> bool:
        """Whether a proposal is in a view."""
        proposal = self.proposals[number]
        if view == CHOICES:
            return bool(proposal.choices)
        return view == ALL or proposal.omitted is not None

    def accepted(self) -> dict[int, dict[int, FixProposal]]:
        """What is to be changed: by file and by link."""
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
        """Decide; what was decided before is the way back."""
        before = {at: self.decision(at) for at in changes}
        for at, each in changes.items():
            self._count(at, -1)
            self.decisions[at] = each
            self._count(at, 1)
        return before

    def _count(self, number: int, by: int) -> None:
        proposal, decision = self.proposals[number], self.decision(number)
        for title in titles_of(set(proposal.codes) - decision.skipped):
            self.taken[title] += by
        self.changed += by * self.is_taken(number)
        self.open_choices += by * (len(proposal.choices) - len(decision.picked))


def titles_of(codes: Iterable[str]) -> tuple[str, ...]:
    """What kinds of fixes do, each once: several codes may have the same fix."""
    return tuple(dict.fromkeys(ALL_KINDS[each].title for each in codes))


def option_names(choice: FixChoice) -> Iterator[str]:
    """The options of a choice that can be taken."""
    return (each.name for each in choice.options if each.replacement is not None)
