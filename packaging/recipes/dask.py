import dask
import pyarrow
import pyarrow.parquet

from uriinspector.arrow import inspect_batch


@dask.delayed
def judged(group: int) -> pyarrow.Table:
    rows = pyarrow.parquet.ParquetFile("links.parquet").read_row_group(group)
    batches = [inspect_batch(each, columns=["uri.severity"]) for each in rows.to_batches()]
    return pyarrow.Table.from_batches(batches)


if __name__ == "__main__":
    groups = pyarrow.parquet.ParquetFile("links.parquet").num_row_groups
    tables = dask.compute(*map(judged, range(groups)), scheduler="processes")
    pyarrow.parquet.write_table(pyarrow.concat_tables(tables), "judged.parquet")
