"""``typing.NamedTuple`` for classes that are made at a start, in less than half of its time.

``typing`` compiles the annotation of every field, though nothing here asks for one at run time.
There are hundreds of such classes, and a window makes 150 of them before it is seen: that was a
thirtieth of its start.  Type checkers see ``typing.NamedTuple`` itself.
"""

from __future__ import annotations

from collections import namedtuple
from types import GenericAlias
from typing import TYPE_CHECKING, Any, Generic, cast

__all__ = ("NamedTuple",)
# What a class has of its own already, as ``namedtuple`` makes it.
OWN = frozenset({"__module__", "__annotations__", "__orig_bases__"})


class NamedTupleMaker(type):
    """Makes a named tuple of what is written as a class: fields, defaults and methods."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        """Make it; the names of the fields are those that are annotated."""
        fields = body.get("__annotations__", {})
        defaults = [body[field] for field in fields if field in body]
        # A cast, since type checkers would look for its fields here.
        make = cast("Any", namedtuple)
        made = make(name, fields, defaults=defaults, module=body["__module__"])
        made.__annotations__ = fields
        for key, value in body.items():
            if key not in fields and key not in OWN:
                setattr(made, key, value)
        if Generic in bases:
            made.__class_getitem__ = classmethod(GenericAlias)
        return made


if TYPE_CHECKING:
    from typing import NamedTuple
else:
    NamedTuple = type.__new__(NamedTupleMaker, "NamedTuple", (), {})
