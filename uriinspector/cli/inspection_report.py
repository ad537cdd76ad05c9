"""The report on one link: its destination, the findings and its components."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from uriinspector.analysis.annotated import labelled, site_of
from uriinspector.analysis.citation import shown_cites
from uriinspector.analysis.defang import defang, still_defanged
from uriinspector.analysis.domains import special_use
from uriinspector.analysis.finding import HIGH, MEDIUM, RANK, Finding, with_letters
from uriinspector.analysis.safe_text import cells, drawn, more_characters, visible
from uriinspector.analysis.verdict import inside_of
from uriinspector.cli.styled_line import (
    BLANK,
    ELLIPSIS,
    Block,
    Line,
    Row,
    StyledRun,
    badge,
    clipped,
    fitting,
    heading,
    left_out,
    line,
    paragraph,
    run,
    section,
    table,
    width,
    with_links,
    wrapped,
)
from uriinspector.core.model import Json, NamedTuple, Part, Span
from uriinspector.core.reference import Reference
from uriinspector.readers.reading import RESERVED_SCHEME, UNKNOWN_SCHEME, Reading

if TYPE_CHECKING:
    import argparse

    from uriinspector.analysis.inspection import Inspection
    from uriinspector.core.schemes.dossier import Dossier


class LabeledStretch(NamedTuple):
    """A labeled range of the text, with its style."""

    start: int
    end: int
    label: str
    style: str


class CellLayout:
    """A text in terminal cells; character ``i`` occupies ``starts[i]`` to ``starts[i + 1]``."""

    def __init__(self, text: str) -> None:
        self.pieces = [drawn(char) for char in text]
        self.starts = [0, *accumulate(map(cells, self.pieces))]

    def rows(self, most: int) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each row, which has at most ``most`` cells."""
        start = 0
        for at in range(len(self.pieces)):
            if self.starts[at + 1] - self.starts[start] > most and at > start:
                yield start, at
                start = at
        yield start, len(self.pieces)

    def cells(self, start: int, end: int, origin: int) -> tuple[int, int]:
        """Return the columns of a range of characters in a row that begins at ``origin``."""
        return self.starts[start] - self.starts[origin], self.starts[end] - self.starts[origin]

    def coloured(
        self, start: int, end: int, stretches: tuple[LabeledStretch, ...]
    ) -> Iterator[StyledRun]:
        """Yield a range of characters in the styles of the stretches; later stretches take
        precedence.
        """
        styles = [""] * (end - start)
        for each in stretches:
            low, high = max(each.start, start), min(each.end, end)
            if low < high:
                styles[low - start : high - start] = [each.style] * (high - low)
        at = 0
        for index in range(1, len(styles) + 1):
            if index == len(styles) or styles[index] != styles[at]:
                yield StyledRun("".join(self.pieces[start + at : start + index]), styles[at])
                at = index


def marks(text: str, start: int, end: int, most: int, style: str = "mark") -> Iterator[Line]:
    """Yield an excerpt of the text, and a row with "~~~^" under the range."""
    before = start - most // 2 if start > most * 2 // 3 and len(text) > most else 0
    cut = CellLayout(text[before : max(start + most, before + most)])
    first = start - before
    room = most - 2
    origin = 0
    # Hidden characters are shown as long numbers, which can push the marked range out of view.
    while cut.starts[-1] > room and cut.starts[first] - cut.starts[origin] > most * 2 // 3:
        origin += 1
    last = origin
    while last < len(cut.pieces) and cut.starts[last + 1] - cut.starts[origin] <= room:
        last += 1
    left = ELLIPSIS if before or origin else ""
    right = ELLIPSIS if before + last < len(text) else ""
    low, high = cut.cells(min(first, last), min(max(end - before, first), last), origin)
    size = max(high - low, 1)
    tail = "~" if end - before > last else "^"
    yield line(run(left, "muted"), *cut.coloured(origin, last, ()), run(right, "muted"))
    yield line(" " * (len(left) + low), run("~" * (size - 1) + tail, style))


def marked(text: str, start: int, end: int, indent: int, style: str) -> Block:
    """Return an indented excerpt with its marks."""
    return lambda most: (
        line(" " * indent, *row) for row in marks(text, start, end, most - indent, style)
    )


