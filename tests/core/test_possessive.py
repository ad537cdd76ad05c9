"""Expressions with possessive groups match the same on every supported Python version."""

import re
import subprocess
import sys
from re import _parser  # type: ignore[attr-defined]

from tests.architecture.source import ROOT
from tests.core.possessive_groups import wrong_groups
from tests.for_each import for_each
from uriinspector.core.percent import MALFORMED

# On Python 3.11.0 to 3.11.4, the groups on the left match too much or never end.
CASES = [
    ("(?:ab?c)*+", "(?:ab?c|(?!))*+", "acabcaca", "acabcac"),
    ("(?:a|ab)*+c", "(?>(?:a|ab)*)c", "aabac", None),
    ("(?:[0-9]{1,3}x)++", "(?:[0-9]{1,3}x|(?!))++", "12x345xx", "12x345x"),
    ("(?:[a-z]%[0-9]{2})*+", "(?:[a-z]%[0-9][0-9])*+", "a%12b%x", "a%12"),
    (r"(?:\.[0-9]++)?+", r"(?:\.[0-9][0-9]*+)?+", ".x", ""),
    ("(?:a(?!b))*+", "(?:a(?!b)|(?!))*+", "aab", "a"),
    ("(?P<n>ab?c)?+", "(?P<n>ab?c|(?!))?+", "abd", ""),
]


@for_each("wrong, right, text, match", *CASES)
def test_rewritten_possessive_group_matches_on_every_python_version(
    wrong: str, right: str, text: str, match: str | None
) -> None:
    found = re.match(right, text)
    assert (found and found[0]) == match
    assert wrong_groups(right) == 0
    if sys.version_info >= (3, 11, 5):
        found = re.match(wrong, text)
        assert (found and found[0]) == match


@for_each("wrong", *[row[0] for row in CASES if row[0] != "(?:a|ab)*+c"])
def test_faulty_possessive_group_is_found(wrong: str) -> None:
    assert wrong_groups(wrong) == 1
    assert wrong_groups(f"x(y|(?:{wrong}z)?)") == 1


@for_each("right", "[a-z]*+", "(?:a|b%)*+", "(?:[^<]++|<[a-z])*+", "(?:ab*+)?+")
def test_correct_possessive_group_is_accepted(right: str) -> None:
    assert wrong_groups(right) == 0


def test_possessive_groups_of_the_program_are_correct() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "tests.core.possessive_groups"],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr
    *wrong, last = answer.stdout.splitlines()
    assert wrong == []
    assert int(last.split()[0]) >= 800


def test_importing_the_package_leaves_the_re_module_alone() -> None:
    script = (
        "import re._parser as p; parse = p.parse; import uriinspector;"
        "uriinspector.inspect('http://a/'); assert p.parse is parse"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)
    assert _parser.parse.__module__ == "re._parser"


def test_malformed_percent_sign_before_an_escape_is_found() -> None:
    assert MALFORMED.findall("%%41") == ["%"]
