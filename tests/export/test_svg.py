"""The SVG image of a link: letter positions, labels and accessible text."""

import xml.etree.ElementTree as ET
from itertools import combinations, pairwise

from tests.export.texts import DECEPTIVE, HOSTILE
from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect
from uriinspector.export.drawing import drawing, theme_colors
from uriinspector.export.formats import export_as
from uriinspector.export.options import FACE, LABEL, MARGIN, SIZES, WIDTH, ExportOptions, Face
from uriinspector.export.svg_images import attributes, bands, hatching

NAMESPACE = {"s": "http://www.w3.org/2000/svg"}
LONG = (
    "https://user@login.example.com.evil.test:8443/" + "segment/" * 30 + "?q=" + "x" * 90 + "#end"
)
TEXTS = [DECEPTIVE, LONG, "a:b", "http://a@b:1/c?d#e", "x://y/z", *HOSTILE[:12]]


def picture(text: str, **how: object) -> ET.Element:
    return ET.fromstring(export_as(inspect(text), "svg", ExportOptions(**how)))  # type: ignore[arg-type]


def words(root: ET.Element) -> list[str]:
    return [each.text or "" for each in root.iterfind(".//s:text", NAMESPACE)]


def letters(root: ET.Element) -> list[ET.Element]:
    return root.findall(".//s:text[@textLength]", NAMESPACE)


def test_link_image_has_verdict_parts_and_footer() -> None:
    found = words(picture(DECEPTIVE))
    assert found[:2] == ["high", "Goes to 10[.]0[.]0[.]1, not example[.]com"]
    assert {"scheme", "userinfo, not the host", "host", "path"} <= set(found)
    assert "RFC 3986; nothing was visited; links defanged." in found[-1]


def test_link_image_has_title_and_description() -> None:
    root = picture(DECEPTIVE)
    title, description = (root.find(f"s:{name}", NAMESPACE) for name in ("title", "desc"))
    assert title is not None
    assert description is not None
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-labelledby"] == f"{title.attrib['id']} {description.attrib['id']}"
    assert title.text == "Goes to 10[.]0[.]0[.]1, not example[.]com"
    assert description.text is not None
    assert "Severity: high." in description.text
    assert "userinfo, not the host: www[.]example[.]com&story=breaking_news." in description.text


@for_each("text", *TEXTS)
def test_link_image_letters_are_adjacent_and_within_the_image(text: str) -> None:
    rows: dict[str, list[tuple[float, float]]] = {}
    for each in letters(picture(text)):
        left = float(each.attrib["x"])
        rows.setdefault(each.attrib["y"], []).append(
            (left, left + float(each.attrib["textLength"]))
        )
    for runs in rows.values():
        assert runs[0][0] == MARGIN
        assert runs[-1][1] <= WIDTH - MARGIN + 0.01
        assert all(abs(before[1] - after[0]) < 0.02 for before, after in pairwise(runs))


@for_each("text", *TEXTS)
def test_link_image_labels_do_not_overlap(text: str) -> None:
    for band in bands(drawing(inspect(text), 1_000), FACE):
        labels = [each.label for each in band.brackets if each.label]
        for one, other in combinations(labels, 2):
            assert one.row != other.row or one.right <= other.left or other.right <= one.left
        for each in labels:
            assert 0 <= each.left < each.right <= WIDTH - 2 * MARGIN


@for_each("text", DECEPTIVE, LONG, "http://a@b:1/c?d#e")
def test_link_image_has_one_label_per_part(text: str) -> None:
    drawn = drawing(inspect(text), 1_000)
    found = [each.words for band in bands(drawn, FACE) for each in band.brackets if each.label]
    assert sorted(found) == sorted(each.label for each in drawn.stretches)
    shown = words(picture(text))
    assert set(found) <= set(shown)
    assert FACE.width("host", LABEL) < 40


def test_link_image_bracket_continues_over_rows() -> None:
    found = [each for band in bands(drawing(inspect(LONG), 1_000), FACE) for each in band.brackets]
    path = [each for each in found if each.part == "path"]
    assert len(path) > 2
    assert [each.opens for each in path] == [True] + [False] * (len(path) - 1)
    assert [each.closes for each in path] == [False] * (len(path) - 1) + [True]


def test_deceptive_name_is_hatched() -> None:
    assert len(picture(DECEPTIVE).findall("s:path", NAMESPACE)) == 1
    assert picture("http://www.example.com/").find("s:path", NAMESPACE) is None


def test_hatching_stays_in_its_box() -> None:
    for width, height in ((5.0, 20.0), (200.0, 24.0), (24.0, 24.0)):
        numbers = [
            tuple(map(float, point.split()))
            for line in hatching(10, 20, width, height).split("M")[1:]
            for point in line.split("L")
        ]
        assert numbers
        assert all(10 <= x <= 10 + width and 20 <= y <= 20 + height for x, y in numbers)


@for_each("theme", "light", "dark")
def test_link_image_uses_the_colors_of_the_theme(theme: str) -> None:
    root = picture(DECEPTIVE, theme=theme)
    found = theme_colors(theme)
    fills = {each.attrib["fill"] for each in letters(root)}
    assert {found.parts[part] for part in ("scheme", "userinfo", "host", "path")} <= fills
    known = {*found.parts.values(), *found.meanings.values(), "none"}
    assert {each.attrib["fill"] for each in root.iter() if "fill" in each.attrib} <= known


def test_text_that_nearly_fits_is_slightly_smaller() -> None:
    sizes = {each.attrib["font-size"] for each in letters(picture(DECEPTIVE))}
    assert sizes < {f"{size:.0f}" for size in SIZES[1:]}
    assert {each.attrib["font-size"] for each in letters(picture("a:b"))} == {"20"}
    assert {each.attrib["font-size"] for each in letters(picture(LONG))} == {"20"}


@for_each(
    "cells, size",
    *((74, 20), (75, 19), (77, 19), (78, 18), (82, 18), (83, 17), (87, 17), (88, 16), (92, 16)),
)
def test_largest_font_size_that_fits_is_used(cells: int, size: int) -> None:
    assert FACE.fitted(cells).size == size


def test_text_that_fits_in_no_size_keeps_the_usual_size() -> None:
    assert FACE.fitted(93).size == 20


def test_link_image_letters_can_be_placed_one_by_one() -> None:
    face = Face("Some Mono", "Some Sans", advance=0.5, by_letter=True)
    found = letters(picture("http://a/b", face=face))
    assert [each.text for each in found] == list("hxxp://a/b")
    assert {each.attrib["font-family"] for each in found} == {"Some Mono"}
    assert {each.attrib["textLength"] for each in found} == {"10"}


def test_clipped_characters_of_an_image_are_counted() -> None:
    assert "\u2026 1,018 more characters" in words(picture("http://a.example/?" + "x" * 2_000))
    assert "(empty)" in words(picture(""))


def test_svg_attribute_is_escaped() -> None:
    assert attributes(a='"<&', b=None, c_d=1.50) == ' a="&quot;&lt;&amp;" c-d="1.5"'