def reaches_level(inspection: Inspection, fail_on: str) -> int:
    """Return 1 if the link or a nested one has a finding at or above the level, otherwise 0."""
    return reaches(inspection.verdict.severity, fail_on)


def reaches(worst: str | None, fail_on: str) -> int:
    """Return 1 if the severity is at or above the level, otherwise 0."""
    return int(worst is not None and fail_on in RANK and RANK[worst] >= RANK[fail_on])


def findings_of(inspection: Inspection, options: argparse.Namespace) -> tuple[Finding, ...]:
    """Return the findings at or above --min-severity."""
    least = RANK[options.min_severity]
    if not least:
        return inspection.findings
    return tuple(each for each in inspection.findings if RANK[each.severity] >= least)


def as_json(inspection: Inspection, options: argparse.Namespace) -> Json:
    """Return the JSON of the inspection, without the findings below --min-severity."""
    record = inspection.to_dict()
    record["findings"] = [each.to_dict() for each in findings_of(inspection, options)]
    return record


# If a text has more rows than the first number, only its first and last rows are shown.
MOST_ROWS, HEAD_ROWS, TAIL_ROWS = 12, 8, 2
# The maximum number of characters to lay out.
MOST = 8_192


def ribbon(
    text: str,
    stretches: tuple[LabeledStretch, ...],
    most: int,
    emphasis: tuple[LabeledStretch, ...] = (),
) -> Iterator[Line]:
    """Yield the text in rows with labeled brackets below; ``emphasis`` only adds color."""
    spread = CellLayout(text[:MOST])
    rows = list(spread.rows(most))
    omitted = rows[HEAD_ROWS:-TAIL_ROWS] if len(rows) > MOST_ROWS else []
    for start, end in rows:
        if (start, end) in omitted:
            if (start, end) == omitted[0]:
                count = omitted[-1][1] - start
                yield line(run(f"{ELLIPSIS} {more_characters(count)} {ELLIPSIS}", "muted"))
            continue
        yield line(*spread.coloured(start, end, (*stretches, *emphasis)))
        yield from _brackets(spread, start, end, stretches, most)
    if len(text) > MOST:
        yield line(run(f"{ELLIPSIS} {more_characters(len(text) - MOST)}", "muted"))


def _brackets(
    spread: CellLayout, start: int, end: int, stretches: tuple[LabeledStretch, ...], most: int
) -> Iterator[Line]:
    """Yield a row of brackets, then rows with the labels that do not fit into them."""
    runs: list[StyledRun] = []
    outside: list[tuple[int, LabeledStretch]] = []
    at = 0
    for each in stretches:
        low, high = max(each.start, start), min(each.end, end)
        if low >= high:
            continue
        left, right = spread.cells(low, high, start)
        opens, closes = low == each.start, high == each.end
        bracket, has_label = _bracket(right - left, each.label, opens=opens, closes=closes)
        runs += [StyledRun(" " * (left - at)), StyledRun(bracket, each.style)]
        at = right
        # If a bracket continues on the next row and has enough room there, that is where its label
        # goes.
        end_of_it = min(each.end, len(spread.pieces))
        goes_on = spread.cells(high, end_of_it, high)[1] >= len(each.label) + 2
        if not has_label and opens and not goes_on:
            outside.append((left, each))
    if runs:
        yield line(*runs)
    yield from _labels(outside, most)


def _bracket(size: int, label: str, *, opens: bool, closes: bool) -> tuple[str, bool]:
    """Return a bracket of ``size`` cells, and whether it contains the label."""
    if size < 2:  # a combining mark has no cell
        return "╵" * size, False
    first, last = "└" if opens else "─", "┘" if closes else "─"
    if len(label) + 2 <= size:
        return first + label.center(size - 2, "─") + last, True
    return first + "─" * (size - 2) + last, False


