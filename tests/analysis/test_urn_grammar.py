"""Violations of a URN's edition are findings that cite its clause."""

from tests.for_each import for_each
from uriinspector import inspect
from uriinspector.analysis.finding import Finding

ROWS = [
    # text, clause by RFC 2141, the draft of 2012 and RFC 8141; None: nothing is violated
    ("urn:urn:x", "RFC 2141 2.1", "rfc2141bis-urn-03 2.1", None),
    ("urn:foo:", "RFC 2141 2.2", "rfc2141bis-urn-03 2.2", "RFC 8141 2.2"),
    ("urn:foo", "RFC 2141 2", "rfc2141bis-urn-03 2", "RFC 8141 2"),
    ("urn:a-:c", None, "rfc2141bis-urn-03 2.1", "RFC 8141 2.1"),
    ("URN:a:c", None, "rfc2141bis-urn-03 2.1", "RFC 8141 2.1"),
    ("urn:foo:a/b", "RFC 2141 2.2", "rfc2141bis-urn-03 2.2", None),
    ("urn:foo:a&b", "RFC 2141 2.2", None, None),
    ("urn:foo:%61bc", None, "rfc2141bis-urn-03 2.5.2", None),
    ("urn:foo:%00", "RFC 2141 2.4", "rfc2141bis-urn-03 2.5.3", None),
    ("urn:foo:a?+b", "RFC 2141 2.2", "rfc2141bis-urn-03 2.3", None),
    ("urn:foo:a?s=I2L", "RFC 2141 2.2", None, "RFC 8141 2"),
    ("urn:foo:a#b", "RFC 2141 2.2", None, None),
    ("urn:isbn:0451450523", None, None, None),
]
NAMES = {"rfc2141": "RFC 2141", "draft2012": "rfc2141bis-urn-03", "rfc8141": "RFC 8141"}
CASES = [
    (text, edition, cite)
    for text, *cites in ROWS
    for edition, cite in zip(NAMES, cites, strict=True)
]


def faults(text: str, urn_edition: str = "rfc8141") -> list[Finding]:
    """Return the findings about the grammar."""
    found = inspect(text, urn_edition=urn_edition).findings
    return [each for each in found if each.code == "syntax-error"]


@for_each("text, urn_edition, cite", *CASES)
def test_fault_of_the_urn_edition_is_a_finding(
    text: str, urn_edition: str, cite: str | None
) -> None:
    found = faults(text, urn_edition)
    assert bool(found) is (cite is not None)
    if cite is not None:
        assert found[0].cites[0] == cite
        assert f"the {NAMES[urn_edition]} grammar" in found[0].message


@for_each("urn_edition", *NAMES)
def test_urn_fault_at_one_position_is_reported_once(urn_edition: str) -> None:
    """Both the generic grammar and that of URNs forbid a space, named as a character."""
    assert faults("urn:foo:a b", urn_edition) == []
    found = inspect("urn:foo:a b", urn_edition=urn_edition).findings
    assert [each.code for each in found if each.start == 9] == ["excluded-char"]


def test_another_scheme_is_not_judged_as_a_urn() -> None:
    assert faults("foo:urn:") == []


@for_each("urn_edition", *NAMES)
@for_each("text", "urn:foo:%61bc", "urn:foo:%7E", "urn:foo:a?+%61", "urn:a:b#%61")
def test_no_fix_changes_a_urn(text: str, urn_edition: str) -> None:
    for each in inspect(text, urn_edition=urn_edition).findings:
        assert each.fix is None


@for_each(
    "urn_edition, cite", ("rfc2141", "RFC 2141 5"), ("draft2012", "rfc2141bis-urn-03 5"),
    ("rfc8141", "RFC 8141 3.1"),
)  # fmt: skip
def test_encoded_letter_makes_a_different_urn(urn_edition: str, cite: str) -> None:
    (found,) = (
        each
        for each in inspect("urn:foo:%61bc", urn_edition=urn_edition).findings
        if each.code == "encoded-unreserved"
    )
    assert found.message == 'Decodes to "a". In a URN, the encoded name is a different name.'
    assert found.cites == (cite,)
