"""Every pinned library has hashes, and the two lists agree."""

import re
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.source import ROOT
from tests.for_each import for_each

PACKAGING = ROOT / "packaging"
LOCKED = PACKAGING / "locked"
SUM = re.compile(r"--hash=sha256:[0-9a-f]{64}( \\)?\Z")
# The lists are locked from the requirements, at the versions of the test environment.
PARTS = ("shipped", "build", "sbom")
PINNED = sorted(each.stem.partition("-")[2] for each in PACKAGING.glob("requirements-*.txt"))


def pins(file: Path) -> set[tuple[str, str]]:
    """Return names and versions in a requirements file."""
    lines = (line.partition("#")[0].strip("\\ ") for line in file.read_text("utf-8").splitlines())
    wanted = [Requirement(line) for line in lines if line and not line.startswith("--hash")]
    return {(canonicalize_name(each.name), str(each.specifier)) for each in wanted}


def entries(file: Path) -> dict[str, list[str]]:
    """Return the lines of each library in a locked list."""
    blocks = re.split(r"\n(?=\S)", file.read_text("utf-8").replace(" \\\n", "\n").strip())
    return {block.splitlines()[0]: block.splitlines()[1:] for block in blocks}


def test_every_list_is_locked() -> None:
    assert {each.stem for each in LOCKED.iterdir()} == {*PINNED, *PARTS}


@for_each("name", *PINNED)
def test_locked_list_has_the_pinned_versions(name: str) -> None:
    assert pins(LOCKED / f"{name}.txt") == pins(PACKAGING / f"requirements-{name}.txt"), (
        "run packaging/lock"
    )


@for_each("name", *PARTS)
def test_shipped_libraries_have_the_tested_versions(name: str) -> None:
    assert pins(LOCKED / f"{name}.txt") <= pins(PACKAGING / "requirements-dev.txt")


@for_each("name", *PINNED, *PARTS)
def test_every_library_has_hashes(name: str) -> None:
    found = entries(LOCKED / f"{name}.txt")
    assert found
    for head, sums in found.items():
        assert "==" in head
        assert sums, head
        assert all(SUM.fullmatch(line.strip()) for line in sums), head


def test_every_requirement_is_locked() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    asked = re.search(r"^dependencies = \[(.*?)^\]", text, re.DOTALL | re.MULTILINE)
    assert asked
    names = {canonicalize_name(each) for each in re.findall(r'^    "([\w-]+)', asked[1], re.M)}
    assert names <= {name for name, _ in pins(LOCKED / "shipped.txt")}


@for_each("script", "bundle", "fuzz", "wheel")
def test_packaging_scripts_install_libraries_by_hash(script: str) -> None:
    text = (PACKAGING / script).read_text("utf-8")
    assert "--require-hashes" in text
    assert "packaging/locked/" in text
    assert "requirements-" not in text
