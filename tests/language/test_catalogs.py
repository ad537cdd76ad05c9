"""The translation catalogs are complete, and the program uses them."""

from __future__ import annotations

import subprocess
import sys
from string import Formatter
from typing import TYPE_CHECKING

import pytest

from tests.architecture.source import ROOT
from tests.language.templates import CATALOGS, catalog, forms, is_needed, templates
from uriinspector.core.model import LANGUAGES, counting, message
from uriinspector.export.language import Language, speaking

if TYPE_CHECKING:
    from pathlib import Path

every_catalog = pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.stem)
UPDATE = "run packaging/translations"


def names(text: str) -> set[str]:
    """Return the names of a template's placeholders."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_each_language_of_the_window_has_a_catalog() -> None:
    assert {"en", *(path.stem for path in CATALOGS)} == set(LANGUAGES)


@pytest.mark.whole
@every_catalog
def test_every_template_is_translated(path: Path) -> None:
    known = {forms(each.id): each for each in catalog(path)}
    wanted = {(one, many) if many else (one,) for one, many in templates().items()}
    assert sorted(wanted - known.keys()) == [], UPDATE
    assert [each.id for each in known.values() if not all(forms(each.string))] == []
    assert [each.id for each in known.values() if each.fuzzy and each.id] == []


@pytest.mark.whole
@every_catalog
def test_every_translation_has_a_template(path: Path) -> None:
    found = catalog(path)
    assert [*found.obsolete] == [], UPDATE
    assert [each.id for each in found if each.id and not is_needed(forms(each.id))] == [], UPDATE


@every_catalog
def test_translation_has_the_placeholders_of_its_template(path: Path) -> None:
    for each in catalog(path):
        wanted = set().union(*map(names, forms(each.id)))
        for form in forms(each.string) if each.id else ():
            optional = {"count"} if isinstance(each.id, tuple) else set()
            assert names(form) | optional == wanted | optional, each.id


@every_catalog
def test_checkout_uses_the_translations(path: Path) -> None:
    assert speaking(path.stem)("Comparison") == catalog(path)["Comparison"].string


POLISH = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Language: pl\n"
"Plural-Forms: nplurals=3; plural=n==1 ? 0 : "
"n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2;\n"

msgid "1 link in {name}"
msgid_plural "{count} links in {name}"
msgstr[0] "{count} odnośnik w {name}"
msgstr[1] "{count} odnośniki w {name}"
msgstr[2] "{count} odnośników w {name}"

msgid "the file {name}"
msgstr "pliku {name}"
"""


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, "0 odnośników w pliku a"), (1, "1 odnośnik w pliku a"), (2, "2 odnośniki w pliku a"),
        (5, "5 odnośników w pliku a"), (12, "12 odnośników w pliku a"),
        (1022, "1\xa0022 odnośniki w pliku a")],
)  # fmt: skip
def test_polish_has_three_plural_forms(tmp_path: Path, count: int, expected: str) -> None:
    (tmp_path / "pl.po").write_text(POLISH, "utf-8")
    compiler = ROOT / "packaging/make/translations.py"
    subprocess.run([sys.executable, compiler, tmp_path], check=True, timeout=60)
    polish = Language("pl", tmp_path / "pl.mo")
    file = message("the file {name}", name="a")
    texts = "1 link in {name}", "{count} links in {name}"
    assert polish.count(count, *texts, name=file) == expected
    assert polish(counting(count, *texts, name=file)) == expected
    assert (
        "".join(each.text for each in polish.pieces(counting(count, *texts, name=file))) == expected
    )
