"""The package's named tuples behave like those of ``typing`` but are created faster."""

# Makes annotations strings, as in the package.
from __future__ import annotations

import inspect
import pickle
import typing
from decimal import Decimal
from typing import Generic, TypeVar

import pytest

from tests.architecture.source import imported, modules
from tests.for_each import for_each
from uriinspector.core.model import NamedTuple

Item = TypeVar("Item")


class Ours(NamedTuple):
    """An example."""

    start: int
    size: Decimal | None = None
    name: str = "run"

    @property
    def end(self) -> int:
        return self.start + 1

    def __str__(self) -> str:
        return self.name


class Theirs(typing.NamedTuple):
    """An example."""

    start: int
    size: Decimal | None = None
    name: str = "run"

    @property
    def end(self) -> int:
        return self.start + 1

    def __str__(self) -> str:
        return self.name


class Labelled(NamedTuple, Generic[Item]):
    item: Item
    label: str = ""


class Empty(NamedTuple):
    pass


class Longer(Ours):
    __slots__ = ()

    @property
    def end(self) -> int:
        return self.start + 2


@for_each(
    "name", "_fields", "_field_defaults", "__match_args__", "__doc__", "__module__", "__slots__"
)
def test_named_tuple_attributes_equal_those_of_typing(name: str) -> None:
    assert getattr(Ours, name) == getattr(Theirs, name)


def test_named_tuple_signature_equals_that_of_typing() -> None:
    ours, theirs = inspect.signature(Ours), inspect.signature(Theirs)
    assert [(each.name, each.default, each.kind) for each in ours.parameters.values()] == [
        (each.name, each.default, each.kind) for each in theirs.parameters.values()
    ]
    with pytest.raises(TypeError):
        Ours()  # type: ignore[call-arg]


def test_named_tuple_has_defaults_and_methods_and_can_be_pickled() -> None:
    value = Ours(3)
    assert tuple(value) == tuple(Theirs(3)) == (3, None, "run")
    assert (value.start, value.size, value.end, str(value)) == (3, None, 4, "run")
    assert repr(value) == "Ours(start=3, size=None, name='run')"
    assert value._replace(start=5) == Ours(5)
    assert Longer(3).end == 5
    assert Empty() == ()
    assert pickle.loads(pickle.dumps(Ours(3))) == Ours(3)
    assert type(pickle.loads(pickle.dumps(Ours(3)))) is Ours


def test_named_tuple_can_be_generic() -> None:
    assert typing.get_origin(Labelled[int]) is Labelled
    assert Labelled[int](1) == (1, "")


def test_named_tuple_annotations_stay_strings() -> None:
    assert Ours.__annotations__ == {"start": "int", "size": "Decimal | None", "name": "str"}


def test_whole_package_uses_the_fast_named_tuple() -> None:
    of_typing = [
        path.name
        for path in modules()
        if "typing.NamedTuple" in imported(path.read_text(encoding="utf-8"))
    ]
    assert of_typing == ["model.py"]
