"""Files in place of shipped lists: read within bounds, and each bad line named.

A file has the format of the shipped list, which its first lines explain, and may extend that one.
What it says of the owner of a domain is the word of whoever wrote it: as in the shipped list, a row
whose source is "typed" exempts nobody, and any other source is believed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import PurePath
from typing import Any

from uriinspector.analysis.international.known_names import (
    KnownNames,
    names_from,
    shipped_names,
)
from uriinspector.analysis.list_files.name_rows import ListHead, name_rows
from uriinspector.analysis.list_files.toml_rows import (
    parameter_rows,
    rewriter_rows,
    service_rows,
)
from uriinspector.analysis.list_problems import ListError, ListProblem, text_of
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
from uriinspector.analysis.parameters import ServiceTable, shipped_parameters
from uriinspector.analysis.resource_files import built_in_text
from uriinspector.analysis.rewriters.table import Rewriters, shipped_rewriters
from uriinspector.analysis.services import Services, shipped_services
from uriinspector.core.model import NamedTuple, message

# A name of a file is shown no longer than this.
LONGEST_NAME = 200


class ListFile(NamedTuple):
    """A file of a list: its kind, its name, its content, and how it is used.

    ``adds``: it adds to the list; None where its first lines say whether it does.
    """

    kind: str
    name: str
    octets: bytes
    adds: bool | None = None


def lists_from(files: Iterable[ListFile], lists: Lists = SHIPPED) -> Lists:
    """The lists of some files, and others of all other kinds; ListError says what is wrong."""
    for file in files:
        lists = _with(lists, file)
    return lists


@cache
def shipped_source(kind: str) -> ListSource:
    """The list of the program, as if a file had taken its place."""
    name = SHIPPED_FILES[kind]
    [source] = lists_from([ListFile(kind, name, built_in_text(name).encode())]).sources
    return source


def _with(lists: Lists, file: ListFile) -> Lists:
    text = text_of(file.octets)
    digest = hashlib.sha256(file.octets).hexdigest()
    name = PurePath(file.name.replace("\\", "/")).name[:LONGEST_NAME]
    known = lists.known_names or shipped_names()
    rows: tuple[Any, ...]
    if file.kind == KNOWN_NAMES:
        rows, head = name_rows(text, known.written, adds=bool(file.adds))
    elif file.kind in TOML_ROWS:
        rows, head = TOML_ROWS[file.kind](text)
    else:
        explanation = f"no kind of list is called {file.kind!r}"
        raise ValueError(explanation)
    if file.adds is False and head.extends:
        reason = message('a file that extends the built-in list needs ".add" in its name')
        raise ListError([ListProblem(0, reason)])
    adds = head.extends if file.adds is None else file.adds
    entries = len(rows)
    if file.kind == KNOWN_NAMES:
        entries = len({row.name for row in rows})
        written = (*known.written, *rows) if adds else rows
        both = f"{known.digest} {digest}" if adds else digest
        lists = lists._replace(known_names=KnownNames(names_from(written), both, written))
    elif file.kind == SERVICES:
        others = (lists.services or shipped_services()).rows if adds else ()
        lists = lists._replace(services=Services(dict.fromkeys((*others, *rows))))
    elif file.kind == REWRITERS:
        behind = (lists.rewriters or shipped_rewriters()).rows if adds else ()
        lists = lists._replace(rewriters=Rewriters((*rows, *behind)))
    else:
        after = (lists.parameters or shipped_parameters()).rows if adds else ()
        lists = lists._replace(parameters=ServiceTable((*rows, *after)))
    return with_source(lists, ListSource(file.kind, name, entries, head.date, adds, digest))


def with_source(lists: Lists, source: ListSource) -> Lists:
    """Name a file among those that judge, in place of those that it replaces."""
    before = [each for each in lists.sources if source.extends or each.kind != source.kind]
    return lists._replace(sources=(*before, source))


TOML_ROWS: dict[str, Callable[[str], tuple[tuple[Any, ...], ListHead]]] = {
    SERVICES: service_rows,
    REWRITERS: rewriter_rows,
    PARAMETERS: parameter_rows,
}
