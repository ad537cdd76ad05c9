"""Each product, installed where nothing of it has been, used and removed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from tests.architecture.source import ROOT

# A fresh Debian is made by root, on Debian.
ANYWHERE = {"wheel"}
CAN_MAKE_DEBIAN = (
    sys.platform == "linux" and os.geteuid() == 0 and shutil.which("debootstrap") is not None
)


@pytest.mark.full
@pytest.mark.parametrize("product", ["wheel", "pipx", "bundle", "deb"])
def test_a_product_is_installed_used_and_removed(product: str) -> None:
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
