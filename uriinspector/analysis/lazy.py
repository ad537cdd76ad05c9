"""A value that is made when it is first asked for, and then simply lies there.

``functools.cached_property`` takes a lock each time, which on Python 3.11 costs more than most of
what is kept here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")
# Past what a frozen class forbids, and without making a dictionary of the instance.
KEEP = object.__setattr__


class lazy(Generic[T]):  # noqa: N801 - used like ``property``
    """A property whose answer replaces it on the instance."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> lazy[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> lazy[T] | T:
        if instance is None:
            return self
        value = self.make(instance)
        KEEP(instance, self.name, value)
        return value
