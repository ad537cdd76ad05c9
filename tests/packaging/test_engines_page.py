"""Figures in the manual about many rows follow from the measured cost of one."""

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.source import ROOT
from tests.benchmarks.peers import LINKS

TABLES = ROOT / "packaging/tables"


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(TABLES)
    return importlib.import_module("engines_page")


def test_core_hours_are_computed_from_the_cost_of_a_row(
    page: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept = json.loads((TABLES / "row_costs.json").read_text("utf-8"))
    for row in kept["programs"]:
        if row[0].startswith("`inspect_array`"):
            row[2], row[4] = 90.0, 18.0
    changed = tmp_path / "row_costs.json"
    changed.write_text(json.dumps(kept), "utf-8")
    monkeypatch.setattr(page, "COSTS", changed)
    values = page.benchmark_values(str)
    assert (values["new"], values["log"]) == ("11,100", "55,600")
    text = values["sizes"]
    assert "| 1,000,000,000 | 25 | 0.4 h | 5 | 0.1 h |" in text
    assert "| 10,000,000,000 | 250 | 3.9 h | 50 | 0.8 h |" in text
    assert "| 100,000,000,000 | 2,500 | 39.1 h | 500 | 7.8 h |" in text


def test_every_measured_program_is_in_the_table(page: Any) -> None:
    text = page.benchmark_values(str)["costs"]
    kept = json.loads((TABLES / "row_costs.json").read_text("utf-8"))["programs"]
    for peer, (name, answers, *_) in zip(LINKS, kept, strict=True):
        assert name.startswith(peer.name)
        assert answers == peer.answers
        assert f"| {name} | {answers} |" in text


def test_figures_on_skew_are_the_measured_ones(page: Any) -> None:
    kept = json.loads((TABLES / "skew.json").read_text("utf-8"))
    shapes = {"spread", "one host in half", "one link in half", "each link 50 times"}
    for part in kept.values():
        assert part["rows"] >= 50_000
        for way, found in part["ways"].items():
            assert found.keys() <= shapes
            # "No kind of rows is slower than spread ones."
            assert all(ratio >= 0.95 for _, ratio, *_ in found.values()), way
    figures = page.skew_figures()
    assert figures["skew"].count("\n") == 1 + len(kept["one computer"]["ways"])
    assert figures["spark_skew"].count("\n") == 1 + len(kept["spark"]["ways"])
