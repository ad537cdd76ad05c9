"""Reserved and experimental scheme names: RFC 1738 4."""

import uriinspector
from tests.core.schemes.scheme_results import actions, dossier, faults, notes, values
from tests.for_each import for_each
from uriinspector.core.schemes.lookup import describe
from uriinspector.core.schemes.table import SCHEMES

SECTION_4 = ["afs", "mid", "cid", "nfs", "tn3270", "mailserver", "z39.50"]


@for_each("name", *SECTION_4)
def test_every_reserved_scheme_of_section_4_is_known(name: str) -> None:
    assert SCHEMES[name].names == (name,)


@for_each("edition", *uriinspector.EDITIONS)
@for_each("name", "afs", "nfs", "mailserver", "z39.50", "z39.50r", "Z39.50S")
def test_reserved_scheme_name_has_a_note_and_generic_fields(name: str, edition: str) -> None:
    found = dossier(f"{name}://u@h:99/a?b#c", edition)
    assert values(found) == {
        "userinfo": "u",
        "host": "h",
        "port": "99",
        "path": "/a",
        "query": "b",
        "fragment": "c",
    }
    assert found.known
    assert found.valid
    assert found.cites[0] == "RFC 1738 4"
    assert notes(found) == {"reserved": "info"}
    assert actions(found) == ["open the app registered for this scheme"]


def test_reserved_schemes_use_only_the_generic_grammar() -> None:
    assert faults("afs:a|b") == [("xchar", "|")]
    assert faults("nfs:%zz") == [("xchar", "%")]
    assert values(dossier("afs:")) == {}


@for_each("edition", *uriinspector.EDITIONS)
def test_experimental_scheme_name_has_a_note(edition: str) -> None:
    found = dossier("X-foo:bar", edition)
    assert not found.known
    assert found.valid
    assert notes(found) == {"experimental": "info"}


def test_unknown_scheme_has_no_notes() -> None:
    found = dossier("foo:bar")
    assert not found.known
    assert notes(found) == {}
    assert describe(uriinspector.parse("bar")) is None
