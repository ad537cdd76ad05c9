"""The command "fix": lists fixes of invalid links, prints a patch, or writes the fixed files."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from uriinspector.analysis.citation import shown_cites
from uriinspector.analysis.correction import KINDS, OPTIONS, FixChoice, TextFix
from uriinspector.analysis.safe_text import defanged
from uriinspector.cli.arguments import is_elsewhere, refuse, refuse_links, standard_input
from uriinspector.cli.scan_outcome import STANDARD_INPUT, SkippedFiles, files_of, without_backups
from uriinspector.cli.screen import Screen, complain
from uriinspector.cli.styled_line import Block, line, paragraph, run
from uriinspector.documents.fixes.proposals import (
    FixedFile,
    FixRequest,
    LinkFix,
    fixed_file,
    read_whole,
    write_fixed,
)
from uriinspector.documents.scan import LIMIT

LONGEST = 400
# The maximum number of unchecked parts to list; the rest are only counted.
MOST_UNCHECKED = 10
GOAL = "the host that browsers go to"


class FixCoverage:
    """Counts what was checked, because files without faults produce no output."""

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
        """Yield the parts that were not checked, and a note if there was nothing to fix."""
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
        # A choice may deliberately change the host that browsers find; other parsers need not find
        # the same one.
        host = "a different host than before, or none" if "browser" in fix.rereads else GOAL
        yield paragraph(f"These parsers now find {host}: {names}.", 4)
    for each in fix.choices:
        yield from _choice_lines(fix.value, each)
    if fix.omitted:
        yield paragraph(f"Not changed: {fix.omitted}", 4)


def _title(fix: TextFix) -> str:
    if not fix.option:
        return fix.title
    return f"As chosen by {fix.code}={fix.option}: {fix.title.rstrip('.')}"


def _choice_lines(value: str, choice: FixChoice) -> Iterator[Block]:
    # A "%" means little by itself: show the two characters after it.
    written = defanged(value[choice.start : max(choice.end, choice.start + 3)], LONGEST, str)
    yield paragraph(f'Your choice: {choice.title}, "{written}" ({choice.code})', 4)
    for option in choice.options:
        text = "" if option.replacement is None else f'{option.name}, "{option.replacement}": '
        yield paragraph(f"{text}{option.meaning}", 6, "muted")


def summary(file: FixedFile, *, written: bool = False) -> Iterator[Block]:
    """Yield a machine-readable summary line, or nothing if there is nothing to fix."""
    if text := summary_text(file, written=written):
        yield line(run(text))


def summary_text(file: FixedFile, *, written: bool = False) -> str:
    """Return how many fixes, choices and unchanged links there are."""
    changes = sum(len(each.fixes) for each in file.fixes) if file.edits else 0
    choices = sum(len(each.choices) for each in file.fixes)
    left = sum(each.omitted is not None for each in file.fixes)
    words = []
    if changes:
        links = sum(bool(each.fixes) for each in file.fixes)
        verb = "fixed" if written else "to fix"
        words.append(f"{_counted(changes, 'place')} {verb} in {_counted(links, 'link')}")
    if choices:
        words.append(f"{_counted(choices, 'choice')} for you to make")
    if left:
        words.append(f"{_counted(left, 'link')} not changed")
    return f"{file.name}: {', '.join(words)}" if words else ""


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


MODES = ("diff", "write", "check", "json")


class FixRun:
    """One run over all files, and what determines its exit status."""

    def __init__(self, options: argparse.Namespace, screen: Screen) -> None:
        self.options = options
        self.screen = screen
        self.request = _request(options)
        self.coverage = FixCoverage()
        self.is_broken = False
        self.has_fixes = False
        self.has_choices = False

    def take(self, path: str) -> None:
        """Fix one file; print an error instead of raising it."""
        try:
            file = fixed_file(path, _octets(path), self.request)
            self._handle(file)
        except BrokenPipeError:
            raise
        except (OSError, ValueError) as trouble:
            complain(f"{path}: {getattr(trouble, 'strerror', None) or trouble}")
            self.is_broken = True

    def _handle(self, file: FixedFile) -> None:
        options = self.options
        self.coverage.add(file)
        self.has_choices |= any(each.choices or each.omitted for each in file.fixes)
        if file.problem:
            complain(f"{file.name}: {file.problem}")
            self.is_broken = True
        if options.write and file.edits:
            write_fixed(Path(file.name), file, None if options.no_backup else options.backup)
        if options.json:
            record = {"name": file.name, "fixes": [each.to_dict() for each in file.fixes]}
            self.screen.exact(json.dumps(record) + "\n")
        elif options.diff:
            self._write_patch(file.diff())
            if not file.edits:
                self._explain(summary_text(file))
        elif options.check or options.write:
            self.screen.write(summary(file, written=options.write))
        else:
            self.screen.write(as_lines(file, exact=options.exact))
        self.has_fixes |= bool(file.edits) and not options.write

    def _write_patch(self, pieces: Iterator[bytes]) -> None:
        """Write a patch, which is not defanged because programs read it."""
        for piece in pieces:
            self.screen.exact(piece.decode("utf-8", "surrogateescape"))

    def _explain(self, text: str) -> None:
        """Print a line on standard error, unless the output is JSON."""
        if text and not self.options.json:
            complain(text)

    def finish(self) -> None:
        """Print the parts that were not checked, or that there was nothing to fix."""
        for text in self.coverage.lines():
            self._explain(text)

    def status(self) -> int:
        """Return 2 after an error in a file, 1 if anything is left to fix, otherwise 0."""
        if self.is_broken:
            return 2
        return int(self.has_fixes or (self.options.strict and self.has_choices))


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Fix all files."""
    if not options.paths:
        refuse('missing PATH, or "-" for standard input')
    refuse_links("fix", options.paths)
    if sum(bool(getattr(options, mode)) for mode in MODES) > 1:
        refuse("choose one of --diff, --write, --check and --json")
    if not options.backup or any(each in options.backup for each in "/\\\0"):
        refuse("--backup: not a file ending")
    if options.write and STANDARD_INPUT in options.paths:
        refuse("--write: standard input is not a file")
    run, skipped = FixRun(options, screen), SkippedFiles()
    files = without_backups(files_of(options.paths), options.paths, options.backup)
    for path in skipped.without(files):
        run.take(path)
    for text in skipped.lines():
        complain(text)
    run.finish()
    return run.status()


