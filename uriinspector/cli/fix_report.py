"""The list of proposed fixes of a file: each link before and after, with the reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from uriinspector.analysis.citation import shown_cites
from uriinspector.analysis.safe_text import defanged
from uriinspector.cli.styled_line import Block, line, paragraph, run

if TYPE_CHECKING:
    from uriinspector.analysis.correction import FixChoice, TextFix
    from uriinspector.documents.fixes.proposals import FixedFile, LinkFix


LONGEST = 400
# The maximum number of unchecked parts that are named.
MOST_UNCHECKED = 10
GOAL = "the host that browsers go to"


class FixCoverage:
    """Counts what was checked, since files without faults print nothing."""

    def __init__(self) -> None:
        self._files = self._links = self._faulty = self._unchecked = 0
        self._parts: list[str] = []

    def add(self, file: FixedFile) -> None:
        document = file.document
        self._files += 1
        self._links += len(document.links)
        self._faulty += bool(file.fixes or file.problem)
        self._unchecked += len(document.not_examined)
        room = MOST_UNCHECKED - len(self._parts)
        self._parts += [
            f"{file.name}: not checked: {each.part} {each.type}: {each.reason}"
            for each in document.not_examined[: max(room, 0)]
        ]

    def lines(self) -> Iterator[str]:
        """Yield the parts that were not checked, and a line if there is nothing to fix."""
        yield from self._parts
        if rest := self._unchecked - len(self._parts):
            yield f"{_counted(rest, 'more part')} not checked"
        if self._files and not self._faulty:
            links, files = _counted(self._links, "link"), _counted(self._files, "file")
            yield f"nothing to fix: {links} in {files}"


def as_lines(file: FixedFile, *, exact: bool) -> Iterator[Block]:
    """Yield each link with its fixes, then a summary."""
    link = str if exact else None
    for each in file.fixes:
        source = each.link.source
        yield line(run(f"{file.name}:{source.line}:{source.column}", "strong"))
        yield line(run("  - ", "muted"), run(defanged(each.value, LONGEST, link)))
        if each.fixed != each.value or each.fixes:
            yield line(run("  + ", "muted"), run(defanged(each.fixed, LONGEST, link)))
        yield from _reasons(each)
    if text := summary_text(file):
        yield paragraph(text)


def _reasons(fix: LinkFix) -> Iterator[Block]:
    for title, cites in dict.fromkeys((_title(each), each.cites) for each in fix.fixes):
        yield paragraph(f"{title} ({shown_cites(cites, ', ')})", 4, "muted")
    if fix.rereads:
        names = ", ".join(fix.rereads)
        # A choice may change the browsers' host on purpose, so that other parsers need not
        # agree.
        host = "another host than before, or none" if "browser" in fix.rereads else GOAL
        yield paragraph(f"These parsers now find {host}: {names}.", 4)
    for each in fix.choices:
        yield from _choice(fix.value, each)
    if fix.omitted:
        yield paragraph(f"Not changed: {fix.omitted}", 4)


def _title(fix: TextFix) -> str:
    if not fix.option:
        return fix.title
    return f"As chosen by {fix.code}={fix.option}: {fix.title.rstrip('.')}"


def _choice(value: str, choice: FixChoice) -> Iterator[Block]:
    # A "%" is shown with the two characters after it, since the sign alone would mean little.
    written = defanged(value[choice.start : max(choice.end, choice.start + 3)], LONGEST, str)
    yield paragraph(f'Your choice: {choice.title}, "{written}" ({choice.code})', 4)
    for option in choice.options:
        text = "" if option.replacement is None else f'{option.name}, "{option.replacement}": '
        yield paragraph(f"{text}{option.meaning}", 6, "muted")


def summary(file: FixedFile, *, written: bool = False) -> Iterator[Block]:
    """Yield a machine-readable summary line; nothing if there is nothing to fix."""
    if text := summary_text(file, written=written):
        yield line(run(text))


def summary_text(file: FixedFile, *, written: bool = False) -> str:
    """Return the number of fixes, choices and unchanged links as text."""
    changes = sum(len(each.fixes) for each in file.fixes) if file.edits else 0
    choices = sum(len(each.choices) for each in file.fixes)
    left = sum(each.omitted is not None for each in file.fixes)
    words = []
    if changes:
        links = sum(bool(each.fixes) for each in file.fixes)
        verb = "fixed" if written else "to fix"
        words.append(f"{_counted(changes, 'place')} {verb} in {_counted(links, 'link')}")
    if choices:
        words.append(f"{_counted(choices, 'choice')} left to you")
    if left:
        words.append(f"{_counted(left, 'link')} not changed")
    return f"{file.name}: {', '.join(words)}" if words else ""


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
