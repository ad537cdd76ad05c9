"""Schemes described by one table row each, and ws, ldap and javascript."""

from tests.core.schemes.scheme_results import actions, dossier, faults, notes, values
from tests.for_each import for_each
from uriinspector.core.compare import compare
from uriinspector.core.schemes.rows import TABLE, Row
from uriinspector.core.schemes.table import ROWS, SCHEMES

LATER = "2005"
DANGERS = {*("fetches", "names", "local", "mail", "calls", "content", "code", "program")}
PORTS = {
    "ldap": 389, "ldaps": 636, "ssh": 22, "sftp": 22, "ws": 80, "wss": 443, "telnet": 23,
    "rlogin": 513, "tn3270": 23, "wais": 210, "prospero": 1525, "git": 9418,
}  # fmt: skip


@for_each("row", *TABLE)
def test_every_scheme_row_has_title_clauses_and_one_action(row: Row) -> None:
    for name in row.names:
        found = dossier(f"{name}:x", LATER)
        assert found.known
        assert found.scheme == name
        assert found.title
        assert found.cites
        assert len(found.actions) == 1


def test_scheme_names_are_unique_and_lowercase() -> None:
    names = [name for row in ROWS for name in row.names]
    assert len(names) == len(set(names))
    assert all(name == name.lower() for name in names)


@for_each("name", *SCHEMES)
def test_dossier_has_danger_and_port_of_the_row(name: str) -> None:
    found = dossier(f"{name}://h/", LATER)
    assert found.danger in DANGERS
    assert (found.danger, found.default_port) == (SCHEMES[name].danger, SCHEMES[name].port)


@for_each("name, port", *PORTS.items())
def test_default_port_is_equivalent_to_none(name: str, port: int) -> None:
    assert compare(f"{name}://h:{port}/", f"{name}://h/").first_equal == "scheme"
    assert compare(f"{name}://h:7/", f"{name}://h/").first_equal is None


def test_simple_scheme_uses_the_generic_grammar() -> None:
    assert faults("slack:a|b", LATER) == [("path-rootless", "|")]
    assert faults("about:%zz", LATER) == [("path-rootless", "%")]


@for_each("scheme", "javascript", "vbscript")
def test_script_code_is_described_as_run(scheme: str) -> None:
    found = dossier(f"{scheme}:alert(%221%22)?2#3", LATER)
    assert values(found) == {"code": 'alert("1")?2#3'}
    assert actions(found) == ['run alert("1")?2#3']
    assert notes(found) == {"code": "danger"}
    assert faults(f"{scheme}:a b", LATER) == [("path-rootless", " ")]
    assert len(actions(dossier(f"{scheme}:" + "a" * 10_000))[0]) == len("run ") + 4096


@for_each(
    "text, expected",
    *(("ws:h", [("ws-URI", "")]), ("wss:", [("wss-URI", "")]), ("ws://", [("ws-URI", "")])),
    *(("ws:///a", [("ws-URI", "")]), ("ws://u@h/", [("ws-URI", "u")])),
    ("ws://h/#", [("ws-URI", "#")]), ("ws://h/#f", [("ws-URI", "#f")]),
    ("ws://h/a b", [("path-abempty", " ")]), ("ws://h:x/", [("port", "x")]),
)  # fmt: skip
def test_faults_of_websocket_links_are_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text, LATER) == expected


@for_each(
    "text, found",
    ("ldap:///o=University%20of%20Michigan,c=US", {"dn": "o=University of Michigan,c=US"}),
    ("ldap://ldap1.example.net/o=x,c=US?postalAddress", {"attributes": "postalAddress"}),
    ("ldap://ldap1.example.net:6666/o=x,c=US??sub?(cn=Babs%20Jensen)",
        {"scope": "sub", "filter": "(cn=Babs Jensen)", "attributes": None}),
    ("LDAP://ldap1.example.com/c=GB?objectClass?ONE", {"scope": "ONE"}),
    ("ldap://ldap3.example.com/o=x?one?base?(a=%28b)", {"dn": "o=x"}),
    ("ldap:///??sub??e-bindname=cn=Manager", {"extensions": "e-bindname=cn=Manager"}),
    ("ldap://h", {"dn": None}),
    ("ldaps://h/", {"dn": ""}),
)  # fmt: skip
def test_ldap_search_is_split_into_fields(text: str, found: dict[str, str | None]) -> None:
    answer = dossier(text, LATER)
    assert answer.valid
    for name, value in found.items():
        assert values(answer)[name] == value


@for_each(
    "text, expected",
    ("ldap:o=x", [("ldapurl", "")]), ("ldap:", [("ldapurl", "")]),
    ("ldap://u@h/", [("ldapurl", "u")]), ("ldap://h?cn", [("ldapurl", "")]),
    ("ldap:///o=x??all", [("scope", "all")]), ("ldap:///o=x???cn=a", [("filter", "cn=a")]),
    ("ldap:///o=x?????a?b", [("ldapurl", "?a?b")]), ("ldap:///o=x y", [("path-abempty", " ")]),
)  # fmt: skip
def test_faults_of_ldap_links_are_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text, LATER) == expected


@for_each(
    "text",
    "view-source:http://h/#x", "javascript:a#b", "intent:#Intent;scheme=a;end", "magnet:?xt=a#b",
    "ldap://h/#b", "slack:a#b",
)  # fmt: skip
def test_fragments_in_1994_are_not_faults_of_the_scheme(text: str) -> None:
    assert faults(text) == []
    assert faults(f"<URL:{text}>") == []
