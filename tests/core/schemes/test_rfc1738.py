"""Rules shared by the schemes of RFC 1738, in 1994 and in later editions."""

import uriinspector
from tests.core.schemes.scheme_results import dossier, faults, notes, values
from tests.for_each import for_each
from uriinspector.core.schemes.rfc1738 import as_1738, scheme_violations


@for_each("edition", *uriinspector.EDITIONS)
def test_question_mark_is_data_in_schemes_of_rfc_1738(edition: str) -> None:
    found = dossier("ftp://h/a?b", edition)
    assert found.valid
    assert values(found)["name"] == "a?b"


@for_each(
    "text, early, late",
    ("ftp://[::1]/", [("host", "[::1]")], []),
    ("ftp://[::g]/", [("host", "[::g]")], [("host", "[::g]")]),
    ("ftp://a_b/", [("host", "a_b")], []),
    ("ftp://h/~u", [("fpath", "~")], []),
    ("ftp://h/~~/^", [("fpath", "~~"), ("fpath", "^")], [("fpath", "^")]),
    ("ftp://h:/", [("port", "")], []),
    ("ftp://h:1x2/", [("port", "x")], [("port", "x")]),
    ("ftp://h_:1x/", [("host", "h_"), ("port", "x")], [("port", "x")]),
)
def test_later_editions_allow_more_hosts_and_tildes_in_rfc_1738_schemes(
    text: str, early: list[tuple[str, str]], late: list[tuple[str, str]]
) -> None:
    assert faults(text) == early
    assert faults(text, "2005") == late


@for_each("edition", *uriinspector.EDITIONS)
def test_fragment_is_not_judged_by_the_scheme(edition: str) -> None:
    reference = uriinspector.parse("ftp://h/a#b", edition=edition)
    assert scheme_violations(reference) == ()
    assert as_1738(reference).fragment == "b"


@for_each(
    "escape, level, name",
    *(("%00", "danger", "NUL"), ("%0D", "danger", "CR"), ("%0a", "danger", "LF")),
    *(("%09", "unusual", "TAB"), ("%7F", "unusual", "7F")),
)
def test_escaped_control_characters_are_named(escape: str, level: str, name: str) -> None:
    found = dossier(f"ftp://h/a{escape}")
    assert notes(found) == {"escaped-control": level}
    assert f"({name})" in found.notes[0].message
