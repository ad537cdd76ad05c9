"""What the commands share that hand something on: the link, and where the text goes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.inspection import Inspection, inspect
from uriinspector.analysis.whole_files import replacing
from uriinspector.cli.errors import refuse
from uriinspector.cli.list_options import lists_of, protected_in
from uriinspector.cli.screen import octets_of
from uriinspector.export.formats import material
from uriinspector.export.templates import RefusedError

if TYPE_CHECKING:
    import argparse

    from uriinspector.cli.screen import Screen
    from uriinspector.export.formats import ExportMaterial, ExportOptions


def inspection_of(options: argparse.Namespace) -> Inspection:
    """The link of the command line, inspected as it is wanted."""
    return inspect(
        options.uri,
        base=options.base,
        edition=options.edition,
        urn_edition=options.urn_edition,
        protect=protected_in(options),
        lists=lists_of(options),
    )


def material_of(options: argparse.Namespace, wishes: ExportOptions) -> ExportMaterial:
    """That link as it is wished."""
    try:
        return material(inspection_of(options), wishes)
    except RefusedError as fault:
        refuse(str(fault))


def write_out(
    text: str, file: str | None, screen: Screen, *, is_new: bool = False, source: str | None = None
) -> None:
    """The text, to the letter, to standard output or into a file of this machine.

    Never into the file that it was made from, and a new one in place of no other.
    """
    if file is None or file == "-":
        screen.exact(text)
        return
    if file[:2].replace("\\", "/") == "//":
        refuse(f"{file}: network locations are never written to")
    try:
        path = Path(file)
        if is_new and path.exists():
            refuse(f"{file}: there is such a file, which was left as it is")
        if source not in {None, "-"} and path.exists() and path.samefile(source or ""):
            refuse(f"{file}: this is the file that is read; name another one")
        with replacing(path) as output:
            output.write(octets_of(text))
    except ValueError:
        refuse(f"{file}: invalid file name")
