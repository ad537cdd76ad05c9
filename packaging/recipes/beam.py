import apache_beam
import pyarrow
import pyarrow.parquet
from apache_beam.io.parquetio import ReadFromParquetBatched, WriteToParquetBatched

from uriinspector.arrow import inspect_array, inspection_type

columns = ["uri.severity", "uri.codes"]


def judged(rows: pyarrow.Table) -> pyarrow.Table:
    return rows.append_column("inspection", inspect_array(rows["url"], columns=columns))


schema = pyarrow.parquet.read_schema("links.parquet")
schema = schema.append(pyarrow.field("inspection", inspection_type(columns)))
with apache_beam.Pipeline() as pipeline:
    links = pipeline | ReadFromParquetBatched("links.parquet")
    answers = links | apache_beam.Map(judged)
    answers | WriteToParquetBatched("judged", schema, file_name_suffix=".parquet")
