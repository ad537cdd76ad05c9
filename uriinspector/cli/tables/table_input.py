"""The file that a table comes from: found, opened, and how far it has been read."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import lzma
import os
import zlib
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Protocol

import pyarrow as pa

from uriinspector.cli.errors import MisuseError, refuse
from uriinspector.cli.list_options import is_elsewhere
from uriinspector.cli.tables.column_inputs import ArrowInput, ParquetInput
from uriinspector.cli.tables.message_inputs import MboxInput, WarcInput
from uriinspector.cli.tables.row_inputs import CsvInput, JsonInput
from uriinspector.cli.tables.table_faults import TableFaults
from uriinspector.cli.tables.table_forms import (
    ARROW,
    CSV,
    JSONL,
    MBOX,
    PARQUET,
    WARC,
    form_of_content,
)
from uriinspector.documents.regular_files import open_regular

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

PACKED: dict[bytes, Callable[..., Any]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\0": lzma.open,
}
FIRST = 4_096
# What reading a damaged file ends in, packed or not: a length in it may be any number.
# A name that is no UTF-8 is one for Arrow, until somebody asks for it.
DAMAGED = (
    *(OSError, EOFError, lzma.LZMAError, zlib.error, pa.ArrowException, MemoryError),
    UnicodeDecodeError,
)


class Rows(Protocol):
    """The rows of a file."""

    schema: pa.Schema

    def batches(self) -> Iterator[pa.RecordBatch]:
        """In parts."""


READERS: dict[str, Callable[[BinaryIO, TableFaults], Rows]] = {
    PARQUET: ParquetInput,
    ARROW: ArrowInput,
    CSV: CsvInput,
    JSONL: JsonInput,
    MBOX: MboxInput,
    WARC: WarcInput,
}
UNITS = {CSV: "line", JSONL: "line", MBOX: "email", WARC: "record"}


class TableInput:
    """A file of rows; what cannot be read as one is refused in words."""

    def __init__(self, name: str) -> None:
        if is_elsewhere(name):
            refuse(f"{name}: network files are never opened")
        self.name = name
        try:
            self._raw = open_regular(name)
        except OSError as error:
            refuse(f"{name}: {error.strerror or error}", error)
        except ValueError as error:
            refuse(f"{name}: invalid file name", error)
        self.size = os.fstat(self._raw.fileno()).st_size
        self.form = ""  # as long as nothing of it could be read
        file, inner = self._unpacked()
        try:
            if not self.size:
                refuse("the file is empty")
            self.form = form_of_content(file.read(FIRST), inner)
            file.seek(0)
            self.faults = TableFaults(UNITS.get(self.form, "row"))
            self._rows = READERS[self.form](file, self.faults)
        except (*DAMAGED, MisuseError) as error:
            self.close()
            self._refuse(error)
        self.schema = self._rows.schema

    def close(self) -> None:
        """It has been read."""
        self._raw.close()

    def _unpacked(self) -> tuple[BinaryIO, str]:
        first = self._raw.read(8)
        self._raw.seek(0)
        for start, unpack in PACKED.items():
            if first.startswith(start):
                return unpack(self._raw), PurePath(self.name).stem
        return self._raw, self.name

    @property
    def has_files(self) -> bool:
        """Whether each row is a mail or a page."""
        return self.form in {MBOX, WARC}

    def digest(self) -> str:
        """The SHA-256 of the file."""
        result = hashlib.sha256()
        with open_regular(self.name) as file:
            while octets := file.read(1 << 20):
                result.update(octets)
        return result.hexdigest()

    def batches(self) -> Iterator[tuple[pa.RecordBatch, float]]:
        """The rows, a part at once, and how much of the file has been read."""
        try:
            for batch in self._rows.batches():
                yield batch, min(1.0, self._raw.tell() / self.size)
        except DAMAGED as error:
            self._refuse(error)

    def _refuse(self, error: BaseException) -> None:
        why = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        why = why or "it asks for too much memory"
        if not isinstance(error, MisuseError):
            how = f"read as {self.form}" if self.form else "unpacked"
            why = f"this file cannot be {how}: {why}"
        refuse(f"{self.name}: {why}", error)
