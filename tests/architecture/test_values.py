"""Values are made once: whatever becomes JSON cannot be changed afterwards."""

import importlib
import pkgutil
from dataclasses import is_dataclass

import uriinspector
from tests.for_each import for_each
from uriinspector.core.model import JsonFields

ROOMS = ("core", "readers", "analysis", "documents", "lessons", "export")


def values() -> list[type]:
    """Every class of the rooms below the window whose fields are those of the JSON."""
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
def test_a_value_is_frozen(value: type) -> None:
    assert is_dataclass(value)
    assert value.__dataclass_params__.frozen  # type: ignore[attr-defined]
