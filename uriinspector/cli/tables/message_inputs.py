"""Mails of an mbox and pages of a WARC, as batches of files."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from uriinspector.cli.tables.row_inputs import grouped_rows
from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from uriinspector.cli.tables.table_faults import TableFaults

FILES = pa.schema([("content", pa.binary()), ("base", pa.string()), ("name", pa.string())])
MOST_FILES = 512
LONGEST = 64 << 20  # of a mail or a page
TOO_LONG = f"longer than {LONGEST >> 20} MB"
LONGEST_LINE = 1 << 16
LENGTH = expression("[0-9]{1,18}+")  # of a block; no disk holds a longer one
Row = tuple[list[Any], int]


class MboxInput:
    """Mails, each after a line that begins with "From "."""

    schema = FILES

    def __init__(self, file: BinaryIO, faults: TableFaults) -> None:
        self._file, self._faults = file, faults

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The mails."""
        return grouped_rows(self._rows(), FILES, MOST_FILES)

    def _rows(self) -> Iterator[Row]:
        number, size, lines = 0, 0, list[bytes]()
        is_blank = is_new = True
        while line := self._file.readline(LONGEST_LINE):
            if is_new and is_blank and line.startswith(b"From "):
                if number or size:
                    yield from self._mail(number, size, lines)
                number, size, lines = number + 1, 0, []
            else:
                size += len(line)
                if size <= LONGEST:
                    lines.append(line)
            is_blank = is_new and not line.strip(b"\r\n")
            is_new = line.endswith(b"\n")
        if number or size:
            yield from self._mail(number, size, lines)

    def _mail(self, number: int, size: int, lines: list[bytes]) -> Iterator[Row]:
        if size > LONGEST:
            self._faults.left_out(max(1, number), TOO_LONG)
            return
        yield [b"".join(lines), None, "mail.eml"], size


class WarcInput:
    """What servers answered, of a WARC file: the pages, with their addresses as base URIs."""

    schema = FILES

    def __init__(self, file: BinaryIO, faults: TableFaults) -> None:
        self._file, self._faults = file, faults
        self._number = 0

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The pages."""
        return grouped_rows(self._rows(), FILES, MOST_FILES)

    def _rows(self) -> Iterator[Row]:
        while (fields := self._head()) is not None:
            self._number += 1
            length = fields.get("content-length", "")
            if not LENGTH.fullmatch(length):
                self._faults.left_out(self._number, "no length: the rest of the file was not read")
                return
            size, kind = int(length), fields.get("warc-type", "").lower()
            if kind not in {"response", "resource"} or size > LONGEST:
                if size > LONGEST:
                    self._faults.left_out(self._number, TOO_LONG)
                self._skip(size)
                continue
            block = self._file.read(size)
            if len(block) < size:
                self._faults.left_out(self._number, "the file ends within it")
                return
            if kind == "response" and "http" in fields.get("content-type", "http"):
                block = self._body(block)
            yield [block, fields.get("warc-target-uri", "").strip("<>") or None, None], len(block)

    def _head(self) -> dict[str, str] | None:
        """The fields of the next record."""
        line = b"\r\n"
        while line and not line.strip():
            line = self._file.readline(LONGEST_LINE)
        if not line:
            return None
        if not line.startswith(b"WARC/"):
            self._faults.left_out(self._number + 1, "not a record: the rest was not read")
            return None
        return fields_of(iter(lambda: self._file.readline(LONGEST_LINE), b""))

    def _skip(self, size: int) -> None:
        while size > 0:
            octets = self._file.read(min(size, 1 << 20))
            size = size - len(octets) if octets else 0

    def _body(self, block: bytes) -> bytes:
        """What an HTTP response carries, without its codings."""
        head, _, body = block.partition(b"\r\n\r\n")
        fields = fields_of(iter(head.split(b"\r\n")[1:]))
        try:
            if "chunked" in fields.get("transfer-encoding", "").lower():
                body = without_chunks(body)
            coding = fields.get("content-encoding", "").strip().lower()
            if coding in {"gzip", "x-gzip", "deflate"}:
                body = inflated(body)
            elif coding not in {"", "identity"}:
                self._faults.changed(self._number, f"its coding {coding!r} is not known")
        except (ValueError, zlib.error) as fault:
            self._faults.changed(self._number, f"a damaged body: {fault}")
        return body


def fields_of(lines: Iterator[bytes]) -> dict[str, str]:
    """The fields of a header, by their names in lowercase letters; up to an empty line."""
    fields = {}
    for line in lines:
        if not line.strip():
            break
        name, _, value = line.decode("utf-8", "replace").partition(":")
        fields[name.strip().lower()] = value.strip()
    return fields


def without_chunks(body: bytes) -> bytes:
    """RFC 9112 7.1: each chunk after a line with its length; archives often took them off."""
    pieces: list[bytes] = []
    at = 0
    while True:
        end = body.find(b"\r\n", at)
        size = int(body[at:end].partition(b";")[0], 16) if end >= 0 else 0
        if size <= 0:
            return b"".join(pieces)
        pieces.append(body[end + 2 : end + 2 + size])
        at = end + 2 + size + 2


def inflated(body: bytes) -> bytes:
    """gzip, or deflate with or without its header; no more than a page may be long."""
    for bits in (47, -15):
        try:
            return zlib.decompressobj(bits).decompress(body, LONGEST)
        except zlib.error:
            if bits < 0:
                raise
    return body
