"""What links are judged by: names to protect, one a line, and files of lists."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.list_sources import KINDS, SHIPPED
from uriinspector.cli.errors import refuse
from uriinspector.cli.screen import complain

if TYPE_CHECKING:
    import argparse
    from typing import BinaryIO

    from uriinspector.analysis.list_files.list_reader import ListFile
    from uriinspector.analysis.list_sources import Lists


def lists_of(options: argparse.Namespace) -> Lists:
    """The lists that judge: files, and the shipped ones for all that no file was named for."""
    given = {kind: getattr(options, kind.replace("-", "_"), None) for kind in KINDS}
    if not any(given.values()):
        return SHIPPED
    from uriinspector.analysis.list_files.list_problems import ListError
    from uriinspector.analysis.list_files.list_reader import lists_from

    lists = SHIPPED
    for kind, file in given.items():
        if file is None:
            continue
        try:
            lists = lists_from([_list_file(kind, file)], lists)
        except ListError as error:
            *others, last = error.texts
            for each in others:
                complain(f"{file}: {each}")
            refuse(f"{file}: {last}")
    return lists


def _list_file(kind: str, file: str) -> ListFile:
    from uriinspector.analysis.list_files.list_reader import MOST_OCTETS, ListFile

    with opened(file) as source:
        return ListFile(kind, file, source.read(MOST_OCTETS + 1))


def protected_in(options: argparse.Namespace) -> tuple[str, ...]:
    """The names of --protect."""
    return names_in(options.protect) if options.protect else ()


def names_in(file: str) -> tuple[str, ...]:
    """The names; empty lines and remarks are left out."""
    with opened(file) as source:
        rows = source.read().decode("utf-8-sig", "replace").splitlines()
    result = (row.partition("#")[0].strip() for row in rows)
    return tuple(name for name in result if name)


def is_elsewhere(file: str) -> bool:
    """Whether asking for it could send something to another machine."""
    return file[:2].replace("\\", "/") == "//" or file[:5].lower() == "file:"


def opened(file: str) -> BinaryIO:
    """The file, unless asking for it could send something to another machine."""
    if is_elsewhere(file):
        refuse(f"{file}: network files are never opened")
    try:
        return Path(file).open("rb")
    except ValueError:
        refuse(f"{file}: invalid file name")
