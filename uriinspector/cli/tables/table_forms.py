"""The forms of tables, by the first bytes of files and by their names."""

from __future__ import annotations

from pathlib import PurePath

from uriinspector.cli.errors import refuse

PARQUET, ARROW, CSV, JSONL, MBOX, WARC = "parquet", "arrow", "csv", "jsonl", "mbox", "warc"
WRITTEN = (PARQUET, ARROW, CSV, JSONL)
ENDINGS = {
    ".parquet": PARQUET,
    ".pq": PARQUET,
    ".arrow": ARROW,
    ".feather": ARROW,
    ".ipc": ARROW,
    ".csv": CSV,
    ".tsv": CSV,
    ".jsonl": JSONL,
    ".ndjson": JSONL,
    ".mbox": MBOX,
    ".warc": WARC,
}
FIRST_BYTES = {
    b"PAR1": PARQUET,
    b"ARROW1": ARROW,
    b"\xff\xff\xff\xff": ARROW,  # a stream
    b"WARC/": WARC,
    b"From ": MBOX,
    b"{": JSONL,
}


def form_of_content(first: bytes, name: str) -> str:
    """The form of a file that begins like this."""
    start = first.removeprefix(b"\xef\xbb\xbf").lstrip(b" \r\n")
    for octets, form in FIRST_BYTES.items():
        if start.startswith(octets):
            return form
    return ENDINGS.get(PurePath(name).suffix.lower(), CSV)


def form_of_name(name: str) -> str:
    """The form of a file that is to be written."""
    form = ENDINGS.get(PurePath(name).suffix.lower())
    if form not in WRITTEN:
        refuse(
            f"{name}: the name must end in .parquet, .arrow, .csv or .jsonl, or in / for a folder"
        )
    return form
