"""Named tuples are those of ``typing``, made in less time."""

# The annotations are texts, as in the package.
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
    """A run."""

    start: int
    size: Decimal | None = None
    name: str = "run"

    @property
    def end(self) -> int:
        return self.start + 1

    def __str__(self) -> str:
        return self.name


class Theirs(typing.NamedTuple):
    """A run."""

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
def test_a_class_has_what_one_of_typing_has(name: str) -> None:
    assert getattr(Ours, name) == getattr(Theirs, name)


def test_our_named_tuples_take_the_arguments_of_typing() -> None:
    ours, theirs = inspect.signature(Ours), inspect.signature(Theirs)
    assert [(each.name, each.default, each.kind) for each in ours.parameters.values()] == [
        (each.name, each.default, each.kind) for each in theirs.parameters.values()
    ]
    with pytest.raises(TypeError):
        Ours()  # type: ignore[call-arg]


def test_its_values_are_tuples_with_names_defaults_and_methods() -> None:
    value = Ours(3)
    assert tuple(value) == tuple(Theirs(3)) == (3, None, "run")
    assert (value.start, value.size, value.end, str(value)) == (3, None, 4, "run")
    assert repr(value) == "Ours(start=3, size=None, name='run')"
    assert value._replace(start=5) == Ours(5)
    assert Longer(3).end == 5
    assert Empty() == ()


def test_a_value_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(Ours(3))) == Ours(3)
    assert type(pickle.loads(pickle.dumps(Ours(3)))) is Ours


def test_a_class_can_leave_the_type_of_a_field_open() -> None:
    assert typing.get_origin(Labelled[int]) is Labelled
    assert Labelled[int](1) == (1, "")


def test_annotations_stay_as_they_are_written() -> None:
    assert Ours.__annotations__ == {"start": "int", "size": "Decimal | None", "name": "str"}


def test_all_of_the_package_uses_it() -> None:
    of_typing = [
        path.name
        for path in modules()
        if "typing.NamedTuple" in imported(path.read_text(encoding="utf-8"))
    ]
    assert of_typing == ["model.py"]
