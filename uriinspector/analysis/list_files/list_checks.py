"""A file in place of a shipped list for good: whether it is whole, of its kind, and not older."""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from uriinspector.analysis.domains import built_in_rules
from uriinspector.analysis.international.known_names import NameRow
from uriinspector.analysis.list_files.list_problems import ListError, ListProblem, Problems, quoted
from uriinspector.analysis.list_files.list_reader import text_of
from uriinspector.analysis.list_files.name_rows import name_rows
from uriinspector.analysis.list_files.row_shapes import SHAPES, checked_rows
from uriinspector.analysis.list_files.toml_rows import (
    parameter_rows,
    rewriter_rows,
    service_rows,
    toml_table,
)
from uriinspector.analysis.list_sources import (
    KNOWN_NAMES,
    PARAMETERS,
    REWRITERS,
    SERVICES,
    SHIPPED_FILES,
)
from uriinspector.analysis.resource_files import built_in_text, rows_in
from uriinspector.analysis.updated_lists import SUFFIX_LIST
from uriinspector.analysis.versions import dated_files, head_of, origin_of, suffix_list_date
from uriinspector.core import characters
from uriinspector.core.expression import expression
from uriinspector.core.model import Count, NamedTuple, message

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.analysis.list_files.name_rows import ListHead

TEMPLATES = "lists/templates.toml"
OTHER_LINE_ENDS = expression(r"[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
RULE = expression(r"!?(?:\*\.)?[^\s.!*/]+(?:\.[^\s.!*/]+)*")
TAB = expression(r"[^\S\n]*\t[^\S\n]*")
SECTIONS = ("ICANN", "PRIVATE")
# A list that was cut off is found by its length.
LEAST_SHARE = 2


class CheckedList(NamedTuple):
    """A file that can take the place of a shipped list."""

    name: str
    date: str
    entries: int


@cache
def updatable() -> tuple[str, ...]:
    """Every dated list and table by the place of its shipped file, in the order of ``tables``."""
    return (SUFFIX_LIST, *dated_files())


def name_of(path: str) -> str:
    """The list that a file is named like; ListError where there is none."""
    file = PurePath(path.replace("\\", "/")).name
    names = {PurePath(name).name: name for name in updatable()}
    if file not in names:
        reason = message(
            'no built-in list has the file name "{file}"; "uriinspect lists --all" shows them',
            file=quoted(file),
        )
        raise ListError([ListProblem(0, reason)])
    return names[file]


def checked(name: str, octets: bytes) -> CheckedList:
    """Date and entries of a file; ListError says what is wrong with it."""
    text = text_of(octets)
    _check_lines(text)
    entries = _entries(name, text)
    dated, built_in = date_in(name, text), date_in(name, shipped_form(name))
    problem = _date_problem(dated, built_in)
    shipped_entries = _shipped_entries(name)
    if entries * LEAST_SHARE < shipped_entries:
        problem = message(
            "fewer than half as many entries as in the built-in list ({count} of {most})",
            count=Count(entries),
            most=Count(shipped_entries),
        )
    if problem:
        raise ListError([ListProblem(0, problem)])
    return CheckedList(name, dated, entries)


def _check_lines(text: str) -> None:
    """No line ends otherwise than by LF or CRLF."""
    odd = OTHER_LINE_ENDS.search(text)
    if odd:
        line, name = text.count("\n", 0, odd.start()) + 1, characters.number(odd[0])
        raise ListError([ListProblem(line, message("contains {character}", character=name))])


def _date_problem(dated: str, built_in: str) -> str | None:
    try:
        is_older = date.fromisoformat(dated) < date.fromisoformat(built_in)
    except ValueError:
        return message("the first lines state no date of the form 2026-12-31")
    if not is_older:
        return None
    return message(
        "the date {date} is before that of the built-in list, {other}", date=dated, other=built_in
    )


def date_in(name: str, text: str) -> str:
    """The date that the first lines state; "" where there is none."""
    if name == SUFFIX_LIST:
        return suffix_list_date(text) or ""
    return head_of(text).get("date of the data") or head_of(text).get("date", "")


def origin_in(name: str, text: str) -> str:
    """Where the first lines say that the data come from; "" where they do not say so."""
    return "publicsuffix.org" if name == SUFFIX_LIST else origin_of(text)


def shipped_form(name: str) -> str:
    """The built-in list, whatever took its place."""
    return built_in_rules() if name == SUFFIX_LIST else built_in_text(name)


@cache
def _shipped_entries(name: str) -> int:
    return _entries(name, shipped_form(name))


def _entries(name: str, text: str) -> int:
    if name == SUFFIX_LIST:
        return _suffix_rules(text)
    if name in READERS:
        rows, head = READERS[name](text)
        problems = Problems()
        if head.extends:
            problems.add(0, message('remove "extends": an update replaces the built-in list'))
        if name == SHIPPED_FILES[REWRITERS] and "suffixes" not in toml_table(text):
            problems.add(0, message('the table "suffixes" is missing'))
        if name == SHIPPED_FILES[KNOWN_NAMES]:
            _check_form(text, problems)
        problems.end()
        names = {row.name for row in rows if isinstance(row, NameRow)}
        return len(names or rows)
    problems = Problems()
    if name == TEMPLATES:
        rows = toml_table(text).get("template", {})
        return len(rows) if isinstance(rows, dict) else 0
    count = checked_rows(SHAPES[name], text, rows_in(built_in_text(name)), problems)
    problems.end()
    return count


def _check_form(text: str, problems: Problems) -> None:
    """Nothing around the columns: the built-in list is read without a second look."""
    for number, line in enumerate(text.split("\n"), 1):
        if line and not line.startswith("#") and line != TAB.sub("\t", line.strip()):
            problems.add(number, message("spaces around a column, or a line of spaces"))


def _suffix_rules(text: str) -> int:
    """How many rules a Public Suffix List has."""
    problems = Problems()
    for section in SECTIONS:
        if not all(f"==={edge} {section} DOMAINS===" in text for edge in ("BEGIN", "END")):
            reason = message('the section "{section}" is missing or incomplete', section=section)
            problems.add(0, reason)
    count = 0
    for number, line in enumerate(text.split("\n"), 1):
        if line[:2] in {"", "//"}:
            continue
        rule = line.split(" ", 1)[0].rstrip()
        count += 1
        if not RULE.fullmatch(rule) or not _has_code(rule):
            problems.add(number, message('"{rule}" is not a rule', rule=quoted(rule)))
    problems.end()
    return count


def _has_code(rule: str) -> bool:
    try:
        rule.lstrip("!*.").encode("idna")
    except UnicodeError:
        return False
    return True


READERS: dict[str, Callable[[str], tuple[tuple[object, ...], ListHead]]] = {
    SHIPPED_FILES[KNOWN_NAMES]: name_rows,
    SHIPPED_FILES[SERVICES]: service_rows,
    SHIPPED_FILES[REWRITERS]: rewriter_rows,
    SHIPPED_FILES[PARAMETERS]: parameter_rows,
}
