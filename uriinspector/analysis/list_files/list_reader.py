"""Files in place of shipped lists: read within bounds, and each bad line named.

A file has the format of the shipped list, which its first lines explain, and may extend that one.
What it says of the owner of a domain is the word of whoever wrote it: as in the shipped list, a row
whose source is "typed" exempts nobody, and any other source is believed.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from uriinspector.analysis.international.known_names import (
    KnownNames,
    names_from,
    shipped_name_rows,
)
from uriinspector.analysis.list_files.list_problems import ListError, ListProblem, Problems
from uriinspector.analysis.list_files.name_rows import name_rows
from uriinspector.analysis.list_files.toml_rows import (
    parameter_rows,
    rewriter_rows,
    service_rows,
)
from uriinspector.analysis.list_sources import (
    KNOWN_NAMES,
    PARAMETERS,
    REWRITERS,
    SERVICES,
    SHIPPED,
    SHIPPED_FILES,
    ListSource,
)
from uriinspector.analysis.parameters import ServiceTable, shipped_parameters
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.rewriters.table import Rewriters, shipped_rewriters
from uriinspector.analysis.services import Services, shipped_services
from uriinspector.core.model import Count, NamedTuple, message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.analysis.list_sources import Lists

# A larger file is no list, and a name of a file is shown no longer than this.
MOST_OCTETS = 4 << 20
LONGEST_NAME = 200


class ListFile(NamedTuple):
    """A file of a list: its kind, what it is called, and what it holds."""

    kind: str
    name: str
    octets: bytes


def lists_from(files: Iterable[ListFile], lists: Lists = SHIPPED) -> Lists:
    """The lists of some files, and others of all other kinds; ListError says what is wrong."""
    for file in files:
        lists = _with(lists, file)
    return lists


@cache
def shipped_source(kind: str) -> ListSource:
    """The list of the program, as if a file had taken its place."""
    name = SHIPPED_FILES[kind]
    [source] = lists_from([ListFile(kind, name, shipped_text(name).encode())]).sources
    return source


def _with(lists: Lists, file: ListFile) -> Lists:
    text = text_of(file.octets)
    digest = hashlib.sha256(file.octets).hexdigest()
    name = PurePath(file.name.replace("\\", "/")).name[:LONGEST_NAME]
    if file.kind == KNOWN_NAMES:
        names, head = name_rows(text)
        before = shipped_name_rows() if head.extends else ()
        lists = lists._replace(known_names=KnownNames(names_from((*before, *names)), digest))
        entries = len({row.name for row in names})
    elif file.kind == SERVICES:
        hosts, head = service_rows(text)
        others = shipped_services().rows if head.extends else ()
        lists = lists._replace(services=Services(dict.fromkeys((*others, *hosts))))
        entries = len(hosts)
    elif file.kind == REWRITERS:
        own, head = rewriter_rows(text)
        behind = shipped_rewriters().rows if head.extends else ()
        lists = lists._replace(rewriters=Rewriters((*own, *behind)))
        entries = len(own)
    elif file.kind == PARAMETERS:
        meanings, head = parameter_rows(text)
        after = shipped_parameters().rows if head.extends else ()
        lists = lists._replace(parameters=ServiceTable((*meanings, *after)))
        entries = len(meanings)
    else:
        explanation = f"no kind of list is called {file.kind!r}"
        raise ValueError(explanation)
    source = ListSource(file.kind, name, entries, head.date, head.extends, digest)
    return lists._replace(sources=(*lists.sources, source))


def text_of(octets: bytes) -> str:
    """The text of a file; what is not UTF-8 is named by its line."""
    if len(octets) > MOST_OCTETS:
        reason = message("the file is larger than {count} MB", count=MOST_OCTETS >> 20)
        raise ListError([ListProblem(0, reason)])
    if octets.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ListError([ListProblem(0, message("the file is UTF-16; save it as UTF-8"))])
    problems = Problems()
    rows = octets.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").split(b"\n")
    for line, row in enumerate(rows, 1):
        if b"\0" in row:
            problems.add(line, message("contains a NUL character"))
        try:
            row.decode()
        except UnicodeDecodeError as fault:
            column = Count(fault.start + 1)
            problems.add(line, message("byte {column} is not valid UTF-8", column=column))
    problems.end()
    return b"\n".join(rows).decode()
