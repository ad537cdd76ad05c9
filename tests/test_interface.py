"""The public interface is unchanged, compared line by line with a golden file.

After an intended change, ``URIINSPECT_REWRITE_GOLDEN=1 python -m pytest tests/test_interface.py``
rewrites it, and ``git diff tests/golden`` shows what to add to the CHANGELOG.  Removals and
changes of meaning follow the deprecation rule in ``.github/CONTRIBUTING.md``.
"""

import difflib
import os
from pathlib import Path

import pytest

from tests.interface import interface, key_lines, members, python_lines

GOLDEN = Path(__file__).parent / "golden/interface.txt"


def difference(before: str, after: str) -> str:
    """Return the removed and the added lines."""
    rows = difflib.unified_diff(
        before.splitlines(), after.splitlines(), "was", "is", lineterm="", n=1
    )
    return "\n".join(rows)


def test_interface_matches_the_golden_file() -> None:
    now = interface()
    if os.environ.get("URIINSPECT_REWRITE_GOLDEN"):
        GOLDEN.write_text(now, encoding="utf-8", newline="\n")
    changed = difference(GOLDEN.read_text("utf-8"), now)
    if changed:
        pytest.fail(
            f"{changed}\n\nIf that is meant: URIINSPECT_REWRITE_GOLDEN=1 python -m pytest -n0 "
            "tests/test_interface.py, and an entry in CHANGELOG.md.",
            pytrace=False,
        )


def test_changed_default_shows_as_one_removed_and_one_added_line() -> None:
    before = interface()
    after = before.replace("by name strict: bool = True", "by name strict: bool = False", 1)
    changed = [line for line in difference(before, after).split("\n")[3:] if line[:1] in "+-"]
    assert [line.strip() for line in changed] == [
        "-    by name strict: bool = True",
        "+    by name strict: bool = False",
    ]


def test_interface_lists_verbs_classes_and_keys() -> None:
    lines = list(python_lines())
    for name in (
        "compare ->",
        "inspect ->",
        "parse ->",
        "resolve ->",
        "scan ->",
        "class Finding",
        "class Link",
    ):
        assert any(line.startswith(name) for line in lines), name
    assert any(line.startswith("    inspection.verdict ") for line in key_lines())
    assert any(line.startswith("to_dict(") for line in members("Inspection"))
