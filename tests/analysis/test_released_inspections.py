"""Inspections are freed with the last reference: no part of one refers back to the whole.

A page with a million links creates as many, and the cycle collector would visit all of them.
"""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect


@pytest.fixture(autouse=True)
def _without_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@for_each("base", None, "https://www.example.com/dir/page.html")
@for_each(
    "text",
    *("https://www.example.com/a?b=c#d", "../img/1.png", "#top", "", "mailto:me@example.com"),
    *("https://user@xn--bnk-6cd.example/login", "[2001:db8::1]", "javascript:alert(1)"),
    *("hxxps://www[.]example[.]com/", "https%3A%2F%2Fwww.example.com%2F", "www.example.com"),
    *("https://www.google.com/url?q=https://evil.test/", "\\\\host\\share"),
)
def test_inspection_is_freed_with_its_last_reference(text: str, base: str | None) -> None:
    inspection = inspect(text, base=base)
    record = inspection.to_dict(values=True)
    assert record["findings"] == [each.to_dict() for each in inspection.findings]
    assert inspection.meant.verdict is not None
    holder = ref(inspection)
    del inspection
    assert holder() is None
