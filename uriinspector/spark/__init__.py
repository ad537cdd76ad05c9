"""Inspect links in Spark: ``inspected(frame)`` adds a column with the inspection of each link.

    from uriinspector.spark import inspected

    inspected(frame, "url", columns=["uri.severity", "uri.codes"])

Needs the extra "spark". Apart from this, the folder only contains the job for ``spark-submit``,
because the folder of a submitted file is added to Python's path.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from uriinspector.arrow import inspection_type, map_batches
from uriinspector.arrow.functions import INTO, already_there
from uriinspector.core.parse import texts_of, unknown_choice

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def inspected(
    frame: DataFrame,
    column: str = "url",
    *,
    into: str = INTO,
    columns: Iterable[str] | None = None,
    edition: str = "2005",
    protect: Iterable[str] = (),
) -> DataFrame:
    """Return the frame with an additional column; equal links in a batch are inspected once."""
    from pyspark.sql.pandas.types import from_arrow_type
    from pyspark.sql.types import StructField, StructType

    if column not in frame.columns:
        raise unknown_choice("column", column, frame.columns)
    if into in frame.columns:
        raise already_there(into)
    names = None if columns is None else tuple(columns)
    added = StructField(into, from_arrow_type(inspection_type(names)))
    work = partial(
        map_batches,
        column=column,
        into=into,
        columns=names,
        edition=edition,
        protect=texts_of("protect", protect),
    )
    return frame.mapInArrow(work, StructType([*frame.schema.fields, added]))
