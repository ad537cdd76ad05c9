"""References are resolved as each edition specifies."""

import tomllib
from pathlib import Path
from typing import Final, NamedTuple

import uriinspector
from tests.for_each import for_each
from uriinspector.analysis.resource_files import shipped_text

BASE: Final = "http://a/b/c/d;p?q"


class Row(NamedTuple):
    """A base, a reference, its target (None if there is none), and the clause."""

    base: str
    reference: str
    target: str | None
    clause: str
    why: str = ""
    problem: str | None = None
    same: bool = False
    strict: bool = True
    above: str = "keep"

    @property
    def name(self) -> str:
        """Return a name for test reports: base, reference and options that are not the
        default.
        """
        switches = ("" if self.strict else " lenient") + (
            "" if self.above == "keep" else f" {self.above}"
        )
        return ascii(f"{self.base} + {self.reference}{switches}")


def table(text: str) -> list[tuple[str, Row]]:
    """Read the rows of a file of resolutions, each with its edition."""
    return [
        (
            table["edition"],
            Row(
                row.get("base", table["base"]),
                row["reference"],
                row.get("target"),
                row["clause"],
                row.get("why", ""),
                row.get("problem"),
                row.get("same", False),
                row.get("strict", True),
                row.get("above_root", "keep"),
            ),
        )
        for table in tomllib.loads(text)["table"]
        for row in table["rows"]
    ]


# The examples printed in the editions and shown in the window, and more worked out by hand.
PRINTED: Final = table(shipped_text("resolutions.toml"))
WORKED_OUT: Final = table(Path(__file__).with_name("resolutions.toml").read_text("utf-8"))
# Rows of appendix C of 1997 that contradict the algorithm: as printed, and by the algorithm.
DEVIATIONS: Final = (
    (Row(BASE, "http://a/../b/c", "http://a/b/c", "C.2"),
        Row(BASE, "http://a/../b/c", "http://a/../b/c", "5.2 step 3"),
        "the row shows what some parsers do inappropriately; step 3 ends with the URL as it is"),
)  # fmt: skip


def answer(edition: str, row: Row) -> tuple[str | None, str | None, bool]:
    """Return target, problem code and whether the reference is to the same document."""
    got = uriinspector.resolve(
        row.base, row.reference, edition=edition, strict=row.strict, above_root=row.above
    )
    return got.target, got.problem.code if got.problem else None, got.same_document


@for_each("edition, row", *PRINTED)
def test_printed_examples_resolve_as_printed(edition: str, row: Row) -> None:
    assert answer(edition, row) == (row.target, row.problem, row.same), row.clause


@for_each("edition, row", *WORKED_OUT)
def test_examples_worked_out_by_hand_resolve_as_expected(edition: str, row: Row) -> None:
    assert answer(edition, row) == (row.target, row.problem, row.same), f"{row.clause} {row.why}"


@for_each("printed, ours, reason", *DEVIATIONS)
def test_known_deviation_from_a_printed_example_persists(
    printed: Row, ours: Row, reason: str
) -> None:
    got = answer("1997", printed)
    assert got == (ours.target, ours.problem, ours.same), reason
    assert got != (printed.target, printed.problem, printed.same), "no deviation: strike the row"


def test_all_examples_of_rfc_3986_are_included() -> None:
    assert (
        sum(edition == "2005" for edition, _ in PRINTED) == 43
    )  # "http:g" counts twice, strict and lenient


@for_each("edition", *uriinspector.EDITIONS)
def test_resolution_tables_have_forty_more_examples_per_edition(edition: str) -> None:
    names = [row.name for year, row in WORKED_OUT if year == edition]
    assert len(set(names)) == len(names) >= 40
