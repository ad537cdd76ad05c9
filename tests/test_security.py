"""The threat model names existing tests, at least one for each of its boundaries."""

import re

from tests.architecture.source import ROOT
from tests.for_each import for_each

POLICY = (ROOT / ".github/SECURITY.md").read_text("utf-8")
ROW = re.compile(r"^\| (?!it cannot)(?P<boundary>[^|-][^|]+) \| (?P<tests>[^|]+) \|$", re.MULTILINE)
ROWS = [(match["boundary"], match["tests"]) for match in ROW.finditer(POLICY)]
NAMED = re.compile(r"`([\w./-]+)`")
# Kinds of input from outside, as the headings name them.
INPUTS = re.findall(r"\w+", "link file archive case list pack table template settings history")


def sections() -> dict[str, str]:
    """Return the sections about attackers' input by heading."""
    whole = re.split(r"^#{2,3} ", POLICY, flags=re.MULTILINE)
    parts = {each.partition("\n")[0]: each for each in whole}
    return {name: text for name, text in parts.items() if "| it cannot | tested in |" in text}


@for_each("boundary, tests", *ROWS)
def test_every_boundary_names_existing_tests(boundary: str, tests: str) -> None:
    assert boundary
    names = NAMED.findall(tests)
    assert names
    for name in names:
        assert re.fullmatch(r"tests/(?:\w+/)*test_\w+\.py", name)
        assert "def test_" in (ROOT / name).read_text("utf-8")


def test_threat_model_names_every_input_and_its_attacks() -> None:
    assert ROWS
    headings = " ".join(sections()).lower()
    assert [each for each in INPUTS if each not in headings] == []
    assert sum(text.count("\n| ") - 1 for text in sections().values()) == len(ROWS)
    for name, text in sections().items():
        assert " can " in text.partition("| it cannot")[0], name


def test_every_path_in_the_threat_model_exists() -> None:
    names = [each for each in NAMED.findall(POLICY) if "/" in each]
    assert [each for each in names if not (ROOT / each).exists()] == []


def test_there_is_only_one_security_policy() -> None:
    others = [ROOT / "SECURITY.md", ROOT / "docs/SECURITY.md", ROOT / "uriinspector/SECURITY.md"]
    assert [each for each in others if each.exists()] == []