def _labels(outside: list[tuple[int, LabeledStretch]], most: int) -> Iterator[Line]:
    """Yield rows with labels below their brackets, connected by vertical lines."""
    rows: list[list[tuple[int, str, str]]] = []
    taken: list[int] = []
    for column, each in reversed(outside):
        start = max(0, min(column, most - len(each.label)))
        row = 0
        while row < len(taken) and start + len(each.label) >= taken[row]:
            row += 1
        for above in range(row):
            rows[above].append((column, "│", each.style))
            taken[above] = min(taken[above], column)
        if row == len(taken):
            rows.append([])
            taken.append(most + 1)
        rows[row].append((start, each.label, each.style))
        taken[row] = min(taken[row], start)
    for result in rows:
        yield line(*_placed(sorted(result)))


def _placed(labels: list[tuple[int, str, str]]) -> Iterator[StyledRun]:
    at = 0
    for column, text, style in labels:
        if column < at:
            continue
        yield StyledRun(" " * (column - at))
        yield StyledRun(text, style)
        at = column + len(text)


INDENT = 2
# In narrower terminals, the edition's own names for components are not shown.
NARROW = 72
# A report with hundreds of findings would be too long to read.
MOST_FINDINGS = 40
# The maximum length of text in a row.
LONGEST = 1_000


def report(inspection: Inspection, options: argparse.Namespace, note: str = "") -> Iterator[Block]:
    """Yield the whole report; ``note`` is printed after the verdict."""
    link = str if options.exact else defang
    written, inspection = inspection, inspection.meant
    text, named = inspection.text, stretches(inspection.reference)
    if text:
        site = site_of(inspection)
        emphasis = (LabeledStretch(*site, "", "site"),) if site else ()
        yield lambda most: ribbon(text, named, most, emphasis)
    else:
        yield line(run("(empty)", "muted"))
    if written is not inspection:
        words = clipped(still_defanged(written.text, link), LONGEST)
        yield paragraph(f"As written: {words}", 0, "muted")
    for source in written.options.lists.sources:
        yield paragraph(source.text, 0, "muted")
    yield BLANK
    yield from verdict(inspection, link)
    if note:
        yield paragraph(note)
    is_warned = inspection.verdict.severity in {HIGH, MEDIUM}
    if inspection.corrected and not is_warned:
        label = "As a link" if inspection.verdict.is_plain_text else "Corrected"
        yield from _corrected(inspection, link, label)
    yield from _findings(inspection, options, link)
    if inspection.corrected and is_warned:
        label = "The same link in valid spelling; the warning applies to it, too"
        yield BLANK
        yield from _corrected(inspection, link, label)
    yield from _route(inspection, link)
    yield from _target(inspection, link)
    yield BLANK
    yield from components(inspection.reference, site_of(inspection))
    if options.full:
        yield from details(inspection, link)


def _corrected(inspection: Inspection, link: Callable[[str], str], label: str) -> Iterator[Block]:
    """Yield the corrected link, and why the original is not valid."""
    corrected = inspection.corrected
    if corrected is None:
        return
    shown = link(corrected.text)
    if shown != corrected.text:
        label += " (shown unclickable on purpose)"
    yield paragraph(f"{label}: {clipped(shown, LONGEST) or '(empty)'}")
    changed = (corrected.original[each.start : each.end] for each in corrected.changes)
    char = next((each for each in changed if len(each) == 1), "")
    why = f'A link cannot contain "{visible(char)}" there as it is. ' if char else ""
    yield paragraph(f"{why}{inspection.state}", 0, "muted")


def stretches(reference: Reference) -> tuple[LabeledStretch, ...]:
    """Return the components with their labels and styles."""
    return tuple(
        LabeledStretch(each.start, each.end, each.label, each.part or "")
        for each in labelled(reference)
    )


def verdict(inspection: Inspection, link: Callable[[str], str]) -> Iterator[Block]:
    """Yield the headline of the verdict and its explanation."""
    verdict = inspection.verdict
    front = badge(verdict.severity)

    def headline(most: int) -> Iterator[Line]:
        taken, before = width(front), front
        for row in wrapped(verdict.headline, max(most - taken, 20)):
            yield (*before, run(row, "strong"))
            before = (StyledRun(" " * taken),)
        if before is front:
            yield front

    yield headline
    if verdict.whole_host:
        yield paragraph(f"Host: {with_letters(verdict.whole_host)}", 0, "muted")
    yield paragraph(with_links(" ".join(verdict.words.why), link))
    if verdict.advice:
        yield paragraph(" ".join(verdict.advice))


