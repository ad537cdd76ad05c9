import pyarrow
from datafusion import SessionContext, udf

from uriinspector.arrow import inspect_array, inspection_type

columns = ["uri.severity", "uri.codes"]
verdict = udf(
    lambda links: inspect_array(links, columns=columns),
    [pyarrow.string()],
    inspection_type(columns),
    "immutable",
    name="uri_verdict",
)
context = SessionContext()
context.register_udf(verdict)
context.register_parquet("links", "links.parquet")
judged = context.sql("SELECT *, uri_verdict(arrow_cast(url, 'Utf8')) AS inspection FROM links")
judged.write_parquet("judged")
