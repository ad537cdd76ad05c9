"""URL functions with the names of other engines and schemas."""

import pytest

from tests.for_each import for_each
from uriinspector.arrow.functions import CLICKHOUSE, column_of, ocsf_url, parse_url, try_parse_url

LINK = "https://user:pw@www.example.co.uk:8080/a/b?q=1&p=%20x#frag"
# The parts by their names in Spark.
PARTS = {
    "HOST": "www.example.co.uk", "PATH": "/a/b", "QUERY": "q=1&p=%20x", "REF": "frag",
    "PROTOCOL": "https", "AUTHORITY": "user:pw@www.example.co.uk:8080", "FILE": "/a/b?q=1&p=%20x",
    "USERINFO": "user:pw",
}  # fmt: skip


@for_each("part", *PARTS)
def test_spark_url_parts_are_returned(part: str) -> None:
    assert parse_url([LINK, None, LINK], part).to_pylist() == [PARTS[part], None, PARTS[part]]
    assert try_parse_url(["", "mailto:x", "/p"], part) is not None


def test_query_and_path_are_returned_as_written() -> None:
    assert parse_url(["http://a/b", "http://a/b?"], "FILE").to_pylist() == ["/b", "/b?"]
    texts = [LINK, "http://a/?p", "http://a/", None]
    assert parse_url(texts, "QUERY", "p").to_pylist() == ["%20x", None, None, None]
    with pytest.raises(ValueError, match="unknown part 'HOST': one of QUERY"):
        parse_url(texts, "HOST", "p")
    with pytest.raises(ValueError, match="unknown part 'HOSTS'"):
        parse_url(texts, "HOSTS")


def test_clickhouse_functions_have_equivalents() -> None:
    answers = {name: column_of([LINK, None], name).to_pylist() for name in CLICKHOUSE}
    assert all(answer[1] is None for answer in answers.values())
    assert answers["domain"][0] == "www.example.co.uk"
    assert answers["cutToFirstSignificantSubdomain"][0] == "example.co.uk"
    assert answers["topLevelDomain"][0] == "co.uk"
    assert answers["port"][0] == 8080
    with pytest.raises(ValueError, match="unknown function 'host'"):
        column_of([LINK], "host")


def test_ocsf_url_object_is_returned() -> None:
    assert ocsf_url([LINK, None]).to_pylist() == [
        {"url_string": LINK, "scheme": "https", "hostname": "www.example.co.uk",
            "domain": "example.co.uk", "subdomain": "www", "port": 8080, "path": "/a/b",
            "query_string": "q=1&p=%20x"},
        None,
    ]  # fmt: skip