def _route(inspection: Inspection, link: Callable[[str], str]) -> Iterator[Block]:
    """Yield the hops if there are several; the headline already names a single one."""
    hops = inspection.verdict.route
    if len(hops) < 2 and all(hop.known for hop in hops):
        return
    yield from section("Route")
    rows = []
    for number, hop in enumerate(hops):
        arrow = "→" if number else " "
        host = hop.host or ("no host" if hop.known else "known only to the service")
        rows.append((f"{arrow} {hop.role}", host, clipped(link(hop.text), LONGEST)))
    yield table(rows, "muted", "host", indent=INDENT)


def _target(inspection: Inspection, link: Callable[[str], str]) -> Iterator[Block]:
    """Yield the base and the target that the reference resolves to."""
    if inspection.base is None:
        return
    yield BLANK
    if inspection.target is not None:
        text = link(inspection.target)
    elif inspection.same_document:
        text = "the same document"
    else:
        text = f"none: {inspection.problem.message}" if inspection.problem else "none"
    base, target = (clipped(each, LONGEST) for each in (link(inspection.base), text))
    yield table([("base", base), ("target", run(target, "strong"))], "muted", indent=0)


def components(reference: Reference, site: Span | None = None) -> Iterator[Block]:
    """Yield a row for each component, then the edition's other parts, the site, and the absent
    components.
    """
    yield heading(f"Components ({reference.edition} edition)")
    values = reference.components
    rows: list[Row] = []
    for part, each in values.items():
        content = _content(each.text, "host" if part is Part.HOST else "")
        term = each.term if each.term != part.value else ""
        rows.append((run(part.value, part.value), content, _place(each.span), term))
    rows += [
        (run(f"  {own.term}", "muted"), _content(own.text), _place(own.span), "")
        for own in reference.edition_parts
    ]
    if site is not None:
        text = run(with_letters(site.of(reference.text)), "host")
        is_special = special_use(site.of(reference.text)) is not None
        term = "not in public DNS" if is_special else "registrable domain"
        rows.append((run("  site", "muted"), text, _place(site), term))
    styles = ("", "", "muted", "muted")
    whole = table(rows, *styles, indent=INDENT, grows=1)
    narrow = table((row[:3] for row in rows), *styles, indent=INDENT, grows=1)
    yield lambda most: (narrow if most < NARROW else whole)(most)
    absent = [part.value for part in Part if part not in values]
    if absent:
        yield paragraph(f"not present: {', '.join(absent)}", INDENT, "muted")


def _place(span: Span) -> str:
    return f"{span.start}-{span.end}"


def _content(text: str, style: str = "") -> StyledRun:
    return run(text, style) if text else run("empty", "muted")


def _findings(
    inspection: Inspection, options: argparse.Namespace, link: Callable[[str], str]
) -> Iterator[Block]:
    """Yield the findings; one about a nested link comes first if it decides the severity."""
    findings, least = findings_of(inspection, options), options.min_severity
    inside = [
        (each, owner)
        for each in inside_of(inspection.verdict, inspection.findings)
        if RANK[each.severity] >= RANK[least] and (owner := _owner(inspection, each))
    ]
    count = len(findings) + len(inside)
    yield from section(f"Findings ({count})" if count else "No findings")
    for each, owner in inside:
        yield from finding(each, owner.text, link, "In the link inside")
    for each in findings[:MOST_FINDINGS]:
        yield from finding(each, inspection.text, link)
    if len(findings) > MOST_FINDINGS:
        yield BLANK
        yield from left_out(len(findings) - MOST_FINDINGS)
    if hidden := len(inspection.findings) - len(findings):
        yield line(run(f"  {hidden:,} below {least} not shown", "muted"))


def _owner(inspection: Inspection, finding: Finding) -> Inspection | None:
    """Return the nested link, at any depth, that has this finding."""
    inner = [each.inspection for each in inspection.nested if each.inspection]
    owners = (each if finding in each.findings else _owner(each, finding) for each in inner)
    return next(filter(None, owners), None)


