"""The resolve command: the target in every edition and in browsers."""

import json
from typing import Any

from tests.cli.conftest import Command
from tests.for_each import for_each

BASE = "http://a/b/c/d;p?q"
TITLES = ["1994 · partial form", "1997 · draft", "2003 · keep", "2003 · drop", "2003 · refuse"]
TITLES += ["2005 · strict", "2005 · lenient", "Browsers (WHATWG)"]


def listed(out: str) -> dict[str, list[str]]:
    """Return the rows of the last table, as marks and targets by title."""
    rows = out.partition("All editions\n")[2].splitlines()
    found = {}
    for row in rows:
        title = next((each for each in TITLES if row.startswith(f"  {each}")), None)
        if title and ":" not in row[: len(title) + 3]:
            found[title] = row[len(title) + 2 :].split(maxsplit=1)
    return found


def resolved(uriinspect: Command, *arguments: str) -> dict[str, Any]:
    """Return the JSON record of resolve."""
    record: dict[str, Any] = json.loads(uriinspect("resolve", "--json", *arguments).out)
    return record


def test_resolve_all_prints_a_row_for_every_variant(uriinspect: Command) -> None:
    found = listed(uriinspect("resolve", BASE, "../../../g").out)
    assert list(found) == TITLES
    assert found["2003 · keep"] == ["differs", "http://a/../g"]
    assert found["2003 · drop"] == ["same", "http://a/g"]
    assert found["2003 · refuse"][0] == "differs"
    assert found["2003 · refuse"][1].startswith('(none: More ".." segments')
    assert found["2005 · strict"] == ["http://a/g"]
    assert found["Browsers (WHATWG)"] == ["same", "http://a/g"]


@for_each("edition", "1994", "1997", "2003")
def test_single_buffer_algorithm_shows_one_buffer(uriinspect: Command, edition: str) -> None:
    out = uriinspect("resolve", "--edition", edition, BASE, "../g").out
    rows = [row.split() for row in out.splitlines()]
    at = next(number for number, row in enumerate(rows) if row[-3:] == ['"c/../"', "is", "removed"])
    assert rows[at + 1] == ["/b/g"]
    assert not {"output", "input"} & {row[0] for row in rows if row}


def test_references_undefined_in_1994_are_reported(uriinspect: Command) -> None:
    out = " ".join(uriinspect("resolve", BASE, "?y").out.split())
    assert "1994 · partial form: not defined in 1994: a reference that begins with" in out
    assert "not defined" not in uriinspect("resolve", BASE, "g").out


def test_nonvalidating_variants_are_listed_only_if_they_differ(uriinspect: Command) -> None:
    assert "not validating" in uriinspect("resolve", BASE, "http:g").out
    assert "not validating" not in uriinspect("resolve", BASE, "g").out


def test_reference_that_browsers_reject_is_reported(uriinspect: Command) -> None:
    assert listed(uriinspect("resolve", "a", "b").out)["Browsers (WHATWG)"] == [
        "differs",
        "(none: rejected)",
    ]


@for_each(
    "above_root, target, problem", ("keep", "http://a/../g", None), ("drop", "http://a/g", None),
    ("refuse", None, "above-root"),
)  # fmt: skip
def test_resolve_json_has_every_variant(
    uriinspect: Command, above_root: str, target: str | None, problem: str | None
) -> None:
    found = resolved(uriinspect, BASE, "../../../g")
    (way,) = (
        each
        for each in found["variants"]
        if (each["edition"], each["strict"], each["above_root"]) == ("2003", True, above_root)
    )
    assert way["target"] == target
    assert (way["problem"] or {"code": None})["code"] == problem
    assert found["browser"]["serialized"] == "http://a/g"
    assert list(found["editions"]) == ["1994", "1997", "2003", "2005"]


def test_resolve_json_notes_undefined_cases_of_1994(uriinspect: Command) -> None:
    remarks = [each["remark"] for each in resolved(uriinspect, BASE, "?y")["variants"]]
    assert remarks[0].startswith("not defined in 1994")
    assert set(remarks[1:]) == {None}


@for_each("edition", "1994", "1997", "2003", "2005")
def test_chosen_variant_is_not_compared_with_itself(uriinspect: Command, edition: str) -> None:
    out = uriinspect(
        "resolve", "--edition", edition, "--lenient", "--above-root", "drop", BASE, "g"
    )
    rows = [row for row in out.out.splitlines() if row.startswith(f"  {edition} · ")]
    assert [row for row in rows if "same" not in row and "differs" not in row]
