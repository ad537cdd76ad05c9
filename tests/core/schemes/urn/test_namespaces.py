"""Namespaces whose names are analyzed: their fields and notes."""

from tests.core.schemes.urn.reading import EDITIONS, dossier, field, notes, texts
from tests.for_each import for_each

UNGROUPED_TEN = {"isbn-ten", "isbn-grouping"}
WRONG_AND_UNGROUPED = {"isbn-check-digit", "isbn-grouping"}
OUTER = {"nid", "nss", "r-component", "q-component", "f-component"}


def inner(text: str) -> dict[str, str | None]:
    """Return only the fields of the namespace."""
    return {name: found for name, found in texts(text).items() if name not in OUTER}


@for_each("number, fields, codes",

        (
            "0-306-40615-2",
            {
                "isbn": "0-306-40615-2", "registration group": "0", "registrant": "306",
                "publication": "40615", "check digit": "2",
            },
            {"isbn-ten"},
        ),
        (
            "978-3-16-148410-0",
            {
                "isbn": "978-3-16-148410-0", "prefix element": "978", "registration group": "3",
                "registrant": "16", "publication": "148410", "check digit": "0",
            },
            set(),
        ),
        ("0306406152", {"isbn": "0306406152", "check digit": "2"}, UNGROUPED_TEN),
        ("080442957x", {"isbn": "080442957x", "check digit": "x"}, UNGROUPED_TEN),
        ("9780306406157", {"isbn": "9780306406157", "check digit": "7"}, {"isbn-grouping"}),
        ("97-80-30640-615-7", {"isbn": "97-80-30640-615-7", "check digit": "7"}, {"isbn-grouping"}),
        ("0-306-40-6152", {"isbn": "0-306-40-6152", "check digit": "2"}, UNGROUPED_TEN),
        ("0306406153", {"isbn": "0306406153", "check digit": "3"}, WRONG_AND_UNGROUPED),
        ("9780306406158", {"isbn": "9780306406158", "check digit": "8"}, WRONG_AND_UNGROUPED),
        ("1234567890123", {}, {"isbn-form"}), ("978030640615X", {}, {"isbn-form"}),
        ("03064X6152", {}, {"isbn-form"}), ("0--306406152", {}, {"isbn-form"}),
        ("-0306406152", {}, {"isbn-form"}), ("0306406152-", {}, {"isbn-form"}),
        ("123", {}, {"isbn-form"}),
        ("%30306406152", {}, {"isbn-form"}))  # fmt: skip
def test_isbn_has_fields_and_notes(number: str, fields: dict[str, str], codes: set[str]) -> None:
    text = f"urn:isbn:{number}"
    assert dossier(text).valid
    assert inner(text) == fields
    assert set(notes(text)) == codes


@for_each(
    "number, codes",
    ("0317-8471", set()), ("2434-561X", set()), ("2434-561x", set()), ("03178471", {"issn-hyphen"}),
    ("0317-8472", {"issn-check-digit"}), ("0317-847", {"issn-form"}), ("031-78471", {"issn-form"}),
    ("0317-8471-", {"issn-form"}),
)  # fmt: skip
def test_issn_has_fields_and_notes(number: str, codes: set[str]) -> None:
    text = f"urn:issn:{number}"
    assert dossier(text).valid
    assert set(notes(text)) == codes
    assert ("check digit" in inner(text)) is ("issn-form" not in codes)


@for_each(
    "digit, variant",
    ("0", "reserved for backward compatibility (NCS)"),
    ("7", "reserved for backward compatibility (NCS)"),
    ("8", "RFC 9562"),
    ("B", "RFC 9562"),
    ("c", "reserved for backward compatibility (Microsoft)"),
    ("D", "reserved for backward compatibility (Microsoft)"),
    ("E", "reserved for future use"),
    ("f", "reserved for future use"),
)
def test_uuid_variant_is_named(digit: str, variant: str) -> None:
    text = f"urn:uuid:919108f7-52d1-4320-{digit}bac-f847db4148a8"
    assert field("variant", text).value == variant
    assert ("version" in inner(text)) is (variant == "RFC 9562")


@for_each(
    "text, code",
    ("00000000-0000-0000-0000-000000000000", "uuid-nil"),
    ("ffffffff-FFFF-ffff-ffff-ffffffffffff", "uuid-max"),
    ("f81d4fae7dec11d0a76500a0c91e6bf6", "uuid-form"),
    ("{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", "uuid-form"),
    ("f81d4fae-7dec-11d0-a765-00a0c91e6bfg", "uuid-form"),
    ("f81d4fae-7dec-11d0-a765-00a0c91e6bf", "uuid-form"),
)
def test_special_or_malformed_uuid_has_a_note(text: str, code: str) -> None:
    assert code in notes(f"urn:uuid:{text}")


@for_each(
    "number, meanings, codes",
    ("1.3.6.1", ["iso", "identified organizations", "dod", "internet"], set()),
    ("2.999", ["joint-iso-itu-t", "a subordinate node"], set()),
    ("0", ["itu-t"], set()),
    ("1.39", ["iso", "a subordinate node"], set()),
    ("1.40", ["iso", "a subordinate node"], {"oid-form"}),
    ("3.1", ["a subordinate node", "a subordinate node"], {"oid-form"}),
    ("1.3.6.1.4.1.2.5.5", None, set()), ("1.02", [], {"oid-form"}), ("1..2", [], {"oid-form"}),
    ("1.2.", [], {"oid-form"}), ("a", [], {"oid-form"}),
)  # fmt: skip
def test_oid_has_arcs_and_notes(number: str, meanings: list[str] | None, codes: set[str]) -> None:
    text = f"urn:oid:{number}"
    arcs = [each for each in dossier(text).fields if each.name.startswith("arc ")]
    if meanings is None:
        assert [each.text for each in arcs] == number.split(".")
        assert {each.meaning for each in arcs[6:]} == {"a subordinate node"}
    else:
        assert [each.meaning for each in arcs] == meanings
    assert set(notes(text)) == codes


@for_each("urn_edition", *EDITIONS)
@for_each("nid", "isbn", "issn", "uuid", "oid", "ietf", "lex", "nbn")
def test_empty_or_odd_urn_name_does_not_raise(nid: str, urn_edition: str) -> None:
    for text in (f"urn:{nid}", f"urn:{nid}:", f"urn:{nid}:\u0661\ud800"):
        assert not dossier(text, urn_edition).valid
