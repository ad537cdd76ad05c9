import polars

from uriinspector.arrow import inspect_array

links = polars.read_parquet("links.parquet")
distinct = links.select("url").unique()
answers = inspect_array(distinct["url"].to_arrow(), columns=["uri.severity", "uri.codes"])
judged = distinct.with_columns(polars.from_arrow(answers).alias("inspection"))
links.join(judged, on="url", how="left", nulls_equal=True).write_parquet("judged.parquet")
