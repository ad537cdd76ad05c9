"""Fixes for somebody to review: what is proposed for each link, and what is decided of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple, message
from uriinspector.documents.fixes.document_fixes import LinkFix, fix_as_decided, fixes_of
from uriinspector.documents.fixes.fix_table import COLON, EMPTY_HOST, FORMS, SLASHES
from uriinspector.documents.fixes.fix_values import TextFix, apply_fixes
from uriinspector.documents.fixes.fixed_file import OTHER_NOW, FixedFile, with_fixes
from uriinspector.documents.fixes.reference_fixer import IS_UNCERTAIN
from uriinspector.documents.fixes.same_request import hosts, is_between
from uriinspector.documents.scan import scan

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from uriinspector.documents.document import Document
    from uriinspector.documents.fixes.fix_values import FixChoice
    from uriinspector.documents.fixes.fixed_file import FixRequest

# Where it is the host that is chosen.
FRONTS = frozenset({COLON, EMPTY_HOST, SLASHES})
NOT_ALONE = message("Without the other changes, the link would ask for something else.")


@dataclass(frozen=True, slots=True)
class FixProposal:
    """What is proposed for one link, without the file around it: small, and fit to be sent."""

    file: int
    number: int
    value: str
    base: str | None
    fixes: tuple[TextFix, ...]
    choices: tuple[FixChoice, ...]
    omitted: str | None
    part: str
    element: str
    line: int
    column: int
    # Codes and titles of what was found in the link.
    findings: tuple[tuple[str, str], ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        """The kinds of its fixes, each once."""
        return tuple(dict.fromkeys(each.code for each in self.fixes))


class FixDecision(NamedTuple):
    """The kinds of fixes that are left out, and the options that were taken: choice and name."""

    skipped: frozenset[str] = frozenset()
    picked: tuple[tuple[int, str], ...] = ()

    def pick(self, choice: int, name: str) -> FixDecision:
        """With this option of a choice; with none where the name is empty."""
        others = [each for each in self.picked if each[0] != choice]
        return self._replace(picked=tuple(sorted([*others, (choice, name)] if name else others)))

    def picked_name(self, choice: int) -> str:
        """The option that was taken of a choice; "" where none was."""
        return dict(self.picked).get(choice, "")


PROPOSED = FixDecision()


class DecidedFix(NamedTuple):
    """The changes that come of a decision; none, and why, where they cannot be made."""

    fixes: tuple[TextFix, ...]
    fixed: str
    omitted: str | None = None


def proposals_of(file: int, document: Document, request: FixRequest) -> Iterator[FixProposal]:
    """What is proposed for the links of a document, in its order."""
    for each in fixes_of(document, every_ampersand=request.every_ampersand):
        yield proposal_of(file, each)


def proposal_of(file: int, fix: LinkFix) -> FixProposal:
    """The same, without its file."""
    link = fix.link
    return FixProposal(
        file,
        fix.number,
        fix.value,
        link.base.text,
        fix.fixes,
        fix.choices,
        fix.omitted,
        link.part,
        link.place.element or "",
        link.source.line,
        link.source.column,
        tuple(dict.fromkeys((each.code, each.title) for each in link.findings)),
    )


def form_proposal(proposal: FixProposal, form: str, text: str) -> FixProposal:
    """The link written in another form, where its text differs alone."""
    before = proposal.value
    start = _common_start(before, text)
    end = _common_start(before[start:][::-1], text[start:][::-1])
    kind = FORMS[form]
    span = (start, len(before) - end)
    fix = TextFix(*span, text[start : len(text) - end], form, kind.title, kind.clauses(""))
    return replace(proposal, fixes=(fix,), choices=(), omitted=None)


def _common_start(first: str, second: str) -> int:
    """How many characters both begin with."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(first), len(second)))


def decided_fix(proposal: FixProposal, decision: FixDecision) -> DecidedFix:
    """What is changed as it was decided; what would ask for something else is not changed."""
    value, base = proposal.value, proposal.base
    fixes = tuple(each for each in proposal.fixes if each.code not in decision.skipped)
    fixed = apply_fixes(value, fixes)
    if fixes and len(fixes) < len(proposal.fixes):
        whole = apply_fixes(value, proposal.fixes)
        if not is_between(value, fixed, whole, base):
            return DecidedFix((), value, NOT_ALONE)
    picked = _with_options(proposal, fixes, decision.picked)
    result = apply_fixes(value, picked)
    names_host = any(proposal.choices[at].code in FRONTS for at, _ in decision.picked)
    if not names_host and result != fixed and hosts(result, base) != hosts(fixed, base):
        return DecidedFix((), value, IS_UNCERTAIN)
    return DecidedFix(picked, result)


def _with_options(
    proposal: FixProposal, fixes: tuple[TextFix, ...], picked: tuple[tuple[int, str], ...]
) -> tuple[TextFix, ...]:
    """The fixes with the options that were taken in place of whatever they are about."""
    result = list(fixes)
    for number, name in picked:
        choice = proposal.choices[number]
        option = next((each for each in choice.options if each.name == name), None)
        if option is None or option.replacement is None:
            continue
        start, end = choice.start, choice.end
        result = [each for each in result if each.end <= start or each.start >= end]
        if option.replacement != proposal.value[start:end]:
            text, meaning = option.replacement, option.meaning
            result.append(TextFix(start, end, text, choice.code, meaning, choice.cites, name))
    return tuple(sorted(result, key=lambda each: (each.start, each.end)))


def with_decided(
    name: str,
    octets: bytes,
    decided: Mapping[int, tuple[str, tuple[TextFix, ...]]],
    request: FixRequest,
) -> FixedFile:
    """A file with the changes that were decided, by the numbers of its links and their values."""
    document = partial(scan, name=name, base=request.base, edition=request.edition)(octets)
    links = document.links
    fixes = []
    for number, (value, changes) in decided.items():
        if number >= len(links) or links[number].value != value:
            return FixedFile(name, octets, document, (), (), OTHER_NOW)
        fixes.append(fix_as_decided(number, links[number], changes))
    return with_fixes(name, octets, document, tuple(fixes), request)
