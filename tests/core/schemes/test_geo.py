"""geo: RFC 5870."""

from tests.core.schemes.scheme_results import actions, dossier, faults, notes, values
from tests.for_each import for_each

LATER = "2005"


@for_each(
    "text, found",
    ("geo:13.4125,103.8667", {"latitude": "13.4125", "longitude": "103.8667", "crs": None}),
    ("geo:48.2010,16.3695,183",
        {"latitude": "48.2010", "longitude": "16.3695", "altitude": "183", "crs": None}),
    ("geo:48.198634,16.371648;crs=wgs84;u=40",
        {"latitude": "48.198634", "longitude": "16.371648", "crs": "wgs84", "u": "40"}),
    ("geo:-90,-22.43;CRS=WGS84;a=b%20c;d",
        {"latitude": "-90", "longitude": "-22.43", "crs": "WGS84", "a": "b c", "d": ""}),
    ("geo:323482,4306480;crs=EPSG-26918;u=20",
        {"latitude": "323482", "longitude": "4306480", "crs": "EPSG-26918", "u": "20"}),
)  # fmt: skip
def test_geo_coordinates_and_parameters_are_fields(text: str, found: dict[str, str | None]) -> None:
    answer = dossier(text, LATER)
    assert answer.valid
    assert values(answer) == found
    assert notes(answer) == {}


def test_geo_link_is_shown_on_a_map() -> None:
    assert actions(dossier("geo:1,2,3,4", LATER)) == ["show 1, 2, 3"]


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


def test_query_of_a_geo_link_is_noted() -> None:
    found = dossier("geo:0,0?q=1,2(Label)", LATER)
    assert values(found)["q"] == "1,2(Label)"
    assert notes(found) == {"query": "unusual"}
