"""Prepare a copy of the source for building one wheel: ``wheel_project.py engine|window FOLDER``.

The source has one ``pyproject.toml``, for the checkout and the source archive. From it, two wheels
are built that have no files in common: the engine, from core to command line and without Qt, and
the window, which depends on the engine of the same version.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

NAME, ENGINE = "uriinspector", "uriinspector-engine"
# Requirements of the window only.
OF_WINDOW = ("PySide6", "fsrs")
WINDOW_FILES = ("uriinspector/gui/", "uriinspector/__main__.py")
WINDOW_RESOURCES = (
    *("resources/icons/", "resources/themes/window.qss"),
    *("resources/examples.toml", "resources/pairs.toml", "resources/resolutions.toml"),
)
COMPILED = {".pyc", ".mo"}
# The hook compiles the translations before the files are collected.
HOOK = {"path": "packaging/make/translations.py"}
DESCRIPTION = "The engine of URI Inspector: where links go and why, without the window"


def project(whole: dict[str, Any], version: str, which: str) -> dict[str, Any]:
    """Return the table "project" of a wheel."""
    result = {name: each for name, each in whole.items() if name != "dynamic"}
    libraries: list[str] = whole["dependencies"]
    extras: dict[str, list[str]] = whole["optional-dependencies"]
    result["version"] = version
    if which == "engine":
        result |= {"name": ENGINE, "description": DESCRIPTION}
        result["classifiers"] = [each for each in whole["classifiers"] if "Qt" not in each]
        result["dependencies"] = [each for each in libraries if not each.startswith(OF_WINDOW)]
        # A second name, because both wheels install the first, which uninstalling the
        # window removes.
        result["scripts"] = whole["scripts"] | {ENGINE: whole["scripts"]["uriinspect"]}
        del result["gui-scripts"]
        return result
    own = [each for each in libraries if each.startswith(OF_WINDOW)]
    result["dependencies"] = [f"{ENGINE}=={version}", *own]
    result["optional-dependencies"] = {name: [f"{ENGINE}[{name}]=={version}"] for name in extras}
    return result


def files(folder: Path, which: str) -> list[str]:
    """Return the files of a wheel by their path in the source."""
    found = [
        path.relative_to(folder).as_posix()
        for top in (NAME, "resources")
        for path in sorted((folder / top).rglob("*"))
        if path.is_file() and path.suffix not in COMPILED
    ]
    of_window = (*WINDOW_FILES, *WINDOW_RESOURCES)
    return [each for each in found if each.startswith(of_window) is (which == "window")]


def as_toml(tables: dict[str, Any], prefix: str = "") -> str:
    """Return tables of strings and lists as TOML."""
    plain = {name: each for name, each in tables.items() if not isinstance(each, dict)}
    rows = [f"{json.dumps(name)} = {_value(each)}" for name, each in plain.items()]
    result = f"[{prefix}]\n" * bool(prefix and rows) + "\n".join(rows) + "\n"
    for name, each in tables.items():
        if isinstance(each, dict):
            result += as_toml(each, f"{prefix}.{json.dumps(name)}".lstrip("."))
    return result


def _value(value: Any) -> str:
    if not isinstance(value, list):
        return json.dumps(value)
    rows = (
        f"{{ {', '.join(f'{k} = {json.dumps(v)}' for k, v in each.items())} }}"
        if isinstance(each, dict)
        else json.dumps(each)
        for each in value
    )
    return f"[{', '.join(rows)}]"


def main(which: str, place: str) -> None:
    """Replace pyproject.toml by that of one wheel."""
    folder = Path(place)
    path = folder / "pyproject.toml"
    kept = folder / "pyproject.whole.toml"
    if not kept.exists():
        kept.write_bytes(path.read_bytes())
    whole = tomllib.loads(kept.read_text("utf-8"))
    init = (folder / NAME / "__init__.py").read_text("utf-8")
    version = re.search(r'^__version__ = "(.+)"$', init, re.MULTILINE)
    assert version, "no version"
    held = [re.sub(r"[.]po$", ".mo", each) for each in files(folder, which)]
    inside = {each: each if each.startswith(f"{NAME}/") else f"{NAME}/{each}" for each in held}
    # Only these files are included.
    wheel = {
        "exclude": ["*"],
        "bypass-selection": True,
        "force-include": inside,
        "hooks": {"custom": HOOK},
    }
    tables = {
        "build-system": whole["build-system"],
        "project": project(whole["project"], version[1], which),
        "tool": {"hatch": {"build": {"targets": {"wheel": wheel}}}},
    }
    path.write_text(as_toml(tables), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
