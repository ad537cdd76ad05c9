"""The route as an SVG graph: boxes, arrows and defanged text."""

import xml.etree.ElementTree as ET

from tests.for_each import for_each
from uriinspector import inspect
from uriinspector.export.formats import export_as
from uriinspector.export.options import ExportOptions
from uriinspector.export.svg_images import ROUTE_IMAGE_MOST

S = "{http://www.w3.org/2000/svg}"
WRAPPED = (
    "https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3D"
    "https%253A%252F%252Fevil.test%252Fpay&data=05"
)


def drawn(text: str, **how: object) -> ET.Element:
    return ET.fromstring(export_as(inspect(text), "route", ExportOptions(**how)))  # type: ignore[arg-type]


def texts(root: ET.Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{S}text")]


def boxes(root: ET.Element) -> list[ET.Element]:
    return [each for each in root.iter(f"{S}rect") if each.get("rx") == "8"]


def test_route_image_has_a_box_per_stop_and_a_label_per_service() -> None:
    root = drawn(WRAPPED)
    assert len(boxes(root)) == 3
    found = texts(root)
    hosts = ["nam02[.]safelinks[.]protection[.]outlook[.]com", "www[.]google[.]com", "evil[.]test"]
    assert [each for each in found if each in hosts] == hosts
    assert found.index("via Microsoft Safe Links") < found.index("via Google")
    assert len(list(root.iter(f"{S}path"))) == 4


def test_route_image_dashes_an_unknown_destination() -> None:
    root = drawn("https://bit.ly/3xYz")
    assert [each.get("stroke-dasharray") for each in boxes(root)] == [None, "6 4"]
    assert "known only to the service" in texts(root)


def test_route_image_shows_hostile_text_safely() -> None:
    root = drawn("mailto:a@b.test")
    assert len(boxes(root)) == 1
    assert "no host" in texts(root)
    text = "https://www.google.com/url?q=https://evil.test/%E2%80%AEgpj%3Cscript%3E%26%22%0A"
    source = export_as(inspect(text), "route")
    assert "\u202e" not in source
    assert "<script" not in source
    assert any("\u2039U+202E\u203a" in each for each in texts(ET.fromstring(source)))
    assert "evil.test" in texts(drawn(WRAPPED, exact=True))
    assert not any("evil.test" in each for each in texts(drawn(WRAPPED)))


def test_route_image_keeps_the_end_of_a_long_host() -> None:
    host = "a" * 60 + "." + "b" * 60 + ".evil.test"
    assert any(
        each.endswith("evil[.]test") and "\u2026" in each
        for each in texts(drawn(f"http://{host}/"))
    )


@for_each("count", 3, ROUTE_IMAGE_MOST, ROUTE_IMAGE_MOST + 5)
def test_number_of_stops_is_limited_and_the_rest_counted(count: int) -> None:
    from uriinspector.analysis.verdict import Hop

    made = inspect("http://a.test/")
    hops = tuple(Hop("forwarded", f"h{n}.test", f"http://h{n}.test/", via="") for n in range(count))
    made = made.judged_as(made.verdict._replace(route=hops), made.findings)
    root = ET.fromstring(export_as(made, "route"))
    assert len(boxes(root)) == min(count, ROUTE_IMAGE_MOST)
    assert (f"{count - ROUTE_IMAGE_MOST} more stops" in texts(root)) == (count > ROUTE_IMAGE_MOST)


@for_each("theme", "light", "dark")
def test_route_is_drawn_in_both_themes(theme: str) -> None:
    assert drawn(WRAPPED, theme=theme).tag == f"{S}svg"


def test_route_image_description_contains_every_stop() -> None:
    description = drawn(WRAPPED).findtext(f"{S}desc") or ""
    assert "Stop 3 via Google: evil[.]test." in description
