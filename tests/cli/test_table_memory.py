"""Joining the parts of a table does not accumulate memory."""

import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest

from tests.architecture.source import ROOT
from tests.for_each import for_each
from uriinspector.cli.table_writers import ARROW, PARQUET, write_part

# Unless memory is released, each part leaves two megabytes behind with this allocator.
PARTS, FIRST, LIMIT, COLUMNS, ROWS = 24, 4, 16_000, 20, 8_192
JOIN = """
import sys
from pathlib import Path

import pyarrow as pa

from uriinspector.cli.table_writers import join_parts

form, part, count = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])


def anonymous():
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon:"))


def opened():
    for _ in range(count):
        print(anonymous())
        with part.open("rb") as file:
            yield file


schema = pa.schema([(f"c{at}", pa.string()) for at in range(int(sys.argv[4]))])
with part.with_name("whole").open("wb") as out:
    join_parts(form, schema, opened(), out)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it is read from /proc")
@for_each("form", PARQUET, ARROW)
def test_memory_for_joining_does_not_grow_with_the_number_of_parts(
    form: str, tmp_path: Path
) -> None:
    part = tmp_path / "part"
    texts = pa.array(
        f"https://host{row}.example/path/{row}/page.html?n={row}" for row in range(ROWS)
    )
    batch = pa.record_batch({f"c{at}": texts for at in range(COLUMNS)})
    with part.open("wb") as out:
        assert write_part(form, batch.schema, [batch], out) == ROWS
    answer = subprocess.run(
        [sys.executable, "-c", JOIN, form, str(part), str(PARTS), str(COLUMNS)],
        env=os.environ | {"ARROW_DEFAULT_MEMORY_POOL": "system", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    held = [int(line) for line in answer.stdout.split()]
    assert len(held) == PARTS
    assert held[-1] - held[FIRST] < LIMIT, held