def finding(
    each: Finding, text: str, link: Callable[[str], str], where: str = ""
) -> Iterator[Block]:
    """Yield a finding: its title, the excerpt, explanation, fix and clauses."""
    yield BLANK
    front = line(run(each.severity, each.severity), "  ")
    yield fitting(front, each.title, StyledRun(f"  {each.code}", "muted"))
    if where:
        yield paragraph(f"{where}:", 2 * INDENT, "muted")
    yield marked(text, each.start, each.end, 2 * INDENT, each.severity)
    yield paragraph(with_links(each.plain, link), 2 * INDENT)
    if each.plain_template:
        yield paragraph(with_links(each.message, link), 2 * INDENT, "muted")
    if each.fix:
        fix = f"{each.fix.title}: {link(each.fix.text)}"
        yield paragraph(clipped(fix, LONGEST), 2 * INDENT)
    if each.cites:
        yield paragraph(shown_cites(each.cites), 2 * INDENT, "clause")


def details(inspection: Inspection, link: Callable[[str], str]) -> Iterator[Block]:
    """Yield the additional sections of ``--full`` that are not empty."""
    yield from _escapes(inspection, link)
    yield from section("Other parsers")
    yield table(
        (
            (
                each.reader,
                _taken(each),
                "not present" if each.host is None else each.host or "empty",
                each.note or "",
            )
            for each in inspection.readings
        ),
        *("", "", "host", "muted"),
    )
    if inspection.dossier:
        yield from _dossier(inspection.dossier)
    if inspection.nested:
        yield from section("Nested links")
        yield from _nested(inspection, link, 2)


# A longer table would be hard to read.
MOST_ESCAPES = 60


def _escapes(inspection: Inspection, link: Callable[[str], str]) -> Iterator[Block]:
    rows = inspection.escapes
    if inspection.state and not inspection.corrected:
        yield BLANK
        yield paragraph(inspection.state)
    if inspection.iri:
        yield BLANK
        yield paragraph(f"As an IRI: {link(inspection.iri)}")
    if rows:
        yield from section("Encoding")
    yield table(
        (
            (
                f"{each.span.start}-{each.span.end}",
                run(clipped(each.text.replace(" ", "␠"), 24)),
                each.part.value,
                " · ".join([each.sentence, *each.notes, shown_cites(each.cites)]),
            )
            for each in rows[:MOST_ESCAPES]
        ),
        *("muted", "", "muted"),
    )
    yield from left_out(len(rows) - MOST_ESCAPES)


def _taken(reading: Reading) -> StyledRun:
    if reading.accepted:
        return run("unknown" if reading.note in (UNKNOWN_SCHEME, RESERVED_SCHEME) else "accepts")
    return run("rejects", "medium")


def _dossier(dossier: Dossier) -> Iterator[Block]:
    yield from section(f"{dossier.scheme}: {dossier.title}")
    yield table(
        (
            (
                each.name,
                clipped("not present" if each.value is None else each.value or "empty", 40),
                each.meaning,
            )
            for each in dossier.fields
        ),
        *("", "", "muted"),
    )
    if dossier.actions:
        yield BLANK
        yield line(run("  What an app would do:", "muted"))
        rows = ((each.verb, clipped(each.text, 60), each.note) for each in dossier.actions)
        yield table(rows, "", "", "muted", indent=4)
    for note in dossier.notes:
        yield paragraph(note.message, 2, "medium" if note.level == "danger" else "")
    if dossier.cites:
        yield paragraph(shown_cites(dossier.cites), 2, "clause")


def _nested(inspection: Inspection, link: Callable[[str], str], indent: int) -> Iterator[Block]:
    """Yield the nested links with their verdicts, recursively."""
    for each in inspection.nested:
        via = line(" " * indent, run(f"{each.layer.via}: ", "muted"))
        yield fitting(via, link(each.layer.text), least=20)
        if each.inspection:
            verdict = each.inspection.verdict
            text = (f"{verdict.severity}: " if verdict.severity else "") + verdict.headline
            yield paragraph(text, indent + 2, verdict.severity or "")
            yield from _nested(each.inspection, link, indent + 2)
