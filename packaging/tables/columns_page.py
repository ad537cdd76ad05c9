"""The page of the manual about columns of links, made from the table of columns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from markdown_table import table

from uriinspector.arrow.columns import COLUMNS, SCHEMA_VERSION
from uriinspector.arrow.functions import CALLS, CLICKHOUSE, LINKS, OCSF, OCTETS, SPARK

if TYPE_CHECKING:
    from collections.abc import Iterable

DISTINCT = Path(__file__).resolve().parents[1] / "recipes/distinct.sql"
PAGE = """\
# Columns of links

Logs and mail lie in tables. These functions put inspections beside the links of a column, on
engines that people already run. They need extras: `pip install 'uriinspector[arrow]'` or
`'uriinspector[duckdb]'`. Nothing raises for a text; null stays null; equal texts are inspected
once.

## Arrow

    import pyarrow as pa
    from uriinspector.arrow import inspect_array, inspect_batch, map_batches, scan_batch

    rows = inspect_array(pa.array(["http://paypal.com@evil.test/", None]))
    batch = inspect_batch(batch, "url", columns=["uri.severity", "uri.codes", "url"])

`inspect_array(strings, columns=None, edition="2005", protect=())` has a struct for each text,
with the structs `url` and `uri`. `columns` names what is wanted, a column or a group; what is
not wanted is not computed, and `url` alone is the grammar's work and costs a tenth.
`inspect_batch` adds one column, `inspection`, to a record batch; `map_batches` does it for a
stream of batches, as engines hand them to their workers: the page "Engines that carry it" has
recipes. All of them take `lists` too, as `inspect` does.

The schema has the version {version}; it is in the metadata of the column as
`uriinspector.schema_version`. New columns go to the end.

{columns}

`scan_batch(batch, "content", name=None)` takes mails and pages as bytes or strings and gives
batches of their links, a row for each: {links}. `row` is the place of the file in the batch;
what could not be looked at is a row that has `unread`. `base` names a column of base URIs.

Pictures in mails and pages are decoded and searched for codes in a process of its own, with limits
of memory and time and without access to files, sockets and programs. `scan_batch` and
`uriinspector.scan` start it with the first picture: one for each process that scans, also for each
worker of Spark. It is the same Python (`sys.executable`), in the installed folder the program
itself; a script that calls them needs no `__main__` guard, and is not run again. It is kept for
further pictures, takes about 30 MB meanwhile, and ends with the process that started it. Where it
cannot be started, each picture is listed as not examined. The functions for links alone, in
DuckDB as well, start no process.

## Files, without an engine

    uriinspect table --jobs 2 --column url proxy.csv judged.parquet
    uriinspect table inbox.mbox links.jsonl

reads Parquet, Arrow, CSV, JSON lines, mbox and WARC, and writes the first four. The work is done
in parts, which are named by the sums of the input and of the rules: a run that is stopped, even
killed, goes on with the same command and writes the same bytes. `uriinspect table --help` has the
rest.

## DuckDB

    import duckdb
    import uriinspector.duckdb

    connection = duckdb.connect()
    uriinspector.duckdb.register(connection, protect=["mybank.example"])
    connection.sql("SELECT uri_verdict(url).severity AS severity, count(*) FROM proxy GROUP BY ALL")

`uri_verdict(text)` answers with the columns of `uri`, `uri_parts(text)` with those of `url`.
DuckDB hands over 2,048 rows at a time; a link that came in one of the last {calls} calls is not
inspected again, as long as what is remembered has no more than {octets} MB. Where links come again
after more rows than that, ask for each once and join:

{distinct}

## Names that people know

`uriinspector.arrow.functions` has the same columns under other names: `parse_url(strings,
part, key=None)` with the parts of Spark ({spark}), `column_of(strings, name)` with the
functions of ClickHouse ({clickhouse}), and `ocsf_url(strings)` with the attributes of OCSF's
object ({ocsf}). What they say is what this program reads; engines differ on faulty links.
"""


def columns_page() -> str:
    """Write the page."""
    rows = ((f"`{each.name}`", _kind(str(each.type)), each.says) for each in COLUMNS)
    return PAGE.format(
        version=SCHEMA_VERSION,
        calls=CALLS,
        octets=OCTETS >> 20,
        distinct="\n".join(f"    {row}" for row in DISTINCT.read_text("utf-8").splitlines()),
        columns=table((("column", "type", "what it says"), *rows)),
        links=_named(LINKS.names),
        spark=_named(SPARK),
        clickhouse=_named(CLICKHOUSE),
        ocsf=_named(OCSF),
    )


def _kind(name: str) -> str:
    return name.replace("item: ", "").replace("<", " of ", 1).rstrip(">").replace("<", " of ")


def _named(names: Iterable[str]) -> str:
    return ", ".join(f"`{each}`" for each in names)
