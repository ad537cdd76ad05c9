"""Propose fixes for review, and make the fixed file and its patch."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, count
from pathlib import Path

from uriinspector.analysis.correction import (
    FORMS,
    FRONTS,
    IS_UNCERTAIN,
    FixChoice,
    TextFix,
    apply_fixes,
    hosts,
    is_same_request,
    merged_fixes,
)
from uriinspector.analysis.regular_files import open_regular
from uriinspector.analysis.whole_files import replacing
from uriinspector.core.appearance import common_ends
from uriinspector.core.model import NamedTuple, message
from uriinspector.documents.document import Document
from uriinspector.documents.fixes.reference_fixer import (
    CHANGED,
    LinkFix,
    file_edits_of,
    fix_as_decided,
    fixes_of,
    left_alone,
    misread_links,
)
from uriinspector.documents.fixes.value_spelling import OctetEdit, applied
from uriinspector.documents.scan import LIMIT, scan

CONTEXT = 3
NO_LINE_END = b"\n\\ No newline at end of file\n"
# Names with these characters are quoted as git does it.
QUOTED = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"'}


class ChangedLines(NamedTuple):
    first: int
    end: int
    lines: list[bytes]


def unified_diff(name: str, octets: bytes, edits: Sequence[OctetEdit]) -> Iterator[bytes]:
    """Yield the patch of a file in pieces; nothing without edits."""
    if not edits:
        return
    lines = _lines(octets)
    path = name.replace("\\", "/").lstrip("/")
    yield _heading("---", f"a/{path}")
    yield _heading("+++", f"b/{path}")
    shift = 0
    for hunk in _hunks(_changed(octets, lines, edits)):
        yield from _hunk(lines, hunk, shift)
        shift += sum(len(each.lines) - (each.end - each.first) for each in hunk)


def _heading(mark: str, path: str) -> bytes:
    if any(each in path for each in QUOTED):
        path = '"' + "".join(QUOTED.get(each, each) for each in path) + '"'
    elif " " in path:
        path += "\t"  # otherwise, the name would end at the space
    return f"{mark} {path}\n".encode("utf-8", "surrogateescape")


def _lines(octets: bytes) -> list[bytes]:
    """Split into lines with line feeds: programs that apply patches know no other line ends."""
    lines = [each + b"\n" for each in octets.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _changed(
    octets: bytes, lines: list[bytes], edits: Iterable[OctetEdit]
) -> Iterator[ChangedLines]:
    """Yield the changed lines; edits in the same lines are combined."""
    starts = [0, *accumulate(map(len, lines))]
    group: list[OctetEdit] = []
    first = end = -1
    for each in edits:
        begins = min(bisect_right(starts, each.start), len(lines)) - 1
        # A line whose line feed is removed is joined with the next one.
        last = each.end if octets[each.end - 1 : each.end] == b"\n" else each.end - 1
        ends = min(bisect_right(starts, max(last, each.start)), len(lines))
        if group and begins >= end:
            yield _block(octets, starts, first, end, group)
            group = []
        first, end = (first, max(end, ends)) if group else (begins, ends)
        group.append(each)
    yield _block(octets, starts, first, end, group)


def _block(
    octets: bytes, starts: list[int], first: int, end: int, edits: list[OctetEdit]
) -> ChangedLines:
    at = starts[first]
    moved = [OctetEdit(each.start - at, each.end - at, each.octets) for each in edits]
    return ChangedLines(first, end, _lines(applied(octets[at : starts[end]], moved)))


def _hunks(blocks: Iterable[ChangedLines]) -> Iterator[list[ChangedLines]]:
    """Group blocks into hunks, so that their context lines do not overlap."""
    hunk: list[ChangedLines] = []
    for each in blocks:
        if hunk and each.first - hunk[-1].end > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(each)
    yield hunk


def _hunk(lines: list[bytes], hunk: list[ChangedLines], shift: int) -> Iterator[bytes]:
    first, end = max(hunk[0].first - CONTEXT, 0), min(hunk[-1].end + CONTEXT, len(lines))
    size = end - first + sum(len(each.lines) - (each.end - each.first) for each in hunk)
    yield f"@@ -{first + 1},{end - first} +{first + 1 + shift},{size} @@\n".encode()
    at = first
    for each in hunk:
        yield from (_line(b" ", line) for line in lines[at : each.first])
        yield from (_line(b"-", line) for line in lines[each.first : each.end])
        yield from (_line(b"+", line) for line in each.lines)
        at = each.end
    yield from (_line(b" ", line) for line in lines[at:end])


def _line(mark: bytes, line: bytes) -> bytes:
    return mark + (line if line.endswith(b"\n") else line + NO_LINE_END)


BACKUP = ".bak"
# How often a file is checked for links that would not be read as intended.
ATTEMPTS = 2
TOO_LARGE = message("larger than {count} MB", count=LIMIT >> 20)
OTHER_NOW = message("changed since it was read")


@dataclass(frozen=True, slots=True)
class FixRequest:
    """The options for fixes, which apply to all files."""

    edition: str = "2005"
    base: str | None = None
    every_ampersand: bool = False
    # The kinds of fixes, or None for all.
    codes: frozenset[str] | None = None
    # Codes of choices and the options to take, in order of preference.
    chosen: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FixedFile:
    """The bytes of a file, the proposed fixes, and the edits of the chosen ones."""

    name: str
    octets: bytes
    # The document before the fixes.
    document: Document
    fixes: tuple[LinkFix, ...]
    edits: tuple[OctetEdit, ...]
    # The reason why nothing is changed although fixes were proposed.
    problem: str | None = None

    @property
    def fixed(self) -> bytes:
        return applied(self.octets, self.edits)

    def diff(self) -> Iterator[bytes]:
        return unified_diff(self.name, self.octets, self.edits)


def fixed_file(name: str, octets: bytes, request: FixRequest) -> FixedFile:
    """Fix a file, then scan it again: fixes that would not be read as intended are left out."""
    rescan = partial(scan, name=name, base=request.base, edition=request.edition)
    document = rescan(octets)
    proposed = fixes_of(document, every_ampersand=request.every_ampersand, chosen=request.chosen)
    if request.codes is not None:
        codes = request.codes
        proposed = (each.only(codes) for each in proposed)
    fixes = tuple(each for each in proposed if each.fixes or each.choices or each.omitted)
    return with_fixes(name, octets, document, fixes, request)


def with_fixes(
    name: str,
    octets: bytes,
    document: Document,
    fixes: tuple[LinkFix, ...],
    request: FixRequest,
) -> FixedFile:
    """Apply the chosen fixes to a file, except those that would not be read as intended."""
    rescan = partial(scan, name=name, base=request.base, edition=request.edition)
    for _ in range(ATTEMPTS):
        edits = tuple(file_edits_of(fixes))
        if not edits:
            return FixedFile(name, octets, document, fixes, ())
        misread = misread_links(applied(octets, edits), document, fixes, rescan)
        if not misread:
            break
        # Without these fixes, the others may be read as intended.
        fixes = tuple(left_alone(each) if each.number in misread else each for each in fixes)
    if misread is None or misread:
        return FixedFile(name, octets, document, fixes, (), CHANGED)
    return FixedFile(name, octets, document, fixes, edits)


def read_whole(path: Path) -> bytes:
    """Read a file; raise OSError if it is too large to be rewritten."""
    with open_regular(path) as file:
        octets = file.read(LIMIT + 1)
    if len(octets) > LIMIT:
        raise OSError(TOO_LARGE)
    return octets


def write_fixed(path: Path, file: FixedFile, backup: str | None = BACKUP) -> Path | None:
    """Replace a file by its fixed content; return the path of the backup, if any."""
    return write_in_place(path, file.octets, file.fixed, backup)


def write_in_place(
    path: Path, before: bytes, after: bytes, backup: str | None = BACKUP
) -> Path | None:
    """Replace a file atomically after making a backup.

    Raise OSError if the file has changed in the meantime, so that other changes are not
    overwritten.
    """
    if read_whole(path) != before:
        raise OSError(OTHER_NOW)
    copy = None
    if backup:
        copy = _unused(path, backup)
        with replacing(copy, like=path) as output:
            output.write(before)
    with replacing(path) as output:
        output.write(after)
    return copy


def _unused(path: Path, backup: str) -> Path:
    """Return a name for the backup that does not exist yet."""
    first = path.with_name(path.name + backup)
    others = (path.with_name(f"{path.name}{backup}{number}") for number in count(1))
    return first if not first.exists() else next(each for each in others if not each.exists())


NOT_ALONE = message("Without the other changes, the link would ask for something else.")


@dataclass(frozen=True, slots=True)
class FixProposal:
    """The proposed fixes of one link, without its document: small, and safe to send elsewhere."""

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
    # The codes and titles of the link's findings.
    findings: tuple[tuple[str, str], ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each.code for each in self.fixes))


class FixDecision(NamedTuple):
    """The kinds of fixes to skip, and the options picked, as choice number and name."""

    skipped: frozenset[str] = frozenset()
    picked: tuple[tuple[int, str], ...] = ()

    def pick(self, choice: int, name: str) -> FixDecision:
        """Return a decision with this option of a choice, or with none if the name is empty."""
        others = [each for each in self.picked if each[0] != choice]
        return self._replace(picked=tuple(sorted([*others, (choice, name)] if name else others)))

    def picked_name(self, choice: int) -> str:
        return dict(self.picked).get(choice, "")


PROPOSED = FixDecision()


class DecidedFix(NamedTuple):
    """The changes after a decision, or the reason why they cannot be made."""

    fixes: tuple[TextFix, ...]
    fixed: str
    omitted: str | None = None


def proposals_of(file: int, document: Document, request: FixRequest) -> Iterator[FixProposal]:
    for each in fixes_of(document, every_ampersand=request.every_ampersand):
        yield proposal_of(file, each)


def proposal_of(file: int, fix: LinkFix) -> FixProposal:
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
    """Return a proposal to write the link in another form, as a fix of the differing part."""
    before = proposal.value
    start, end = common_ends(before, text)
    kind = FORMS[form]
    span = (start, len(before) - end)
    fix = TextFix(*span, text[start : len(text) - end], form, kind.title, kind.clauses(""))
    return replace(proposal, fixes=(fix,), choices=(), omitted=None)


def decided_fix(proposal: FixProposal, decision: FixDecision) -> DecidedFix:
    """Return the changes after a decision, unless they would lead to another request."""
    value, base = proposal.value, proposal.base
    fixes = tuple(each for each in proposal.fixes if each.code not in decision.skipped)
    fixed = apply_fixes(value, fixes)
    is_partial = 0 < len(fixes) < len(proposal.fixes)
    if is_partial and not is_same_request(value, fixed, base, query=False):
        return DecidedFix((), value, NOT_ALONE)
    options = (proposal.choices[at].taken(name) for at, name in decision.picked)
    picked = tuple(merged_fixes(value, fixes, filter(None, options)))
    result = apply_fixes(value, picked)
    names_host = any(proposal.choices[at].code in FRONTS for at, _ in decision.picked)
    if not names_host and result != fixed and hosts(result, base) != hosts(fixed, base):
        return DecidedFix((), value, IS_UNCERTAIN)
    return DecidedFix(picked, result)


def with_decided(
    name: str,
    octets: bytes,
    decided: Mapping[int, tuple[str, tuple[TextFix, ...]]],
    request: FixRequest,
) -> FixedFile:
    """Fix a file as decided; ``decided`` has the values and changes by link numbers."""
    document = partial(scan, name=name, base=request.base, edition=request.edition)(octets)
    links = document.links
    fixes = []
    for number, (value, changes) in decided.items():
        if number >= len(links) or links[number].value != value:
            return FixedFile(name, octets, document, (), (), OTHER_NOW)
        fixes.append(fix_as_decided(number, links[number], changes))
    return with_fixes(name, octets, document, tuple(fixes), request)
