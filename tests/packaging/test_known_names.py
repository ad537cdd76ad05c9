"""The table of known names is generated from typed names and other sources."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.architecture.source import ROOT
from uriinspector.analysis.international.known_names import NameRow, shipped_name_rows

SCRIPT = ROOT / "packaging/tables/known_names.py"
# Sources whose domains are typed and not looked up.
OWN = {"popular", "typed"}


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("known_names_table", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def put(file: Path, value: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value), encoding="utf-8")


@pytest.fixture
def owners(script: ModuleType, tmp_path: Path) -> Any:
    put(tmp_path / "a/quirks/shared-credentials.json", [{"shared": ["acme.com", "acme-pay.com"]}])
    put(tmp_path / "a/quirks/shared-credentials-historical.json", [{"from": ["x.com"], "y": True}])
    entry = {"domain": "acme.com", "additional-domains": ["login.acme.de"]}
    put(tmp_path / "f/entries/a/acme.com.json", {"Acme": entry})
    entities = [
        {"name": "Acme", "domains": ["*.acme.com", "cdn.acme.net", "acme-pay.com"]},
        {"name": "Other", "domains": ["acme-other.com"]},
    ]
    put(tmp_path / "t/dist/entities.json", entities)
    lists = tmp_path / "p/pymispwarninglists/data/misp-warninglists/lists"
    named = {
        "tranco": ["acme.fr", "popular.com"],
        "google-chrome-crux-1million": ["www.acme.github.io", "com"],
        "google": [".google.com"],
    }
    for name in ("tranco", "tranco10k", "google-chrome-crux-1million", "google", "microsoft"):
        put(lists / name / "list.json", {"list": named.get(name, [])})
    put(lists / "microsoft-office365/list.json", {"list": ["a.office.com"]})
    return script.owners_in(*(tmp_path / each for each in "aftp"))


def lines(script: ModuleType, owners: Any, text: str) -> list[list[str]]:
    return [each.split("\t") for each in script.rows(script.typed_names(text), owners)]


def test_domain_is_listed_under_its_first_source(script: ModuleType, owners: Any) -> None:
    text = "# typed\nacme\tname\tglobal\tacme.com\tacme.fr acme.github.io acme.example\t\n"
    assert lines(script, owners, text) == [
        ["acme", "name", "global", "apple", "acme.com acme-pay.com"],
        ["acme", "name", "global", "2fa", "acme.de"],
        ["acme", "name", "global", "tpw", "acme.net"],
        ["acme", "name", "global", "popular", "acme.fr acme.github.io"],
        ["acme", "name", "global", "typed", "acme.example"],
    ]


def test_names_without_other_source_are_marked_typed(script: ModuleType, owners: Any) -> None:
    text = "alone\tword\tde\talone.example\t\t\npop\tname\tde\tpopular.com\t\t\n"
    assert [each[3:] for each in lines(script, owners, text)] == [
        ["typed", "alone.example"],
        ["popular", "popular.com"],
    ]


def test_known_name_refers_to_its_owner(script: ModuleType, owners: Any) -> None:
    text = "acme\tname\tg\tacme.com\t\t\nacmepay\tname\tg\tacme-pay.com\tacme.fr\tacme\n"
    assert lines(script, owners, text)[-3:] == [
        ["acmepay", "name", "g", "apple", "acme-pay.com"],
        ["acmepay", "name", "g", "popular", "acme.fr"],
        ["acmepay", "name", "g", "name", "=acme"],
    ]


def test_named_source_must_have_the_domain(script: ModuleType, owners: Any) -> None:
    text = "acme\tname\tg\tacme.fr\ttpw:{}\t\n"
    rows = lines(script, owners, text.format("acme-other.com"))
    assert rows[-1][3:] == ["tpw", "acme-other.com"]
    with pytest.raises(ValueError, match=r"acme: tpw does not have nix\.com"):
        lines(script, owners, text.format("nix.com"))


def key(row: NameRow) -> tuple[str, str, str]:
    return row.name, row.kind, row.pack


def test_shipped_list_matches_the_typed_names(script: ModuleType) -> None:
    """A row that is only in the list would be lost: it has to be in known-names.tsv."""
    typed = list(script.typed_names(script.TYPED.read_text("utf-8")))
    shipped = shipped_name_rows()
    assert [each[:3] for each in typed] == list(dict.fromkeys(map(key, shipped)))
    known = {
        each.name: {domain.rpartition(":")[2] for domain in (*each.main, *each.further)}
        for each in typed
    }
    first = {row.name: row.domains[0] for row in reversed(shipped)}
    assert {each.name: each.main[0] for each in typed} == first
    for row in shipped:
        missing = set(row.domains) - known[row.name] if row.source in OWN else set()
        assert not missing, row.name
