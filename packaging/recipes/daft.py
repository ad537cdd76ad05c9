import daft

from uriinspector.arrow import inspect_array, inspection_type

columns = ["uri.severity", "uri.codes"]


@daft.func.batch(return_dtype=daft.DataType.from_arrow_type(inspection_type(columns)))
def verdict(links: daft.Series) -> daft.Series:
    return daft.Series.from_arrow(inspect_array(links.to_arrow(), columns=columns))


links = daft.read_parquet("links.parquet")
links.with_column("inspection", verdict(links["url"])).write_parquet("judged")
