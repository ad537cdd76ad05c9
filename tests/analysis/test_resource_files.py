"""Shipped files are found in a checkout and in a wheel, and have valid contents."""

from pathlib import Path

from tests.for_each import for_each
from uriinspector.analysis.international.scripts import Ranges
from uriinspector.analysis.resource_files import shipped, shipped_rows


def test_files_of_a_checkout_are_next_to_the_package(tmp_path: Path) -> None:
    package = tmp_path / "uriinspector"
    assert shipped("a.txt", package) == tmp_path / "resources" / "a.txt"


def test_files_of_a_wheel_are_inside_the_package(tmp_path: Path) -> None:
    inside = tmp_path / "uriinspector" / "resources" / "a.txt"
    inside.parent.mkdir(parents=True)
    inside.touch()
    assert shipped("a.txt", tmp_path / "uriinspector") == inside


@for_each("name", "scripts", "identifiers", "risky", "emoji")
def test_range_tables_must_be_in_order(name: str) -> None:
    ends = [row[0].split("..") for row in shipped_rows(f"unicode/{name}.txt")]
    codes = [int(code, 16) for pair in ends for code in (pair[0], pair[-1])]
    assert codes == sorted(codes)


def test_character_outside_all_ranges_has_no_value() -> None:
    emoji = Ranges("unicode/emoji.txt")
    assert emoji.of("\U0001f600") == ("emoji",)
    assert emoji.of("\u2764") == ("picture",)
    assert emoji.of("\0") == ()
