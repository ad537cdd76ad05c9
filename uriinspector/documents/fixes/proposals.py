"""Propose fixes for the references of a document, and make the fixed file and its patch.

A fix is only proposed if reading it back gives the intended result.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, count
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.correction import (
    AMPERSAND,
    FORMS,
    FRONTS,
    IS_UNCERTAIN,
    KINDS,
    OPTIONS,
    SITE,
    FixChoice,
    FixSetting,
    ReferenceFix,
    TextFix,
    apply_fixes,
    fix_reference,
    hosts,
    is_same_request,
    merged_fixes,
    placeholders,
)
from uriinspector.analysis.escapes import FixOption
from uriinspector.analysis.regular_files import open_regular
from uriinspector.analysis.whole_files import replacing
from uriinspector.core.appearance import common_ends
from uriinspector.core.model import Json, Message, NamedTuple, json_of, message
from uriinspector.documents.document import Document, Link
from uriinspector.documents.document_values import START
from uriinspector.documents.fixes.value_spelling import (
    OctetEdit,
    ValueSpelling,
    applied,
    file_edits,
    is_in_code,
    is_name,
    is_writable,
    is_xhtml,
    overlap,
    query_octets,
)
from uriinspector.documents.html.embedded_addresses import ReferenceItem, items_of
from uriinspector.documents.leaf import Leaf
from uriinspector.documents.rules.site_references import BY_CODE
from uriinspector.documents.scan import LIMIT, scan
from uriinspector.documents.site.remedies import is_guess

if TYPE_CHECKING:
    from uriinspector.documents.site.site_store import SiteFinding

    Chosen = tuple[tuple[str, str], ...]


# The codes of findings that fixes or choices can resolve.
FIXABLE = KINDS.keys() | OPTIONS.keys()
NOT_WRITABLE = message("The link is in a packed or converted part, which cannot be changed.")
IN_CODE = message("The link is in a script.")
NOT_CHARACTERS = message("Some characters of the link do not appear literally in the file.")
OTHERWISE = message("In this position, the corrected value would be read differently.")
CHANGED = message("The fixed file would not be read as intended, so nothing was written.")


@dataclass(frozen=True, slots=True)
class LinkFix:
    """The fixes proposed for the value of the link with this ``number``."""

    number: int
    link: Link
    value: str
    fixed: str
    fixes: tuple[TextFix, ...]
    choices: tuple[FixChoice, ...]
    edits: tuple[OctetEdit, ...]
    omitted: str | None = None
    rereads: tuple[str, ...] = ()

    def only(self, codes: frozenset[str]) -> LinkFix:
        """Return a copy with only the fixes with these codes, and those that the user chose."""
        pairs = [
            (fix, edit)
            for fix, edit in zip(self.fixes, self.edits, strict=True)
            if fix.code in codes or fix.option
        ]
        fixes = tuple(fix for fix, _ in pairs)
        fixed = apply_fixes(self.value, fixes)
        return replace(self, fixed=fixed, fixes=fixes, edits=tuple(edit for _, edit in pairs))

    def to_dict(self) -> Json:
        return {
            **json_of(self, "link=number value fixed"),
            **json_of(self.link, "source part"),
            **json_of(self, "fixes choices omitted other_host_in=rereads"),
        }


def fixes_of(
    document: Document, *, every_ampersand: bool = False, chosen: Chosen = ()
) -> Iterator[LinkFix]:
    """Yield the fixes for faulty links in the order of the document."""
    leaf: Leaf | None = None
    every = False
    for number, link in enumerate(document.links):
        if link.leaf is not leaf:
            leaf = link.leaf
            every = every_ampersand or is_xhtml(leaf)
        fix = fix_link(number, link, every_ampersand=every, chosen=chosen)
        if fix is not None:
            yield fix


def fix_link(
    number: int, link: Link, *, every_ampersand: bool = False, chosen: Chosen = ()
) -> LinkFix | None:
    """Return the fixes for one link, or None if it is not faulty."""
    value = link.value
    written = link.leaf.written(link.location)
    codes = frozenset(each.code for each in link.findings)
    if b"&" not in written and codes.isdisjoint(FIXABLE):
        return None
    if is_name(link.place):
        return None
    if is_in_code(link.place):
        return _omitted(number, link, IN_CODE, codes)
    spelling = ValueSpelling.of(link.leaf, link.location)
    if spelling is None:
        return _omitted(number, link, NOT_CHARACTERS, codes)
    if not is_writable(link.leaf.octets):
        return _omitted(number, link, NOT_WRITABLE, codes)
    proposed = _of_items(link, spelling, replace(_setting(link, codes), chosen=chosen))
    fixes = [each for item, one in proposed for each in _moved(one.fixes, item.start)]
    choices = tuple(
        each._replace(start=each.start + item.start, end=each.end + item.start)
        for item, one in proposed
        for each in one.choices
    )
    omitted = next((one.omitted for _, one in proposed if one.omitted), None)
    omitted = None if codes.isdisjoint(KINDS) else omitted
    fixes += _ampersands(spelling, every=every_ampersand) if omitted is None else []
    fixes.sort(key=lambda each: each.start)
    if not fixes and not choices and omitted is None:
        return None
    edits = spelling.edits(fixes, link.location[START])
    fixed = apply_fixes(value, tuple(fixes))
    rereads = tuple(dict.fromkeys(each for _, one in proposed for each in one.rereads))
    result = LinkFix(
        number, link, value, fixed, tuple(fixes), choices, tuple(edits), omitted, rereads
    )
    return result if _reads_back(result, spelling) else _omitted(number, link, OTHERWISE, codes)


def fix_as_decided(number: int, link: Link, fixes: tuple[TextFix, ...]) -> LinkFix:
    """Return a link with the given changes, or without any if they would be misread there."""
    value = link.value
    spelling = ValueSpelling.of(link.leaf, link.location)
    edits = spelling.edits(fixes, link.location[START]) if spelling else []
    fixed = apply_fixes(value, fixes)
    result = LinkFix(number, link, value, fixed, fixes, (), tuple(edits))
    if spelling is None or not _reads_back(result, spelling):
        return left_alone(result)
    return result


def _omitted(number: int, link: Link, why: str, codes: frozenset[str]) -> LinkFix | None:
    """Return a link that is not fixed, with the reason; None if there is nothing to fix."""
    value = link.value
    if codes.isdisjoint(KINDS) or not fix_reference(value, _setting(link, codes)).fixes:
        return None
    return LinkFix(number, link, value, value, (), (), (), why)


def _setting(link: Link, codes: frozenset[str]) -> FixSetting:
    leaf = link.leaf
    return FixSetting(
        edition=leaf.judge.edition,
        base=link.base.text,
        in_markup=link.place.is_markup or leaf.is_page,
        query=partial(query_octets, leaf),
        codes=codes,
    )


def _of_items(
    link: Link, spelling: ValueSpelling, setting: FixSetting
) -> list[tuple[ReferenceItem, ReferenceFix]]:
    value = spelling.value
    items = items_of(value, link.place.how)
    bare = spelling.bare_names()
    result = []
    for item in items if items is not None else (ReferenceItem(0, value),):
        own = {at - item.start: name for at, name in bare.items() if at >= item.start}
        result.append((item, fix_reference(item.text, replace(setting, bare=own))))
    return result


def _moved(fixes: Iterable[TextFix], by: int) -> Iterator[TextFix]:
    for each in fixes:
        yield each._replace(start=each.start + by, end=each.end + by)


def _ampersands(spelling: ValueSpelling, *, every: bool) -> list[TextFix]:
    kind = KINDS[AMPERSAND]
    inside = [range(*span) for span in placeholders(spelling.value)]
    return [
        TextFix(at, at + 1, "&", AMPERSAND, kind.title, kind.clauses(""))
        for at in spelling.bare_ampersands(every=every)
        if not any(at in each for each in inside)
    ]


def _reads_back(fix: LinkFix, spelling: ValueSpelling) -> bool:
    """Return True if the new bytes are read as the fixed value in their place."""
    start = fix.link.location[START]
    edits = [each._replace(start=each.start - start, end=each.end - start) for each in fix.edits]
    if overlap(edits):
        return False
    octets = applied(spelling.octets, edits)
    return spelling.reread(octets, fix.link.leaf.encoding) == fix.fixed and _is_list_intact(fix)


def _is_list_intact(fix: LinkFix) -> bool:
    """Return True if the fixed list has the same references: a new comma at an end would split
    one.
    """
    how = fix.link.place.how
    before, after = items_of(fix.value, how), items_of(fix.fixed, how)
    if before is None or after is None:
        return before is after
    intended = [apply_fixes(each.text, tuple(_inside(fix.fixes, each))) for each in before]
    return intended == [each.text for each in after]


def _inside(fixes: Iterable[TextFix], item: ReferenceItem) -> Iterator[TextFix]:
    end = item.start + len(item.text)
    return _moved((each for each in fixes if item.start <= each.start < end), -item.start)


def file_edits_of(fixes: Iterable[LinkFix]) -> list[OctetEdit]:
    return file_edits((fix.link.leaf.octets, edit) for fix in fixes for edit in fix.edits)


def misread_links(
    octets: bytes, document: Document, fixes: Iterable[LinkFix], scan: Callable[[bytes], Document]
) -> set[int] | None:
    """Return the links of the new file that do not have the intended value.

    The result is None if they cannot be compared, because parts or links were added or removed.
    """
    fixed = {each.number: each.fixed for each in fixes}
    again = scan(octets)
    if len(again.links) != len(document.links) or len(again.parts) != len(document.parts):
        return None
    return {
        number
        for number, (before, after) in enumerate(zip(document.links, again.links, strict=True))
        if after.value != fixed.get(number, before.value) or after.place != before.place
    }


def left_alone(fix: LinkFix) -> LinkFix:
    """Return a link without its fixes, because they would be misread where they are written."""
    return replace(fix, fixed=fix.value, fixes=(), edits=(), omitted=OTHERWISE)


CONTEXT = 3
NO_LINE_END = b"\n\\ No newline at end of file\n"
# Names with these characters are quoted the way git does it.
QUOTED = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"'}


class ChangedLines(NamedTuple):
    first: int
    end: int
    lines: list[bytes]


def unified_diff(name: str, octets: bytes, edits: Sequence[OctetEdit]) -> Iterator[bytes]:
    """Yield the patch of a file in pieces, or nothing if there are no edits."""
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
    """Split into lines at line feeds: programs that apply patches know no other line ends."""
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
# The maximum number of checks of a file for links that would not be read as intended.
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
    name: str, octets: bytes, document: Document, fixes: tuple[LinkFix, ...], request: FixRequest
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
        # The other fixes may be read as intended without these.
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
    """Replace a file with its fixed content; return the path of the backup, if any."""
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
    """Return a name for the backup that no file has yet."""
    first = path.with_name(path.name + backup)
    others = (path.with_name(f"{path.name}{backup}{number}") for number in count(1))
    return first if not first.exists() else next(each for each in others if not each.exists())


NOT_ALONE = message("Without the other changes, the link would lead to a different request.")


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
    # What a site check has found, in plain words.
    sentences: tuple[Message, ...] = ()

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
    """Return a proposal to write the link in a different form, changing only what differs."""
    before = proposal.value
    start, end = common_ends(before, text)
    kind = FORMS[form]
    span = (start, len(before) - end)
    fix = TextFix(*span, text[start : len(text) - end], form, kind.title, kind.clauses(""))
    return replace(proposal, fixes=(fix,), choices=(), omitted=None)


SIMILAR = message("similar name")


def site_proposal(proposal: FixProposal, findings: Iterable[SiteFinding]) -> FixProposal:
    """Return a proposal to change a link as findings of a site check suggest.

    Several possible texts become a choice. Of overlapping changes, the first is taken.
    """
    fixes: list[TextFix] = []
    choices: list[FixChoice] = []
    titles: list[tuple[str, str]] = []
    taken: list[tuple[int, int]] = []
    kind = FORMS[SITE]
    cites = kind.clauses("")
    for each in findings:
        is_certain = len(each.remedies) == 1 and not is_guess(each.code, each.variant)
        span, text = (each.first, each.last), each.remedies[0]
        if is_certain:
            start, end = common_ends(proposal.value[slice(*span)], text)
            span, text = (span[0] + start, span[1] - end), text[start : len(text) - end]
        titles.append((each.code, BY_CODE[each.code].title))
        if any(start < span[1] and span[0] < end for start, end in taken):
            continue
        taken.append(span)
        if is_certain:
            fixes.append(TextFix(*span, text, SITE, kind.title, cites))
        else:
            options = tuple(FixOption(one, SIMILAR, one) for one in each.remedies)
            choices.append(FixChoice(*span, SITE, kind.title, options, cites))
    fixes.sort(key=lambda each: each.start)
    return replace(proposal, fixes=tuple(fixes), choices=tuple(choices), findings=tuple(titles))


def decided_fix(proposal: FixProposal, decision: FixDecision) -> DecidedFix:
    """Return the changes after a decision, unless they would change the request."""
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
    """Fix a file as decided; ``decided`` has the value and the changes of each link by number."""
    document = partial(scan, name=name, base=request.base, edition=request.edition)(octets)
    links = document.links
    fixes = []
    for number, (value, changes) in decided.items():
        if number >= len(links) or links[number].value != value:
            return FixedFile(name, octets, document, (), (), OTHER_NOW)
        fixes.append(fix_as_decided(number, links[number], changes))
    return with_fixes(name, octets, document, tuple(fixes), request)
