"""The rows of lists in TOML, of services and of rewriters, each of them checked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from uriinspector.analysis.list_files.name_rows import EXTENDS, OF_PROGRAM, ListHead
from uriinspector.analysis.list_problems import ListError, ListProblem, Problems, quoted
from uriinspector.analysis.parameters import ANYWHERE, PLACE, ServiceRow, ServiceTable, service_row
from uriinspector.analysis.rewriters.table import is_list_of_texts, row_of, shipped_suffixes
from uriinspector.analysis.services import shipped_services
from uriinspector.analysis.values.services import MatchedLink
from uriinspector.core.expression import expression
from uriinspector.core.model import Count, message
from uriinspector.core.parse import parse

if TYPE_CHECKING:
    from uriinspector.analysis.rewriters.decoders import Rewriter

MOST_HOSTS = 50_000
MOST_ROWS = 2_000
LONGEST_EXAMPLE = 4_096
LONGEST_TEXT = 1 << 20
# What a library reads takes memory by the square of the dots in a key; lists have few in a line.
MOST_DOTS = 5_000_000
# What stands at the head of every list.
HEAD = frozenset({"version", "date", EXTENDS})
HOST = expression(r"[\w-]++(?:\.[\w-][\w-]*+)*+")
PATTERN = expression(r"(?:\*\.)?[\w-]++(?:\.[\w-][\w-]*+)*+(?:\.\*)?")
ROWS = {kind: expression(rf"[ \t]*\[\[[ \t]*{kind}[ \t]*\]\]") for kind in ("rewriter", "service")}
LINE_IN_FAULT = expression(r" \(at line (\d+), column \d+\)\Z")


def service_rows(text: str) -> tuple[tuple[tuple[str, str], ...], ListHead]:
    """Kind and host of every row, and the head of a list of services."""
    table, problems = toml_table(text), Problems()
    head = _head(table, problems)
    kinds = list(dict.fromkeys(kind for kind, _ in shipped_services().rows))
    rows: list[tuple[str, str]] = []
    for kind, values in table.items():
        if kind in HEAD:
            continue
        place = problems.line_of(text, f"[{kind}]")
        hosts = values.get("hosts") if isinstance(values, dict) else None
        if kind not in kinds:
            reason = message(
                'unknown kind "{kind}"; allowed: {allowed}',
                kind=quoted(kind),
                allowed=", ".join(kinds),
            )
            problems.add(place, reason)
        elif not isinstance(hosts, list) or set(values) != {"hosts"}:
            problems.add(
                place, message('"{kind}" needs a list "hosts" and no other field', kind=kind)
            )
        else:
            rows += _hosts(kind, hosts, text, problems)
    if len(rows) > MOST_HOSTS:
        problems.add(0, message("more than {count} rows", count=Count(MOST_HOSTS)))
    if not rows:
        problems.add(0, message("the file has no rows"))
    problems.end()
    return tuple(rows), head


def _hosts(kind: str, hosts: list[Any], text: str, problems: Problems) -> Iterator[tuple[str, str]]:
    for host in hosts:
        if isinstance(host, str) and HOST.fullmatch(host):
            yield kind, host.lower()
        else:
            place = problems.line_of(text, f'"{host}"')
            problems.add(place, message('"{host}" is not a host name', host=quoted(host)))


def rewriter_rows(text: str) -> tuple[tuple[Rewriter, ...], ListHead]:
    """The rows and the head of a list of rewriters."""
    table, problems = toml_table(text), Problems()
    head = _head(table, problems)
    suffixes = _suffixes(table, problems)
    rows = []
    for line, fields in _written(table, text, "rewriter", {"suffixes"}, problems):
        try:
            row = row_of(fields, suffixes)
        except ValueError as fault:
            problems.add(line, fault.args[0])
            continue
        _check_hosts(row.hosts, line, problems)
        rows.append(row)
    problems.end()
    return tuple(rows), head


def parameter_rows(text: str) -> tuple[tuple[ServiceRow, ...], ListHead]:
    """The rows and the head of a list of services and their parameters."""
    table, problems = toml_table(text), Problems()
    head = _head(table, problems)
    suffixes = shipped_suffixes() | _suffixes(table, problems)
    words = table.get("words", {})
    if not isinstance(words, dict):
        problems.add(problems.line_of(text, "words"), message("words is a table of tables"))
        words = {}
    rows = []
    for line, fields in _written(table, text, "service", {"suffixes", "words"}, problems):
        try:
            row = service_row(fields, suffixes, words)
        except ValueError as fault:
            problems.add(line, fault.args[0])
            continue
        for reason in _failing_examples(row):
            problems.add(line, reason)
        plain = (PLACE.sub("x", host) for host in row.hosts if host != ANYWHERE)
        _check_hosts(plain, line, problems)
        rows.append(row)
    problems.end()
    return tuple(rows), head


def _failing_examples(row: ServiceRow) -> Iterator[str]:
    """What a row does not read in its own examples as it says."""
    table = ServiceTable([row])
    for link, expected in row.examples.items():
        matched = MatchedLink(table, parse(link[:LONGEST_EXAMPLE]))
        for name, text in expected.items():
            value = matched.text_of(name, row)
            if value is None:
                shown = quoted(link)
                yield message(
                    "example {link}: {name} is not explained", link=shown, name=quoted(name)
                )
            elif value != text:
                yield message(
                    'example {link}: {name} is "{value}", not "{expected}"',
                    link=quoted(link),
                    name=quoted(name),
                    value=quoted(value),
                    expected=quoted(text),
                )


def _written(
    table: dict[str, Any], text: str, kind: str, others: set[str], problems: Problems
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows with the lines that they begin in."""
    for key in sorted(set(table) - HEAD - others - {kind}):
        place = problems.line_of(text, key)
        problems.add(place, message('unknown field "{name}"', name=quoted(key)))
    begins = ROWS[kind]
    lines = [number for number, line in enumerate(text.split("\n"), 1) if begins.match(line)]
    written = table.get(kind, [])
    if not isinstance(written, list):
        problems.add(0, message('rows begin with "{begin}"', begin=f"[[{kind}]]"))
        return
    places = lines if len(lines) == len(written) else [0] * len(written)
    for fields, line in zip(written[:MOST_ROWS], places, strict=False):
        if isinstance(fields, dict):
            yield line, fields
        else:
            problems.add(line, message("a row is a table"))
    if len(written) > MOST_ROWS:
        problems.add(0, message("more than {count} rows", count=Count(MOST_ROWS)))
    elif not written:
        problems.add(0, message("the file has no rows"))


