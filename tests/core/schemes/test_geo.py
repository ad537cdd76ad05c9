"""geo: RFC 5870."""

from tests.core.schemes.scheme_results import dossier, faults
from tests.for_each import for_each

LATER = "2005"


@for_each(
    "text, expected",
    ("geo:", [("num", ""), ("coordinates", "")]),
    ("geo:1", [("coordinates", "")]), ("geo:1,", [("num", "")]), ("geo:1,x", [("num", "x")]),
    ("geo:+1,2", [("num", "+1")]), ("geo:1.,2", [("num", "1.")]),
    ("geo:1,2,3,4,5", [("coordinates", ",4,5")]), ("geo:1,2;", [("pname", "")]),
    ("geo:1,2;=a", [("pname", "")]), ("geo:1,2;a_=b", [("labeltext", "_")]),
    ("geo:1,2;a=", [("pvalue", "")]), ("geo:1,2;a=b/c", [("pvalue", "/")]),
    ("geo:1,2;a=%zz", [("pvalue", "%")]), ("geo:1,2;u=", [("uval", "")]),
    ("geo:1,2;u=-1", [("uval", "-1")]), ("geo:1,2;u", [("pvalue", "")]),
    ("geo:1,2;crs=a_b", [("labeltext", "_")]), ("geo:1,2;crs=", [("pvalue", "")]),
    ("geo:1,2;crs", [("pvalue", "")]), ("geo:1,2;u=1;crs=wgs84", [("p", "crs")]),
    ("geo:1,2;crs=wgs84;a=b;u=1", [("p", "u")]), ("geo:1,2;a=b;u=1", [("p", "u")]),
    ("geo:1,2;u=1;u=2", [("p", "u")]), ("geo:1,2?z=3", [("geo-path", "?z=3")]),
)  # fmt: skip
def test_faults_of_geo_links_are_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text, LATER) == expected


@for_each(
    "text, beyond",
    *(("geo:90,180", []), ("geo:90.000,-180.0", []), ("geo:90.001,-180", ["90.001"])),
    *(("geo:-91,181", ["-91", "181"]), ("geo:0000000010,9999999999", ["9999999999"])),
    *(("geo:x,200;crs=other", []), ("geo:x,200;crs=wgs84", ["200"]), ("geo:91,2;crs", [])),
)
def test_degrees_out_of_range_are_noted(text: str, beyond: list[str]) -> None:
    found = [each for each in dossier(text, LATER).notes if each.code == "out-of-range"]
    assert [each.span.of(text) for each in found if each.span] == beyond
