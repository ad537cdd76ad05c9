"""Query functions of other programs for the hosts of links: ``whose_host.py > whose_host.json``.

This needs pyspark and Java, so the answers are stored in a file from which the manual is made; the
checks run the queries again.
"""

from __future__ import annotations

import json
import sys
from importlib import metadata
from typing import Any
from urllib.parse import urlsplit  # noqa: TID251 - it is the one that is asked

from pyspark.sql import SparkSession

LINKS = (
    "http://www.example.com@evil.test/",
    "http://www.example.com:80@evil.test/",
    "http://www.example.com%2F@evil.test/",
    "http://www.example.com\\@evil.test/",
    "http://evil.test\\@www.example.com/",
    "http://evil.test\\.www.example.com/",
    "http:\\\\evil.test\\path",
    "http:/evil.test/www.example.com",
    "http:evil.test/",
    "http:///evil.test/",
    "https:////evil.test/",
    "HTTP://EVIL.TEST/",
    "\thttp://evil.test/",
    "ht\ntp://evil.test/",
    "http://evil\t.test/",
    "http://evil.test#@www.example.com/",
    "http://evil.test?@www.example.com/",
    "http://evil.test;@www.example.com/",
    "http://www.example.com#@evil.test/",
    "http://a@b@evil.test/",
    "http://0x7f.1/",
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://[::ffff:127.0.0.1]/",
    "http://\uff45vil.test/",
    "http://evil\u3002test/",
    "http://e%76il.test/",
    "http://b\u00fccher.test/",
    "http://evil_host.test/",
    "http://evil.test:99999/",
)
ENGINES = ("Python, urlsplit", "Spark, parse_url", "Spark, try_parse_url")
FAILS = "an error"


def python_host(link: str) -> str | None:
    """Return the host according to Python's standard library."""
    try:
        return urlsplit(link).hostname
    except ValueError:
        return FAILS


def spark_hosts(function: str) -> list[str | None]:
    """Return the hosts found by a Spark function, with one query per link, as an error ends a
    query.
    """
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    session = builder.config("spark.log.level", "OFF").getOrCreate()
    found = []
    for link in LINKS:
        frame = session.createDataFrame([(link,)], "url string")
        try:
            [row] = frame.selectExpr(f"{function}(url, 'HOST')").collect()
            found.append(row[0])
        except Exception:  # noqa: BLE001 - whatever it is, it ends the query
            found.append(FAILS)
    return found


def answers() -> dict[str, Any]:
    """Return the versions, and the host of each link by each function."""
    columns = [
        list(map(python_host, LINKS)),
        spark_hosts("parse_url"),
        spark_hosts("try_parse_url"),
    ]
    versions = {
        "Python": ".".join(map(str, sys.version_info[:2])),
        "Spark": metadata.version("pyspark"),
    }
    return {"versions": versions, "hosts": dict(zip(ENGINES, columns, strict=True))}


if __name__ == "__main__":
    json.dump(answers() | {"links": LINKS}, sys.stdout, indent=1)
    sys.stdout.write("\n")
