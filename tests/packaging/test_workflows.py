"""The GitHub workflows: permissions, scripts, and steps that work."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import uriinspector
from tests.architecture.source import ROOT
from tests.for_each import for_each

FOLDER = ROOT / ".github/workflows"
FILES = sorted(FOLDER.glob("*.yml"))
PINNED = re.compile(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")
# Expressions that a step may use: its own token, and values that are not secret.
EXPRESSIONS = re.compile(r"matrix\.(?:python|system)|github\.(?:ref|ref_name|token|repository)")

every_file = for_each("file", *FILES)


def workflow(name: str) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((FOLDER / name).read_text("utf-8"))
    return read


def steps(name: str) -> dict[tuple[str, str], dict[str, Any]]:
    """Return every step by job and name."""
    jobs = workflow(name)["jobs"].items()
    return {(job, step["name"]): step for job, values in jobs for step in values["steps"]}


def run_of(file: str, job: str, step: str) -> str:
    return str(steps(file)[job, step]["run"])


def test_workflows_are_checks_performance_and_release() -> None:
    assert [each.stem for each in FILES] == ["checks", "performance", "release"]


@every_file
def test_every_action_is_pinned_by_its_full_hash(file: Path) -> None:
    lines = [line for line in file.read_text("utf-8").split("\n") if "uses:" in line]
    assert lines
    assert [line for line in lines if not PINNED.search(line)] == []


@every_file
def test_permissions_are_granted_by_job_only(file: Path) -> None:
    read = workflow(file.name)
    assert read["permissions"] == {}
    written = {
        (job, name)
        for job, values in read["jobs"].items()
        for name, kind in values["permissions"].items()
        if kind == "write"
    }
    allowed = {"release.yml": {("draft", "contents"), ("index", "id-token")}}
    assert written == allowed.get(file.name, set())
    for values in read["jobs"].values():
        assert values["timeout-minutes"] <= 120


@every_file
def test_workflows_use_no_secrets_or_registry_urls(file: Path) -> None:
    text = file.read_text("utf-8")
    assert "secrets." not in text
    assert "https://" not in text
    for each in re.findall(r"\$\{\{ (.*?) \}\}", text):
        assert EXPRESSIONS.fullmatch(each), each


@every_file
def test_steps_have_no_expressions_in_their_shell_code(file: Path) -> None:
    for step in steps(file.name).values():
        assert "${{" not in step.get("run", "")
        if "checkout" in step.get("uses", ""):
            assert step["with"]["persist-credentials"] is False


def test_python_versions_match_the_classifiers() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    promised = [each.split()[-1] for each in project["classifiers"] if ":: 3." in each]
    assert workflow("checks.yml")["jobs"]["linux"]["strategy"]["matrix"]["python"] == promised


@every_file
def test_every_script_that_is_run_exists(file: Path) -> None:
    for step in steps(file.name).values():
        for script in re.findall(r"packaging[/\\][\w/\\.-]+", step.get("run", "")):
            path = ROOT / script.replace("\\", "/")
            assert path.is_file(), script
            assert path.suffix in {".ps1", ".py", ".txt"} or os.access(path, os.X_OK), script


@every_file
def test_every_shell_step_has_valid_syntax(file: Path) -> None:
    for step in steps(file.name).values():
        if "run" in step and step.get("shell") != "pwsh":
            result = subprocess.run(
                ["bash", "-n"], input=step["run"], text=True, capture_output=True
            )
            assert (result.returncode, result.stderr) == (0, ""), step["name"]


def shell(script: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a step like GitHub's runner, which stops at the first failing command."""
    run = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    values = {"PATH": f"{folder}/bin:{os.environ['PATH']}", "HOME": str(folder)} | environment
    return subprocess.run(run, cwd=folder, env=values, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder with the files the steps read and programs that print their arguments."""
    for name in ("uriinspector", "packaging", "bin", "dist"):
        (tmp_path / name).mkdir()
    shutil.copy(ROOT / "uriinspector/__init__.py", tmp_path / "uriinspector")
    shutil.copy(ROOT / "packaging/missing_packages.py", tmp_path / "packaging")
    for name in ("gh", "sudo"):
        program = tmp_path / "bin" / name
        program.write_text(f'#!/bin/sh\necho {name} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    return tmp_path


def test_tag_must_match_the_version(checkout: Path) -> None:
    step = run_of("release.yml", "linux", "Compare the tag with the version")
    assert shell(step, checkout, TAG=f"v{uriinspector.__version__}").returncode == 0
    for wrong in ("v99", uriinspector.__version__, "", "v0.1.0; touch x"):
        assert shell(step, checkout, TAG=wrong).returncode != 0
    assert not (checkout / "x").exists()


def test_draft_release_has_every_file_and_checksums(checkout: Path) -> None:
    for name in ("a.deb", "-b.whl", "c d.dmg"):
        (checkout / "dist" / name).write_text("x", encoding="utf-8")
    step = run_of("release.yml", "draft", "Make the draft")
    result = shell(step, checkout, TAG="v1", REPOSITORY="o/r", GH_TOKEN="t")
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("gh release create v1 --repo o/r --draft --verify-tag")
    assert result.stdout.rstrip().endswith("-- -b.whl a.deb c d.dmg ../SHA256SUMS")
    sums = (checkout / "SHA256SUMS").read_text("utf-8").splitlines()
    assert [line.split("  ")[1] for line in sums] == ["-b.whl", "a.deb", "c d.dmg"]


@pytest.mark.parametrize(
    ("file", "job", "step"),
    [("checks.yml", "linux", "Install the requirements of the checks"),
        ("release.yml", "linux", "Install the build requirements"),
        ("performance.yml", "tables", "Install the requirements of the checks")],
)  # fmt: skip
def test_packages_to_install_come_from_the_table(
    checkout: Path, file: str, job: str, step: str
) -> None:
    result = shell(run_of(file, job, step), checkout)
    assert result.returncode == 0, result.stderr
    first, second = result.stdout.splitlines()
    assert first == "sudo apt-get -qq update"
    assert second.startswith("sudo apt-get install -y --no-install-recommends")


@pytest.mark.full
@pytest.mark.parametrize(
    "tool",
    [("check-jsonschema", "--builtin-schema", "vendor.github-workflows"),
        ("zizmor", "--offline", "--quiet", "--pedantic", "--no-progress")],
)  # fmt: skip
def test_linters_accept_the_workflows(tool: tuple[str, ...]) -> None:
    program = ROOT / "build/release/bin" / tool[0]
    if not program.exists():
        pytest.skip("packaging/workflows fetches it")
    result = subprocess.run(
        [program, *tool[1:], *map(str, FILES)], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
