"""A Spark job that adds inspections to the rows of a Parquet file, and can partition the result.

    spark-submit uriinspector/spark/__main__.py IN OUT --column url --partition-by day

IN and OUT can be anything that Spark reads and writes. OUT must not exist: an interrupted job
leaves no ``_SUCCESS`` in it, and must be repeated with another OUT or with --overwrite.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from uriinspector.spark import inspected

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the job, and return the exit status."""
    from pyspark.sql import SparkSession
    from pyspark.sql.utils import AnalysisException

    asked = options(arguments)
    session = SparkSession.builder.appName("uriinspector").getOrCreate()
    try:
        frame = inspected_links(session.read.parquet(asked.source), asked)
        write = frame.write.mode("overwrite" if asked.overwrite else "errorifexists")
        if asked.partition_by:
            write = write.partitionBy(*asked.partition_by)
        write.parquet(asked.target)
    except (AnalysisException, ValueError) as error:
        sys.stderr.write(f"uriinspector: {str(error).partition(chr(10))[0]}\n")
        return 2
    finally:
        session.stop()
    return 0


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="Inspect a column of links.")
    parser.add_argument("source", metavar="IN")
    parser.add_argument("target", metavar="OUT")
    parser.add_argument("--column", default="url", help="column of the links (default: url)")
    parser.add_argument("--columns", help="what to add, such as uri.severity,uri.codes")
    parser.add_argument("--distinct", action="store_true", help="inspect each link once, and join")
    parser.add_argument("--partition-by", nargs="*", default=[], metavar="COLUMN")
    parser.add_argument("--partitions", type=int, help="number of tasks to spread the rows over")
    parser.add_argument("--overwrite", action="store_true", help="replace OUT if it exists")
    parser.add_argument("--edition", default="2005")
    parser.add_argument("--protect", nargs="*", default=[], metavar="NAME")
    return parser.parse_args(arguments)


def inspected_links(frame: DataFrame, asked: argparse.Namespace) -> DataFrame:
    """Inspect every row; with ``--distinct``, inspect each link once and join the results."""
    columns = asked.columns.split(",") if asked.columns else None
    how = {"columns": columns, "edition": asked.edition, "protect": asked.protect}
    if not asked.distinct:
        rows = frame.repartition(asked.partitions) if asked.partitions else frame
        return inspected(rows, asked.column, **how)
    links = frame.select(asked.column).distinct()
    if asked.partitions:
        links = links.repartition(asked.partitions)
    return frame.join(inspected(links, asked.column, **how), asked.column, "left")


if __name__ == "__main__":
    sys.exit(main())