def _request(options: argparse.Namespace) -> FixRequest:
    request = FixRequest(options.edition, options.base, options.ampersands)
    if options.choose is not None:
        request = replace(request, chosen=tuple(map(_choice, options.choose.split(","))))
    if options.only is None:
        return request
    codes = frozenset(each.strip() for each in options.only.split(","))
    if strange := sorted(codes - KINDS.keys()):
        refuse(f'--only: "{strange[0]}" is not one of {", ".join(KINDS)}')
    return replace(request, codes=codes)


def _choice(text: str) -> tuple[str, str]:
    code, _, option = text.strip().partition("=")
    if code not in OPTIONS:
        refuse(f'--choose: "{code}" is not one of {", ".join(OPTIONS)}')
    if option not in OPTIONS[code]:
        refuse(f'--choose: "{option}" is not one of {", ".join(OPTIONS[code])}')
    return code, option


def _octets(path: str) -> bytes:
    if path == STANDARD_INPUT:
        octets = standard_input().read(LIMIT + 1)
        if len(octets) > LIMIT:
            refuse(f"standard input: larger than {LIMIT >> 20} MB")
        return octets
    if is_elsewhere(path):
        explanation = "network files are never opened; copy the file to this computer"
        raise OSError(explanation)
    return read_whole(Path(path))
