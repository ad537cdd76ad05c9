"""The CycloneDX parts list of a package: valid, complete and reproducible."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import uriinspector
from tests.architecture.source import ROOT
from tests.for_each import for_each
from tests.packaging.test_locked import LOCKED, pins

SCRIPT = ROOT / "packaging/make/sbom.py"
ENGINE = ("uriinspector-engine", f"=={uriinspector.__version__}")
WHEEL = "uriinspector-1.0-py3-none-any.whl"


def sbom(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, SCRIPT, *arguments],
        env=os.environ | {"SOURCE_DATE_EPOCH": "1790000000", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    package = tmp_path_factory.mktemp("dist") / WHEEL
    package.write_bytes(b"a wheel")
    answer = sbom(package)
    assert answer.returncode == 0, answer.stderr
    return package.with_name("uriinspector-1.0-py3-none-any.cdx.json")


@pytest.fixture(scope="module")
def record(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))


def test_parts_list_follows_the_schema(file: Path, tmp_path: Path) -> None:
    answer = sbom("--check", file)
    assert (answer.returncode, answer.stdout) == (0, "")
    broken = tmp_path / "a.cdx.json"
    broken.write_text(file.read_text("utf-8").replace('"type": "library"', '"type": "book"'))
    answer = sbom("--check", broken)
    assert answer.returncode == 1
    assert "book" in answer.stdout


def test_parts_list_identifies_the_file_by_its_hash(record: Any) -> None:
    about = record["metadata"]["component"]
    assert (about["name"], about["version"]) == ("uriinspector", uriinspector.__version__)
    digest = hashlib.sha256(b"a wheel").hexdigest()
    assert about["hashes"] == [{"alg": "SHA-256", "content": digest}]
    assert record["metadata"]["timestamp"].startswith("2026-09-21T")


def test_every_shipped_library_is_listed_with_version_and_license(record: Any) -> None:
    listed = {(each["name"], f"=={each['version']}") for each in record["components"]}
    # The window's wheel requires the engine of the same version.
    assert listed - pins(LOCKED / "shipped.txt") == {ENGINE}
    names = {name for name, _ in pins(LOCKED / "shipped.txt")}
    assert names - {name for name, _ in listed} <= {"pycparser"}  # for some Pythons only
    for each in record["components"]:
        assert each["licenses"]
        assert each["purl"] == f"pkg:pypi/{each['name']}@{each['version']}"
        assert each["properties"] == [{"name": "uriinspector:contained", "value": "false"}]
    [root] = [each for each in record["dependencies"] if each["ref"] == WHEEL]
    assert len(root["dependsOn"]) == len(record["components"])


def test_parts_list_is_reproducible(file: Path, tmp_path: Path) -> None:
    (tmp_path / WHEEL).write_bytes(b"a wheel")
    sbom(tmp_path / WHEEL)
    assert (tmp_path / file.name).read_bytes() == file.read_bytes()
    (tmp_path / WHEEL).write_bytes(b"another")
    sbom(tmp_path / WHEEL)
    assert (tmp_path / file.name).read_bytes() != file.read_bytes()


def test_parts_list_of_the_engine_excludes_itself_and_qt(tmp_path: Path) -> None:
    package = tmp_path / "uriinspector_engine-1.0-py3-none-any.whl"
    package.write_bytes(b"a wheel")
    sbom(package)
    record = json.loads((tmp_path / "uriinspector_engine-1.0-py3-none-any.cdx.json").read_text())
    names = {each["name"] for each in record["components"]}
    assert "ada-url" in names
    assert not names & {"uriinspector-engine", "uriinspector", "pyside6-essentials", "shiboken6"}


@for_each("script", "wheel", "bundle", "deb")
def test_each_package_script_makes_a_parts_list(script: str) -> None:
    assert "packaging/make/sbom.py" in (ROOT / "packaging" / script).read_text("utf-8")
