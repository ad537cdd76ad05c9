"""wais: the three forms of RFC 1738 3.9."""

import uriinspector
from tests.core.schemes.scheme_results import actions, dossier, faults, values
from tests.for_each import for_each

every_edition = for_each("edition", *uriinspector.EDITIONS)


@every_edition
def test_wais_search_is_sent(edition: str) -> None:
    found = dossier("wais://host/database?two%20words", edition)
    assert found.valid
    assert values(found)["search"] == "two words"
    assert actions(found)[1:] == ["send search database for two words"]


@every_edition
def test_wais_document_is_retrieved(edition: str) -> None:
    found = dossier("wais://host/database/wtype/w%2Fpath", edition)
    assert found.valid
    assert (values(found)["wtype"], values(found)["wpath"]) == ("wtype", "w/path")
    assert actions(found)[1:] == ["send retrieve w/path from database as wtype"]


@for_each(
    "text, expected",
    ("wais:h", [("waisurl", "")]), ("wais:", [("waisurl", "")]), ("wais://h", [("waisurl", "")]),
    ("wais://u@h/d", [("waisurl", "u")]), ("wais://u:p@h/d", [("waisurl", "u:p")]),
    ("wais:///d", [("host", "")]), ("wais://h:/d", [("port", "")]),
    ("wais://h?s", [("waisurl", "?")]), ("wais://h/d;x", [("database", ";")]),
    ("wais://h/d d", [("database", " ")]), ("wais://h/d?a/b", [("search", "/")]),
    ("wais://h/d?a?b", [("search", "?")]), ("wais://h/d/t", [("waisdoc", "")]),
    ("wais://h/d/t:/p", [("wtype", ":")]), ("wais://h/d/t^/p", [("wtype", "^")]),
    ("wais://h/d/t/p:", [("wpath", ":")]), ("wais://h/d/t/p?s", [("waisdoc", "?")]),
)  # fmt: skip
def test_faults_of_wais_links_are_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text) == expected


def test_incomplete_wais_link_has_no_action() -> None:
    assert actions(dossier("wais:h")) == []
    assert actions(dossier("wais://h/d/t")) == ["connect h port 210"]
    assert actions(dossier("wais://h/d/t?s")) == ["connect h port 210"]
    assert values(dossier("wais://h?s"))["search"] == "s"
