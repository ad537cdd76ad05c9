"""A table of results in the window: python -m tests.benchmarks.results [ROWS].

A table is made as by ``uriinspect table``, read as in Documents, and stored in a case. The library
alternately converts the same columns to Python values: reported are the processor times of both,
and their ratio.
"""

import resource
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import pyarrow as pa
import pyarrow.parquet as pq

from tests.benchmarks.corpus import references
from uriinspector.arrow import inspect_batch
from uriinspector.arrow.results import read_results
from uriinspector.gui.documents.open_case import OpenCase

ROWS, KINDS, ROUNDS, GROUP = 1_000_000, 20_000, 3, 16_384
COLUMNS = ("url.original", "uri.severity", "uri.rank", "uri.codes", "uri.host", "uri.final_host")


def write(path: Path, rows: int) -> None:
    """Write a table in which each link occurs several times."""
    batch = pa.record_batch({"url": references(min(rows, KINDS))})
    table = pa.Table.from_batches([inspect_batch(batch)])
    with pq.ParquetWriter(path, table.schema, compression="zstd") as writer:
        for at in range(0, rows, table.num_rows):
            writer.write_table(table.slice(0, rows - at), row_group_size=GROUP)


def opened(path: Path) -> OpenCase:
    """Read the table as rows of a case."""
    case = OpenCase()
    for each in read_results(path, 0):
        case.add(each)
    return case


def plainly(path: Path) -> int:
    """Convert the same columns to Python lists."""
    columns = [f"inspection.{each}" for each in COLUMNS]
    batches = pq.ParquetFile(path).iter_batches(1_024, columns=columns, use_threads=False)
    return sum(len(batch.to_pylist()) for batch in batches)


def main() -> None:
    """Measure and print the figures."""
    rows = int(sys.argv[1]) if sys.argv[1:] else ROWS
    ours, plain = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "judged.parquet")
        write(path, rows)
        for _ in range(ROUNDS):
            began = time.process_time()
            count = len(opened(path).rows)
            ours.append(time.process_time() - began)
            began = time.process_time()
            assert plainly(path) == count
            plain.append(time.process_time() - began)
        size = path.stat().st_size
    ratio = median(one / other for one, other in zip(ours, plain, strict=True))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sys.stdout.write(
        f"{count:,} rows of {size:,} bytes: {median(ours):.1f} s of the processor,"
        f" {ratio:.2f} of the library alone; peak {peak:,} kB\n"
    )


if __name__ == "__main__":
    main()
