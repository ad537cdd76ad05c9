"""What others build on changes only where somebody looks at it: the interface, line by line.

After a change on purpose, ``URIINSPECT_REWRITE_GOLDEN=1 python -m pytest tests/test_interface.py``
writes it anew, and ``git diff tests/golden`` shows what the CHANGELOG has to say.  What goes or
changes its meaning follows the rule of deprecation in ``.github/CONTRIBUTING.md``.
"""

import difflib
import os
from pathlib import Path

import pytest

from tests.interface import interface, key_lines, members, python_lines

GOLDEN = Path(__file__).parent / "golden/interface.txt"


def difference(before: str, after: str) -> str:
    """The lines that went, and those that came."""
    rows = difflib.unified_diff(
        before.splitlines(), after.splitlines(), "was", "is", lineterm="", n=1
    )
    return "\n".join(rows)


def test_the_interface_is_what_it_was() -> None:
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


def test_a_change_is_one_line_that_went_and_one_that_came() -> None:
    before = interface()
    after = before.replace("by name strict: bool = True", "by name strict: bool = False", 1)
    changed = [line for line in difference(before, after).split("\n")[3:] if line[:1] in "+-"]
    assert [line.strip() for line in changed] == [
        "-    by name strict: bool = True",
        "+    by name strict: bool = False",
    ]


def test_every_verb_class_and_key_is_in_it() -> None:
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
