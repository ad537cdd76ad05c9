"""The user's own lists: each file is read within limits, and each row is checked.

A file has the format of the built-in list, which its first lines explain, and may extend that list.
Its author vouches for the owners of domains: as in the built-in list, rows with the source "typed"
exempt no one, and any other source is trusted.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from functools import cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, TypeVar

from uriinspector.analysis.international.idna import encoded
from uriinspector.analysis.international.known_names import (
    KINDS,
    LONGEST,
    LONGEST_NAME,
    UNVERIFIED,
    KnownNames,
    NameRow,
    in_unicode,
    names_from,
    registrable,
    shipped_names,
)
from uriinspector.analysis.list_folder import INDEX, file_name, own_files, read_list
from uriinspector.analysis.list_problems import (
    ListError,
    Problems,
    changed_table,
    quoted,
    refusal,
    text_of,
)
from uriinspector.analysis.list_sources import (
    KNOWN_NAMES,
    PARAMETERS,
    REWRITERS,
    SERVICES,
    SHIPPED,
    SHIPPED_FILES,
    Lists,
    ListSource,
)
from uriinspector.analysis.parameters import (
    ANYWHERE,
    PLACE,
    ServiceRow,
    ServiceTable,
    service_row,
    shipped_parameters,
)
from uriinspector.analysis.resource_files import built_in_text
from uriinspector.analysis.rewriters import (
    Rewriters,
    is_list_of_texts,
    row_of,
    shipped_rewriters,
    shipped_suffixes,
)
from uriinspector.analysis.services import Services, shipped_services
from uriinspector.analysis.values.services import MatchedLink
from uriinspector.analysis.versions import date_in, dated_files, kind_of
from uriinspector.analysis.whole_files import replacing
from uriinspector.core.expression import expression
from uriinspector.core.model import Count, NamedTuple, message
from uriinspector.core.parse import parse

if TYPE_CHECKING:
    from uriinspector.analysis.rewriter_decoders import Rewriter

Row = TypeVar("Row")
# More names would take too long to look up.
MOST_NAMES = 20_000
LONGEST_NAME_LINE = 50_000
COLUMNS = len(NameRow._fields)
EXTENDS, DATES = "extends", ("date of the data", "date")
# Sources of rows for which no one has verified the owners of the domains.
DOUBTED = (UNVERIFIED, "unverified")
# The value that makes a list extend the built-in one.
OF_PROGRAM = "shipped"


class ListHead(NamedTuple):
    """The settings in the first lines of a list: its date, and if it extends the built-in list."""

    date: str | None
    extends: bool


def name_rows(
    text: str, before: Iterable[NameRow] = (), *, adds: bool = False
) -> tuple[tuple[NameRow, ...], ListHead]:
    """Return the rows and the head of a list; ListError lists every invalid line.

    ``before`` are the rows of the list that it may extend.
    """
    problems = Problems()
    lines = text.split("\n")
    head = _name_head(lines, problems)
    known = {row.name for row in before} if adds or head.extends else set()
    rows: list[NameRow] = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        row = _row(line, number, known, problems)
        if row is not None:
            known.add(row.name)
            rows.append(row)
            if len(rows) > MOST_NAMES:
                problems.add(number, message("more than {count} rows", count=Count(MOST_NAMES)))
                break
    problems.end(len(rows))
    return tuple(rows), head


def _name_head(lines: list[str], problems: Problems) -> ListHead:
    values: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            break
        key, _, value = line.removeprefix("#").partition(":")
        values.setdefault(key.strip(), value.strip())
        if key.strip() == EXTENDS:
            _check_extends(value.strip(), number, problems)
    date = next((quoted(values[key]) for key in DATES if values.get(key)), None)
    return ListHead(date, EXTENDS in values)


def _check_extends(value: object, line: int, problems: Problems) -> None:
    if value != OF_PROGRAM:
        reason = message(
            'a list can extend "{allowed}", not "{value}"', allowed=OF_PROGRAM, value=quoted(value)
        )
        problems.add(line, reason)


def _row(line: str, number: int, known: set[str], problems: Problems) -> NameRow | None:
    if len(line) > LONGEST_NAME_LINE:
        reason = message("longer than {count} characters", count=Count(LONGEST_NAME_LINE))
        problems.add(number, reason)
        return None
    columns = [each.strip() for each in line.split("\t")]
    if len(columns) != COLUMNS or not all(columns):
        reason = message(
            "a row needs 5 columns separated by tabs (name, kind, pack, source, domains); "
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
        reasons.append(
            message(
                '"{name}" is not a valid name; a name is one label, without dots', name=quoted(name)
            )
        )
    if kind not in KINDS:
        allowed = ", ".join(KINDS)
        reasons.append(
            message('unknown kind "{kind}"; allowed: {allowed}', kind=quoted(kind), allowed=allowed)
        )
    domains = []
    for each in written.split():
        domain = _reference(each, known) if each[0] == "=" else _domain(each)
        if domain is None and each[0] == "=":
            reasons.append(
                message('"{name}" is not a name defined above this line', name=quoted(each[1:]))
            )
        elif domain is None:
            reasons.append(message('"{domain}" is not a domain', domain=quoted(each)))
        else:
            domains.append(domain)
    for each in reasons:
        problems.add(number, each)
    return None if reasons else NameRow(label, kind, pack, source, tuple(domains))


def _reference(text: str, known: set[str]) -> str | None:
    name = in_unicode(text[1:])
    return f"={name}" if name in known else None


def _domain(text: str) -> str | None:
    """Return the registrable domain of a listed name, since its owner also owns the names under
    it.
    """
    name = in_unicode(text) if len(text) <= LONGEST_NAME else ""
    labels = name.split(".")
    is_name = len(labels) > 1 and all(map(_is_label, labels)) and not labels[-1].isdigit()
    return (registrable(name) or name) if is_name else None


def _is_label(label: str) -> bool:
    plain = label.replace("-", "").replace("_", "")
    return plain.isalnum() and len(label) <= LONGEST and encoded(label) is not None


MOST_HOSTS = 50_000
MOST_TOML_ROWS = 2_000
LONGEST_EXAMPLE = 4_096
LONGEST_TEXT = 1 << 20
# The parser's memory grows with the square of the dots in a key; lists have few dots per line.
MOST_DOTS = 5_000_000
# Fields that every list has.
HEAD = frozenset({"version", "date", EXTENDS})
HOST = expression(r"[\w-]++(?:\.[\w-][\w-]*+)*+")
PATTERN = expression(r"(?:\*\.)?[\w-]++(?:\.[\w-][\w-]*+)*+(?:\.\*)?")
ROWS = {kind: expression(rf"[ \t]*\[\[[ \t]*{kind}[ \t]*\]\]") for kind in ("rewriter", "service")}
LINE_IN_FAULT = expression(r" \(at line (\d+), column \d+\)\Z")


class TableFile:
    """A list in TOML: its table, its head and its problems."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.table = toml_table(text)
        self.problems = Problems()
        extends, date = self.table.get(EXTENDS), self.table.get("date")
        if extends is not None:
            _check_extends(extends, 0, self.problems)
        self.head = ListHead(quoted(str(date)) if date else None, extends == OF_PROGRAM)

    def add(self, reason: str, part: str = "") -> None:
        """Add a problem in the line where a part first occurs, or in the whole file."""
        line = self.problems.line_of(self.text, part) if part else 0
        self.problems.add(line, reason)

    def suffixes(self) -> dict[str, list[str]]:
        suffixes = self.table.get("suffixes", {})
        if isinstance(suffixes, dict) and all(map(is_list_of_texts, suffixes.values())):
            return suffixes
        self.add(message("suffixes must be lists of strings"))
        return {}

    def rows(
        self,
        kind: str,
        others: set[str],
        read: Callable[[dict[str, Any]], Row],
        faults: Callable[[Row], Iterator[str]],
    ) -> tuple[Row, ...]:
        """Return the rows; ListError lists the problems of each."""
        rows = []
        for line, fields in self._written(kind, others):
            try:
                row = read(fields)
            except ValueError as fault:
                self.problems.add(line, fault.args[0])
                continue
            for reason in faults(row):
                self.problems.add(line, reason)
            rows.append(row)
        self.problems.end()
        return tuple(rows)

    def _written(self, kind: str, others: set[str]) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the rows with the lines where they begin."""
        for key in sorted(set(self.table) - HEAD - others - {kind}):
            self.add(message('unknown field "{name}"', name=quoted(key)), key)
        begins = ROWS[kind]
        lines = [at for at, line in enumerate(self.text.split("\n"), 1) if begins.match(line)]
        written = self.table.get(kind, [])
        if not isinstance(written, list):
            self.add(message('rows must begin with "{begin}"', begin=f"[[{kind}]]"))
            return
        places = lines if len(lines) == len(written) else [0] * len(written)
        for fields, line in zip(written[:MOST_TOML_ROWS], places, strict=False):
            if isinstance(fields, dict):
                yield line, fields
            else:
                self.problems.add(line, message("a row must be a table"))
        if len(written) > MOST_TOML_ROWS:
            self.add(message("more than {count} rows", count=Count(MOST_TOML_ROWS)))
        elif not written:
            self.add(message("the file has no rows"))


def service_rows(text: str) -> tuple[tuple[tuple[str, str], ...], ListHead]:
    file = TableFile(text)
    kinds = list(dict.fromkeys(kind for kind, _ in shipped_services().rows))
    rows: list[tuple[str, str]] = []
    for kind, values in file.table.items():
        if kind in HEAD:
            continue
        hosts = values.get("hosts") if isinstance(values, dict) else None
        if kind not in kinds:
            allowed = ", ".join(kinds)
            reason = message(
                'unknown kind "{kind}"; allowed: {allowed}', kind=quoted(kind), allowed=allowed
            )
            file.add(reason, f"[{kind}]")
        elif not isinstance(hosts, list) or set(values) != {"hosts"}:
            reason = message('"{kind}" needs a "hosts" list and no other field', kind=kind)
            file.add(reason, f"[{kind}]")
        else:
            rows += _hosts(kind, hosts, file)
    if len(rows) > MOST_HOSTS:
        file.add(message("more than {count} rows", count=Count(MOST_HOSTS)))
    file.problems.end(len(rows))
    return tuple(rows), file.head


def _hosts(kind: str, hosts: list[Any], file: TableFile) -> Iterator[tuple[str, str]]:
    for host in hosts:
        if isinstance(host, str) and HOST.fullmatch(host):
            yield kind, host.lower()
        else:
            file.add(message('"{host}" is not a host name', host=quoted(host)), f'"{host}"')


def rewriter_rows(text: str) -> tuple[tuple[Rewriter, ...], ListHead]:
    file = TableFile(text)
    suffixes = file.suffixes()
    rows = file.rows(
        "rewriter",
        {"suffixes"},
        lambda fields: row_of(fields, suffixes),
        lambda row: _strange_host(row.hosts),
    )
    return rows, file.head


def parameter_rows(text: str) -> tuple[tuple[ServiceRow, ...], ListHead]:
    file = TableFile(text)
    suffixes = shipped_suffixes() | file.suffixes()
    words = file.table.get("words", {})
    if not isinstance(words, dict):
        file.add(message("words must be a table of tables"), "words")
        words = {}
    rows = file.rows(
        "service",
        {"suffixes", "words"},
        lambda fields: service_row(fields, suffixes, words),
        _faults_of_service,
    )
    return rows, file.head


def _faults_of_service(row: ServiceRow) -> Iterator[str]:
    yield from _failing_examples(row)
    yield from _strange_host(PLACE.sub("x", host) for host in row.hosts if host != ANYWHERE)


def _strange_host(hosts: Iterable[str]) -> Iterator[str]:
    strange = next((host for host in hosts if not PATTERN.fullmatch(host)), None)
    if strange is not None:
        yield message('"{host}" is not a host name', host=quoted(strange))


def _failing_examples(row: ServiceRow) -> Iterator[str]:
    """Yield a message for each example of a row that the row does not read as it claims."""
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


def toml_table(text: str) -> dict[str, Any]:
    """Parse TOML; ListError gives the line of an error."""
    if len(text) > LONGEST_TEXT:
        raise refusal(message("the file is larger than {count} MB", count=LONGEST_TEXT >> 20))
    dots = [line.count(".") for line in text.split("\n")]
    if sum(each * each for each in dots) + max(dots) * len(dots) > MOST_DOTS:
        line = dots.index(max(dots)) + 1
        raise refusal(message("too many names in one line"), line)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        words = str(fault)
        place = LINE_IN_FAULT.search(words)
        line = int(place[1]) if place else text.count("\n") + 1
        reason = message("not valid TOML: {fault}", fault=quoted(LINE_IN_FAULT.sub("", words)))
        raise refusal(reason, line) from None
    except RecursionError:
        raise refusal(message("nested too deeply")) from None


# Longer file names are cut off.
LONGEST_FILE_NAME = 200


class ListFile(NamedTuple):
    """A file for a list: its kind, name and content, and how it is used.

    ``adds`` tells whether it adds to the list; if None, its first lines decide.
    """

    kind: str
    name: str
    octets: bytes
    adds: bool | None = None


def lists_from(files: Iterable[ListFile], lists: Lists = SHIPPED) -> Lists:
    """Return the lists with the files applied; ListError lists the problems."""
    for file in files:
        lists = _with(lists, file)
    return lists


@cache
def shipped_source(kind: str) -> ListSource:
    name = SHIPPED_FILES[kind]
    [source] = lists_from([ListFile(kind, name, built_in_text(name).encode())]).sources
    return source


def _with(lists: Lists, file: ListFile) -> Lists:
    text = text_of(file.octets)
    digest = hashlib.sha256(file.octets).hexdigest()
    name = PurePath(file.name.replace("\\", "/")).name[:LONGEST_FILE_NAME]
    rows: tuple[Any, ...]
    if file.kind == KNOWN_NAMES:
        known = lists.known_names or shipped_names()
        rows, head = name_rows(text, known.written, adds=bool(file.adds))
    elif file.kind in TOML_LISTS:
        rows, head = TOML_LISTS[file.kind].read(text)
    else:
        explanation = f"no kind of list is called {file.kind!r}"
        raise ValueError(explanation)
    if file.adds is False and head.extends:
        raise refusal(message('a file that extends the built-in list needs ".add" in its name'))
    adds = head.extends if file.adds is None else file.adds
    if file.kind == KNOWN_NAMES:
        entries = len({row.name for row in rows})
        written = (*known.written, *rows) if adds else rows
        both = f"{known.digest} {digest}" if adds else digest
        lists = lists._replace(known_names=KnownNames(names_from(written), both, written))
    else:
        entries = len(rows)
        kind = TOML_LISTS[file.kind]
        others = (getattr(lists, file.kind) or kind.shipped()).rows if adds else ()
        lists = lists._replace(**{file.kind: kind.make((*rows, *others))})
    return with_source(lists, ListSource(file.kind, name, entries, head.date, adds, digest))


def with_source(lists: Lists, source: ListSource) -> Lists:
    """Add a source, removing those that it replaces."""
    before = [each for each in lists.sources if source.extends or each.kind != source.kind]
    return lists._replace(sources=(*before, source))


class TomlList(NamedTuple):
    """Functions that read the rows of a list, combine them, and return the built-in list."""

    read: Callable[[str], tuple[tuple[Any, ...], ListHead]]
    make: Callable[[Iterable[Any]], Any]
    shipped: Callable[[], Any]


# The lists in TOML, by the names of their fields in ``Lists``.
TOML_LISTS = {
    SERVICES: TomlList(service_rows, lambda rows: Services(dict.fromkeys(rows)), shipped_services),
    REWRITERS: TomlList(rewriter_rows, Rewriters, shipped_rewriters),
    PARAMETERS: TomlList(parameter_rows, ServiceTable, shipped_parameters),
}

MOST_STRANGE = 20
OLDER = "older than the built-in list of {date}"
STRANGE = "no built-in list has this name"


class UserFile(NamedTuple):
    """A file in the folder: the list that it is for, its source and its problems.

    A file without a source is not used.
    """

    file: str
    name: str
    source: ListSource | None
    problems: tuple[str, ...] = ()


class UserLists:
    """The lists of a folder; ``checks`` count the entries of lists that other packages read."""

    def __init__(self, folder: Path | None, checks: Mapping[str, Callable[[str], int]]) -> None:
        """Read every file in the folder, if there is one."""
        self.folder = folder
        self._checks = checks
        self.lists: Lists = SHIPPED
        self.files: tuple[UserFile, ...] = ()
        # Current texts of the tables, including the files read so far.
        self._texts: dict[str, str] = {}
        self.read()

    def read(self) -> None:
        self.lists, files, known = SHIPPED, [], set()
        self._texts = {}
        if self.folder is not None:
            rename_updates(self.folder)
        for name in dated_files():
            for file, adds in own_files(self.folder, name):
                known.add(file.name)
                found = self._file(file, name, adds=adds)
                if found is not None:
                    files.append(found)
        self.files = (*files, *self._strange(known))

    def put(self, name: str, octets: bytes, *, adds: bool) -> None:
        """Save a file for a list, in addition to it or instead of it.

        Raise ListError if the file has problems, or OSError if it cannot be saved.
        """
        if self.folder is None:
            return
        self._with(name, file_name(name, adds=adds), octets, adds=adds)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with replacing(self.folder / file_name(name, adds=adds), mode=0o600) as file:
            file.write(octets)
        self.read()

    def remove(self, name: str) -> None:
        for file, _ in own_files(self.folder, name):
            file.unlink(missing_ok=True)
        self.read()

    def of(self, name: str) -> tuple[UserFile, ...]:
        return tuple(each for each in self.files if each.name == name)

    def _file(self, file: Path, name: str, *, adds: bool) -> UserFile | None:
        try:
            octets = read_list(file)
            if octets is None:
                return None
            self.lists = self._with(name, file.name, octets, adds=adds)
        except ListError as error:
            return UserFile(file.name, name, None, error.texts)
        except OSError as trouble:
            return UserFile(file.name, name, None, (trouble.strerror or str(trouble),))
        source, built_in = self.lists.sources[-1], date_in(name, built_in_text(name))
        is_older = _is_before(source.date, built_in)
        notes = (message(OLDER, date=built_in),) if is_older else ()
        return UserFile(file.name, name, source, notes)

    def _with(self, name: str, file: str, octets: bytes, *, adds: bool) -> Lists:
        kind = kind_of(name)
        if name == SHIPPED_FILES.get(kind):
            return lists_from([ListFile(kind, file, octets, adds)], self.lists)
        text = text_of(octets)
        if name in self._checks:
            entries = self._checks[name](text)
            Problems().end(entries)
        else:
            built_in = built_in_text(name)
            before = self._texts.get(name, built_in)
            changed = changed_table(name, before, octets, built_in, adds=adds)
            self._texts[name], entries = changed
        digest = hashlib.sha256(octets).hexdigest()
        dated = quoted(date_in(name, text)) or None
        return with_source(self.lists, ListSource(kind, file, entries, dated, adds, digest))

    def _strange(self, known: set[str]) -> Iterator[UserFile]:
        names: list[str] = []
        with suppress(OSError):
            names = sorted(each.name for each in self.folder.iterdir()) if self.folder else []
        strange = [each for each in names if each not in known and each[0] != "."]
        for each in strange[:MOST_STRANGE]:
            yield UserFile(each, "", None, (message(STRANGE),))


def _is_before(stated: str | None, built_in: str) -> bool:
    try:
        return date.fromisoformat(stated or built_in) < date.fromisoformat(built_in)
    except ValueError:
        return False


def rename_updates(folder: Path) -> None:
    """Rename lists that version 0.1 saved; outdated ones get the ending ".old"."""
    with suppress(OSError, ValueError, RecursionError):
        index = read_list(folder / INDEX)
        if index is None:
            return
        rows = json.loads(index)
        rows = rows if isinstance(rows, list) else []
        kept = [row.get("name") for row in rows if isinstance(row, dict)]
        for name in dated_files():
            old, new = folder / name.replace("/", "-"), folder / PurePath(name).name
            octets = read_list(old) if name in kept else None
            if octets is None or (old != new and new.exists()):
                continue
            text = octets.decode("utf-8", "replace")
            if _is_before(date_in(name, text), date_in(name, built_in_text(name))):
                new = folder / f"{new.name}.old"
            old.rename(new)
        (folder / INDEX).unlink()
