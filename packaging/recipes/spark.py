from pyspark.sql import SparkSession

from uriinspector.spark import inspected

spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
links = spark.read.parquet("links.parquet")
judged = inspected(links, "url", columns=["uri.severity", "uri.codes"])
judged.write.mode("overwrite").parquet("judged")
