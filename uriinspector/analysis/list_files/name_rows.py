"""The rows of a list of known names as somebody wrote them, each of them checked."""

from __future__ import annotations

from collections.abc import Iterable

from uriinspector.analysis.international.idna import encoded
from uriinspector.analysis.international.known_names import (
    KINDS,
    LONGEST,
    LONGEST_NAME,
    UNVERIFIED,
    NameRow,
    in_unicode,
    registrable,
)
from uriinspector.analysis.list_problems import Problems, quoted
from uriinspector.core.model import Count, NamedTuple, message

# More names than these would take longer to look up than anybody waits.
MOST_ROWS = 20_000
LONGEST_LINE = 50_000
COLUMNS = len(NameRow._fields)
EXTENDS, DATES = "extends", ("date of the data", "date")
# What begins so says that nobody has verified whose the domains are.
DOUBTED = (UNVERIFIED, "unverified")
# What a list can extend.
OF_PROGRAM = "shipped"


class ListHead(NamedTuple):
    """What the first lines of a file say of it."""

    date: str | None
    extends: bool


def name_rows(
    text: str, before: Iterable[NameRow] = (), *, adds: bool = False
) -> tuple[tuple[NameRow, ...], ListHead]:
    """The rows and the head of a list; ListError names every line that is none.

    ``before`` are the rows of the list that it may extend.
    """
    problems = Problems()
    lines = text.split("\n")
    head = _head(lines, problems)
    known = {row.name for row in before} if adds or head.extends else set()
    rows: list[NameRow] = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        row = _row(line, number, known, problems)
        if row is not None:
            known.add(row.name)
            rows.append(row)
            if len(rows) > MOST_ROWS:
                problems.add(number, message("more than {count} rows", count=Count(MOST_ROWS)))
                break
    problems.end()
    if not rows:
        problems.add(0, message("the file has no rows"))
        problems.end()
    return tuple(rows), head


def _head(lines: list[str], problems: Problems) -> ListHead:
    values: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            break
        key, _, value = line.removeprefix("#").partition(":")
        values.setdefault(key.strip(), value.strip())
        if key.strip() == EXTENDS and value.strip() != OF_PROGRAM:
            reason = message(
                'a list can extend "{allowed}", not "{value}"',
                allowed=OF_PROGRAM,
                value=quoted(value.strip()),
            )
            problems.add(number, reason)
    date = next((quoted(values[key]) for key in DATES if values.get(key)), None)
    return ListHead(date, EXTENDS in values)


def _row(line: str, number: int, known: set[str], problems: Problems) -> NameRow | None:
    if len(line) > LONGEST_LINE:
        problems.add(number, message("longer than {count} characters", count=Count(LONGEST_LINE)))
        return None
    columns = [each.strip() for each in line.split("\t")]
    if len(columns) != COLUMNS or not all(columns):
        reason = message(
            "5 columns with tabs between them are needed (name, kind, pack, source, domains); "
            "this line has {count}",
            count=sum(map(bool, columns)),
        )
        problems.add(number, reason)
        return None
    name, kind, pack, source, written = columns
    if source.lower().startswith(DOUBTED):
        source = UNVERIFIED
    reasons: list[str] = []
    label = in_unicode(name)
    if not _is_label(label):
        reasons.append(message('"{name}" is not a name: one label without dots', name=quoted(name)))
    if kind not in KINDS:
        allowed = ", ".join(KINDS)
        reasons.append(
            message('unknown kind "{kind}"; allowed: {allowed}', kind=quoted(kind), allowed=allowed)
        )
    domains = []
    for each in written.split():
        domain = _reference(each, known) if each[0] == "=" else _domain(each)
        if domain is None and each[0] == "=":
            reasons.append(message('"{name}" is not a name above this line', name=quoted(each[1:])))
        elif domain is None:
            reasons.append(message('"{domain}" is not a domain', domain=quoted(each)))
        else:
            domains.append(domain)
    for reason in reasons:
        problems.add(number, reason)
    return None if reasons else NameRow(label, kind, pack, source, tuple(domains))


def _reference(text: str, known: set[str]) -> str | None:
    name = in_unicode(text[1:])
    return f"={name}" if name in known else None


def _domain(text: str) -> str | None:
    """The registrable domain: what is under it belongs to its owner as well."""
    name = in_unicode(text) if len(text) <= LONGEST_NAME else ""
    labels = name.split(".")
    is_name = len(labels) > 1 and all(map(_is_label, labels)) and not labels[-1].isdigit()
    return (registrable(name) or name) if is_name else None


def _is_label(label: str) -> bool:
    plain = label.replace("-", "").replace("_", "")
    return plain.isalnum() and len(label) <= LONGEST and encoded(label) is not None
