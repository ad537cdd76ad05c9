"""ftp: RFC 1738 3.1 and 3.2 with all their examples, and draft 03."""

from tests.core.schemes.scheme_results import actions, dossier, faults, notes, values
from tests.for_each import for_each

PLAIN, EMPTY, ROOT = (
    "as written: relative to the login directory",
    'with "//": an empty CWD comes first', 'with "%2F": relative to the root',
)  # fmt: skip


@for_each("code", *"AID")
def test_typecode_of_the_draft_is_part_of_the_name(code: str) -> None:
    found = dossier(f"ftp://h/a!{code}")
    assert found.valid
    assert values(found)["name"] == f"a!{code}"
    assert notes(found) == {"draft-type": "info"}


@for_each("name", "a!X", "a!i")
def test_other_suffix_is_not_a_typecode_of_the_draft(name: str) -> None:
    assert notes(dossier(f"ftp://h/{name}")) == {}


def test_ftp_path_from_the_root_has_variants() -> None:
    for text in ("ftp://h/%2fmotd", "ftp://h//motd"):
        found = dossier(text)
        assert actions(found, PLAIN) == ["send RETR motd\\r\\n"]
        assert actions(found, EMPTY) == ["send CWD\\r\\n", "send RETR motd\\r\\n"]
        assert actions(found, ROOT) == ["send RETR /motd\\r\\n"]
    assert actions(dossier("ftp://h/motd"), PLAIN) == []
    assert actions(dossier("ftp://h//"), PLAIN) == []


def test_very_long_ftp_path_has_no_variants() -> None:
    found = dossier("ftp://h/" + "a/" * 300)
    assert len(actions(found)) == 304
    assert actions(found, PLAIN) == []


@for_each(
    "text, expected",
    ("ftp:h", [("ftpurl", "")]), ("ftp:", [("ftpurl", "")]), ("ftp://", [("host", "")]),
    ("ftp://h:", [("port", "")]), ("ftp://h:2x/", [("port", "x")]), ("ftp://h_/", [("host", "h_")]),
    ("ftp://u:p:q@h/", [("password", ":")]),
    ("ftp://u^@h/", [("user", "^")]), ("ftp://h/a b", [("fpath", " ")]),
    ("ftp://h/%zz", [("fpath", "%")]), ("ftp://h/a;b", [("fpath", ";")]),
    ("ftp://h/~u", [("fpath", "~")]),
)  # fmt: skip
def test_faults_of_ftp_links_are_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text) == expected
    assert dossier(text).actions == () or "//" in text


def test_port_of_another_protocol_is_noted() -> None:
    assert notes(dossier("ftp://h:25/")) == {"other-port": "danger"}
    assert notes(dossier("ftp://h:2121/")) == {"other-port": "unusual"}
    assert notes(dossier("ftp://h:0021/")) == {}
    assert notes(dossier("ftp://h:999999999999999999999/")) == {"other-port": "unusual"}