def _suffixes(table: dict[str, Any], problems: Problems) -> dict[str, list[str]]:
    suffixes = table.get("suffixes", {})
    if isinstance(suffixes, dict) and all(map(is_list_of_texts, suffixes.values())):
        return suffixes
    problems.add(0, message("suffixes are lists of texts"))
    return {}


def _check_hosts(hosts: Iterable[str], line: int, problems: Problems) -> None:
    strange = next((host for host in hosts if not PATTERN.fullmatch(host)), None)
    if strange is not None:
        problems.add(line, message('"{host}" is not a host name', host=quoted(strange)))


def toml_table(text: str) -> dict[str, Any]:
    """The text as TOML; ListError says where it is none."""
    if len(text) > LONGEST_TEXT:
        reason = message("the file is larger than {count} MB", count=LONGEST_TEXT >> 20)
        raise ListError([ListProblem(0, reason)])
    dots = [line.count(".") for line in text.split("\n")]
    if sum(each * each for each in dots) + max(dots) * len(dots) > MOST_DOTS:
        line = dots.index(max(dots)) + 1
        raise ListError([ListProblem(line, message("too many names in one line"))])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        words = str(fault)
        place = LINE_IN_FAULT.search(words)
        line = int(place[1]) if place else text.count("\n") + 1
        reason = message("not valid TOML: {fault}", fault=quoted(LINE_IN_FAULT.sub("", words)))
        raise ListError([ListProblem(line, reason)]) from None
    except RecursionError:
        raise ListError([ListProblem(0, message("nested too deeply"))]) from None


def _head(table: dict[str, Any], problems: Problems) -> ListHead:
    extends, date = table.get(EXTENDS), table.get("date")
    if extends not in (None, OF_PROGRAM):
        reason = message(
            'a list can extend "{allowed}", not "{value}"',
            allowed=OF_PROGRAM,
            value=quoted(extends),
        )
        problems.add(0, reason)
    return ListHead(quoted(str(date)) if date else None, extends == OF_PROGRAM)
