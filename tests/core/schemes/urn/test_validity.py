"""Validity in the three editions: each rule with valid and invalid examples."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.schemes.urn.oracle import ORACLES
from tests.core.schemes.urn.reading import EDITIONS, dossier, faults
from tests.examples import at_most
from tests.for_each import for_each

LONGEST = "a" * 32
Faults = list[tuple[int, int, str]]
OK: Faults = []
BOTH_ENDS: Faults = [(4, 5, "NID"), (5, 6, "NID")]
NO_NAME_2012: Faults = [(6, 6, "urn-path")]
NO_NAME: Faults = [(6, 6, "assigned-name")]
PLUS_AND_MARK: Faults = [(9, 10, "keywd"), (11, 12, "keywd")]

# The text, then its faults by RFC 2141, the 2012 draft and RFC 8141; None means as in RFC 2141.
ROWS: list[tuple[str, Faults, Faults | None, Faults | None]] = [
    ("urn:example:a", OK, OK, OK), ("URN:EXAMPLE:A", OK, OK, OK),
    ("uRn:ex-am-ple:a:b:c", OK, OK, OK), ("urn:1a:2", OK, OK, OK), ("urn:a--b:c", OK, OK, OK),
    # The namespace identifier.
    (
        "urn:",
        [(4, 4, "NID"), (4, 4, "URN")],
        [(4, 4, "NID"), (4, 4, "urn-path")],
        [(4, 4, "NID"), (4, 4, "assigned-name")],
    ),
    ("urn::", [(4, 4, "NID"), (5, 5, "NSS")], None, None),
    ("urn::x", [(4, 4, "NID")], None, None),
    ("urn:ab", [(6, 6, "URN")], NO_NAME_2012, NO_NAME),
    ("urn:a:b", OK, [(4, 5, "NID")], [(4, 5, "NID")]),
    ("urn:-:b", [(4, 5, "NID")], [(4, 5, "NID"), (4, 5, "NID")], [(4, 5, "NID"), (4, 5, "NID")]),
    ("urn:-a:b", [(4, 5, "NID")], None, None),
    ("urn:--:b", [(4, 5, "NID")], BOTH_ENDS, BOTH_ENDS),
    ("urn:a-:b", OK, [(5, 6, "NID")], [(5, 6, "NID")]),
    ("urn:ab--:b", OK, [(7, 8, "NID")], [(7, 8, "NID")]),
    (f"urn:{LONGEST}:b", OK, OK, OK),
    (f"urn:{LONGEST}bc:b", [(36, 38, "NID")], None, None),
    ("urn:urn:x", [(4, 7, "NID")], [(4, 7, "NID")], OK),
    ("urn:URN:x", [(4, 7, "NID")], [(4, 7, "NID")], OK),
    ("urn:urn-7:x", OK, OK, OK), ("urn:us-x:y", OK, OK, OK), ("urn:X-y:z", OK, OK, OK),
    ("urn:a_b:c", [(5, 6, "NID")], None, None), ("urn:a b:c", [(5, 6, "NID")], None, None),
    ("urn:a%41:c", [(5, 6, "NID")], None, None),
    ("urn:\u00e9\u00e9:c", [(4, 6, "NID")], None, None),
    ("urn:a.b/c:d", [(5, 6, "NID"), (7, 8, "NID")], None, None),
    ("urn://host/a:b", [(4, 6, "NID"), (10, 11, "NID")], None, None),
    # The namespace-specific string.
    ("urn:ab:", [(7, 7, "NSS")], None, None), ("urn:ab:()+,-.:=@;$_!*'", OK, OK, OK),
    ("urn:ab::", OK, OK, OK), ("urn:ab:a&~", [(8, 10, "NSS")], OK, OK),
    ("urn:ab:/", [(7, 8, "NSS")], [(7, 8, "NSS")], [(7, 8, "NSS")]),
    ("urn:ab://a", [(7, 9, "NSS")], [(7, 9, "NSS")], [(7, 8, "NSS")]),
    ("urn:ab:a/b/", [(8, 9, "NSS"), (10, 11, "NSS")], [(8, 9, "NSS"), (10, 11, "NSS")], OK),
    ("urn:ab:a b", [(8, 9, "NSS")], None, None),
    ("urn:ab:a\n", [(8, 9, "NSS")], None, None),
    ("urn:ab:\u00e9\U0001f600", [(7, 9, "NSS")], None, None),
    ('urn:ab:"<>[]\\^`{|}', [(7, 18, "NSS")], None, None),
    ("urn:ab:\x00\x7f", [(7, 9, "NSS")], None, None),
    ("urn:ab:\ud800", [(7, 8, "NSS")], None, None),
    # Escapes.
    ("urn:ab:%2f%2F%25", OK, OK, OK), ("urn:ab:%", [(7, 8, "NSS")], None, None),
    ("urn:ab:%4", [(7, 9, "NSS")], None, None), ("urn:ab:%zz", [(7, 8, "NSS")], None, None),
    ("urn:ab:%%41", [(7, 8, "NSS")], None, None),
    ("urn:ab:a%00%00b", [(8, 14, "excluded")], [(8, 14, "excluded")], OK),
    # 2.5.2 of the draft: unreserved characters must not be encoded; an invalid "%" before them
    # hides this fault.
    ("urn:ab:%61bc", OK, [(7, 10, "NSS")], OK),
    ("urn:ab:a%2d%2E%5f%7Eb%2Cc%39", OK, [(8, 20, "NSS"), (25, 28, "NSS")], OK),
    ("urn:ab:%40%5B%60%7b%2f%3a%21%7F%C3%A9", OK, OK, OK),
    ("urn:ab:c?x=%61#%61", [(8, 9, "NSS"), (14, 15, "NSS")], OK, [(8, 9, "rq-components")]),
    # After the name.
    ("urn:ab:c?", [(8, 9, "NSS")], [(9, 9, "urn-query")], [(8, 9, "rq-components")]),
    ("urn:ab:c?d", [(8, 9, "NSS")], [(10, 10, "directive")], [(8, 9, "rq-components")]),
    ("urn:ab:c?d e", [(8, 9, "NSS"), (10, 11, "NSS")], [(10, 11, "keywd"), (12, 12, "directive")],
     [(8, 9, "rq-components"), (10, 11, "q-component")]),
    ("urn:ab:c?d=e", [(8, 9, "NSS")], OK, [(8, 9, "rq-components")]),
    ("urn:ab:c?+", [(8, 9, "NSS")], [(9, 10, "keywd"), (10, 10, "directive")],
     [(10, 10, "r-component")]),
    ("urn:ab:c?=", [(8, 9, "NSS")], [(9, 9, "keywd")], [(10, 10, "q-component")]),
    ("urn:ab:c?+d", [(8, 9, "NSS")], [(9, 10, "keywd"), (11, 11, "directive")], OK),
    ("urn:ab:c?=d", [(8, 9, "NSS")], [(9, 9, "keywd")], OK),
    ("urn:ab:c?+d?=e", [(8, 9, "NSS"), (11, 12, "NSS")], PLUS_AND_MARK, OK),
    ("urn:ab:c?=d?+e", [(8, 9, "NSS"), (11, 12, "NSS")], [(9, 9, "keywd")], OK),
    ("urn:ab:c?+d?=", [(8, 9, "NSS"), (11, 12, "NSS")], PLUS_AND_MARK,
     [(13, 13, "q-component")]),
    ("urn:ab:c?+?=e", [(8, 9, "NSS"), (10, 11, "NSS")], [(9, 11, "keywd")],
     [(10, 10, "r-component")]),
    ("urn:ab:c?+?d", [(8, 9, "NSS"), (10, 11, "NSS")], [(9, 11, "keywd"), (12, 12, "directive")],
     [(10, 11, "r-component")]),
    ("urn:ab:c?=/d", [(8, 9, "NSS"), (10, 11, "NSS")], [(9, 9, "keywd")],
     [(10, 11, "q-component")]),
    ("urn:ab:c?+d/e?f", [(8, 9, "NSS"), (11, 12, "NSS"), (13, 14, "NSS")],
     [(9, 10, "keywd"), (11, 12, "keywd"), (13, 14, "keywd"), (15, 15, "directive")], OK),
    ("urn:ab:c?=d|", [(8, 9, "NSS"), (11, 12, "NSS")], [(9, 9, "keywd"), (11, 12, "value")],
     [(11, 12, "q-component")]),
    ("urn:ab:c?++", [(8, 9, "NSS")], [(9, 11, "keywd"), (11, 11, "directive")], OK),
    ("urn:ab:c?==", [(8, 9, "NSS")], [(9, 9, "keywd")], OK),
    ("urn:ab:?+d", [(7, 8, "NSS")], [(7, 7, "NSS"), (8, 9, "keywd"), (10, 10, "directive")],
     [(7, 7, "NSS")]),
    ("urn:ab:c#", [(8, 9, "NSS")], OK, OK),
    ("urn:ab:c#d/e?f", [(8, 9, "NSS"), (10, 11, "NSS"), (12, 13, "NSS")], OK, OK),
    ("urn:ab:c#d#e", [(8, 9, "NSS"), (10, 11, "NSS")],
     [(10, 11, "fragment")], [(10, 11, "f-component")]),
    ("urn:ab:c#?+d", [(8, 10, "NSS")], OK, OK),
    ("urn:ab#c", [(6, 7, "NID"), (8, 8, "URN")], NO_NAME_2012, NO_NAME),
    ("urn:ab:#c", [(7, 8, "NSS")], [(7, 7, "NSS")], [(7, 7, "NSS")]),
    ("urn:ab:c?d=%00#%00",
     [(8, 9, "NSS"), (11, 14, "excluded"), (14, 15, "NSS"), (15, 18, "excluded")],
     [(11, 14, "excluded"), (15, 18, "excluded")], [(8, 9, "rq-components")]),
]  # fmt: skip


@for_each("urn_edition", *EDITIONS)
@for_each("row", *ROWS)
def test_urn_faults_depend_on_the_edition(
    row: tuple[str, Faults, Faults | None, Faults | None], urn_edition: str
) -> None:
    expected = row[1:][EDITIONS.index(urn_edition)]
    assert faults(row[0], urn_edition) == (row[1] if expected is None else expected)


@for_each("urn_edition", *EDITIONS)
@for_each("text", *[row[0] for row in ROWS])
def test_every_urn_fault_has_an_expectation_message_and_clause(text: str, urn_edition: str) -> None:
    found = dossier(text, urn_edition)
    assert found.valid is (not found.violations)
    for each in found.violations:
        assert 0 <= each.start <= each.end <= len(text)
        assert each.expected
        assert each.message
        assert all(cite.startswith(("RFC ", "rfc2141bis-urn-03 ")) for cite in each.cites)
        assert each.cites


@for_each(
    "text, urn_edition, cites",
    ("urn:ab", "rfc2141", ("RFC 2141 2",)),
    ("urn:ab", "draft2012", ("rfc2141bis-urn-03 2",)),
    ("urn:ab", "rfc8141", ("RFC 8141 2",)),
    ("urn:a_b:c", "rfc2141", ("RFC 2141 2.1",)),
    ("urn:urn:c", "draft2012", ("rfc2141bis-urn-03 2.1",)),
    ("urn:ab-:c", "rfc8141", ("RFC 8141 2.1",)),
    ("urn:ab:%61", "draft2012", ("rfc2141bis-urn-03 2.5.2",)),
    ("urn:ab:%00", "draft2012", ("rfc2141bis-urn-03 2.5.3",)),
)
def test_urn_fault_cites_the_clause_that_forbids_it(
    text: str, urn_edition: str, cites: tuple[str, ...]
) -> None:
    (fault,) = dossier(text, urn_edition).violations
    assert fault.cites == cites


def test_urn_messages_name_the_fault() -> None:
    messages = {each.rule: each.message for each in dossier("urn:-:?+/", "rfc8141").violations}
    assert messages == {
        "NID": "a namespace of 1 character; the minimum is 2",
        "NSS": "NSS is empty",
        "r-component": '"/" at the start of r-component',
    }


PIECES = [
    *("urn:", "ab", "a", "-", ":", "/", "?", "?+", "?=", "#", "&", "=", "+", "~", "%41", "%00",
        "%"),
    *("%g", "isbn:", "uuid:", "oid:", "lex:", "nbn:", "ietf:rfc:", "0", "X", ".", "@", "$",
        "s=I2L"),
    *(" ", "\n", "\x00", "\u00e9", "\ud800", "\u0660", "a" * 30, "'", "_", "|", "urn", "%C3%A9"),
]  # fmt: skip
NAMES = st.sampled_from(
    ["urn:ab:", "urn:", "URN:example:x", "urn:a-b:c", "urn:ab:c?+", "urn:ab:c?="]
)
TEXTS = st.builds(str.__add__, NAMES, st.lists(st.sampled_from(PIECES), max_size=7).map("".join))
BRISK = settings(max_examples=at_most(200), derandomize=True)


@for_each("urn_edition", *ORACLES)
@BRISK
@given(text=TEXTS)
def test_urn_validity_agrees_with_the_grammar(urn_edition: str, text: str) -> None:
    assert dossier(text, urn_edition).valid is ORACLES[urn_edition](text)


@for_each("urn_edition", *ORACLES)
@for_each("text", *[row[0] for row in ROWS])
def test_urn_validity_table_agrees_with_the_grammar(urn_edition: str, text: str) -> None:
    assert dossier(text, urn_edition).valid is ORACLES[urn_edition](text)
