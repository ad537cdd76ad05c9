"""Identifiers that are the same whenever the same thing is told."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeAlias
from uuid import NAMESPACE_URL, UUID, uuid5

if TYPE_CHECKING:
    from collections.abc import Mapping

# An object of STIX: values are texts, numbers, lists and objects again.
Object: TypeAlias = "dict[str, object]"

# STIX 2.1 2.9: the namespace of observables, and of nothing else.
OBSERVABLES = UUID("00abedb4-aa42-466c-9c01-fed23315a9b7")
# For all other objects that this program tells of.
OURS = uuid5(NAMESPACE_URL, "urn:uriinspector:case")


def observable_id(kind: str, contributing: Mapping[str, object]) -> str:
    """The identifier of an observable, from the properties that make it what it is.

    They are written as RFC 8785 has it: sorted by name, without spaces, letters as they are.
    """
    # What holds no letters beyond the first plane is sorted in UTF-16 as in code points.
    text = json.dumps(contributing, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{kind}--{uuid5(OBSERVABLES, text)}"


def object_id(kind: str, *content: str) -> str:
    """The identifier of any other object, from what it says."""
    return f"{kind}--{uuid5(OURS, json.dumps([kind, *content]))}"
