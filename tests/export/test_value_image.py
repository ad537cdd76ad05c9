"""The decoded values as an SVG graph: a node for each reading, an edge for each decoder."""

import xml.etree.ElementTree as ET
from itertools import pairwise

from tests.export.test_route_image import boxes, texts
from tests.for_each import for_each
from uriinspector import inspect
from uriinspector.export.formats import export_as
from uriinspector.export.options import ExportOptions
from uriinspector.export.svg_images import VALUE_GRAPH_MOST, shortened, value_graph

S = "{http://www.w3.org/2000/svg}"
LINK = (
    "https://a.example/x/1700000000?u=https%3A%2F%2Fb.test%2Fx%3Ft%3D1700000001"
    "&id=550e8400-e29b-11d4-a716-446655440000&state=eyJhIjoxLCJiIjoiaGVsbG8gd29ybGQifQ"
)


def drawn(text: str, **how: object) -> ET.Element:
    return ET.fromstring(export_as(inspect(text), "values", ExportOptions(**how)))  # type: ignore[arg-type]


def test_value_image_has_each_reading_below_its_parent() -> None:
    nodes = value_graph(inspect(LINK).values).nodes
    places = [(node.column, node.row, node.of, node.edge) for node in nodes]
    assert places == [
        (0, 0, None, ""),
        (1, 0, 0, "unix"),
        (1, 1, 0, "percent"),
        (2, 1, 2, "link"),
        (3, 1, 3, "unix"),
        (1, 2, 0, "uuid"),
        (2, 2, 5, "part"),
        (2, 3, 5, "mac"),
        (1, 4, 0, "base64"),
        (2, 4, 8, "json"),
        (3, 4, 9, "part"),
        (3, 5, 9, "part"),
    ]


def test_value_image_labels_edges_and_readings() -> None:
    root = drawn(LINK)
    found = texts(root)
    assert len(boxes(root)) == 12
    assert [each for each in found if each in {"percent", "link", "uuid", "json"}] == [
        *("percent", "link", "uuid", "json")
    ]
    assert "2023-11-14 22:13:20 UTC, if Unix seconds" in found
    assert "likely: 2023-11-14 22:13:21 UTC (Unix seconds)" in found
    assert "part" not in found


def test_value_image_dashes_uncertain_values() -> None:
    assert [each.get("stroke-dasharray") for each in boxes(drawn(LINK))][:3] == [None, "6 4", None]


def test_value_image_nodes_do_not_overlap() -> None:
    root = drawn(LINK)
    places = [(each.get("x"), each.get("y")) for each in boxes(root)]
    assert len(set(places)) == len(places)
    right = max(float(each.get("x", "0")) + float(each.get("width", "0")) for each in boxes(root))
    assert right < float(root.get("width", "0"))


def test_description_gives_the_parent_of_each_node() -> None:
    description = drawn(LINK).findtext(f"{S}desc") or ""
    assert "1, unix: 2023-11-14 22:13:20 UTC, if Unix seconds." in description
    assert "4 inside 3, unix: likely: 2023-11-14 22:13:21 UTC (Unix seconds)." in description


def test_links_are_defanged_unless_originals_are_requested() -> None:
    link = "https://a.example/?u=https%3A%2F%2Fb.test%2Fx"
    assert "Link to b[.]test" in texts(drawn(link))
    assert "u: https://b.test/x" in texts(drawn(link, exact=True))


@for_each("text", "https://a.example/", "", "mailto:a")
def test_value_image_of_a_link_without_values_has_a_note(text: str) -> None:
    root = drawn(text)
    assert len(boxes(root)) == 1
    assert "No values that can be decoded" in texts(root)


def test_number_of_values_is_limited_and_the_rest_counted() -> None:
    text = "https://a.example/?" + "&".join(f"t{n}=17000000{n:02}" for n in range(99))
    graph = value_graph(inspect(text).values)
    assert len(graph.nodes) == VALUE_GRAPH_MOST + 1
    assert f"{graph.left_out} more interpretations" in texts(drawn(text))
    assert all(one.row <= other.row for one, other in pairwise(graph.nodes))


def test_hostile_characters_are_shown_as_text() -> None:
    source = export_as(inspect("https://a.example/?q=%E2%80%AE%3Cscript%3E%26%22%0A"), "values")
    assert "\u202e" not in source
    assert "<script" not in source


@for_each(
    "text, most, expected",
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd\u2026"), ("ab def", 4, "ab\u2026"),
    ("\u4e2d" * 4, 8, "\u4e2d" * 4),
    ("\u4e2d" * 4, 7, "\u4e2d" * 3 + "\u2026"),
    ("\u4e2d" * 4, 6, "\u4e2d" * 2 + "\u2026"),
)  # fmt: skip
def test_value_image_sentence_is_cut_at_its_width(text: str, most: int, expected: str) -> None:
    assert shortened(text, most) == expected
