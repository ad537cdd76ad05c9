"""prospero: RFC 1738 3.11, and versions as in the drafts."""

import uriinspector
from tests.core.schemes.scheme_results import actions, dossier, faults, notes, values
from tests.for_each import for_each


@for_each("edition", *uriinspector.EDITIONS)
def test_prospero_name_with_two_slashes_is_absolute(edition: str) -> None:
    found = dossier("prospero://host.dom//pros/name", edition)
    assert found.valid
    assert found.default_port == 1525
    assert values(found) == {"host": "host.dom", "port": None, "hsoname": "/pros/name"}
    assert notes(found) == {"absolute": "info"}
    assert actions(found) == ["connect host.dom port 1525", "send resolve /pros/name"]
    found = dossier("prospero://h:1525/a/b?c;OBJECT-VERSION=2;x%3D=y%20z", edition)
    assert found.valid
    assert values(found)["hsoname"] == "a/b?c"
    assert values(found)["field OBJECT-VERSION"] == "2"
    assert values(found)["field x="] == "y z"
    assert notes(found) == {}


@for_each(
    "text, expected",
    ("prospero:h", [("prosperourl", "")]), ("prospero:", [("prosperourl", "")]),
    ("prospero://h", [("prosperourl", "")]), ("prospero:///n", [("host", "")]),
    ("prospero://u@h/n", [("prosperourl", "u")]), ("prospero://h:/n", [("port", "")]),
    ("prospero://h:x/n", [("port", "x")]), ("prospero://h/a b", [("ppath", " ")]),
    ("prospero://h/~", [("ppath", "~")]), ("prospero://h/%0", [("ppath", "%0")]),
    ("prospero://h/n;", [("fieldspec", "")]), ("prospero://h/n;a", [("fieldspec", "")]),
    ("prospero://h/n;a/=b", [("fieldname", "/")]), ("prospero://h/n;^=b", [("fieldname", "^")]),
    ("prospero://h/n;a=b=c", [("fieldvalue", "=")]),
    ("prospero://h/n;a=b/c", [("fieldvalue", "/")]),
)  # fmt: skip
def test_faults_of_prospero_links_are_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text) == expected


def test_prospero_link_without_a_name_has_no_action() -> None:
    for text in ("prospero:h", "prospero://h"):
        found = dossier(text)
        assert values(found)["hsoname"] is None
        assert actions(found) == []
    assert values(dossier("prospero://h/n;a"))["field a"] == ""
