"""Each product is installed on a clean system, used and removed."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from uriinspector import inspect

# A new Debian system can only be created by root on Debian.
ANYWHERE = {"wheel"}
CAN_MAKE_DEBIAN = (
    sys.platform == "linux" and os.geteuid() == 0 and shutil.which("debootstrap") is not None
)


def test_package_check_expects_the_real_headline() -> None:
    script = (ROOT / "packaging/check").read_text("utf-8")
    expected = re.search(r"uriinspect '(\S+)'\).*?\*\"(.+?)\"\*", script, re.DOTALL)
    assert expected is not None
    link, headline = expected.groups()
    assert headline in inspect(link).verdict.headline


@pytest.mark.full
@pytest.mark.parametrize("product", ["wheel", "pipx", "bundle", "deb"])
def test_product_is_installed_used_and_removed(product: str) -> None:
    if product not in ANYWHERE and not CAN_MAKE_DEBIAN:
        pytest.skip("takes root on Debian, and debootstrap")
    answer = subprocess.run(
        [ROOT / "packaging/check", product],
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    assert answer.returncode == 0, answer.stderr
    assert f"Installed, used and removed: {product}." in answer.stderr


@pytest.mark.full
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="takes a clone")
def test_builds_are_reproducible() -> None:
    answer = subprocess.run(
        [ROOT / "packaging/check", "same"],
        env=os.environ | {"HATCHLING": str(Path(sys.executable).with_name("hatchling"))},
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    assert answer.returncode == 0, answer.stderr
    assert "The same bytes, twice." in answer.stderr
    names = [line.split("/")[-1] for line in answer.stdout.splitlines() if "/" in line]
    assert {name.split("-")[0] for name in names} >= {"uriinspector", "uriinspector_engine"}
    assert sum(name.endswith(".whl") for name in names) >= 2
    assert sum(name.endswith(".cdx.json") for name in names) >= 2
