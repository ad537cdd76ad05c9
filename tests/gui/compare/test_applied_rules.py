"""What two texts have needed to meet is named, and nothing that they have not."""

from __future__ import annotations

import pytest

import uriinspector
from uriinspector.gui.compare.applied_rules import applied_rules

LOWERCASE, UPPERCASE = "scheme and host in lowercase", "percent-encoding in uppercase"
DECODED = "unnecessary percent-encoding is decoded"
DOTS = '"." and ".." segments are removed'


@pytest.mark.parametrize(
    ("a", "b", "rules"),
    [
        ("http://a.test/", "http://a.test/", []),
        ("HTTP://a.test/", "http://a.test/", [LOWERCASE]),
        ("http://a.test/%2f", "http://a.test/%2F", [UPPERCASE]),
        ("HTTP://a.test/%7Ea", "HTTP://a.test/~a", [DECODED]),
        ("http://a.test/b/../c", "http://a.test/c", [DOTS]),
        ("http://a.test:80/", "http://a.test/", ["default port"]),
        ("http://a.test:/", "http://a.test/", ["empty port"]),
        ("http://a.test", "http://a.test/", ["empty path"]),
        ("http://a.test:80", "http://a.test/", ["default port", "empty path"]),
        (
            "HTTP://A.test:80/%7Ea/./b",
            "http://a.test/~a/b",
            [LOWERCASE, DECODED, DOTS, "default port"],
        ),
    ],
)
def test_the_rules_that_were_needed_are_named(a: str, b: str, rules: list[str]) -> None:
    assert applied_rules(uriinspector.compare(a, b)) == rules
    assert applied_rules(uriinspector.compare(b, a)) == rules
