"""Every kind of fix cites a clause in every edition."""

from tests.for_each import for_each
from uriinspector import EDITIONS, inspect
from uriinspector.analysis.card import cards
from uriinspector.analysis.correction import FORMS, KINDS, FixSetting, fix_codes, fix_reference

DOCUMENTS = {
    "1994": "RFC 1738", "1997": "url-syntax-05", "2003": "rfc2396bis-01", "2005": "RFC 3986",
}  # fmt: skip
EVERY = {**KINDS, **FORMS}
# Clauses cited from an edition's own document; the rest come from RFC 3986 or WHATWG URL.
OWN = {
    "excluded-char": "1994 2.2, 1997 2.4.3, 2003 2.4.3, 2005 2, 2005 2.1",
    "syntax-error": "1994 2.2, 1997 2.4.3, 2003 2.4.3, 2005 2, 2005 2.1",
    "raw-non-ascii": "1994 2.2, 1997 2.4.3, 2003 2.4.3, 2005 2, 2005 2.1",
    "invalid-percent": "1994 2.2, 1997 2.4.2, 2003 2.4.2, 2005 2.4",
    "lowercase-hex": "2003 6.3, 2005 2.1, 2005 6.2.2.1",
    "encoded-unreserved": "1994 2.2, 1997 2.4.2, 2003 2.3, 2005 2.3, 2005 6.2.2.2",
    "syntax-suspicious": "1994 3.1, 1997 4.3.1, 2003 6.2.3, 2005 6.2.3",
    "dot-segments": "1997 5.2, 2003 5.2, 2005 5.2.4",
    "colon": "2003 4.2, 2005 4.2",
    **dict.fromkeys(("surrounding-space", "control-char"), "2005 C"),
    **dict.fromkeys(("backslash", "drive-letter"), "2005 2"),
    **dict.fromkeys(("relative", "root-relative"), "2005 4.2"),
    "absolute": "2005 4.3",
    "site": "2005 5.2",
}


@for_each("code", *EVERY)
def test_fix_clauses_of_an_edition_come_from_its_document(code: str) -> None:
    own = [
        f"{edition} {cite.removeprefix(DOCUMENTS[edition]).strip()}"
        for edition in EDITIONS
        for cite in EVERY[code].clauses(edition)
        if cite.startswith(DOCUMENTS[edition])
    ]
    assert ", ".join(own) == OWN.get(code, "")


@for_each("edition", *EDITIONS)
@for_each("code", *EVERY)
def test_each_clause_of_a_fix_has_a_card(code: str, edition: str) -> None:
    cites = EVERY[code].clauses(edition)
    assert cites
    assert set(cites) <= {*cards(), "HTML 13.2.5.73"}


@for_each(
    "text, code, edition",
    ("/a|b", "excluded-char", "2005"), ("/\xe9", "raw-non-ascii", "2005"),
    ("/100%", "invalid-percent", "2005"), ("c\\d", "backslash", "2005"),
    ("/a\tb", "control-char", "2005"), ("1a:b", "colon", "2005"),
    ("http://h.example:/", "syntax-suspicious", "1994"),
    ("file:///c|/x", "drive-letter", "2005"),
)  # fmt: skip
def test_fix_removes_the_syntax_error(text: str, code: str, edition: str) -> None:
    result = fix_reference(text, FixSetting(edition=edition))
    assert [each.code for each in result.fixes] == [code]
    before, after = (inspect(each, edition=edition).valid for each in (text, result.fixed))
    assert (before, after) == (False, True)
    assert code in fix_codes("syntax-error")
    assert code in fix_codes(code)
    assert "drive-letter" in fix_codes("excluded-char")
    assert "syntax-error" in fix_codes("control-char")
    assert fix_codes("lowercase-hex") == {"lowercase-hex"}
