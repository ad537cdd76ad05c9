"""The command "table": inspects a column of links in parts, so that an interrupted run can be
continued.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from uriinspector.analysis.safe_text import visible
from uriinspector.cli.arguments import is_elsewhere, lists_of, protected_in, refuse
from uriinspector.cli.jobs import jobs_of, results
from uriinspector.cli.screen import Screen, complain

if TYPE_CHECKING:
    from uriinspector.cli.row_inputs import TableInput
    from uriinspector.cli.table_writers import PartFiles, TablePiece, TableRequest

INCOMPLETE = 3
MISSING = "table needs the library pyarrow: pip install pyarrow"
# Suffix of the folder next to the output where finished parts are stored.
PARTS = ".parts"


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Inspect the table part by part; finished parts are reused."""
    _check_library()
    from uriinspector.cli.row_inputs import TableInput
    from uriinspector.cli.table_writers import PartFiles

    jobs = jobs_of(options)
    target, form, is_folder = _target(options)
    with closing(TableInput(options.source)) as source:
        request = _request(options, source, form)
        if target.exists() and target.samefile(options.source):
            refuse(f"{target}: this is the input; choose another name for the output")
        folder = target if is_folder else target.with_name(target.name + PARTS)
        parts = PartFiles(folder, source.digest(), _settings_hash(source, request), form)
        with parts.locked():
            if is_folder:
                parts.refuse_others()
            count, rows = _make(source, request, parts, jobs)
            if not is_folder:
                _join(target, request, parts, count)
                parts.remove()
    return _summary(options, source, rows, screen)


def _summary(options: argparse.Namespace, source: TableInput, rows: int, screen: Screen) -> int:
    """Print how many rows were written, left out or changed."""
    for line in source.faults.summary():
        complain(line)
    unit = {"mbox": "email", "warc": "page"}.get(source.form, "row") + ("" if rows == 1 else "s")
    text = f"{rows:,} {unit} of {options.source}, written to {options.target}"
    screen.out.write(f"{visible(text)}\n")
    return INCOMPLETE if source.faults else 0


def _check_library() -> None:
    if find_spec("pyarrow") is None:
        refuse(MISSING)


def _target(options: argparse.Namespace) -> tuple[Path, str, bool]:
    """Return the output path, its format, and whether it is a folder."""
    from uriinspector.cli.table_writers import PARQUET, form_of_name

    name = options.target
    if is_elsewhere(name):
        refuse(f"{name}: network locations are never written to; choose a folder on this computer")
    if "\0" in name:
        refuse(f"{name}: invalid file name")
    path = Path(name)
    is_folder = name.endswith(("/", os.sep)) or path.is_dir()
    if path.exists() and not is_folder and not path.is_file():
        refuse(f"{name}: not a regular file")
    form = options.format or (PARQUET if is_folder else form_of_name(name))
    return path, form, is_folder


def _request(options: argparse.Namespace, source: TableInput, form: str) -> TableRequest:
    """Return the request; refuse missing columns, and names that already exist."""
    from uriinspector.arrow.columns import chosen
    from uriinspector.arrow.functions import INTO
    from uriinspector.cli.table_writers import TableRequest

    has_files = source.has_files or options.content is not None
    column = "content" if source.has_files else options.content or options.column
    if column not in source.schema.names:
        refuse(
            f"{source.name}: no column {column!r}; available: {', '.join(source.schema.names[:20])}"
        )
    _check_kind(source, column, has_files=has_files)
    columns = None if options.columns is None else tuple(options.columns.split(","))
    try:
        names = [each.name for each in chosen(columns)]
    except ValueError as error:
        refuse(str(error), error)
    taken = {INTO, *names} if form == "csv" else {INTO}
    if not has_files and (twice := taken.intersection(source.schema.names)):
        refuse(f"{source.name}: already has a column {min(twice)!r}; rename it first")
    return TableRequest(
        *(source.schema, column, has_files, columns, options.edition),
        *(protected_in(options), lists_of(options), form),
    )


def _check_kind(source: TableInput, column: str, *, has_files: bool) -> None:
    """Refuse a column that does not contain text or, for files, bytes."""
    import pyarrow as pa

    kind = source.schema.field(column).type
    is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind)
    is_text = is_text or pa.types.is_string_view(kind) or pa.types.is_null(kind)
    if is_text or (has_files and (pa.types.is_binary(kind) or pa.types.is_large_binary(kind))):
        return
    wanted = "text or bytes" if has_files else "text"
    refuse(f"{source.name}: the column {column!r} contains {kind}, not {wanted}")


def _settings_hash(source: TableInput, request: TableRequest) -> str:
    """Return a hash of everything that the parts depend on, except the input itself."""
    import pyarrow as pa

    from uriinspector.analysis.versions import judged_by, program
    from uriinspector.arrow.columns import SCHEMA_VERSION
    from uriinspector.cli.row_inputs import MOST_BYTES, MOST_ROWS

    rules = [list(each) for each in (program(), *judged_by(request.lists.sources))]
    asked = [request.column, request.has_files, request.columns, request.edition, request.protect]
    forms = [source.form, request.form, pa.__version__, SCHEMA_VERSION, MOST_ROWS, MOST_BYTES]
    return hashlib.sha256(json.dumps([rules, asked, forms]).encode()).hexdigest()


def _make(
    source: TableInput, request: TableRequest, parts: PartFiles, jobs: int
) -> tuple[int, int]:
    """Write all missing parts; return the numbers of parts and of rows."""
    from uriinspector.cli.table_writers import PartWork, TableProgress

    progress, count = TableProgress(sys.stderr), 0
    try:
        for part in results(PartWork(request, parts), _pieces(source, parts), jobs):
            progress.step(part)
            count = part.number + 1
    except KeyboardInterrupt:
        progress.clear()
        complain("stopped; run the same command to continue")
        raise
    finally:
        progress.clear()
    return count, progress.rows


def _pieces(source: TableInput, parts: PartFiles) -> Iterator[TablePiece]:
    from uriinspector.cli.table_writers import TablePiece

    row = 0
    for number, (batch, read) in enumerate(source.batches()):
        octets = None if parts.path(number).exists() else batch.serialize().to_pybytes()
        yield TablePiece(number, row, batch.num_rows, read, octets)
        row += batch.num_rows


def _join(target: Path, request: TableRequest, parts: PartFiles, count: int) -> None:
    """Join all parts into one file, which atomically replaces the target."""
    from uriinspector.analysis.whole_files import replacing
    from uriinspector.cli.table_writers import join_parts

    def opened() -> Iterator[BinaryIO]:
        for number in range(count):
            with parts.path(number).open("rb") as file:
                yield file

    whole = parts.folder / f"whole.{request.form}"
    with replacing(whole) as out:
        join_parts(request.form, request.out_schema, opened(), out)
    whole.replace(target)
