"""Values that become JSON are immutable."""

import importlib
import pkgutil
from dataclasses import is_dataclass

import uriinspector
from tests.for_each import for_each
from uriinspector.core.model import JsonFields

ROOMS = ("core", "readers", "analysis", "documents", "lessons", "export")


def values() -> list[type]:
    """Return every class below the window whose fields become JSON."""
    for room in ROOMS:
        package = importlib.import_module(f"uriinspector.{room}")
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(each.name)
    waiting: list[type] = [JsonFields]
    found: list[type] = []
    while waiting:
        below: list[type] = waiting.pop().__subclasses__()
        found += [each for each in below if each.__module__.startswith(uriinspector.__name__)]
        waiting += below
    return found


@for_each("value", *sorted(values(), key=str))
def test_value_class_is_a_frozen_dataclass(value: type) -> None:
    assert is_dataclass(value)
    assert value.__dataclass_params__.frozen  # type: ignore[attr-defined]
