"""The program's templates and their places, from which the catalogs of translations are made."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tests.architecture.source import ROOT, modules, shown
from tests.gui.window_texts import (
    clauses,
    core,
    findings,
    lessons,
    reasons,
    reports,
    values,
    verdicts,
    window,
)

CATALOGS = sorted((ROOT / "resources" / "translations").glob("*.po"))
COLLECTED = (window, findings, verdicts, core, clauses, reasons, reports, values, lessons)
# Functions with a singular and a plural as arguments.
COUNTING = {"say_count", "count", "_counted", "counting"}
# Resources that contain displayed texts.
SHOWN = ("*.toml", *(f"{name}/*" for name in ("clauses", "grammar", "lessons", "lists", "unicode")))
FIELD = re.compile(r"[^\t\n]+")


@cache
def catalog(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, path.stem, abort_invalid=True)


def forms(texts: object) -> tuple[str, ...]:
    """Return the only form of a text, or the singular and plurals of a counting text."""
    return tuple(texts) if isinstance(texts, list | tuple) else (str(texts),)


@cache
def german() -> dict[str, str]:
    """Return the German text of each template, including plurals."""
    [path] = (each for each in CATALOGS if each.stem == "de")
    return {
        template: text
        for each in catalog(path)
        for template, text in zip(forms(each.id), forms(each.string), strict=True)
        if template
    }


def is_needed(entry: tuple[str, ...]) -> bool:
    """Return True if the source contains the template or text of a translation."""
    one, *many = entry
    if one in templates():
        return entry == ((one, plural) if (plural := templates()[one]) else (one,))
    return not many and one in places() and one not in templates().values()


@cache
def collected() -> dict[str, frozenset[str]]:
    """Return the templates by kind, without counting ones."""
    return {each.__name__: frozenset(each()) for each in COLLECTED}


@cache
def templates() -> dict[str, str | None]:
    """Return every template with its plural; without one if it counts nothing."""
    plurals, kinds = dict(counting()), dict(collected())
    # Templates in schemes are collected as literals, including plurals.
    kinds["core"] -= {*plurals.values()}
    found: dict[str, str | None] = dict.fromkeys(chain.from_iterable(kinds.values()))
    return found | plurals


def counting() -> Iterator[tuple[str, str]]:
    """Yield singulars with their plurals, from the arguments of a call or a pair in a table."""
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                pairs = pairwise(map(literal, node.args)) if name in COUNTING else ()
            elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
                pairs = pairwise(map(literal, node.elts))
            else:
                continue
            yield from ((one, many) for one, many in pairs if one and "{count}" in many)


def literal(node: ast.AST) -> str:
    """Return the text of a literal, or an empty text for other expressions."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@cache
def places() -> dict[str, list[str]]:
    """Return the files that contain each text, in order of file and line."""
    found: dict[str, dict[str, None]] = {}
    for path in modules():
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        constants = [each for each in nodes if isinstance(each, ast.Constant)]
        texts = [(each.lineno, each.col_offset, literal(each)) for each in constants]
        for _, _, text in sorted(texts):
            found.setdefault(text, {})[shown(path)] = None
    resources = ROOT / "resources"
    for path in sorted(chain.from_iterable(resources.glob(each) for each in SHOWN)):
        text = path.read_text("utf-8")
        parts = texts_in(tomllib.loads(text)) if path.suffix == ".toml" else FIELD.findall(text)
        for each in parts:
            found.setdefault(each, {})[shown(path)] = None
    return {text: [*files] for text, files in found.items()}


def texts_in(value: Any) -> Iterator[str]:
    """Yield the texts in a table, recursively."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_in(each)
