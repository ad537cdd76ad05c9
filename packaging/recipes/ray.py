import pyarrow
import ray

from uriinspector.arrow import inspect_array


def judged(rows: pyarrow.Table) -> pyarrow.Table:
    answers = inspect_array(rows["url"], columns=["uri.severity", "uri.codes"])
    return rows.append_column("inspection", answers)


links = ray.data.read_parquet("links.parquet")
links.map_batches(judged, batch_format="pyarrow").write_parquet("judged")
