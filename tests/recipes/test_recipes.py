"""The manual's recipes, each run as printed with its engine.

An engine is downloaded once into ``build/recipes``; Spark also needs the system's Java.
"""

import json
import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet
import pytest

from tests.architecture.source import ROOT
from tests.for_each import for_each
from uriinspector.arrow import inspect_array

pytestmark = pytest.mark.full
RECIPES = ROOT / "packaging/recipes"
TABLES = ROOT / "packaging/tables"
JOB = ROOT / "uriinspector/spark/__main__.py"
# Packages to install for each engine.
ENGINES = {
    "polars": ["polars"], "datafusion": ["datafusion"], "spark": ["pyspark", "pandas<3"],
    "dask": ["dask"], "daft": ["daft"], "ray": ["ray[data]", "pandas<3"], "beam": ["apache-beam"],
}  # fmt: skip
# Engines that do not support the newest Arrow and bring their own.
OLDER_ARROW = {"beam"}
LINKS = ["http://paypal.com@evil.test/", None, "https://a.co.uk/x", "", "http://\u202e.test/"]


def engine(name: str) -> Path:
    """Return the folder of an engine, which is downloaded the first time."""
    folder = ROOT / "build/recipes" / name
    done = folder / ".complete"
    if not done.exists():
        shutil.rmtree(folder, ignore_errors=True)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        arrow = [] if name in OLDER_ARROW else [f"pyarrow=={metadata.version('pyarrow')}"]
        command = [*pip, "--target", str(folder), *ENGINES[name], *arrow]
        subprocess.run(command, check=True, timeout=900)
        done.touch()
    return folder


def run(folder: Path, name: str, *command: str | Path) -> str:
    libraries = engine(name)
    if name == "spark" and shutil.which("java") is None:
        pytest.fail("Spark needs a Java: apt-get install default-jre-headless")
    kept = {
        key: os.environ[key]
        for key in ("PATH", "HOME", "LANG", "JAVA_HOME", "TMPDIR")
        if key in os.environ
    }
    # A script with the name of its library must not be imported in its place.
    own = {"PYTHONPATH": f"{ROOT}{os.pathsep}{libraries}", "PYTHONSAFEPATH": "1"}
    spark = {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    # Ray's workers run at low priority, and would never start on a busy machine.
    ray = {"RAY_worker_niceness": "0", "RAY_USAGE_STATS_ENABLED": "0"}
    answer = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env=kept | own | spark | ray,
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert answer.returncode == 0, answer.stderr[-3_000:]
    return answer.stdout


def given(folder: Path) -> None:
    table = pa.table({"url": LINKS * 3, "day": ["1"] * 7 + ["2"] * 8})
    pa.parquet.write_table(table, folder / "links.parquet", row_group_size=4)


def verdicts(place: Path) -> list[tuple[str | None, Any]]:
    rows = pa.dataset.dataset(place, partitioning="hive").to_table().to_pylist()
    found = [(row["url"], (row["inspection"] or {}).get("uri", {}).get("severity")) for row in rows]
    return sorted(found, key=str)


def expected() -> list[tuple[str | None, Any]]:
    rows = inspect_array(LINKS * 3).to_pylist()
    found = [
        (url, row and row["uri"]["severity"]) for url, row in zip(LINKS * 3, rows, strict=True)
    ]
    return sorted(found, key=str)


@for_each("name", *ENGINES)
def test_recipe_gives_the_results_of_inspect(name: str, tmp_path: Path) -> None:
    given(tmp_path)
    run(tmp_path, name, sys.executable, RECIPES / f"{name}.py")
    [place] = tmp_path.glob("judged*")
    assert verdicts(place) == expected()


@for_each("more", [], ["--distinct"], ["--partitions", "3"])
def test_spark_job_writes_partitions(more: list[str], tmp_path: Path) -> None:
    given(tmp_path)
    submit = engine("spark") / "pyspark/bin/spark-submit"
    asked = ["links.parquet", "judged", "--columns", "uri.severity,uri.codes"]
    run(
        tmp_path,
        "spark",
        submit,
        "--master",
        "local[2]",
        JOB,
        *asked,
        "--partition-by",
        "day",
        *more,
    )
    assert verdicts(tmp_path / "judged") == expected()
    assert {each.name for each in (tmp_path / "judged").glob("day=*")} == {"day=1", "day=2"}


def test_hosts_of_other_functions_match_the_manual(tmp_path: Path) -> None:
    printed = run(tmp_path, "spark", sys.executable, TABLES / "whose_host.py")
    kept = json.loads((TABLES / "whose_host.json").read_text("utf-8"))
    found = json.loads(printed)
    assert found["links"] == kept["links"]
    assert len(found["links"]) == 30
    if found["versions"] == kept["versions"]:
        assert found["hosts"] == kept["hosts"]


def test_every_recipe_is_run() -> None:
    assert {path.stem for path in RECIPES.glob("*.py")} == set(ENGINES)
    for path in RECIPES.glob("*.py"):
        assert len(path.read_text("utf-8").splitlines()) <= 24
