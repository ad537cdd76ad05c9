"""Shipped files: found in both places, with a head that says where they come from."""

from pathlib import Path

from tests.for_each import for_each
from uriinspector.analysis.international.scripts import Ranges
from uriinspector.analysis.resource_files import PACKAGE, shipped, shipped_head, shipped_rows

GENERATED = sorted(
    f"{path.parent.name}/{path.name}"
    for path in (PACKAGE.parent / "resources" / "unicode").glob("*.txt")
)


def test_a_checkout_has_its_files_beside_the_package(tmp_path: Path) -> None:
    package = tmp_path / "uriinspector"
    assert shipped("a.txt", package) == tmp_path / "resources" / "a.txt"


def test_a_wheel_has_its_files_inside_the_package(tmp_path: Path) -> None:
    inside = tmp_path / "uriinspector" / "resources" / "a.txt"
    inside.parent.mkdir(parents=True)
    inside.touch()
    assert shipped("a.txt", tmp_path / "uriinspector") == inside


@for_each("name", *GENERATED)
def test_a_generated_table_says_its_version_date_package_and_generator(name: str) -> None:
    head = shipped_head(name)
    assert {"holds", "unicode", "date of the data", "package", "generator"} <= set(head)
    assert (PACKAGE.parent / head["generator"]).exists()
    assert shipped_rows(name)


@for_each(
    "name",
    *("added-words", "cheap-suffixes", "delimiters", "known-names", "look-alikes"),
    *("ordinary-words", "popular-neighbors", "whole-script"),
)
def test_a_list_of_ours_says_what_it_holds_its_version_and_its_date(name: str) -> None:
    head = shipped_head(f"lists/{name}.txt")
    assert {"holds", "version", "date of the data", "origin"} <= set(head)
    rows = shipped_rows(f"lists/{name}.txt")
    # A known name has a row for each source.
    keys = {(row[0], row[3]) if name == "known-names" else (row[0],) for row in rows}
    assert len(keys) == len(rows)


@for_each("name", "scripts", "identifiers", "risky", "emoji")
def test_ranges_stand_in_order(name: str) -> None:
    ends = [row[0].split("..") for row in shipped_rows(f"unicode/{name}.txt")]
    codes = [int(code, 16) for pair in ends for code in (pair[0], pair[-1])]
    assert codes == sorted(codes)


def test_a_table_of_ranges_knows_what_lies_in_none() -> None:
    emoji = Ranges("unicode/emoji.txt")
    assert emoji.of("\U0001f600") == ("emoji",)
    assert emoji.of("\u2764") == ("picture",)
    assert emoji.of("\0") == ()
